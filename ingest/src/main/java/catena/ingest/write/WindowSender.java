package catena.ingest.write;

import catena.graph.Position;
import catena.records.ledger.Window;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableNotFoundException;

/** Sends one writer's windows: each until it is acknowledged, given up, or a stop is asked for. */
public final class WindowSender implements Sender {
  /** How long the closing of a failed batch writer may hold up the next attempt. */
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private static final Duration CLOSING_ON_STOP = Duration.ofSeconds(1);

  private final Writer writer;
  private final WindowPlan plan;
  private final MutationSource source;
  private final Batch batch;
  private final Pace pace;
  private final RetryPolicy retry;
  private final Recording recording;
  private final StopSignal stop;
  private long sent;
  private long underWay;
  private long previousEnd;
  private long rejections;
  private volatile long added;
  private boolean inDoubt;
  private Told told = (from, count) -> {};

  /** Hears of writes that the batch writer has, and that are not acknowledged yet. */
  @FunctionalInterface
  public interface Told {
    /** The writes from a position on, of one step; called by the writer's thread. */
    void handedOver(Position from, int count);
  }

  /**
   * A sender of one writer's windows, none of which is under way.
   *
   * @param recording of the writer, opened
   * @param stop looked at between two stretches of writes, and in each wait
   */
  public WindowSender(
      Writer writer,
      MutationSource source,
      WindowPlan plan,
      Batch batch,
      Pace pace,
      RetryPolicy retry,
      Recording recording,
      StopSignal stop) {
    this.writer = writer;
    this.source = source;
    this.plan = plan;
    this.batch = batch;
    this.pace = pace;
    this.retry = retry;
    this.recording = recording;
    this.stop = stop;
    this.previousEnd = recording.nanos();
  }

  /** Tells of writes from now on, of each once, however often it is sent. */
  public void tell(Told whom) {
    told = whom;
  }

  /** The attempts at one window so far. */
  private static final class Attempts {
    private int failures;
    private long firstFailure;
    private long firstFlush;
    private boolean flushed;

    void flush(long now) {
      firstFlush = flushed ? firstFlush : now;
      flushed = true;
    }

    void fail(long now) {
      flush(now);
      firstFailure = failures == 0 ? now : firstFailure;
      failures++;
    }
  }

  @Override
  public Optional<Window> send(Window window)
      throws IngestFailure, IOException, InterruptedException {
    inDoubt = true;
    Attempts attempts = new Attempts();
    underWay = window.entries() + window.deletes();
    pace.backlog().begun(pace.due(sent + underWay - 1));
    while (true) {
      // Again with each attempt: that a window was sent more than once is to be known for ever.
      writer.ledger().intend(window, recording.millis());
      Exception failure;
      try {
        Optional<Window> acknowledged = attempt(window, attempts);
        inDoubt = attempts.failures > 0 && !acknowledged.equals(Optional.of(window));
        settle(acknowledged.isPresent(), attempts);
        return acknowledged;
      } catch (AccumuloException | TableNotFoundException | RuntimeException e) {
        failure = e;
      }
      attempts.fail(recording.nanos());
      added = 0;
      if (stop.asked()) {
        giveUpForStop();
        return Optional.empty();
      }
      batch.discard(CLOSING);
      Duration wait = waitAfter(failure, attempts);
      if (stop.await(wait)) {
        giveUpForStop();
        return Optional.empty();
      }
    }
  }

  /** Nothing is under way any more, unless an attempt before was. */
  private void settle(boolean acknowledged, Attempts attempts) {
    if (acknowledged) {
      underWay = 0;
    } else if (attempts.failures == 0) {
      underWay = 0;
      pace.backlog().takenBack();
    }
  }

  private Optional<Window> attempt(Window window, Attempts attempts)
      throws MutationsRejectedException, TableNotFoundException, IOException, InterruptedException {
    BatchWriter to = batch.current();
    long count = add(window, to, attempts.failures == 0);
    Optional<Window> sentPart = Optional.of(window);
    if (count < window.entries() + window.deletes()) {
      sentPart = shorten(window, count, attempts.failures == 0);
    }
    if (sentPart.isPresent()) {
      attempts.flush(recording.nanos());
      long intended = Math.min(pace.due(sent + count - 1), attempts.firstFlush);
      pace.backlog().begun(intended);
      to.flush();
      acknowledge(sentPart.get(), intended, attempts);
      sent += count;
    }
    added = 0;
    return sentPart;
  }

  /** Adds writes until the window is full or a stop is asked for, and says how many. */
  private long add(Window window, BatchWriter to, boolean first)
      throws MutationsRejectedException, InterruptedException {
    long count = window.entries() + window.deletes();
    long done = 0;
    added = 0;
    while (done < count && pace.await(sent + done)) {
      int stretch = (int) Math.min(pace.stretch(), count - done);
      recording.began(writer.client(), pace.due(sent + done));
      source.add(at(window, done), stretch, to);
      recording.handedOver(writer.client(), stretch);
      if (first) {
        told.handedOver(at(window, done), stretch);
      }
      done += stretch;
      pace.next(sent + done);
      added = window.entries() > 0 ? done : 0;
    }
    return done;
  }

  private static Position at(Window window, long offset) {
    Position from = window.from();
    return new Position(from.block(), from.step(), from.index() + offset);
  }

  /** Tells the ledger that a stop came within the window. */
  private Optional<Window> shorten(Window window, long count, boolean firstAttempt)
      throws IOException {
    long now = recording.millis();
    if (count == 0) {
      if (firstAttempt) {
        writer.ledger().shorten(window.from(), 0, 0, now);
      } else {
        writer.ledger().abandon("stopped", now);
      }
      return Optional.empty();
    }
    Window part = plan.window(window.from(), count);
    if (firstAttempt) {
      writer.ledger().shorten(part.to(), part.entries(), part.deletes(), now);
    } else {
      // The rest was sent by an earlier attempt: it stays indeterminate.
      writer.ledger().intend(part, now);
    }
    return Optional.of(part);
  }

  private void acknowledge(Window window, long intended, Attempts attempts) throws IOException {
    long end = recording.nanos();
    writer.ledger().acknowledge(recording.millis());
    pace.backlog().answered();
    recording.flushed(
        writer.client(),
        writer.number(),
        window,
        new Recording.FlushTimes(intended, attempts.firstFlush, end, previousEnd));
    previousEnd = end;
  }

  private void giveUpForStop() throws IOException, InterruptedException {
    // An interrupt told of the stop; it must not end the ledger's file, too.
    boolean unused = Thread.interrupted();
    writer.ledger().abandon("stopped", recording.millis());
    batch.discard(CLOSING_ON_STOP);
  }

  /** How long to wait before the next attempt. */
  private Duration waitAfter(Exception failure, Attempts attempts)
      throws IngestFailure, IOException {
    Optional<Rejection> rejection = Rejection.of(failure);
    if (rejection.isEmpty()) {
      writer.ledger().abandon("failed", recording.millis());
      throw new IngestFailure(writer.client() + " failed: " + failure, failure);
    }
    rejections++;
    String reason = rejection.get().reason();
    Duration since = Duration.ofNanos(recording.nanos() - attempts.firstFailure);
    Optional<Duration> wait =
        rejection.get().mayPass() ? retry.next(attempts.failures, since) : Optional.empty();
    recording.rejected(
        writer.client(), writer.number(), reason, attempts.failures, wait.orElse(Duration.ZERO));
    if (wait.isEmpty()) {
      writer.ledger().abandon("rejected", recording.millis());
      throw new IngestFailure(
          rejection.get().mayPass()
              ? "%s gave a window up after %d attempts: %s"
                  .formatted(writer.client(), attempts.failures, reason)
              : writer.client() + " cannot go on: " + reason,
          failure);
    }
    return wait.get();
  }

  @Override
  public long sent() {
    return sent;
  }

  /** Takes note of writes that another way of sending had acknowledged. */
  void passed(long writes, long endNanos) {
    sent += writes;
    previousEnd = endNanos;
  }

  /** When the flush before ended. */
  long previousEnd() {
    return previousEnd;
  }

  @Override
  public long underWay() {
    return underWay;
  }

  @Override
  public long added() {
    return added;
  }

  @Override
  public long rejections() {
    return rejections;
  }

  @Override
  public boolean inDoubt() {
    return inDoubt;
  }

  @Override
  public void close() throws InterruptedException {
    batch.discard(CLOSING_ON_STOP);
  }

  @Override
  public List<Thread> sending() {
    return batch.closing();
  }
}
