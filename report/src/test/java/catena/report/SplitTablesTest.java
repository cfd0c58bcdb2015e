// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.GraphSpec;
import catena.records.journal.Event;
import catena.records.run.GraphFile;
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

/** What the report says of a table that split, of a run of which the answers are known. */
class SplitTablesTest {
  private static final long MILLI = 1_000_000;
  private static final long BEGIN = RunFiles.BEGIN;

  @TempDir private Path directory;
  private RunFiles files;

  /** A minute with 100 entries a second; none from second 30 to 32, and 200 in the two after. */
  @BeforeEach
  void write() {
    files = new RunFiles(directory);
    List<Event> flushes = new ArrayList<>();
    flushes.add(new Event.ClientStarted(BEGIN + 1000, "ingest-0", "4 blocks"));
    for (int second = 1; second < 60; second++) {
      long entries = second == 30 || second == 31 ? 0 : second == 32 || second == 33 ? 200 : 100;
      long at = BEGIN + second * 1000L + 1000;
      if (entries > 0) {
        flushes.add(
            new Event.Flush(at, "ingest-0", 0, 0, second, entries, 0, 1000 * MILLI, 1000 * MILLI));
      }
    }
    flushes.add(new Event.ClientStopped(BEGIN + 60_000, "ingest-0", "done"));
    List<RunFiles.Recorded> recorded = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      long millis = i == 4 ? 50 : 2;
      List<Long> nanos = LongStream.rangeClosed(1, 100).mapToObj(n -> millis * MILLI).toList();
      recorded.add(new RunFiles.Recorded("lookup", BEGIN + i * 10_000L, nanos));
    }
    files
        .events(
            "run",
            new Event.RunStarted(BEGIN, "run", "storm"),
            new Event.PhaseStarted(BEGIN, "run", "createtable"),
            new Event.PhaseEnded(BEGIN + 1000, "run", "createtable", "done"),
            new Event.PhaseStarted(BEGIN + 1000, "run", "ingest+walk"),
            new Event.PhaseEnded(BEGIN + 60_000, "run", "ingest+walk", "done"),
            new Event.RunEnded(BEGIN + 61_000, "run", Verdict.PASS))
        .events("ingest", flushes)
        .latencies("walk", recorded)
        .graph(new GraphFile("storm", "2a", "instance", GraphSpec.ofSeed(5)))
        .verdict(Verdict.PASS, List.of(), Map.of());
  }

  private static Event hosted(long millis, String row) {
    return new Event.TabletHosted(
        BEGIN + millis, "tablets", "2a" + row, Optional.of("h:9997"), List.of());
  }

  private List<String> table(String name) throws Exception {
    return Files.readAllLines(directory.resolve("report/" + name + ".csv"));
  }

  @Test
  void eachDoublingHasItsRowWithTheRatesBeforeAndMeanwhile() throws Exception {
    files.events(
        "tablets",
        hosted(500, "<"),
        hosted(30_000, ";8"),
        hosted(31_000, ";4"),
        hosted(32_000, ";c"),
        // Of another table.
        new Event.TabletHosted(BEGIN + 40_000, "tablets", "3;8", Optional.of("h:9997"), List.of()));

    assertThat(files.report()).contains("How the table split", "Latency while the table split");
    assertThat(table("splits"))
        .containsExactly(
            "Tablets,Phase,Begins after s,Took s,Splits,Splits/min,Writes before /s,"
                + "Writes meanwhile /s,Writes lowest /s",
            "1 to 2,ingest+walk,30,0,1,,100,0,0",
            "2 to 4,ingest+walk,31,1,2,120,,0,0");
    assertThat(table("split-latency"))
        .containsExactly(
            "Operation,Intervals with splits,Others,p50 with ms,p50 others ms,p99 with ms,"
                + "p99 others ms,max with ms,max others ms",
            "lookup,1,5,50.003967,2.000895,50.003967,2.000895,50.003967,2.000895");
  }

  @Test
  void aTableThatWasSplitWhenItWasMadeSaysNothing() throws Exception {
    files.events(
        "tablets", hosted(200, "<"), hosted(1500, ";4"), hosted(1500, ";8"), hosted(1500, ";c"));
    assertThat(files.report()).doesNotContain("How the table split");
  }

  @Test
  void aTableThatDoesNotSplitSaysNothing() throws Exception {
    files.events("tablets", hosted(500, "<"));
    assertThat(files.report()).doesNotContain("How the table split");
  }
}
