// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.records.journal.Event;
import catena.records.ledger.Window;
import catena.records.threads.Bounded;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * One writer whose writes are operations of a client. They are made one by one, each when its turn
 * comes, and in the writer's order, as with any other writer.
 *
 * <p>The ledger records a window of them as begun before the first is sent, and as acknowledged
 * after the last, so that its file is synced once for many. Until then readers take them as
 * indeterminate. That leaves no check out: a reader learns of an acknowledgement some time later
 * anyway.
 *
 * <p>Each is flushed by itself, or all of a window together, as a client that buffers does. In the
 * latter case they are also flushed before a node would be updated twice, unless updates have their
 * own timestamps, for the reason given in {@link WindowPlan}.
 */
public final class OperationWriter {
  /** How long the end waits for the servers to have what was not flushed. */
  private static final Duration REST_LIMIT = Duration.ofSeconds(4);

  /**
   * How it writes.
   *
   * @param window most writes of a window
   * @param buffered whether they are flushed together, as far as they go to different nodes
   * @param retry what to do about a write that is not acknowledged
   * @param silent set by the first writer that has waited for its end in vain; no other then waits
   */
  public record Way(int window, boolean buffered, RetryPolicy retry, AtomicBoolean silent) {}

  private final Writer writer;
  private final WriteOrder order;
  private final MutationSource source;
  private final Batch batch;
  private final Way way;
  private final Recording recording;
  private final StopSignal stop;
  private final Sender sender;

  /** Whether the later of two updates is the newer one in whatever order servers get them. */
  private final boolean timed;

  /** The window that the ledger knows of and that is not acknowledged; null if there is none. */
  private Window open;

  private Position position;
  private long made;

  /** How many writes are not flushed. */
  private int unflushed;

  /** Nodes of the unflushed writes; no two may be of one node unless updates are timed. */
  private final Set<Node> nodes = new HashSet<>();

  /** Whether the batch writer is a new one, not the one that took the unflushed writes. */
  private boolean fresh;

  /** Whether the next write was begun, and has perhaps taken effect. */
  private boolean begun;

  private boolean ended;

  /**
   * A writer that continues where its ledger says.
   *
   * @param recording need not measure the writer
   * @param stop checked in each wait
   */
  public OperationWriter(
      Writer writer, Graph graph, Batch batch, Way way, Recording recording, StopSignal stop) {
    this.writer = writer;
    this.order = new WriteOrder(graph);
    this.timed = graph.spec().updates().timed();
    this.source = new MutationSource(graph, writer.number());
    this.batch = batch;
    this.way = way;
    this.recording = recording;
    this.stop = stop;
    this.sender =
        new Sender(
            writer,
            graph,
            batch,
            Optional.empty(),
            new Pace(0, 1, stop, recording::nanos),
            way.retry,
            recording,
            stop);
    this.position = writer.ledger().state().acknowledged();
    long unused = recording.started(writer.client(), "single writes");
  }

  /** The writer's number. */
  public int number() {
    return writer.number();
  }

  /** The position of the next write. */
  private Position next() {
    return open == null ? position : open.at(made);
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
    sender.anew();
    while (true) {
      AttemptFailed failure;
      begun = true;
      try {
        send();
        made++;
        begun = false;
        if (made == open.writes()) {
          acknowledge(open);
        }
        return true;
      } catch (AccumuloException | TableNotFoundException | RuntimeException e) {
        failure = AttemptFailed.sending("a write", e);
      }
      if (!again(failure)) {
        return false;
      }
    }
  }

  /** Whether the write is to be made once more; if not, this writer writes no more. */
  private boolean again(AttemptFailed failure)
      throws IngestFailure, IOException, InterruptedException {
    fresh = true; // however the wait after the failure ends
    try {
      if (sender.again(failure)) {
        // The ledger keeps the fact that it was sent more than once.
        sender.intend(open);
        return true;
      }
    } catch (IngestFailure e) {
      end();
      throw e;
    }
    end();
    return false;
  }

  /** What was sent of the window is indeterminate. */
  private void end() {
    open = null;
    ended = true;
  }

  /**
   * Records the next window in the ledger, if none is open. A client does so before it begins to
   * measure a write, since the sync of the ledger's file is no work of the servers.
   *
   * @throws IOException if the ledger cannot be written
   */
  public void ready() throws IOException {
    if (open != null || ended) {
      return;
    }
    Window rest = sender.plan().window(position, Math.min(way.window, leftInStep()));
    sender.next(rest);
    sender.intend(rest);
    sender.flushing(rest.writes());
    open = rest;
    made = 0;
    flushed();
    begun = false;
    fresh = false;
  }

  private long leftInStep() {
    return order.entries(writer.number(), position.block(), position.step()) - position.index();
  }

  /** Sends the next write, and first what was lost with a batch writer that failed. */
  private void send() throws MutationsRejectedException, TableNotFoundException {
    BatchWriter to = batch.current();
    if (fresh && unflushed > 0) {
      source.add(open.at(made - unflushed), unflushed, to);
    }
    if (!timed && nodes.contains(node())) {
      flush(to);
    }
    source.add(open.at(made), 1, to);
    if (!way.buffered || made + 1 == open.writes()) {
      flush(to);
    } else {
      unflushed++;
      nodes.add(node());
    }
    fresh = false;
  }

  private void flush(BatchWriter to) throws MutationsRejectedException {
    to.flush();
    flushed();
  }

  private void flushed() {
    unflushed = 0;
    nodes.clear();
  }

  private void acknowledge(Window window) throws IOException {
    sender.acknowledge(window, false);
    position = window.to();
    open = null;
  }

  /**
   * Ends the open window with the writes that were made, and the ledger; releases the writer's
   * number once nothing can be sent any more.
   *
   * @throws IOException if the ledger cannot be written
   */
  public void close() throws IOException, InterruptedException {
    if (sender.isClosed()) {
      return;
    }
    try {
      endWindow();
    } finally {
      long unused =
          recording.stopped(writer.client(), stop.reason().orElse(Event.ClientStopped.DONE));
      sender.close();
    }
  }

  private void endWindow() throws IOException {
    if (open == null) {
      return;
    }
    boolean unused = Thread.interrupted();
    if (!flushRest()) {
      sender.leave();
      end();
      return;
    }
    // An earlier attempt may have sent one write of the rest: it stays indeterminate.
    Optional<Window> part = sender.shorten(open, made, sender.isFirst() && !begun);
    if (part.isPresent()) {
      acknowledge(part.get());
    }
    open = null;
  }

  /** Whether the servers have all that was made of the window. */
  private boolean flushRest() {
    if (unflushed == 0 || fresh || way.silent().get()) {
      return unflushed == 0; // of a fresh batch writer: they went with the one that failed
    }
    try {
      Bounded.run("Flushing", REST_LIMIT, batch.current()::flush);
      flushed();
      return true;
    } catch (Exception e) { // what is not known to be there is in doubt
      way.silent().compareAndSet(false, e instanceof TimeoutException);
      return false;
    }
  }
}
