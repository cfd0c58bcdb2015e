package catena.harness.reader.reread;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.NodeCodec;
import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.graph.judge.Promise;
import catena.harness.check.DifferingRow;
import catena.harness.check.Found;
import catena.harness.check.Ledgers;
import catena.harness.check.LivePromise;
import catena.harness.check.RowDoubts;
import catena.harness.check.SeenFindings;
import catena.harness.check.TransientDifferences;
import catena.harness.check.View;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Decides what becomes of rows that are not as promised: explained by what was written meanwhile,
 * found, or missing and to be read again; for any thread.
 *
 * <p>Where a table has a graph, a row is judged by what was promised before it was read and begun
 * by the time that it was; where it has none, or its writer no ledger, a missing row counts only as
 * long as another refers to it.
 */
public final class Settling {
  private static final int MOST_LEDGER_DOUBTS = 100;

  private final Optional<Graph> graph;
  private final Optional<LivePromise> promise;
  private final TransientDifferences passing;
  private final View user;
  private final SeenFindings findings;
  private final RereadAccount account;
  private final RowDoubts rowDoubts = new RowDoubts();
  private final Set<String> ledgerDoubts = new LinkedHashSet<>();
  private final Clock clock;
  private final LongSupplier nanoClock;
  private Rereading rereads;

  /**
   * Settles what readers of one phase see.
   *
   * @param user the view with all of the user's authorizations
   * @param account counts each row that is to be read again
   */
  public Settling(
      Optional<Graph> graph,
      Optional<LivePromise> promise,
      TransientDifferences passing,
      View user,
      SeenFindings findings,
      RereadAccount account,
      Clock clock,
      LongSupplier nanoClock) {
    this.graph = graph;
    this.promise = promise;
    this.passing = passing;
    this.user = user;
    this.findings = findings;
    this.account = account;
    this.clock = clock;
    this.nanoClock = nanoClock;
  }

  /** Where rows go that may pass; set before the first reader begins. */
  public void through(Rereading to) {
    this.rereads = to;
  }

  public PendingRow suspect(
      View view,
      String client,
      ReadTally tally,
      Promise before,
      byte[] row,
      List<Entry> seen,
      Optional<Entry> referrer) {
    return new PendingRow(
        view,
        client,
        tally,
        before,
        NodeCodec.rowText(row),
        List.copyOf(seen),
        referrer,
        List.of(),
        clock.millis(),
        nanoClock.getAsLong());
  }

  /**
   * Judges the rows of one read again, now that it is over.
   *
   * @throws InterruptedException if too many rows wait to be read again; those that could not be
   *     judged are in doubt then, as after any other exception
   */
  public void settle(List<PendingRow> suspects) throws IOException, InterruptedException {
    int settled = 0;
    try {
      Judges judges = judges();
      for (PendingRow suspect : suspects) {
        Optional<PendingRow> mayPass = afterRead(suspect, judges);
        settled++;
        if (mayPass.isPresent()) {
          handOver(mayPass.get());
        }
      }
    } finally {
      suspects.subList(settled, suspects.size()).forEach(this::inHand);
    }
  }

  /** Tells what is wrong for sure; what is left may pass. */
  private Optional<PendingRow> afterRead(PendingRow suspect, Judges judges) {
    if (suspect.referrer().isPresent()) {
      return Optional.of(suspect);
    }
    Expectation expectation = judges.of(suspect, suspect.view());
    Judgement judgement = expectation.judge(suspect.row(), suspect.seen());
    if (judgement.isSound()) {
      suspect.tally().one(ReadCount.CHANGED);
    }
    DifferingRow row = row(suspect, expectation, judgement);
    add(suspect, row.certain());
    return isOpen(judgement) ? Optional.of(suspect.with(row.unsettled("no"))) : Optional.empty();
  }

  /** Whether a row may be right when it is read again, or when its ledger is. */
  private boolean isOpen(Judgement judgement) {
    return passing.any(judgement) || !judgement.doubts().isEmpty();
  }

  private void handOver(PendingRow suspect) throws InterruptedException {
    suspect.tally().one(ReadCount.REREAD);
    account.handed();
    rereads.add(suspect);
  }

  /** The judges of what is promised now; of nothing where there is no graph. */
  Judges judges() throws IOException {
    if (promise.isEmpty()) {
      return new Judges(graph, Promise.NONE);
    }
    Ledgers.Reading now = promise.get().now();
    synchronized (ledgerDoubts) {
      now.doubts().stream()
          .filter(any -> ledgerDoubts.size() < MOST_LEDGER_DOUBTS)
          .forEach(ledgerDoubts::add);
    }
    return new Judges(graph, now.promise());
  }

  /** What was in doubt about the ledgers whenever rows were judged by them, or about rows. */
  public List<String> doubts() {
    List<String> doubts = new ArrayList<>(rowDoubts.sentences());
    synchronized (ledgerDoubts) {
      doubts.addAll(ledgerDoubts);
    }
    return doubts;
  }

  /**
   * Whether a row that was read again is still not right, and may become so.
   *
   * @param seen what it holds now
   * @param judges of what was promised after it was read
   */
  boolean mayPass(PendingRow suspect, List<Entry> seen, Judges judges) {
    return suspect.referrer().isPresent()
        ? seen.isEmpty()
        : isOpen(judges.of(suspect, suspect.view()).judge(suspect.row(), seen));
  }

  /** Tells of a row that was read again and may not pass any more. */
  void appeared(PendingRow suspect, List<Entry> seen, Judges judges) {
    if (suspect.referrer().isPresent()) {
      found(suspect, dangling(suspect, FindingKind.LATE), "an entry", late(suspect));
      return;
    }
    Expectation expectation = judges.of(suspect, suspect.view());
    Judgement first = expectation.judge(suspect.row(), suspect.seen());
    Judgement again = expectation.judge(suspect.row(), seen);
    if (!passing.eventual()) {
      first.doubts().forEach(rowDoubts::add);
    }
    add(suspect, row(suspect, expectation, first).appeared(again, clock.millis()));
  }

  private DifferingRow row(PendingRow suspect, Expectation expectation, Judgement first) {
    return new DifferingRow(expectation, passing, first, suspect.foundMillis());
  }

  private Map<String, String> late(PendingRow suspect) {
    return DifferingRow.late(FindingKind.UNDEFINED, suspect.foundMillis(), clock.millis());
  }

  /** What the user sees of rows, and of those that refer to them, with all authorizations. */
  Map<String, List<Entry>> toUser(List<Rereads.Again> wrong) throws Exception {
    List<String> rows = new ArrayList<>();
    for (Rereads.Again again : wrong) {
      rows.add(again.suspect().name());
      again.suspect().referrer().ifPresent(entry -> rows.add(NodeCodec.rowText(entry.row())));
    }
    return user.firm().rows(rows);
  }

  /** Concludes what was not right until the limit. */
  void conclude(Rereads.Again wrong, Map<String, List<Entry>> toUser, Judges judges) {
    PendingRow suspect = wrong.suspect();
    List<Entry> seen = toUser.getOrDefault(suspect.name(), List.of());
    if (suspect.referrer().isPresent()) {
      concludeReference(suspect, seen, toUser);
    } else {
      concludePromised(wrong, seen, judges);
    }
  }

  private void concludePromised(Rereads.Again wrong, List<Entry> toUser, Judges judges) {
    PendingRow suspect = wrong.suspect();
    boolean whole = suspect.view().authorizations().equals(user.authorizations());
    boolean withheld =
        !whole
            && !toUser.isEmpty()
            && !passing.any(judges.of(suspect, user).judge(suspect.row(), toUser));
    Expectation expectation = judges.of(suspect, suspect.view());
    Judgement first = expectation.judge(suspect.row(), suspect.seen());
    Judgement last = expectation.judge(suspect.row(), wrong.seen());
    last.doubts().forEach(rowDoubts::add);
    add(suspect, row(suspect, expectation, first).stayed(last, withheld, clock.millis()));
  }

  /** Puts a row in doubt that is not read again, but tells of what is wrong with it anyway. */
  void unsettled(PendingRow suspect) {
    suspect.anyway().forEach(found -> add(suspect.client(), suspect.view(), found));
  }

  private void inHand(PendingRow suspect) {
    account.handed();
    account.unsettled(suspect.name(), "its reader was broken off before it was judged");
  }

  /** A row that nobody refers to any more may have been deleted, after the row that did. */
  private void concludeReference(
      PendingRow suspect, List<Entry> toUser, Map<String, List<Entry>> rows) {
    Entry referrer = suspect.referrer().orElseThrow();
    boolean stillReferred =
        rows.getOrDefault(NodeCodec.rowText(referrer.row()), List.of()).stream()
            .anyMatch(entry -> refersTo(entry, suspect.row()));
    if (!toUser.isEmpty()) {
      suspect.tally().one(ReadCount.HIDDEN);
    } else if (stillReferred) {
      found(suspect, dangling(suspect, FindingKind.UNDEFINED), "an entry", Map.of());
    } else {
      suspect.tally().one(ReadCount.CHANGED);
    }
  }

  private static boolean refersTo(Entry entry, byte[] row) {
    return NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && sound.previous() == NodeCodec.row(row);
  }

  private static Difference dangling(PendingRow suspect, FindingKind kind) {
    return new Difference(
        kind,
        suspect.name(),
        Optional.empty(),
        Optional.empty(),
        "referred to by " + suspect.referrer().map(Entry::toString).orElse(""));
  }

  private void add(PendingRow suspect, List<Found> all) {
    for (Found found : all) {
      add(suspect.client(), suspect.view(), found);
    }
  }

  private void found(
      PendingRow suspect, Difference difference, String expected, Map<String, String> detail) {
    add(
        suspect.client(),
        suspect.view(),
        new Found(difference.kind(), difference, expected, suspect.foundMillis(), detail));
  }

  /** Tells of a difference that is certain at first sight. */
  public void found(String client, View view, Difference difference, String expected) {
    add(client, view, new Found(difference.kind(), difference, expected, clock.millis(), Map.of()));
  }

  private void add(String client, View view, Found found) {
    findings.add(client, found, view.authorizations().toString(), clock.millis());
  }
}
