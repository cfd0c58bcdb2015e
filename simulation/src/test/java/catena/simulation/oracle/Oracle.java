// SPDX-License-Identifier: Apache-2.0
package catena.simulation.oracle;

import catena.graph.Decoded;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.simulation.oracle.Truth.Held;
import catena.simulation.table.Cell;
import catena.simulation.table.Liar;
import catena.simulation.table.Table;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.SetMultimap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.ColumnVisibility;
import org.apache.accumulo.core.security.VisibilityEvaluator;
import org.apache.accumulo.core.security.VisibilityParseException;

/** Says what a check of the whole table must say, from what is stored and what was written. */
public final class Oracle {
  /** Why a table of which nothing is promised is no pass. */
  static final String NOTHING = "nothing certain is promised";

  private final Table table;
  private final Liar liar;
  private final Authorizations user;
  private final Truth truth;

  /** What is to be said of a table that should hold this. */
  public Oracle(Truth truth, Table table, Liar liar, Authorizations user) {
    this.truth = truth;
    this.table = table;
    this.liar = liar;
    this.user = user;
  }

  /** What one with these authorizations must say by references. */
  public Expected byReferences(Authorizations authorizations) {
    return new Look(authorizations).references();
  }

  /** What one with these authorizations must say. */
  public Expected of(Authorizations authorizations) {
    return new Look(authorizations).expected();
  }

  /** The same where rows are not read as they were at one moment. */
  public Expected inParts(Authorizations authorizations) {
    Look look = new Look(authorizations);
    look.isolated = false;
    return look.expected();
  }

  /** What a copy must say of the rows that it reads with all of the user's authorizations. */
  public Expected ofCopy() {
    return new Look(user).copied();
  }

  /** One reader's view. */
  private final class Look {
    private final boolean whole;
    private final VisibilityEvaluator evaluator;
    private final Map<String, Boolean> visible = new HashMap<>();
    private final Map<String, List<Cell>> shown = new HashMap<>();
    private final Map<FindingKind, Set<String>> findings = Expected.none();
    private final List<String> doubts = new ArrayList<>();

    /** Keys that no writer wrote, by the row that shows them. */
    private final SetMultimap<String, String> strangers = HashMultimap.create();

    private boolean isolated = true;
    private boolean certain;
    private int seen;

    Look(Authorizations authorizations) {
      this.whole = authorizations.equals(user);
      this.evaluator = new VisibilityEvaluator(authorizations);
    }

    private void show() {
      for (Cell cell : table.shown()) {
        if (isShown(cell)) {
          shown.computeIfAbsent(cell.key(), any -> new ArrayList<>()).add(cell);
          if (!truth.keys().containsKey(cell.key())) {
            strangers.put(cell.row(), cell.key());
          }
        }
      }
    }

    /** What is referred to and not there, but for what need not be, and what cannot be read. */
    Expected references() {
      show();
      Map<Long, List<Held>> referrers = new TreeMap<>();
      Set<Long> here = new HashSet<>();
      for (Cell cell : shown.values().stream().flatMap(List::stream).toList()) {
        long row = NodeCodec.row(cell.entry().row());
        if (NodeCodec.decode(cell.entry()) instanceof Decoded.Sound sound) {
          here.add(row);
          if (sound.previous() >= 0) {
            referrers
                .computeIfAbsent(sound.previous(), any -> new ArrayList<>())
                .add(truth.ofRow(cell.row()));
          }
        } else {
          Expected.add(findings, FindingKind.CORRUPT, row < 0 ? "" : cell.row());
        }
      }
      referrers.keySet().removeAll(here);
      referrers.forEach(this::judgeUndefined);
      return new Expected(findings, doubts, shown.size());
    }

    private boolean mustBeSeen(Held held) {
      return isVisible(held.visibility()) && !held.mayHold(null);
    }

    private void judgeUndefined(long row, List<Held> referrers) {
      String name = NodeCodec.rowText(row);
      Held held = truth.ofRow(name);
      if (held != null && !isVisible(held.visibility()) && !held.isGone()) {
        return;
      }
      boolean fault = held == null || mustBeSeen(held);
      boolean doubt = false;
      for (Held by : referrers) {
        byte[] link = by == null ? null : by.referring(row);
        boolean right = link != null && isVisible(by.visibility()) && by.mayHold(link);
        boolean late = link != null && isVisible(by.visibility()) && by.isResent(link);
        fault |= !right && !late;
        doubt |= !right && late;
      }
      if (fault) {
        Expected.add(findings, FindingKind.UNDEFINED, name);
      } else if (doubt) {
        doubts.add("UNDEFINED " + name + ", to which a late attempt may refer");
      }
    }

    Expected expected() {
      show();
      truth.keys().values().forEach(this::judge);
      shown.values().stream()
          .map(versions -> versions.get(0))
          .filter(cell -> !truth.keys().containsKey(cell.key()))
          .forEach(this::judgeStranger);
      truth.rows().stream().filter(row -> isolated).forEach(this::judgeWhole);
      if (!certain) {
        doubts.add(NOTHING);
      }
      return new Expected(findings, doubts, seen);
    }

    /** Of what is not there it can say no more than that it read too few entries. */
    Expected copied() {
      Expected all = expected();
      Map<FindingKind, Set<String>> read = Expected.none();
      read.putAll(findings);
      read.remove(FindingKind.LOST);
      List<String> left = new ArrayList<>(all.doubts());
      left.remove(NOTHING);
      if (truth.keys().values().stream().noneMatch(Held::isPromised)) {
        left.add(NOTHING);
      }
      return new Expected(read, left, seen);
    }

    private boolean isShown(Cell cell) {
      return isVisible(cell.visibility())
          ? whole || !table.withheld().contains(cell.key())
          : table.leaked().contains(cell.key());
    }

    private boolean isVisible(String expression) {
      return visible.computeIfAbsent(expression, this::satisfies);
    }

    private boolean satisfies(String expression) {
      try {
        return evaluator.evaluate(
            new ColumnVisibility(expression.getBytes(StandardCharsets.UTF_8)));
      } catch (VisibilityParseException e) {
        throw new IllegalArgumentException(expression, e);
      }
    }

    private void judge(Held held) {
      certain |= held.isCertain();
      List<Cell> versions = shown.getOrDefault(held.key(), List.of());
      Cell cell = versions.isEmpty() ? null : versions.get(0);
      boolean doubled = cell != null && table.doubled().contains(held.key());
      if (table.keepsEvery() && cell != null) {
        judgeVersions(held, versions, doubled);
      } else if (doubled) {
        find(FindingKind.DUPLICATED, held);
      }
      if (!isVisible(held.visibility())) {
        if (cell != null) {
          find(FindingKind.LEAKED, held);
        }
      } else if (cell == null) {
        judgeAbsent(held);
      } else if (!held.mayHold(cell.entry().value())) {
        judgeWrong(held, cell);
      } else if (held.isCertain()) {
        seen++;
      }
    }

    /** Of a row all cells are there or none, and all are of one write. */
    private void judgeWhole(Held row) {
      Set<Integer> writes = new HashSet<>();
      int there = 0;
      for (Held held : row.cells()) {
        if (shown.containsKey(held.key())) {
          there++;
          writes.add(held.writeOf(shown.get(held.key()).get(0).entry().value()));
        }
      }
      writes.remove(-1); // of the liar's own making
      boolean lacks = there > 0 && there < row.cells().size() && !isElsewhere(row.row());
      if (lacks && isVisible(row.visibility()) && row.mayHold(null) && !row.isGone()) {
        find(FindingKind.TORN, row);
      }
      if (writes.size() > 1) {
        findings.computeIfPresent(
            FindingKind.STALE,
            (kind, rows) -> rows.remove(row.row()) && rows.isEmpty() ? null : rows);
        doubts.removeIf(doubt -> doubt.startsWith(FindingKind.STALE + " " + row.row()));
        if (table.mayTie()) {
          doubts.add(FindingKind.TORN + " " + row.row() + ", whose writes may have one time");
        } else {
          find(FindingKind.TORN, row);
        }
      }
    }

    /** Of a table that returns every version. */
    private void judgeVersions(Held held, List<Cell> versions, boolean doubled) {
      for (Cell older : versions.subList(1, versions.size())) {
        if (isVisible(held.visibility())
            && !held.isGone()
            && !held.wasGiven(older.entry().value())) {
          find(liar.content(held.key()).orElse(FindingKind.UNDEFINED), held);
        }
      }
      List<Cell> returned = new ArrayList<>(versions);
      if (doubled) {
        returned.add(versions.get(0));
      }
      if (held.isGone()) {
        return;
      }
      if (held.isMultiplied(returned, true) || held.lacksFirst(returned)) {
        find(FindingKind.MISCOUNTED, held);
      }
      if (held.isMultiplied(returned, false)) {
        doubts.add(
            FindingKind.MISCOUNTED + " " + held.row() + ", which a client may have repeated");
      }
    }

    /** Whether what a row lacks may be under as many keys that nobody wrote. */
    private boolean isElsewhere(String row) {
      return truth.ofRow(row).cells().stream()
              .filter(cell -> !shown.containsKey(cell.key()))
              .count()
          <= strangers.get(row).size();
    }

    private void judgeAbsent(Held held) {
      if (held.mayHold(null) || isElsewhere(held.row())) {
        return;
      }
      boolean withheld = !whole && table.withheld().contains(held.key());
      boolean stored =
          withheld
              && table.versions(held.row(), held.key()).stream()
                  .limit(1)
                  .anyMatch(newest -> isRight(held, newest));
      find(stored ? FindingKind.WITHHELD : FindingKind.LOST, held);
    }

    /** An old version that is a fault is no more there for others than for this reader. */
    private boolean isRight(Held held, Cell newest) {
      byte[] value = newest.deleted() ? null : newest.entry().value();
      return value != null
          && (held.mayHold(value)
              || !held.wasGiven(value)
              || held.isResent(value)
              || table.mayTie());
    }

    private void judgeWrong(Held held, Cell cell) {
      boolean own = held.wasGiven(cell.entry().value());
      FindingKind kind =
          held.isGone()
              ? FindingKind.RESURRECTED
              : own ? FindingKind.STALE : liar.content(held.key()).orElse(FindingKind.UNDEFINED);
      if (own && (held.isResent(cell.entry().value()) || cell.late())) {
        doubts.add(kind + " " + held.row() + ", which may be a late attempt");
      } else if (kind == FindingKind.STALE && table.mayTie()) {
        doubts.add(kind + " " + held.row() + ", which may have the time of what came later");
      } else {
        find(kind, held);
      }
    }

    private void judgeStranger(Cell cell) {
      Held held = truth.ofRow(cell.row());
      FindingKind kind =
          !liar.isStranger(cell.key())
              ? FindingKind.UNDEFINED
              : held == null
                  ? FindingKind.PHANTOM
                  : isVisible(held.visibility()) ? FindingKind.MISPLACED : FindingKind.LEAKED;
      Expected.add(findings, kind, cell.row());
    }

    private void find(FindingKind kind, Held held) {
      Expected.add(findings, kind, held.row());
    }
  }
}
