// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.fleet.agree.WorkerId;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.words.Reasons;
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
abstract class YarnWorkers implements Workers {
  private static final Logger LOG = LogManager.getLogger(YarnWorkers.class);
  private static final Duration POLL = Duration.ofMillis(500);

  /** How long a job that was killed may take to end. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(60);

  /** How much to take of what YARN reports about an end: Java stack traces follow. */
  private static final int MOST_WORDS = 300;

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
  YarnWorkers(int workers, int attempts, Callable<String> room) {
    this.workers = workers;
    this.attempts = attempts;
    this.room = room;
  }

  /** Why the job is over; empty while it is not. */
  abstract Optional<String> end() throws IOException;

  /** Its ApplicationMaster's reports on the tasks; empty while there is none. */
  abstract List<TaskReport> tasks() throws IOException;

  /** Kills the job with all its tasks. */
  abstract void kill() throws IOException;

  /** Ends the connection to YARN. */
  abstract void disconnect();

  @Override
  public List<WorkerEnd> ended() throws IOException {
    List<WorkerEnd> ends = new ArrayList<>();
    Optional<String> over = end();
    if (over.isEmpty()) {
      tasks().forEach(task -> examine(task, ends));
    }
    over.ifPresent(why -> IntStream.range(0, workers).forEach(slot -> over(slot, why, ends)));
    ends.sort(Comparator.comparingInt(WorkerEnd::slot).thenComparingInt(WorkerEnd::attempt));
    return List.copyOf(ends);
  }

  /** The worker of a task attempt. A restarted ApplicationMaster goes on with attempt 1001. */
  static WorkerId worker(TaskAttemptID id) {
    return new WorkerId(id.getTaskID().getId(), id.getId() + 1);
  }

  private void examine(TaskReport task, List<WorkerEnd> ends) {
    int slot = task.getTaskID().getId();
    for (TaskAttemptID running : task.getRunningTaskAttemptIds()) {
      int attempt = worker(running).attempt();
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
      String why = words(": ", String.join(" ", task.getDiagnostics()));
      over(slot, "its task failed" + why, ends);
    }
  }

  /** Read from a counter, which outlives the ApplicationMaster, unlike the task's status. */
  private static Optional<WorkerEnd> done(TaskReport task) {
    if (task.getSuccessfulTaskAttemptId() == null) {
      return Optional.empty();
    }
    WorkerId worker = worker(task.getSuccessfulTaskAttemptId());
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

  /** The beginning of what YARN reports, in one line; empty if that is empty. */
  static String words(String before, String diagnostics) {
    String words = diagnostics == null ? "" : diagnostics.strip().replaceAll("\\s+", " ");
    return words.isEmpty() ? "" : before + words.substring(0, Math.min(words.length(), MOST_WORDS));
  }

  int running() throws IOException {
    return end().isEmpty()
        ? tasks().stream().mapToInt(task -> task.getRunningTaskAttemptIds().size()).sum()
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
    kill();
    return left;
  }

  private boolean awaitEnd(Duration limit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (end().isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    try {
      if (end().isEmpty()) {
        kill();
        if (!awaitEnd(KILL_LIMIT)) {
          LOG.warn("job {} was killed and has not ended within {}", handle(), KILL_LIMIT);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while YARN was asked", e);
    } finally {
      disconnect();
    }
  }
}
