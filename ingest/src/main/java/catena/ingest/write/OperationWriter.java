package catena.ingest.write;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.records.journal.Event;
import catena.records.ledger.Window;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * One writer whose writes are operations of a client: made one by one, each when its turn comes,
 * and in the writer's order like those of any other.
 *
 * <p>The ledger is told of a window of them before the first is sent, and that they were
 * acknowledged after the last, so that its file is synced once for many. Until then they are
 * indeterminate for whoever reads, which leaves out nothing: a reader learns of an acknowledgement
 * some time later anyway.
 *
 * <p>Each is flushed by itself, or all of a window together, as a client that buffers does. In the
 * latter case they are also flushed before a node would be updated twice, for the reason that
 * {@link WindowPlan} gives.
 */
public final class OperationWriter {
  private static final Duration CLOSING = Duration.ofSeconds(10);
  private static final Duration CLOSING_ON_STOP = Duration.ofSeconds(1);

  /**
   * How it writes.
   *
   * @param window most writes of a window
   * @param buffered whether they are flushed together, as far as they go to different nodes
   * @param retry what to do about a write that is not acknowledged
   */
  public record Way(int window, boolean buffered, RetryPolicy retry) {}

  /** Where it notes what it does, and the time. */
  public record Notes(Consumer<Event> events, Clock clock, LongSupplier nanoClock) {}

  private final Writer writer;
  private final WriteOrder order;
  private final WindowPlan plan;
  private final MutationSource source;
  private final Batch batch;
  private final Way way;
  private final Notes notes;
  private final StopSignal stop;

  /** The window that the ledger knows of and that is not acknowledged; null if there is none. */
  private Window open;

  private Position position;
  private long made;

  /** The nodes of the writes that are not flushed, each of another one. */
  private final Set<Node> unflushed = new HashSet<>();

  /** Whether the batch writer is another than the one that took what is not flushed. */
  private boolean fresh;

  /** Whether the ledger was told of the open window more than once. */
  private boolean resent;

  /** Whether the next write was begun, and has perhaps taken effect. */
  private boolean begun;

  private boolean ended;
  private volatile boolean closed;
  private long openedNanos;
  private long previousNanos;

  /**
   * A writer that carries on where its ledger says.
   *
   * @param stop looked at in each wait
   */
  public OperationWriter(
      Writer writer, Graph graph, Batch batch, Way way, Notes notes, StopSignal stop) {
    this.writer = writer;
    this.order = new WriteOrder(graph);
    this.plan = new WindowPlan(graph, writer.number());
    this.source = new MutationSource(graph, writer.number());
    this.batch = batch;
    this.way = way;
    this.notes = notes;
    this.stop = stop;
    this.position = writer.ledger().state().acknowledged();
    this.previousNanos = notes.nanoClock.getAsLong();
    notes.events.accept(
        new Event.ClientStarted(notes.clock.millis(), writer.client(), "single writes"));
  }

  /** The writer's number. */
  public int number() {
    return writer.number();
  }

  /** Where the next write stands. */
  private Position next() {
    return open == null ? position : at(made);
  }

  private Position at(long offset) {
    Position from = open.from();
    return new Position(from.block(), from.step(), from.index() + offset);
  }

  /** What the next write does. */
  public Step step() {
    Position next = next();
    return order.step(writer.number(), next.block(), next.step());
  }

  /** The node of the next write. */
  public Node node() {
    Position next = next();
    return new Node(
        writer.number(), order.window(writer.number(), next), order.index(writer.number(), next));
  }

  /**
   * Makes the next write.
   *
   * @return whether it was made; false if a stop was asked for before it was acknowledged
   * @throws IngestFailure if it was given up; the ledger then says that it is indeterminate
   * @throws IOException if the ledger cannot be written
   */
  public boolean write() throws IngestFailure, IOException, InterruptedException {
    if (ended) {
      return false;
    }
    ready();
    int failures = 0;
    long firstFailure = 0;
    while (true) {
      Exception failure;
      begun = true;
      try {
        send();
        made++;
        begun = false;
        if (made == size(open)) {
          acknowledge(open);
        }
        return true;
      } catch (AccumuloException | TableNotFoundException | RuntimeException e) {
        failure = e;
      }
      long now = notes.nanoClock.getAsLong();
      firstFailure = failures == 0 ? now : firstFailure;
      failures++;
      if (stop.asked()) {
        giveUp("stopped");
        return false;
      }
      Duration wait = waitAfter(failure, failures, Duration.ofNanos(now - firstFailure));
      fresh = true; // whatever ends the wait for the one that failed
      batch.discard(CLOSING);
      if (stop.await(wait)) {
        giveUp("stopped");
        return false;
      }
      // That it was sent more than once is to be known for ever.
      writer.ledger().intend(open, notes.clock.millis());
      resent = true;
    }
  }

  /**
   * Tells the ledger of the next window, if none is open: what a client does before it begins to
   * measure a write, since the sync of its own file is nothing that the servers do.
   *
   * @throws IOException if the ledger cannot be written
   */
  public void ready() throws IOException {
    if (open != null || ended) {
      return;
    }
    Window rest = plan.window(position, Math.min(way.window, leftInStep()));
    writer.ledger().intend(rest, notes.clock.millis());
    open = rest;
    openedNanos = notes.nanoClock.getAsLong();
    made = 0;
    unflushed.clear();
    resent = false;
    begun = false;
    fresh = false;
  }

  private long leftInStep() {
    return order.entries(writer.number(), position.block(), position.step()) - position.index();
  }

  private static long size(Window window) {
    return window.entries() + window.deletes();
  }

  /** Sends the next write, and first what was lost with a batch writer that failed. */
  private void send() throws MutationsRejectedException, TableNotFoundException {
    BatchWriter to = batch.current();
    if (fresh && !unflushed.isEmpty()) {
      source.add(at(made - unflushed.size()), unflushed.size(), to);
    }
    Node node = node();
    if (unflushed.contains(node)) {
      flush(to);
    }
    source.add(at(made), 1, to);
    if (!way.buffered || made + 1 == size(open)) {
      flush(to);
    } else {
      unflushed.add(node);
    }
    fresh = false;
  }

  private void flush(BatchWriter to) throws MutationsRejectedException {
    to.flush();
    unflushed.clear();
  }

  private void acknowledge(Window window) throws IOException {
    long now = notes.nanoClock.getAsLong();
    long millis = notes.clock.millis();
    writer.ledger().acknowledge(millis);
    notes.events.accept(
        new Event.Flush(
            millis,
            writer.client(),
            writer.number(),
            window.from().block(),
            window.from().step(),
            window.entries(),
            window.deletes(),
            now - openedNanos,
            now - previousNanos));
    previousNanos = now;
    position = window.to();
    open = null;
  }

  private Duration waitAfter(Exception failure, int failures, Duration since)
      throws IngestFailure, IOException, InterruptedException {
    Optional<Rejection> rejection = Rejection.of(failure);
    if (rejection.isEmpty()) {
      giveUp("failed");
      throw new IngestFailure(writer.client() + " failed: " + failure, failure);
    }
    String reason = rejection.get().reason();
    Optional<Duration> wait =
        rejection.get().mayPass() ? way.retry.next(failures, since) : Optional.empty();
    notes.events.accept(
        new Event.Rejected(
            notes.clock.millis(),
            writer.client(),
            writer.number(),
            reason,
            failures,
            wait.orElse(Duration.ZERO).toMillis()));
    if (wait.isEmpty()) {
      giveUp("rejected");
      throw new IngestFailure(
          "%s gave a write up after %d attempts: %s".formatted(writer.client(), failures, reason),
          failure);
    }
    return wait.get();
  }

  /** What was sent of the window is indeterminate, and this writer writes no more. */
  private void giveUp(String reason) throws IOException, InterruptedException {
    // An interrupt told of the stop; it must not end the ledger's file, too.
    boolean unused = Thread.interrupted();
    writer.ledger().abandon(reason, notes.clock.millis());
    open = null;
    ended = true;
    batch.discard(CLOSING_ON_STOP);
  }

  /**
   * Ends the window that is open with what was made of it, and the ledger; gives the number back
   * once nothing can be sent any more.
   *
   * @throws IOException if the ledger cannot be written
   */
  public void close() throws IOException, InterruptedException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      endWindow();
      writer.ledger().close(notes.clock.millis());
      writer.hold().ended(writer.ledger().attempted());
    } finally {
      notes.events.accept(
          new Event.ClientStopped(
              notes.clock.millis(), writer.client(), stop.reason().orElse("done")));
      batch.discard(CLOSING_ON_STOP);
      if (batch.closing().isEmpty()) {
        writer.hold().close();
      }
    }
  }

  private void endWindow() throws IOException, InterruptedException {
    if (open == null) {
      return;
    }
    boolean unused = Thread.interrupted();
    if (fresh && !unflushed.isEmpty()) {
      giveUp("stopped"); // they went with the batch writer that failed
      return;
    }
    try {
      if (!unflushed.isEmpty()) {
        flush(batch.current());
      }
    } catch (AccumuloException | TableNotFoundException | RuntimeException e) {
      giveUp("stopped");
      return;
    }
    long millis = notes.clock.millis();
    if (made == 0) {
      shortenOrAbandon(millis);
      return;
    }
    Window part = plan.window(open.from(), made);
    if (!resent && !begun) {
      writer.ledger().shorten(part.to(), part.entries(), part.deletes(), millis);
    } else {
      // Of the rest one may have been sent by an earlier attempt: it stays indeterminate.
      writer.ledger().intend(part, millis);
    }
    acknowledge(part);
  }

  private void shortenOrAbandon(long millis) throws IOException {
    if (!resent && !begun) {
      writer.ledger().shorten(open.from(), 0, 0, millis);
    } else {
      writer.ledger().abandon("stopped", millis);
    }
    open = null;
  }

  /** Whether it was closed: before, it may send at any time. */
  public boolean isClosed() {
    return closed;
  }

  /** What still sends although it was let go of, or may. */
  public List<Thread> sending() {
    return batch.closing();
  }
}
