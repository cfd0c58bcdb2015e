// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import catena.harness.command.Situation;
import catena.harness.watch.RunListener;
import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.history.UnhostedTablets;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Keeps the situation of a run, and reports it after each poll. */
public final class SituationKeeper implements RunListener {
  private final Consumer<Situation> told;
  private final FaultHistory faults = new FaultHistory();
  private final UnhostedTablets tablets = new UnhostedTablets();
  private final Map<String, Latest> latencies = new HashMap<>();
  private List<String> inEffect = List.of();
  private long findings;

  /** The last interval of an operation's latencies, of all clients together. */
  private record Latest(long from, long to, Histogram sum) {
    /** Whether another interval is of the same time, as those of one process's clients are. */
    boolean isOf(long otherFrom, long otherTo) {
      return Math.min(to, otherTo) - Math.max(from, otherFrom) > (otherTo - otherFrom) / 2;
    }
  }

  /**
   * A keeper before the first event of a run.
   *
   * @param told receives the situation, by the thread that listens
   */
  public SituationKeeper(Consumer<Situation> told) {
    this.told = told;
  }

  @Override
  public void event(String journal, Event event) {
    if (event instanceof Event.FindingSeen) {
      findings++;
    } else if (faults.accept(event)) {
      inEffect =
          faults.faults().stream()
              .filter(SituationKeeper::isInEffect)
              .map(SituationKeeper::words)
              .toList();
    } else {
      tablets.accept(event);
    }
  }

  /** Until it is healed; what was not done has no effect. */
  private static boolean isInEffect(FaultRecord fault) {
    return !fault.healed() && !fault.recovered();
  }

  private static String words(FaultRecord fault) {
    return fault.targets().isEmpty() ? fault.kind() : fault.kind() + " " + fault.targets().get(0);
  }

  @Override
  public void latencies(String operation, long from, long to, Histogram interval) {
    if (operation.endsWith(LatencyRecorder.SERVICE)
        || operation.endsWith(LatencyRecorder.UNANSWERED)) {
      return;
    }
    Latest latest = latencies.get(operation);
    if (latest != null && latest.isOf(from, to)) {
      latest.sum.add(interval);
    } else if (latest == null || to > latest.to) {
      latencies.put(operation, new Latest(from, to, interval.copy()));
    }
  }

  @Override
  public void polled(long now) {
    Map<String, Duration> p99 = new HashMap<>();
    latencies.forEach(
        (operation, latest) ->
            p99.put(operation, Duration.ofNanos(latest.sum.getValueAtPercentile(99))));
    told.accept(new Situation(findings, inEffect, tablets.number(), p99));
  }
}
