package catena.ingest;

import java.time.Duration;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableNotFoundException;

/** One writer's batch writer, and a new one after it has failed, since a failed one stays so. */
final class Batch {
  /** Opens a batch writer. */
  @FunctionalInterface
  interface Source {
    /** A new one. */
    BatchWriter open() throws TableNotFoundException;
  }

  private final Source source;
  private BatchWriter current;

  Batch(Source source) {
    this.source = source;
  }

  /** The batch writer to use now. */
  BatchWriter current() throws TableNotFoundException {
    if (current == null) {
      current = source.open();
    }
    return current;
  }

  /**
   * Closes the batch writer, whose unsent mutations are then lost, sent or neither is known.
   *
   * @param limit how long to wait for that: closing tries to send what is left
   */
  void discard(Duration limit) throws InterruptedException {
    if (current == null) {
      return;
    }
    BatchWriter old = current;
    current = null;
    Thread closing = new Thread(() -> close(old), "close-batch-writer");
    closing.setDaemon(true);
    closing.start();
    closing.join(Math.max(1, limit.toMillis()));
  }

  private static void close(BatchWriter writer) {
    try {
      writer.close();
    } catch (MutationsRejectedException | RuntimeException alreadyKnown) {
      // It failed before; what it held is sent again or is indeterminate.
    }
  }
}
