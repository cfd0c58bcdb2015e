package catena.verify;

import catena.graph.Entry;
import catena.graph.Expectation;
import catena.graph.Graph;
import catena.graph.Judgement;
import catena.graph.NodeCodec;
import catena.graph.Promise;
import catena.harness.client.StopSignal;
import catena.harness.read.DifferingRow;
import catena.harness.read.Found;
import catena.harness.read.Lookup;
import catena.harness.read.Passing;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * Decides, batch by batch, what becomes of the rows that differed under the promise from before the
 * scan: explained by writes made meanwhile, late, withheld, or a finding.
 *
 * <p>What is missing is read again, all batches together until a limit; from then on each batch is
 * read again once.
 */
final class Settlement {
  /** How many differing rows are in memory at a time. */
  static final int BATCH = 10_000;

  private static final Duration PAUSE = Duration.ofMillis(500);

  /**
   * A reader: what it may see, and how it reads.
   *
   * @param visible which visibilities it may see
   * @param lookup reads rows as it does
   */
  record Reader(Predicate<String> visible, Lookup lookup) {}

  /**
   * What a settlement works with.
   *
   * @param before the promise from before the scan
   * @param now reads what is promised now
   * @param reader whose scan it was
   * @param user the same user with all of its authorizations; the same reader if it scanned so
   * @param eventual whether the scan may show an older state
   * @param lateLimit how long, in all, missing rows are waited for
   */
  record Terms(
      Graph graph,
      Promise before,
      Callable<Promise> now,
      Reader reader,
      Reader user,
      boolean eventual,
      Duration lateLimit) {}

  private final Terms terms;
  private final Tally tally;
  private final Found.Sink sink;
  private final StopSignal stop;
  private final Clock clock;
  private final ClassicCounters classic;
  private final Passing passing;
  private final List<Candidate> batch = new ArrayList<>();
  private long waitUntilMillis = -1;

  Settlement(Terms terms, Tally tally, Found.Sink sink, StopSignal stop, Clock clock) {
    this.terms = terms;
    this.tally = tally;
    this.sink = sink;
    this.stop = stop;
    this.clock = clock;
    this.classic = new ClassicCounters(terms.graph, tally);
    this.passing = new Passing(terms.eventual);
  }

  /** Takes a row that differed; {@link #finish} follows the last. */
  void add(Candidate candidate) throws Exception {
    batch.add(candidate);
    if (batch.size() == BATCH) {
      finish();
    }
  }

  /** Settles what was added, and the classic counters with it; after a stop nothing any more. */
  void finish() throws Exception {
    List<Candidate> full = List.copyOf(batch);
    batch.clear();
    if (!full.isEmpty() && !stop.asked()) {
      settleBatch(full);
    }
  }

  private void settleBatch(List<Candidate> full) throws Exception {
    Expectation expectation = expectationNow(terms.reader);
    List<Candidate> missing = new ArrayList<>();
    for (Candidate candidate : full) {
      Judgement judgement = expectation.judge(candidate.row(), candidate.seen());
      add(row(candidate, expectation, judgement).certain());
      if (passing.any(judgement)) {
        missing.add(candidate);
      } else {
        conclude(candidate, judgement, candidate.seen());
      }
    }
    readAgain(missing);
    classic.settle(expectation, terms.reader.lookup);
  }

  private Expectation expectationNow(Reader reader) throws Exception {
    Promise span = terms.before.until(terms.now.call());
    return new Expectation(terms.graph, span, reader.visible);
  }

  private DifferingRow row(Candidate candidate, Expectation expectation, Judgement first) {
    return new DifferingRow(expectation, passing, first, candidate.foundMillis());
  }

  private void add(List<Found> all) throws Exception {
    for (Found found : all) {
      sink.add(found);
    }
  }

  private void readAgain(List<Candidate> missing) throws Exception {
    List<Candidate> rest = missing;
    boolean again = !rest.isEmpty();
    while (again) {
      Map<String, List<Entry>> found = terms.reader.lookup.rows(rows(rest));
      Expectation expectation = expectationNow(terms.reader);
      List<Candidate> still = new ArrayList<>();
      for (Candidate candidate : rest) {
        List<Entry> seen = found.getOrDefault(NodeCodec.rowText(candidate.row()), List.of());
        if (!appeared(candidate, seen, expectation)) {
          still.add(candidate);
        }
      }
      rest = still;
      again = !rest.isEmpty() && waitForMore();
    }
    concludeMissing(rest);
  }

  /** Whether what was missing is there now; if so it is dealt with. */
  private boolean appeared(Candidate candidate, List<Entry> seen, Expectation expectation)
      throws Exception {
    Judgement judgement = expectation.judge(candidate.row(), seen);
    if (passing.any(judgement)) {
      return false;
    }
    Judgement first = expectation.judge(candidate.row(), candidate.seen());
    add(row(candidate, expectation, first).appeared(judgement, clock.millis()));
    conclude(candidate, judgement, seen);
    return true;
  }

  private boolean waitForMore() throws InterruptedException {
    long now = clock.millis();
    if (waitUntilMillis < 0) {
      waitUntilMillis = now + terms.lateLimit.toMillis();
    }
    long left = waitUntilMillis - now;
    return left > 0 && !stop.await(Duration.ofMillis(Math.min(left, PAUSE.toMillis())));
  }

  private void concludeMissing(List<Candidate> missing) throws Exception {
    if (missing.isEmpty()) {
      return;
    }
    boolean sameReader = terms.user.equals(terms.reader);
    Map<String, List<Entry>> toUser = sameReader ? Map.of() : terms.user.lookup.rows(rows(missing));
    Expectation ofUser = expectationNow(terms.user);
    Expectation expectation = expectationNow(terms.reader);
    for (Candidate candidate : missing) {
      List<Entry> seen = toUser.getOrDefault(NodeCodec.rowText(candidate.row()), List.of());
      boolean withheld = !seen.isEmpty() && !passing.any(ofUser.judge(candidate.row(), seen));
      Judgement judgement = expectation.judge(candidate.row(), candidate.seen());
      add(row(candidate, expectation, judgement).stayed(withheld));
      conclude(candidate, judgement, candidate.seen());
    }
  }

  /** Counts a row once it is known what it holds and what is wrong with it. */
  private void conclude(Candidate candidate, Judgement judgement, List<Entry> seen) {
    if (judgement.differences().isEmpty()) {
      tally.one(Count.CHANGED);
    }
    classic.count(candidate, judgement, seen);
  }

  private static List<String> rows(List<Candidate> candidates) {
    return candidates.stream().map(candidate -> NodeCodec.rowText(candidate.row())).toList();
  }
}
