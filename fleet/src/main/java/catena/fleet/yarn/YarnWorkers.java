package catena.fleet.yarn;

import catena.fleet.launch.WorkerEnd;
import catena.fleet.launch.Workers;
import catena.harness.words.Reasons;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The workers of a job.
 *
 * <p>How a worker ended its task says in a file; that a task was killed with its worker Hadoop
 * tells; and of those that ended with the ApplicationMaster it is seen when their successors run.
 */
final class YarnWorkers implements Workers {
  private static final Logger LOG = LogManager.getLogger(YarnWorkers.class);
  private static final Duration POLL = Duration.ofMillis(500);

  /** Answers grow with the fleet, and the coordinator looks more often than that. */
  static final Duration ASK_EACH = Duration.ofSeconds(2);

  /** How long a job that was killed may take to end. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(60);

  private final WatchedJob job;
  private final JobFiles files;
  private final int workers;
  private final Optional<YarnRoom> room;
  private final long container;
  private final Duration askEach;
  private final Set<Attempt> told = new HashSet<>();
  private final Map<Integer, Attempt> latest = new HashMap<>();
  private long askedNanos;
  private boolean closed;

  YarnWorkers(
      WatchedJob job,
      JobFiles files,
      int workers,
      Optional<YarnRoom> room,
      long container,
      Duration askEach) {
    this.job = job;
    this.files = files;
    this.workers = workers;
    this.room = room;
    this.container = container;
    this.askEach = askEach;
    this.askedNanos = System.nanoTime() - askEach.toNanos();
  }

  @Override
  public String handle() {
    return job.id() + " " + files.root();
  }

  @Override
  public List<WorkerEnd> ended() throws IOException {
    List<WorkerEnd> ends = new ArrayList<>();
    long now = System.nanoTime();
    if (now - askedNanos < askEach.toNanos()) {
      return ends;
    }
    askedNanos = now;
    try {
      Optional<String> end = job.end();
      // Between two ApplicationMasters Hadoop's client would wait for the next one.
      boolean answering = end.isEmpty() && job.isAnswering();
      Map<Attempt, String> dead = answering ? job.dead() : Map.of();
      List<Attempt> running = answering ? job.running() : List.of();
      // After Hadoop was asked: a task writes its file before it ends.
      files.ends(told).forEach(each -> tell(each, ends));
      dead.forEach((attempt, how) -> tellOnce(attempt, "its task " + how, ends));
      running.forEach(attempt -> succeeds(attempt, ends));
      end.ifPresent(why -> tellTheRest(why, ends));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    ends.sort(Comparator.comparingInt(WorkerEnd::slot).thenComparingInt(WorkerEnd::attempt));
    return List.copyOf(ends);
  }

  private void tell(WorkerEnd end, List<WorkerEnd> ends) {
    Attempt attempt = new Attempt(end.slot(), end.attempt());
    if (told.add(attempt)) {
      latest.merge(end.slot(), attempt, YarnWorkers::later);
      ends.add(end);
    }
  }

  private void tellOnce(Attempt attempt, String words, List<WorkerEnd> ends) {
    tell(new WorkerEnd(attempt.slot(), attempt.number(), OptionalInt.empty(), words), ends);
  }

  /** Speculation is off: where another one runs, those before it are dead. */
  private void succeeds(Attempt running, List<WorkerEnd> ends) {
    Attempt before = latest.put(running.slot(), running);
    if (before != null && before.compareTo(running) < 0) {
      tellOnce(before, "replaced by attempt " + running.number(), ends);
    }
  }

  private void tellTheRest(String why, List<WorkerEnd> ends) {
    for (int slot = 0; slot < workers; slot++) {
      tellOnce(latest.getOrDefault(slot, new Attempt(slot, 1)), why, ends);
    }
  }

  private static Attempt later(Attempt one, Attempt other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  @Override
  public int running() throws IOException {
    try {
      return job.end().isEmpty() && job.isAnswering() ? job.running().size() : 0;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public boolean replacesByItself() {
    return true;
  }

  @Override
  public void start(int slot, int attempt) {
    throw new UnsupportedOperationException("YARN starts successors by itself");
  }

  @Override
  public String shortage() {
    try {
      return room.isEmpty() ? "" : "of YARN, " + room.get().now().now(container);
    } catch (IOException e) {
      return "YARN does not say how much room it has: " + Reasons.of(e);
    }
  }

  @Override
  public int stop(Duration limit) throws IOException, InterruptedException {
    files.askToStop();
    if (awaitEnd(limit)) {
      return 0;
    }
    int left = running();
    job.kill();
    return left;
  }

  private boolean awaitEnd(Duration limit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (job.end().isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (job.end().isEmpty()) {
        job.kill();
        if (!awaitEnd(KILL_LIMIT)) {
          LOG.warn("job {} was killed and has not ended within {}", job.id(), KILL_LIMIT);
        }
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      try (job) {
        files.remove();
      }
    }
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    IOException interrupted = new InterruptedIOException("interrupted while YARN was asked");
    interrupted.initCause(e);
    return interrupted;
  }
}
