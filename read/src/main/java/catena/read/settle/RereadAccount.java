// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import catena.read.check.Count;
import catena.read.check.RowDoubts.DoubtedRows;
import catena.records.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of the rows that were to be read again, in numbers: each that was handed over must
 * come back settled, or as a doubt; for any thread.
 */
public final class RereadAccount {
  private final LongAdder handed = new LongAdder();
  private final LongAdder passed = new LongAdder();
  private final LongAdder stayed = new LongAdder();
  private final Map<String, DoubtedRows> unsettled = new TreeMap<>();

  /** Counts a row that has to be settled. */
  void handed() {
    handed.increment();
  }

  /** Counts a row that was right when it was read again. */
  void passed() {
    passed.increment();
  }

  /** Counts a row that was not right until its time was up. */
  void stayed() {
    stayed.increment();
  }

  /** Counts a row about which nothing certain is known, and why. */
  public synchronized void unsettled(String row, String why) {
    unsettled.merge(why, new DoubtedRows(row, 1), DoubtedRows::and);
  }

  private synchronized long unsettled() {
    return unsettled.values().stream().mapToLong(DoubtedRows::number).sum();
  }

  /** Why not every row was settled, a sentence each; nothing if all were. */
  public List<String> doubts() {
    List<String> doubts = new ArrayList<>(sentences());
    difference().ifPresent(doubts::add);
    return doubts;
  }

  private synchronized List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    unsettled.forEach(
        (why, owed) ->
            sentences.add(
                "Not read again to the end: %s, the first %s, since %s"
                    .formatted(rows(owed.number()), owed.first(), why)));
    return sentences;
  }

  private Optional<String> difference() {
    long owed = handed.sum();
    long unsettled = unsettled();
    return owed == passed.sum() + stayed.sum() + unsettled
        ? Optional.empty()
        : Optional.of(
            "To be read again: %s, of which %s right then, %s settled at the limit and %s in doubt: the numbers do not agree"
                .formatted(
                    rows(owed),
                    Amounts.grouped(passed.sum()),
                    Amounts.grouped(stayed.sum()),
                    Amounts.grouped(unsettled)));
  }

  private static String rows(long n) {
    return n == 1 ? "1 row" : Amounts.grouped(n) + " rows";
  }

  /** The counts, under the names of a tally. */
  public void addTo(ReadTally tally) {
    tally.add(Count.PASSED, passed.sum());
    tally.add(Count.STAYED, stayed.sum());
    tally.add(Count.UNSETTLED, unsettled());
  }
}
