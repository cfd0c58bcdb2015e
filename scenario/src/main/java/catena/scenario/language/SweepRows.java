// SPDX-License-Identifier: Apache-2.0
package catena.scenario.language;

import catena.harness.client.Seed;
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
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * The rows that the parameters of a scenario make.
 *
 * <p>A parameter has one value, or a list, each value of which gives a row; several lists give each
 * combination, the last one changing fastest. {@code sweep} lists values that belong together: a
 * row for each of its entries. {@code repeat} gives each row several times. A value may calculate
 * with what stands before it: the command line, the row of the sweep, the parameters above; or it
 * is drawn, in each row anew.
 */
public final class SweepRows {
  /** The most rows; more are a mistake. */
  static final int MOST = 1000;

  private static final String NAME = "[a-z][a-z0-9_]*";

  private final String file;
  private final Problems problems = new Problems();
  private final Shapes shapes;
  private final Map<String, Item.Field> parameters;
  private final List<Map<String, Item.Field>> sweep = new ArrayList<>();
  private final Optional<Item.Field> repeat;
  private final LongSupplier seed;

  /** The only row that is wanted; empty for all. */
  private String only = "";

  private SweepRows(String file, Map<String, Item.Field> top, LongSupplier seed) {
    this.file = file;
    this.shapes = new Shapes(file, problems, Map.of());
    this.parameters = new LinkedHashMap<>(shapes.fields("parameters", top.get("parameters")));
    for (Item each : shapes.items("sweep", top.get("sweep"))) {
      sweep.add(shapes.fields("an entry of sweep", new Item.Field(each.line(), each)));
    }
    this.repeat = Optional.ofNullable(top.get("repeat"));
    this.seed = seed;
  }

  /**
   * The rows of a file.
   *
   * @param file for messages
   * @param top its keys; {@code parameters}, {@code sweep} and {@code repeat} are read
   * @param given {@code name=value} texts of the command line, each of a parameter of the file;
   *     {@code row=3} is the third row of all, and no other
   * @param seed of what is drawn; asked for only if something is
   * @throws UsageException with all that is wrong with them
   */
  public static List<SweepRow> of(
      String file, Map<String, Item.Field> top, List<String> given, LongSupplier seed) {
    SweepRows rows = new SweepRows(file, top, seed);
    rows.checkNames();
    given.forEach(rows::take);
    rows.problems.throwIfAny();
    List<SweepRow> all = rows.all();
    rows.problems.throwIfAny();
    return all;
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

  /** Takes a parameter of the command line, which chooses rows if the sweep names it. */
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
    if (name.equals(SweepRow.ROW)) {
      only = text;
    } else if (swept().contains(name)) {
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

  /** The texts of a value: one or several; empty if it is neither. */
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
      varying.addAll(distinguishing());
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

  /** The first parameters of the sweep's entries that distinguish each from the others. */
  private Set<String> distinguishing() {
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
    List<Integer> times = new ArrayList<>();
    for (Map<String, String> texts : chosen) {
      times.add(times(worked(texts, times.size() + 1)));
    }
    int all = times.stream().mapToInt(Integer::intValue).sum();
    if (all > MOST) {
      throw new UsageException("%s: repeat makes more than %d rows".formatted(file, MOST));
    }
    boolean several = all > 1;
    // By turns, so that what changes with the time is in all rows alike.
    for (int i = 1; i <= times.stream().mapToInt(Integer::intValue).max().orElse(0); i++) {
      for (int row = 0; row < chosen.size(); row++) {
        if (i <= times.get(row)) {
          int number = rows.size() + 1;
          rows.add(row(chosen.get(row), number, i, times.get(row) > 1, several, varying));
        }
      }
    }
    if (only.isEmpty()) {
      return rows;
    }
    List<SweepRow> one =
        rows.stream().filter(row -> Integer.toString(row.number()).equals(only)).toList();
    problems.unless(
        !one.isEmpty(), "--set row=%s: %s makes rows 1 to %d".formatted(only, file, rows.size()));
    return one;
  }

  /** One row; drawn values are drawn anew for each row, and distinguish it from others. */
  private SweepRow row(
      Map<String, String> texts,
      int number,
      int repetition,
      boolean repeated,
      boolean several,
      Set<String> varying) {
    Set<String> drawn = new LinkedHashSet<>(texts.keySet());
    drawn.removeIf(name -> !Expressions.isDrawn(texts.get(name)));
    Set<String> telling = new LinkedHashSet<>(varying);
    if (several) {
      telling.addAll(drawn);
    }
    Map<String, String> own = worked(texts, number);
    own.put(SweepRow.ROW, Integer.toString(number));
    own.put(SweepRow.REPETITION, Integer.toString(repetition));
    return new SweepRow(number, label(own, telling, repeated), own, drawn);
  }

  private static String label(Map<String, String> values, Set<String> varying, boolean repeated) {
    List<String> words = new ArrayList<>();
    varying.forEach(name -> words.add(name + "=" + values.get(name)));
    if (repeated) {
      words.add(SweepRow.REPETITION + " " + values.get(SweepRow.REPETITION));
    }
    return String.join(", ", words);
  }

  /** The values, each computed with those before it. */
  private Map<String, String> worked(Map<String, String> texts, int row) {
    Map<String, String> values = new LinkedHashMap<>();
    texts.forEach(
        (name, text) -> {
          try {
            IntUnaryOperator chooser =
                below -> new Seed(seed.getAsLong()).derive(name, row).random().nextInt(below);
            values.put(name, Expressions.resolve(text, values, chooser));
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
    return new Shapes(file, problems, values).times("repeat", repeat.get(), MOST);
  }
}
