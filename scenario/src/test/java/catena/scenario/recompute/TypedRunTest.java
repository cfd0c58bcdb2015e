// SPDX-License-Identifier: Apache-2.0
package catena.scenario.recompute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.run.RunDirectory;
import catena.report.Reports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the report shows of rates, latencies and faults, against numbers that were worked out by
 * hand from CONTRIBUTING.md and docs/agitator.md before the report was made.
 *
 * <p>The run: 450 s, two writers of 500 entries a second each, whose windows take 2 s; three kills
 * of a tserver, each 1 s after a window had begun, that hold these windows up for 12, 8 and 10 s;
 * one reader of 10 operations and 20 rows a second, which tells each 10 s.
 */
class TypedRunTest {
  private static final long T0 = 1_795_000_021_000L;
  private static final int SECONDS = 450;
  private static final int WINDOW = 2;
  private static final int ENTRIES = 1000;

  /** The windows that faults hold up: the second in which they begin, and how long they take. */
  private static final int[][] HELD = {{60, 12}, {200, 8}, {340, 10}};

  @TempDir Path run;

  @BeforeEach
  void write() throws IOException {
    event("run", "RunStarted", 0, ",\"scenario\":\"typed\"");
    event("run", "PhaseStarted", 0, ",\"phase\":\"ingest+walk\"");
    for (String client : List.of("ingest-w0", "ingest-w1", "walk-0")) {
      event(client, "ClientStarted", 0, ",\"what\":\"client\"");
    }
    writer(0);
    writer(1);
    reader();
    latencies();
    fault(
        1,
        61,
        3,
        14.4,
        "\"notice.s\":1.5,\"rehost.s\":6.25,\"first.read.s\":5.0,\"first.flush.s\":11.0");
    fault(
        2,
        201,
        5,
        10.4,
        "\"notice.s\":2.5,\"rehost.s\":8.25,\"first.read.s\":6.0,\"first.flush.s\":7.0");
    fault(
        3,
        341,
        4,
        11.4,
        "\"notice.s\":2.0,\"rehost.s\":7.0,\"first.read.s\":5.5,\"first.flush.s\":9.0");
    for (String client : List.of("ingest-w0", "ingest-w1", "walk-0")) {
      event(client, "ClientStopped", SECONDS, ",\"reason\":\"done\"");
    }
    event("run", "PhaseEnded", SECONDS, ",\"phase\":\"ingest+walk\",\"reason\":\"done\"");
    event("run", "RunEnded", SECONDS, ",\"verdict\":\"PASS\"");
    Clock later = Clock.fixed(Instant.ofEpochMilli(1_800_000_000_000L), ZoneOffset.UTC);
    try (RunDirectory directory = RunDirectory.open(run.toString())) {
      new Reports(later, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(directory), directory);
    }
  }

  private void event(String client, String type, double second, String rest) throws IOException {
    Path file = run.resolve("events/" + client.replaceFirst("-.*", "") + ".jsonl");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        "{\"type\":\"%s\",\"at\":%d,\"client\":\"%s\"%s}\n"
            .formatted(type, T0 + Math.round(second * 1000), client, rest),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** The second window of writer 1 has 300 deletes among its 1,000; its flushes take 1 s less. */
  private void writer(int writer) throws IOException {
    int step = 0;
    for (int from = 0; from < SECONDS; step++) {
      int second = from;
      int took =
          Arrays.stream(HELD)
              .filter(held -> held[0] == second)
              .findFirst()
              .map(held -> held[1])
              .orElse(WINDOW);
      long deletes = writer == 1 && from == WINDOW ? 300 : 0;
      from += took;
      event(
          "ingest-w" + writer,
          "Flush",
          from,
          ",\"writer\":%d,\"block\":0,\"step\":%d,\"entries\":%d,\"deletes\":%d,\"durationNanos\":%d,\"sinceLastNanos\":%d"
              .formatted(
                  writer,
                  step,
                  ENTRIES - deletes,
                  deletes,
                  (took - writer) * 1_000_000_000L,
                  took * 1_000_000_000L));
    }
  }

  /** Of the interval from 150 s on it records what came in each second. */
  private void reader() throws IOException {
    for (int to = 10; to <= SECONDS; to += 10) {
      event(
          "walk-0",
          "Throughput",
          to,
          ",\"writes\":false,\"seconds\":10.0,\"operations\":100,\"rows\":200,\"entries\":200,\"bytes\":18000"
              + (to == 160 ? ",\"counts\":[40,0,20,20,20,20,20,20,20,20]" : ""));
    }
  }

  private void fault(int id, int second, int healed, double whole, String measures)
      throws IOException {
    String of = ",\"id\":" + id;
    event(
        "agitate",
        "FaultStarted",
        second,
        of
            + ",\"fault\":\"kill\",\"targets\":[\"tserver-1@h:9997\"],\"intendedAt\":"
            + (T0 + second * 1000L));
    event("agitate", "FaultDone", second + 0.1, of);
    event("agitate", "FaultProven", second + 0.5, of + ",\"evidence\":\"process 4711 is gone\"");
    event("agitate", "FaultHealed", second + healed, of + ",\"outcome\":\"started again\"");
    event("agitate", "FaultRecovered", second + whole, of + ",\"measures\":{" + measures + "}");
  }

  private void latencies() throws IOException {
    log(
        "ingest",
        LongStream.rangeClosed(1, 100).toArray(),
        LongStream.concat(LongStream.generate(() -> 10).limit(9), LongStream.of(90)).toArray());
    log("ingest.w1", LongStream.generate(() -> 200).limit(100).toArray());
  }

  /** A log of a process whose intervals of 10 s have flushes of so many milliseconds. */
  private void log(String name, long[]... intervals) throws IOException {
    Path log = run.resolve("latency/" + name + ".hlog");
    Files.createDirectories(log.getParent());
    AtomicLong now = new AtomicLong(T0);
    InstantSource clock = () -> Instant.ofEpochMilli(now.get());
    try (LatencyRecorder recorder =
        new LatencyRecorder(
            Files.newOutputStream(log), clock.withZone(ZoneOffset.UTC), Measuring.USUAL_DIGITS)) {
      recorder.operation("flush", true);
      for (long[] millis : intervals) {
        now.addAndGet(10_000);
        for (long each : millis) {
          recorder.operation("flush", true).record(0, 0, each * 1_000_000);
        }
        recorder.writeInterval();
      }
    }
  }

  /** The rows of a file of the report, each by the titles of its columns. */
  private List<CSVRecord> csv(String name) throws IOException {
    CSVFormat titled = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build();
    try (CSVParser parser =
        CSVParser.parse(run.resolve("report/" + name + ".csv"), StandardCharsets.UTF_8, titled)) {
      return parser.getRecords();
    }
  }

  private double cell(String name, int second, String title) throws IOException {
    return csv(name).stream()
        .filter(row -> Double.parseDouble(row.get("seconds")) == second)
        .mapToDouble(row -> Double.parseDouble(row.get(title)))
        .findFirst()
        .orElseThrow();
  }

  private String text() throws IOException {
    return Files.readString(run.resolve("report.txt")).replaceAll("\\s+", " ");
  }

  /**
   * 1,000 a second; while windows are held up, their 2,000 entries over the time that they took.
   */
  @Test
  void whatWasWrittenIsSpreadOverTheTimeSinceTheAcknowledgementBefore() throws IOException {
    List<CSVRecord> rows = csv("ingest-rate");

    assertThat(rows).hasSize(SECONDS);
    for (CSVRecord row : rows) {
      double second = Double.parseDouble(row.get("seconds"));
      double both =
          Arrays.stream(HELD)
              .filter(held -> held[0] <= second && second < held[0] + held[1])
              .mapToDouble(held -> 2.0 * ENTRIES / held[1])
              .findFirst()
              .orElse(ENTRIES);
      double deleted = second == 2 || second == 3 ? 150 : 0;
      assertThat(Double.parseDouble(row.get("written /s"))).isCloseTo(both - deleted, within(1e-6));
      assertThat(Double.parseDouble(row.get("deleted /s"))).isEqualTo(deleted);
      assertThat(Double.parseDouble(row.get("ingest, both /s"))).isCloseTo(both, within(1e-6));
    }
  }

  /** 225 windows of each less the 12 that the held ones stand for, 300 of them deletes. */
  @Test
  void totalsAveragesAndMaximaAreThoseOfThePhase() throws IOException {
    assertThat(text())
        .contains(
            "Entries written: 425,700 (and 300 deleted)",
            "Ingest entries per second: 946 (on average; at most 1,000 over 1 s, reported every 2 s)",
            "Walk rows per second: 20 (on average; at most 40 over 1 s, reported every 10 s)");
    CSVRecord ingest = csv("phases").get(0);
    assertThat(ingest.toList())
        .startsWith("ingest+walk", "ingest entries", "2", "", "", "0", "425400", "450")
        .hasSize(10);
    assertThat(Double.parseDouble(ingest.get("Maximum /s"))).isCloseTo(1000, within(1e-6));
    assertThat(Double.parseDouble(ingest.get("Average /s"))).isCloseTo(946, within(1e-6));
  }

  @Test
  void flushesCountWhenTheyWereAcknowledged() throws IOException {
    assertThat(cell("flush-time", 10, "longest ms")).isEqualTo(2000);
    assertThat(cell("flush-time", 10, "average ms")).isEqualTo(1500);
    assertThat(cell("flush-time", 72, "longest ms")).isEqualTo(12_000);
    assertThat(cell("flush-time", 72, "average ms")).isEqualTo(11_500);
  }

  /** 200 rows as the counts say, and 100 operations in the same proportion. */
  @Test
  void whatReadersReadIsSpreadByTheirCounts() throws IOException {
    assertThat(cell("query-rows", 149, "walk, rows /s")).isEqualTo(20);
    assertThat(cell("query-rows", 150, "walk, rows /s")).isEqualTo(40);
    assertThat(cell("query-rows", 151, "walk, rows /s")).isZero();
    assertThat(cell("query-rate", 149, "walk, operations /s")).isEqualTo(10);
    assertThat(cell("query-rate", 150, "walk, operations /s")).isEqualTo(20);
    assertThat(cell("query-rate", 151, "walk, operations /s")).isZero();
    assertThat(cell("query-rate", 152, "walk, operations /s")).isEqualTo(10);
  }

  /**
   * Of 1 to 100 ms and 100 times 200 ms the 100th is 100 ms; of 9 times 10 ms and 90 ms the 9th 10.
   */
  @Test
  void percentilesAreOfAllProcessesTogether() throws IOException {
    String[] titles = {"p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "largest ms"};
    double[][] expected = {{100, 200, 200, 200, 200}, {10, 10, 90, 90, 90}};
    for (int stretch = 0; stretch < expected.length; stretch++) {
      for (int i = 0; i < titles.length; i++) {
        double right = expected[stretch][i];
        // Of values that the histogram does not tell apart the highest: 0.1 % above at most.
        assertThat(cell("latency-flush", 10 * stretch, titles[i]))
            .as(titles[i])
            .isBetween(right, right * 1.001);
      }
    }
    // Of all 210 the 105th is 95 ms: 9 are below 10, 10 are 10, 79 below 90, 2 are 90, 91 to 95.
    // All of them are 5,050 + 20,000 + 90 + 90 ms.
    assertThat(text())
        .contains("flush: number 210; average 120.1 ms; p50 95.03 ms; p90 200.0 ms; p95 200.0 ms;");
  }

  /** Tenths of a power of ten: 80 to 99 ms are one, 100 ms (recorded as a little more) the next. */
  @Test
  void distributionsCountByTenthsOfAPowerOfTen() throws IOException {
    List<CSVRecord> first =
        csv("heat-flush").stream().filter(row -> row.get("time").endsWith(":07:01Z")).toList();
    assertThat(first)
        .filteredOn(row -> Double.parseDouble(row.get("from ms")) > 79)
        .extracting(row -> row.get("n"))
        .containsExactly("20", "1", "100");
    assertThat(first.stream().mapToInt(row -> Integer.parseInt(row.get("n"))).sum()).isEqualTo(200);
    assertThat(
            csv("histogram-flush").stream()
                .filter(row -> row.get("curve").endsWith("intended start"))
                .mapToDouble(row -> Double.parseDouble(row.get("ratio")))
                .sum())
        .isCloseTo(1, within(1e-9));
  }

  /** Medians, with the largest: of 1.5, 2.5, 2; of 6.25, 8.25, 7; of 5, 6, 5.5; of 11, 7, 9. */
  @Test
  void recoveryIsTheMedianOfThreeFaults() throws IOException {
    CSVRecord kills = csv("recovery").get(0);

    assertThat(kills.get("Fault")).isEqualTo("kill tserver");
    assertThat(List.of(kills.get("Proven"), kills.get("Recovered"), kills.get("Doubted")))
        .containsExactly("3", "3", "0");
    assertThat(kills.get("Notice s")).isEqualTo("2");
    assertThat(kills.get("Notice, in words")).isEqualTo("2 s (2.50 s, n 3)");
    assertThat(kills.get("Rehost, in words")).isEqualTo("7 s (8.25 s, n 3)");
    assertThat(kills.get("First read, in words")).isEqualTo("5.50 s (6 s, n 3)");
    assertThat(kills.get("First flush, in words")).isEqualTo("9 s (11 s, n 3)");
    assertThat(kills.get("Healed after, in words")).isEqualTo("4 s (5 s, n 3)");
    assertThat(kills.get("Whole, in words")).isEqualTo("11.40 s (14.40 s, n 3)");
  }

  /**
   * Windows of 2 s that take 12 bring a sixth, those that take 8 a quarter, 10 a fifth. They are
   * low from the second of the fault on, which is the one after their begin. Readers are not held
   * up: they tell each 10 s, so that no more is known than that none was silent for 20 s.
   */
  @Test
  void dipsAreWhatIsMissingOfWhatIsUsual() throws IOException {
    String[][] expected = {{"0.83", "11", "12"}, {"0.75", "7", "8"}, {"0.8", "9", "10"}};
    List<CSVRecord> costs = csv("costs");
    assertThat(costs).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      CSVRecord cost = costs.get(i);
      assertThat(
              List.of(
                  cost.get("Ingest dip ratio").replaceFirst("(\\.\\d\\d)\\d*", "$1"),
                  cost.get("Ingest low for s"),
                  cost.get("None acknowledged for s")))
          .containsExactly(expected[i]);
      assertThat(List.of(cost.get("Query dip, in words"), cost.get("None read for, in words")))
          .containsExactly("none", "< 20 s");
    }
  }

  /**
   * Quiet are the seconds 10 to 60, 106 to 200, 242 to 340 and 383 to 449: 51 + 95 + 99 + 67. Low
   * of them are those in which the three windows began.
   */
  @Test
  void whatIsUsualIsTakenFromTheQuietSeconds() throws IOException {
    assertThat(text())
        .contains(
            "usual are 1,000 entries/s, over 1 s, from 312 quiet seconds of which 0.96 % were low",
            "usual are 20 rows/s, over 1 s, from 312 quiet seconds");
  }
}
