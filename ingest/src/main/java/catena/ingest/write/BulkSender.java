package catena.ingest.write;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.SortedWrites;
import catena.records.ledger.Window;
import catena.records.threads.StopSignal;
import com.google.common.base.Throwables;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Has one writer's windows imported as files, each all or nothing; deletes are sent.
 *
 * <p>Files are written first, then the ledger is told, then they are imported, and then the ledger
 * is told that they were. So what a process that dies leaves behind is either no part of any
 * promise, or indeterminate. An import that fails is revoked before its window is written again:
 * its files are taken away, and it is known whether the manager had taken them.
 */
public final class BulkSender implements Sender {
  /** How long a stop waits for an import that is under way: most take some seconds. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How long an import that failed may be under way all the same. */
  private static final Duration REVOKING = Duration.ofMinutes(2);

  private static final Duration LOOK = Duration.ofMillis(50);

  private final Writer writer;
  private final Graph graph;
  private final EntryEncoder encoder;
  private final BulkLoader loader;
  private final WindowSender live;
  private final Pace pace;
  private final RetryPolicy retry;
  private final Recording recording;
  private final StopSignal stop;
  private final ThreadFactory importers;
  private final List<Thread> importing = new CopyOnWriteArrayList<>();
  private long underWay;
  private long rejections;
  private volatile long added;
  private boolean inDoubt;
  private boolean lastWasLive;

  /**
   * A sender of one writer's windows, none of which is under way.
   *
   * @param loader of this writer
   * @param live sends deletes
   * @param recording of the writer, opened
   * @param stop looked at between two stretches of writes, and in each wait
   * @param importers makes the thread of each import
   */
  public BulkSender(
      Writer writer,
      Graph graph,
      BulkLoader loader,
      WindowSender live,
      Pace pace,
      RetryPolicy retry,
      Recording recording,
      StopSignal stop,
      ThreadFactory importers) {
    this.writer = writer;
    this.graph = graph;
    this.encoder = new EntryEncoder(graph);
    this.loader = loader;
    this.live = live;
    this.pace = pace;
    this.retry = retry;
    this.recording = recording;
    this.stop = stop;
    this.importers = importers;
  }

  /** What an attempt came to. */
  private enum Outcome {
    ACKNOWLEDGED,
    STOPPED
  }

  /** An attempt that failed, with what is known of it. */
  private static final class Failed extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Rejection why;

    Failed(Rejection why, Exception cause) {
      super(cause);
      this.why = why;
    }
  }

  @Override
  public Optional<Window> send(Window window)
      throws IngestFailure, IOException, InterruptedException {
    lastWasLive = window.entries() == 0;
    return lastWasLive ? live.send(window) : sendFiles(window);
  }

  private Optional<Window> sendFiles(Window window)
      throws IngestFailure, IOException, InterruptedException {
    inDoubt = false;
    underWay = window.entries();
    pace.backlog().begun(pace.due(sent() + underWay - 1));
    int failures = 0;
    long firstFailure = 0;
    while (true) {
      Failed failed;
      try {
        return attempt(window) == Outcome.ACKNOWLEDGED ? Optional.of(window) : Optional.empty();
      } catch (Failed e) {
        failed = e;
      }
      added = 0;
      firstFailure = failures++ == 0 ? recording.nanos() : firstFailure;
      if (stop.asked() || stop.await(waitAfter(failed, failures, firstFailure))) {
        writer.ledger().abandon("stopped", recording.millis());
        if (!inDoubt) {
          underWay = 0;
          pace.backlog().takenBack();
        }
        return Optional.empty();
      }
    }
  }

  private Outcome attempt(Window window) throws Failed, IOException, InterruptedException {
    BulkLoader.Load load = written(window);
    if (load == null) {
      return stopped();
    }
    long intended = Math.min(pace.due(sent() + window.entries() - 1), recording.nanos());
    writer.ledger().intend(window, recording.millis());
    inDoubt = true;
    long began = recording.nanos();
    boolean over;
    try {
      over = runs(load);
    } catch (InterruptedException e) {
      over = false; // It told of the stop.
    } catch (Exception e) {
      throw revoked(load, window, BulkTrouble.of("an import", e), e);
    }
    if (!over) {
      writer.ledger().abandon("stopped", recording.millis());
      recording.note(
          writer.client() + ": an import goes on though this process ends: its window is in doubt");
      return Outcome.STOPPED;
    }
    acknowledge(window, intended, began);
    clean(load);
    return Outcome.ACKNOWLEDGED;
  }

  private Outcome stopped() {
    underWay = 0;
    added = 0;
    pace.backlog().takenBack();
    return Outcome.STOPPED;
  }

  /** The files of a window, sealed; null if a stop was asked for: then they are removed again. */
  private BulkLoader.Load written(Window window) throws Failed, InterruptedException {
    BulkLoader.Load load = null;
    try {
      load = loader.begin();
      if (write(window, load)) {
        load.seal();
        return load;
      }
      BulkLoader.End unused = load.revoke(Duration.ZERO);
      return null;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      remove(load, e);
      throw new Failed(BulkTrouble.of("writing the files of an import", e), e);
    }
  }

  /** What cannot be removed is found by whoever carries the writer on. */
  private static void remove(BulkLoader.Load load, Exception failure) throws InterruptedException {
    try {
      if (load != null) {
        BulkLoader.End unused = load.revoke(Duration.ZERO);
      }
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** Writes files until the window is full or a stop is asked for, and says which. */
  private boolean write(Window window, BulkLoader.Load load)
      throws IOException, InterruptedException {
    SortedWrites writes = new SortedWrites(graph, writer.number(), window.from(), window.to());
    long done = 0;
    added = 0;
    while (done < window.entries()) {
      if (!pace.await(sent() + done)) {
        return false;
      }
      int stretch = (int) Math.min(pace.stretch(), window.entries() - done);
      recording.began(writer.client(), pace.due(sent() + done));
      for (int i = 0; i < stretch; i++) {
        if (!writes.advance()) {
          throw new IllegalStateException(window + " has only " + (done + i) + " writes");
        }
        writes.encode(encoder);
        load.add(encoder);
      }
      recording.handedOver(writer.client(), stretch);
      done += stretch;
      pace.next(sent() + done);
      added = done;
    }
    return true;
  }

  /** Imports; false if a stop was asked for and it did not end in time. */
  private boolean runs(BulkLoader.Load load) throws Exception {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              load.run();
              return null;
            });
    Thread thread = importers.newThread(task);
    importing.removeIf(each -> !each.isAlive());
    importing.add(thread);
    thread.start();
    long deadline = Long.MAX_VALUE;
    while (true) {
      try {
        task.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        return true;
      } catch (TimeoutException e) {
        long now = recording.nanos();
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

  /** Takes the files of an import that failed away, and tells what has become of it. */
  private Failed revoked(BulkLoader.Load load, Window window, Rejection why, Exception failure)
      throws IOException, InterruptedException {
    BulkLoader.End end = BulkLoader.End.UNDER_WAY;
    try {
      end = load.revoke(REVOKING);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
    if (end == BulkLoader.End.NOTHING) {
      // So the ledger knows that this attempt was none.
      writer.ledger().shorten(window.from(), 0, 0, recording.millis());
      inDoubt = false;
    }
    recording.told(writer.client(), why.reason() + "; " + end.words());
    return new Failed(why, failure);
  }

  private void acknowledge(Window window, long intended, long began) throws IOException {
    long end = recording.nanos();
    writer.ledger().acknowledge(recording.millis());
    inDoubt = false;
    underWay = 0;
    added = 0;
    pace.backlog().answered();
    recording.flushed(
        writer.client(),
        writer.number(),
        window,
        new Recording.FlushTimes(intended, began, end, live.previousEnd()));
    live.passed(window.entries(), end);
  }

  /** What it leaves is in nobody's way, and found by whoever carries the writer on. */
  private void clean(BulkLoader.Load load) {
    try {
      load.clean();
    } catch (IOException | RuntimeException e) {
      recording.note(writer.client() + ": what an import left could not be removed: " + e);
    }
  }

  /** How long to wait before the next attempt. */
  private Duration waitAfter(Failed failed, int failures, long firstFailure)
      throws IngestFailure, IOException {
    rejections++;
    Duration since = Duration.ofNanos(recording.nanos() - firstFailure);
    Optional<Duration> wait = failed.why.mayPass() ? retry.next(failures, since) : Optional.empty();
    recording.rejected(
        writer.client(),
        writer.number(),
        failed.why.reason(),
        failures,
        wait.orElse(Duration.ZERO));
    if (wait.isEmpty()) {
      writer.ledger().abandon("rejected", recording.millis());
      throw new IngestFailure(
          failed.why.mayPass()
              ? "%s gave an import up after %d attempts: %s"
                  .formatted(writer.client(), failures, failed.why.reason())
              : writer.client() + " cannot go on: " + failed.why.reason(),
          failed.getCause());
    }
    return wait.get();
  }

  @Override
  public long sent() {
    return live.sent();
  }

  @Override
  public long underWay() {
    return lastWasLive ? live.underWay() : underWay;
  }

  @Override
  public long added() {
    return added + live.added();
  }

  @Override
  public long rejections() {
    return rejections + live.rejections();
  }

  @Override
  public boolean inDoubt() {
    return lastWasLive ? live.inDoubt() : inDoubt;
  }

  @Override
  public void close() throws InterruptedException {
    live.close();
  }

  @Override
  public List<Thread> sending() {
    List<Thread> all = new ArrayList<>(live.sending());
    importing.stream().filter(Thread::isAlive).forEach(all::add);
    return all;
  }
}
