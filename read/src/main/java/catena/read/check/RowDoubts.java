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
  private long total;

  private static final class DoubtedRows {
    private final Difference first;
    private long number;

    DoubtedRows(Difference first) {
      this.first = first;
    }
  }

  /** Takes one, as {@link catena.graph.judge.Judgement#doubts} has it. */
  public synchronized void add(Difference doubt) {
    total++;
    String reason = doubt.kind() + ": " + reason(doubt.why());
    DoubtedRows rows = byReason.get(reason);
    if (rows == null && byReason.size() < MOST_REASONS) {
      rows = new DoubtedRows(doubt);
      byReason.put(reason, rows);
    }
    if (rows != null) {
      rows.number++;
    }
  }

  /** What differs from row to row comes behind a semicolon. */
  private static String reason(String why) {
    return why.split("; expected ", 2)[0];
  }

  /** How many there were. */
  public synchronized long total() {
    return total;
  }

  /** One sentence for each reason. */
  public synchronized List<String> sentences() {
    return byReason.entrySet().stream()
        .map(
            each ->
                "%s rows are in doubt, the first %s of writer %s (%s)"
                    .formatted(
                        Amounts.grouped(each.getValue().number),
                        each.getValue().first.row(),
                        each.getValue()
                            .first
                            .node()
                            .map(node -> Integer.toString(node.writer()))
                            .orElse("none"),
                        each.getKey()))
        .toList();
  }
}
