// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.verdict.Verdict;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The highest rate is the same in the tile, the table of phases, the plot and the file. */
class OneGridTest {
  private static final long BEGIN = RunFiles.BEGIN + 3_326;
  private static final int SECONDS = 1_000;

  @TempDir private Path directory;

  /** A run of which neither begin nor phase nor first window is on a multiple of ten seconds. */
  private String page() throws IOException {
    Random random = new Random(9);
    List<Event> writes = new ArrayList<>();
    List<Event> reads = new ArrayList<>();
    String writer = ClientName.writer("ingest", 0);
    String reader = ClientName.reader("walk", 0);
    long ingest = BEGIN + 4_555;
    writes.add(new Event.ClientStarted(ingest, writer, "ingest"));
    reads.add(new Event.ClientStarted(ingest + 700, reader, "walk"));
    for (int s = 1; s < SECONDS; s++) {
      long at = ingest + s * 1000L;
      boolean burst = s >= 502 && s < 509;
      long n = (burst ? 90_000L : 9_000L) + random.nextInt(2_000);
      writes.add(
          new Event.Flush(at, writer, 0, 0, s, n, s % 4 * 1_000L, 1_000_000_000, 1_000_000_000));
      if (s % 10 == 0) {
        long rows = (s == 510 ? 95_000L : 9_500L) + random.nextInt(200);
        reads.add(
            new Event.Throughput(
                at + 700, reader, false, 10, rows, rows, rows, 0, 0, 0, List.of()));
      }
    }
    long end = ingest + SECONDS * 1000L;
    writes.add(new Event.ClientStopped(end, writer, "done"));
    reads.add(new Event.ClientStopped(end, reader, "done"));
    RunFiles files =
        new RunFiles(directory)
            .events("ingest", writes)
            .events("walk", reads)
            .events(
                "run",
                new Event.RunStarted(BEGIN, "run", "grid"),
                new Event.PhaseStarted(BEGIN + 2_050, "run", "ingest+walk"),
                new Event.PhaseEnded(end + 10, "run", "ingest+walk", "done"),
                new Event.RunEnded(end + 2_020, "run", Verdict.PASS));
    return files.report();
  }

  private double largestOf(String file, String column) throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve("report/" + file));
    int place = columns(lines.get(0)).indexOf(column);
    assertThat(place).as(lines.get(0)).isNotNegative();
    return lines.stream()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(columns(line).get(place)))
        .max()
        .orElseThrow();
  }

  private static List<String> columns(String line) {
    return Arrays.stream(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
        .map(cell -> cell.replace("\"", ""))
        .toList();
  }

  private static double drawn(String page, String plot, String line) throws IOException {
    Matcher data =
        Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>")
            .matcher(page);
    assertThat(data.find()).isTrue();
    for (JsonNode each : catena.records.run.Json.LINES.readTree(data.group(1)).path("plots")) {
      for (JsonNode one : each.path("lines")) {
        if (each.path("id").asText().equals(plot) && one.path("name").asText().equals(line)) {
          double most = 0;
          for (JsonNode value : one.path("v")) {
            most = Math.max(most, value.asDouble());
          }
          return most;
        }
      }
    }
    throw new AssertionError("no " + line + " in " + plot);
  }

  /** As the page writes it: {@code 75.91 k}, {@code 9,512}. */
  private static String large(double rate) {
    return rate >= 10_000
        ? String.format(java.util.Locale.ROOT, "%.2f k", rate / 1000)
        : String.format(java.util.Locale.ROOT, "%,.0f", rate);
  }

  @Test
  void theHighestRateIsTheSameEverywhere() throws Exception {
    String page = page();
    double ingest = largestOf("ingest-rate.csv", "written /s");
    double walk = largestOf("query-rows.csv", "walk, rows /s");

    assertThat(ingest).isGreaterThan(40_000);
    String text = Files.readString(directory.resolve("report.txt"));
    assertThat(text).contains("at most " + large(ingest) + " over 10 s)");
    assertThat(text).contains("at most " + large(walk) + " over 10 s)");
    assertThat(drawn(page, "ingest-rate", "written")).isCloseTo(ingest, within(ingest));
    assertThat(drawn(page, "query-rows", "walk, rows")).isCloseTo(walk, within(walk));
    List<String> phases = Files.readAllLines(directory.resolve("report/phases.csv"));
    int maximum = columns(phases.get(0)).indexOf("Maximum /s");
    assertThat(Double.parseDouble(columns(phases.get(1)).get(maximum)))
        .isCloseTo(ingest, within(ingest));
    assertThat(Double.parseDouble(columns(phases.get(2)).get(maximum)))
        .isCloseTo(walk, within(walk));
  }

  /** The page's data has five digits. */
  private static org.assertj.core.data.Offset<Double> within(double number) {
    return org.assertj.core.api.Assertions.within(number * 1e-4);
  }
}
