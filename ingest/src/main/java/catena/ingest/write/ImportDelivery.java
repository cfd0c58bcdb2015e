// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.SortedWrites;
import catena.records.ledger.Window;
import catena.records.threads.StopSignal;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * Imports a window as files, all or nothing.
 *
 * <p>Files are written first, then the ledger records the window as begun, then they are imported,
 * and then the ledger records that they were. So the files that a process leaves when it dies are
 * part of no promise, or indeterminate. An import that fails is revoked before its window is
 * written again: its files are taken away, which also shows whether the manager had taken them.
 */
public final class ImportDelivery {
  /** How long a stop waits for an import that is under way: most take some seconds. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How long an import that failed may be under way all the same. */
  private static final Duration REVOKING = Duration.ofMinutes(2);

  private static final Duration POLL = Duration.ofMillis(50);

  private final Sender sender;
  private final Graph graph;
  private final EntryEncoder encoder;
  private final BulkLoader loader;
  private final Recording recording;
  private final StopSignal stop;
  private volatile Optional<Thread> importing = Optional.empty();

  ImportDelivery(
      Sender sender, Graph graph, BulkLoader loader, Recording recording, StopSignal stop) {
    this.sender = sender;
    this.graph = graph;
    this.encoder = new EntryEncoder(graph);
    this.loader = loader;
    this.recording = recording;
    this.stop = stop;
  }

  /** The same as {@link BatchDelivery#attempt}, of a whole window. */
  Optional<Window> attempt(Window window) throws AttemptFailed, IOException, InterruptedException {
    Optional<BulkLoader.Load> written = written(window);
    if (written.isEmpty()) {
      return Optional.empty();
    }
    BulkLoader.Load load = written.get();
    sender.intend(window);
    sender.flushing(window.writes());
    boolean over;
    try {
      over = runs(load);
    } catch (InterruptedException e) {
      over = false; // The interrupt is the stop.
    } catch (Exception e) {
      throw revoked(load, window, Rejection.ofImport("an import", e), e);
    }
    if (!over) {
      sender.abandon("stopped");
      recording.note(
          sender.writer().client()
              + ": an import goes on though this process ends: its window is in doubt");
      return Optional.empty();
    }
    sender.acknowledge(window, false);
    clean(load);
    return Optional.of(window);
  }

  /** The files of a window, sealed; empty if a stop was asked for: then they are removed again. */
  private Optional<BulkLoader.Load> written(Window window)
      throws AttemptFailed, InterruptedException {
    BulkLoader.Load load = null;
    try {
      load = loader.begin();
      if (write(window, load)) {
        load.seal();
        return Optional.of(load);
      }
      BulkLoader.End unused = load.revoke(Duration.ZERO);
      return Optional.empty();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      remove(load, e);
      Rejection why = Rejection.ofImport("writing the files of an import", e);
      throw AttemptFailed.importing(why, e);
    }
  }

  /** Files that cannot be removed are found by the next process of this writer. */
  private static void remove(BulkLoader.Load load, Exception failure) throws InterruptedException {
    try {
      if (load != null) {
        BulkLoader.End unused = load.revoke(Duration.ZERO);
      }
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** Writes files until the window is full (true) or a stop is asked for (false). */
  private boolean write(Window window, BulkLoader.Load load)
      throws IOException, InterruptedException {
    int writer = sender.writer().number();
    SortedWrites writes = new SortedWrites(graph, writer, window.from(), window.to());
    long done =
        sender.handOver(
            window,
            (from, count) -> {
              for (int i = 0; i < count; i++) {
                if (!writes.advance()) {
                  throw new IllegalStateException(window + " has fewer writes");
                }
                writes.encode(encoder);
                load.add(encoder);
              }
            });
    return done == window.writes();
  }

  private boolean runs(BulkLoader.Load load) throws Exception {
    ThreadFactory threads =
        task -> {
          Thread thread = loader.threads().newThread(task);
          importing = Optional.of(thread);
          return thread;
        };
    return runs(load::run, threads, stop, recording::nanos);
  }

  /**
   * Imports in another thread, as no import heeds a stop: once one was asked for, it is waited for
   * no longer than {@link #PATIENCE}.
   *
   * @return false if it goes on
   * @throws Exception what the import throws
   */
  public static boolean runs(
      FailableRunnable<Exception> load, ThreadFactory threads, StopSignal stop, LongSupplier nanos)
      throws Exception {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              load.run();
              return null;
            });
    threads.newThread(task).start();
    long deadline = Long.MAX_VALUE;
    while (true) {
      try {
        task.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
        return true;
      } catch (TimeoutException e) {
        long now = nanos.getAsLong();
        if (stop.asked() && deadline == Long.MAX_VALUE) {
          deadline = now + PATIENCE.toNanos();
        } else if (deadline != Long.MAX_VALUE && now - deadline > 0) {
          return false;
        }
      } catch (ExecutionException e) {
        Throwables.throwIfInstanceOf(e.getCause(), Exception.class);
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Takes away the files of an import that failed, and reports what became of it. */
  private AttemptFailed revoked(
      BulkLoader.Load load, Window window, Rejection why, Exception failure) throws IOException {
    BulkLoader.End end = BulkLoader.End.UNDER_WAY;
    try {
      end = load.revoke(REVOKING);
    } catch (IOException | InterruptedException | RuntimeException e) { // an interrupt is the stop
      failure.addSuppressed(e);
    }
    if (end == BulkLoader.End.NOTHING) {
      sender.takeBack(window); // So the ledger records that this attempt sent nothing.
    }
    recording.note(sender.writer().client(), why.reason() + "; " + end.words());
    return AttemptFailed.importing(why, failure);
  }

  /** Files that stay disturb no other import; the next process of this writer finds them. */
  private void clean(BulkLoader.Load load) {
    try {
      load.clean();
    } catch (IOException | RuntimeException e) {
      recording.note(sender.writer().client() + ": what an import left could not be removed: " + e);
    }
  }

  /** The import that goes on although its writer no longer waits: nothing is sent after it. */
  List<Thread> importing() {
    return importing.stream().filter(Thread::isAlive).toList();
  }
}
