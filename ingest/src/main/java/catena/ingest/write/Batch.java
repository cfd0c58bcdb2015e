// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.records.threads.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.commons.lang3.function.FailableSupplier;

/** One writer's batch writer, and a new one after it has failed, since a failed one stays so. */
public final class Batch {
  private final FailableSupplier<BatchWriter, TableNotFoundException> source;
  private final FailableBiConsumer<Runnable, Duration, InterruptedException> way;
  private final List<Thread> closing = new CopyOnWriteArrayList<>();
  private BatchWriter current;

  /** Opens batch writers from a supplier, and closes each on its own thread. */
  public Batch(FailableSupplier<BatchWriter, TableNotFoundException> source) {
    this.source = source;
    this.way = this::onThread;
  }

  /**
   * The same with another way to close.
   *
   * @param way runs the close, which may take long, before it returns or also after that; it gets
   *     the time that the caller waits
   */
  public Batch(
      FailableSupplier<BatchWriter, TableNotFoundException> source,
      FailableBiConsumer<Runnable, Duration, InterruptedException> way) {
    this.source = source;
    this.way = way;
  }

  /** The batch writer to use now. */
  BatchWriter current() throws TableNotFoundException {
    if (current == null) {
      current = source.get();
    }
    return current;
  }

  /**
   * Closes the batch writer. Its unsent mutations are then lost or sent; which is not known.
   *
   * @param limit how long to wait for that: closing tries to send what is left
   */
  void discard(Duration limit) throws InterruptedException {
    if (current == null) {
      return;
    }
    BatchWriter old = current;
    current = null;
    closing.removeIf(each -> !each.isAlive());
    way.accept(() -> close(old), limit);
  }

  /** Lists the thread before it starts, so that an interrupted wait does not lose it. */
  private void onThread(Runnable close, Duration limit) throws InterruptedException {
    Thread thread = Threads.daemons("close-batch-writer").newThread(close);
    closing.add(thread);
    thread.start();
    thread.join(Math.max(1, limit.toMillis()));
  }

  /** The threads that have not ended yet: what they close may still be sending. */
  List<Thread> closing() {
    return closing.stream().filter(Thread::isAlive).toList();
  }

  private static void close(BatchWriter writer) {
    try {
      writer.close();
    } catch (MutationsRejectedException | RuntimeException alreadyKnown) {
      // It failed before; what it held is sent again or is indeterminate.
    }
  }
}
