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
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One client: each step reads a batch, judges it, and lets its walks advance. */
final class BatchWalker implements ReadPhase.Reader {
  private final Seat seat;
  private final Scans scans;
  private final WalkStarts starts;
  private final Walks walks;
  private final LatencyRecorder.Operation batches;

  BatchWalker(Seat seat, Scans scans, WalkStarts starts, Walks walks) {
    this.seat = seat;
    this.scans = scans;
    this.starts = starts;
    this.walks = walks;
    this.batches = seat.operation("batch");
  }

  @Override
  public boolean step() throws Exception {
    View view = seat.drawView();
    if (!starts.fill(walks, view)) {
      return false;
    }
    OptionalLong intended = seat.turns().next();
    if (intended.isEmpty()) {
      return false;
    }
    Map<String, List<Walk>> standing = byRow(walks.draw());
    RowChecker checker = seat.rows(view);
    checker.begin();
    long start = seat.nanos();
    Answer answer = seat.answered(() -> scans.read(view, standing.keySet(), checker::isExactly));
    seat.read(
        batches, Math.min(intended.getAsLong(), start), start, answer.rows(), answer.entries());
    judge(view, standing, answer, checker);
    return true;
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

  private void judge(View view, Map<String, List<Walk>> standing, Answer answer, RowChecker checker)
      throws IOException, InterruptedException {
    for (Map.Entry<String, List<Walk>> at : standing.entrySet()) {
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
      tellOfExtra(view, extra.getKey(), extra.getValue().get(0));
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
