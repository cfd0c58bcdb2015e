// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.RunContext;
import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.budget.Measure;
import catena.records.history.Missing;
import catena.records.history.RecoveryMeasure;
import catena.records.history.TolerantReader;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Budgets judged by what hand-written run directories tell. */
class BudgetCompanionTest {
  private static final long BEGIN = RunFiles.BEGIN;

  @TempDir private Path temp;
  private RunFiles files;

  @BeforeEach
  void empty() {
    files = new RunFiles(temp);
  }

  /**
   * A server whose third log follows two, one that is killed and begins anew, tablets that move.
   */
  private void metMarks() {
    String one = "127.0.0.1:1001";
    String two = "127.0.0.1:1002";
    String three = "127.0.0.1:1003";
    files.events(
        "agitate",
        new Event.ServerBack(BEGIN, "agitate", "tserver", "tserver-1@" + one),
        new Event.ServerBack(BEGIN, "agitate", "tserver", "tserver-2@" + two),
        new Event.FaultStarted(
            BEGIN + 100_000,
            "agitate",
            1,
            "kill",
            List.of("tserver-1@" + one),
            BEGIN,
            List.of("merge", "recovery")),
        new Event.ServerLost(BEGIN + 130_000, "agitate", "tserver", "tserver-1@" + one),
        new Event.ServerBack(BEGIN + 110_000, "agitate", "tserver", "tserver-1@" + one),
        new Event.FaultRecovered(BEGIN + 150_000, "agitate", 1, new TreeMap<>()),
        new Event.FaultStarted(
            BEGIN + 300_000, "agitate", 2, "pause", List.of("datanode-1"), BEGIN, List.of("merge")),
        new Event.FaultRecovered(BEGIN + 310_000, "agitate", 2, new TreeMap<>()));
    files.events(
        "tablets",
        new Event.ServerLogs(BEGIN + 1000, "tablets", one, List.of("a1", "a2")),
        new Event.ServerLogs(BEGIN + 1000, "tablets", two, List.of("b1", "b2")),
        new Event.TabletHosted(BEGIN + 1000, "tablets", "2;m", Optional.of(one), List.of()),
        new Event.TabletHosted(BEGIN + 1000, "tablets", "2<", Optional.of(two), List.of()),
        // The first one's log is full, and then it is killed: what it begins anew is no full log.
        new Event.LogsChanged(BEGIN + 60_000, "tablets", one, List.of("a3"), List.of()),
        new Event.LogsChanged(
            BEGIN + 115_000, "tablets", one, List.of("a4", "a5"), List.of("a1", "a2", "a3")),
        new Event.TabletHosted(
            BEGIN + 130_000, "tablets", "2;m", Optional.empty(), List.of("a1", "a2", "a3")),
        new Event.TabletHosted(
            BEGIN + 131_000, "tablets", "2;m", Optional.of(two), List.of("a1", "a2", "a3")),
        new Event.TabletHosted(BEGIN + 132_000, "tablets", "2;m", Optional.of(two), List.of()),
        // The balancer moves a tablet; then a DataNode is away and the log is given up.
        new Event.TabletHosted(BEGIN + 200_000, "tablets", "2<", Optional.empty(), List.of()),
        new Event.TabletHosted(BEGIN + 201_000, "tablets", "2<", Optional.of(three), List.of()),
        new Event.LogsChanged(BEGIN + 305_000, "tablets", two, List.of("b3"), List.of()));
  }

  @Test
  void whatARunMetIsCountedAndWhatItNamesAndDidNotMeetIsADoubt() throws IOException {
    metMarks();
    PartOutcome met =
        judged(
            Map.of(
                "mark.logs.followed", "1",
                "mark.logs.recovered", "1",
                "mark.tablets.moved", "1",
                "mark.merges.cut", "1",
                "mark.recoveries.cut", "1"));
    assertThat(met.verdict()).as(met.reasons().toString()).isEqualTo(Verdict.PASS);
    assertThat(met.tally())
        .as("the log of a time without a DataNode, of a new process, the pause are no such thing")
        .isEqualTo(
            Map.of(
                "mark.logs.followed", 1L,
                "mark.logs.recovered", 1L,
                "mark.tablets.moved", 1L,
                "mark.merges.cut", 1L,
                "mark.recoveries.cut", 1L));
    PartOutcome missed = judged(Map.of("mark.logs.followed", "2", "mark.imports.cut", "1"));
    assertThat(missed.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(missed.reasons())
        .anyMatch(why -> why.startsWith("mark.logs.followed missed: 1 "))
        .anyMatch(why -> why.startsWith("mark.imports.cut missed: 0 "));
  }

  /** The name of its journal, tablets-2.jsonl, is before tablets.jsonl in the order of bytes. */
  @Test
  void whatTheProcessThatTookOverRecordedComesLater() {
    String one = "127.0.0.1:1001";
    String two = "127.0.0.1:1002";
    files.events(
        "agitate", new Event.ServerLost(BEGIN + 100_000, "agitate", "tserver", "tserver-1@" + one));
    files.events(
        "tablets",
        new Event.TabletHosted(BEGIN + 1000, "tablets", "2<", Optional.of(one), List.of()),
        new Event.TabletHosted(BEGIN + 110_000, "tablets", "2<", Optional.of(two), List.of()));
    files.events(
        "tablets-2",
        new Event.TabletHosted(BEGIN + 200_000, "tablets", "2<", Optional.of(two), List.of()));
    PartOutcome outcome = judged(Map.of("mark.tablets.moved", "1"));
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aRunThatMetNothingHasNoMark() throws IOException {
    wholeRun();
    PartOutcome none = judged(Map.of("mark.merges.cut", "1", "mark.memory.flushed", "1"));
    assertThat(none.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(none.reasons()).hasSize(2);
  }

  /** Ten seconds of 1,000 entries/s and then ten of a slower part; readers; a fault; latencies. */
  private void wholeRun() {
    files.events(
        "run",
        new Event.RunStarted(BEGIN, "run", "x"),
        new Event.PhaseStarted(BEGIN, "run", "ingest+walk+batchwalk+scan+agitate"),
        new Event.PhaseEnded(BEGIN + 20_000, "run", "ingest+walk+batchwalk+scan+agitate", "done"));
    files.events(
        "ingest-0",
        new Event.ClientStarted(BEGIN, "ingest-0", "writes"),
        flush("ingest-0", BEGIN + 10_000, 10_000),
        new Event.Rejected(BEGIN + 10_000, "ingest-0", 0, "timed out", 1, 100),
        new Event.Rejected(BEGIN + 10_000, "ingest-0", 0, "timed out", 2, 200),
        new Event.ClientStopped(BEGIN + 10_000, "ingest-0", "done"));
    files.events(
        "ingest-2-0",
        new Event.ClientStarted(BEGIN + 10_000, "ingest-2-0", "writes"),
        flush("ingest-2-0", BEGIN + 20_000, 8_000),
        new Event.ClientStopped(BEGIN + 20_000, "ingest-2-0", "done"));
    for (String reader : List.of("walk-0", "batchwalk-0", "scan-0", "ycsb-0")) {
      files.events(
          reader,
          new Event.ClientStarted(BEGIN, reader, "reads"),
          new Event.Throughput(
              BEGIN + 10_000, reader, false, 10, 100, 500, 500, 1000, 0.1, 0.25, List.of()),
          new Event.Throughput(
              BEGIN + 20_000, reader, false, 10, 100, 500, 500, 1000, 0.1, 1.5, List.of()),
          new Event.Unanswered(BEGIN + 20_000, reader, "lookup", 200, 2, 1, 3),
          new Event.ClientStopped(BEGIN + 20_000, reader, "done"));
    }
    files.events(
        "agitate",
        new Event.FaultStarted(
            BEGIN + 1000, "agitate", 1, "kill", List.of("tserver-1"), BEGIN, List.of()),
        new Event.FaultRecovered(
            BEGIN + 9000,
            "agitate",
            1,
            new TreeMap<>(
                Map.of(RecoveryMeasure.RECOVERED.key(), 8.0, RecoveryMeasure.REHOST.key(), 3.0))));
    for (String operation : List.of("flush", "lookup", "batch", "range", "operation")) {
      files.latencies(
          operation,
          List.of(
              new RunFiles.Recorded(
                  operation, BEGIN + 10_000, List.of(20_000_000L, 100_000_000L))));
    }
    files.text("settings.properties", "walk.rate=10.0\ningest.rate=0.0\n");
  }

  private static Event flush(String client, long at, long entries) {
    long nanos = 10_000_000_000L;
    return new Event.Flush(at, client, 0, 0, 0, entries, 0, nanos, nanos);
  }

  private PartOutcome judged(Map<String, String> budgets) {
    try (RunDirectory directory = files.open()) {
      return BudgetCompanion.judged(directory, RunFiles.LATER, asked(budgets));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Settings asked(Map<String, String> budgets) {
    Map<String, String> keys = new LinkedHashMap<>();
    budgets.forEach(
        (word, text) -> keys.put(word.startsWith("mark.") ? word : "budget." + word, text));
    return Settings.resolve(Measure.settings(), List.of(Layer.of("x", keys)));
  }

  private List<Judgement> written() throws IOException {
    try (RunDirectory directory = files.open()) {
      return new TolerantReader(directory, new Missing())
          .json(directory.budgets(), BudgetFile.class)
          .orElseThrow()
          .budgets();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "budget.ingest.rate, 790, 810, ingest-2",
    "budget.walk.rate, 49, 51, walk",
    "budget.batchwalk.rate, 49, 51, batchwalk",
    "budget.scan.rate, 49, 51, scan",
    "budget.ycsb.rate, 9, 11, ycsb",
    "budget.flush.p99, 110ms, 90ms, p99 of 2",
    "budget.lookup.p99, 110ms, 90ms, p99 of 2",
    "budget.batch.p99, 110ms, 90ms, p99 of 2",
    "budget.range.p99, 110ms, 90ms, p99 of 2",
    "budget.operation.p99, 110ms, 90ms, p99 of 2",
    "budget.recovery, 8s, 7s, kill tserver-1",
    "budget.rehost, 3s, 2s, kill tserver-1",
    "budget.late.start, 1500ms, 1s, -0",
    "budget.unanswered, 12, 11, budget unanswered missed: 12",
    "budget.rejected, 2, 1, budget rejected missed: 2"
  })
  void eachBudgetIsMetAndMissedByWhatIsRecorded(String key, String met, String missed, String named)
      throws IOException {
    String word = key.substring(Measure.PREFIX.length());
    wholeRun();
    PartOutcome good = judged(Map.of(word, met));
    assertThat(good.verdict()).as(good.reasons().toString()).isEqualTo(Verdict.PASS);
    assertThat(good.facts()).singleElement().asString().contains("budget " + word + " met");
    PartOutcome bad = judged(Map.of(word, missed));
    assertThat(bad.verdict()).isEqualTo(Verdict.BUDGET);
    assertThat(bad.reasons())
        .singleElement()
        .asString()
        .contains("budget " + word + " missed", named);
    assertThat(written()).singleElement().extracting(Judgement::verdict).isEqualTo(Verdict.BUDGET);
  }

  @ParameterizedTest
  @CsvSource({
    "ingest.rate, 1, there are no figures of a part ingest",
    "scan.rate, 1, there are no figures of a part scan",
    "ycsb.rate, 1, there are no figures of a part ycsb",
    "operation.p99, 1s, no latency of any operation was recorded",
    "flush.p99, 1s, no latency of any flush was recorded",
    "recovery, 1s, no fault was injected",
    "rehost, 1s, no fault was injected",
    "late.start, 1s, 'no part has a rate, and so none has a schedule'",
    "unanswered, 1, there are no figures of a reader",
    "rejected, 1, there are no figures of a writer"
  })
  void aBudgetForWhatTheRunDidNotDoIsADoubt(String word, String limit, String why)
      throws IOException {
    files.events("run", new Event.RunStarted(BEGIN, "run", "x"));
    PartOutcome outcome = judged(Map.of(word, limit));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("budget " + word)
        .endsWith("cannot be judged: " + why);
    assertThat(written()).singleElement().extracting(Judgement::verdict).isEqualTo(Verdict.UNKNOWN);
  }

  /** A part may have its rate to itself, which is not among the settings of the run. */
  @Test
  void aScheduleIsKnownByItsLatenciesToo() {
    files.events(
        "walk-0",
        new Event.ClientStarted(BEGIN, "walk-0", "reads"),
        new Event.Throughput(
            BEGIN + 10_000, "walk-0", false, 10, 100, 500, 500, 1000, 0.1, 0.5, List.of()),
        new Event.ClientStopped(BEGIN + 10_000, "walk-0", "done"));
    RunFiles.Recorded lookups =
        new RunFiles.Recorded("lookup", BEGIN + 10_000, List.of(20_000_000L), false);
    files.latencies("walk", List.of(lookups));
    assertThat(judged(Map.of("late.start", "1s")).verdict()).isEqualTo(Verdict.UNKNOWN);
    files.latencies(
        "walk-2",
        List.of(new RunFiles.Recorded("lookup", BEGIN + 10_000, List.of(20_000_000L), true)));
    assertThat(judged(Map.of("late.start", "1s")).verdict()).isEqualTo(Verdict.PASS);
    assertThat(judged(Map.of("late.start", "400ms")).verdict()).isEqualTo(Verdict.BUDGET);
  }

  /** A rate is a schedule, of whatever activity: that nothing tells of it is another doubt. */
  @ParameterizedTest
  @ValueSource(strings = {"ingest", "walk", "batchwalk", "scan", "ycsb", "lag"})
  void aScheduleIsKnownByTheRateOfAnyActivity(String activity) throws IOException {
    files.text("settings.properties", activity + ".rate=5\n");
    assertThat(judged(Map.of("late.start", "1s")).reasons())
        .singleElement()
        .asString()
        .contains("no client said how late it was");
    files.text("settings.properties", activity + ".rate=0.0\n");
    assertThat(judged(Map.of("late.start", "1s")).reasons())
        .singleElement()
        .asString()
        .contains("no part has a rate");
  }

  @Test
  void budgetsWhoseJudgementCannotBeWrittenAreADoubt() throws IOException {
    wholeRun();
    try (RunDirectory directory = files.open()) {
      directory.fileSystem().mkdirs(directory.budgets().suffix("/in-the-way"));
    }
    PartOutcome outcome = judged(Map.of("recovery", "1h"));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("the budgets were not judged: ");
  }

  @Test
  void aFaultThatWasNotSeenToBeOverHidesTheLongestRecovery() {
    wholeRun();
    files.events(
        "agitate",
        new Event.FaultStarted(
            BEGIN + 12_000, "agitate", 2, "pause", List.of("tserver-2"), BEGIN, List.of()));
    PartOutcome outcome = judged(Map.of("recovery", "1h"));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons().get(0)).contains("fault 2, pause tserver-2");
  }

  /** One of a server that hosts no tablet has no such time by design, nor has one of a table. */
  @Test
  void aFaultThatLeftNoTabletWithoutAHostHidesNoRehost() throws IOException {
    wholeRun();
    files.events("agitate", fault(2, "kill", "datanode-1@127.0.0.1:9866"));
    files.events("agitate", fault(3, "compact", "graph"));
    PartOutcome outcome = judged(Map.of("rehost", "3s"));
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.facts()).singleElement().asString().contains("fault 1, kill tserver-1");
    files.events("agitate", fault(4, "cut", "node7"));
    assertThat(judged(Map.of("rehost", "3s")).reasons())
        .as("who knows what a host held")
        .singleElement()
        .asString()
        .contains("there is no such time of fault 4, cut node7");
  }

  @Test
  void whereNoTabletLostItsHostThereIsNoRehost() throws IOException {
    files.events("agitate", fault(2, "kill", "manager-1"));
    PartOutcome outcome = judged(Map.of("rehost", "3s"));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().endsWith("no tablet lost its host");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper-1", "namenode-1"})
  void whereNobodyCouldSeeTabletsTheyMayHaveLostTheirHosts(String server) throws IOException {
    wholeRun();
    files.events("agitate", fault(2, "kill", server));
    assertThat(judged(Map.of("rehost", "3s")).reasons())
        .singleElement()
        .asString()
        .contains("there is no such time of fault 2, kill " + server);
  }

  private static List<Event> fault(int id, String kind, String target) {
    long at = BEGIN + 1000 * id;
    return List.of(
        new Event.FaultStarted(at, "agitate", id, kind, List.of(target), at, List.of()),
        new Event.FaultRecovered(at + 500, "agitate", id, new TreeMap<>()));
  }

  @Test
  void severalAreJudgedTogetherAndTheWorseCounts() throws IOException {
    wholeRun();
    PartOutcome outcome = judged(Map.of("ingest.rate", "810", "flush.p99", "1s", "scan.rate", "1"));
    assertThat(outcome.verdict()).isEqualTo(Verdict.BUDGET);
    assertThat(outcome.reasons()).hasSize(1);
    assertThat(outcome.facts()).hasSize(2);
    assertThat(written())
        .extracting(Judgement::budget)
        .containsExactly("ingest.rate", "scan.rate", "flush.p99");
  }

  @Test
  void aMissedBudgetNeverHidesADoubtOrAFinding() {
    wholeRun();
    PartOutcome missed = judged(Map.of("ingest.rate", "810"));
    PartOutcome doubt = PartOutcome.doubt("not every tablet is hosted");
    PartOutcome failed =
        new PartOutcome(Verdict.FAIL, List.of("found: 1 LOST"), Map.of(), Map.of(), List.of());
    assertThat(missed.and(doubt).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(failed.and(missed).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(failed.and(missed).reasons())
        .containsExactly("found: 1 LOST", missed.reasons().get(0));
  }

  @ParameterizedTest
  @CsvSource({"events, ingest-9.jsonl, rejected, 9", "latency, walk-9.hlog, lookup.p99, 1h"})
  void whatCannotBeReadMayBeWhatABudgetIsAbout(String folder, String file, String word, String most)
      throws IOException {
    wholeRun();
    assertThat(judged(Map.of(word, most)).verdict()).isEqualTo(Verdict.PASS);
    Files.createDirectories(temp.resolve(folder).resolve(file)); // no stream can be opened
    PartOutcome outcome = judged(Map.of(word, most));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("budgets were judged by the rest: " + folder + "/" + file);
  }

  /** As where the clock of a host was wrong. */
  @Test
  void whatIsOfOtherTimesMayBeWhatABudgetIsAbout() throws IOException {
    wholeRun();
    files.events("ingest-9", flush("ingest-9", 1, 10));
    PartOutcome outcome = judged(Map.of("rejected", "9"));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith(
            "budgets were judged by the rest: left out, of times that are not the run's: 1");
  }

  @ParameterizedTest
  @CsvSource({"unanswered, 99", "late.start, 1h"})
  void whatWasDueOfAWorkerThatWasLostIsNotKnown(String budget, String most) throws IOException {
    wholeRun();
    assertThat(judged(Map.of(budget, most)).verdict()).isEqualTo(Verdict.PASS);
    files.events("run-2", new Event.WorkerLost(BEGIN + 9, "run", "3-1", "status 137", "replace"));
    PartOutcome outcome = judged(Map.of(budget, most));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("worker 3-1 was lost");
  }

  /** All of the readers had said what was due, and the writers have no rate. */
  @ParameterizedTest
  @CsvSource({"unanswered, 99", "late.start, 1h"})
  void aWorkerThatIsLostInAPhaseWithoutSuchWorkOwesNothing(String budget, String most) {
    wholeRun();
    files.events(
        "run-2",
        new Event.PhaseStarted(BEGIN + 30_000, "run", "ingest+agitate"),
        new Event.WorkerLost(BEGIN + 31_000, "run", "3-1", "status 137", "replace"),
        new Event.PhaseEnded(BEGIN + 40_000, "run", "ingest+agitate", "done"));
    PartOutcome outcome = judged(Map.of(budget, most));
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    files.events(
        "run-2",
        new Event.PhaseStarted(BEGIN + 50_000, "run", "verify+walk"),
        new Event.WorkerLost(BEGIN + 51_000, "run", "4-1", "status 137", "replace"),
        new Event.PhaseEnded(BEGIN + 60_000, "run", "verify+walk", "done"));
    assertThat(judged(Map.of(budget, most)).reasons())
        .singleElement()
        .asString()
        .contains("worker 4-1 was lost");
  }

  @Test
  void aWorkerThatDiedBeforeAnyPhaseOwesNothing() throws IOException {
    files.events("run", new Event.WorkerLost(BEGIN - 9, "run", "3-1", "status 137", "replace"));
    wholeRun();
    assertThat(judged(Map.of("late.start", "1h")).verdict()).isEqualTo(Verdict.PASS);
  }

  /** What it did since its last report is not known; that time does not count for it either. */
  @ParameterizedTest
  @CsvSource({"walk.rate, 49, 51", "lookup.p99, 110ms, 90ms"})
  void ofAWorkerThatWasLostWholeIntervalsCount(String budget, String met, String missed) {
    files.events(
        "run",
        new Event.RunStarted(BEGIN, "run", "x"),
        new Event.PhaseStarted(BEGIN, "run", "walk"),
        new Event.WorkerLost(BEGIN + 18_000, "run", "1-1", "status 137", "replace"),
        new Event.PhaseEnded(BEGIN + 30_000, "run", "walk", "done"));
    files.events(
        "w-1",
        new Event.ClientStarted(BEGIN, "walk.w1-0", "reads"),
        new Event.Throughput(
            BEGIN + 10_000, "walk.w1-0", false, 10, 100, 500, 500, 1000, 0.1, 0, List.of()));
    files.latencies(
        "walk.w1",
        List.of(
            new RunFiles.Recorded("lookup", BEGIN + 10_000, List.of(20_000_000L, 100_000_000L))));
    PartOutcome good = judged(Map.of(budget, met));
    assertThat(good.verdict()).as(good.reasons().toString()).isEqualTo(Verdict.PASS);
    assertThat(judged(Map.of(budget, missed)).verdict()).isEqualTo(Verdict.BUDGET);
  }

  @Test
  void aPartOfWhichNothingWasAcknowledgedHidesTheLeastRate() throws IOException {
    wholeRun();
    assertThat(judged(Map.of("ingest.rate", "1")).verdict()).isEqualTo(Verdict.PASS);
    files.events(
        "run",
        new Event.PartEnded(BEGIN + 30_000, "run", "ingest", Verdict.PASS, List.of()),
        new Event.PartEnded(BEGIN + 30_000, "run", "ingest-3", Verdict.PASS, List.of()));
    PartOutcome outcome = judged(Map.of("ingest.rate", "1"));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anyMatch(reason -> reason.contains("there are no figures of a part ingest-3"));
  }

  @Test
  void aRunWithoutBudgetsIsNotJudged() {
    wholeRun();
    assertThat(judged(Map.of())).isEqualTo(PartOutcome.NOTHING);
    assertThat(temp.resolve("budgets.json")).doesNotExist();
  }

  /** A verification would else take the judgement of what was done before for that of all. */
  @Test
  void whatWasJudgedBeforeIsGoneWhereAProcessThatIsToJudgeIsKilled() throws Exception {
    wholeRun();
    judged(Map.of("ingest.rate", "1"));
    try (RunDirectory directory = files.open()) {
      RunContext run =
          new RunContext("ingest", null, directory, null, Optional.empty(), new StopSignal(), null);
      new BudgetCompanion().attend(run, asked(Map.of())).close();
      assertThat(written()).as("nothing is to be judged").hasSize(1);
      new BudgetCompanion().attend(run, asked(Map.of("ingest.rate", "2"))).close();
      assertThat(temp.resolve("budgets.json")).doesNotExist();
      new BudgetCompanion().attend(run, asked(Map.of("ingest.rate", "2"))).close();
    }
  }

  @Test
  void theReportAndTheReportOfTestsHaveEachBudget() throws IOException {
    wholeRun();
    PartOutcome outcome =
        judged(Map.of("ingest.rate", "810", "flush.p99", "1s", "range.p99", "90ms"));
    files.verdict(outcome.verdict(), outcome.reasons(), Map.of());
    String page = files.report();
    assertThat(page).contains("Budgets", "at least 810/s", "BUDGET");
    assertThat(Files.readString(temp.resolve("report.txt")))
        .contains("Budgets", "ingest.rate", "missed", "met");
    String junit = Files.readString(temp.resolve("junit.xml"));
    assertThat(junit)
        .contains("name=\"budget ingest.rate\"", "name=\"budget flush.p99\"")
        .contains("message=\"" + outcome.reasons().get(0) + "\"")
        .contains("tests=\"3\" failures=\"2\"");
  }
}
