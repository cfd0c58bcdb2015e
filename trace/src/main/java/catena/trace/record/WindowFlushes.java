package catena.trace.record;

import catena.graph.Position;
import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.journal.Event;
import catena.records.ledger.WindowTimes;
import catena.records.run.RunDirectory;
import catena.trace.record.SendTimes.WindowSpan;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What the journals tell of how windows were sent; in memory that grows with those asked for. */
final class WindowFlushes {
  /** A window is one of a writer's step; a step that was interrupted has several. */
  private record WriterStep(int writer, long block, int step) {
    static WriterStep of(int writer, WindowTimes times) {
      Position from = times.window().from();
      return new WriterStep(writer, from.block(), from.step());
    }
  }

  /** Of the windows asked for, by their acknowledgement, the journal's event of it. */
  private final Map<WriterStep, NavigableMap<Long, Optional<Event.Flush>>> flushes =
      new HashMap<>();

  /** By writer, when windows were sent once more. */
  private final Map<Integer, NavigableSet<Long>> again = new HashMap<>();

  /** Nanoseconds from one write to the next, of each window one, to a tenth of a percent. */
  private final Histogram pace = new Histogram(3);

  /** Asks for a window. */
  void want(int writer, WindowTimes times) {
    times
        .acknowledgedMillis()
        .ifPresent(
            at ->
                flushes
                    .computeIfAbsent(WriterStep.of(writer, times), step -> new TreeMap<>())
                    .put(at, Optional.empty()));
  }

  /** Reads the journals of a run, if there is anything to look for. */
  void read(RunDirectory run) throws IOException {
    if (!flushes.isEmpty()) {
      // What is missing was told when they were read before.
      new TolerantReader(run, new Missing()).journals(this::accept);
    }
  }

  private void accept(Event event) {
    if (event instanceof Event.Rejected rejected) {
      again
          .computeIfAbsent(rejected.writer(), writer -> new TreeSet<>())
          .add(rejected.at() + rejected.backoffMillis());
    } else if (event instanceof Event.Flush flush) {
      flushed(flush);
    }
  }

  private void flushed(Event.Flush flush) {
    long writes = flush.entries() + flush.deletes();
    long adding = flush.sinceLastNanos() - flush.durationNanos();
    if (writes > 0 && adding >= 0) {
      pace.recordValue(adding / writes);
    }
    WriterStep step = new WriterStep(flush.writer(), flush.block(), flush.step());
    Optional.ofNullable(flushes.get(step))
        .map(windows -> windows.floorEntry(flush.at()))
        .filter(window -> window.getValue().map(known -> known.at() > flush.at()).orElse(true))
        .ifPresent(window -> flushes.get(step).put(window.getKey(), Optional.of(flush)));
  }

  /** The median time from one write to the next without the flushes; NaN where nobody tells. */
  double usualMillis() {
    return pace.getTotalCount() == 0
        ? Double.NaN
        : pace.getValueAtPercentile(50) / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }

  /** What is known of a window; empty if it was not acknowledged. */
  Optional<WindowSpan> span(int writer, WindowTimes times) {
    if (times.acknowledgedMillis().isEmpty()) {
      return Optional.empty();
    }
    long acknowledged = times.acknowledgedMillis().getAsLong();
    Optional<Event.Flush> flush =
        Optional.ofNullable(flushes.get(WriterStep.of(writer, times)))
            .flatMap(windows -> windows.get(acknowledged));
    long called =
        flush
            .map(told -> told.at() - TimeUnit.NANOSECONDS.toMillis(told.durationNanos()))
            .orElse(acknowledged);
    long writes =
        flush
            .map(told -> told.entries() + told.deletes())
            .orElse(times.window().entries() + times.window().deletes());
    return Optional.of(
        new WindowSpan(
            times.intendedMillis(),
            Math.max(times.intendedMillis(), Math.min(called, acknowledged)),
            acknowledged,
            sentAgain(writer, times.intendedMillis(), acknowledged),
            Math.max(1, writes)));
  }

  private OptionalLong sentAgain(int writer, long intended, long acknowledged) {
    NavigableSet<Long> rejected = again.get(writer);
    Long last = rejected == null ? null : rejected.lower(acknowledged);
    return last == null || last <= intended ? OptionalLong.empty() : OptionalLong.of(last);
  }
}
