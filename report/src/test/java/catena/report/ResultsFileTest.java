// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static catena.harness.activity.RunForecast.CLIENT;
import static catena.harness.activity.RunForecast.EXACT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import catena.records.history.RunPlan;
import catena.records.journal.Event;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {
  @TempDir private Path runs;

  private static Map<String, String> row(String run, String time, String verdict, String... more) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("run", run);
    row.put("time", time);
    row.put("scenario", "quick");
    row.put("verdict", verdict);
    for (int i = 0; i < more.length; i += 2) {
      row.put(more[i], more[i + 1]);
    }
    return row;
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(runs.resolve("results.csv"));
  }

  private JsonNode otava() throws IOException {
    return Json.LINES.readTree(runs.resolve("results-quick.json").toFile());
  }

  @Test
  void aRunHasOneRowUnderOneHeaderAndALaterOneReplacesIt() throws Exception {
    ResultsFile.put(runs, row("a", "2026-01-01T00:00:00Z", "UNKNOWN", "ingest_per_second", "1.0"));
    ResultsFile.put(runs, row("b", "2026-01-02T00:00:00Z", "PASS", "ingest_per_second", "2.0"));
    ResultsFile.put(runs, row("a", "2026-01-01T00:00:00Z", "PASS", "ingest_per_second", "1.0"));
    assertThat(lines())
        .containsExactly(
            "run,time,scenario,verdict,ingest_per_second",
            "b,2026-01-02T00:00:00Z,quick,PASS,2.0",
            "a,2026-01-01T00:00:00Z,quick,PASS,1.0");
  }

  @Test
  void columnsOfOtherVersionsAndOfPeopleStay() throws Exception {
    Files.writeString(
        runs.resolve("results.csv"), "commit,run,verdict\n\"a, \"\"b\"\"\",old,PASS\nc,x\n");
    ResultsFile.put(runs, row("new", "2026-01-02T00:00:00Z", "PASS", "flush_p99_ms", "7"));
    assertThat(lines())
        .containsExactly(
            "run,time,scenario,verdict,flush_p99_ms,commit",
            "old,,,PASS,,\"a, \"\"b\"\"\"",
            "x,,,,,c",
            "new,2026-01-02T00:00:00Z,quick,PASS,7,");
  }

  @Test
  void whatRunsThatPassedOnAnInstanceMeasuredIsRead() throws Exception {
    String time = "2026-01-01T00:00:00Z";
    ResultsFile.put(
        runs,
        row("a", time, "PASS", "instance", "i", CLIENT, "5250.000", EXACT, "", "commit", "c"));
    ResultsFile.put(
        runs, row("b", time, "BUDGET", "instance", "i", CLIENT, "0.000", EXACT, "70.5"));
    ResultsFile.put(runs, row("c", time, "FAIL", "instance", "i", CLIENT, "1"));
    ResultsFile.put(runs, row("d", time, "UNKNOWN", "instance", "i", CLIENT, "2"));
    ResultsFile.put(runs, row("e", time, "PASS", "instance", "other", CLIENT, "3"));
    assertThat(ResultsFile.measured(runs, "i"))
        .containsExactly(Map.of(CLIENT, 5250.0), Map.of(EXACT, 70.5));
    assertThat(ResultsFile.measured(runs, "another")).isEmpty();
    assertThat(ResultsFile.measured(runs.resolve("none"), "i")).isEmpty();
  }

  @Test
  void aFileOfFormerColumnsMeasuresNothingAndIsContinued() throws Exception {
    Files.writeString(runs.resolve("results.csv"), "commit,run,verdict\nc,old,PASS\n");
    assertThat(ResultsFile.measured(runs, "i")).isEmpty();
    ResultsFile.put(
        runs, row("new", "2026-01-02T00:00:00Z", "PASS", "instance", "i", CLIENT, "7.000"));
    assertThat(lines())
        .containsExactly(
            "run,time,scenario,verdict,instance,ingest_client_rate,commit",
            "old,,,PASS,,,c",
            "new,2026-01-02T00:00:00Z,quick,PASS,i,7.000,");
    assertThat(ResultsFile.measured(runs, "i")).containsExactly(Map.of(CLIENT, 7.0));
    assertThat(otava().get(0).path("metrics")).as("they are for forecasts alone").isEmpty();
  }

  @Test
  void aFileOfAnotherProgramStaysAsItIs() throws Exception {
    for (String foreign : List.of("run,run\na,b\n", "time,value\n1,2\n", "run\n\"a\n")) {
      Files.writeString(runs.resolve("results.csv"), foreign);
      assertThatThrownBy(() -> ResultsFile.put(runs, row("new", "", "PASS")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("results.csv");
      assertThat(runs.resolve("results.csv")).hasContent(foreign.strip());
    }
  }

  @Test
  void runsThatEndAtTheSameTimeAllHaveTheirRow() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Void>> tasks =
          IntStream.range(0, 40)
              .<Callable<Void>>mapToObj(
                  i ->
                      () -> {
                        ResultsFile.put(runs, row("run-" + i, "2026-01-01T00:00:00Z", "PASS"));
                        return null;
                      })
              .toList();
      for (Future<Void> each : threads.invokeAll(tasks)) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(lines()).hasSize(41).doesNotHaveDuplicates();
    try (var left = Files.list(runs)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("results.csv", "results-quick.json", ".results.lock");
    }
  }

  @Test
  void otavaGetsTheMeasuresOfRunsThatPassedInTheOrderOfTime() throws Exception {
    ResultsFile.put(
        runs,
        row("b", "2026-01-02T00:00:00Z", "PASS", "ingest_per_second", "2.5", "findings", "0"));
    ResultsFile.put(runs, row("c", "2026-01-03T00:00:00Z", "FAIL", "ingest_per_second", "9"));
    ResultsFile.put(runs, row("a", "2026-01-01T00:00:00Z", "BUDGET", "ingest_per_second", "1.5"));
    Map<String, String> other = row("d", "2026-01-04T00:00:00Z", "PASS", "ingest_per_second", "8");
    other.put("scenario", "Mixed Load");
    ResultsFile.put(runs, other);
    assertThat(otava()).hasSize(2);
    JsonNode first = otava().get(0);
    assertThat(first.path("timestamp").asLong()).isEqualTo(1_767_225_600L);
    assertThat(first.at("/attributes/run").asText()).isEqualTo("a");
    assertThat(first.at("/metrics/0/name").asText()).isEqualTo("ingest_per_second");
    assertThat(first.at("/metrics/0/value").asDouble()).isEqualTo(1.5);
    assertThat(otava().get(1).path("metrics")).hasSize(1);
    assertThat(runs.resolve("results-mixed-load.json")).exists();
  }

  @Test
  void everyObjectHasTheMetricsOfTheNewestRun() throws Exception {
    ResultsFile.put(runs, row("a", "2026-01-01T00:00:00Z", "PASS", "scan_per_second", "1"));
    ResultsFile.put(
        runs,
        row("b", "2026-01-02T00:00:00Z", "PASS", "scan_per_second", "1", "flush_p99_ms", "3"));
    ResultsFile.put(runs, row("c", "2026-01-03T00:00:00Z", "PASS", "flush_p99_ms", "4"));
    assertThat(otava()).hasSize(2);
    for (JsonNode each : otava()) {
      assertThat(each.path("metrics")).hasSize(1);
      assertThat(each.at("/metrics/0/name").asText()).isEqualTo("flush_p99_ms");
    }
  }

  /** A column of other programs, though its name ends as that of a measure does. */
  @Test
  void whatIsNoNumberIsNoMeasure() throws Exception {
    Files.writeString(
        runs.resolve("results.csv"),
        "run,time,scenario,verdict,own_ms\nold,2026-01-01T00:00:00Z,quick,PASS,n/a\n");
    ResultsFile.put(runs, row("b", "2026-01-02T00:00:00Z", "PASS", "own_ms", "?"));
    ResultsFile.put(runs, row("c", "2026-01-03T00:00:00Z", "PASS", "flush_p99_ms", "3"));
    assertThat(otava()).hasSize(1);
    assertThat(otava().get(0).at("/metrics/0/name").asText()).isEqualTo("flush_p99_ms");
  }

  /** A spreadsheet writes times in its own form. */
  @Test
  void aRowWithoutATimeThatCanBeReadIsNoReasonToLeaveOutTheOthers() throws Exception {
    Files.writeString(
        runs.resolve("results.csv"),
        "run,time,scenario,verdict,flush_p99_ms\nold,2026-01-01 00:00,quick,PASS,2\n");
    ResultsFile.put(runs, row("b", "2026-01-02T00:00:00Z", "PASS", "flush_p99_ms", "3"));
    assertThat(otava()).hasSize(1);
    assertThat(lines()).contains("old,2026-01-01 00:00,quick,PASS,2");
  }

  @Test
  void aRowSaysWhatTheReportSays() throws Exception {
    Path directory = Files.createDirectory(runs.resolve("20260101-000000-quick"));
    RunFiles files = new SyntheticRun(new RunFiles(directory), 5, 90, 30, 1).write();
    try (RunDirectory run = files.open()) {
      VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of())
          .withProof(new Proof(List.of("all"), Optional.empty()))
          .writeTo(run);
      RunHistory history = RunReader.read(run, RunFiles.LATER);
      ResultsFile.put(run, history);
      Map<String, String> row = ResultsFile.read(runs).get(0);
      assertThat(row)
          .containsEntry("run", "20260101-000000-quick")
          .containsEntry("verdict", "PASS")
          .containsEntry("faults", Integer.toString(history.faults().size()))
          .containsEntry(
              "entries_written", Long.toString(Math.round(history.journal().puts().total())));
      assertThat(Double.parseDouble(row.get("ingest_per_second")))
          .isCloseTo(history.journal().work().get("ingest").average(), within(0.001));
      assertThat(row.get("flush_p99_ms"))
          .isEqualTo(
              "%.3f"
                  .formatted(
                      history.latencies().get("flush").total().getValueAtPercentile(99) / 1e6));
      assertThat(row.get("tservers")).isNotNull();
    }
  }

  /** As the page has it: the cluster was whole, and whether anything had hit it is not known. */
  @Test
  void aFaultThatWasNotProvenIsNotRecoveredFromEither() throws Exception {
    Path directory = Files.createDirectory(runs.resolve("20260101-000000-quick"));
    long at = RunFiles.BEGIN;
    RunFiles files =
        new RunFiles(directory)
            .events(
                "agitate",
                new Event.FaultStarted(at, "agitate", 1, "kill", List.of("gc-1"), at, List.of()),
                new Event.FaultProven(at + 1_000, "agitate", 1, "gone"),
                new Event.FaultRecovered(at + 5_000, "agitate", 1, new TreeMap<>()),
                new Event.FaultStarted(at, "agitate", 2, "kill", List.of("gc-1"), at, List.of()),
                new Event.FaultDone(at + 1_000, "agitate", 2),
                new Event.FaultRecovered(at + 90_000, "agitate", 2, new TreeMap<>()));
    try (RunDirectory run = files.open()) {
      ResultsFile.put(run, RunReader.read(run, RunFiles.LATER));
    }
    assertThat(ResultsFile.read(runs).get(0))
        .containsEntry("faults", "2")
        .containsEntry("faults_recovered", "1")
        .containsEntry("recovery_max_seconds", "5.000");
  }

  /** A killed verification would else be as slow as it is long until the next one. */
  @Test
  void aPhaseWhoseProcessDiedMeasuresNoRate() throws Exception {
    for (boolean ends : List.of(true, false)) {
      Path directory = Files.createDirectory(runs.resolve("20260101-000000-" + ends));
      RunFiles files = new SyntheticRun(new RunFiles(directory), 5, 90, 30, 1).write();
      long from = RunFiles.BEGIN + 91_000;
      Event last =
          ends
              ? new Event.PhaseEnded(from + 20_000, "run-2", "verify", "done")
              : new Event.PartEnded(from + 20_000, "run-2", "verify", Verdict.PASS, List.of());
      files.events("run-2", new Event.PhaseStarted(from, "run-2", "verify"), last);
      Map<String, String> settings = new HashMap<>(Map.of("verify.mode", "exact"));
      settings.putAll(Map.of("verify.sample", "1", "verify.rows", "", "verify.offline", "false"));
      settings.putAll(Map.of("verify.auths", "", "verify.auths.file", ""));
      try (RunDirectory run = files.open()) {
        List<RunPlan.Phase> phases =
            List.of(
                new RunPlan.Phase(
                    "ingest+walk+agitate", Optional.empty(), List.of("ingest"), Map.of()),
                new RunPlan.Phase(
                    "verify", Optional.empty(), List.of("verify"), Map.of("verify", settings)));
        new RunPlan("x", Optional.empty(), 1, "", Map.of(), phases).writeTo(run);
        VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of()).writeTo(run);
        ResultsFile.put(run, RunReader.read(run, RunFiles.LATER));
      }
    }
    Map<String, String> rates = new TreeMap<>();
    for (Map<String, String> row : ResultsFile.read(runs)) {
      rates.put(row.get("run"), row.get("verify_exact_rate"));
    }
    assertThat(rates.get("20260101-000000-true")).isNotEmpty();
    assertThat(rates.get("20260101-000000-false")).isEmpty();
  }
}
