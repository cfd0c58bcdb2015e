// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.judge.Promise;
import catena.records.words.Amounts;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Entries that agree with the graph, of writers that had no ledger when the table was read.
 *
 * @param entries how many, by writer
 */
public record UnledgeredWriters(Map<Integer, Long> entries) {
  private static final int WRITERS_NAMED = 10;

  /** Copies, in the order of the writers. */
  public UnledgeredWriters {
    entries = new TreeMap<>(entries);
  }

  /**
   * Those that still have none: a writer that has a ledger by now began while the table was read,
   * and its entries were written meanwhile.
   */
  public UnledgeredWriters without(Promise now) {
    Map<Integer, Long> still = new TreeMap<>(entries);
    still.keySet().removeAll(now.writers().keySet());
    return new UnledgeredWriters(still);
  }

  /** How many entries there are in all. */
  public long total() {
    return entries.values().stream().mapToLong(n -> n).sum();
  }

  /** Why a verdict that saw them is no pass, if there are any. */
  public Optional<String> doubt() {
    return entries.isEmpty() ? Optional.empty() : Optional.of(sentence());
  }

  private String sentence() {
    String named =
        entries.keySet().stream()
            .limit(WRITERS_NAMED)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return "%s entries are of writers without a ledger (%s%s): they agree with the graph, and whether any are missing cannot be said; give their runs too"
        .formatted(Amounts.grouped(total()), named, entries.size() > WRITERS_NAMED ? ", …" : "");
  }
}
