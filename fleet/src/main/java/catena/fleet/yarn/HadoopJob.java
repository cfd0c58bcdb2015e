package catena.fleet.yarn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;

/** A job as Hadoop's client tells of it. */
final class HadoopJob implements WatchedJob {
  private static final int PAGE = 1000;

  private final Job job;

  HadoopJob(Job job) {
    this.job = job;
  }

  @Override
  public String id() {
    return job.getJobID().toString();
  }

  @Override
  public Optional<String> end() throws IOException, InterruptedException {
    return job.isComplete()
        ? Optional.of("the job " + id() + " is over: " + job.getStatus().getState())
        : Optional.empty();
  }

  /** All of them each time: a restarted ApplicationMaster counts its events anew. */
  @Override
  public Map<Attempt, String> dead() throws IOException, InterruptedException {
    Map<Attempt, String> dead = new TreeMap<>();
    int from = 0;
    TaskCompletionEvent[] page;
    do {
      page = job.getTaskCompletionEvents(from, PAGE);
      for (var event : page) {
        TaskAttemptID id = event.getTaskAttemptId();
        switch (event.getStatus()) {
          case FAILED, KILLED, TIPFAILED ->
              dead.put(Attempt.of(id), event.getStatus().name().toLowerCase(Locale.ROOT));
          case SUCCEEDED, OBSOLETE -> {
            // ended in order
          }
        }
      }
      from += page.length;
    } while (page.length == PAGE);
    return dead;
  }

  @Override
  public List<Attempt> running() throws IOException, InterruptedException {
    List<Attempt> running = new ArrayList<>();
    for (TaskReport report : job.getTaskReports(TaskType.MAP)) {
      report.getRunningTaskAttemptIds().forEach(id -> running.add(Attempt.of(id)));
    }
    return running;
  }

  @Override
  public void kill() throws IOException {
    job.killJob();
  }
}
