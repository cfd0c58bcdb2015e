// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.agitator.AgitateActivity;
import catena.harness.activity.Activity;
import catena.harness.activity.Description.Trait;
import catena.harness.engine.Condition;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.journal.ClientName;
import catena.records.settings.Layer;
import catena.records.verdict.Verdict;
import catena.records.words.Item;
import catena.records.words.Nearest;
import catena.scenario.language.Shapes;
import catena.scenario.language.SweepRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads the phases of a scenario: what each does, how often, and under which condition. */
final class PhaseReader {
  static final String PHASES = "phases";

  private static final String TOGETHER = "together";
  private static final String REPEAT = "repeat";
  private static final String WHEN = "when";
  private static final String IF = "if";
  private static final String ROW = "row";

  /** The keys that may be given next to the name of a phase. */
  private static final List<String> MODIFIERS = List.of(REPEAT, IF, WHEN, ROW);

  /** The most turns of a repeated phase; more are a mistake. */
  private static final int MOST_TURNS = 1000;

  private final Activities activities;
  private final Shapes shapes;
  private final Map<String, Integer> seen = new HashMap<>();
  private final Set<String> rows = new TreeSet<>();

  /**
   * A reader for one row.
   *
   * @param shapes whose parameters are those of the row, and the turn of what is repeated
   */
  PhaseReader(Activities activities, Shapes shapes) {
    this.activities = activities;
    this.shapes = shapes;
  }

  /** Settings with the lines on which they stand. */
  List<Layer.Entry> entries(String what, String prefix, Item.Field field) {
    List<Layer.Entry> entries = new ArrayList<>();
    shapes
        .fields(what, field)
        .forEach(
            (key, value) ->
                entries.add(
                    new Layer.Entry(
                        prefix + key,
                        shapes.text(key, value),
                        shapes.file() + " line " + value.line())));
    return entries;
  }

  /** The phases of a list, which come after others. */
  List<Phase> phases(List<Item> items, List<Phase> before) {
    List<Phase> phases = new ArrayList<>();
    for (Item each : items) {
      phases.addAll(phase(each, Stream.concat(before.stream(), phases.stream()).toList()));
    }
    return phases;
  }

  /**
   * A phase: a word, or a key with its settings and what may stand next to it; {@code together}
   * with a list of parts; {@code phases} with a list of phases, to be repeated.
   */
  private List<Phase> phase(Item item, List<Phase> before) {
    Map<String, Item.Field> entry = entry(item);
    Map<String, Item.Field> own = new LinkedHashMap<>(entry);
    own.keySet().removeAll(MODIFIERS);
    if (own.size() != 1) {
      shapes.problem(
          item.line(),
          own.isEmpty()
              ? "a phase is one of " + activities.words() + ", " + TOGETHER + ", " + PHASES
              : "a phase is one word, with its settings below it, not " + own.keySet());
      return List.of();
    }
    int times = entry.containsKey(REPEAT) ? shapes.times(REPEAT, entry.get(REPEAT), MOST_TURNS) : 1;
    Map<String, String> parameters = shapes.parameters();
    String outer = parameters.get(SweepRow.TURN);
    List<Phase> all = new ArrayList<>();
    for (int i = 1; i <= times; i++) {
      if (entry.containsKey(REPEAT)) {
        parameters.put(SweepRow.TURN, Integer.toString(i));
      }
      all.addAll(turn(own, entry, Stream.concat(before.stream(), all.stream()).toList()));
    }
    if (outer == null) {
      parameters.remove(SweepRow.TURN);
    } else {
      parameters.put(SweepRow.TURN, outer);
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
      List<Item> items = shapes.items(PHASES, field);
      if (items.isEmpty()) {
        shapes.problem(field.line(), "phases must have a list of phases below it");
      }
      return phases(items, earlier).stream().map(phase -> with(phase, when)).toList();
    }
    Optional<String> row = row(entry.get(ROW));
    if (word.equals(TOGETHER)) {
      return together(field).map(parts -> new Phase(parts, row, when)).stream().toList();
    }
    return part(word, field).map(part -> new Phase(List.of(part), row, when)).stream().toList();
  }

  /** Whether the phase is part of the run with the parameters of this row. */
  private boolean wanted(Item.Field field) {
    if (field == null) {
      return true;
    }
    String text = shapes.text(IF, field);
    if (!text.equals("true") && !text.equals("false")) {
      shapes.problem(
          field.line(),
          "if must come to true or false, as ${servers > 1} does, not '" + text + "'");
    }
    return text.equals("true");
  }

  private static Phase with(Phase phase, List<Condition> more) {
    List<Condition> all = new ArrayList<>(more);
    all.addAll(phase.when());
    return new Phase(phase.parts(), phase.row(), all);
  }

  private Optional<String> row(Item.Field field) {
    Optional<String> row = Optional.of(shapes.text(ROW, field)).filter(text -> !text.isEmpty());
    row.filter(name -> !rows.add(name))
        .ifPresent(
            name ->
                shapes.problem(
                    field.line(),
                    "row '%s' is named twice; where a phase is repeated, put ${%s} into it"
                        .formatted(name, SweepRow.TURN)));
    return row;
  }

  private List<Condition> conditions(Item.Field field, List<Phase> earlier) {
    List<String> names =
        earlier.stream().flatMap(phase -> phase.parts().stream()).map(Part::name).toList();
    List<Condition> all = new ArrayList<>();
    shapes
        .fields(WHEN, field)
        .forEach(
            (part, value) -> {
              Optional<String> meant = meant(part, names);
              if (meant.isEmpty()) {
                shapes.problem(
                    value.line(),
                    "when: no earlier phase is called %s%s"
                        .formatted(part, Nearest.hint(part, names)));
              }
              all.add(new Condition(meant.orElse(part), verdicts(part, value)));
            });
    return all;
  }

  /**
   * The part that a word means: {@code verify} the latest before, so that it is that of the same
   * turn where phases are repeated; {@code verify-3} the third, and {@code verify-1} the first.
   *
   * @param names of the parts before, in their order
   */
  private static Optional<String> meant(String word, List<String> names) {
    List<String> ofThatKind =
        names.stream().filter(name -> ClientName.activity(name).equals(word)).toList();
    if (!ofThatKind.isEmpty()) {
      return Optional.of(ofThatKind.get(ofThatKind.size() - 1));
    }
    return names.stream()
        .filter(name -> name.equals(word) || (name + "-1").equals(word))
        .findFirst();
  }

  private List<Verdict> verdicts(String part, Item.Field field) {
    List<Item> items =
        field.value() instanceof Item.Items several ? several.all() : List.of(field.value());
    List<String> known = Condition.OF_PARTS.stream().map(Verdict::name).toList();
    List<Verdict> verdicts = new ArrayList<>();
    for (Item each : items) {
      String word = shapes.text(part, new Item.Field(each.line(), each)).toUpperCase(Locale.ROOT);
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
      if (!part.activity().description().is(Trait.BESIDE_OTHERS)) {
        shapes.problem(field.line(), part.activity().name() + " needs a separate phase");
      }
    }
    if (parts.stream().filter(part -> part.activity() instanceof AgitateActivity).count() > 1) {
      shapes.problem(
          field.line(), "together has one agitate at most: put all faults in its policy");
    }
    return Optional.of(parts);
  }

  private Optional<Part> member(Item item) {
    Map<String, Item.Field> entry = entry(item);
    if (entry.size() != 1) {
      shapes.problem(
          item.line(), "a part is one word, with its settings below it, not " + entry.keySet());
      return Optional.empty();
    }
    String word = entry.keySet().iterator().next();
    return part(word, entry.get(word));
  }

  /** The keys of an item; a word alone is a key without a value. */
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

  /** The activity's name for the first of its kind, then {@code walk-2} and so on. */
  private String name(Activity activity) {
    int nth = seen.merge(activity.name(), 1, Integer::sum);
    return ClientName.part(activity.name(), nth);
  }
}
