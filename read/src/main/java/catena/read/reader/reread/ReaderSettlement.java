package catena.read.reader.reread;

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
import catena.read.check.DifferingRow;
import catena.read.check.Found;
import catena.read.check.Judges;
import catena.read.check.LivePromise;
import catena.read.check.SeenFindings;
import catena.read.check.SeenRow;
import catena.read.check.Settlement;
import catena.read.check.View;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Settles what the readers of one phase see that is not as promised, by the rules of {@link
 * Settlement}; for any thread.
 *
 * <p>Where a table has a graph, a row is judged by what was promised before it was read and begun
 * by the time that it was; where it has none, or its writer no ledger, a missing row counts only as
 * long as another refers to it.
 */
public final class ReaderSettlement {
  private final Optional<Graph> graph;
  private final Optional<LivePromise> promise;
  private final Settlement settlement;
  private final SeenFindings findings;
  private final RereadAccount account;
  private final Clock clock;
  private final LongSupplier nanoClock;
  private final YoungRows young;
  private Rereading rereads;

  /**
   * Settles what readers of one phase see.
   *
   * @param settlement which differences may pass, and who the user is
   * @param account counts each row that is to be read again
   */
  public ReaderSettlement(
      Optional<Graph> graph,
      Optional<LivePromise> promise,
      Settlement settlement,
      SeenFindings findings,
      RereadAccount account,
      Clock clock,
      LongSupplier nanoClock) {
    this.graph = graph;
    this.promise = promise;
    this.settlement = settlement;
    this.findings = findings;
    this.account = account;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.young = new YoungRows(nanoClock);
  }

  /** Where rows go that may pass; set before the first reader begins. */
  public void through(Rereading to) {
    this.rereads = to;
  }

  /** A row that is not as promised, as of now. */
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
        new SeenRow(row, seen, clock.millis()),
        referrer,
        List.of(),
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
      Judges judges = judges(suspects);
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

  /**
   * Takes rows of one read that hold nothing but what their writers write later on; they are judged
   * with others of their kind, when there is time or too many of them wait.
   *
   * @throws InterruptedException as {@link #settle} does
   */
  public void settleLater(List<PendingRow> newer) throws IOException, InterruptedException {
    List<PendingRow> full = young.add(newer);
    if (!full.isEmpty()) {
      settle(full);
    }
  }

  /** Whether rows wait to be judged. */
  boolean isAnyYoung() {
    return !young.isEmpty();
  }

  /**
   * Judges the rows that wait for it, if it is time.
   *
   * @param all whether it is time for all of them
   * @return those that may pass, which are to be read again
   */
  List<PendingRow> settleYoung(boolean all) throws IOException {
    List<PendingRow> due = all ? young.all() : young.due();
    List<PendingRow> open = new ArrayList<>();
    if (due.isEmpty()) {
      return open;
    }
    int settled = 0;
    boolean whole = false;
    try {
      long began = nanoClock.getAsLong();
      Judges judges = judges(due);
      young.took(nanoClock.getAsLong() - began);
      for (PendingRow each : due) {
        Optional<PendingRow> mayPass = afterRead(each, judges);
        settled++;
        mayPass.ifPresent(open::add);
      }
      open.forEach(this::handed);
      whole = true;
      return open;
    } finally {
      if (!whole) {
        open.forEach(this::inHand);
      }
      due.subList(settled, due.size()).forEach(this::inHand);
    }
  }

  /** Gives up those that wait to be judged. */
  void giveUpYoung() {
    young.all().forEach(this::inHand);
  }

  /** Tells what is wrong for sure; what is left may pass. */
  private Optional<PendingRow> afterRead(PendingRow suspect, Judges judges) {
    if (suspect.referrer().isPresent() && !hasLedger(suspect, judges)) {
      return Optional.of(suspect);
    }
    Expectation expectation = expectation(suspect, judges);
    Settlement.Look look = settlement.look(suspect.at(), expectation);
    if (look.judgement().isSound()) {
      suspect.tally().one(Count.CHANGED);
    }
    add(suspect, look.certain());
    return look.open()
        ? Optional.of(suspect.with(settlement.unsettled(suspect.at(), expectation, "no")))
        : Optional.empty();
  }

  /**
   * Whether the writer of a row has begun a ledger meanwhile, which says more than what refers to
   * the row: an import takes both at once, and may be half in.
   */
  private boolean hasLedger(PendingRow suspect, Judges judges) {
    return graph.isPresent()
        && expectation(suspect, judges).judge(suspect.row(), List.of()).standing()
            != Standing.UNPROMISED;
  }

  private static Expectation expectation(PendingRow suspect, Judges judges) {
    return judges.of(suspect.before(), suspect.view());
  }

  private void handOver(PendingRow suspect) throws InterruptedException {
    handed(suspect);
    rereads.add(suspect);
  }

  private void handed(PendingRow suspect) {
    suspect.tally().one(Count.REREAD);
    account.handed();
  }

  /** The judges of what is promised to the writers of rows now; of nothing without a graph. */
  Judges judges(List<PendingRow> of) throws IOException {
    if (promise.isEmpty()) {
      return new Judges(graph, Promise.NONE);
    }
    Set<Integer> writers = new TreeSet<>();
    of.forEach(row -> row.at().node(graph.orElseThrow()).map(Node::writer).ifPresent(writers::add));
    return new Judges(graph, settlement.noted(promise.get().now(writers)).promise());
  }

  /** What was in doubt about the ledgers whenever rows were judged by them, or about rows. */
  public List<String> doubts() {
    return settlement.doubts();
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
        : settlement.isOpen(expectation(suspect, judges).judge(suspect.row(), seen));
  }

  /** Tells of a row that was read again and may not pass any more. */
  void appeared(PendingRow suspect, List<Entry> seen, Judges judges) {
    if (suspect.referrer().isPresent()) {
      found(suspect, dangling(suspect, FindingKind.LATE), "an entry", late(suspect));
      return;
    }
    Expectation expectation = expectation(suspect, judges);
    Judgement again = expectation.judge(suspect.row(), seen);
    add(suspect, settlement.passed(suspect.at(), expectation, again));
  }

  private Map<String, String> late(PendingRow suspect) {
    return DifferingRow.late(FindingKind.UNDEFINED, suspect.at().foundMillis(), clock.millis());
  }

  /** What the user sees of rows, and of those that refer to them, with all authorizations. */
  Map<String, List<Entry>> toUser(List<Rereads.Again> wrong) throws Exception {
    List<String> rows = new ArrayList<>();
    for (Rereads.Again again : wrong) {
      rows.add(again.suspect().name());
      again.suspect().referrer().ifPresent(entry -> rows.add(NodeCodec.rowText(entry.row())));
    }
    return settlement.user().firm().rows(rows);
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
    Expectation ofUser = judges.of(suspect.before(), settlement.user());
    Settlement.UserLook look = new Settlement.UserLook(suspect.view(), toUser, ofUser);
    Expectation expectation = expectation(suspect, judges);
    Judgement last = expectation.judge(suspect.row(), wrong.seen());
    add(suspect, settlement.stayed(suspect.at(), expectation, last, look));
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
      suspect.tally().one(Count.HIDDEN);
    } else if (stillReferred) {
      found(suspect, dangling(suspect, FindingKind.UNDEFINED), "an entry", Map.of());
    } else {
      suspect.tally().one(Count.CHANGED);
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
        new Found(difference.kind(), difference, expected, suspect.at().foundMillis(), detail));
  }

  /** Tells of a difference that is certain at first sight. */
  public void found(String client, View view, Difference difference, String expected) {
    add(client, view, new Found(difference.kind(), difference, expected, clock.millis(), Map.of()));
  }

  private void add(String client, View view, Found found) {
    Found told =
        view.selection().isAll()
            ? found
            : found.with("filter", "qualifier matches " + view.selection().expression());
    findings.add(client, told, view.authorizations().toString(), clock.millis());
  }
}
