// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.fleet.agree.WorkerId;
import catena.records.words.Reasons;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * A job as Hadoop reports it. It asks the ResourceManager whether the job is over: Hadoop's own job
 * client asks a history server for that, which a site need not have.
 */
final class HadoopJob implements YarnWorkers.WatchedJob {
  /** How much to take of what YARN reports about an end: Java stack traces follow. */
  private static final int MOST_WORDS = 300;

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

  /** The worker of a task attempt. A restarted ApplicationMaster goes on with attempt 1001. */
  static WorkerId worker(TaskAttemptID id) {
    return new WorkerId(id.getTaskID().getId(), id.getId() + 1);
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
                Optional.of(
                    "the job %s is over: %s%s"
                        .formatted(
                            id(),
                            report.getFinalApplicationStatus(),
                            words(": ", report.getDiagnostics())));
            case NEW, NEW_SAVING, SUBMITTED, ACCEPTED, RUNNING -> Optional.empty();
          };
    }
    return end;
  }

  /** The beginning of what YARN reports, in one line; empty if that is empty. */
  static String words(String before, String diagnostics) {
    String words = diagnostics == null ? "" : diagnostics.strip().replaceAll("\\s+", " ");
    return words.isEmpty() ? "" : before + words.substring(0, Math.min(words.length(), MOST_WORDS));
  }

  private ApplicationReport report() throws IOException {
    try {
      return yarn.getApplicationReport(application);
    } catch (YarnException e) {
      throw new IOException(Reasons.of(e), e);
    }
  }

  /** Returns nothing between two ApplicationMasters, where Hadoop's client would wait for one. */
  @Override
  public List<TaskReport> tasks() throws IOException {
    if (report().getYarnApplicationState() != YarnApplicationState.RUNNING) {
      return List.of();
    }
    try {
      return List.of(job.getTaskReports(TaskType.MAP));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while YARN was asked", e);
    }
  }

  @Override
  public void kill() throws IOException {
    try {
      yarn.killApplication(application);
    } catch (YarnException e) {
      throw new IOException(Reasons.of(e), e);
    }
  }

  @Override
  public void close() {
    yarn.stop();
  }
}
