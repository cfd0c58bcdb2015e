// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.words.Reasons;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * The workers of a job as Hadoop reports it. It asks the ResourceManager whether the job is over:
 * Hadoop's own job client asks a history server for that, which a site need not have.
 */
final class HadoopJob extends YarnWorkers {
  private final Job job;
  private final ApplicationId application;
  private final YarnClient yarn;
  private Optional<String> end = Optional.empty();

  /** Of a submitted job; the rest is as {@link YarnWorkers} has it. */
  HadoopJob(Job job, int workers, int attempts, Callable<String> room) {
    super(workers, attempts, room);
    this.job = job;
    JobID id = job.getJobID();
    this.application = ApplicationId.newInstance(Long.parseLong(id.getJtIdentifier()), id.getId());
    this.yarn = YarnClient.createYarnClient();
    yarn.init(job.getConfiguration());
    yarn.start();
  }

  @Override
  public String handle() {
    return job.getJobID().toString();
  }

  @Override
  Optional<String> end() throws IOException {
    if (end.isEmpty()) {
      ApplicationReport report = report();
      end =
          switch (report.getYarnApplicationState()) {
            case FINISHED, FAILED, KILLED ->
                Optional.of(
                    "the job %s is over: %s%s"
                        .formatted(
                            handle(),
                            report.getFinalApplicationStatus(),
                            words(": ", report.getDiagnostics())));
            case NEW, NEW_SAVING, SUBMITTED, ACCEPTED, RUNNING -> Optional.empty();
          };
    }
    return end;
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
  List<TaskReport> tasks() throws IOException {
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
  void kill() throws IOException {
    try {
      yarn.killApplication(application);
    } catch (YarnException e) {
      throw new IOException(Reasons.of(e), e);
    }
  }

  @Override
  void disconnect() {
    yarn.stop();
  }
}
