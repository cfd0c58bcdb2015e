// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Addition;
import catena.records.journal.Event;
import catena.records.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the report says of servers that were added, of a run of which the answers are known. */
class ServersAddedTest {
  private static final long MILLI = 1_000_000;
  private static final long BEGIN = RunFiles.BEGIN;

  @TempDir private Path directory;
  private RunFiles files;

  /**
   * Three minutes with a hundred reads in each interval of ten seconds, of 2 ms but for the first
   * ones, which are cold; after a minute a server comes, and they take 6 ms for 30 s; then 1 ms.
   */
  @BeforeEach
  void write() {
    files = new RunFiles(directory);
    List<RunFiles.Recorded> recorded = new ArrayList<>();
    for (int i = 1; i <= 18; i++) {
      long millis = i == 1 ? 400 : i <= 6 ? 2 : i <= 9 ? 6 : 1;
      List<Long> nanos = LongStream.rangeClosed(1, 100).mapToObj(n -> millis * MILLI).toList();
      recorded.add(new RunFiles.Recorded("read", BEGIN + i * 10_000L, nanos));
    }
    files
        .events(
            "run",
            new Event.RunStarted(BEGIN, "run", "elastic"),
            new Event.PhaseStarted(BEGIN, "run", "ycsb + addservers"),
            new Event.PhaseEnded(BEGIN + 180_000, "run", "ycsb + addservers", "done"),
            new Event.RunEnded(BEGIN + 181_000, "run", Verdict.PASS))
        .latencies("ycsb", recorded)
        .verdict(Verdict.PASS, List.of(), Map.of());
  }

  private void added(Addition... additions) {
    files.text("additions.csv", Addition.text(List.of(additions)));
  }

  private static Addition server(int number, long begun) {
    return Addition.begun(number, "tserver-" + (number + 2), BEGIN + begun);
  }

  private List<String> table(String name) throws Exception {
    return Files.readAllLines(directory.resolve("report/" + name + ".csv"));
  }

  @Test
  void whenItCameAndWhatTheClientsNoticed() throws Exception {
    added(
        server(1, 60_000)
            .at(Optional.of("h3:9997"))
            .registered(BEGIN + 63_500)
            .hosting(BEGIN + 70_000)
            .balanced(BEGIN + 90_000, 8));
    assertThat(files.report()).contains("Servers added", "Latency while servers were added");
    assertThat(table("servers-added").get(1))
        .startsWith("tserver-3,h3:9997,")
        .endsWith("3.5,10,30,8");
    List<String> latency = table("added-latency");
    assertThat(latency.get(0))
        .startsWith("Servers,Operation,p50 before ms,p50 until balanced ms,p50 after ms");
    // 2 ms before, 6 ms until balanced, 1 ms after; ten a second all the time.
    assertThat(latency.get(1))
        .matches(
            "tserver-3,read,2\\.00\\d*,6(\\.\\d+)?,1\\.00\\d*,2\\.00\\d*,6(\\.\\d+)?,"
                + "1\\.00\\d*,6(\\.\\d+)?,30,10,10,10");
  }

  /** What was recorded in ten seconds is not divided by the part of them that is counted. */
  @ParameterizedTest
  @CsvSource({"64000, '10,10'", "66000, '10,10,10'", "74000, '10,10,10'", "77000, '10,10,10'"})
  void ratesAreOfTheTimeInWhichTheOperationsWereRecorded(long balanced, String rates)
      throws Exception {
    added(server(1, 60_000).balanced(BEGIN + balanced, 8));
    files.report();
    assertThat(table("added-latency").get(1)).matches(".*,[\\d.]*," + rates);
  }

  @Test
  void aServerThatWasNotBalancedHasNoAfter() throws Exception {
    added(server(1, 60_000).registered(BEGIN + 63_500));
    files.report();
    assertThat(table("servers-added").get(1)).endsWith("3.5,,,");
    assertThat(table("added-latency").get(0))
        .contains("p50 before", "p50 until balanced")
        .doesNotContain("p50 after", "p99 after", "/s after");
  }

  /** Each ends where the next one begins. */
  @Test
  void serversAddedOneByOneHaveTheirOwnRowsAndThoseAtOnceOne() throws Exception {
    added(
        server(1, 30_000).balanced(BEGIN + 50_000, 4),
        server(2, 30_000).balanced(BEGIN + 60_000, 4),
        server(3, 60_000).balanced(BEGIN + 90_000, 4));
    files.report();
    List<String> rows = table("added-latency");
    assertThat(rows).hasSize(3);
    assertThat(rows.get(1)).startsWith("\"tserver-3, tserver-4\",read,2");
    assertThat(rows.get(2)).startsWith("tserver-5,read,");
  }

  @Test
  void aRunWithoutLatenciesHasTheServersAndNoEmptyTable() throws Exception {
    files.latencies("ycsb", List.of());
    added(server(1, 30_000).balanced(BEGIN + 50_000, 4));
    assertThat(files.report())
        .contains("Servers added")
        .doesNotContain("Latency while servers were added");
    assertThat(directory.resolve("report/servers-added.csv")).exists();
    assertThat(directory.resolve("report/added-latency.csv")).doesNotExist();
  }

  @Test
  void aRunWithoutAdditionsSaysNothingOfThem() throws Exception {
    assertThat(files.report()).doesNotContain("Servers added");
    added();
    assertThat(files.report()).doesNotContain("Servers added");
  }
}
