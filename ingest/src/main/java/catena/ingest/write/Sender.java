// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Graph;
import catena.graph.Position;
import catena.records.ledger.Window;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ObjIntConsumer;
import org.apache.commons.lang3.function.FailableObjIntConsumer;

/**
 * Sends one writer's windows, one after the other, and alone records them in its ledger. (What one
 * import loads for many writers is recorded in their ledgers by {@code catena.ingest.bulk}.)
 *
 * <p>A window is intended before it is sent, and again with each attempt. An attempt that fails is
 * repeated until the window is acknowledged, is given up at the limit of the retries, or a stop is
 * asked for. What is acknowledged is recorded in the ledger, the journal and the latencies; what is
 * not, and may have been sent, stays indeterminate.
 *
 * <p>A window is sent by {@link BatchDelivery} or {@link ImportDelivery}; {@link OperationWriter}
 * sends the writes of a window one by one.
 */
public final class Sender {
  /** How long an import of an earlier process may still be under way. */
  private static final Duration LEFTOVERS = Duration.ofMinutes(2);

  /** How long the closing of a failed batch writer may hold up the next attempt. */
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private static final Duration CLOSING_ON_STOP = Duration.ofSeconds(1);

  private final Writer writer;
  private final WindowPlan plan;
  private final Batch batch;
  private final Pace pace;
  private final Attempts attempts;
  private final Recording recording;
  private final StopSignal stop;
  private final Optional<BulkLoader> loader;
  private final BatchDelivery batched;
  private final Optional<ImportDelivery> imported;
  private long sent;
  private long underWay;
  private long previousEnd;
  private volatile long added;
  private volatile boolean closed;

  /** How many attempts at the window may be in the table, and were not acknowledged. */
  private int inDoubt;

  private OptionalLong firstFlush = OptionalLong.empty();
  private long intended;

  /**
   * A sender of one writer's windows; none of them is under way.
   *
   * @param batch sends deletes, and all else that is not imported
   * @param loader imports windows that put entries; empty if they are sent
   * @param recording of the writer, opened
   * @param stop checked between two stretches of writes, and in each wait
   */
  public Sender(
      Writer writer,
      Graph graph,
      Batch batch,
      Optional<BulkLoader> loader,
      Pace pace,
      RetryPolicy retry,
      Recording recording,
      StopSignal stop) {
    this.writer = writer;
    this.plan = new WindowPlan(graph, writer.number(), loader.isPresent());
    this.batch = batch;
    this.pace = pace;
    this.attempts = new Attempts(writer, retry, recording);
    this.recording = recording;
    this.stop = stop;
    this.loader = loader;
    this.batched = new BatchDelivery(this, batch, new MutationSource(graph, writer.number()));
    this.imported = loader.map(each -> new ImportDelivery(this, graph, each, recording, stop));
    this.previousEnd = recording.nanos();
  }

  /**
   * Takes away what earlier processes left of the writer's imports, and records in the ledger how
   * it writes from now on; to be called before the first window.
   */
  public void begin() throws IOException, InterruptedException {
    if (loader.isPresent()) {
      for (String left : loader.get().leftovers(LEFTOVERS)) {
        recording.note(writer.client(), left);
      }
    }
    writer.ledger().means(loader.isPresent(), recording.millis());
  }

  /**
   * Reports, from now on, writes that the batch writer has and that are not acknowledged yet: each
   * once, however often it is sent.
   *
   * @param whom receives the position of the first of some writes of one step, and how many they
   *     are; called by the writer's thread
   */
  public void announceTo(ObjIntConsumer<Position> whom) {
    batched.announceTo(whom);
  }

  /** Who writes. */
  public Writer writer() {
    return writer;
  }

  /** The writer's windows, as they are sent. */
  WindowPlan plan() {
    return plan;
  }

  /** When its writes are due. */
  Pace pace() {
    return pace;
  }

  /** Where it records what it does. */
  Recording recording() {
    return recording;
  }

  /**
   * Sends a window that the ledger does not know yet.
   *
   * @return what was acknowledged: the window, its beginning if a stop was asked for within it, or
   *     nothing
   * @throws IngestFailure if it was given up; the ledger then says whether it is indeterminate
   * @throws IOException if the ledger cannot be written
   */
  Optional<Window> send(Window window) throws IngestFailure, IOException, InterruptedException {
    boolean live = imported.isEmpty() || window.entries() == 0;
    next(window);
    while (true) {
      AttemptFailed failure;
      try {
        Optional<Window> acknowledged =
            live ? batched.attempt(window) : imported.get().attempt(window);
        added = 0;
        settle();
        return acknowledged;
      } catch (AttemptFailed e) {
        failure = e;
      }
      if (!again(failure)) {
        settle();
        return Optional.empty();
      }
    }
  }

  /** Begins a window; nothing of it was sent yet. */
  void next(Window window) {
    inDoubt = 0;
    firstFlush = OptionalLong.empty();
    anew();
    underWay = window.writes();
    pace.backlog().begun(pace.due(sent + underWay - 1));
  }

  /** Forgets earlier failures: the next one is the first. */
  void anew() {
    attempts.anew();
  }

  /** If nothing was sent, or all was taken back, nothing is under way any more. */
  private void settle() {
    if (inDoubt == 0 && underWay > 0) {
      underWay = 0;
      pace.backlog().takenBack();
    }
  }

  /**
   * Hands writes over, stretch by stretch, until the window is full or a stop is asked for.
   *
   * @param stretch hands some of them over: from which position, and how many
   * @return how many were handed over
   */
  <E extends Exception> long handOver(Window window, FailableObjIntConsumer<Position, E> stretch)
      throws E, InterruptedException {
    long done = 0;
    added = 0;
    while (done < window.writes() && pace.await(sent + done)) {
      int count = (int) Math.min(pace.stretch(), window.writes() - done);
      recording.began(writer.client(), pace.due(sent + done));
      stretch.accept(window.at(done), count);
      recording.handedOver(writer.client(), count);
      done += count;
      pace.next(sent + done);
      added = window.entries() > 0 ? done : 0;
    }
    return done;
  }

  /** Whether no attempt at the window before this one may be in the table. */
  boolean isFirst() {
    return inDoubt <= 1;
  }

  /** Records in the ledger that an attempt at a window begins now. */
  void intend(Window window) throws IOException {
    inDoubt++;
    writer.ledger().intend(window, recording.millis());
  }

  /** Records in the ledger that nothing was sent of a window that was intended. */
  void takeBack(Window window) throws IOException {
    writer.ledger().shorten(window.from(), 0, 0, recording.millis());
    inDoubt--;
  }

  /** Records in the ledger that a window that was intended may be in the table or not. */
  void abandon(String reason) throws IOException {
    writer.ledger().abandon(reason, recording.millis());
  }

  /**
   * Records in the ledger that a stop came within the window.
   *
   * @param count how many writes were sent in this attempt
   * @param alone whether nothing else of the window was ever sent
   * @return what is still to be acknowledged
   */
  Optional<Window> shorten(Window window, long count, boolean alone) throws IOException {
    if (count == 0) {
      if (alone) {
        takeBack(window);
      } else {
        abandon("stopped");
      }
      return Optional.empty();
    }
    Window part = plan.window(window.from(), count);
    if (alone) {
      writer.ledger().shorten(part.to(), part.entries(), part.deletes(), recording.millis());
    } else {
      // The rest was sent by an earlier attempt: it stays indeterminate.
      writer.ledger().intend(part, recording.millis());
    }
    return Optional.of(part);
  }

  /** The flush of so many writes of the window begins, or their import. */
  void flushing(long writes) {
    flushed(recording.nanos());
    intended = Math.min(pace.due(sent + writes - 1), firstFlush.getAsLong());
    pace.backlog().begun(intended);
  }

  private void flushed(long now) {
    firstFlush = OptionalLong.of(firstFlush.orElse(now));
  }

  /**
   * Records that the table has all of a window, or all of its beginning.
   *
   * @param rest whether an earlier attempt may have sent more of the window
   */
  void acknowledge(Window window, boolean rest) throws IOException {
    long end = recording.nanos();
    writer.ledger().acknowledge(recording.millis());
    inDoubt = rest ? inDoubt - 1 : 0;
    underWay = 0;
    pace.backlog().answered();
    recording.flushed(
        writer.client(),
        writer.number(),
        window,
        new Recording.FlushTimes(intended, firstFlush.orElse(end), end, previousEnd));
    previousEnd = end;
    sent += window.writes();
  }

  /**
   * Waits until the next attempt is due.
   *
   * @return false if a stop was asked for instead: then the window is left as it is
   * @throws IngestFailure if it is given up
   */
  boolean again(AttemptFailed failure) throws IngestFailure, IOException, InterruptedException {
    long now = recording.nanos();
    flushed(now);
    attempts.failed(now);
    added = 0;
    if (!stop.asked()) {
      if (failure.ofBatchWriter()) {
        batch.discard(CLOSING);
      }
      if (!stop.await(attempts.waitAfter(failure))) {
        return true;
      }
    }
    leave();
    if (failure.ofBatchWriter()) {
      batch.discard(CLOSING_ON_STOP);
    }
    return false;
  }

  /** Leaves a window as it is, because of a stop. */
  void leave() throws IOException {
    // An interrupt signalled the stop; it must not close the ledger's file, too.
    boolean unused = Thread.interrupted();
    abandon("stopped");
  }

  /** How many writes were acknowledged. */
  long sent() {
    return sent;
  }

  /** How many writes the window has that was begun and not acknowledged; 0 if there is none. */
  long underWay() {
    return underWay;
  }

  /** Entries of the window that is being sent; for any thread. */
  long added() {
    return added;
  }

  /** How many times a window was not acknowledged. */
  long rejections() {
    return attempts.rejections();
  }

  /** Whether the window that was sent last may be in the table or not, or in part. */
  boolean inDoubt() {
    return inDoubt > 0;
  }

  /**
   * Ends the ledger first, and releases the writer's number last, when nothing can be sent any
   * more; as long as something may be, the number stays taken.
   *
   * @throws IOException if the ledger cannot be written
   */
  void close() throws IOException, InterruptedException {
    try {
      writer.ledger().close(recording.millis());
      noteEnd();
    } finally {
      batch.discard(CLOSING_ON_STOP);
      closed = true;
      writer.hold().release(sending());
    }
  }

  /** Only helps to detect a ledger that loses its end later. */
  private void noteEnd() {
    try {
      writer.hold().ended(writer.ledger().attempted());
    } catch (IOException e) {
      recording.note(writer.client() + ": " + e.getMessage());
    }
  }

  /** Whether it was closed: before that, it may send at any time. */
  boolean isClosed() {
    return closed;
  }

  /** The threads that may still send although the sender no longer waits for them. */
  List<Thread> sending() {
    List<Thread> all = new ArrayList<>(batch.closing());
    imported.ifPresent(each -> all.addAll(each.importing()));
    return all;
  }
}
