// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Position;
import catena.records.ledger.Window;
import java.io.IOException;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.TableNotFoundException;

/** Sends a window by a batch writer: its writes, and one flush. */
final class BatchDelivery {
  private final Sender sender;
  private final Batch batch;
  private final MutationSource source;
  private ObjIntConsumer<Position> listener = (from, count) -> {};

  BatchDelivery(Sender sender, Batch batch, MutationSource source) {
    this.sender = sender;
    this.batch = batch;
    this.source = source;
  }

  void announceTo(ObjIntConsumer<Position> whom) {
    listener = whom;
  }

  /**
   * Makes one attempt at a window.
   *
   * @return what was acknowledged: the window, its beginning if a stop was asked for within it, or
   *     nothing
   * @throws AttemptFailed if it was not acknowledged
   * @throws IOException if the ledger cannot be written
   */
  Optional<Window> attempt(Window window) throws AttemptFailed, IOException, InterruptedException {
    // Again with each attempt: the ledger keeps the fact that a window was sent more than once.
    sender.intend(window);
    boolean first = sender.isFirst();
    try {
      BatchWriter to = batch.current();
      long count = sender.handOver(window, (from, some) -> add(from, some, to, first));
      Optional<Window> sent =
          count < window.writes() ? sender.shorten(window, count, first) : Optional.of(window);
      if (sent.isPresent()) {
        sender.flushing(count);
        to.flush();
        sender.acknowledge(sent.get(), !first && count < window.writes());
      }
      return sent;
    } catch (AccumuloException | TableNotFoundException | RuntimeException e) {
      throw AttemptFailed.sending("a window", e);
    }
  }

  private void add(Position from, int count, BatchWriter to, boolean first)
      throws AccumuloException {
    source.add(from, count, to);
    if (first) {
      listener.accept(from, count);
    }
  }
}
