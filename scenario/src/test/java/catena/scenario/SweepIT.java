// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.SharedCluster;
import catena.read.check.Count;
import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.history.Missing;
import catena.records.history.RateFile;
import catena.records.history.RateState;
import catena.records.history.RateStep;
import catena.records.history.SweepFile;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import com.google.common.collect.MoreCollectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps, actions on tables, conditions and budgets on a real cluster. */
class SweepIT {
  private static final String THRESHOLD = "table.split.threshold";

  @RegisterExtension static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir private Path temporary;

  private Path scenario(String... lines) throws IOException {
    return Files.writeString(temporary.resolve("x.yaml"), String.join("\n", lines) + "\n");
  }

  private CommandLine run(Path scenario, Path directory, String... more) {
    List<String> words =
        new java.util.ArrayList<>(
            List.of(
                "run",
                scenario.toString(),
                "-c",
                CLUSTER.clientProperties().toString(),
                "--run-dir",
                directory.toString()));
    words.addAll(List.of(more));
    return CommandLine.run(words.toArray(String[]::new));
  }

  private static String[] small(String... more) {
    List<String> lines =
        new java.util.ArrayList<>(
            List.of(
                "settings:",
                "  graph.flush.interval: 500",
                "  graph.depth: 4",
                "  ingest.entries: 20000"));
    lines.addAll(List.of(more));
    return lines.toArray(String[]::new);
  }

  @Test
  void eachRowOfASweepIsARunWhosePhasesActOnItsTable() throws Exception {
    Path file =
        scenario(
            small(
                "  table.name: swept_${row}",
                "  ingest.clients: ${clients}",
                "name: swept",
                "experiment: 6-3",
                "parameters: {clients: [1, 2]}",
                "budgets: {ingest.rate: 1}",
                "phases:",
                "  - createtable",
                "  - ingest:",
                "    row: 1 GB",
                "  - altertable: {table.prop.table.split.threshold: 64M}",
                "  - split: {table.splits: 3}", // each merge takes half a minute
                "  - balance:", // takes a minute
                "    if: ${clients == 1}",
                "  - flush",
                "  - merge: {merge.tablets: 3}",
                "    if: ${clients == 1}",
                "  - compact",
                "  - quiesce",
                "  - verify",
                "  - walk: {walk.count: 50}",
                "    when: {verify: PASS}",
                "  - walk: {walk.count: 50}",
                "    when: {verify: FAIL}"));
    Path directory = temporary.resolve("sweep");
    CommandLine said = run(file, directory);
    assertThat(said.status()).as(said.all()).isZero();
    assertThat(said.out()).contains("budget ingest.rate met", "was left out: verify is PASS");
    assertThat(directory.resolve("report.html")).content().contains("Table 6-3");
    assertTheFastestOfTwoWritersIsNamed(directory.resolve("report/phases-side-by-side.csv"));
    try (RunDirectory sweep = RunDirectory.open(directory.toString())) {
      SweepFile rows =
          new TolerantReader(sweep, new Missing())
              .json(sweep.sweep(), SweepFile.class)
              .orElseThrow();
      assertThat(rows.rows())
          .extracting(SweepFile.SweepEntry::verdict)
          .containsExactly(Optional.of(Verdict.PASS), Optional.of(Verdict.PASS));
      for (SweepFile.SweepEntry row : rows.rows()) {
        assertThat(directory.resolve(row.directory()).resolve("report.html")).exists();
      }
    }
    AccumuloClient client = CLUSTER.connection().client();
    assertThat(client.tableOperations().listSplits("swept_1")).hasSize(2);
    assertThat(client.tableOperations().listSplits("swept_2"))
        .as("what was not to be merged")
        .hasSizeGreaterThan(2);
    for (String table : List.of("swept_1", "swept_2")) {
      assertThat(client.tableOperations().getConfiguration(table)).containsEntry(THRESHOLD, "64M");
    }
  }

  /** The journals say when each writer had written its number; one alone is no fastest one. */
  private static void assertTheFastestOfTwoWritersIsNamed(Path table) throws IOException {
    List<String> lines = Files.readAllLines(table);
    List<String> titles = List.of(lines.get(0).split(","));
    List<String[]> ingests =
        lines.stream().filter(line -> line.startsWith("ingest,")).map(l -> l.split(",")).toList();
    assertThat(ingests).extracting(row -> row[2]).doesNotHaveDuplicates().hasSize(2);
    int fastest = titles.indexOf("Fastest writer s");
    assertThat(ingests.get(0)[fastest]).isEmpty();
    assertThat(Double.parseDouble(ingests.get(1)[fastest]))
        .isPositive()
        .isLessThanOrEqualTo(Double.parseDouble(ingests.get(1)[titles.indexOf("Period s")]));
  }

  /**
   * In real time: a rate is what real clients do in a second, and the wall clock stamps what they
   * journal of it. So a step lasts two seconds, in which some intervals of measurement fit.
   */
  private static final String[] BRIEF_SEARCH = {
    "-o",
    "rate.step=2s",
    "-o",
    "rate.confirm=2s",
    "-o",
    "rate.repeats=1",
    "-o",
    "measure.interval=200ms"
  };

  private CommandLine search(String workload, Path directory, String... more) {
    List<String> words = new java.util.ArrayList<>(List.of(BRIEF_SEARCH));
    words.addAll(List.of(more));
    Path shipped = Path.of("..", "conf", "scenarios", "rate", workload + ".yaml");
    return run(shipped, directory, words.toArray(String[]::new));
  }

  private static RateFile searched(Path directory) throws IOException {
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      return new TolerantReader(run, new Missing()).json(run.rate(), RateFile.class).orElseThrow();
    }
  }

  @Test
  void aRateThatIsHeldUpToTheLimitIsConfirmedAndItsDataVerified() throws Exception {
    Path directory = temporary.resolve("mixed");
    CommandLine said =
        search(
            "mixed",
            directory,
            "--set",
            "load=4000",
            "-o",
            "rate.from=200",
            "-o",
            "rate.limit=400",
            "-o",
            "graph.flush.interval=50",
            "-o",
            "budget.flush.p99=1m",
            "-o",
            "budget.lookup.p99=1m",
            "-o",
            "rate.shortfall=0.9",
            "-o",
            "rate.tries=20"); // of a machine that does other things, too, for seconds
    assertThat(said.status()).as(said.all()).isZero();
    assertThat(said.out()).contains("the highest rate is at least 400/s operations", "Compared:");

    RateFile file = searched(directory);
    assertThat(file.state()).isEqualTo(RateState.AT_LEAST);
    List<RateStep> held = file.steps().stream().filter(RateStep::held).toList();
    assertThat(held).extracting(RateStep::asked).containsExactly(200.0, 400.0, 400.0);
    RateStep confirming = held.get(2);
    assertThat(confirming.done()).isBetween(40.0, 600.0);
    assertThat(confirming.latencies()).containsOnlyKeys("flush", "lookup");
    assertThat(confirming.latencies().get("lookup").count()).isBetween(1L, 150L);
    assertThat(confirming.to() - confirming.from()).isBetween(1_000L, 2_000L);
    assertThat(confirming.processors()).isPositive();
    assertThat(directory.resolve("report.html")).content().contains("Throughput against latency");
    assertThat(directory.resolve("report").resolve("rate-latency.csv")).exists();
  }

  @Test
  void aBudgetThatNoRateMeetsIsBudget() throws Exception {
    Path directory = temporary.resolve("never");
    CommandLine said =
        search(
            "ingest",
            directory,
            "-o",
            "rate.from=200",
            "-o",
            "rate.least=200",
            "-o",
            "graph.flush.interval=50",
            "-o",
            "budget.flush.p99=0ms",
            "-o",
            "rate.tries=1");
    assertThat(said.status()).as(said.all()).isEqualTo(Verdict.BUDGET.exitStatus());
    assertThat(searched(directory).state()).isEqualTo(RateState.NEVER);
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      VerdictFile verdict = VerdictFile.readFrom(run).orElseThrow();
      assertThat(verdict.reasons()).singleElement().asString().contains("not even 200/s entries");
      assertThat(verdict.proof().compared()).isNotEmpty();
    }
  }

  @Test
  void aMissedBudgetIsBudgetAndTheDataIsRight() throws Exception {
    Path file =
        scenario(
            small(
                "  table.name: budgeted",
                "name: budgeted",
                "budgets: {ingest.rate: 1e11, flush.p99: 10m}",
                "phases: [createtable, ingest, quiesce, verify]"));
    Path directory = temporary.resolve("run");
    CommandLine said = run(file, directory);
    assertThat(said.status()).as(said.all()).isEqualTo(Verdict.BUDGET.exitStatus());
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      VerdictFile verdict = VerdictFile.readFrom(run).orElseThrow();
      assertThat(verdict.verdict()).isEqualTo(Verdict.BUDGET);
      assertThat(verdict.proof().compared()).isNotEmpty();
      assertThat(verdict.reasons()).singleElement().asString().contains("ingest.rate missed");
      assertThat(
              new TolerantReader(run, new Missing())
                  .json(run.budgets(), BudgetFile.class)
                  .orElseThrow()
                  .budgets())
          .extracting(Judgement::verdict)
          .containsExactly(Verdict.BUDGET, Verdict.PASS);
    }
    CommandLine doubted = run(file, temporary.resolve("second"), "-o", "budget.recovery=1m");
    assertThat(doubted.status()).as("the table exists").isEqualTo(Verdict.USAGE);
    CommandLine unknown =
        run(
            file,
            temporary.resolve("third"),
            "-o",
            "table.name=budgeted2",
            "-o",
            "budget.recovery=1m");
    assertThat(unknown.status()).isEqualTo(Verdict.UNKNOWN.exitStatus());
    assertThat(unknown.out()).contains("budget recovery", "no fault was injected");
  }

  @Test
  void aTableIsMadeAnewOnceWhatTheRunHasWrittenIsVerified() throws Exception {
    Path file =
        scenario(
            small(
                "  table.name: anew", "name: anew", "phases: [recreate, ingest, quiesce, verify]"));
    CommandLine first = run(file, temporary.resolve("first"));
    assertThat(first.status()).as(first.all()).isZero();
    // Its first phase removes the table of the run before, the fourth the one that it has made.
    Path again =
        scenario(
            small(
                "  table.name: anew",
                "name: again",
                "phases: [recreate, ingest, verify, recreate, ingest, verify]"));
    Path directory = temporary.resolve("again");
    CommandLine said = run(again, directory);
    assertThat(said.status()).as(said.all()).isZero();
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      VerdictFile verdict = VerdictFile.readFrom(run).orElseThrow();
      assertThat(verdict.tally())
          .as("both tables were compared, each with its own ledgers")
          .containsEntry("exactly as promised", verdict.tally().get("entries"))
          .containsEntry("entries acknowledged", 40_000L);
      String last = Files.readString(directory.resolve("graph.json"));
      try (Stream<Path> aside = Files.list(directory.resolve("deleted"))) {
        Path former = aside.collect(MoreCollectors.onlyElement());
        assertThat(Files.readString(former.resolve("graph.json"))).isNotEqualTo(last);
        assertThat(former.resolve("ledger/writer-00000.ledger")).isNotEmptyFile();
      }
      String phases = Files.readString(directory.resolve("report/phases.csv"));
      assertThat(phases.lines().filter(line -> line.contains("ingest-2 entries")))
          .singleElement()
          .asString()
          .as("the second table begins empty")
          .contains(",0,");
    }
    CLUSTER.connection().client().tableOperations().create("somebodys");
    Path alone = scenario("name: alone", "settings: {table.name: somebodys}", "phases: [recreate]");
    CommandLine refused = run(alone, temporary.resolve("refused"));
    assertThat(refused.status()).isEqualTo(Verdict.USAGE);
    assertThat(refused.notes()).contains("holds no graph of Catena");
  }

  @Test
  void aTableOfWhichNotAllIsProvenIsLeftAsItIs() throws Exception {
    Path file =
        scenario(
            small(
                "  table.name: kept",
                "name: kept",
                "phases:",
                "  - recreate",
                "  - ingest",
                "  - verify: {verify.mode: references}",
                "  - recreate",
                "  - verify"));
    Path directory = temporary.resolve("kept");
    CommandLine said = run(file, directory);
    assertThat(said.status()).as(said.all()).isEqualTo(Verdict.UNKNOWN.exitStatus());
    assertThat(said.out()).contains("recreate-2 has left the table as it is: Acknowledged data");
    assertThat(directory.resolve("deleted")).doesNotExist();
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      Map<String, Long> tally = VerdictFile.readFrom(run).orElseThrow().tally();
      assertThat(tally.get("exactly as promised")).isPositive().isEqualTo(tally.get("entries"));
    }
  }

  /** What other papers ask of a store, by the servers' own iterators and labels. */
  @Test
  void announcedLabelledAndFilteredRowsAreJudgedOnARealTable() throws Exception {
    Path file =
        scenario(
            small(
                "  table.name: probed",
                "  graph.visibilities: 'A,B'",
                "  graph.visibility.scope: unique",
                "  graph.visibility.terms: 3",
                "  ingest.announce: 100",
                "name: probes",
                "phases:",
                "  - createtable",
                "  - together: [ingest, lag]",
                "  - scan: {scan.count: 10, scan.filter: server, scan.filter.selectivity: 0.1}",
                "  - verify"));
    Path directory = temporary.resolve("probes");
    CommandLine said = run(file, directory);
    assertThat(said.status()).as(said.all()).isZero();
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      Map<String, Long> tally = VerdictFile.readFrom(run).orElseThrow().tally();
      assertThat(tally.get("lag: " + Count.ANNOUNCED.words())).isBetween(100L, 200L);
      assertThat(tally.get("scan: " + Count.UNSELECTED.words())).isGreaterThan(1_000);
      assertThat(tally.get("scan: " + Count.EXACT.words())).isGreaterThan(100);
    }
  }
}
