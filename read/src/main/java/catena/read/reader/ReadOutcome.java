// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.Ledgers;
import catena.read.check.LivePromise;
import catena.read.check.UnledgeredWriters;
import catena.read.settle.ReadTally;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FSError;

/** The outcome of the readers of one phase: counts, doubts, and what they could not check. */
final class ReadOutcome {
  /** Rows that were read and of which nothing that was promised was compared, in words. */
  private static final Map<Count, String> OTHERS =
      ImmutableMap.of(
          Count.HIDDEN, "hidden from the authorizations in use (read.auths)",
          Count.UNSELECTED, "left out by the filter (scan.filter)",
          Count.GONE, "deleted and gone, as in an empty table",
          Count.INDETERMINATE, "with an indeterminate write, of which any state is right",
          Count.UNPROMISED, "of writers without a ledger",
          Count.CHANGED, "written while they were read",
          Count.REREAD, "not right at once, and read again");

  private final String name;
  private final String operations;
  private final ReadWork work;
  private final ReadTally tally;
  private final Set<String> doubts;
  private final List<String> facts;
  private final List<String> notes = new ArrayList<>();
  private boolean withoutLedger;

  ReadOutcome(
      String operations, ReadWork work, ReadTally tally, List<String> doubts, List<String> facts) {
    this.name = work.terms().name();
    this.operations = operations;
    this.work = work;
    this.tally = tally;
    this.doubts = new LinkedHashSet<>(doubts);
    this.facts = List.copyOf(facts);
  }

  PartOutcome outcome() {
    doubts.addAll(work.settler().doubts());
    if (work.promise().isPresent()) {
      doubtLedgers(work.promise().get());
    } else {
      notes.add(
          name
              + ": table "
              + work.target().table()
              + " has no graph: only checksums, and references to rows that are not there, were"
              + " checked");
    }
    if ((!withoutLedger || tally.get(Count.ENTRIES) == 0) && !isAnythingCompared()) {
      doubts.add(name + ": " + whyNothingWasCompared());
    }
    Map<FindingKind, Long> findings = work.findings().counts();
    boolean failed =
        findings.keySet().stream().anyMatch(ReadSettings.passing(work.terms().settings())::isFault);
    List<String> reasons = new ArrayList<>();
    if (failed) {
      reasons.add(name + ": " + work.findings().inWords());
    }
    reasons.addAll(doubts);
    reasons.addAll(notes);
    Verdict verdict = doubts.isEmpty() ? Verdict.PASS : Verdict.UNKNOWN;
    return new PartOutcome(
        failed ? Verdict.FAIL : verdict, reasons, counts(), findings, facts, proof());
  }

  /** Ledgers that cannot be read at the end are no reason to lose what was found. */
  private void doubtLedgers(LivePromise promise) {
    try {
      doubtLedgers(promise.read());
    } catch (IOException | RuntimeException | FSError e) {
      doubts.add(name + ": the ledgers could not be read at the end: " + Reasons.of(e));
    }
  }

  private void doubtLedgers(Ledgers.LedgerSnapshot now) {
    doubts.addAll(now.doubts());
    withoutLedger = now.ledgers() == 0;
    if (withoutLedger) {
      doubts.add(
          name
              + ": no ledger was given, so that nothing is promised and nothing can be missed"
              + " but what a row refers to: name the runs with "
              + ReadSettings.RUNS.key());
      return;
    }
    work.target().known().withoutLedger(now.promise()).ifPresent(doubts::add);
    work.target().known().neverBegun(now.promise()).ifPresent(notes::add);
    doubtUnpromised(now.promise());
  }

  /** A writer that has a ledger by now began meanwhile; the others are a doubt. */
  private void doubtUnpromised(Promise now) {
    UnledgeredWriters all = new UnledgeredWriters(tally.unpromised());
    UnledgeredWriters left = all.without(now);
    tally.add(Count.CHANGED, all.total() - left.total());
    tally.add(Count.UNPROMISED, left.total() - all.total());
    left.doubt().map(doubt -> name + ": " + doubt).ifPresent(doubts::add);
  }

  /** Whether anything was compared that was promised; if not, nothing is proven. */
  private boolean isAnythingCompared() {
    return tally.get(Count.EXACT) + tally.get(Count.SOUND) + tally.get(Count.PASSED) > 0;
  }

  private String whyNothingWasCompared() {
    String table = work.target().table();
    if (tally.get(Count.READS) == 0) {
      return tally.get(Count.TIMEOUTS) > 0
          ? "no read of table %s was answered, and %s timed out: is every tablet hosted?"
              .formatted(table, Amounts.grouped(tally.get(Count.TIMEOUTS)))
          : "nothing was read: no row of table %s was found to begin with, or the readers were stopped before"
              .formatted(table);
    }
    if (work.promise().isEmpty()) {
      return "nothing was read: no sound entry of table %s was seen".formatted(table);
    }
    if (!isAnythingPromised()) {
      return tally.get(Count.ENTRIES) == 0
          ? "nothing was read: no entry of table %s was seen, and none was promised"
              .formatted(table)
          : "nothing was promised: no ledger acknowledges a window";
    }
    return "nothing that was promised was compared, only " + String.join("; ", others());
  }

  private boolean isAnythingPromised() {
    return work.promise().orElseThrow().last().writers().values().stream()
        .anyMatch(progress -> Position.ORIGIN.isBefore(progress.acknowledged()));
  }

  /** The other rows that were read, by kind. */
  private List<String> others() {
    List<String> others = new ArrayList<>();
    OTHERS.forEach(
        (count, words) -> {
          long n = tally.get(count);
          if (n > 0) {
            others.add((n == 1 ? "1 row " : Amounts.grouped(n) + " rows ") + words);
          }
        });
    return others.isEmpty()
        ? List.of("rows to which no writer has come, as far as the ledgers say")
        : others;
  }

  private Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Count count : Count.values()) {
      long n = tally.get(count);
      if (n > 0) {
        counts.put(name + ": " + (count == Count.READS ? operations : count.words()), n);
      }
    }
    return counts;
  }

  private Proof proof() {
    long exact = tally.get(Count.EXACT);
    return exact == 0
        ? Proof.NONE
        : new Proof(
            List.of(
                "%s: %s of %s rows that %s %s checked, exactly as promised"
                    .formatted(
                        name,
                        Amounts.grouped(exact),
                        Amounts.grouped(tally.get(Count.ROWS)),
                        Amounts.grouped(tally.get(Count.READS)),
                        operations)),
            Optional.empty());
  }
}
