// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.harness.accumulo.Holder;
import catena.harness.activity.RunContext;
import catena.read.announce.AnnouncementQueue;
import catena.read.announce.Announcer;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Announces rows to a concurrent check, as ingest does: through ZooKeeper, once the check has
 * begun, each row once.
 */
final class RowAnnouncer implements Closeable {
  /** For a check to begin; it is the trial's own limit that ends one that does not. */
  private static final Duration LIMIT = Duration.ofDays(1);

  /** So that all rows fit into the queue, even if each of them is announced alone. */
  private static final int ROOM = 20;

  private final List<String> doubts = new CopyOnWriteArrayList<>();
  private final AtomicReference<Optional<Long>> announced = new AtomicReference<>(Optional.empty());
  private final Meanwhile meanwhile;

  /** Begins to wait for the check. */
  RowAnnouncer(RunContext part, List<String> rows) {
    this.meanwhile =
        new Meanwhile(
            part.stop().child(), "rows were not announced", over -> work(part, rows, over));
  }

  private void work(RunContext part, List<String> rows, StopSignal over) throws Exception {
    AnnouncementQueue queue =
        AnnouncementQueue.open(
            part.connection().zookeepers(), part.directory(), AnnouncementQueue.Side.WRITERS);
    Holder me = Holder.here(part.directory().display(), part.clock());
    Optional<Announcer> begun =
        Announcer.start(queue, me, ROOM * (rows.size() + 1), part.clock(), LIMIT, over);
    if (begun.isEmpty()) {
      return;
    }
    Announcer announcer = begun.get();
    try (announcer) {
      rows.forEach(announcer::announce);
    }
    announced.set(Optional.of(announcer.announced()));
    if (announcer.announced() < rows.size()) {
      doubts.add(announcer.inWords() + ", of " + rows.size());
    }
    doubts.addAll(announcer.doubts());
  }

  /** Why the check perhaps did not get all rows, once it is over; waits for its own end. */
  PartOutcome outcome() throws IOException {
    close();
    meanwhile.failure().ifPresent(doubts::add);
    if (announced.get().isEmpty() && doubts.isEmpty()) {
      doubts.add("no row was announced");
    }
    return doubts.stream().map(PartOutcome::doubt).reduce(PartOutcome.NOTHING, PartOutcome::and);
  }

  /** Waits until nothing is announced any more. */
  @Override
  public void close() throws IOException {
    meanwhile.close();
  }
}
