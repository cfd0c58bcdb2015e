// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.fleet.agree.WorkerId;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
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
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The workers of a job. It notices a death when the successor runs, or when there will be none; so
 * also the deaths of workers that died with their ApplicationMaster, of which the next one does not
 * know.
 */
final class YarnWorkers implements Workers {
  private static final Logger LOG = LogManager.getLogger(YarnWorkers.class);
  private static final Duration POLL = Duration.ofMillis(500);

  /** How long a job that was killed may take to end. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(60);

  /** The queries to a job while it runs. */
  interface WatchedJob extends Closeable {
    /** Its id in YARN. */
    String id();

    /** Why the job is over; empty while it is not. */
    Optional<String> end() throws IOException;

    /** Its ApplicationMaster's reports on the tasks; empty while there is none. */
    List<TaskReport> tasks() throws IOException;

    /** Kills the job with all its tasks. */
    void kill() throws IOException;
  }

  private final WatchedJob job;
  private final int workers;
  private final int attempts;
  private final Callable<String> room;
  private final Set<Integer> over = new HashSet<>();
  private final Map<Integer, Integer> latest = new HashMap<>();

  /**
   * The workers of a submitted job.
   *
   * @param attempts the most attempts of a task
   * @param room describes how much room YARN has for waiting workers
   */
  YarnWorkers(WatchedJob job, int workers, int attempts, Callable<String> room) {
    this.job = job;
    this.workers = workers;
    this.attempts = attempts;
    this.room = room;
  }

  @Override
  public String handle() {
    return job.id();
  }

  @Override
  public List<WorkerEnd> ended() throws IOException {
    List<WorkerEnd> ends = new ArrayList<>();
    Optional<String> end = job.end();
    if (end.isEmpty()) {
      job.tasks().forEach(task -> examine(task, ends));
    }
    end.ifPresent(why -> IntStream.range(0, workers).forEach(slot -> over(slot, why, ends)));
    ends.sort(Comparator.comparingInt(WorkerEnd::slot).thenComparingInt(WorkerEnd::attempt));
    return List.copyOf(ends);
  }

  private void examine(TaskReport task, List<WorkerEnd> ends) {
    int slot = task.getTaskID().getId();
    for (TaskAttemptID running : task.getRunningTaskAttemptIds()) {
      int attempt = HadoopJob.worker(running).attempt();
      Integer before = latest.put(slot, attempt);
      if (before != null && before < attempt) { // speculation is off: the one before is dead
        ends.add(died(slot, before, "replaced by attempt " + attempt));
      }
    }
    Optional<WorkerEnd> done = done(task);
    if (done.isPresent() && over.add(slot)) {
      ends.add(done.get());
    }
    boolean failed =
        switch (task.getCurrentStatus()) {
          case FAILED, KILLED -> true;
          case PENDING, RUNNING, COMPLETE -> false;
        };
    // All attempts are used up, including those that were too short to be seen.
    if (failed && !over.contains(slot)) {
      latest.merge(slot, attempts, Math::max);
      String why = HadoopJob.words(": ", String.join(" ", task.getDiagnostics()));
      over(slot, "its task failed" + why, ends);
    }
  }

  /** Read from a counter, which outlives the ApplicationMaster, unlike the task's status. */
  private static Optional<WorkerEnd> done(TaskReport task) {
    if (task.getSuccessfulTaskAttemptId() == null) {
      return Optional.empty();
    }
    WorkerId worker = HadoopJob.worker(task.getSuccessfulTaskAttemptId());
    for (Counter counter : task.getTaskCounters().getGroup(WorkerMapper.COUNTERS)) {
      String name = counter.getName();
      int status = Integer.parseInt(name.substring(WorkerMapper.STATUS.length()));
      return Optional.of(
          new WorkerEnd(worker.slot(), worker.attempt(), OptionalInt.of(status), name));
    }
    return Optional.empty();
  }

  /** Records that no worker runs in a slot any more, and none will. */
  private void over(int slot, String why, List<WorkerEnd> ends) {
    if (over.add(slot)) {
      ends.add(died(slot, latest.getOrDefault(slot, 1), why));
    }
  }

  private static WorkerEnd died(int slot, int attempt, String words) {
    return new WorkerEnd(slot, attempt, OptionalInt.empty(), words);
  }

  int running() throws IOException {
    return job.end().isEmpty()
        ? job.tasks().stream().mapToInt(task -> task.getRunningTaskAttemptIds().size()).sum()
        : 0;
  }

  @Override
  public String shortage() {
    try {
      return "of YARN, " + room.call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    } catch (Exception e) {
      return "YARN does not say how much room it has: " + Reasons.of(e);
    }
  }

  /** Workers end by the order; a job whose workers did not see it is killed after the limit. */
  @Override
  public int stop(Duration limit) throws IOException, InterruptedException {
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
    try (job) {
      if (job.end().isEmpty()) {
        job.kill();
        if (!awaitEnd(KILL_LIMIT)) {
          LOG.warn("job {} was killed and has not ended within {}", job.id(), KILL_LIMIT);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while YARN was asked", e);
    }
  }
}
