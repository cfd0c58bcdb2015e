// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Position;
import catena.records.journal.Event;
import catena.records.latency.Backlog;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Meter;
import catena.records.latency.Throughput;
import catena.records.latency.Unanswered;
import catena.records.latency.Upcoming;
import catena.records.ledger.Window;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.function.FailableFunction;

/** Where the writers of one process note what they do; used by all their threads. */
public final class Recording {
  private static final long NOTE_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Consumer<Event> events;
  private final FailableFunction<String, Meter, IOException> metering;
  private final Map<String, FlushMeasure> writers = new ConcurrentHashMap<>();
  private final Consumer<String> notes;
  private final Clock clock;
  private final LongSupplier nanoClock;
  private final AtomicLong nextNote;

  private record FlushMeasure(LatencyRecorder.Operation flush, Throughput throughput) {}

  /**
   * Into a journal and what the metering gives.
   *
   * @param events takes what the journal is told
   * @param metering gives a new writer what it is measured with
   * @param notes takes lines for the person who watches
   * @param nanoClock the monotonic clock
   */
  public Recording(
      Consumer<Event> events,
      FailableFunction<String, Meter, IOException> metering,
      Consumer<String> notes,
      Clock clock,
      LongSupplier nanoClock) {
    this.events = events;
    this.metering = metering;
    this.notes = notes;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.nextNote = new AtomicLong(nanoClock.getAsLong());
  }

  /** Of writers that are not measured: what they do is. */
  public static Recording unmeasured(
      Consumer<Event> events, Consumer<String> notes, Clock clock, LongSupplier nanoClock) {
    return new Recording(
        events,
        client -> {
          throw new IllegalStateException(client + " is not measured");
        },
        notes,
        clock,
        nanoClock);
  }

  /**
   * Begins to measure a writer, before its first flush.
   *
   * @param paced whether it is told when each write is due
   */
  public void open(String client, boolean paced) throws IOException {
    Meter meter = metering.apply(client);
    writers.put(
        client, new FlushMeasure(meter.latency().operation("flush", paced), meter.throughput()));
  }

  /** From now on the intervals of a writer tell how late its next write is. */
  void follow(String client, Backlog backlog) {
    writers.get(client).throughput.follow(backlog::lateNanos);
  }

  /** Some writes of a writer begin now that were due at a time. */
  void began(String client, long due) {
    writers.get(client).throughput.began(due, nanos());
  }

  /** So many writes were handed to the batch writer, and are not acknowledged yet. */
  void handedOver(String client, long writes) {
    writers.get(client).throughput.handedOver(writes);
  }

  /**
   * What a writer owed when its phase ended: recorded with its latencies, told as an event,
   * returned.
   *
   * @param inWindows what is upcoming, in windows
   */
  Unanswered atEnd(String client, Backlog backlog, UnaryOperator<Upcoming> inWindows) {
    LatencyRecorder.Operation flush = writers.get(client).flush;
    Unanswered owed = backlog.atEnd(flush, inWindows);
    long ago = TimeUnit.NANOSECONDS.toMillis(nanos() - backlog.endNanos());
    events.accept(owed.event(millis() - ago, client, flush.name()));
    return owed;
  }

  /** Wall clock, milliseconds since 1970. */
  long millis() {
    return clock.millis();
  }

  /** The monotonic clock. */
  long nanos() {
    return nanoClock.getAsLong();
  }

  /**
   * When a flush happened, on the forward clock.
   *
   * @param intended when it should have begun
   * @param start when it did, the first time
   * @param end when it was acknowledged
   * @param previousEnd when the writer's flush before was
   */
  record FlushTimes(long intended, long start, long end, long previousEnd) {}

  /** A window was acknowledged; measured if its writer is. */
  void flushed(String client, int writer, Window window, FlushTimes times) {
    FlushMeasure measured = writers.get(client);
    if (measured != null) {
      measured.flush.record(times.intended, times.start, times.end);
      measured.throughput.done(0, window.writes(), 0);
    }
    Position from = window.from();
    events.accept(
        new Event.Flush(
            millis(),
            client,
            writer,
            from.block(),
            from.step(),
            window.entries(),
            window.deletes(),
            times.end - times.start,
            times.end - times.previousEnd));
  }

  /**
   * Notes every rejection in the journal, and one in a while for the person who watches.
   *
   * @param backoff until the window is sent again; zero if it is not
   */
  void rejected(String client, int writer, String reason, int attempt, Duration backoff) {
    events.accept(
        new Event.Rejected(millis(), client, writer, reason, attempt, backoff.toMillis()));
    long due = nextNote.get();
    long now = nanos();
    if (!backoff.isZero()
        && now - due >= 0
        && nextNote.compareAndSet(due, now + NOTE_EVERY_NANOS)) {
      notes.accept(client + " sends a window again: " + reason);
    }
  }

  /** Tells of a writer what is to stay known: in the journal, and to the person who watches. */
  void told(String client, String words) {
    events.accept(new Event.Note(millis(), client, words));
    notes.accept(client + ": " + words);
  }

  /** Tells the person who watches. */
  void note(String line) {
    notes.accept(line);
  }

  /** Tells that a writer begins; when that was, wall clock. */
  long started(String client, String what) {
    long now = millis();
    events.accept(new Event.ClientStarted(now, client, what));
    return now;
  }

  /** Tells that a writer has ended; when that was, wall clock. */
  long stopped(String client, String reason) {
    long now = millis();
    events.accept(new Event.ClientStopped(now, client, reason));
    return now;
  }

  void paused(String client, Duration length) {
    events.accept(new Event.Paused(millis(), client, length.toMillis()));
  }

  void continued(String client) {
    events.accept(new Event.Continued(millis(), client));
  }
}
