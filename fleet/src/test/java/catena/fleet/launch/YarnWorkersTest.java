// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.launch.Workers.WorkerEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class YarnWorkersTest {
  private static final int ATTEMPTS = 4;

  private final FakeJob job = new FakeJob(() -> "much is free");

  /** What Hadoop says of a task. */
  private static final class Report extends TaskReport {
    Report(int slot, TIPStatus status) {
      super(
          new TaskID("1700000000000", 1, TaskType.MAP, slot),
          0,
          "",
          new String[0],
          status,
          0,
          0,
          new Counters());
    }

    TaskAttemptID attempt(int attempt) {
      return new TaskAttemptID(getTaskID(), attempt - 1);
    }

    @Override
    protected void setRunningTaskAttemptIds(Collection<TaskAttemptID> running) {
      super.setRunningTaskAttemptIds(running);
    }

    @Override
    protected void setSuccessfulAttemptId(TaskAttemptID done) {
      super.setSuccessfulAttemptId(done);
    }
  }

  /** A job of which the test says what Hadoop would. */
  private static final class FakeJob extends YarnWorkers {
    private final Map<Integer, TaskReport> tasks = new TreeMap<>();
    private Optional<String> end = Optional.empty();
    private boolean killed;
    private boolean answering = true;
    private boolean closed;
    private Runnable whenAsked = () -> {};

    FakeJob(Callable<String> room) {
      super(3, ATTEMPTS, room);
    }

    void runs(int slot, int attempt) {
      Report task = new Report(slot, TIPStatus.RUNNING);
      task.setRunningTaskAttemptIds(List.of(task.attempt(attempt)));
      tasks.put(slot, task);
    }

    void waits(int slot) {
      tasks.put(slot, new Report(slot, TIPStatus.PENDING));
    }

    void done(int slot, int attempt, int status) {
      Report task = new Report(slot, TIPStatus.COMPLETE);
      task.setSuccessfulAttemptId(task.attempt(attempt));
      task.getTaskCounters().findCounter("Ends of workers", "status " + status).increment(1);
      tasks.put(slot, task);
    }

    void failed(int slot) {
      tasks.put(slot, new Report(slot, TIPStatus.FAILED));
    }

    @Override
    public String handle() {
      return "job_1700000000000_0001";
    }

    @Override
    Optional<String> end() {
      whenAsked.run();
      return end;
    }

    @Override
    void disconnect() {
      closed = true;
    }

    @Override
    List<TaskReport> tasks() {
      return answering ? new ArrayList<>(tasks.values()) : List.of();
    }

    @Override
    void kill() {
      killed = true;
      end = Optional.of("the job is over: KILLED");
    }
  }

  @AfterEach
  void close() throws IOException {
    job.close();
  }

  private List<String> ended() throws IOException {
    return job.ended().stream()
        .map(each -> each.slot() + "-" + each.attempt() + " " + each.words())
        .toList();
  }

  @Test
  void aWorkersOwnEndIsReportedOnceWithItsStatus() throws IOException {
    job.runs(0, 1);
    job.runs(1, 2);
    assertThat(job.ended()).isEmpty();
    job.done(0, 1, 64);
    job.done(1, 2, 0);

    List<WorkerEnd> ends = job.ended();
    assertThat(ends)
        .containsExactly(
            new WorkerEnd(0, 1, OptionalInt.of(64), "status 64"),
            new WorkerEnd(1, 2, OptionalInt.of(0), "status 0"));
    assertThat(ends.get(0).refused()).isTrue();
    assertThat(job.ended()).isEmpty();
  }

  @Test
  void aWorkerThatDiedIsReportedWhenItsSuccessorRuns() throws IOException {
    job.runs(0, 1);
    assertThat(ended()).isEmpty();
    job.waits(0);
    assertThat(ended()).as("not known yet").isEmpty();
    job.runs(0, 2);

    assertThat(ended()).containsExactly("0-1 replaced by attempt 2");
    assertThat(ended()).isEmpty();
  }

  /** Else a coordinator would wait for those that were too short to be seen. */
  @Test
  void theLastAttemptIsReportedOnceAllAreUsedUp() throws IOException {
    job.runs(0, 1);
    assertThat(ended()).isEmpty();
    job.failed(0);

    assertThat(ended()).containsExactly("0-4 its task failed");
    assertThat(ended()).isEmpty();
  }

  /** A new ApplicationMaster knows nothing of the tasks that ended with the old one. */
  @Test
  void workersThatEndedWithTheMasterAreReportedOnceTheirSuccessorsRun() throws IOException {
    for (int slot = 0; slot < 3; slot++) {
      job.runs(slot, 1);
    }
    assertThat(ended()).isEmpty();
    job.answering = false;
    assertThat(ended()).as("not known yet").isEmpty();
    assertThat(job.running()).isZero();
    job.answering = true;
    job.runs(0, 1001);
    job.waits(1);
    job.runs(2, 1001);

    assertThat(ended())
        .containsExactly("0-1 replaced by attempt 1001", "2-1 replaced by attempt 1001");
    job.runs(1, 1001);
    assertThat(ended()).containsExactly("1-1 replaced by attempt 1001");
    assertThat(ended()).isEmpty();
  }

  @Test
  void theEndOfTheJobIsTheEndOfAllWhoseEndIsNotKnown() throws IOException {
    job.done(0, 1, 0);
    job.runs(1, 2);
    assertThat(ended()).containsExactly("0-1 status 0");
    job.end = Optional.of("the job is over: KILLED");

    assertThat(ended())
        .containsExactly("1-2 the job is over: KILLED", "2-1 the job is over: KILLED");
    assertThat(ended()).isEmpty();
    assertThat(job.running()).isZero();
  }

  @Test
  void thoseThatHeardTheOrderEndWithoutBeingKilled() throws Exception {
    job.runs(0, 1);
    job.whenAsked = () -> job.end = Optional.of("the job is over: SUCCEEDED");

    assertThat(job.stop(Duration.ofMinutes(1))).isZero();
    assertThat(job.killed).isFalse();
  }

  @Test
  void thoseThatDoNotEndAreKilledAndCounted() throws Exception {
    job.runs(0, 1);
    job.runs(2, 1);

    assertThat(job.stop(Duration.ZERO)).isEqualTo(2);
    assertThat(job.killed).isTrue();
  }

  @Test
  void closedItLeavesNothing() throws IOException {
    job.runs(0, 1);
    job.close();

    assertThat(job.killed).isTrue();
    assertThat(job.closed).isTrue();
  }

  @Test
  void theRoomForWorkersIsReportedWhileTheyAreMissing() {
    assertThat(job.shortage()).isEqualTo("of YARN, much is free");
    YarnWorkers blind =
        new FakeJob(
            () -> {
              throw new IOException("no route");
            });
    assertThat(blind.shortage()).contains("does not say").contains("no route");
  }

  @Test
  void whoIsInterruptedStaysSo() {
    YarnWorkers interrupted =
        new FakeJob(
            () -> {
              throw new InterruptedException();
            });
    assertThat(interrupted.shortage()).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void onlyTheTasksThatRunAreCounted() throws IOException {
    job.runs(0, 1);
    job.runs(1, 2);
    job.waits(2);
    assertThat(job.running()).isEqualTo(2);
    assertThat(job.askEach()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void successorsAreYarnsOwnBusiness() throws IOException {
    assertThat(job.handle()).isEqualTo("job_1700000000000_0001");
    assertThat(job.start(0, 2)).isFalse();
  }
}
