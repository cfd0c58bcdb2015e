// SPDX-License-Identifier: Apache-2.0
package catena.scenario.language;

import catena.records.words.Document;
import catena.records.words.Item;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rows that the parameters of a scenario make.
 *
 * <p>A parameter has one value, or a list of which each value gives a row; several lists give each
 * combination, the last one changing fastest. {@code sweep} lists values that belong together: a
 * row for each of its entries. {@code repeat} gives each row several times. A value may calculate
 * with what stands before it: the command line, the row of the sweep, the parameters above.
 */
public final class SweepRows {
  /** More rows than this are a mistake. */
  static final int MOST = 1000;

  private static final String NAME = "[a-z][a-z0-9_]*";

  private final String file;
  private final Problems problems;
  private final Shapes shapes;
  private final Map<String, Item.Field> parameters;
  private final List<Map<String, Item.Field>> sweep;
  private final Optional<Item.Field> repeat;

  private SweepRows(
      String file,
      Problems problems,
      Shapes shapes,
      Map<String, Item.Field> parameters,
      List<Map<String, Item.Field>> sweep,
      Optional<Item.Field> repeat) {
    this.file = file;
    this.problems = problems;
    this.shapes = shapes;
    this.parameters = parameters;
    this.sweep = sweep;
    this.repeat = repeat;
  }

  /**
   * The rows of a file.
   *
   * @param file for messages
   * @param top its keys, of which {@code parameters}, {@code sweep} and {@code repeat} are read
   * @param given {@code name=value} texts of the command line, each of a parameter of the file
   * @throws UsageException with all that is wrong with them
   */
  public static List<SweepRow> of(String file, Map<String, Item.Field> top, List<String> given) {
    Problems problems = new Problems();
    Shapes shapes = new Shapes(file, problems);
    SweepRows rows =
        new SweepRows(
            file,
            problems,
            shapes,
            new LinkedHashMap<>(shapes.fields("parameters", top.get("parameters"))),
            new ArrayList<>(sweep(shapes, top.get("sweep"))),
            Optional.ofNullable(top.get("repeat")));
    rows.checkNames();
    given.forEach(rows::take);
    problems.throwIfAny();
    List<SweepRow> all = rows.all();
    problems.throwIfAny();
    return all;
  }

  private static List<Map<String, Item.Field>> sweep(Shapes shapes, Item.Field field) {
    List<Map<String, Item.Field>> rows = new ArrayList<>();
    for (Item each : shapes.items("sweep", field)) {
      rows.add(shapes.fields("an entry of sweep", new Item.Field(each.line(), each)));
    }
    return rows;
  }

  private void checkNames() {
    parameters.forEach((name, field) -> checkName(name, field.line()));
    for (Map<String, Item.Field> row : sweep) {
      row.forEach((name, field) -> checkName(name, field.line()));
      Set<String> first = sweep.get(0).keySet();
      row.values().stream()
          .findFirst()
          .ifPresent(
              any ->
                  problems.unless(
                      row.keySet().equals(first),
                      shapes.at(any.line())
                          + "each entry of sweep names the same parameters, "
                          + String.join(", ", first)
                          + ", and this one names "
                          + String.join(", ", row.keySet())));
    }
    for (String name : swept()) {
      problems.unless(
          !parameters.containsKey(name),
          file + ": " + name + " is a parameter and in sweep; leave out one");
    }
  }

  private void checkName(String name, int line) {
    problems.unless(
        name.matches(NAME),
        shapes.at(line)
            + "a parameter is a word of lower-case letters, digits and _, not '"
            + name
            + "'");
    problems.unless(
        !SweepRow.OWN.contains(name),
        shapes.at(line) + name + " counts by itself; name the parameter otherwise");
  }

  private Set<String> swept() {
    return sweep.isEmpty() ? Set.of() : sweep.get(0).keySet();
  }

  /** A parameter of the command line: of a swept one it chooses the rows. */
  private void take(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      problems.add("--set " + assignment + ": write it as name=value, or name=[value, value]");
      return;
    }
    String name = assignment.substring(0, equals).strip();
    String text = assignment.substring(equals + 1).strip();
    Item value =
        text.startsWith("[") ? Document.read("--set " + name, text) : new Item.Text(text, 1);
    if (swept().contains(name)) {
      choose(name, value);
    } else if (parameters.containsKey(name)) {
      parameters.put(name, new Item.Field(parameters.get(name).line(), value));
    } else {
      Set<String> known = new LinkedHashSet<>(parameters.keySet());
      known.addAll(swept());
      problems.add(
          known.isEmpty()
              ? "--set %s: %s has no parameters".formatted(name, file)
              : "--set %s: there is no parameter %s%s; %s has %s"
                  .formatted(
                      name, name, Nearest.hint(name, known), file, String.join(", ", known)));
    }
  }

  private void choose(String name, Item value) {
    List<String> wanted = texts(value).orElse(List.of());
    List<String> there = sweep.stream().map(row -> written(row.get(name))).toList();
    for (String each : wanted) {
      problems.unless(
          there.contains(each),
          "--set %s=%s: no entry of sweep has it; they have %s"
              .formatted(name, each, String.join(", ", new LinkedHashSet<>(there))));
    }
    problems.unless(!wanted.isEmpty(), "--set " + name + ": give a value of an entry of sweep");
    sweep.removeIf(row -> !wanted.contains(written(row.get(name))));
  }

  private static String written(Item.Field field) {
    return field != null && field.value() instanceof Item.Text text ? text.text() : "";
  }

  /** One text or several; empty where it is neither. */
  private static Optional<List<String>> texts(Item value) {
    if (value instanceof Item.Text one) {
      return Optional.of(List.of(one.text()));
    } else if (value instanceof Item.Nothing) {
      return Optional.of(List.of(""));
    } else if (value instanceof Item.Items several
        && !several.all().isEmpty()
        && several.all().stream().allMatch(Item.Text.class::isInstance)) {
      return Optional.of(several.all().stream().map(each -> ((Item.Text) each).text()).toList());
    }
    return Optional.empty();
  }

  private List<SweepRow> all() {
    List<Map<String, String>> chosen = new ArrayList<>(List.of(Map.of()));
    Set<String> varying = new LinkedHashSet<>();
    if (!sweep.isEmpty()) {
      chosen = sweep.stream().map(this::entry).toList();
      varying.addAll(telling());
    }
    for (Map.Entry<String, Item.Field> each : parameters.entrySet()) {
      List<String> values = texts(each.getValue().value()).orElse(List.of());
      problems.unless(
          !values.isEmpty(),
          shapes.at(each.getValue().line())
              + each.getKey()
              + " must be a value or a list of values");
      if (values.size() > 1) {
        varying.add(each.getKey());
      }
      chosen = combined(chosen, each.getKey(), values);
    }
    problems.throwIfAny();
    return numbered(chosen, varying);
  }

  /** The first parameters of the sweep's entries that tell each from the others. */
  private Set<String> telling() {
    Set<String> names = new LinkedHashSet<>();
    for (String name : swept()) {
      long apart = sweep.stream().map(row -> written(row.get(name))).distinct().count();
      if (sweep.size() > 1 && apart == sweep.size()) {
        return Set.of(name);
      }
      if (apart > 1) {
        names.add(name);
      }
    }
    return names;
  }

  private Map<String, String> entry(Map<String, Item.Field> row) {
    Map<String, String> texts = new LinkedHashMap<>();
    row.forEach(
        (name, field) -> {
          List<String> one = texts(field.value()).orElse(List.of());
          problems.unless(one.size() == 1, shapes.at(field.line()) + name + " must have one value");
          texts.put(name, one.isEmpty() ? "" : one.get(0));
        });
    return texts;
  }

  private List<Map<String, String>> combined(
      List<Map<String, String>> rows, String name, List<String> values) {
    List<Map<String, String>> all = new ArrayList<>();
    for (Map<String, String> row : rows) {
      for (String value : values) {
        Map<String, String> longer = new LinkedHashMap<>(row);
        longer.put(name, value);
        all.add(longer);
      }
    }
    if (all.size() > MOST) {
      throw new UsageException(
          "%s: the lists of parameters make more than %d rows".formatted(file, MOST));
    }
    return all;
  }

  private List<SweepRow> numbered(List<Map<String, String>> chosen, Set<String> varying) {
    List<SweepRow> rows = new ArrayList<>();
    for (Map<String, String> texts : chosen) {
      Map<String, String> values = worked(texts);
      int times = times(values);
      for (int i = 1; i <= times; i++) {
        Map<String, String> own = new LinkedHashMap<>(values);
        own.put(SweepRow.ROW, Integer.toString(rows.size() + 1));
        own.put(SweepRow.REPETITION, Integer.toString(i));
        rows.add(new SweepRow(rows.size() + 1, label(own, varying, times > 1), own));
      }
    }
    if (rows.size() > MOST) {
      throw new UsageException("%s: repeat makes more than %d rows".formatted(file, MOST));
    }
    return rows;
  }

  private static String label(Map<String, String> values, Set<String> varying, boolean repeated) {
    List<String> words = new ArrayList<>();
    varying.forEach(name -> words.add(name + "=" + values.get(name)));
    if (repeated) {
      words.add(SweepRow.REPETITION + " " + values.get(SweepRow.REPETITION));
    }
    return String.join(", ", words);
  }

  /** Each value worked out with those before it. */
  private Map<String, String> worked(Map<String, String> texts) {
    Map<String, String> values = new LinkedHashMap<>();
    texts.forEach(
        (name, text) -> {
          try {
            values.put(name, Expressions.resolve(text, values));
          } catch (IllegalArgumentException e) {
            values.put(name, text);
            Item.Field field = parameters.get(name);
            problems.add(
                (field == null ? file + ": " : shapes.at(field.line()))
                    + name
                    + ": "
                    + e.getMessage());
          }
        });
    return values;
  }

  private int times(Map<String, String> values) {
    if (repeat.isEmpty()) {
      return 1;
    }
    return shapes.times("repeat", repeat.get(), values, MOST);
  }
}
