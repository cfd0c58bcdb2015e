// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.threads.StopSignal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * What a client owes to its schedule: what is due and has not begun, and what was begun and is not
 * answered. One thread records them, any may ask.
 *
 * <p>A recorder of latencies records an operation when it is answered. What still waits when a
 * phase ends would be left out then, and it is what waited longest (coordinated omission, once
 * more). So the end is taken note of here, at the moment in which the stop is asked for.
 */
public final class Backlog {
  private final LongSupplier nanoClock;
  private volatile Owed owed = new Owed(Optional.empty(), OptionalLong.empty(), 0);
  private volatile OptionalLong end = OptionalLong.empty();

  /**
   * All that is owed at some moment.
   *
   * @param upcoming empty while nothing is due at a certain time: without a rate, in a rest, and
   *     when there is no more to do
   * @param underWay when what was begun and is not answered was to begin
   */
  private record Owed(Optional<Upcoming> upcoming, OptionalLong underWay, long answered) {}

  /**
   * Of a client that owes nothing yet.
   *
   * @param stop after it nothing becomes due
   */
  public Backlog(StopSignal stop, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    stop.onAsked(() -> end = OptionalLong.of(nanoClock.getAsLong()));
  }

  /** Says what has not begun; empty where nothing is due at a certain time. */
  public void upcoming(Optional<Upcoming> upcoming) {
    owed = new Owed(upcoming, owed.underWay, owed.answered);
  }

  /** An operation begins, which was to begin at a time; it is the only one. */
  public void begun(long intendedNanos) {
    owed = new Owed(owed.upcoming, OptionalLong.of(intendedNanos), owed.answered);
  }

  /** The operation that was begun is answered. */
  public void answered() {
    owed = new Owed(owed.upcoming, OptionalLong.empty(), owed.answered + 1);
  }

  /** The operation that was begun is none: it was taken back before anything was asked for. */
  public void takenBack() {
    owed = new Owed(owed.upcoming, OptionalLong.empty(), owed.answered);
  }

  /** How long the next operation has been due; it does not grow after the end. */
  public long lateNanos(long nowNanos) {
    long until = end.isPresent() ? Math.min(nowNanos, end.getAsLong()) : nowNanos;
    return owed.upcoming.map(upcoming -> upcoming.lateNanos(until)).orElse(0L);
  }

  /** When the stop was asked for; now, as long as it was not. */
  public long endNanos() {
    return end.orElseGet(nanoClock);
  }

  /**
   * What was owed at the end, which is recorded, too: each operation with the time from its
   * intended start to the end. To be asked once, when the client has ended.
   *
   * @param inOperations what is upcoming, in operations
   */
  public Unanswered atEnd(
      LatencyRecorder.Operation operation, UnaryOperator<Upcoming> inOperations) {
    Owed last = owed;
    long at = endNanos();
    Optional<Upcoming> upcoming = last.upcoming.map(inOperations);
    long oldest = 0;
    if (last.underWay.isPresent()) {
      oldest = Math.max(0, at - last.underWay.getAsLong());
      operation.unanswered(oldest, 1);
    }
    if (upcoming.isPresent()) {
      oldest = Math.max(oldest, upcoming.get().lateNanos(at));
      operation.unanswered(upcoming.get(), at);
    }
    return new Unanswered(
        last.answered,
        last.underWay.isPresent() ? 1 : 0,
        upcoming.map(due -> due.dueBefore(at)).orElse(0L),
        oldest);
  }
}
