// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.harness.watch.RunListener;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/**
 * What all workers did, summed from their journals. A fault that one of them finds is a fault of
 * the run at once, not only when the phase is over.
 */
public final class FleetFigures implements RunListener {
  private static final String WORKERS = "worker-";

  private final Predicate<Event.FindingSeen> faults;
  private final Runnable onFault;
  private final AtomicLong entries = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong operations = new AtomicLong();

  /**
   * Figures before the first event of a worker.
   *
   * @param faults whether a finding is a fault
   * @param onFault run for each finding of a worker that is a fault, by the thread that listens
   */
  public FleetFigures(Predicate<Event.FindingSeen> faults, Runnable onFault) {
    this.faults = faults;
    this.onFault = onFault;
  }

  @Override
  public void event(String journal, Event event) {
    if (!journal.startsWith(WORKERS)) {
      return;
    }
    if (event instanceof Event.Flush flush) {
      entries.addAndGet(flush.entries());
      acknowledged.incrementAndGet();
    } else if (event instanceof Event.Throughput throughput && !throughput.writes()) {
      operations.addAndGet(throughput.operations());
    } else if (event instanceof Event.FindingSeen seen && isFault(seen)) {
      onFault.run();
    }
  }

  /**
   * Runs it, too, for what was found before anyone listened, by the run's processes of before.
   *
   * @throws IOException if a journal cannot be read
   */
  public void readAgain(RunDirectory run) throws IOException {
    for (Path journal : run.journals()) {
      if (journal.getName().matches("(run(-\\d+)?|" + WORKERS + ".*)\\.jsonl")) {
        JournalReader.Summary unused =
            JournalReader.read(
                run.fileSystem(),
                journal,
                event -> {
                  if (event instanceof Event.FindingSeen seen && isFault(seen)) {
                    onFault.run();
                  }
                });
      }
    }
  }

  /** Whether a finding of a worker is a fault. */
  boolean isFault(Event.FindingSeen seen) {
    return faults.test(seen);
  }

  /** Entries that were acknowledged to any worker. */
  public long entries() {
    return entries.get();
  }

  /** Windows that were acknowledged to any worker. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** Operations of all readers. */
  long operations() {
    return operations.get();
  }
}
