// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.harness.watch.RunListener;
import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.history.Span;
import catena.records.history.WorkDone;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * Takes what the clients of one step record in journals and latency logs, and measures: from the
 * end of the warm-up, which is counted from when the last client began, to when the clients were
 * asked to end.
 *
 * <p>An operation that was due in the measured time and was answered while the clients ended counts
 * with its latency, one that was never answered with its age at the end. Otherwise a rate that is
 * too high would look better the more of its operations hang.
 */
final class StepGauge implements RunListener {
  private static final int DIGITS = 3;
  private static final double NANOS = 1e9;

  private final Map<String, RatedActivity> kinds = new HashMap<>();
  private final long begin;
  private final Duration warmup;
  private final Duration step;
  private final List<Event.Throughput> throughputs = new ArrayList<>();
  private final List<Piece> work = new ArrayList<>();
  private final List<Recorded> recorded = new ArrayList<>();
  private final FaultHistory faults = new FaultHistory();
  private OptionalLong begun = OptionalLong.empty();
  private OptionalLong stopped = OptionalLong.empty();
  private long unanswered;
  private long rejected;

  /** Entries that writers put or deleted; operations of readers. */
  private static final Set<Counted> COUNTED =
      Set.of(Counted.ACKNOWLEDGED, Counted.DELETED, Counted.OPERATIONS);

  /** The work that a client did in some time. */
  private record Piece(RatedActivity kind, double amount, long from, long to) {}

  /** Latencies of an interval. */
  private record Recorded(String tag, Span span, Histogram latencies) {}

  /**
   * A gauge without any events yet.
   *
   * @param kinds of the activities that are measured
   * @param begin of the step, milliseconds since 1970: what was before is of another
   */
  StepGauge(List<RatedActivity> kinds, long begin, Duration warmup, Duration step) {
    this.begin = begin;
    kinds.forEach(kind -> this.kinds.put(kind.activity(), kind));
    this.warmup = warmup;
    this.step = step;
  }

  /** Takes an event of the step; those of others than its clients are left out. */
  @Override
  public void event(String journal, Event event) {
    if (event.at() < begin
        || faults.accept(event)
        || !kinds.containsKey(ClientName.group(event.client()))) {
      return;
    }
    RatedActivity kind = kinds.get(ClientName.group(event.client()));
    WorkDone.bySecond(
        event,
        (what, amount, from, to) -> {
          if (COUNTED.contains(what)) {
            work.add(new Piece(kind, amount, from, to));
          }
        });
    if (event instanceof Event.ClientStarted) {
      begun = OptionalLong.of(Math.max(begun.orElse(Long.MIN_VALUE), event.at()));
    } else if (event instanceof Event.Throughput told) {
      throughputs.add(told);
    } else if (event instanceof Event.Rejected) {
      rejected++;
    } else if (event instanceof Event.Unanswered left) {
      unanswered += left.underWay() + left.neverBegun();
      stopped = OptionalLong.of(Math.min(stopped.orElse(Long.MAX_VALUE), left.at()));
    }
  }

  @Override
  public void latencies(String tag, long from, long to, Histogram latencies) {
    recorded.add(new Recorded(tag, new Span(from, Math.max(from, to)), latencies));
  }

  /** What was measured; nothing if the clients did not begin, or ended before the warm-up did. */
  Span measured() {
    if (begun.isEmpty()) {
      return new Span(0, 0);
    }
    long from = begun.getAsLong() + warmup.toMillis();
    long to = Math.min(stopped.orElse(Long.MAX_VALUE), from + step.toMillis());
    return new Span(from, Math.max(from, to));
  }

  /** Operations that were due in the end and not answered. */
  long unanswered() {
    return unanswered;
  }

  /** Windows that were sent again. */
  long rejected() {
    return rejected;
  }

  /** The faults that were injected. */
  List<FaultRecord> faults() {
    return faults.faults();
  }

  /**
   * The figures of an activity.
   *
   * @param clients how many it had
   * @param asked operations per second, of all of them
   */
  WorkFigures of(RatedActivity kind, int clients, double asked) {
    Span span = measured();
    double seconds = Math.max(0.001, span.seconds());
    double done =
        work.stream()
            .filter(each -> each.kind.equals(kind))
            .mapToDouble(each -> each.amount * share(each.from, each.to, span))
            .sum();
    double late = 0;
    Map<String, double[]> cpuAndTime = new HashMap<>();
    for (Event.Throughput told : throughputs) {
      double share = share(told.beganAt(), told.at(), span);
      if (share > 0 && kind.equals(kinds.get(ClientName.group(told.client())))) {
        late = Math.max(late, told.lateSeconds());
        double[] sums = cpuAndTime.computeIfAbsent(told.client(), client -> new double[2]);
        sums[0] += told.cpuRatio() * told.seconds();
        sums[1] += told.seconds();
      }
    }
    Histogram service = histogram(kind.rated().tag() + LatencyRecorder.SERVICE, span);
    Histogram latencies = histogram(kind.rated().tag(), span);
    latencies.add(histogram(kind.rated().tag() + LatencyRecorder.UNANSWERED, span));
    double waited = service.getMean() * service.getTotalCount() / NANOS;
    return new WorkFigures(
        kind,
        clients,
        asked,
        done / seconds,
        latencies,
        service,
        late,
        cpuAndTime.values().stream().mapToDouble(sums -> sums[0] / sums[1]).max().orElse(0),
        waited / (clients * seconds));
  }

  /** The share of the work between two times that belongs to the measured time. */
  private static double share(long from, long to, Span span) {
    if (to <= from) {
      return span.from() <= to && to < span.to() ? 1 : 0;
    }
    double common = Math.min(to, span.to()) - Math.max(from, span.from());
    return Math.max(0, common) / (to - from);
  }

  /** What was recorded from the begin of the measured time on, also while the clients ended. */
  private Histogram histogram(String tag, Span span) {
    Histogram all = new Histogram(DIGITS);
    for (Recorded each : recorded) {
      long middle = each.span.from() + (each.span.to() - each.span.from()) / 2;
      if (each.tag.equals(tag) && middle >= span.from()) {
        all.add(each.latencies);
      }
    }
    return all;
  }
}
