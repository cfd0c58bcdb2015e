package catena.batchwalker;

import catena.batchwalker.Walks.Walk;
import catena.graph.Difference;
import catena.graph.Entry;
import catena.graph.FindingKind;
import catena.harness.latency.LatencyRecorder;
import catena.harness.read.ReadPhase;
import catena.harness.read.RowChecker;
import catena.harness.read.Seat;
import catena.harness.read.View;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * One client: each step takes a batch that was read, judges it, and lets its walks advance; the
 * next batch is read meanwhile unless there is a wait between them, so that the servers never wait
 * for the judge.
 */
final class BatchWalker implements ReadPhase.Reader {
  private final Seat seat;
  private final Scans scans;
  private final WalkStarts starts;
  private final Walks walks;
  private final LatencyRecorder.Operation batches;
  private Optional<Batch> ahead = Optional.empty();

  /**
   * A batch that is being read.
   *
   * @param standing the walks at each row that was asked for
   * @param intended when it was to begin
   */
  private record Batch(
      View view,
      Map<String, List<Walk>> standing,
      RowChecker checker,
      long intended,
      Future<Scans.Timed> answer) {}

  BatchWalker(Seat seat, Scans scans, WalkStarts starts, Walks walks) {
    this.seat = seat;
    this.scans = scans;
    this.starts = starts;
    this.walks = walks;
    this.batches = seat.operation("batch");
  }

  @Override
  public boolean step() throws Exception {
    Optional<Batch> next = ahead.isPresent() ? ahead : ask();
    ahead = Optional.empty();
    if (next.isEmpty()) {
      return false;
    }
    Batch batch = next.get();
    Scans.Timed timed = await(batch.answer);
    Answer answer = timed.answer();
    long intended = Math.min(batch.intended, timed.start());
    seat.read(batches, intended, timed.start(), timed.end(), answer.rows(), answer.entries());
    if (seat.turns().isUnpaced() && walks.holdsBatch()) {
      ahead = ask();
    }
    judge(batch, answer);
    return true;
  }

  private Optional<Batch> ask() throws Exception {
    View view = seat.drawView();
    if (!starts.fill(walks, view)) {
      return Optional.empty();
    }
    OptionalLong intended = seat.turns().next();
    if (intended.isEmpty()) {
      return Optional.empty();
    }
    Map<String, List<Walk>> standing = byRow(walks.draw());
    RowChecker checker = seat.otherRows(view);
    checker.begin();
    Future<Scans.Timed> answer = scans.ask(view, standing.keySet(), checker::isExactly);
    return Optional.of(new Batch(view, standing, checker, intended.getAsLong(), answer));
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

  /** Walks that have met stand at one row, which is asked for once. */
  private static Map<String, List<Walk>> byRow(List<Walk> batch) {
    Map<String, List<Walk>> standing = new LinkedHashMap<>(2 * batch.size());
    for (Walk walk : batch) {
      List<Walk> first = standing.putIfAbsent(walk.row(), List.of(walk));
      if (first != null) {
        List<Walk> all = new ArrayList<>(first);
        all.add(walk);
        standing.put(walk.row(), all);
      }
    }
    return standing;
  }

  private void judge(Batch batch, Answer answer) throws IOException, InterruptedException {
    RowChecker checker = batch.checker;
    for (Map.Entry<String, List<Walk>> at : batch.standing.entrySet()) {
      List<Entry> seen = answer.of(at.getKey());
      if (answer.isExact(seen)) {
        checker.exact(seen.get(0));
      } else {
        boolean unused =
            checker.row(Walks.bytes(at.getKey()), seen, at.getValue().get(0).referrer());
      }
      walks.advance(at.getValue(), seen);
    }
    for (Map.Entry<String, List<Entry>> extra : answer.extra().entrySet()) {
      boolean unused = checker.row(Walks.bytes(extra.getKey()), extra.getValue(), Optional.empty());
      tellOfExtra(batch.view, extra.getKey(), extra.getValue().get(0));
    }
    checker.end();
  }

  /** Whatever the row holds: a scanner that returns what was not asked for is wrong. */
  private void tellOfExtra(View view, String row, Entry entry) throws IOException {
    Difference difference =
        new Difference(
            FindingKind.PHANTOM,
            row,
            Optional.empty(),
            Optional.of(entry),
            "extra: a batch returned this row, which was not asked for");
    seat.found(view, difference, "nothing, since this row was not asked for");
  }

  @Override
  public void close() {
    scans.close();
  }
}
