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

/** Records what the writers of one process do; used by all their threads. */
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
   * Records in a journal and in the meters of its writers.
   *
   * @param events receives the events of the journal
   * @param metering makes the meter of a new writer
   * @param notes receives lines for the user
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

  /** For writers that are not measured, since their operations are. */
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
   * @param paced whether each write has a time when it is due
   */
  public void open(String client, boolean paced) throws IOException {
    Meter meter = metering.apply(client);
    writers.put(
        client, new FlushMeasure(meter.latency().operation("flush", paced), meter.throughput()));
  }

  /** From now on the intervals of a writer record how late its next write is. */
  void follow(String client, Backlog backlog) {
    writers.get(client).throughput.follow(backlog::lateNanos);
  }

  /** Some writes of a writer begin now; they were due at the given time. */
  void began(String client, long due) {
    writers.get(client).throughput.began(due, nanos());
  }

  /** So many writes were handed to the batch writer, and are not acknowledged yet. */
  void handedOver(String client, long writes) {
    writers.get(client).throughput.handedOver(writes);
  }

  /**
   * Records what a writer owed when its phase ended, with its latencies and as an event, and
   * returns it.
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
   * When a flush happened, on the monotonic clock.
   *
   * @param intended when it should have begun
   * @param start when it did, the first time
   * @param end when it was acknowledged
   * @param previousEnd when the writer's previous flush was
   */
  record FlushTimes(long intended, long start, long end, long previousEnd) {}

  /** A window was acknowledged; measured if its writer is. */
  void flushed(String client, int writer, Window window, FlushTimes times) {
    FlushMeasure measured = writers.get(client);
    if (measured != null) {
      measured.flush.record(times.intended, times.start, times.end);
      measured.throughput.done(0, 0, window.writes(), 0);
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
   * Records every rejection in the journal, and shows the user one every now and then.
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

  /** Records a note about a writer in the journal, and shows it to the user. */
  void note(String client, String words) {
    events.accept(new Event.Note(millis(), client, words));
    notes.accept(client + ": " + words);
  }

  /** Shows the user a line. */
  void note(String line) {
    notes.accept(line);
  }

  /** Records that a writer begins; returns when that was, wall clock. */
  long started(String client, String what) {
    long now = millis();
    events.accept(new Event.ClientStarted(now, client, what));
    return now;
  }

  /** Records that a writer has ended; returns when that was, wall clock. */
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
