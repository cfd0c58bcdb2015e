// SPDX-License-Identifier: Apache-2.0
package catena.verify.files;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.EntryCounts;
import catena.graph.judge.FindingKind;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.records.words.Amounts;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What servers found wrong as they wrote files, as findings: one for each row that is known. */
public final class FileFindings {
  private FileFindings() {}

  /**
   * The findings, by kind and row.
   *
   * <p>Of each kind some rows are known. Where there were more, the last finding stands for their
   * entries, too.
   *
   * @param foundMillis wall clock
   */
  public static List<Finding> of(Graph graph, EntryCounts counts, long foundMillis) {
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
                Finding one = of(graph, kind, row.getKey(), row.getValue(), foundMillis);
                boolean last = !each.hasNext() && others > 0;
                findings.add(
                    last
                        ? one.standingFor(new Finding.Together(1 + others, Optional.empty()))
                        : one);
              }
            });
    return findings;
  }

  private static Finding of(
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
