// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All that a report says of a run, as it was when people last agreed that it is right: each line of
 * the text, and of each table its columns, its first and last row and the sums of its numbers.
 *
 * <p>That the figures are those of the run's files is what {@code bench/recompute} shows. Here a
 * change of a word, a rounding, an order or a row is seen, whoever makes it. What is written now is
 * in {@code target/whole-report.txt}: if it is meant, it takes the place of the resource.
 */
class WholeReportTest {
  private static final long SEED = 3;
  private static final long SECONDS = 300;

  @TempDir private Path directory;

  @Test
  void theReportOfARunWithFaultsIsAsItWas() throws Exception {
    Path run = Files.createDirectory(directory.resolve("run"));
    RunFiles files = new RunFiles(run);
    new SyntheticRun(files, SEED, SECONDS, 10, 1).write();
    files.report();

    List<String> written = new ArrayList<>();
    written.addAll(text(run.resolve("report.txt")));
    written.addAll(text(run.resolve("junit.xml")));
    for (Path table : tables(run)) {
      written.addAll(table(table));
    }
    Files.createDirectories(Path.of("target"));
    Files.write(Path.of("target/whole-report.txt"), written);

    try (var agreed = WholeReportTest.class.getResourceAsStream("whole-report.txt")) {
      assertThat(written)
          .isEqualTo(new String(agreed.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
  }

  /** A file's lines; where it stands is another place each time. */
  private List<String> text(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of("", "## " + file.getFileName()));
    String name = directory.getFileName().toString();
    Files.readAllLines(file)
        .forEach(line -> lines.add(line.replace(directory.toString(), "RUN").replace(name, "RUN")));
    return lines;
  }

  private static List<Path> tables(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run.resolve("report"))) {
      return files.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    }
  }

  private static List<String> table(Path file) throws IOException {
    try (CSVParser parser = CSVFormat.RFC4180.parse(Files.newBufferedReader(file))) {
      List<CSVRecord> rows = parser.getRecords();
      CSVRecord header = rows.get(0);
      List<String> lines = new ArrayList<>(List.of("", "## " + file.getFileName()));
      lines.add(rows.size() - 1 + " rows");
      lines.add(String.join(" | ", header));
      if (rows.size() > 1) {
        lines.add(String.join(" | ", rows.get(1)));
        lines.add(String.join(" | ", rows.get(rows.size() - 1)));
        for (int column = 0; column < header.size(); column++) {
          sum(rows, column).ifPresent(lines::add);
        }
      }
      return lines;
    }
  }

  /** Of the numbers in a column, each by the place of its row; empty where it has none. */
  private static Optional<String> sum(List<CSVRecord> rows, int column) {
    double sum = 0;
    int numbers = 0;
    for (int row = 1; row < rows.size(); row++) {
      try {
        sum += row * Double.parseDouble(rows.get(row).get(column));
        numbers++;
      } catch (NumberFormatException e) {
        // a word, of which the first and the last are shown
      }
    }
    return numbers == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "  %s: %d numbers, %.6g", rows.get(0).get(column), numbers, sum));
  }
}
