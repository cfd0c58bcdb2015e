// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.CurrentLedgers;
import catena.read.check.DifferingRow;
import catena.read.check.Found;
import catena.read.check.Judges;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.read.check.RowDoubts;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides what becomes of rows that are not as promised: the one place in which readers,
 * verification and copies do so; for any thread.
 *
 * <p>Each row goes the same way. It is judged once its read is over, by what was promised before
 * the read and begun by then ({@link #judgeAgain}): what later writes explain is no finding, what
 * is certain is a finding at once. What may pass is open, and is read again ({@link #readAgain})
 * until it has passed or its time is up. Then it is read with all of the user's authorizations: a
 * row that the user sees and the reader does not is withheld. What is neither a finding nor right
 * is a doubt.
 *
 * <p>Where a table has no graph, or a writer no ledger, a missing row counts only as long as
 * another row refers to it.
 *
 * <p>A {@link Driver} decides how long rows are waited for: {@link ReaderSettler} concurrently with
 * the readers, {@link BatchSettler} until all rows are settled.
 */
public final class Settler {
  private static final int MOST_LEDGER_DOUBTS = 100;

  /** How a row was settled. */
  enum Ending {
    /** When it was first judged. */
    AT_ONCE,
    /** When it was read again. */
    PASSED,
    /** It was still open when its time was up. */
    STAYED
  }

  /** Decides how long rows are waited for, and receives what becomes of them. */
  interface Driver {
    /** Receives what is wrong with an open row, whatever it holds later. */
    void certain(OpenRow row, List<Found> found);

    /** Receives a row that is no longer open, with what is still to be reported of it. */
    void settled(OpenRow row, Ending how, List<Found> found);

    /**
     * Receives what a row holds in the end, before it is settled; not for a row that counts only
     * because another refers to it.
     *
     * @param expectation by which that was judged
     */
    default void holds(
        OpenRow row, Judgement judgement, List<Entry> seen, Expectation expectation) {
      // only a driver that counts entries needs it
    }

    /**
     * Receives rows that are still open after one more read.
     *
     * @return those whose time is up, which are concluded now
     */
    List<OpenRow> overdue(List<OpenRow> open) throws InterruptedException;
  }

  private final Optional<Graph> graph;
  private final CurrentLedgers ledgers;
  private final TransientDifferences passing;
  private final View user;
  private final Clock clock;
  private final RowDoubts rowDoubts = new RowDoubts();
  private final Set<String> ledgerDoubts = new LinkedHashSet<>();

  /**
   * Settles rows of one table.
   *
   * @param ledgers say what is promised now; not read for a table without a graph
   * @param passing which differences may pass
   * @param user the view with all of the user's authorizations
   * @param clock the time of what is found
   */
  public Settler(
      Optional<Graph> graph,
      CurrentLedgers ledgers,
      TransientDifferences passing,
      View user,
      Clock clock) {
    this.graph = graph;
    this.ledgers = ledgers;
    this.passing = passing;
    this.user = user;
    this.clock = clock;
  }

  /** The judges of what is promised now to the writers of some rows. */
  Judges judges(Collection<OpenRow> rows) throws IOException {
    Set<Integer> writers = new TreeSet<>();
    graph.ifPresent(
        of -> rows.forEach(row -> row.at().node(of).map(Node::writer).ifPresent(writers::add)));
    return graph.isEmpty() ? new Judges(graph, Promise.NONE) : judges(ledgers.read(writers));
  }

  /** The judges of what is promised now to all writers. */
  Judges judges() throws IOException {
    return judges(ledgers.read());
  }

  private Judges judges(Ledgers.LedgerSnapshot now) {
    synchronized (ledgerDoubts) {
      now.doubts().stream()
          .filter(any -> ledgerDoubts.size() < MOST_LEDGER_DOUBTS)
          .forEach(ledgerDoubts::add);
    }
    return new Judges(graph, now.promise());
  }

  /**
   * Judges a row, also by what has been promised since it was read.
   *
   * @return the row, if it may be right when it is read again, or when its ledger is
   */
  Optional<OpenRow> judgeAgain(OpenRow row, Judges judges, Driver driver) {
    if (row.referrer().isPresent() && !hasLedger(row, judges)) {
      return Optional.of(row);
    }
    Expectation expectation = judges.of(row.before(), row.view());
    Judgement judgement = expectation.judge(row.row(), row.seen(), row.view().isolated());
    DifferingRow differing = differing(row, expectation, judgement);
    List<Found> certain = throughFilter(row.view(), differing.certain());
    if (!isOpen(judgement)) {
      driver.holds(row, judgement, row.seen(), expectation);
      driver.settled(row, Ending.AT_ONCE, certain);
      return Optional.empty();
    }
    driver.certain(row, certain);
    List<Found> anyway = throughFilter(row.view(), differing.unsettled("no"));
    return Optional.of(row.judged(judgement.differences(), anyway));
  }

  /**
   * Whether the writer of a row has begun a ledger meanwhile. That says more than what refers to
   * the row: an import takes both at once, and may be half done.
   */
  private boolean hasLedger(OpenRow row, Judges judges) {
    return graph.isPresent()
        && judges.of(row.before(), row.view()).judge(row.row(), List.of()).standing()
            != Standing.UNPROMISED;
  }

  private boolean isOpen(Judgement judgement) {
    return passing.any(judgement) || !judgement.doubts().isEmpty();
  }

  private DifferingRow differing(OpenRow row, Expectation expectation, Judgement first) {
    return new DifferingRow(expectation, passing, first, row.at().foundMillis());
  }

  /** Rows that are still open, with what they hold, and the judges by which they are. */
  private record StillOpen(Map<OpenRow, List<Entry>> open, Judges judges) {}

  /**
   * Reads open rows again, each with the view of its reader, and concludes those whose time is up.
   *
   * @throws Exception as the lookups and the ledgers throw it; the rows that were not settled by
   *     then are still open
   */
  void readAgain(Collection<OpenRow> rows, Driver driver) throws Exception {
    Map<View, List<OpenRow>> byView = new LinkedHashMap<>();
    rows.forEach(row -> byView.computeIfAbsent(row.view(), any -> new ArrayList<>()).add(row));
    for (Map.Entry<View, List<OpenRow>> of : byView.entrySet()) {
      View view = of.getKey();
      StillOpen rest = read(view.lookup(), of.getValue(), driver);
      if (!rest.open.isEmpty()) {
        List<OpenRow> overdue = driver.overdue(List.copyOf(rest.open.keySet()));
        rest.open.keySet().retainAll(Set.copyOf(overdue));
        conclude(view, rest, driver);
      }
    }
  }

  private StillOpen read(Lookup lookup, Collection<OpenRow> rows, Driver driver) throws Exception {
    Map<String, List<Entry>> found = lookup.rows(rows.stream().map(OpenRow::name).toList());
    Judges judges = judges(rows);
    Map<OpenRow, List<Entry>> open = new LinkedHashMap<>();
    for (OpenRow row : rows) {
      List<Entry> seen = found.getOrDefault(row.name(), List.of());
      if (row.referrer().isEmpty() ? !hasPassed(row, seen, judges, driver) : seen.isEmpty()) {
        open.put(row, seen);
      } else if (row.referrer().isPresent()) {
        driver.settled(row, Ending.PASSED, dangling(row, FindingKind.LATE));
      }
    }
    return new StillOpen(open, judges);
  }

  private boolean hasPassed(OpenRow row, List<Entry> seen, Judges judges, Driver driver) {
    Expectation expectation = judges.of(row.before(), row.view());
    Judgement again = expectation.judge(row.row(), seen);
    if (isOpen(again)) {
      return false;
    }
    Judgement first = first(row, expectation);
    if (!passing.eventual()) {
      first.doubts().forEach(rowDoubts::add);
    }
    driver.holds(row, again, seen, expectation);
    driver.settled(
        row,
        Ending.PASSED,
        throughFilter(
            row.view(),
            differing(row, expectation, first)
                .passed(again, !seen.isEmpty() || passing.eventual(), clock.millis())));
    return true;
  }

  /**
   * What the first read of a row says now. Ledgers that are read later may show that a doubt is
   * none, but what was wrong by those that were read after it stays so: the writer had not begun to
   * delete the row, or to write it again.
   */
  private static Judgement first(OpenRow row, Expectation newest) {
    Judgement now = newest.judge(row.row(), row.seen(), row.view().isolated());
    return new Judgement(now.standing(), row.wrong().orElse(now.differences()), now.doubts());
  }

  /**
   * Concludes what is still open; reads from tablet servers first where scan servers may be behind.
   */
  private void conclude(View view, StillOpen rest, Driver driver) throws Exception {
    StillOpen last = rest;
    if (passing.eventual() && !last.open.isEmpty()) {
      last = read(view.firm(), last.open.keySet(), driver);
    }
    Map<String, List<Entry>> toUser = toUser(view, last.open.keySet());
    last = seenByUserOnly(view, last, toUser, driver);
    for (Map.Entry<OpenRow, List<Entry>> each : last.open.entrySet()) {
      OpenRow row = each.getKey();
      if (row.referrer().isPresent()) {
        driver.settled(row, Ending.STAYED, unreferred(row, toUser));
      } else {
        List<Entry> seen = toUser.getOrDefault(row.name(), List.of());
        stayed(row, each.getValue(), seen, last.judges, driver);
      }
    }
  }

  /**
   * What the user sees of rows, where a reader's view differs, and of rows that refer to others;
   * always the newest state.
   */
  private Map<String, List<Entry>> toUser(View view, Collection<OpenRow> rows) throws Exception {
    List<String> names = new ArrayList<>();
    for (OpenRow row : rows) {
      if (!view.shows(user) || row.referrer().isPresent()) {
        names.add(row.name());
      }
      row.referrer().ifPresent(entry -> names.add(NodeCodec.rowText(entry.row())));
    }
    return names.isEmpty() ? Map.of() : user.firm().rows(names);
  }

  /**
   * Reads the rows that the user sees once more as the reader: a write may have taken effect
   * between the two reads. The ledgers are not read again for the other rows: those of their
   * writers were read after the last read of each.
   */
  private StillOpen seenByUserOnly(
      View view, StillOpen rest, Map<String, List<Entry>> toUser, Driver driver) throws Exception {
    List<OpenRow> seen =
        rest.open.keySet().stream()
            .filter(row -> !toUser.getOrDefault(row.name(), List.of()).isEmpty())
            .toList();
    if (seen.isEmpty()) {
      return rest;
    }
    Map<OpenRow, List<Entry>> open = new LinkedHashMap<>(rest.open);
    seen.forEach(open::remove);
    StillOpen again = read(view.firm(), seen, driver);
    open.putAll(again.open);
    return new StillOpen(open, again.judges);
  }

  /**
   * Reports what is wrong with a row that is still open at the limit. If the user sees it, it is
   * withheld from the reader, unless its key is so wrong that the reader's filter must drop it.
   *
   * @param last what the reader saw last
   * @param toUser what the user sees
   */
  private void stayed(
      OpenRow row, List<Entry> last, List<Entry> toUser, Judges judges, Driver driver) {
    Expectation expectation = judges.of(row.before(), row.view());
    Judgement first = first(row, expectation);
    Judgement judgement = expectation.judge(row.row(), last);
    judgement.doubts().forEach(rowDoubts::add);
    Expectation usersExpectation = judges.of(row.before(), user);
    Judgement ofUser = usersExpectation.judge(row.row(), toUser);
    boolean there = !row.view().shows(user) && !toUser.isEmpty() && !passing.any(ofUser);
    boolean damaged = there && !ofUser.differences().isEmpty() && row.view().drops(toUser, last);
    DifferingRow differing = differing(row, expectation, first);
    List<Found> found =
        judgement.differences().isEmpty() // only a doubt keeps it open: what was wrong has passed
            ? differing.passed(judgement, !last.isEmpty() || passing.eventual(), clock.millis())
            : differing.stayed(judgement, there && !damaged, clock.millis());
    if (damaged) {
      found = renamed(found, differing(row, usersExpectation, ofUser).certain());
    }
    driver.holds(row, judgement, last, expectation);
    driver.settled(row, Ending.STAYED, throughFilter(row.view(), found));
  }

  /** With another name for what is lost, if anything is. */
  private static List<Found> renamed(List<Found> all, List<Found> instead) {
    List<Found> renamed = new ArrayList<>(all);
    if (renamed.removeIf(found -> found.kind() == FindingKind.LOST)) {
      renamed.addAll(instead);
    }
    return renamed;
  }

  /** A row that no entry refers to any more may have been deleted, after its referrer. */
  private List<Found> unreferred(OpenRow row, Map<String, List<Entry>> toUser) {
    Entry referrer = row.referrer().orElseThrow();
    if (!toUser.getOrDefault(row.name(), List.of()).isEmpty()) {
      row.tally().one(Count.HIDDEN);
      return List.of();
    }
    if (toUser.getOrDefault(NodeCodec.rowText(referrer.row()), List.of()).stream()
        .anyMatch(entry -> refersTo(entry, row.row()))) {
      return dangling(row, FindingKind.UNDEFINED);
    }
    row.tally().one(Count.CHANGED);
    return List.of();
  }

  private static boolean refersTo(Entry entry, byte[] row) {
    return NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && sound.previous() == NodeCodec.row(row);
  }

  private List<Found> dangling(OpenRow row, FindingKind kind) {
    Difference difference =
        new Difference(
            kind,
            row.name(),
            Optional.empty(),
            Optional.empty(),
            "referred to by " + row.referrer().map(Entry::toString).orElse(""));
    long found = row.at().foundMillis();
    Map<String, String> detail =
        kind == FindingKind.LATE
            ? DifferingRow.late(FindingKind.UNDEFINED, found, clock.millis())
            : Map.of();
    return throughFilter(
        row.view(), List.of(new Found(kind, difference, "an entry", found, detail)));
  }

  /** The same with the filter through which it was seen, if there was one. */
  static List<Found> throughFilter(View view, List<Found> all) {
    String words = view.selection().words();
    return words.isEmpty() ? all : all.stream().map(each -> each.with("filter", words)).toList();
  }

  /** All doubts about rows, and about the ledgers whenever rows were judged by them. */
  List<String> doubts() {
    List<String> doubts = new ArrayList<>(rowDoubts.sentences());
    synchronized (ledgerDoubts) {
      doubts.addAll(ledgerDoubts);
    }
    return doubts;
  }
}
