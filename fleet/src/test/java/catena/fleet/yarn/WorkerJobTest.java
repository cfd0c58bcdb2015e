package catena.fleet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.job.NumberedTasks;
import catena.harness.settings.Layer;
import catena.harness.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerJobTest {
  private static final String PASSWORD = "S3cret-Token";
  private static final WorkerTask TASK =
      new WorkerTask(
          "hdfs://nn/runs/x",
          3,
          List.of("-o", "a=${user.name}"),
          Map.of("A", "b"),
          "auth.token=" + PASSWORD,
          1L << 30,
          "hdfs://nn/user/me/.catena-fleet-1");

  @TempDir private Path scratch;

  private Job job(Configuration site, String... settings) throws Exception {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return WorkerJob.of(
        site,
        TASK,
        Settings.resolve(YarnSettings.all(), List.of(Layer.of("test", values))),
        scratch);
  }

  @Test
  void asManyTasksAsWorkersAndNoneTwice() throws Exception {
    Configuration site = new Configuration(false);
    site.set("mapreduce.map.speculative", "true");
    site.set("mapreduce.job.ubertask.enable", "true");
    site.set("mapreduce.job.running.map.limit", "1");
    Job job = job(site, "worker.death", "replace", "worker.attempts", "2");

    assertThat(new NumberedTasks().getSplits(job)).hasSize(3);
    assertThat(job.getNumReduceTasks()).isZero();
    Configuration conf = job.getConfiguration();
    assertThat(conf.getBoolean("mapreduce.map.speculative", true)).isFalse();
    assertThat(conf.getBoolean("mapreduce.job.ubertask.enable", true)).isFalse();
    assertThat(conf.getInt("mapreduce.job.running.map.limit", -1)).isZero();
    assertThat(conf.getInt("mapreduce.map.maxattempts", 0)).isEqualTo(2);
    assertThat(conf.getInt("mapreduce.map.failures.maxpercent", 0)).isEqualTo(100);
  }

  /** Another attempt would be a successor that nobody wants. */
  @Test
  void whereTheDeadAreNotReplacedATaskIsTriedOnce() throws Exception {
    Job job = job(new Configuration(false), "worker.attempts", "7");
    assertThat(job.getConfiguration().getInt("mapreduce.map.maxattempts", 0)).isEqualTo(1);
  }

  @Test
  void thePagesOfYarnShowNoPassword() throws Exception {
    Job job = job(new Configuration(false));
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    job.getConfiguration().writeXml(shown);

    assertThat(shown.toString(StandardCharsets.UTF_8)).doesNotContain(PASSWORD);
    assertThat(TASK.toString()).doesNotContain(PASSWORD);
    assertThat(WorkerTask.readFrom(job.getCredentials())).isEqualTo(TASK);
  }

  @Test
  void theSitesOptionsOfTasksStay() throws Exception {
    Configuration site = new Configuration(false);
    site.set("mapreduce.map.java.opts", "-Xmx768m --add-opens java.base/java.lang=ALL-UNNAMED");
    assertThat(job(site).getConfiguration().get("mapreduce.map.java.opts"))
        .isEqualTo("-Xmx768m --add-opens java.base/java.lang=ALL-UNNAMED -Xmx96m");
  }

  @Test
  void aContainerHoldsWorkerAndTask() {
    Configuration site = new Configuration(false);
    assertThat(WorkerJob.memory(1L << 30)).isEqualTo(1024 + 256 + 384);
    assertThat(WorkerJob.container(site, 1L << 30)).as("of 1024 MB each").isEqualTo(2048);
    site.set("yarn.scheduler.minimum-allocation-mb", "256");
    assertThat(WorkerJob.container(site, 1L << 30)).isEqualTo(1792);
    assertThat(WorkerJob.master(site)).isEqualTo(1536);
  }

  @Test
  void theQueueIsTheUsersOrTheSites() throws Exception {
    Configuration site = new Configuration(false);
    site.set("mapreduce.job.queuename", "site");
    assertThat(job(site).getConfiguration().get("mapreduce.job.queuename")).isEqualTo("site");
    assertThat(
            job(site, "fleet.yarn.queue", "mine").getConfiguration().get("mapreduce.job.queuename"))
        .isEqualTo("mine");
  }
}
