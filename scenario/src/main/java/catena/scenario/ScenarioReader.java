package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Activity;
import catena.harness.activity.Effect;
import catena.harness.budget.Measure;
import catena.harness.settings.Layer;
import catena.harness.verdict.Verdict;
import catena.harness.words.Nearest;
import catena.harness.words.Problems;
import catena.scenario.Scenario.Part;
import catena.scenario.Scenario.Phase;
import catena.scenario.language.Item;
import catena.scenario.language.Row;
import catena.scenario.language.Shapes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads what a scenario's file says for one row of its parameters. */
final class ScenarioReader {
  private static final String TOGETHER = "together";
  private static final String PHASES = "phases";
  private static final String REPEAT = "repeat";
  private static final String WHEN = "when";
  private static final String IF = "if";
  private static final String ROW = "row";

  /** What may stand beside the word of a phase. */
  private static final List<String> BESIDE = List.of(REPEAT, IF, WHEN, ROW);

  private static final List<String> EXPECTED =
      List.of(
          "name",
          "about",
          "experiment",
          "parameters",
          "sweep",
          REPEAT,
          "cluster",
          "settings",
          "budgets",
          PHASES);

  /** More turns than this are a mistake. */
  private static final int MOST_TURNS = 1000;

  private final Activities activities;
  private final String file;
  private final Problems problems;
  private final Shapes shapes;
  private final Map<String, String> parameters;
  private final Map<String, Integer> seen = new HashMap<>();
  private final Set<String> rows = new TreeSet<>();

  /**
   * A reader of one row.
   *
   * @param problems takes all that is wrong
   */
  ScenarioReader(Activities activities, String file, Row row, Problems problems) {
    this.activities = activities;
    this.file = file;
    this.problems = problems;
    this.shapes = new Shapes(file, problems);
    this.parameters = new LinkedHashMap<>(row.parameters());
  }

  /** The scenario, to be thrown away if there are problems. */
  Scenario read(Map<String, Item.Field> top) {
    top.forEach((key, field) -> expect(key, field.line(), EXPECTED));
    String name = text("name", top);
    if (!name.matches("[a-z0-9][a-z0-9-]*")) {
      shapes.problem(
          line(top.get("name")),
          "name must be a word of lower-case letters, digits and dashes, not '" + name + "'");
    }
    List<Phase> phases = phases(shapes.items(PHASES, top.get(PHASES)));
    if (phases.isEmpty()) {
      shapes.problem(
          line(top.get(PHASES)), "phases must list at least one of " + activities.words());
    }
    checkVerified(phases);
    List<Layer.Entry> settings = new ArrayList<>(entries("settings", "", top.get("settings")));
    settings.addAll(entries("budgets", Measure.PREFIX, top.get("budgets")));
    String about = text("about", top);
    return new Scenario(
        name,
        about.isEmpty() ? name : about,
        Optional.of(text("experiment", top)).filter(word -> !word.isEmpty()),
        cluster(top.get("cluster")),
        new Layer(settings, true),
        phases);
  }

  private static int line(Item.Field field) {
    return field == null ? 1 : field.line();
  }

  private String text(String key, Map<String, Item.Field> top) {
    return shapes.text(key, top.get(key), parameters);
  }

  private void expect(String key, int line, List<String> expected) {
    if (!expected.contains(key)) {
      shapes.problem(
          line,
          "%s is not expected here%s; write some of %s"
              .formatted(key, Nearest.hint(key, expected), String.join(", ", expected)));
    }
  }

  private ClusterSpec cluster(Item.Field field) {
    Map<String, String> words = new LinkedHashMap<>();
    shapes
        .fields("cluster", field)
        .forEach((word, value) -> words.put(word, shapes.text(word, value, parameters)));
    String where = field == null ? file : file + " line " + field.line();
    Problems found = new Problems();
    ClusterSpec spec = OwnCluster.spec(where, words, found);
    found.found().stream().filter(each -> !problems.found().contains(each)).forEach(problems::add);
    return spec;
  }

  /** Settings with the lines on which they stand. */
  private List<Layer.Entry> entries(String what, String prefix, Item.Field field) {
    List<Layer.Entry> entries = new ArrayList<>();
    shapes
        .fields(what, field)
        .forEach(
            (key, value) ->
                entries.add(
                    new Layer.Entry(
                        prefix + key,
                        shapes.text(key, value, parameters),
                        file + " line " + value.line())));
    return entries;
  }

  /** What is done to the table behind the last verification can never be a pass. */
  private void checkVerified(List<Phase> phases) {
    boolean verified =
        phases.stream().flatMap(phase -> phase.parts().stream()).anyMatch(ScenarioReader::verifies);
    for (int i = phases.size() - 1; verified && i >= 0; i--) {
      for (Part part : phases.get(i).parts()) {
        if (verifies(part)) {
          return;
        }
        String problem =
            file + ": " + part.name() + " comes after the last verify: add verify behind it";
        problems.unless(
            !part.activity().effect().changes() || problems.found().contains(problem), problem);
      }
    }
  }

  private static boolean verifies(Part part) {
    return part.activity().effect() == Effect.VERIFIES;
  }

  private List<Phase> phases(List<Item> items) {
    List<Phase> phases = new ArrayList<>();
    items.forEach(item -> phases.addAll(phase(item, phases)));
    return phases;
  }

  /**
   * A phase: a word, or a key with its settings and what may stand beside it; {@code together} with
   * a list of parts; {@code phases} with a list of phases, to be repeated.
   */
  private List<Phase> phase(Item item, List<Phase> before) {
    Map<String, Item.Field> entry = entry(item);
    Map<String, Item.Field> own = new LinkedHashMap<>(entry);
    own.keySet().removeAll(BESIDE);
    if (own.size() != 1) {
      shapes.problem(
          item.line(),
          own.isEmpty()
              ? "a phase is one of " + activities.words() + ", " + TOGETHER + ", " + PHASES
              : "a phase is one word, with its settings below it, not " + own.keySet());
      return List.of();
    }
    int times =
        entry.containsKey(REPEAT)
            ? shapes.times(REPEAT, entry.get(REPEAT), parameters, MOST_TURNS)
            : 1;
    String outer = parameters.get(Row.TURN);
    List<Phase> all = new ArrayList<>();
    for (int i = 1; i <= times; i++) {
      if (entry.containsKey(REPEAT)) {
        parameters.put(Row.TURN, Integer.toString(i));
      }
      List<Phase> earlier = new ArrayList<>(before);
      earlier.addAll(all);
      all.addAll(turn(own, entry, earlier));
    }
    if (outer == null) {
      parameters.remove(Row.TURN);
    } else {
      parameters.put(Row.TURN, outer);
    }
    return all;
  }

  private List<Phase> turn(
      Map<String, Item.Field> own, Map<String, Item.Field> entry, List<Phase> earlier) {
    String word = own.keySet().iterator().next();
    Item.Field field = own.get(word);
    if (!wanted(entry.get(IF))) {
      return List.of();
    }
    List<Condition> when = conditions(entry.get(WHEN), earlier);
    if (word.equals(PHASES)) {
      if (entry.containsKey(ROW)) {
        shapes.problem(entry.get(ROW).line(), "row is of one phase: write it within phases");
      }
      List<Phase> inner = new ArrayList<>();
      for (Item each : shapes.items(PHASES, field)) {
        List<Phase> before = new ArrayList<>(earlier);
        before.addAll(inner);
        inner.addAll(phase(each, before));
      }
      return inner.stream().map(phase -> with(phase, when)).toList();
    }
    Optional<String> row = row(entry.get(ROW));
    if (word.equals(TOGETHER)) {
      return together(field).map(parts -> new Phase(parts, row, when)).stream().toList();
    }
    return part(word, field).map(part -> new Phase(List.of(part), row, when)).stream().toList();
  }

  /** Whether this row of the parameters has the phase. */
  private boolean wanted(Item.Field field) {
    if (field == null) {
      return true;
    }
    String text = shapes.text(IF, field, parameters);
    if (!text.equals("true") && !text.equals("false")) {
      shapes.problem(
          field.line(), "if must come to true or false, as ${servers > 1} does, not '" + text + "'");
    }
    return text.equals("true");
  }

  private static Phase with(Phase phase, List<Condition> more) {
    List<Condition> all = new ArrayList<>(more);
    all.addAll(phase.when());
    return new Phase(phase.parts(), phase.row(), all);
  }

  private Optional<String> row(Item.Field field) {
    Optional<String> row =
        Optional.of(shapes.text(ROW, field, parameters)).filter(text -> !text.isEmpty());
    row.filter(name -> !rows.add(name))
        .ifPresent(
            name ->
                shapes.problem(
                    field.line(),
                    "row '%s' is named twice; where a phase is repeated, put ${%s} into it"
                        .formatted(name, Row.TURN)));
    return row;
  }

  private List<Condition> conditions(Item.Field field, List<Phase> earlier) {
    Set<String> names =
        earlier.stream()
            .flatMap(phase -> phase.parts().stream())
            .map(Part::name)
            .collect(Collectors.toCollection(TreeSet::new));
    List<Condition> all = new ArrayList<>();
    shapes
        .fields(WHEN, field)
        .forEach(
            (part, value) -> {
              if (!names.contains(part)) {
                shapes.problem(
                    value.line(),
                    "when: no earlier phase is called %s%s"
                        .formatted(part, Nearest.hint(part, names)));
              }
              all.add(new Condition(part, verdicts(part, value)));
            });
    return all;
  }

  private List<Verdict> verdicts(String part, Item.Field field) {
    List<Item> items =
        field.value() instanceof Item.Items several ? several.all() : List.of(field.value());
    List<String> known = Condition.OF_PARTS.stream().map(Verdict::name).toList();
    List<Verdict> verdicts = new ArrayList<>();
    for (Item each : items) {
      String word =
          shapes
              .text(part, new Item.Field(each.line(), each), parameters)
              .toUpperCase(Locale.ROOT);
      if (known.contains(word)) {
        verdicts.add(Verdict.valueOf(word));
      } else {
        shapes.problem(
            each.line(),
            "when: %s comes to one of %s, not '%s'%s"
                .formatted(part, String.join(", ", known), word, Nearest.hint(word, known)));
      }
    }
    return verdicts;
  }

  private Optional<List<Part>> together(Item.Field field) {
    List<Part> parts = new ArrayList<>();
    if (field.value() instanceof Item.Items items) {
      for (Item each : items.all()) {
        member(each).ifPresent(parts::add);
      }
    }
    if (parts.isEmpty()) {
      shapes.problem(field.line(), "together must have a list of phases below it");
      return Optional.empty();
    }
    for (Part part : parts) {
      if (!part.activity().besideOthers()) {
        shapes.problem(field.line(), part.activity().name() + " needs a phase of its own");
      }
    }
    return Optional.of(parts);
  }

  private Optional<Part> member(Item item) {
    Map<String, Item.Field> entry = entry(item);
    if (entry.size() != 1) {
      shapes.problem(
          item.line(),
          "a part is one word, with its settings below it, not " + entry.keySet());
      return Optional.empty();
    }
    String word = entry.keySet().iterator().next();
    return part(word, entry.get(word));
  }

  /** A word alone is a key without a value. */
  private Map<String, Item.Field> entry(Item item) {
    return item instanceof Item.Text word
        ? Map.of(word.text(), new Item.Field(word.line(), new Item.Nothing(word.line())))
        : shapes.fields("a phase", new Item.Field(item.line(), item));
  }

  private Optional<Part> part(String word, Item.Field field) {
    Optional<Activity> activity = activities.of(word);
    if (activity.isEmpty()) {
      List<String> words = activities.all().stream().map(Activity::name).toList();
      shapes.problem(
          field.line(),
          "there is no phase '%s'%s; phases are %s"
              .formatted(word, Nearest.hint(word, words), activities.words()));
    }
    return activity.map(
        known -> new Part(name(known), known, new Layer(entries(word, "", field), true)));
  }

  /** The word for the first of its kind, then {@code walk-2} and so on. */
  private String name(Activity activity) {
    int nth = seen.merge(activity.name(), 1, Integer::sum);
    return nth == 1 ? activity.name() : activity.name() + "-" + nth;
  }
}
