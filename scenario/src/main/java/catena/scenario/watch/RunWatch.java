package catena.scenario.watch;

import catena.harness.watch.RunTails;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Follows the journals and latency logs of a run, of all its processes, from when it begins on.
 *
 * <p>It reads the files and not what this process is about to write into them: what a child process
 * or another host writes is heard in the same way. Journals are flushed every second, so that an
 * event is heard within {@link #EVERY} and that second; latencies when a client has written an
 * interval ({@code measure.interval}).
 */
public final class RunWatch implements Closeable {
  /** How often it looks. */
  public static final Duration EVERY = Duration.ofSeconds(1);

  /** Latency logs get a line every ten seconds or so: they are read at every so many looks. */
  private static final int LATENCIES_EVERY = 5;

  private static final Duration LAST_LOOK_LIMIT = Duration.ofSeconds(10);
  private static final Logger LOG = LogManager.getLogger(RunWatch.class);

  private final Clock clock;
  private final Consumer<String> notes;
  private final List<RunListener> listeners = new CopyOnWriteArrayList<>();
  private final RunTails tails;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("run-watch"));
  private boolean blind;

  /** Counted by the thread alone. */
  private long looks;

  /**
   * A watch that looks when {@link #look} is called: of what is written from now on.
   *
   * @param notes takes a sentence when files cannot be read, or a listener fails; once each
   * @throws IOException if the directory cannot be listed
   */
  RunWatch(RunDirectory run, Clock clock, Consumer<String> notes) throws IOException {
    this.tails = RunTails.fromNow(run);
    this.clock = clock;
    this.notes = notes;
  }

  /**
   * Begins to watch, on a thread of its own, until it is closed.
   *
   * @param run not closed before this
   * @param notes takes a sentence when files cannot be read, or a listener fails; once each
   * @param first hear all; others may come later
   * @throws IOException if the directory cannot be listed
   */
  public static RunWatch start(
      RunDirectory run, Clock clock, Consumer<String> notes, List<RunListener> first)
      throws IOException {
    RunWatch watch = new RunWatch(run, clock, notes);
    first.forEach(watch::listen);
    Runnable task =
        Threads.repeated("run-watch", "events are no longer shown", watch::lookInTurn, notes);
    long millis = EVERY.toMillis();
    var unused = watch.thread.scheduleWithFixedDelay(task, 0, millis, TimeUnit.MILLISECONDS);
    return watch;
  }

  /** Adds a listener, which hears all from the next look on; at any time, from any thread. */
  public void listen(RunListener listener) {
    listeners.add(listener);
  }

  private void lookInTurn() {
    look(looks++ % LATENCIES_EVERY == 0);
  }

  /** Hands over what is new. */
  void look() {
    look(true);
  }

  private synchronized void look(boolean latenciesToo) {
    try {
      tails.events((journal, event) -> tell(each -> each.event(journal, event)));
      if (latenciesToo) {
        tails.latencies(
            (operation, from, to, latencies) ->
                tell(each -> each.latencies(operation, from, to, latencies)));
      }
      blind = false;
    } catch (IOException e) { // such as of a file system that is away for a while
      LOG.warn("the files of a run cannot be followed", e);
      if (!blind) {
        notes.accept("what happens in the run cannot be read now: " + Reasons.of(e));
      }
      blind = true;
    }
    long now = clock.millis();
    tell(each -> each.looked(now));
  }

  private void tell(Consumer<RunListener> what) {
    listeners.removeIf(listener -> !isTold(listener, what));
  }

  private boolean isTold(RunListener listener, Consumer<RunListener> what) {
    try {
      what.accept(listener);
      return true;
    } catch (RuntimeException | Error e) { // what one does wrong is not the others' fault
      LOG.error("a listener of the run failed", e);
      notes.accept("what happens in the run is not told to the end: " + Reasons.of(e));
      return false;
    }
  }

  /** Looks a last time and ends. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_LOOK_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return; // a file system that does not answer
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    look();
  }
}
