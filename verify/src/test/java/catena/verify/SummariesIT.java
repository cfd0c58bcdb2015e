// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.TableSummaries;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunJournal;
import catena.harness.activity.Work;
import catena.harness.command.Terminal;
import catena.read.plant.Fault;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.accumulo.core.client.admin.CompactionConfig;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.junit.jupiter.api.Test;

/** What real servers find as they write files of a table, and what is said of files without. */
class SummariesIT extends VerifiedTables {
  private static final AtomicInteger TABLES = new AtomicInteger();

  private final TableOperations operations = connection.client().tableOperations();

  private Written written(GraphSpec spec, Map<String, String> properties) throws Exception {
    String name = "summed_" + ProcessHandle.current().pid() + "_" + TABLES.incrementAndGet();
    RunDirectory run = RunDirectory.at(directory.resolve(name).toString());
    ScratchTable table = new ScratchTable(connection, name, spec, properties, false);
    table.write(run, 0, END);
    return new Written(table, run);
  }

  private static Map<String, String> summarized(GraphSpec spec) {
    return new HashMap<>(TableSummaries.of(spec).toTableProperties());
  }

  private PartOutcome ask(Written what, String... settings) throws Exception {
    Map<String, String> values = new HashMap<>(Map.of("table.name", what.table().name));
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(stream, stream);
    PartEnvironment site =
        new PartEnvironment(
            () -> connection,
            true,
            CallerContext.NOTHING,
            List.of(),
            terminal,
            Clock.systemUTC(),
            1);
    Settings own =
        Settings.resolve(new SummariesActivity().settings(), List.of(Layer.of("test", values)));
    Work work = new SummariesActivity().prepare(site, own);
    try (RunJournal record = new RunJournal(what.run(), "summaries", terminal)) {
      return work.perform(
          new RunContext("summaries", site, what.run(), record.journal(), Optional.empty(), stop));
    }
  }

  private static Map<String, FindingKind> seen(Written what) throws Exception {
    Map<String, FindingKind> seen = new TreeMap<>();
    JournalReader.read(
        what.run().fileSystem(),
        what.run().events("summaries"),
        event -> {
          if (event instanceof Event.FindingSeen found) {
            seen.put(found.finding().row(), found.finding().kind());
          }
        });
    return seen;
  }

  @Test
  void nothingIsFoundInACleanTableWithDeletesAndRewrites() throws Exception {
    try (Written what = written(spec(0.4), summarized(spec(0.4)))) {
      PartOutcome outcome = ask(what);
      assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.PASS);
      assertThat(outcome.findings()).isEmpty();
      assertThat(outcome.proof().compared()).as("it is no verification").isEmpty();
      assertThat(seen(what)).isEmpty();
      long nodes = 0;
      long deletes = 0;
      for (int block = 0; block < 4; block++) {
        boolean deleted = what.table().graph.isDeleted(0, block);
        nodes += deleted ? 0 : (long) FLUSH * DEPTH;
        deletes += deleted ? (long) FLUSH * DEPTH : 0;
      }
      assertThat(deletes).isPositive();
      long files = outcome.tally().get("summaries: files");
      assertThat(files).isGreaterThanOrEqualTo(3);
      assertThat(outcome.tally())
          .containsEntry("summaries: deletes", deletes)
          .containsEntry("summaries: files judged", files);
      // A tablet that was moved meanwhile has written what was replaced since to a file before.
      long replaced = files == 3 ? 0 : deletes + nodes;
      assertThat(outcome.tally().get("summaries: entries") - (nodes + 2L * FLUSH + 70))
          .isBetween(0L, replaced);
    }
  }

  @Test
  void eachPlantedEntryThatIsWrongByItselfIsFoundAndNamedAndCompactionGoesOn() throws Exception {
    GraphSpec spec = spec(0);
    try (Written what = written(spec, summarized(spec))) {
      Map<String, FindingKind> expected = new TreeMap<>();
      for (Fault fault : Faults.of(what.table().graph, 1, END)) {
        what.table().plant(fault);
        expected.putAll(Faults.alone(what.table().graph, fault));
      }
      PartOutcome outcome = ask(what);
      assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(seen(what)).isEqualTo(expected);
      assertThat(outcome.findings().keySet())
          .containsExactlyInAnyOrder(
              FindingKind.CORRUPT, FindingKind.ALTERED, FindingKind.MISPLACED, FindingKind.PHANTOM);
      assertThat(outcome.reasons().get(0)).contains("judged entries wrong: ", " CORRUPT");
      compact(what);
      out.reset();
      assertThat(ask(what, "finding.printed", "0").findings())
          .as("in the new files too")
          .isEqualTo(outcome.findings());
      assertThat(out.toString(StandardCharsets.UTF_8))
          .contains("... more findings are in the journal and not printed")
          .doesNotContain(seen(what).keySet());
    }
  }

  private void compact(Written what) throws Exception {
    operations.compact(what.table().name, new CompactionConfig().setFlush(true).setWait(true));
  }

  @Test
  void filesFromBeforeTheSummarizerAreADoubtUntilTheyAreWrittenAnew() throws Exception {
    GraphSpec spec = spec(0);
    try (Written what = written(spec, Map.of())) {
      assertThatThrownBy(() -> ask(what))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("table.summaries=true");
      operations.flush(what.table().name, null, null, true);
      operations.addSummarizers(what.table().name, TableSummaries.of(spec));
      what.table().write(what.run(), 1, END);
      PartOutcome some = ask(what);
      assertThat(some.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(some.reasons())
          .anyMatch(reason -> reason.contains("3 of 6 files have no summary"));
      compact(what);
      PartOutcome all = ask(what);
      assertThat(all.verdict()).as(all.reasons().toString()).isEqualTo(Verdict.PASS);
    }
  }

  @Test
  void aSummaryThatWasTooLargeAndOneOfAnotherGraphAreDoubts() throws Exception {
    GraphSpec spec = spec(0);
    Map<String, String> small = summarized(spec);
    small.put("table.file.summary.maxSize", "10");
    try (Written what = written(spec, small);
        Written other = written(spec, summarized(GraphSpec.ofSeed(5)))) {
      PartOutcome large = ask(what);
      assertThat(large.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(large.reasons())
          .anyMatch(reason -> reason.contains("3 of 3 files had a summary larger than"));
      PartOutcome foreign = ask(other);
      assertThat(foreign.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(foreign.findings()).as("which all are wrong by the other graph").isEmpty();
      assertThat(foreign.reasons())
          .anyMatch(reason -> reason.contains("3 of 3 files have a summary by another graph"));
    }
  }
}
