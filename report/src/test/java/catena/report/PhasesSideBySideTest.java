// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.report.history.PhaseFigures;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.page.Table;
import catena.report.table.SideBySide;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhasesSideBySideTest {
  private static final long BEGIN = RunFiles.BEGIN;

  @TempDir private Path directory;

  private static Event.Throughput done(String client, long second, double cpu) {
    return new Event.Throughput(
        BEGIN + second * 1000, client, false, 10, 100, 100, 100, 1000, cpu, 0, List.of());
  }

  private static RunFiles.Recorded took(long second, long millis) {
    return new RunFiles.Recorded("read", BEGIN + second * 1000, List.of(millis * 1_000_000));
  }

  /** A mix, a pause, and the same mix, whose operations took so long. */
  private RunFiles run(String name, long firstMillis, long secondMillis, double cpu) {
    return new RunFiles(directory.resolve(name))
        .events(
            "run",
            new Event.PhaseStarted(BEGIN, "run", "ycsb"),
            new Event.PhaseEnded(BEGIN + 10_000, "run", "ycsb", "done"),
            new Event.PhaseStarted(BEGIN + 10_000, "run", "pause"),
            new Event.PhaseEnded(BEGIN + 40_000, "run", "pause", "done"),
            new Event.PhaseStarted(BEGIN + 40_000, "run", "ycsb-2"),
            new Event.PhaseEnded(BEGIN + 50_000, "run", "ycsb-2", "done"))
        .events(
            "ycsb",
            new Event.ClientStarted(BEGIN, "ycsb-0", "operations"),
            done("ycsb-0", 10, cpu),
            new Event.ClientStopped(BEGIN + 10_000, "ycsb-0", "done"),
            new Event.ClientStarted(BEGIN + 40_000, "ycsb-2-0", "operations"),
            done("ycsb-2-0", 50, 0.1),
            new Event.ClientStopped(BEGIN + 50_000, "ycsb-2-0", "done"))
        .latencies("ycsb", List.of(took(10, firstMillis)))
        .latencies("ycsb-2", List.of(took(50, secondMillis)))
        .verdict(Verdict.PASS, List.of(), Map.of());
  }

  private static RunHistory read(RunDirectory run) throws Exception {
    return RunReader.read(run, RunFiles.LATER);
  }

  @Test
  void eachPhaseHasItsOwnLatenciesBelowThoseOfTheOtherRuns() throws Exception {
    try (RunDirectory split = run("split", 500, 7, 0.5).open();
        RunDirectory whole = run("whole", 900, 8, 0.5).open()) {
      Table table = SideBySide.phases(List.of(read(split), read(whole)));
      int run = table.titles().indexOf("Run");
      int p99 = table.titles().indexOf("read p99");
      int period = table.titles().indexOf("Period");
      assertThat(table.texts())
          .extracting(row -> row.get(run))
          .containsExactly("split", "whole", "split", "whole");
      assertThat(table.texts()).extracting(row -> row.get(period)).containsOnly("10s");
      assertThat(table.texts())
          .extracting(row -> row.get(p99))
          .containsExactly("500.2 ms", "900.2 ms", "7.00 ms", "8.00 ms");
      assertThat(table.texts())
          .extracting(row -> row.get(0))
          .containsExactly("ycsb", "ycsb", "ycsb-2", "ycsb-2");
    }
  }

  @Test
  void writersThatGoOnAfterTheirPhaseHaveNoFastestOneInIt() throws Exception {
    RunFiles files = new RunFiles(directory.resolve("resumed"));
    files.events(
        "run",
        new Event.PhaseStarted(BEGIN, "run", "ingest"),
        new Event.PhaseEnded(BEGIN + 10_000, "run", "ingest", "stopped"));
    for (int writer = 0; writer < 2; writer++) {
      String client = "ingest-w" + writer;
      long again = BEGIN + 3_600_000;
      files.events(
          client,
          new Event.ClientStarted(BEGIN, client, "w"),
          new Event.Flush(BEGIN + 9000, client, writer, 0, 0, 9, 0, 1_000_000, 1_000_000),
          new Event.ClientStopped(BEGIN + 10_000, client, "stopped"),
          new Event.ClientStarted(again, client, "w"),
          new Event.Flush(again + 1000, client, writer, 0, 1, 9, 0, 1_000_000, 1_000_000),
          new Event.ClientStopped(again + 2000, client, "done"));
    }
    try (RunDirectory run = files.verdict(Verdict.PASS, List.of(), Map.of()).open()) {
      assertThat(PhaseFigures.of(read(run)))
          .singleElement()
          .satisfies(phase -> assertThat(phase.active().seconds()).isEqualTo(10))
          .satisfies(phase -> assertThat(phase.fastest()).isNaN());
    }
  }

  @Test
  void whereARunWasResumedTheTimeBetweenIsNoTimeAtWork() throws Exception {
    RunFiles files = new RunFiles(directory.resolve("commands"));
    long again = BEGIN + 86_400_000;
    files.events(
        "ingest-0",
        new Event.ClientStarted(BEGIN, "ingest-0", "w"),
        new Event.Flush(BEGIN + 10_000, "ingest-0", 0, 0, 0, 900, 0, 10_000_000, 10_000_000_000L),
        new Event.ClientStopped(BEGIN + 10_000, "ingest-0", "stopped"),
        new Event.ClientStarted(again, "ingest-0", "w"),
        new Event.Flush(again + 5000, "ingest-0", 0, 0, 1, 600, 0, 5_000_000, 5_000_000_000L),
        new Event.ClientStopped(again + 5000, "ingest-0", "done"));
    try (RunDirectory run = files.verdict(Verdict.PASS, List.of(), Map.of()).open()) {
      RunHistory read = read(run);
      assertThat(PhaseFigures.of(read)).singleElement().satisfies(this::isAHundredPerSecond);
      assertThat(read.journal().work().get("ingest").average()).isCloseTo(100, within(1.0));
    }
  }

  private void isAHundredPerSecond(PhaseFigures phase) {
    assertThat(phase.average()).isCloseTo(100, within(1.0));
  }

  /** Two writers whose last windows are acknowledged 4 and 9 s after the first began. */
  private RunHistory writers(String part, String ended) throws Exception {
    RunFiles files = new RunFiles(directory.resolve(part));
    files.events(
        "run",
        new Event.PhaseStarted(BEGIN, "run", part),
        new Event.PhaseEnded(BEGIN + 10_000, "run", part, "done"));
    for (int writer = 0; writer < 2; writer++) {
      String client = part + "-w" + writer;
      List<Event> events = new ArrayList<>(List.of(new Event.ClientStarted(BEGIN, client, "w")));
      for (long at = BEGIN + 1000; at <= BEGIN + 4000 + 5000 * writer; at += 1000) {
        events.add(new Event.Flush(at, client, writer, 0, 0, 100, 0, 1_000_000, 1_000_000_000));
      }
      events.add(new Event.ClientStopped(BEGIN + 10_000, client, writer == 0 ? "done" : ended));
      files.events(client, events.toArray(Event[]::new));
    }
    try (RunDirectory run = files.verdict(Verdict.PASS, List.of(), Map.of()).open()) {
      return read(run);
    }
  }

  @Test
  void theFastestWriterIsThatWhoseLastWindowCameFirst() throws Exception {
    assertThat(PhaseFigures.of(writers("ingest", "done")))
        .singleElement()
        .satisfies(phase -> assertThat(phase.fastest()).isEqualTo(4))
        .satisfies(phase -> assertThat(phase.active().seconds()).isEqualTo(10));
    assertThat(PhaseFigures.of(writers("ingest-2", "the time is up")))
        .as("one had to stop before it had written all")
        .singleElement()
        .satisfies(phase -> assertThat(phase.fastest()).isNaN());
    assertThat(PhaseFigures.of(writers("ycsb-writes", "done")))
        .as("the time of a mix ends its writers")
        .singleElement()
        .satisfies(phase -> assertThat(phase.fastest()).isNaN());
  }

  @Test
  void aClientWhoseThreadWasUsedUpIsShownNextToItsRate() throws Exception {
    try (RunDirectory idle = run("idle", 5, 7, 0.5).open();
        RunDirectory busy = run("busy", 5, 7, 0.97).open()) {
      Table flagged = SideBySide.of(List.of(read(idle), read(busy))).get(0);
      int column = flagged.titles().indexOf("ycsb clients busy");
      assertThat(flagged.texts()).extracting(row -> row.get(column)).containsExactly("–", "100 %");
      assertThat(flagged.titles()).doesNotContain("ycsb-2 clients busy");
      assertThat(SideBySide.of(List.of(read(idle), read(idle))).get(0).titles())
          .doesNotContain("ycsb clients busy");
    }
  }
}
