// SPDX-License-Identifier: Apache-2.0
package catena.harness.watch;

import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.latency.LatencyLogReader;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.fs.Path;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Follows the journals and latency logs of a run, those of all its processes and those too that are
 * begun meanwhile, for any number of listeners; as long as there is one.
 *
 * <p>It reads the files and not what this process is about to write into them: what a child process
 * or another host writes is read in the same way. Journals are flushed every second, so that an
 * event is read within {@link #EVERY} and that second; latencies when a client has written an
 * interval ({@code measure.interval}).
 *
 * <p>On a local file system a file that has not grown is not opened. HDFS does not know the length
 * of a file that is being written. There a file is opened if it is listed as longer than it was
 * read; of many files, those that had nothing new lately are opened less often, and after a poll
 * that opened many the next one comes later.
 */
public final class RunFollower {
  /** How often it polls, unless there are many files to open. */
  public static final Duration EVERY = Duration.ofSeconds(1);

  /** Latency logs get a line every ten seconds or so: they are read once in so many polls. */
  private static final int LATENCIES_EVERY = 5;

  /** How many files it opens in a second at most, on the average. */
  private static final int OPENED_A_SECOND = 100;

  /** A file with nothing new skips up to one poll for each so many files. */
  private static final int FILES_FOR_A_REST = 64;

  /** How far before the end of a file its last line begins at most, in bytes. */
  private static final long LONGEST_LINE = 1 << 16;

  private static final Duration LAST_POLL_LIMIT = Duration.ofSeconds(10);
  private static final Logger LOG = LogManager.getLogger(RunFollower.class);

  private final RunDirectory run;
  private final Clock clock;
  private final Consumer<String> notes;
  private final List<RunListener> listeners = new CopyOnWriteArrayList<>();

  /** Held during a poll, so that each listener is called by one thread at a time. */
  private final ReentrantLock polling = new ReentrantLock();

  private final Map<Path, LineTail> files = new HashMap<>();
  private Optional<ScheduledExecutorService> thread = Optional.empty();
  private long polls;
  private long pollsToLeaveOut;
  private volatile boolean blind;

  /** A registration of listeners; closing it delivers what came last. */
  public interface Listening extends Closeable {
    @Override
    void close();
  }

  /**
   * A follower, which does nothing until there is a listener.
   *
   * @param run not closed as long as there is a listener
   * @param notes takes a sentence when files cannot be read, or a listener fails; once each
   */
  public RunFollower(RunDirectory run, Clock clock, Consumer<String> notes) {
    this.run = run;
    this.clock = clock;
    this.notes = notes;
  }

  /** The run that is followed. */
  public RunDirectory directory() {
    return run;
  }

  /**
   * Notifies listeners of what is written from now on, by a thread that polls every second.
   *
   * @throws IOException if the directory cannot be listed
   */
  public Listening listen(RunListener... those) throws IOException {
    polling.lock();
    try {
      Listening listening = listenByHand(those);
      startThread();
      return listening;
    } finally {
      polling.unlock();
    }
  }

  /**
   * The same, and first of all the events that the journals hold already, in the order of each.
   *
   * @throws IOException if a journal cannot be read
   */
  public Listening listenFromBeginning(RunListener listener) throws IOException {
    polling.lock();
    try {
      Listening listening = listen(listener);
      for (Path journal : run.journalLengths().keySet()) {
        Optional<LineTail> known = Optional.ofNullable(files.get(journal));
        if (known.isPresent()) { // else it is about to be read from its beginning
          new LineTail(run.fileSystem(), journal, 0)
              .read(line -> event(journal, line, List.of(listener)), known.get().offset());
        }
      }
      return listening;
    } finally {
      polling.unlock();
    }
  }

  /** Notifies listeners of what is written from now on, whenever {@link #poll} is called. */
  Listening listenByHand(RunListener... those) throws IOException {
    polling.lock();
    try {
      if (listeners.isEmpty()) {
        passOver();
      } else {
        Poll unused = poll(true, true); // what was written before is for the others
      }
      List<RunListener> all = List.of(those);
      listeners.addAll(all);
      return () -> end(all);
    } finally {
      polling.unlock();
    }
  }

  /** Goes to the ends of all files; a line that is only begun there is of what comes. */
  private void passOver() throws IOException {
    files.clear();
    Poll over = new Poll(true);
    for (Map<Path, Long> all : List.of(run.journalLengths(), run.latencyLengths())) {
      all.forEach(
          (path, length) -> {
            long near = over.local ? Math.max(0, length - LONGEST_LINE) : 0; // else not the length
            files.put(path, new LineTail(run.fileSystem(), path, length)); // if it is unreadable
            over.perform(
                () -> {
                  LineTail tail = new LineTail(run.fileSystem(), path, near);
                  tail.read(line -> {});
                  files.put(path, tail);
                });
          });
    }
  }

  private void startThread() {
    if (thread.isEmpty()) {
      ScheduledExecutorService its =
          Executors.newSingleThreadScheduledExecutor(Threads.daemons("run-follower"));
      Runnable task =
          Threads.repeated("run-follower", "events are no longer shown", this::pollInTurn, notes);
      var unused = its.scheduleWithFixedDelay(task, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
      thread = Optional.of(its);
    }
  }

  /** As the thread does each second. */
  void pollInTurn() {
    if (pollsToLeaveOut > 0) {
      pollsToLeaveOut--;
    } else {
      pollsToLeaveOut = poll(false, polls++ % LATENCIES_EVERY == 0).opened / OPENED_A_SECOND;
    }
  }

  /**
   * Delivers all that was written until now; returns when it was delivered.
   *
   * @throws IOException if a file could not be read; the others were, and its rest comes with the
   *     next poll
   */
  public void poll() throws IOException {
    Poll done = poll(true, true);
    if (done.trouble.isPresent()) {
      throw done.trouble.get();
    }
  }

  /** Whether something could not be read at the last poll. */
  public boolean isBlind() {
    return blind;
  }

  /** Polls all files or those that are due; what cannot be read is reported, and comes later. */
  private Poll poll(boolean all, boolean latenciesToo) {
    polling.lock();
    try {
      Poll poll = new Poll(all);
      poll.perform(
          () -> poll.into(run.journalLengths(), (file, line) -> event(file, line, listeners)));
      if (latenciesToo) {
        poll.perform(() -> poll.into(run.latencyLengths(), (file, line) -> latencies(line)));
      }
      reportTrouble(poll.trouble);
      long now = clock.millis();
      send(listeners, each -> each.polled(now));
      return poll;
    } finally {
      polling.unlock();
    }
  }

  private void reportTrouble(Optional<IOException> trouble) {
    if (trouble.isPresent() && !blind) { // such as of a file system that is away for a while
      LOG.warn("the files of a run cannot be followed", trouble.get());
      notes.accept("what happens in the run cannot be read now: " + Reasons.of(trouble.get()));
    }
    blind = trouble.isPresent();
  }

  /** One poll; a file that cannot be read, such as one whose writer died, holds up no other. */
  private final class Poll {
    private final boolean all;
    private final boolean local = run.local().isPresent();
    private Optional<IOException> trouble = Optional.empty();
    private int opened;

    Poll(boolean all) {
      this.all = all;
    }

    void into(Map<Path, Long> lengths, BiConsumer<Path, String> each) {
      lengths.forEach(
          (path, length) -> {
            LineTail file =
                files.computeIfAbsent(path, any -> new LineTail(run.fileSystem(), path, 0));
            if (local ? length != file.offset() : length > file.offset() || all || file.isDue()) {
              opened++;
              perform(
                  () ->
                      file.readOrRest(
                          line -> each.accept(path, line), files.size() / FILES_FOR_A_REST));
            }
          });
    }

    void perform(FailableRunnable<IOException> step) {
      try {
        step.run();
      } catch (IOException e) {
        trouble.ifPresentOrElse(first -> first.addSuppressed(e), () -> trouble = Optional.of(e));
      }
    }
  }

  private void event(Path journal, String line, List<RunListener> to) {
    Optional<Event> event = JournalReader.event(line);
    if (event.isPresent()) {
      String name = RunDirectory.client(journal);
      send(to, each -> each.event(name, event.get()));
    }
  }

  private void latencies(String line) {
    LatencyLogReader.line(
        line,
        (operation, from, to, latencies) ->
            send(listeners, each -> each.latencies(operation, from, to, latencies)));
  }

  private void send(List<RunListener> to, Consumer<RunListener> what) {
    for (RunListener listener : to) {
      try {
        what.accept(listener);
      } catch (RuntimeException | Error e) { // what one does wrong is not the others' fault
        LOG.error("a listener of the run failed", e);
        notes.accept("what happens in the run is not followed to the end: " + Reasons.of(e));
        boolean unused = listeners.remove(listener);
      }
    }
  }

  /** Notifies listeners of what came last, and then removes them. */
  private void end(List<RunListener> those) {
    boolean free = false;
    try {
      free = polling.tryLock(LAST_POLL_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      free = polling.tryLock();
    }
    if (!free) { // a file system that does not answer
      boolean unused = listeners.removeAll(those);
      return;
    }
    try {
      Poll unused = poll(true, true);
    } finally {
      boolean unused = listeners.removeAll(those);
      if (listeners.isEmpty()) {
        thread.ifPresent(ScheduledExecutorService::shutdown);
        thread = Optional.empty();
      }
      polling.unlock();
    }
  }
}
