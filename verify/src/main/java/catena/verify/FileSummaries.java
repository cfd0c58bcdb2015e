// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.EntryCounts;
import catena.graph.judge.FindingKind;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.records.words.Amounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.summary.SummarizerConfiguration;
import org.apache.accumulo.core.client.summary.Summary;

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
              Iterator<Map.Entry<String, Long>> each = rows.entrySet().iterator();
              while (each.hasNext()) {
                Map.Entry<String, Long> row = each.next();
                Finding one = finding(graph, kind, row.getKey(), row.getValue(), foundMillis);
                boolean last = !each.hasNext() && others > 0;
                findings.add(
                    last
                        ? one.standingFor(new Finding.Together(1 + others, Optional.empty()))
                        : one);
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
