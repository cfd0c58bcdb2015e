// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import catena.harness.watch.RunListener;
import catena.records.journal.Event;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ObjLongConsumer;

/**
 * Notices when writers are at work and nothing is acknowledged: for ten seconds, and for four times
 * as long as it usually takes from one acknowledgement of any writer to the next, since a window
 * may be large; before the first one for three minutes.
 */
public final class StallWatch implements RunListener {
  private static final long LEAST_MILLIS = 10_000;
  private static final long FIRST_MILLIS = 180_000;
  private static final int USUAL_TIMES = 4;

  /** The weight of the last gap in the usual one. */
  private static final double WEIGHT = 0.05;

  private final ObjLongConsumer<String> notes;
  private final Set<String> writing = new HashSet<>();

  /** Clients that pause or have stopped; their last measurements may be reported a little later. */
  private final Set<String> resting = new HashSet<>();

  private OptionalLong since = OptionalLong.empty();
  private double usualMillis = Double.NaN;
  private boolean stalled;

  /**
   * A watch before the first event.
   *
   * @param notes receives the words when a stall begins and when it is over, with the time
   */
  public StallWatch(ObjLongConsumer<String> notes) {
    this.notes = notes;
  }

  @Override
  public void event(String journal, Event event) {
    if (event instanceof Event.Flush flush) {
      acknowledged(flush);
    } else if (event instanceof Event.Throughput work && work.writes()) {
      if (!resting.contains(work.client())) {
        begin(work.client(), work.beganAt());
      }
    } else if (event instanceof Event.Paused || event instanceof Event.ClientStopped) {
      end(event);
    } else if (event instanceof Event.ClientStarted) {
      resting.remove(event.client());
    } else if (event instanceof Event.Continued) {
      begin(event.client(), event.at());
    } else if (event instanceof Event.PhaseStarted
        || (event instanceof Event.WorkerLost && !stalled)) {
      // Who was killed has not stopped; who goes on writing says so again.
      writing.clear();
      over(event.at());
    }
  }

  private void acknowledged(Event.Flush flush) {
    begin(flush.client(), flush.beganAt());
    if (stalled) {
      ended(flush.at());
    } else {
      double gap = Math.max(0, flush.at() - since.orElse(flush.at()));
      usualMillis = Double.isNaN(usualMillis) ? gap : usualMillis + WEIGHT * (gap - usualMillis);
    }
    since = OptionalLong.of(Math.max(flush.at(), since.orElse(flush.at())));
  }

  private void begin(String client, long at) {
    if (writing.isEmpty()) {
      since = OptionalLong.of(at);
    }
    writing.add(client);
    resting.remove(client);
  }

  private void end(Event event) {
    resting.add(event.client());
    if (writing.remove(event.client()) && writing.isEmpty()) {
      over(event.at());
    }
  }

  private void over(long at) {
    if (stalled) {
      ended(at);
    }
    since = OptionalLong.empty();
  }

  /** Reports that there are acknowledgements again, or that no client waits for one. */
  private void ended(long at) {
    stalled = false;
    Duration lasted = Duration.ofMillis(at - since.orElse(at));
    notes.accept("the stall is over: it lasted " + Amounts.span(lasted), at);
  }

  @Override
  public void polled(long now) {
    if (!stalled && since.isPresent() && now - since.getAsLong() >= limit()) {
      stalled = true;
      Duration silent = Duration.ofMillis(now - since.getAsLong());
      notes.accept("stall: no acknowledgement for " + Amounts.span(silent), now);
    }
  }

  private double limit() {
    return Double.isNaN(usualMillis)
        ? FIRST_MILLIS
        : Math.max(LEAST_MILLIS, USUAL_TIMES * usualMillis);
  }
}
