// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.graph.Entry;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement;
import catena.read.check.Count;
import catena.read.check.Found;
import catena.read.check.SeenRow;
import catena.read.check.TransientDifferences;
import catena.read.settle.BatchSettler;
import catena.read.settle.Settler;
import catena.verify.row.ClassicCounters;
import catena.verify.row.Tally;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settles the rows that differed under the promise from before the scan, and counts what references
 * mode would have counted of them.
 *
 * <p>What may pass by itself is read again, all batches together until a limit; from then on each
 * batch is read again once. The last read decides, and it shows the newest state.
 */
final class BatchSettlement implements BatchSettler.Follower {
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final ExactConclusion.Context context;
  private final Tally tally;
  private final ClassicCounters classic;
  private boolean waiting;
  private long waitUntilNanos;

  private BatchSettlement(ExactConclusion.Context context, Tally tally) {
    this.context = context;
    this.tally = tally;
    this.classic = new ClassicCounters(context.graph().orElseThrow(), tally);
  }

  /**
   * Settles such rows. It gets them after the scan is over, those of a writer together, in the
   * order of its windows.
   */
  static BatchSettler settler(ExactConclusion.Context context, Tally tally, Found.Sink sink) {
    return new BatchSettler(
        new Settler(
            context.graph(),
            context.now(),
            new TransientDifferences(context.eventual()),
            context.user(),
            context.clock()),
        context.reader(),
        context.before().promise(),
        sink,
        new BatchSettlement(context, tally),
        context.stop());
  }

  @Override
  public boolean awaits(int rows) throws InterruptedException {
    long now = context.nanoClock().getAsLong();
    if (!waiting) {
      waiting = true;
      waitUntilNanos = now + context.lateLimit().toNanos();
    }
    long left = waitUntilNanos - now;
    context.pause().waiting(left > 0 ? rows : 0, Duration.ofNanos(Math.max(0, left)));
    return left > 0 && !context.pause().await(Duration.ofNanos(Math.min(left, PAUSE.toNanos())));
  }

  @Override
  public void holds(SeenRow row, Judgement judgement, List<Entry> seen, Expectation expectation) {
    if (judgement.isSound()) {
      tally.one(Count.CHANGED);
    }
    classic.count(row, judgement, seen, expectation);
  }

  @Override
  public void settled(Expectation expectation, Optional<SeenRow> last) throws Exception {
    context.pause().waiting(0, Duration.ZERO);
    if (!classic.isSettled()) {
      classic.settle(
          expectation,
          context.reader().lookup(),
          last.flatMap(row -> row.node(context.graph().orElseThrow())));
    }
  }
}
