// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.Difference;
import catena.records.words.Amounts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows that differ and may be no fault of the table, counted by the reason; for any thread.
 *
 * <p>Memory does not grow with the rows: reasons are few, and of each the first row is kept.
 */
public final class RowDoubts {
  private static final int MOST_REASONS = 20;

  private final Map<String, DoubtedRows> byReason = new LinkedHashMap<>();

  /** Rows for which there is one reason: the first of them, in words, and how many there are. */
  public record DoubtedRows(String first, long number) {
    /** These and later ones. */
    public DoubtedRows and(DoubtedRows more) {
      return new DoubtedRows(first, number + more.number);
    }
  }

  /** Takes one, as {@link catena.graph.judge.Judgement#doubts} has it. */
  public synchronized void add(Difference doubt) {
    String reason = doubt.kind() + ": " + reason(doubt.why());
    if (byReason.size() < MOST_REASONS || byReason.containsKey(reason)) {
      String writer = doubt.node().map(node -> Integer.toString(node.writer())).orElse("none");
      String first = doubt.row() + " of writer " + writer;
      byReason.merge(reason, new DoubtedRows(first, 1), DoubtedRows::and);
    }
  }

  /** What differs from row to row comes after a semicolon. */
  private static String reason(String why) {
    return why.split("; expected ", 2)[0];
  }

  /** One sentence for each reason. */
  public synchronized List<String> sentences() {
    return byReason.entrySet().stream()
        .map(
            each ->
                "%s rows are in doubt, the first %s (%s)"
                    .formatted(
                        Amounts.grouped(each.getValue().number),
                        each.getValue().first,
                        each.getKey()))
        .toList();
  }
}
