// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.EntryCounts;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableName;
import catena.harness.accumulo.TableRights;
import catena.harness.accumulo.TableSummaries;
import catena.harness.activity.Activity;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.read.reader.ReadSettings;
import catena.records.journal.Event;
import catena.records.settings.Settings;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.summary.SummarizerConfiguration;
import org.apache.accumulo.core.client.summary.Summary;
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
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    GraphSpec spec = check(site.connection().client(), own.get(TableName.SETTING));
    return run -> perform(run, own, spec);
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

  @SuppressWarnings("try") // the progress shows itself
  private static PartOutcome perform(RunContext run, Settings own, GraphSpec spec)
      throws Exception {
    String table = own.get(TableName.SETTING);
    ProgressTask task =
        ProgressTask.of(run.name(), "", () -> 0).waitingFor(() -> Optional.of("the servers"));
    try (Progress unused = Progress.start(run.terminal(), task)) {
      FileSummaries files =
          run.stop().unlessAsked(NAME, LIMIT, () -> ask(run.connection().client(), table, spec));
      return outcome(run, table, files, findings(run, own, spec, files));
    } catch (TimeoutException e) {
      return PartOutcome.doubt(
          "The summaries of table %s were not there within %s"
              .formatted(table, Amounts.span(LIMIT)));
    } catch (TableNotFoundException e) {
      throw TableName.missing(table);
    }
  }

  private static FileSummaries ask(AccumuloClient client, String table, GraphSpec spec)
      throws Exception {
    return FileSummaries.of(
        client
            .tableOperations()
            .summaries(table)
            .withMatchingConfiguration(TableSummaries.anyGraphs())
            .flush(true)
            .retrieve(),
        TableSummaries.of(spec));
  }

  private static PartOutcome outcome(
      RunContext run, String table, FileSummaries files, Findings findings) {
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
        files.counts().found(),
        List.of(run.name() + ": " + files.inWords()));
  }

  private static Findings findings(
      RunContext run, Settings own, GraphSpec spec, FileSummaries files) {
    Findings findings =
        new Findings(run.terminal()::line, own.get(ReadSettings.PRINTED), "the journal");
    long now = run.clock().millis();
    for (Finding finding : files.findings(new Graph(spec), now)) {
      run.found();
      findings.add(run.name() + ": ", finding);
      run.journal().add(new Event.FindingSeen(now, run.name(), finding));
    }
    return findings;
  }

  /**
   * What the servers keep with the files of a table: summaries of the entries that they judged as
   * they wrote them. Pure.
   *
   * @param files how many the table has; 0 if none of them has a summary by any graph
   * @param missing those without a summary by this graph
   * @param others those of the missing that have one by another graph, or another version of it
   * @param large those whose summary was dropped, since it was too large
   * @param deleted those that were removed while they were queried
   * @param counts all summaries together
   */
  record FileSummaries(
      long files, long missing, long others, long large, long deleted, EntryCounts counts) {

    /**
     * Combines what Accumulo returned.
     *
     * @param all one for each configuration of the summarizer that some file was written with
     * @param expected the one of the table's graph
     */
    static FileSummaries of(List<Summary> all, SummarizerConfiguration expected) {
      long files = 0;
      long missing = 0;
      long others = 0;
      long large = 0;
      long deleted = 0;
      boolean found = false;
      Map<String, Long> counts = new HashMap<>();
      for (Summary summary : all) {
        Summary.FileStatistics of = summary.getFileStatistics();
        files = of.getTotal();
        deleted = of.getDeleted();
        if (summary.getSummarizerConfiguration().equals(expected)) {
          found = true;
          missing = of.getMissing();
          large = of.getLarge();
          EntryCounts.merge(counts, summary.getStatistics());
        } else {
          others += of.getTotal() - of.getDeleted() - of.getMissing();
        }
      }
      return new FileSummaries(
          files, found ? missing : files - deleted, others, large, deleted, EntryCounts.of(counts));
    }

    /** The files whose entries were judged. */
    long judged() {
      return files - missing - large - deleted;
    }

    /** Why they do not cover all that is in the table's files, a sentence each. */
    List<String> doubts(String table) {
      List<String> doubts = new ArrayList<>();
      if (counts.entries() == 0) {
        doubts.add(
            "the servers have judged no entry of table %s: it has no files, or they were written before it had its summarizer"
                .formatted(table));
      }
      add(
          doubts,
          missing - others,
          "have no summary: they were written before the table had its summarizer, or imported; compact writes them anew");
      add(doubts, others, "have a summary by another graph: compact writes them anew");
      add(
          doubts,
          large,
          "had a summary larger than table.file.summary.maxSize, which was dropped: raise it, then compact");
      add(doubts, deleted, "were removed while they were asked about: ask again");
      if (counts.unjudged() > 0) {
        doubts.add(
            "%s entries could not be judged by the servers: do all of them have graph-*.jar and summarizer-*.jar of this version?"
                .formatted(Amounts.grouped(counts.unjudged())));
      }
      if (counts.unnamed() > 0) {
        doubts.add(
            "%s entries were counted under names that this version does not know: do the servers have its jars?"
                .formatted(Amounts.grouped(counts.unnamed())));
      }
      return doubts;
    }

    private void add(List<String> doubts, long number, String what) {
      if (number > 0) {
        doubts.add(
            "%s of %s files %s".formatted(Amounts.grouped(number), Amounts.grouped(files), what));
      }
    }

    /** How many files and entries were judged, for users. */
    String inWords() {
      return "%s of %s files: %s entries judged, %s deletes"
          .formatted(
              Amounts.grouped(judged()),
              Amounts.grouped(files),
              Amounts.grouped(counts.entries()),
              Amounts.grouped(counts.deletes()));
    }

    /** What was counted, by name, in the order in which users read it. */
    Map<String, Long> tally() {
      Map<String, Long> tally = new LinkedHashMap<>();
      tally.put("summaries: files", files);
      tally.put("summaries: files judged", judged());
      tally.put("summaries: entries", counts.entries());
      tally.put("summaries: deletes", counts.deletes());
      if (counts.former() > 0) {
        tally.put("summaries: entries of before", counts.former());
      }
      return tally;
    }

    /**
     * What was found wrong, by kind and row.
     *
     * <p>Of each kind some rows are known. If there were more, the last finding stands for their
     * entries, too.
     *
     * @param foundMillis wall clock
     */
    List<Finding> findings(Graph graph, long foundMillis) {
      List<Finding> findings = new ArrayList<>();
      counts
          .found()
          .forEach(
              (kind, entries) -> {
                Map<String, Long> rows = counts.rows(kind);
                long others = entries - rows.values().stream().mapToLong(n -> n).sum();
                rows.forEach((row, n) -> findings.add(finding(graph, kind, row, n, foundMillis)));
                if (rows.isEmpty()) {
                  findings.add(
                      Finding.of(kind, "", foundMillis)
                          .standingFor(new Finding.Together(entries, Optional.empty())));
                } else if (others > 0) {
                  Finding last = findings.remove(findings.size() - 1);
                  findings.add(
                      last.standingFor(new Finding.Together(1 + others, Optional.empty())));
                }
              });
      return findings;
    }

    private static Finding finding(
        Graph graph, FindingKind kind, String row, long entries, long foundMillis) {
      Finding finding =
          Finding.of(kind, row, foundMillis)
              .withSeen(
                  "%s, as servers wrote files"
                      .formatted(entries == 1 ? "1 entry" : Amounts.grouped(entries) + " entries"));
      Optional<Node> node = graph.node(NodeCodec.row(NodeCodec.rowBytes(row)));
      return node.map(
              of ->
                  finding.withOrigin(
                      Origin.of(
                          of.writer(),
                          graph.block(of.window()),
                          graph.layer(of.window()),
                          of.index())))
          .orElse(finding);
    }
  }
}
