package catena.batchwalker;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.read.check.RowChecker;
import catena.read.check.View;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReaderContext;
import catena.records.latency.LatencyRecorder;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * One client: each step takes a batch that was read, judges it, and lets its walks advance. Unless
 * there is a wait between batches, the next one is asked for before, and read meanwhile, so that
 * the servers never wait for the judge.
 */
final class BatchWalker implements ReadPhase.Reader {
  private final ReaderContext seat;
  private final Scans scans;
  private final WalkStarts starts;
  private final Walks walks;
  private final LatencyRecorder.Operation batches;
  private Optional<Batch> ahead = Optional.empty();

  /**
   * A batch that is being read, or waits until the one before has been.
   *
   * @param intended when it was to begin; when it does, if empty
   */
  private record Batch(
      View view, RowChecker checker, OptionalLong intended, Future<Scans.Timed> answer) {}

  BatchWalker(ReaderContext seat, Scans scans, WalkStarts starts, Walks walks) {
    this.seat = seat;
    this.scans = scans;
    this.starts = starts;
    this.walks = walks;
    this.batches = seat.operation("batch");
  }

  @Override
  public boolean step() throws Exception {
    Optional<Batch> next = ahead.isPresent() ? takeAhead() : ask(false);
    if (next.isEmpty()) {
      return false;
    }
    if (seat.turns().isUnpaced() && walks.holdsBatch()) {
      ahead = ask(true);
    }
    Batch batch = next.get();
    Scans.Timed timed = seat.answered(() -> await(batch.answer));
    Answer answer = timed.answer();
    long intended = Math.min(batch.intended.orElse(timed.start()), timed.start());
    seat.read(batches, intended, timed.start(), timed.end(), answer.rows(), answer.entries());
    judge(batch, answer);
    return true;
  }

  /** The batch that was read in advance; it stays there if it has no turn any more. */
  private Optional<Batch> takeAhead() throws InterruptedException {
    if (seat.turns().next().isEmpty()) {
      return Optional.empty();
    }
    Optional<Batch> taken = ahead;
    ahead = Optional.empty();
    return taken;
  }

  private Optional<Batch> ask(boolean early) throws Exception {
    View view = seat.drawView();
    if (!starts.fill(walks, view)) {
      return Optional.empty();
    }
    OptionalLong turn = early ? OptionalLong.empty() : seat.turns().next();
    if (early ? !seat.turns().hasNext() : turn.isEmpty()) {
      return Optional.empty();
    }
    RowChecker checker = seat.otherRows(view);
    checker.begin();
    Future<Scans.Timed> answer = scans.ask(view, walks.draw(), checker::isExactly);
    return Optional.of(new Batch(view, checker, turn, answer));
  }

  private static Scans.Timed await(Future<Scans.Timed> answer) throws Exception {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      Throwables.throwIfInstanceOf(e.getCause(), Exception.class);
      Throwables.throwIfUnchecked(e.getCause());
      throw e;
    }
  }

  private void judge(Batch batch, Answer answer) throws IOException, InterruptedException {
    RowChecker checker = batch.checker;
    for (Answer.Row row : answer.asked()) {
      if (row.isExact()) {
        checker.exact(row.seen().get(0));
      } else {
        boolean unused =
            checker.row(NodeCodec.rowBytes(row.name()), row.seen(), row.walks().get(0).referrer());
      }
      walks.advance(row.walks(), row.seen());
    }
    for (Map.Entry<String, List<Entry>> extra : answer.extra().entrySet()) {
      boolean unused =
          checker.row(NodeCodec.rowBytes(extra.getKey()), extra.getValue(), Optional.empty());
      tellOfExtra(batch.view, extra.getKey(), extra.getValue().get(0));
    }
    checker.end();
  }

  /** Whatever the row holds: a scanner that returns what was not asked for is wrong. */
  private void tellOfExtra(View view, String row, Entry entry) {
    Difference difference =
        new Difference(
            FindingKind.PHANTOM,
            row,
            Optional.empty(),
            Optional.of(entry),
            "extra: a batch returned this row, which was not asked for");
    seat.found(view, difference, "nothing, since this row was not asked for");
  }

  /** What has come of the batch that is read in advance is judged, too; the rest is let go. */
  @Override
  public void close() throws Exception {
    try {
      if (ahead.isPresent() && ahead.get().answer.isDone()) {
        Answer answer = await(ahead.get().answer).answer();
        seat.tally().one(Count.READS);
        judge(ahead.get(), answer);
      }
    } finally {
      scans.close();
    }
  }
}
