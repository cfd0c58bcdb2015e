// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.harness.engine.Scenario;
import catena.records.words.Document;
import catena.records.words.Item;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import catena.scenario.language.Shapes;
import catena.scenario.language.SweepRow;
import catena.scenario.language.SweepRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds scenarios and reads them: YAML files, each with a name, settings and phases. */
final class ScenarioFile {
  private static final String ENDING = ".yaml";

  /**
   * A scenario as one row of a sweep has it.
   *
   * @param row the only one where the file sweeps nothing
   * @param cluster what the run starts for itself when it is given no cluster
   */
  record Planned(SweepRow row, Scenario scenario, ClusterSpec cluster) {}

  private ScenarioFile() {}

  /**
   * The file that is meant by a word: a path, or the name of a scenario that is shipped.
   *
   * @throws UsageException if there is no such file, naming those that are shipped
   */
  static Path find(String word) {
    List<Path> candidates = new ArrayList<>(List.of(Path.of(word)));
    shipped().ifPresent(directory -> candidates.add(directory.resolve(word + ENDING)));
    return candidates.stream()
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

  /** Numbers in the order of their size. */
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
   * @return the scenario of each row, at least one
   * @throws UsageException with all that is wrong with it
   */
  static List<Planned> read(Activities activities, Path file, List<String> parameters) {
    return read(activities, file, parameters, () -> 0);
  }

  /**
   * The same.
   *
   * @param seed of what is drawn; asked for only if something is
   */
  static List<Planned> read(
      Activities activities, Path file, List<String> parameters, LongSupplier seed) {
    try {
      return parse(activities, file, Files.readString(file), parameters, seed);
    } catch (IOException e) {
      throw new UsageException("The scenario " + file + " cannot be read: " + e);
    }
  }

  /** The first row of a file's text. */
  static Scenario parse(Activities activities, Path file, String text) {
    return parse(activities, file, text, List.of()).get(0).scenario();
  }

  static List<Planned> parse(
      Activities activities, Path file, String text, List<String> parameters) {
    return parse(activities, file, text, parameters, () -> 0);
  }

  static List<Planned> parse(
      Activities activities, Path file, String text, List<String> parameters, LongSupplier seed) {
    Problems problems = new Problems();
    String where = file.toString();
    Item root = Document.read(where, text);
    Map<String, Item.Field> top =
        new Shapes(where, problems).fields("the file", new Item.Field(root.line(), root));
    problems.throwIfAny();
    List<Planned> rows = new ArrayList<>();
    for (SweepRow row : SweepRows.of(where, top, parameters, seed)) {
      ScenarioReader reader = new ScenarioReader(activities, where, row, problems);
      rows.add(new Planned(row, reader.read(top), reader.cluster(top.get("cluster"))));
    }
    problems.throwIfAny();
    return rows;
  }
}
