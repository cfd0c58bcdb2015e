package catena.read.check;

import catena.graph.Entry;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.harness.accumulo.VisibleTo;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What becomes of rows that are not as promised: the one place in which readers and verification
 * decide it; for any thread.
 *
 * <p>Each of them goes the same way. A row is judged when its read is over: what later writes
 * explain is no finding, what is certain is one at once ({@link #look}). What may pass is
 * {@linkplain #isOpen open} and read again by whoever settles it, in his own time. It then {@link
 * #passed}, or {@link #stayed} until the limit, or could not be settled ({@link #unsettled}). What
 * is no finding and yet not right is a doubt.
 */
public final class Settlement {
  private static final int MOST_LEDGER_DOUBTS = 100;

  private final TransientDifferences passing;
  private final View user;
  private final Clock clock;
  private final RowDoubts rowDoubts = new RowDoubts();
  private final Set<String> ledgerDoubts = new LinkedHashSet<>();

  /**
   * A row that was judged when its read was over.
   *
   * @param judgement by what had been promised by then
   * @param certain what is wrong, whatever the row holds later
   * @param open whether it may be right when it is read again, or when its ledger is
   */
  public record Look(Judgement judgement, List<Found> certain, boolean open) {}

  /**
   * What the user sees, with all of its authorizations and without a filter, of a row that a reader
   * does not see as promised. If it is there it is withheld from the reader; but not if its key is
   * wrong so that the reader's filter must drop it.
   *
   * @param reader who does not see it
   * @param seen what the user sees of it
   * @param expectation what the user must see
   */
  public record UserLook(View reader, List<Entry> seen, Expectation expectation) {
    /** Whether the authorizations show the reader some of it, and the filter lets none pass. */
    private boolean isDroppedByItsColumn() {
      // Asked of Accumulo: what an entry really has need not be one of the graph's expressions.
      VisibleTo authorized = new VisibleTo(reader.authorizations());
      List<Entry> shown =
          seen.stream()
              .filter(
                  entry -> authorized.test(new String(entry.visibility(), StandardCharsets.UTF_8)))
              .toList();
      return !shown.isEmpty()
          && shown.stream().noneMatch(entry -> reader.selection().passes(entry.qualifier()));
    }
  }

  /**
   * Settles rows.
   *
   * @param passing which differences may pass
   * @param user the view with all of the user's authorizations
   * @param clock the time of what is found
   */
  public Settlement(TransientDifferences passing, View user, Clock clock) {
    this.passing = passing;
    this.user = user;
    this.clock = clock;
  }

  /** The view with all of the user's authorizations. */
  public View user() {
    return user;
  }

  /** Takes note of what is in doubt about the ledgers by which rows are judged. */
  public Ledgers.Reading noted(Ledgers.Reading now) {
    synchronized (ledgerDoubts) {
      now.doubts().stream()
          .filter(any -> ledgerDoubts.size() < MOST_LEDGER_DOUBTS)
          .forEach(ledgerDoubts::add);
    }
    return now;
  }

  /** Judges a row by what has been promised since it was read, too. */
  public Look look(SeenRow row, Expectation expectation) {
    Judgement judgement = expectation.judge(row.row(), row.seen());
    return new Look(judgement, differing(row, expectation, judgement).certain(), isOpen(judgement));
  }

  /** Whether a row may be right when it is read again, or when its ledger is. */
  public boolean isOpen(Judgement judgement) {
    return passing.any(judgement) || !judgement.doubts().isEmpty();
  }

  /**
   * What is left to tell of a row that is open no more.
   *
   * @param again the judgement of what was read again
   */
  public List<Found> passed(SeenRow row, Expectation expectation, Judgement again) {
    Judgement first = expectation.judge(row.row(), row.seen());
    if (!passing.eventual()) {
      first.doubts().forEach(rowDoubts::add);
    }
    return differing(row, expectation, first).appeared(again, clock.millis());
  }

  /**
   * What is wrong with a row that is still open at the limit.
   *
   * @param last the judgement of what was read last
   * @param look what the user sees of it
   */
  public List<Found> stayed(SeenRow row, Expectation expectation, Judgement last, UserLook look) {
    Judgement first = expectation.judge(row.row(), row.seen());
    last.doubts().forEach(rowDoubts::add);
    Judgement ofUser = look.expectation().judge(row.row(), look.seen());
    boolean there = !look.reader().shows(user) && !look.seen().isEmpty() && !passing.any(ofUser);
    boolean damaged = there && !ofUser.differences().isEmpty() && look.isDroppedByItsColumn();
    List<Found> all =
        differing(row, expectation, first).stayed(last, there && !damaged, clock.millis());
    return damaged ? renamed(all, differing(row, look.expectation(), ofUser).certain()) : all;
  }

  /** With another name for what is lost, if anything is. */
  private static List<Found> renamed(List<Found> all, List<Found> instead) {
    List<Found> renamed = new ArrayList<>(all);
    if (renamed.removeIf(found -> found.kind() == FindingKind.LOST)) {
      renamed.addAll(instead);
    }
    return renamed;
  }

  /**
   * What is wrong with an open row whether it passes or not, where that could not be found out.
   *
   * @param why it could not
   */
  public List<Found> unsettled(SeenRow row, Expectation expectation, String why) {
    Judgement first = expectation.judge(row.row(), row.seen());
    return differing(row, expectation, first).unsettled(why);
  }

  private DifferingRow differing(SeenRow row, Expectation expectation, Judgement first) {
    return new DifferingRow(expectation, passing, first, row.foundMillis());
  }

  /** What was in doubt about rows, or about the ledgers whenever rows were judged by them. */
  public List<String> doubts() {
    List<String> doubts = new ArrayList<>(rowDoubts.sentences());
    synchronized (ledgerDoubts) {
      doubts.addAll(ledgerDoubts);
    }
    return doubts;
  }
}
