package catena.verify.exact;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.Found;
import catena.read.check.SeenRow;
import catena.read.check.Settlement;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import catena.verify.row.ClassicCounters;
import catena.verify.row.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Settles the rows that differed under the promise from before the scan, batch by batch, by the
 * rules of {@link Settlement}.
 *
 * <p>What may pass by itself is read again, all batches together until a limit; from then on each
 * batch is read again once. The last word has a read that shows the newest state.
 *
 * <p>All rows were seen before the first batch is settled, so that one reading of the ledgers,
 * after the scan, serves for the first look at each of them. From then on ledgers are read once for
 * each look at rows, and only those of their writers: {@link catena.read.check.Ledgers} says why
 * that is enough.
 */
final class BatchSettlement {
  /** How many differing rows are in memory at a time. */
  static final int BATCH = 10_000;

  private static final Logger LOG = LogManager.getLogger(BatchSettlement.class);
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final ExactVerification.Context context;
  private final Tally tally;
  private final Found.Sink sink;
  private final ClassicCounters classic;
  private final Settlement settlement;
  private final Set<String> doubts = new LinkedHashSet<>();
  private final List<SeenRow> batch = new ArrayList<>();

  /** What was promised once the scan was over. */
  private Optional<Promise> scanned = Optional.empty();

  /** By which the rows were judged that were read last, for the reader. */
  private Promise newest = Promise.NONE;

  private Optional<String> broken = Optional.empty();
  private boolean waiting;
  private long waitUntilNanos;
  private long taken;
  private long concluded;

  BatchSettlement(ExactVerification.Context context, Tally tally, Found.Sink sink) {
    this.context = context;
    this.tally = tally;
    this.sink = sink;
    this.classic = new ClassicCounters(context.graph(), tally);
    this.settlement =
        new Settlement(
            new TransientDifferences(context.eventual()), context.user(), context.clock());
  }

  /**
   * Takes a row that differed, after the scan is over; {@link #finish} follows the last.
   *
   * @param row those of a writer come together, in the order of its windows
   */
  void add(SeenRow row) throws Exception {
    taken++;
    batch.add(row);
    if (batch.size() == BATCH) {
      settle(row.node(context.graph()));
    }
  }

  /** Settles what was added, and the classic counters with it; after a stop nothing any more. */
  void finish() throws Exception {
    settle(Optional.empty());
  }

  /**
   * Settles what was added.
   *
   * @param last the last node, of the block of which more may come; empty if nothing more comes
   */
  private void settle(Optional<Node> last) throws Exception {
    List<SeenRow> full = List.copyOf(batch);
    batch.clear();
    if (context.stop().asked()) {
      return;
    }
    if (!full.isEmpty()) {
      settleBatch(full, last);
    } else if (broken.isEmpty() && !classic.isSettled()) {
      readAgain(List.of(), expectation(context.reader(), scanned()), last);
    }
  }

  /** Whether any row differed. */
  boolean hasTaken() {
    return taken > 0;
  }

  /** What came to light that is no finding and leaves a doubt. */
  List<String> doubts() {
    List<String> all = new ArrayList<>(doubts);
    all.addAll(settlement.doubts());
    if (taken != concluded) {
      all.add(
          "%d of %d rows that differed at first were not settled"
              .formatted(taken - concluded, taken));
    }
    return all;
  }

  private void settleBatch(List<SeenRow> full, Optional<Node> last) throws Exception {
    Expectation expectation = expectation(context.reader(), scanned());
    List<Open> open = new ArrayList<>();
    telling(
        found -> {
          for (SeenRow row : full) {
            Settlement.Look look = settlement.look(row, expectation);
            found.addAll(look.certain());
            if (look.open()) {
              open.add(new Open(row, row.seen()));
            } else {
              conclude(row, look.judgement(), row.seen(), expectation);
            }
          }
        });
    if (broken.isEmpty()) {
      readAgain(open, expectation, last);
    } else {
      leave(open, expectation);
    }
  }

  /** Judges rows, and takes what is found. */
  @FunctionalInterface
  private interface Judging {
    void judge(List<Found> found);
  }

  /** Whatever goes wrong while rows are judged, what was found until then is told. */
  private void telling(Judging rows) throws Exception {
    List<Found> found = new ArrayList<>();
    try {
      rows.judge(found);
    } finally {
      sink.prepare(found);
      for (Found each : found) {
        sink.add(each);
      }
    }
  }

  /** Tells what is wrong whether it passes or not; the rest stays unsettled. */
  private void leave(List<Open> open, Expectation expectation) throws Exception {
    telling(
        found ->
            open.forEach(
                each ->
                    found.addAll(settlement.unsettled(each.at, expectation, broken.orElse("")))));
  }

  private Promise scanned() throws Exception {
    if (scanned.isEmpty()) {
      scanned = Optional.of(settlement.noted(context.now().read()).promise());
    }
    return scanned.get();
  }

  /** What is promised now to those who write these rows. */
  private Promise now(List<Open> rows) throws Exception {
    Set<Integer> writers = new TreeSet<>();
    rows.forEach(row -> row.at.node(context.graph()).map(Node::writer).ifPresent(writers::add));
    return settlement.noted(context.now().read(writers)).promise();
  }

  private Expectation expectation(View view, Promise now) {
    Promise span = context.before().promise().until(now);
    return new Expectation(context.graph(), span, view.visible());
  }

  private void readAgain(List<Open> open, Expectation expectation, Optional<Node> last)
      throws Exception {
    List<Open> rest = open;
    try {
      boolean again = !rest.isEmpty();
      while (again) {
        rest = stillOpen(rest, context.reader().lookup().rows(rows(rest)));
        again = !rest.isEmpty() && waitForMore(rest.size());
      }
      context.pause().waiting(0, Duration.ZERO);
      if (context.eventual() && !rest.isEmpty()) {
        rest = stillOpen(rest, context.reader().firm().rows(rows(rest)));
      }
      Map<String, List<Entry>> toUser = toUser(rest);
      rest = seenByUserOnly(rest, toUser);
      if (!rest.isEmpty()) {
        concludeStaying(rest, toUser);
        rest = List.of();
      }
      classic.settle(expectation, context.reader().lookup(), last);
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      // The next batch would wait as long, so that nothing is read again any more.
      LOG.error("rows that differed at first could not be read again", e);
      broken = Optional.of("not possible: " + e);
      doubts.add("Rows that differed at first could not be read again: " + e);
      leave(rest, expectation);
    }
  }

  /** Deals with the rows that have passed, and returns the others. */
  private List<Open> stillOpen(List<Open> rows, Map<String, List<Entry>> found) throws Exception {
    newest = now(rows);
    Expectation expectation = expectation(context.reader(), newest);
    List<Open> still = new ArrayList<>();
    telling(
        passed -> {
          for (Open open : rows) {
            List<Entry> seen = found.getOrDefault(open.name(), List.of());
            Judgement judgement = expectation.judge(open.at.row(), seen);
            if (settlement.isOpen(judgement)) {
              still.add(new Open(open.at, seen));
            } else {
              passed.addAll(settlement.passed(open.at, expectation, judgement));
              conclude(open.at, judgement, seen, expectation);
            }
          }
        });
    return still;
  }

  private boolean waitForMore(long rows) throws InterruptedException {
    long now = context.nanoClock().getAsLong();
    if (!waiting) {
      waiting = true;
      waitUntilNanos = now + context.lateLimit().toNanos();
    }
    long left = waitUntilNanos - now;
    context.pause().waiting(left > 0 ? rows : 0, Duration.ofNanos(Math.max(0, left)));
    return left > 0 && !context.pause().await(Duration.ofNanos(Math.min(left, PAUSE.toNanos())));
  }

  /** What the user sees with all authorizations, where the reader has not all of them. */
  private Map<String, List<Entry>> toUser(List<Open> rest) throws Exception {
    boolean sameReader = context.user().authorizations().equals(context.reader().authorizations());
    return rest.isEmpty() || sameReader ? Map.of() : context.user().firm().rows(rows(rest));
  }

  /**
   * Reads once more, for the reader, what the user sees: a write may have taken effect between the
   * two looks. Returns the rows that are still open.
   */
  private List<Open> seenByUserOnly(List<Open> rest, Map<String, List<Entry>> toUser)
      throws Exception {
    Map<Boolean, List<Open>> parts =
        rest.stream()
            .collect(
                Collectors.partitioningBy(
                    open -> !toUser.getOrDefault(open.name(), List.of()).isEmpty()));
    List<Open> seen = parts.get(true);
    if (seen.isEmpty()) {
      return rest;
    }
    List<Open> still = new ArrayList<>(parts.get(false));
    still.addAll(stillOpen(seen, context.reader().firm().rows(rows(seen))));
    return still;
  }

  /**
   * Tells of what has not passed. The ledgers are not read for that once more: those of its writers
   * were, after the last look at each row that the user sees or the reader.
   */
  private void concludeStaying(List<Open> rest, Map<String, List<Entry>> toUser) throws Exception {
    Expectation ofUser = expectation(context.user(), newest);
    Expectation expectation = expectation(context.reader(), newest);
    telling(
        found -> {
          for (Open open : rest) {
            List<Entry> seen = toUser.getOrDefault(open.name(), List.of());
            Settlement.UserLook look = new Settlement.UserLook(context.reader(), seen, ofUser);
            Judgement last = expectation.judge(open.at.row(), open.lastSeen);
            found.addAll(settlement.stayed(open.at, expectation, last, look));
            conclude(open.at, last, open.lastSeen, expectation);
          }
        });
  }

  /** Counts a row once it is known what it holds and what is wrong with it. */
  private void conclude(
      SeenRow row, Judgement judgement, List<Entry> seen, Expectation expectation) {
    concluded++;
    if (judgement.isSound()) {
      tally.one(Count.CHANGED);
    }
    classic.count(row, judgement, seen, expectation);
  }

  private static List<String> rows(List<Open> open) {
    return open.stream().map(Open::name).toList();
  }

  /**
   * A row that may be right when it is read again.
   *
   * @param lastSeen what it held when it was read last
   */
  private record Open(SeenRow at, List<Entry> lastSeen) {
    String name() {
      return at.name();
    }
  }
}
