// SPDX-License-Identifier: Apache-2.0
package catena.read.announce;

import catena.harness.activity.RunContext;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.words.Amounts;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Announces rows that the writers of a process have written. Writers never wait: rows for which
 * there is no room are left out, and counted.
 */
public final class Announcer implements AutoCloseable {
  /** Rows of one announcement. */
  static final int MOST_ROWS = 20;

  private static final String LOST =
      "the session with ZooKeeper was lost meanwhile, so that readers of announced rows may have"
          + " ended too early";

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLOSING = Duration.ofSeconds(20);

  private final AnnouncementQueue queue;
  private final int most;
  private final Clock clock;
  private final BlockingQueue<Announcement.HandedRow> rows;
  private final AtomicLong announced = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();
  private final List<String> doubts = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean ending;

  private Announcer(AnnouncementQueue queue, int most, Clock clock) {
    this.queue = queue;
    this.most = most;
    this.clock = clock;
    this.rows = new ArrayBlockingQueue<>(most);
    this.thread = Threads.daemon("announce", "rows were not announced", this::work, doubts::add);
  }

  /**
   * Begins to announce the rows of a run, once there is a reader.
   *
   * @param most how many rows may wait in this process, and again in the queue
   * @param wait how long to wait for a reader
   * @return empty if none came, or a stop was asked for
   * @throws catena.records.words.UsageException if ZooKeeper does not answer
   */
  public static Optional<Announcer> start(RunContext run, int most, Duration wait, StopSignal stop)
      throws IOException, InterruptedException {
    AnnouncementQueue queue =
        AnnouncementQueue.join(run, run.directory(), AnnouncementQueue.Side.WRITERS);
    return start(queue, most, run.clock(), wait, stop);
  }

  /** The same in a queue that was joined as a writer, and is closed by this in any case. */
  static Optional<Announcer> start(
      AnnouncementQueue queue, int most, Clock clock, Duration wait, StopSignal stop)
      throws IOException, InterruptedException {
    boolean read = false;
    try {
      read = awaitReader(queue, wait, stop);
    } finally {
      if (!read) {
        queue.close();
      }
    }
    if (!read) {
      return Optional.empty();
    }
    Announcer announcer = new Announcer(queue, most, clock);
    announcer.thread.start();
    return Optional.of(announcer);
  }

  private static boolean awaitReader(AnnouncementQueue queue, Duration wait, StopSignal stop)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + wait.toNanos();
    while (queue.present(AnnouncementQueue.Side.READERS).now() == 0) {
      if (System.nanoTime() - end >= 0 || stop.await(POLL)) {
        return false;
      }
    }
    return true;
  }

  /** Announces a row that the batch writer has by now; for any thread. */
  public void announce(String row) {
    if (!rows.offer(new Announcement.HandedRow(row, clock.millis()))) {
      skipped.incrementAndGet();
    }
  }

  private void work() throws InterruptedException {
    while (!ending || !rows.isEmpty()) {
      stay();
      Announcement.HandedRow first = rows.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
      if (first != null) {
        List<Announcement.HandedRow> batch = new ArrayList<>(List.of(first));
        rows.drainTo(batch, MOST_ROWS - 1);
        put(batch);
      }
    }
  }

  /** Stays in the queue: readers end when no writer is there, whatever is announced later. */
  private void stay() {
    try {
      queue.stay();
    } catch (IOException e) {
      // It is tried again, and rows that cannot be announced until then are reported.
    }
    if (queue.wasLost() && !doubts.contains(LOST)) {
      doubts.add(LOST);
    }
  }

  private void put(List<Announcement.HandedRow> batch) {
    try {
      if ((queue.waiting() + 1L) * MOST_ROWS > most) {
        skipped.addAndGet(batch.size());
        return;
      }
      queue.put(new Announcement(queue.host(), batch));
      announced.addAndGet(batch.size());
    } catch (IOException e) {
      skipped.addAndGet(batch.size());
      if (doubts.isEmpty()) {
        doubts.add("not all rows could be announced: " + e.getMessage());
      }
    }
  }

  /** How many rows were put into the queue; complete once this is closed. */
  public long announced() {
    return announced.get();
  }

  /** How many rows were not announced, such as for lack of room; complete once this is closed. */
  public long skipped() {
    return skipped.get();
  }

  /** The outcome, in a sentence; once this is closed. */
  public String inWords() {
    return "%s rows were announced%s"
        .formatted(
            Amounts.grouped(announced()),
            skipped() == 0
                ? ""
                : ", and %s left out, since those before waited to be read"
                    .formatted(Amounts.grouped(skipped())));
  }

  /** Why not all rows were announced, a sentence each; complete once this is closed. */
  public List<String> doubts() {
    return List.copyOf(doubts);
  }

  /** Announces what is left, and leaves the queue. */
  @Override
  public void close() {
    ending = true;
    try {
      thread.join(CLOSING.toMillis());
      if (thread.isAlive()) {
        thread.interrupt();
        thread.join(POLL.toMillis());
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    int left = rows.size();
    if (left > 0) {
      skipped.addAndGet(left);
      doubts.add("%s rows were not announced before the end".formatted(Amounts.grouped(left)));
    }
    stay();
    queue.close();
  }
}
