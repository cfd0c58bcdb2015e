// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Position;
import catena.harness.client.Client;
import catena.records.journal.Event;
import catena.records.latency.Unanswered;
import catena.records.ledger.Window;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** One writer at work: each step is a window, or a pause. */
public final class IngestClient implements Client {
  private final Sender sender;
  private final Writer writer;
  private final WindowPlan plan;
  private final Pace pace;
  private final Optional<Pauses> pauses;
  private final Recording recording;
  private final StopSignal stop;
  private Position position;
  private long entriesLeft;
  private final AtomicLong entries = new AtomicLong();
  private final AtomicLong windows = new AtomicLong();
  private final long startedMillis;
  private OptionalLong stoppedMillis = OptionalLong.empty();
  private long deletes;
  private String ended = "stopped";

  /**
   * A writer that continues where its ledger says.
   *
   * @param entriesLeft how many entries it is to put, {@code Long.MAX_VALUE} for no end
   */
  public IngestClient(Sender sender, Optional<Pauses> pauses, StopSignal stop, long entriesLeft) {
    this.sender = sender;
    this.writer = sender.writer();
    this.plan = sender.plan();
    this.pace = sender.pace();
    this.recording = sender.recording();
    this.pauses = pauses;
    this.stop = stop;
    this.entriesLeft = entriesLeft;
    this.position = writer.ledger().state().acknowledged();
    recording.follow(name(), pace.backlog());
    this.startedMillis =
        recording.started(name(), "writer " + writer.number() + " " + writer.uuid());
  }

  @Override
  public String name() {
    return writer.client();
  }

  @Override
  public boolean step() throws IngestFailure, IOException, InterruptedException {
    if (pauseIfDue()) {
      return !stop.asked();
    }
    Optional<Window> window = plan.next(position, entriesLeft);
    if (window.isEmpty()) {
      ended = Event.ClientStopped.DONE;
      pace.rest();
      return false;
    }
    if (!plan.hasRoom(position)) {
      ended = "out of rows";
      pace.rest();
      throw new IngestFailure(
          name()
              + " has filled its part of the rows; make a table with a wider range of rows"
              + " or a smaller graph.flush.interval");
    }
    return send(window.get());
  }

  private boolean send(Window window) throws IngestFailure, IOException, InterruptedException {
    Optional<Window> acknowledged = sender.send(window);
    acknowledged.ifPresent(this::count);
    return acknowledged.isPresent() && acknowledged.get().equals(window);
  }

  private void count(Window window) {
    position = window.to();
    entries.addAndGet(window.entries());
    deletes += window.deletes();
    windows.incrementAndGet();
    if (entriesLeft != Long.MAX_VALUE) {
      entriesLeft -= window.entries();
    }
  }

  private boolean pauseIfDue() throws InterruptedException {
    Optional<Duration> pause = pauses.flatMap(p -> p.due(recording.nanos()));
    if (pause.isEmpty()) {
      return false;
    }
    recording.paused(name(), pause.get());
    pace.rest();
    boolean stopped = stop.await(pause.get());
    if (!stopped) {
      recording.continued(name());
      pauses.get().goOn(recording.nanos());
      pace.restart(sender.sent());
    }
    return true;
  }

  /** Entries acknowledged or on their way; for any thread. */
  public long entriesInSight() {
    return entries.get() + sender.added();
  }

  /** Entries on their way: handed over and not acknowledged yet; for any thread. */
  public long entriesSent() {
    return sender.added();
  }

  /** Windows that were acknowledged; for any thread. */
  public long acknowledged() {
    return windows.get();
  }

  /** When it began, wall clock in milliseconds; as in the journal. */
  public long startedMillis() {
    return startedMillis;
  }

  /** When it was closed, as in the journal; empty if it is not. */
  public OptionalLong stoppedMillis() {
    return stoppedMillis;
  }

  /**
   * What was due when the writers were asked to stop, and was not acknowledged, in windows: those
   * that never began are counted as windows of as many writes as a flush interval has. Also
   * recorded in latencies and journal; to be called once, after the last step.
   */
  public Unanswered unanswered() {
    long begun = sender.sent() + sender.underWay();
    long windows = plan.most(Math.max(0, entriesLeft - sender.underWay()));
    return recording.atEnd(
        name(), pace.backlog(), writes -> writes.grouped(begun, plan.size(), windows));
  }

  /** What the writer did; to be called after its last step. */
  public WriterOutcome outcome() {
    return new WriterOutcome(
        writer.number(),
        writer.uuid(),
        entries.get(),
        deletes,
        windows.get(),
        sender.rejections(),
        position,
        sender.inDoubt());
  }

  /** Ends the ledger, and releases the writer's number if nothing can be sent any more. */
  @Override
  public void close() throws IOException, InterruptedException {
    stoppedMillis = OptionalLong.of(recording.stopped(name(), ended));
    sender.close();
  }

  /** What sends its windows. */
  Sender sender() {
    return sender;
  }
}
