// SPDX-License-Identifier: Apache-2.0
package catena.simulation.oracle;

import catena.graph.judge.FindingKind;
import catena.records.verdict.Verdict;
import catena.simulation.table.Cell;
import catena.simulation.table.Liar;
import catena.simulation.table.Lie;
import catena.simulation.table.Table;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares what was said with what should have been, and tells of each difference. */
public final class Comparison {
  /** Doubts about a check that had nothing to check yet, and about work that was given up. */
  private static final List<String> ALWAYS_EXCUSED =
      List.of(
          "othing was promised",
          "nothing was read",
          "nothing that was promised was compared",
          "Nothing of what was promised",
          "o ledger was given",
          "was written to while it was copied",
          "a task has failed too often",
          "gave a write up after");

  /** What a copy says of a table that has lost something. */
  private static final String FEWER = "entries were read of";

  /** Lies that a late attempt looks like, where a window was sent more than once. */
  private static final Set<Lie> OLD_VERSIONS = EnumSet.of(Lie.REVERT, Lie.RESURRECT, Lie.LOSE_LOG);

  private static final Set<Lie> CONTENTS = EnumSet.of(Lie.ALTER, Lie.CORRUPT);

  private final List<String> wrong;
  private final Liar liar;
  private final Table table;

  /**
   * A comparison.
   *
   * @param wrong takes what differs
   */
  public Comparison(List<String> wrong, Liar liar, Table table) {
    this.wrong = wrong;
    this.liar = liar;
    this.table = table;
  }

  /** Ledgers that nobody has damaged are not doubted. */
  public void undoubted(List<String> doubts) {
    if (!doubts.isEmpty()) {
      wrong.add("the ledgers are doubted without a reason: " + doubts);
    }
  }

  /** Ledgers say no more and no less than clients did, and were told. */
  public Truth agreed(Truth truth) {
    if (!truth.disagreements().isEmpty()) {
      wrong.add("what the ledgers say is not so: " + truth.disagreements());
    }
    return truth;
  }

  /** What is said of a table at rest must be exactly this. */
  public void exactly(Expected expected, Said said, String who) {
    if (!said.verdict().name().equals(expected.verdict())) {
      wrong.add(
          "%s said %s and should have said %s; its reasons: %s; the doubts: %s"
              .formatted(
                  who,
                  said.verdict(),
                  expected.verdict(),
                  said.expected().doubts(),
                  expected.doubts()));
    }
    for (FindingKind kind : FindingKind.values()) {
      Set<String> right = expected.of(kind);
      Set<String> found = said.expected().of(kind);
      rows(who + " did not find " + kind, Expected.without(right, found));
      rows(who + " found " + kind + " wrongly", Expected.without(found, right));
      long counted = said.counts().getOrDefault(kind, 0L);
      if (counted != found.size()) {
        wrong.add(who + " counted " + counted + " of " + found.size() + " " + kind);
      }
    }
  }

  /**
   * The same of what is said by references, if any entry is seen; of what cannot be read the rows
   * are not counted.
   */
  public void references(Expected expected, Said said, String who) {
    if (expected.seen() > 0) {
      Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
      counts.putAll(said.counts());
      counts.replace(FindingKind.CORRUPT, (long) said.expected().of(FindingKind.CORRUPT).size());
      exactly(expected, new Said(said.verdict(), said.expected(), counts), who);
    }
    neverWrong(said, who);
  }

  /**
   * What is said of a copy of a table at rest must be what its rows show; that some were missing
   * may be said of a table that has lost some.
   *
   * @param whole whether all of it was copied
   */
  public void copied(Expected expected, Said said, boolean whole) {
    boolean fewer = said.expected().doubts().stream().anyMatch(doubt -> doubt.contains(FEWER));
    if (fewer && liar.told().isEmpty()) {
      wrong.add("a copy of an honest table missed something: " + said.expected().doubts());
    }
    List<String> doubts = new ArrayList<>(expected.doubts());
    if (fewer || !whole) {
      doubts.add("fewer were read, or not all was copied");
    }
    Expected right = new Expected(expected.findings(), doubts, expected.seen());
    if (whole) {
      exactly(right, said, "a copy");
    } else { // what nobody has read is not found
      for (FindingKind kind : FindingKind.values()) {
        rows(
            "a copy of a part found " + kind + " wrongly",
            Expected.without(said.expected().of(kind), right.of(kind)));
      }
      if (said.verdict() == Verdict.PASS) {
        wrong.add("a copy of a part is PASS");
      }
    }
  }

  /** A copy of a table at rest has all that the table shows, and nothing else. */
  public void equal(Table copy) {
    Map<String, String> left = contents(table);
    Map<String, String> right = contents(copy);
    Set<String> differing = new TreeSet<>();
    left.forEach(
        (key, value) -> differing.addAll(value.equals(right.get(key)) ? List.of() : List.of(key)));
    differing.addAll(Expected.without(right.keySet(), left.keySet()));
    rows("the copy has something else than the table", differing);
  }

  private static Map<String, String> contents(Table of) {
    Map<String, String> contents = new TreeMap<>();
    of.newest().forEach(cell -> contents.put(cell.key(), Cell.text(cell.entry().value())));
    return contents;
  }

  /** A copy that is complete has what an honest table was promised to hold. */
  public void complete(Expected expected) {
    if (liar.told().isEmpty() && !expected.findings().isEmpty()) {
      wrong.add("a complete copy of an honest table has " + expected.findings());
    }
  }

  /** Where nobody has lied nothing is at fault. */
  public void neverWrong(Said said, String who) {
    if (said.verdict() == Verdict.FAIL && liar.told().isEmpty()) {
      wrong.add(who + " found " + said.expected().findings() + " in an honest table");
    }
  }

  /** What is said while others are at work may only be what was told, and doubts have reasons. */
  public void meanwhile(String who, boolean eventual, Said said) {
    onlyLies(who, eventual, said);
    String doubts = said.expected().doubts().toString();
    boolean excused =
        (!liar.told().isEmpty() && doubts.contains(FEWER))
            || table.hasBeenLate()
            || table.hasTied()
            || (table.keepsEvery() && (table.hasRepeated() || !liar.told().isEmpty()))
            || liar.told().keySet().stream().anyMatch(OLD_VERSIONS::contains)
            || ALWAYS_EXCUSED.stream().anyMatch(doubts::contains);
    if (said.verdict() == Verdict.UNKNOWN && !excused) {
      wrong.add(who + " said UNKNOWN without a reason: " + said.expected().doubts());
    }
  }

  /** Each finding must have the name of a lie that was told. */
  public void onlyLies(String who, boolean eventual, Said said) {
    Set<FindingKind> strange = new TreeSet<>(said.counts().keySet());
    strange.removeAll(Lie.kinds(liar.told().keySet(), eventual));
    if (table.keepsEvery() && !liar.told().isEmpty()) {
      // Of what is lost, changed or doubled a version may stay, and another come later.
      strange.remove(FindingKind.MISCOUNTED);
    }
    if (liar.told().keySet().stream().anyMatch(CONTENTS::contains)) {
      // Where the reference leads that an entry has now; and what came back late, and was changed.
      strange.remove(FindingKind.UNDEFINED);
      strange.removeAll(table.hasBeenLate() ? Set.of(FindingKind.RESURRECTED) : Set.of());
    }
    if (liar.mayHaveTorn()) {
      strange.remove(FindingKind.TORN);
      strange.removeAll(liar.told().containsKey(Lie.TEAR) ? Set.of(FindingKind.STALE) : Set.of());
    }
    if (!strange.isEmpty()) {
      wrong.add(who + " found " + strange + ": " + said.expected().findings());
    }
  }

  /**
   * What is wrong before a check began and is so after it ended must be found; what the oracle has
   * no name for, UNDEFINED, is not counted.
   */
  public void throughout(Expected before, Said said, Expected after) {
    for (FindingKind kind : EnumSet.complementOf(EnumSet.of(FindingKind.UNDEFINED))) {
      Set<String> still = new TreeSet<>(before.of(kind));
      still.retainAll(after.of(kind));
      rows(
          "verification meanwhile did not find " + kind,
          Expected.without(still, said.expected().of(kind)));
    }
  }

  /** Tells of rows if there are any. */
  public void rows(String what, Set<String> rows) {
    if (!rows.isEmpty()) {
      wrong.add(what + ": " + rows.size() + " rows, the first " + rows.iterator().next());
    }
  }
}
