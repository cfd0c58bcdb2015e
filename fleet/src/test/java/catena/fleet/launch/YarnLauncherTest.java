// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.agree.WorkerId;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesResponse;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers on a YARN whose ResourceManager is of this test, and answers by Hadoop's protocol. */
class YarnLauncherTest {
  @TempDir private Path temp;

  private final YarnLauncher launcher = new YarnLauncher();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<NodeReport> nodes = new CopyOnWriteArrayList<>();
  private volatile YarnApplicationState state = YarnApplicationState.ACCEPTED;
  private volatile String diagnostics = "";
  private volatile boolean fails;
  private Configuration conf;
  private Server manager;

  @BeforeEach
  void start() throws IOException {
    Configuration site = new Configuration();
    ApplicationClientProtocol protocol =
        (ApplicationClientProtocol)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ApplicationClientProtocol.class},
                (same, method, words) -> answer(method.getName()));
    manager =
        YarnRPC.create(site)
            .getServer(
                ApplicationClientProtocol.class,
                protocol,
                new InetSocketAddress("127.0.0.1", 0),
                site,
                null,
                1);
    manager.start();
    String address = "127.0.0.1:" + manager.getListenerAddress().getPort();
    Files.createDirectories(temp.resolve("conf/hadoop"));
    Files.writeString(
        temp.resolve("conf/hadoop/yarn-site.xml"),
        "<configuration><property><name>yarn.resourcemanager.address</name><value>"
            + address
            + "</value></property></configuration>");
    conf = new Configuration();
    conf.set("yarn.resourcemanager.address", address);
    conf.set("yarn.client.application-client-protocol.poll-interval-ms", "1");
  }

  @AfterEach
  void stop() {
    manager.stop();
  }

  private Object answer(String call) throws YarnException {
    asked.add(call);
    if (fails) {
      throw new YarnException("planted");
    }
    return switch (call) {
      case "getClusterNodes" -> GetClusterNodesResponse.newInstance(new ArrayList<>(nodes));
      case "getApplicationReport" -> GetApplicationReportResponse.newInstance(report());
      case "forceKillApplication" -> {
        state = YarnApplicationState.KILLED;
        yield KillApplicationResponse.newInstance(true);
      }
      default -> throw new YarnException(call);
    };
  }

  private ApplicationReport report() {
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setYarnApplicationState(state);
    report.setFinalApplicationStatus(FinalApplicationStatus.KILLED);
    report.setDiagnostics(diagnostics);
    return report;
  }

  private void node(String host, int memory, Integer used) {
    NodeReport node = Records.newRecord(NodeReport.class);
    node.setNodeId(NodeId.newInstance(host, 1));
    node.setNodeState(NodeState.RUNNING);
    node.setCapability(Resource.newInstance(memory, 1));
    if (used != null) {
      node.setUsed(Resource.newInstance(used, 1));
    }
    nodes.add(node);
  }

  private LaunchRequest request(String run, int workers, String... settings) throws IOException {
    Path properties = temp.resolve("client.properties");
    Files.writeString(properties, "auth.type=password\n");
    Map<String, String> given = settings.length == 0 ? Map.of() : Map.of(settings[0], settings[1]);
    return new LaunchRequest(
        run,
        workers,
        properties,
        Settings.resolve(launcher.settings(), List.of(Layer.of("test", given))));
  }

  @Test
  void theNodesOfYarnAndWhatTheyHave() throws Exception {
    node("one", 4096, 1024);
    node("two", 2048, null);
    assertThat(YarnLauncher.nodes(conf))
        .extracting(each -> each.getNodeId().getHost())
        .containsExactly("one", "two");
    assertThat(YarnLauncher.room(YarnLauncher.nodes(conf), 512))
        .isEqualTo("5120 MB of its 6144 MB on 2 nodes are free, and a worker needs 512 MB");
    fails = true;
    assertThatThrownBy(() -> YarnLauncher.nodes(conf))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "YARN does not answer at " + conf.get("yarn.resourcemanager.address") + ": ")
        .hasMessageContaining("planted");
  }

  @Test
  void whatYarnHasNoRoomForAndWhatItsNodesCannotReachIsRefused() throws Exception {
    node("localhost", 1500, 0);
    assertThatThrownBy(() -> launcher.launch(request("/runs/x", 2, "fleet.yarn.heap", "512M")))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "YARN has room for 1 workers of 896 MB (1500 MB on 1 node), and 2 are asked for: fewer"
                + " workers, a smaller fleet.yarn.heap, or more nodes");
    node("elsewhere.invalid", 4096, 0);
    assertThatThrownBy(() -> launcher.launch(request("/runs/x", 2)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "Workers on YARN cannot reach the run directory /runs/x: it is on this machine, and"
                + " YARN has nodes elsewhere (elsewhere.invalid); name one on HDFS with --run-dir"
                + " hdfs://..., or with file:/... one that all nodes share");
    assertThat(asked).containsOnly("getClusterNodes");
  }

  @Test
  void aSiteThatHasNoYarnIsAProblemAndAYarnThatRefusesAFailure() throws Exception {
    Problems none = new Problems();
    launcher.check(request("/runs/x", 1), none);
    assertThat(none.found()).isEmpty();
    Problems found = new Problems();
    launcher.check(request("/runs/x", 1, "hadoop.conf", temp.toString()), found);
    assertThat(found.found())
        .singleElement()
        .asString()
        .startsWith("--launch yarn needs a directory with yarn-site.xml: name it with hadoop.conf ")
        .contains("not '" + temp + "'");
    fails = true;
    assertThatThrownBy(() -> launcher.attach(request("/runs/x", 1), "job_1700000000000_0007"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "YARN does not answer at " + conf.get("yarn.resourcemanager.address"));
    assertThat(launcher.name()).isEqualTo("yarn");
    assertThat(launcher.settings())
        .extracting(each -> each.key())
        .containsExactly(
            "hadoop.conf",
            "fleet.yarn.queue",
            "fleet.yarn.heap",
            "fleet.yarn.java.home",
            "worker.death",
            "worker.attempts");
  }

  private HadoopJob job() throws IOException {
    Job job = Job.getInstance(conf);
    job.setJobID(JobID.forName("job_1700000000000_0007"));
    return new HadoopJob(job, 2, 3, () -> "no room");
  }

  @Test
  void whetherAJobIsOverSaysTheResourceManager() throws Exception {
    try (HadoopJob job = job()) {
      assertThat(job.handle()).isEqualTo("job_1700000000000_0007");
      assertThat(job.end()).isEmpty();
      assertThat(job.tasks()).as("there is no ApplicationMaster yet").isEmpty();
      diagnostics = "killed\n  by the user";
      assertThat(job.ended()).isEmpty();
      assertThat(job.running()).isZero();
      assertThat(job.stop(Duration.ZERO)).isZero();
      assertThat(asked).last().isEqualTo("forceKillApplication");
      String over = "the job job_1700000000000_0007 is over: KILLED: killed by the user";
      assertThat(job.end()).contains(over);
      assertThat(job.ended())
          .extracting(end -> end.slot() + "." + end.attempt() + " " + end.words())
          .containsExactly("0.1 " + over, "1.1 " + over);
      assertThat(job.ended()).isEmpty();
      int before = asked.size();
      fails = true;
      assertThat(job.end()).as("it is not asked again").contains(over);
      assertThat(asked).hasSize(before);
    }
  }

  @Test
  void whatYarnRefusesIsAFailureWithItsWords() throws Exception {
    HadoopJob job = job();
    fails = true;
    assertThatThrownBy(job::end).isInstanceOf(IOException.class).hasMessageContaining("planted");
    assertThatThrownBy(job::tasks).isInstanceOf(IOException.class).hasMessageContaining("planted");
    assertThatThrownBy(job::kill).isInstanceOf(IOException.class).hasMessageContaining("planted");
    assertThatThrownBy(job::close).isInstanceOf(IOException.class).hasMessageContaining("planted");
    assertThat(YarnWorkers.words(": ", "x".repeat(301))).isEqualTo(": " + "x".repeat(300));
    assertThat(YarnWorkers.worker(TaskAttemptID.forName("attempt_1_0007_m_000003_1001")))
        .isEqualTo(new WorkerId(3, 1002));
  }
}
