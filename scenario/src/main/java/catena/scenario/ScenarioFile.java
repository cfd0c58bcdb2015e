// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.budget.Measure;
import catena.records.settings.Layer;
import catena.records.verdict.Verdict;
import catena.records.words.Document;
import catena.records.words.Item;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import catena.report.Reports;
import catena.scenario.cluster.Clusters;
import catena.scenario.language.Shapes;
import catena.scenario.language.SweepRow;
import catena.scenario.language.SweepRows;
import com.google.common.collect.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds scenarios and reads them: YAML files, each with a name, settings and phases.
 *
 * @param shapes of the file as one row of its parameters has it
 */
record ScenarioFile(Activities activities, Shapes shapes, PhaseReader reader) {
  private static final String ENDING = ".yaml";

  private static final List<String> EXPECTED =
      List.of(
          "name",
          "about",
          "experiment",
          "expect",
          "parameters",
          "sweep",
          "repeat",
          "cluster",
          "settings",
          "budgets",
          "marks",
          PhaseReader.PHASES);

  /**
   * A scenario as one row of a sweep has it.
   *
   * @param row the only one where the file sweeps nothing
   * @param cluster that the run starts for itself if none is named
   */
  record Planned(SweepRow row, Scenario scenario, ClusterSpec cluster) {}

  /**
   * The file that a word names: a path, or the name of a scenario that is shipped.
   *
   * @throws UsageException if there is no such file, naming those that are shipped
   */
  static Path find(String word) {
    Optional<Path> file = shipped().map(directory -> directory.resolve(word + ENDING));
    return Stream.concat(Stream.of(Path.of(word)), file.stream())
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "There is no scenario file %s%s (bin/catena run --list prints those that are shipped)"
                        .formatted(word, Nearest.hint(word, shippedNames()))));
  }

  private static Optional<Path> shipped() {
    return Optional.ofNullable(System.getProperty("catena.home"))
        .map(home -> Path.of(home, "conf", "scenarios"))
        .filter(Files::isDirectory);
  }

  /** The names of those that are shipped, such as {@code quick} and {@code paper/6-3}, in order. */
  static List<String> shippedNames() {
    List<String> names = new ArrayList<>();
    shipped().ifPresent(directory -> names.addAll(names(directory)));
    // Those at the top come first.
    names.sort(
        Comparator.comparing((String name) -> name.contains("/"))
            .thenComparing(ScenarioFile::padded));
    return names;
  }

  /** The name with its numbers padded, so that they sort by their size. */
  private static String padded(String name) {
    return Pattern.compile("\\d+")
        .matcher(name)
        .replaceAll(number -> "%6s".formatted(number.group()));
  }

  private static List<String> names(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .map(file -> directory.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.endsWith(ENDING))
          .map(file -> file.substring(0, file.length() - ENDING.length()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(directory + " cannot be listed", e);
    }
  }

  /**
   * Reads one.
   *
   * @param parameters {@code name=value} of the command line
   * @param seed of what is drawn; asked for only if something is
   * @return the scenario of each row, at least one
   * @throws UsageException with all that is wrong with it
   */
  static List<Planned> read(
      Activities activities, Path file, List<String> parameters, LongSupplier seed) {
    try {
      return parse(activities, file, Files.readString(file), parameters, seed);
    } catch (IOException e) {
      throw new UsageException("The scenario " + file + " cannot be read: " + e);
    }
  }

  /** The same from the text of the file. */
  static List<Planned> parse(
      Activities activities, Path file, String text, List<String> parameters, LongSupplier seed) {
    Problems problems = new Problems();
    String where = file.toString();
    Item root = Document.read(where, text);
    Map<String, Item.Field> top =
        new Shapes(where, problems, Map.of()).fields("the file", new Item.Field(root.line(), root));
    problems.throwIfAny();
    List<Planned> rows = new ArrayList<>();
    for (SweepRow row : SweepRows.of(where, top, parameters, seed)) {
      Shapes shapes = new Shapes(where, problems, new LinkedHashMap<>(row.parameters()));
      ScenarioFile its = new ScenarioFile(activities, shapes, new PhaseReader(activities, shapes));
      rows.add(new Planned(row, its.scenario(top), its.cluster(top.get("cluster"))));
    }
    problems.throwIfAny();
    return rows;
  }

  /** The scenario, which is discarded if there are problems. */
  private Scenario scenario(Map<String, Item.Field> top) {
    top.forEach((key, field) -> expect(key, field.line(), EXPECTED));
    String name = text("name", top);
    if (!name.matches("[a-z0-9][a-z0-9-]*")) {
      shapes.problem(
          line(top.get("name")),
          "name must be a word of lower-case letters, digits and dashes, not '" + name + "'");
    }
    Item.Field listed = top.get(PhaseReader.PHASES);
    List<Phase> phases = reader.phases(shapes.items(PhaseReader.PHASES, listed), List.of());
    if (phases.isEmpty()) {
      shapes.problem(line(listed), "phases must list at least one of " + activities.words());
    }
    checkVerified(phases);
    List<Layer.Entry> settings =
        new ArrayList<>(reader.entries("settings", "", top.get("settings")));
    settings.addAll(reader.entries("budgets", Measure.PREFIX, top.get("budgets")));
    settings.addAll(reader.entries("marks", Measure.MARK_PREFIX, top.get("marks")));
    String about = text("about", top);
    return new Scenario(
        name,
        about.isEmpty() ? name : about,
        experiment(top),
        expected(top),
        new Layer(settings, true),
        phases);
  }

  private Optional<String> experiment(Map<String, Item.Field> top) {
    String name = text("experiment", top);
    List<String> known = Reports.experiments();
    if (!name.isEmpty() && !known.contains(name)) {
      shapes.problem(
          line(top.get("experiment")),
          "there is no experiment '%s'%s; there are %s"
              .formatted(name, Nearest.hint(name, known), String.join(", ", known)));
    }
    return Optional.of(name).filter(word -> !word.isEmpty());
  }

  /** The verdict that a run of it should have, if it says so. */
  private Optional<Verdict> expected(Map<String, Item.Field> top) {
    String word = text("expect", top);
    Optional<Verdict> expected =
        Arrays.stream(Verdict.values()).filter(each -> each.name().equals(word)).findFirst();
    if (!word.isEmpty() && expected.isEmpty()) {
      shapes.problem(
          line(top.get("expect")),
          "expect is one of %s, not '%s'".formatted(Arrays.asList(Verdict.values()), word));
    }
    return expected;
  }

  private static int line(Item.Field field) {
    return field == null ? 1 : field.line();
  }

  private String text(String key, Map<String, Item.Field> top) {
    return shapes.text(key, top.get(key));
  }

  private void expect(String key, int line, List<String> expected) {
    if (!expected.contains(key)) {
      shapes.problem(
          line,
          "%s is not expected here%s; write some of %s"
              .formatted(key, Nearest.hint(key, expected), String.join(", ", expected)));
    }
  }

  /** The cluster that a run starts for itself if none is named. */
  private ClusterSpec cluster(Item.Field field) {
    Map<String, String> words = new LinkedHashMap<>();
    shapes
        .fields("cluster", field)
        .forEach((word, value) -> words.put(word, shapes.text(word, value)));
    String where = shapes.file() + (field == null ? "" : " line " + field.line());
    return Clusters.spec(where, words, shapes.problems());
  }

  /**
   * A part that deletes the table would delete what the ledgers promise and no part has verified;
   * and what is done to the table after the last verification can never be a PASS.
   */
  private void checkVerified(List<Phase> phases) {
    List<Part> changing = new ArrayList<>(); // since the last verification
    boolean written = false;
    boolean verified = false;
    for (Phase phase : phases) {
      boolean any = written;
      Optional<Part> last = Streams.findLast(changing.stream()).filter(part -> any);
      phase.parts().stream()
          .filter(part -> part.activity().description().is(Trait.DELETES_TABLE))
          .forEach(part -> checkDeleting(part, last, any && phase.parts().size() > 1));
      for (Part part : phase.parts()) {
        Effect effect = part.activity().description().effect();
        written |= effect == Effect.WRITES;
        if (effect == Effect.VERIFIES) {
          verified = true;
          changing.clear();
        } else if (effect.changes()) {
          changing.add(part);
        }
      }
    }
    for (Part part : verified ? changing : List.<Part>of()) {
      shapes
          .problems()
          .add(
              "%s: %s comes after the last verify: add verify after it"
                  .formatted(shapes.file(), part.name()));
    }
  }

  private void checkDeleting(Part part, Optional<Part> unverified, boolean amongOthers) {
    shapes
        .problems()
        .unless(
            unverified.isEmpty(),
            "%s: %s comes after %s, which it would delete unverified: put verify between them, or sweep a parameter, which makes each row a separate run"
                .formatted(shapes.file(), part.name(), unverified.map(Part::name).orElse("")));
    shapes
        .problems()
        .unless(
            !amongOthers,
            "%s: %s deletes what was written before: put it into a separate phase"
                .formatted(shapes.file(), part.name()));
  }
}
