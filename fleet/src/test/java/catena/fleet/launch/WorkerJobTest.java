// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.job.NumberedTasks;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerJobTest {
  private static final String PASSWORD = "S3cret-Token";
  private static final WorkerJob.Task TASK =
      new WorkerJob.Task("Main", "/runs/x", 3, "auth.token=" + PASSWORD);

  @TempDir private Path scratch;

  private Job job(Configuration site, String... settings) throws Exception {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return WorkerJob.of(
        site,
        TASK,
        Settings.resolve(WorkerJob.SETTINGS, List.of(Layer.of("test", values))),
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

  /** Another attempt would be a successor that is not wanted. */
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
    assertThat(TASK).hasToString("3 workers of /runs/x");
    assertThat(WorkerJob.Task.readFrom(job.getCredentials())).isEqualTo(TASK);
  }

  @Test
  void whatYarnSaysIsOneLine() {
    assertThat(YarnWorkers.words(": ", " killed\n  by the   user "))
        .isEqualTo(": killed by the user");
    assertThat(YarnWorkers.words(": ", " \n ")).isEmpty();
    assertThat(YarnWorkers.words(": ", null)).isEmpty();
  }

  @Test
  void theSitesOptionsOfTasksStay() throws Exception {
    Configuration site = new Configuration(false);
    site.set("mapreduce.map.java.opts", "-Xmx768m --add-opens java.base/java.lang=ALL-UNNAMED");
    assertThat(job(site, "fleet.yarn.heap", "2G").getConfiguration().get("mapreduce.map.java.opts"))
        .startsWith("-Xmx768m --add-opens java.base/java.lang=ALL-UNNAMED -Xmx2048m ")
        .contains("ExitOnOutOfMemoryError");
  }

  @Test
  void aContainerHoldsMoreThanTheHeap() throws Exception {
    assertThat(WorkerJob.memory(1L << 30)).isEqualTo(1024 + 256 + 256);
    assertThat(job(new Configuration(false)).getConfiguration().get("mapreduce.map.memory.mb"))
        .isEqualTo("1536");
  }

  @Test
  void withoutCredentialsNoTaskIsRead() {
    assertThatThrownBy(() -> WorkerJob.Task.readFrom(new Credentials()))
        .isInstanceOf(IOException.class)
        .hasMessage("the job's credentials do not say what its workers are to do");
  }

  @Test
  void theTaskIsThatOfTheRequest() throws Exception {
    Path properties = Files.writeString(scratch.resolve("client.properties"), "a=b\n");
    LaunchRequest request =
        new LaunchRequest(
            "/runs/y", 4, properties, Settings.resolve(WorkerJob.SETTINGS, List.of()));
    assertThat(WorkerJob.Task.of(request))
        .isEqualTo(new WorkerJob.Task(LaunchRequest.MAIN, "/runs/y", 4, "a=b\n"));
    assertThat(job(new Configuration(false)).getJobName()).isEqualTo("catena workers of /runs/x");
  }

  @Test
  void yarnHasRoomWhereEachWorkerFitsIntoANode() {
    List<NodeReport> nodes = List.of(YarnRoomTest.node(1000, 0), YarnRoomTest.node(999, 1200));
    assertThat(YarnLauncher.refusal(nodes, 3, 333)).as("three and three").isEmpty();
    assertThat(YarnLauncher.refusal(nodes, 6, 333)).isEmpty();
    assertThat(YarnLauncher.refusal(nodes, 7, 333).orElseThrow())
        .startsWith("YARN has room for 6 workers of 333 MB (1999 MB on 2 nodes), and 7 are asked");
    assertThat(YarnLauncher.refusal(nodes, 2, 1000))
        .as("one does not fit into the second")
        .isPresent();
    assertThat(YarnLauncher.room(nodes, 333))
        .isEqualTo("1000 MB of its 1999 MB on 2 nodes are free, and a worker needs 333 MB");
  }

  /** Hadoop's own servers may run on an older one, and hand it on. */
  @Test
  void theContainersHaveTheJavaThatIsNamed() throws Exception {
    List<String> variables =
        List.of("mapreduce.map.env.JAVA_HOME", "yarn.app.mapreduce.am.env.JAVA_HOME");
    Configuration named =
        job(new Configuration(false), "fleet.yarn.java.home", "/opt/java17").getConfiguration();
    Configuration sites = job(new Configuration(false)).getConfiguration();
    assertThat(variables)
        .allSatisfy(variable -> assertThat(named.get(variable)).isEqualTo("/opt/java17"))
        .allSatisfy(variable -> assertThat(sites.get(variable)).isNull());
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
