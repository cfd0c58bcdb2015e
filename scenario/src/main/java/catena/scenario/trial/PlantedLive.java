// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.ledger.Ledger;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.scenario.trial.Bench.WrittenTable;
import catena.scenario.trial.Matrix.MatrixLine;
import catena.scenario.trial.MatrixCell.CellState;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.iterators.IteratorUtil.IteratorScope;

/**
 * The second table: a block that was deleted, and one that is still being written. In it scan
 * servers lag behind, a delete is undone, rows come late, ledgers are missing, and a key is
 * returned twice.
 */
record PlantedLive(Bench bench) {
  /** The end of the table's name. */
  static final String SUFFIX = "_times";

  private static final int FLUSH = 20;
  private static final int DEPTH = 4;
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** A writer's second block, before it is deleted; its last layer is not in any file yet. */
  private static final Position FILED = new Position(1, DEPTH - 1, 0);

  private static final Position END = new Position(1, DEPTH, 0);

  private static final MatrixLine CLEAN = MatrixLine.quiet("nothing, in one with deletes");
  private static final MatrixLine QUIET = MatrixLine.quiet("nothing else, each planted");
  private static final MatrixLine UNDELETED =
      MatrixLine.of(FindingKind.RESURRECTED, "a delete undone");
  private static final MatrixLine LATE = MatrixLine.of(FindingKind.LATE, "a row comes back");
  private static final MatrixLine BEHIND = MatrixLine.of(FindingKind.LATE, "by a scan server");
  private static final MatrixLine UNLEDGERED =
      MatrixLine.of(FindingKind.UNDEFINED, "without ledgers");
  private static final MatrixLine TWICE = MatrixLine.of(FindingKind.DUPLICATED, "returned twice");

  private static final String FILED_MEANWHILE =
      "a tablet wrote a file meanwhile, so that no scan server is behind: try again";

  /** What each check claims to see; it stays open until it has been tried. */
  static void announce(Bench bench) {
    Matrix matrix = bench.matrix;
    List<String> all = Bench.titles(checks(bench));
    List<String> judging = Bench.titles(judging(bench));
    matrix.announce(CLEAN, all);
    matrix.announce(UNDELETED, judging);
    matrix.announce(LATE, judging);
    matrix.announce(TWICE, judging);
    matrix.announce(BEHIND, Bench.titles(asking(bench)));
    matrix.announce(UNLEDGERED, Bench.titles(following(bench)));
    matrix.announce(QUIET, judging);
  }

  private static List<Check> checks(Bench bench) {
    return Bench.takingDeletes(bench.checks);
  }

  private static List<Check> judging(Bench bench) {
    return Bench.takingDeletes(bench.judging());
  }

  /** The checks that scan servers can answer; others read files without any server. */
  private static List<Check> asking(Bench bench) {
    return judging(bench).stream().filter(check -> !check.is(Nature.OFFLINE)).toList();
  }

  /** The checks that notice a missing row without a ledger: they follow the references to it. */
  private static List<Check> following(Bench bench) {
    return checks(bench).stream()
        .filter(check -> check.way() == Way.READING)
        .filter(check -> check.is(Nature.FOLLOWS))
        .toList();
  }

  void perform() throws Exception {
    try (WrittenTable what =
        bench.made(SUFFIX, Faults.graph(FLUSH, DEPTH, 1, List.of("")), false)) {
      write(what);
      behind(what);
      Round clean = new Round(Map.of(), CLEAN, Verdict.PASS);
      for (Check check : checks(bench)) {
        bench.attempt(check, what, clean, "deletes");
      }
      undelete(what);
      for (Check check : judging(bench)) {
        late(check, what);
      }
      unledgered(what);
      twice(what);
    }
  }

  private void write(WrittenTable what) throws Exception {
    try (Ledger ledger = what.table().ledger(what.run(), 0)) {
      Position at = write(what, ledger, Position.ORIGIN, FILED);
      bench.client().tableOperations().flush(what.table().name, null, null, true);
      Position end = write(what, ledger, at, END);
      ledger.close(bench.run.clock().millis());
      if (!end.equals(END)) {
        throw new IllegalStateException("written up to " + end + ", not " + END);
      }
    }
  }

  private static Position write(WrittenTable what, Ledger ledger, Position from, Position to)
      throws Exception {
    Position at = from;
    while (at.isBefore(to)) {
      at = what.table().window(ledger, 0, at, to);
    }
    return at;
  }

  private static Node node(int layer, int index) {
    return new Node(0, DEPTH + layer, index);
  }

  private static List<String> rows(ScratchTable table, int layer) {
    return IntStream.range(0, FLUSH).mapToObj(index -> table.row(node(layer, index))).toList();
  }

  /** Scan servers do not know what is in no file: it is late, and with them no fault. */
  private void behind(WrittenTable what) throws Exception {
    Optional<MatrixCell> open = Optional.empty();
    if (bench.leavesOut(Bench.SCAN_SERVERS)) {
      open = Optional.of(MatrixCell.of(CellState.LEFT_OUT));
    } else if (bench.client().instanceOperations().getScanServers().isEmpty()) {
      open =
          Optional.of(
              MatrixCell.open(
                  "there are no scan servers; selftest.without=%s says that this is as it should be"
                      .formatted(Bench.SCAN_SERVERS)));
    }
    List<String> newest = rows(what.table(), DEPTH - 1);
    Set<Mark> marks = Mark.of(newest, FindingKind.LATE);
    Set<String> looked =
        new TreeSet<>(
            Stream.concat(newest.stream(), rows(what.table(), DEPTH - 2).stream()).toList());
    Round round = new Round(Map.of(BEHIND, marks), QUIET, Verdict.PASS);
    for (Check check : asking(bench)) {
      if (open.isPresent()) {
        bench.matrix.put(BEHIND, check.title(), open.get());
      } else if (!bench.isLeftOut(check, round)) {
        try (Trial trial =
            bench.trial(check.eventual(), what, List.of(what.run()), looked, "behind")) {
          TrialOutcome seen = bench.perform(trial);
          if (seen.failure().isEmpty()
              && !seen.marks().containsAll(marks)
              && isFiled(what.table().name, newest)) {
            bench.matrix.put(BEHIND, check.title(), MatrixCell.open(FILED_MEANWHILE));
          } else {
            bench.judge(check, round, seen);
          }
        }
      }
    }
  }

  /** Whether a scan server sees any of some rows, so that they are in a file by now. */
  private boolean isFiled(String table, List<String> rows) throws Exception {
    try (Scanner scanner = bench.client().createScanner(table)) {
      scanner.setConsistencyLevel(ScannerBase.ConsistencyLevel.EVENTUAL);
      return scanner.stream().anyMatch(entry -> rows.contains(entry.getKey().getRow().toString()));
    }
  }

  private void undelete(WrittenTable what) throws Exception {
    Entry deleted = what.table().first(new Node(0, 0, 5));
    String row = what.table().row(new Node(0, 0, 5));
    what.table().plant(deleted);
    Round round = round(UNDELETED, row);
    for (Check check : judging(bench)) {
      bench.attempt(check, what, round, "undeleted");
    }
    what.table().remove(deleted);
  }

  private static Round round(MatrixLine line, String row) {
    Set<Mark> marks = Set.of(new Mark(row, line.kind().orElseThrow()));
    return new Round(Map.of(line, marks), QUIET, Verdict.FAIL);
  }

  /**
   * A row is gone until the check has read everything, and is back from then on. A verification
   * shows that it has by reporting what is certain, so a row that no writer wrote is planted for
   * it.
   */
  private void late(Check check, WrittenTable what) throws Exception {
    ScratchTable table = what.table();
    Node node = node(1, 7);
    Node beyond = new Node(0, 9L * DEPTH, 3);
    Entry foreign = NodeCodec.withChecksum(Faults.withByte(table.first(beyond), 40));
    boolean marked = check.way() == Way.EXACT;
    Round plain = round(LATE, table.row(node));
    Set<Mark> extra = marked ? Set.of(new Mark(table.row(beyond), FindingKind.PHANTOM)) : Set.of();
    Round round = new Round(plain.expected(), extra, QUIET, Verdict.FAIL);
    if (bench.isLeftOut(check, round)) {
      return;
    }
    if (marked) {
      table.plant(foreign);
    }
    table.remove(table.last(node));
    Check patient = check.waiting(Bench.LIMIT);
    try (Trial trial = bench.trial(patient, what, List.of(what.run()), plain.rows(), "late")) {
      bench.judge(check, round, comingBack(trial, table, node));
    } finally {
      table.plant(table.last(node));
      if (marked) {
        table.remove(foreign);
      }
    }
  }

  private TrialOutcome comingBack(Trial trial, ScratchTable table, Node node) throws Exception {
    ConcurrentAction meanwhile =
        ConcurrentAction.once(trial::hasLooked, () -> table.plant(table.last(node)));
    TrialOutcome seen;
    try (meanwhile) {
      seen = bench.perform(trial);
    }
    if (meanwhile.failure().isPresent()) {
      throw new IOException(meanwhile.failure().get()); // the row is not back: no check is to blame
    }
    return seen;
  }

  private void unledgered(WrittenTable what) throws Exception {
    ScratchTable table = what.table();
    Node gone = node(1, 7);
    Node referrer = node(2, 7);
    table.remove(table.last(gone));
    Round round = round(UNLEDGERED, table.row(gone));
    for (Check check : following(bench)) {
      if (!bench.isLeftOut(check, round)) {
        try (Trial trial =
            bench.trial(check, what, List.of(), Set.of(table.row(referrer)), "unledgered")) {
          bench.judge(check, round, bench.perform(trial));
        }
      }
    }
    table.plant(table.last(gone));
  }

  /**
   * A key is written again while the table keeps all versions: once the checks are prepared, since
   * they refuse a table that does.
   */
  private void twice(WrittenTable what) throws Exception {
    ScratchTable table = what.table();
    String row = table.row(node(2, 11));
    Round round = round(TWICE, row);
    Map<Check, Trial> trials = new LinkedHashMap<>();
    try {
      for (Check check : judging(bench)) {
        if (!bench.isLeftOut(check, round)) {
          trials.put(check, bench.trial(check, what, List.of(what.run()), round.rows(), "twice"));
        }
      }
      bench
          .client()
          .tableOperations()
          .removeIterator(table.name, "vers", EnumSet.allOf(IteratorScope.class));
      table.plant(table.last(node(2, 11)));
      awaitVersions(table.name, row, Bench.LIMIT);
      for (Map.Entry<Check, Trial> each : trials.entrySet()) {
        if (!bench.run.stop().asked()) {
          bench.judge(each.getKey(), round, bench.perform(each.getValue()));
        }
      }
    } finally {
      for (Trial trial : trials.values()) {
        trial.close();
      }
    }
  }

  /** Waits until servers have received the table's properties. */
  void awaitVersions(String table, String row, Duration limit) throws Exception {
    long end = System.nanoTime() + limit.toNanos();
    while (versions(table, row) < 2 && !bench.run.stop().await(PAUSE)) {
      if (System.nanoTime() - end >= 0) { // no check is to blame
        throw new IOException("servers returned no row twice within " + Amounts.span(limit));
      }
    }
  }

  private long versions(String table, String row) throws Exception {
    try (Scanner scanner = bench.client().createScanner(table)) {
      scanner.setRange(Range.exact(row));
      return scanner.stream().count();
    }
  }
}
