package catena.fleet.yarn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * A job as Hadoop tells of it. Whether it is over says the ResourceManager: Hadoop's own client of
 * jobs asks a history server for that, which a site need not have.
 */
final class HadoopJob implements WatchedJob {
  private static final int PAGE = 1000;

  private final Job job;
  private final ApplicationId application;
  private final YarnClient yarn;
  private Optional<String> end = Optional.empty();

  HadoopJob(Job job) {
    this.job = job;
    JobID id = job.getJobID();
    this.application = ApplicationId.newInstance(Long.parseLong(id.getJtIdentifier()), id.getId());
    this.yarn = YarnClient.createYarnClient();
    yarn.init(job.getConfiguration());
    yarn.start();
  }

  @Override
  public String id() {
    return job.getJobID().toString();
  }

  @Override
  public Optional<String> end() throws IOException {
    if (end.isEmpty()) {
      ApplicationReport report = report();
      end =
          switch (report.getYarnApplicationState()) {
            case FINISHED, FAILED, KILLED ->
                Optional.of("the job " + id() + " is over: " + report.getFinalApplicationStatus());
            case NEW, NEW_SAVING, SUBMITTED, ACCEPTED, RUNNING -> Optional.empty();
          };
    }
    return end;
  }

  @Override
  public boolean isAnswering() throws IOException {
    return report().getYarnApplicationState() == YarnApplicationState.RUNNING;
  }

  private ApplicationReport report() throws IOException {
    try {
      return yarn.getApplicationReport(application);
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    }
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
    try {
      yarn.killApplication(application);
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    yarn.stop();
  }
}
