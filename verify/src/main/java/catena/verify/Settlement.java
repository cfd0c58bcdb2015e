package catena.verify;

import catena.graph.Entry;
import catena.graph.Expectation;
import catena.graph.Judgement;
import catena.graph.NodeCodec;
import catena.graph.Promise;
import catena.harness.read.DifferingRow;
import catena.harness.read.Found;
import catena.harness.read.Ledgers;
import catena.harness.read.Passing;
import catena.harness.read.RowDoubts;
import catena.harness.read.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides, batch by batch, what becomes of the rows that differed under the promise from before the
 * scan: explained by writes made meanwhile, late, withheld, or a finding.
 *
 * <p>What may pass by itself is read again, all batches together until a limit; from then on each
 * batch is read again once. The last word has a read that shows the newest state.
 */
final class Settlement {
  /** How many differing rows are in memory at a time. */
  static final int BATCH = 10_000;

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final ExactVerification.Terms terms;
  private final Tally tally;
  private final Found.Sink sink;
  private final ClassicCounters classic;
  private final Passing passing;
  private final RowDoubts rowDoubts = new RowDoubts();
  private final Set<String> doubts = new LinkedHashSet<>();
  private final List<Candidate> batch = new ArrayList<>();
  private boolean waiting;
  private long waitUntilNanos;
  private long taken;
  private long concluded;

  Settlement(ExactVerification.Terms terms, Tally tally, Found.Sink sink) {
    this.terms = terms;
    this.tally = tally;
    this.sink = sink;
    this.classic = new ClassicCounters(terms.graph(), tally);
    this.passing = new Passing(terms.eventual());
  }

  /** Takes a row that differed; {@link #finish} follows the last. */
  void add(Candidate candidate) throws Exception {
    taken++;
    batch.add(candidate);
    if (batch.size() == BATCH) {
      finish();
    }
  }

  /** Settles what was added, and the classic counters with it; after a stop nothing any more. */
  void finish() throws Exception {
    List<Candidate> full = List.copyOf(batch);
    batch.clear();
    if (!full.isEmpty() && !terms.stop().asked()) {
      settleBatch(full);
    }
  }

  /** What came to light that is no finding and leaves a doubt. */
  List<String> doubts() {
    List<String> all = new ArrayList<>(doubts);
    all.addAll(rowDoubts.sentences());
    if (taken != concluded) {
      all.add(
          "%d of %d rows that differed at first were not settled"
              .formatted(taken - concluded, taken));
    }
    return all;
  }

  private void settleBatch(List<Candidate> full) throws Exception {
    Expectation expectation = expectationNow(terms.reader());
    List<Candidate> open = new ArrayList<>();
    for (Candidate candidate : full) {
      Judgement judgement = expectation.judge(candidate.row(), candidate.seen());
      add(row(candidate, expectation, judgement).certain());
      if (isOpen(judgement)) {
        open.add(candidate);
      } else {
        conclude(candidate, judgement, candidate.seen());
      }
    }
    readAgain(open);
    classic.settle(expectation, terms.reader().lookup());
  }

  /** Whether a row may be right when it is read again, or when its ledger is. */
  private boolean isOpen(Judgement judgement) {
    return passing.any(judgement) || !judgement.doubts().isEmpty();
  }

  private Promise now() throws Exception {
    Ledgers.Reading reading = terms.now().call();
    doubts.addAll(reading.doubts());
    return reading.promise();
  }

  private Expectation expectationNow(View view) throws Exception {
    return expectation(view, now());
  }

  private Expectation expectation(View view, Promise now) {
    Promise span = terms.before().promise().until(now);
    return new Expectation(terms.graph(), span, view.visible());
  }

  private DifferingRow row(Candidate candidate, Expectation expectation, Judgement first) {
    return new DifferingRow(expectation, passing, first, candidate.foundMillis());
  }

  private void add(List<Found> all) throws Exception {
    for (Found found : all) {
      sink.add(found);
    }
  }

  private void readAgain(List<Candidate> open) throws Exception {
    List<Candidate> rest = open;
    boolean again = !rest.isEmpty();
    while (again) {
      rest = stillDiffering(rest, terms.reader().lookup().rows(rows(rest)));
      again = !rest.isEmpty() && waitForMore();
    }
    if (terms.eventual() && !rest.isEmpty()) {
      rest = stillDiffering(rest, terms.reader().firm().rows(rows(rest)));
    }
    if (!rest.isEmpty()) {
      concludeStaying(rest);
    }
  }

  /** Deals with the rows that have passed, and returns the others. */
  private List<Candidate> stillDiffering(List<Candidate> rows, Map<String, List<Entry>> found)
      throws Exception {
    Expectation expectation = expectationNow(terms.reader());
    List<Candidate> still = new ArrayList<>();
    for (Candidate candidate : rows) {
      List<Entry> seen = found.getOrDefault(NodeCodec.rowText(candidate.row()), List.of());
      if (!passed(candidate, seen, expectation)) {
        still.add(candidate);
      }
    }
    return still;
  }

  private boolean passed(Candidate candidate, List<Entry> seen, Expectation expectation)
      throws Exception {
    Judgement judgement = expectation.judge(candidate.row(), seen);
    if (isOpen(judgement)) {
      return false;
    }
    Judgement first = expectation.judge(candidate.row(), candidate.seen());
    if (!terms.eventual()) {
      first.doubts().forEach(rowDoubts::add);
    }
    add(row(candidate, expectation, first).appeared(judgement, terms.clock().millis()));
    conclude(candidate, judgement, seen);
    return true;
  }

  private boolean waitForMore() throws InterruptedException {
    long now = terms.nanoClock().getAsLong();
    if (!waiting) {
      waiting = true;
      waitUntilNanos = now + terms.lateLimit().toNanos();
    }
    long left = waitUntilNanos - now;
    return left > 0 && !terms.pause().await(Duration.ofNanos(Math.min(left, PAUSE.toNanos())));
  }

  private void concludeStaying(List<Candidate> rest) throws Exception {
    boolean sameReader = terms.user().authorizations().equals(terms.reader().authorizations());
    Map<String, List<Entry>> toUser = sameReader ? Map.of() : terms.user().firm().rows(rows(rest));
    Promise now = now();
    Expectation ofUser = expectation(terms.user(), now);
    Expectation expectation = expectation(terms.reader(), now);
    for (Candidate candidate : rest) {
      List<Entry> seen = toUser.getOrDefault(NodeCodec.rowText(candidate.row()), List.of());
      boolean withheld = !seen.isEmpty() && !passing.any(ofUser.judge(candidate.row(), seen));
      Judgement judgement = expectation.judge(candidate.row(), candidate.seen());
      add(row(candidate, expectation, judgement).stayed(withheld));
      conclude(candidate, judgement, candidate.seen());
    }
  }

  /** Counts a row once it is known what it holds and what is wrong with it. */
  private void conclude(Candidate candidate, Judgement judgement, List<Entry> seen) {
    concluded++;
    judgement.doubts().forEach(rowDoubts::add);
    if (judgement.isSound()) {
      tally.one(Count.CHANGED);
    }
    classic.count(candidate, judgement, seen);
  }

  private static List<String> rows(List<Candidate> candidates) {
    return candidates.stream().map(candidate -> NodeCodec.rowText(candidate.row())).toList();
  }
}
