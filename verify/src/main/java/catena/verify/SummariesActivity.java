// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableRights;
import catena.harness.accumulo.TableSummaries;
import catena.harness.activity.Activity;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.RunContext;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.read.reader.ReadSettings;
import catena.records.journal.Event;
import catena.records.settings.Settings;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.security.TablePermission;

/**
 * Queries what the servers found as they wrote the files of a table. It compares nothing with a
 * promise, so that it proves nothing about loss, and is no verification.
 */
public final class SummariesActivity implements Activity {
  private static final String NAME = "summaries";

  /** How long the flush and the servers' answer may take, else UNKNOWN. */
  private static final Duration LIMIT = Duration.ofMinutes(30);

  /**
   * It flushes the table, so that what servers hold in memory is judged, too; a fault of Accumulo
   * in that would show in it.
   */
  @Override
  public Description description() {
    return Description.of(
            NAME,
            "ask what the servers found wrong as they wrote the table's files",
            List.of(TableName.SETTING, ReadSettings.PRINTED))
        .examples(
            "bin/catena summaries -c client.properties -o table.name=ci",
            "bin/catena summaries -c client.properties -o table.name=ci -o finding.printed=5")
        .effect(Effect.HITS)
        .checks(CheckForm.of("sums", Way.SUMMARIES, Map.of("finding.printed", "0")));
  }

  @Override
  public Work prepare(Site site, Settings own) throws Exception {
    GraphSpec spec = check(site.connection().client(), own.get(TableName.SETTING));
    return run -> new Asking(run, own, spec).perform();
  }

  /** The graph of a table that its servers judge. */
  private static GraphSpec check(AccumuloClient client, String table) throws Exception {
    Optional<GraphSpec> spec = TableGraph.load(client, table);
    if (spec.isEmpty() || TableSummaries.attached(client, table).isEmpty()) {
      throw new UsageException(
          "The servers do not judge what they write of table %s: make one with table.summaries=true, for which they need two jars"
              .formatted(table));
    }
    TableRights.require(
        client, table, TablePermission.GET_SUMMARIES, "read the summaries of table " + table);
    return spec.get();
  }

  /** One query. */
  private record Asking(RunContext run, Settings own, GraphSpec spec) {
    @SuppressWarnings("try") // the progress shows itself
    PartOutcome perform() throws Exception {
      String table = own.get(TableName.SETTING);
      ProgressTask task =
          ProgressTask.of(run.name(), "", () -> 0).waitingFor(() -> Optional.of("the servers"));
      try (Progress unused = Progress.start(run.terminal(), task)) {
        return outcome(table, run.stop().unlessAsked(NAME, LIMIT, () -> ask(table)));
      } catch (TimeoutException e) {
        return PartOutcome.doubt(
            "The summaries of table %s were not there within %s"
                .formatted(table, Amounts.span(LIMIT)));
      } catch (TableNotFoundException e) {
        throw TableName.missing(table);
      }
    }

    private FileSummaries ask(String table) throws Exception {
      return FileSummaries.of(
          run.connection()
              .client()
              .tableOperations()
              .summaries(table)
              .withMatchingConfiguration(TableSummaries.anyGraphs())
              .flush(true)
              .retrieve(),
          TableSummaries.of(spec));
    }

    private PartOutcome outcome(String table, FileSummaries files) throws IOException {
      Findings findings = findings(files);
      List<String> doubts =
          files.doubts(table).stream().map(doubt -> run.name() + ": " + doubt).toList();
      List<String> reasons = new ArrayList<>();
      if (findings.total() > 0) {
        reasons.add(
            "%s: as servers wrote files of table %s they judged entries wrong: %s"
                .formatted(run.name(), table, Findings.inWords(files.counts().found())));
      }
      reasons.addAll(doubts);
      Verdict verdict = doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
      return new PartOutcome(
          findings.total() > 0 ? Verdict.FAIL : verdict,
          reasons,
          files.tally(),
          findings.counts(),
          List.of(run.name() + ": " + files.inWords()));
    }

    private Findings findings(FileSummaries files) throws IOException {
      Findings findings =
          new Findings(run.terminal()::line, own.get(ReadSettings.PRINTED), "the journal");
      long now = run.clock().millis();
      for (Finding finding : files.findings(new Graph(spec), now)) {
        run.found();
        findings.add(
            run.name() + ": ",
            finding,
            each -> run.journal().add(new Event.FindingSeen(now, run.name(), each)));
      }
      return findings;
    }
  }
}
