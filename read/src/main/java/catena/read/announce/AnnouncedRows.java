// SPDX-License-Identifier: Apache-2.0
package catena.read.announce;

import catena.harness.activity.RunContext;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The announced rows that the readers of a process take; for any thread. */
public final class AnnouncedRows implements RowSource, AutoCloseable {
  /** How long ZooKeeper may be unreachable before that is a failure. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration CLOSING = Duration.ofSeconds(20);

  private final AnnouncementQueue queue;
  private final BlockingQueue<SoughtRow> rows;
  private final int writers;
  private final Duration limit;
  private final AtomicLong dropped = new AtomicLong();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final List<String> doubts = new CopyOnWriteArrayList<>();
  private final Semaphore changed = new Semaphore(0);
  private final Thread thread;
  private volatile boolean begun;
  private volatile boolean written;
  private volatile boolean over;

  /** Since when no writer is there; empty while one is. Used by the thread alone. */
  private OptionalLong aloneNanos = OptionalLong.empty();

  private AnnouncedRows(AnnouncementQueue queue, int most, int writers, Duration limit) {
    this.queue = queue;
    this.rows = new ArrayBlockingQueue<>(most);
    this.writers = writers;
    this.limit = limit;
    this.thread =
        Threads.daemon("announced", "no more rows are polled for", this::work, failures::add);
  }

  /**
   * Begins to take the rows that a run announces.
   *
   * @param me the part that takes them
   * @param most how many rows may wait in this process
   * @param writers no writer is waited for once this many have left in order
   * @param limit how long writers are waited for when none is there: one may be late, or have lost
   *     its session; what comes later is not read
   * @throws catena.records.words.UsageException if ZooKeeper does not answer
   */
  public static AnnouncedRows start(
      RunContext me, RunDirectory directory, int most, int writers, Duration limit)
      throws IOException {
    AnnouncementQueue queue = AnnouncementQueue.join(me, directory, AnnouncementQueue.Side.READERS);
    return start(queue, most, writers, limit);
  }

  /** The same in a queue that was joined as a reader, and is closed by this. */
  static AnnouncedRows start(AnnouncementQueue queue, int most, int writers, Duration limit) {
    AnnouncedRows rows = new AnnouncedRows(queue, most, writers, limit);
    rows.thread.start();
    return rows;
  }

  @Override
  public Optional<SoughtRow> next(Duration limit) throws InterruptedException {
    return Optional.ofNullable(rows.poll(limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  public boolean begun() {
    return begun;
  }

  @Override
  public boolean written() {
    return written;
  }

  @Override
  public boolean isOver() {
    return over && rows.isEmpty();
  }

  @Override
  public Optional<String> failure() {
    return failures.stream().findFirst();
  }

  /**
   * Why some announced rows may not have been read, a sentence each; complete once this is closed.
   */
  public List<String> doubts() {
    return Stream.concat(failures.stream(), doubts.stream()).toList();
  }

  /** How many rows were taken from the queue and given to no reader; once this is closed. */
  public long left() {
    return rows.size() + dropped.get();
  }

  private void work() throws InterruptedException {
    long reached = System.nanoTime();
    while (!over && !Thread.currentThread().isInterrupted()) {
      try {
        poll();
        reached = System.nanoTime();
      } catch (IOException e) {
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        if (System.nanoTime() - reached > PATIENCE.toNanos()) {
          failures.add("announced rows could not be read to the end: " + e.getMessage());
          return;
        }
        awaitChange();
      }
    }
  }

  /** Takes the announcements that wait; waits for more only if there were none. */
  private void poll() throws IOException, InterruptedException {
    // First the writers, then the queue: a writer that is gone has announced all its rows before.
    AnnouncementQueue.Present present = queue.present(AnnouncementQueue.Side.WRITERS);
    begun |= present.came() > 0;
    written = begun && areGone(present);
    List<String> names = queue.list(changed::release);
    // After both queries: if they were not all made in one session, that is known now.
    stay();
    for (String name : names) {
      Optional<Announcement> taken = queue.take(name);
      if (taken.isPresent()) {
        give(taken.get());
      }
    }
    if (names.isEmpty()) {
      if (written) {
        doubt(present);
        over = true;
      } else {
        awaitChange();
      }
    }
  }

  /** Whether no writer is there, and none is waited for. */
  private boolean areGone(AnnouncementQueue.Present present) {
    if (present.now() > 0) {
      aloneNanos = OptionalLong.empty();
      return false;
    }
    long now = System.nanoTime();
    long since = aloneNanos.orElse(now);
    aloneNanos = OptionalLong.of(since);
    // A queue that is gone was removed by the last writer, which took this reader for gone, too.
    return present.came() == 0 || present.left() >= writers || now - since >= limit.toNanos();
  }

  private void doubt(AnnouncementQueue.Present present) {
    if (present.lost() > 0) {
      doubts.add(
          ("%d of %d writers of announced rows were killed, or lost their session with ZooKeeper:"
                  + " what they announced later was not polled for")
              .formatted(present.lost(), present.came()));
    }
  }

  private void give(Announcement taken) throws InterruptedException {
    boolean here = taken.host().equals(queue.host());
    int left = taken.rows().size();
    try {
      for (Announcement.HandedRow row : taken.rows()) {
        rows.put(new SoughtRow(row.row(), row.at(), here));
        left--;
      }
    } finally {
      dropped.addAndGet(left);
    }
  }

  /** Stays in the queue: the last writer removes one without a reader, even if rows wait. */
  private void stay() throws IOException {
    try {
      queue.stay();
    } finally {
      if (queue.wasLost() && failures.isEmpty()) {
        failures.add(
            "the session with ZooKeeper was lost, and perhaps rows that were announced meanwhile");
      }
    }
  }

  private void awaitChange() throws InterruptedException {
    if (changed.tryAcquire(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
      changed.drainPermits();
    }
  }

  /** Takes no more rows, and leaves the queue. */
  @Override
  public void close() {
    thread.interrupt();
    Uninterruptibles.joinUninterruptibly(thread, CLOSING);
    queue.close();
  }
}
