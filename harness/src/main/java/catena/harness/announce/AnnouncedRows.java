package catena.harness.announce;

import catena.harness.accumulo.Holder;
import catena.harness.client.Threads;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The announced rows that the readers of a process take; for any thread. */
public final class AnnouncedRows implements RowSource, Closeable {
  /** How long ZooKeeper may be out of reach before that is a failure. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration CLOSING = Duration.ofSeconds(20);

  private final AnnouncementQueue queue;
  private final String host;
  private final BlockingQueue<Row> rows;
  private final List<String> doubts = new CopyOnWriteArrayList<>();
  private final Semaphore changed = new Semaphore(0);
  private final Thread thread;
  private volatile boolean begun;
  private volatile boolean written;
  private volatile boolean over;

  private AnnouncedRows(AnnouncementQueue queue, String host, int most) {
    this.queue = queue;
    this.host = host;
    this.rows = new ArrayBlockingQueue<>(most);
    this.thread =
        Threads.daemon("announced", "no more rows are looked for", this::work, doubts::add);
  }

  /**
   * Begins to take rows.
   *
   * @param queue opened as a reader, and closed by this
   * @param most how many rows may wait in this process
   */
  public static AnnouncedRows start(AnnouncementQueue queue, Holder me, int most)
      throws IOException {
    AnnouncedRows rows = new AnnouncedRows(queue, me.host(), most);
    try {
      queue.join(me);
    } catch (IOException e) {
      try {
        queue.close();
      } catch (IOException alsoNot) {
        e.addSuppressed(alsoNot);
      }
      throw e;
    }
    rows.thread.start();
    return rows;
  }

  @Override
  public Optional<Row> next(Duration limit) throws InterruptedException {
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
    return doubts.stream().findFirst();
  }

  private void work() throws InterruptedException {
    long reached = System.nanoTime();
    while (!over && !Thread.currentThread().isInterrupted()) {
      try {
        look();
        reached = System.nanoTime();
      } catch (IOException e) {
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        if (System.nanoTime() - reached > PATIENCE.toNanos()) {
          doubts.add("announced rows could not be read to the end: " + e.getMessage());
          return;
        }
        awaitChange();
      }
    }
  }

  /** Takes what waits; waits for more only if there was nothing. */
  private void look() throws IOException, InterruptedException {
    // First who writes, then what waits: who has gone has announced all of its rows before.
    AnnouncementQueue.Present writers = queue.present(AnnouncementQueue.Side.WRITERS);
    begun |= writers.ever();
    // A queue that is gone was removed by the last writer, for whom this reader was gone, too.
    written = begun && writers.now() == 0;
    List<String> names = queue.list(changed::release);
    // Behind what was asked for: if not all of it was by one session, that is known now.
    stay();
    for (String name : names) {
      Optional<Announcement> taken = queue.take(name);
      if (taken.isPresent()) {
        boolean here = taken.get().host().equals(host);
        for (Announcement.Row row : taken.get().rows()) {
          rows.put(new Row(row.row(), row.at(), here));
        }
      }
    }
    if (names.isEmpty()) {
      if (written) {
        over = true;
      } else {
        awaitChange();
      }
    }
  }

  /** Whoever writes last removes the queue if no reader is there, whatever waits in it. */
  private void stay() throws IOException {
    try {
      queue.stay();
    } finally {
      if (queue.wasLost() && doubts.isEmpty()) {
        doubts.add(
            "the session with ZooKeeper was lost, and perhaps rows that were announced meanwhile");
      }
    }
  }

  private void awaitChange() throws InterruptedException {
    if (changed.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      changed.drainPermits();
    }
  }

  /** Takes no more rows, and leaves the queue. */
  @Override
  public void close() throws IOException {
    thread.interrupt();
    try {
      thread.join(CLOSING.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    queue.close();
  }
}
