// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import catena.cluster.process.ClusterLock;
import catena.cluster.process.Launcher;
import catena.cluster.process.OrphanProcesses;
import catena.cluster.process.PidFiles;
import catena.cluster.process.Signals;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.Json;
import catena.cluster.spec.NodeLimits;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster without jars: no server of it comes up, and every program of Accumulo's fails. What
 * stands for its servers sleeps.
 */
@Timeout(120)
class LocalClusterTest {
  private static final String JARS = "catena.lib.accumulo";
  private static final String HADOOP = "catena.lib.hadoop";
  private static final ServerId ZOOKEEPER = new ServerId(Role.ZOOKEEPER, 1);
  private static final ServerId MANAGER = new ServerId(Role.MANAGER, 1);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);
  private static final ServerId OTHER = new ServerId(Role.TSERVER, 2);
  private static final ServerId GC = new ServerId(Role.GC, 1);
  private static final ClusterSpec SPEC = ClusterSpec.usual().with("volume", "local-raw");

  @TempDir private Path temp;
  private final List<String> notes = new ArrayList<>();
  private String jarsBefore;
  private String hadoopBefore;
  private ClusterFiles files;
  private ClusterRecord record;
  private PidFiles pids;
  private LocalCluster cluster;

  @BeforeEach
  void lay() throws Exception {
    jarsBefore = System.getProperty(JARS);
    hadoopBefore = System.getProperty(HADOOP);
    Path none = Files.createDirectory(temp.resolve("no-jars"));
    System.setProperty(JARS, none.toString());
    System.setProperty(HADOOP, none.toString());
    files = new ClusterFiles(temp.resolve("cluster"));
    ClusterSetup.lay(files);
    record = ClusterSetup.settle(files, SPEC);
    pids = new PidFiles(files);
    cluster = LocalCluster.open(files.root(), notes::add);
  }

  @AfterEach
  void end() throws Exception {
    Signals.kill(OrphanProcesses.find(files));
    restore(JARS, jarsBefore);
    restore(HADOOP, hadoopBefore);
  }

  private static void restore(String property, String value) {
    if (value == null) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, value);
    }
  }

  /** Something that runs as a server, whose file does not name it as yet. */
  private ServerProcess launch(ServerId id) throws IOException {
    return new Launcher(files, Clock.systemUTC())
        .launch(id, List.of("sleep", "600"), Map.of("client", 4711));
  }

  private ServerProcess run(ServerId id) throws IOException {
    ServerProcess process = launch(id);
    pids.write(id, process);
    return process;
  }

  private ServerState state(ServerId id) throws IOException {
    return cluster.list().stream()
        .filter(server -> server.id().equals(id))
        .map(Server::state)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aClusterIsWhatItsDirectorySays() throws Exception {
    assertThat(LocalCluster.exists(files.root())).isTrue();
    assertThat(cluster.spec()).isEqualTo(SPEC);
    assertThat(cluster.list()).extracting(Server::id).isEqualTo(SPEC.ids());
    assertThat(cluster.list()).allMatch(server -> server.state() == ServerState.STOPPED);
    assertThat(cluster.clientProperties())
        .isEqualTo(files.root().resolve("accumulo-client.properties"));
    assertThat(cluster.monitor().toString())
        .isEqualTo("http://127.0.0.1:" + record.port(Role.MONITOR, "http") + "/");
    assertThat(cluster.replication()).isEqualTo(SPEC.replication());
    assertThat(cluster.network()).isEmpty();
    assertThat(cluster.disks()).isEmpty();
    assertThat(LocalCluster.exists(temp)).isFalse();
    assertThatThrownBy(() -> LocalCluster.open(temp))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("there is no cluster in " + temp);
  }

  @Test
  void whatExistsKeepsItsPortsAndPasswords() throws Exception {
    ClusterRecord grown = ClusterSetup.settle(files, SPEC.with(Role.TSERVER, 5));
    assertThat(grown.ports()).isEqualTo(record.ports());
    assertThat(grown.password()).isEqualTo(record.password()).isNotEqualTo(record.secret());
    assertThat(grown.spec().number(Role.TSERVER)).isEqualTo(5);
    assertThatThrownBy(() -> ClusterSetup.settle(files, SPEC.with(Role.TSERVER, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot shrink to 1");
  }

  @Test
  void limitsOfNodesDoNotChangeUnderServersThatRun() throws Exception {
    ClusterSpec limited = SPEC.withNodes(NodeLimits.UNLIMITED.with("node.cpu", "0.2"));
    assertThat(ClusterSetup.settle(files, limited).spec().nodes().cpu()).isEqualTo(0.2);
    run(GC);
    assertThatThrownBy(() -> ClusterSetup.settle(files, SPEC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("servers run on nodes with other limits")
        .hasMessageContaining("stop the cluster first");
    assertThat(ClusterSetup.settle(files, limited).spec()).as("the same").isEqualTo(limited);
  }

  @Test
  void whereSomethingElseIsOrAServerCannotWorkNoClusterIsLaid() throws Exception {
    Path used = Files.createDirectory(temp.resolve("used"));
    Files.createFile(used.resolve("thesis.tex"));
    assertThatThrownBy(() -> ClusterSetup.lay(new ClusterFiles(used)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("holds something else than a cluster");
    assertThat(ClusterSetup.whyNot(temp.resolve("a b"), SPEC).orElseThrow())
        .as("before a run begins, and in its dry run")
        .contains("choose a path without blanks");
    Path begun = Files.createDirectories(temp.resolve("begun/logs")).getParent();
    ClusterSetup.lay(new ClusterFiles(begun));
    assertThat(begun.resolve("run")).as("a start that was cut short goes on").isDirectory();
  }

  @Test
  void aServerIsHaltedContinuedAndKilled() throws Exception {
    ServerProcess process = run(GC);
    run(TSERVER);
    assertThat(state(GC)).isEqualTo(ServerState.RUNNING);
    assertThat(cluster.lives(process.pid())).contains(true);
    cluster.pause(GC);
    assertThat(state(GC)).isEqualTo(ServerState.PAUSED);
    cluster.resume(GC);
    assertThat(state(GC)).isEqualTo(ServerState.RUNNING);
    cluster.kill(GC);
    assertThat(state(GC)).isEqualTo(ServerState.DEAD);
    assertThat(cluster.lives(process.pid())).contains(false);
    assertThat(state(TSERVER)).as("nobody else").isEqualTo(ServerState.RUNNING);
  }

  @Test
  void whoIsNoServerOfTheClusterOrHasNoProcessIsNamed() {
    ServerId third = new ServerId(Role.TSERVER, 3);
    assertThatThrownBy(() -> cluster.kill(third))
        .hasMessage("there is no tserver-3 in this cluster");
    assertThatThrownBy(() -> cluster.stop(third))
        .hasMessage("there is no tserver-3 in this cluster");
    assertThatThrownBy(() -> cluster.pause(third))
        .hasMessage("there is no tserver-3 in this cluster");
    assertThatThrownBy(() -> cluster.start(third))
        .hasMessage("there is no tserver-3 in this cluster");
    assertThatThrownBy(() -> cluster.pause(GC))
        .isInstanceOf(ClusterException.class)
        .hasMessage("gc-1 has no process; start it first");
  }

  @Test
  void whoIsNotAtWorkIsMissingAndTheClusterDoesNotBecomeHealthy() throws Exception {
    assertThat(cluster.missing()).hasSameSizeAs(SPEC.ids()).containsEntry(GC, "is stopped");
    assertThat(cluster.problem().orElseThrow()).contains("gc-1 is stopped");
    assertThatThrownBy(() -> cluster.awaitHealthy(Duration.ofMillis(1)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll("not healthy after 0 s", "gc-1 is stopped");
  }

  /** Its end is reported with its log, and nothing of it is left. */
  @Test
  void aServerThatEndsWhileItIsStartedIsAFailureAndWhatWasStartedIsEnded() throws Exception {
    ServerProcess before = run(GC);
    assertThatThrownBy(() -> LocalCluster.start(files.root(), SPEC, notes::add))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("zookeeper-1 ended ")
        .hasMessageContaining(files.log(ZOOKEEPER).toString());
    assertThat(notes).contains("starting zookeeper-1");
    assertThat(OrphanProcesses.find(files))
        .extracting(ServerProcess::pid)
        .as("who ran before runs on")
        .containsExactly(before.pid());
    assertThat(files.zooCfg()).exists();
    assertThat(files.clientProperties()).exists();
  }

  @Test
  void aSingleServerThatDoesNotComeUpIsAFailure() throws Exception {
    assertThatThrownBy(() -> cluster.start(GC))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("gc-1 ended ");
    assertThat(notes).containsExactly("starting gc-1");
  }

  /** Two of one server would do one another harm. */
  @Test
  void aProcessThatNoFileNamesIsKilledBeforeItsServerIsStarted() throws Exception {
    ServerProcess stray = launch(GC);
    ServerProcess other = run(TSERVER);
    assertThatThrownBy(() -> cluster.start(GC)).isInstanceOf(ClusterException.class);
    assertThat(notes.get(0)).isEqualTo("killing 1 processes of gc-1 that no pid file names");
    assertThat(Signals.alive(stray)).isFalse();
    assertThat(Signals.alive(other)).isTrue();
  }

  @Test
  void whatListensOnAWellKnownPortIsNotPushedAside() throws Exception {
    int port = record.port(Role.ZOOKEEPER, "client");
    try (ServerSocket somebody = new ServerSocket(port, 5, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> LocalCluster.start(files.root(), SPEC, notes::add))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining(
              "zookeeper-1 cannot start: another process listens on its client port " + port);
      assertThat(somebody.isClosed()).isFalse();
    }
  }

  /** A real ZooKeeper at the port of the cluster's, which this process stands for. */
  private TestingServer zooKeeper() throws Exception {
    TestingServer server = new TestingServer(record.port(Role.ZOOKEEPER, "client"));
    run(ZOOKEEPER);
    return server;
  }

  private static void put(TestingServer server, String path, String text) throws Exception {
    try (CuratorFramework client =
        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100))) {
      client.start();
      client.create().creatingParentsIfNeeded().forPath(path, text.getBytes(UTF_8));
    }
  }

  @Test
  void anInstanceThatIsNotThereIsInitialisedBeforeItsServersStart() throws Exception {
    try (TestingServer server = zooKeeper()) {
      assertThat(server.getPort()).isEqualTo(record.port(Role.ZOOKEEPER, "client"));
      assertThatThrownBy(() -> LocalCluster.start(files.root(), SPEC, notes::add))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("init ended with status 1");
      assertThat(notes).last().isEqualTo("initialising Accumulo");
      put(server, "/accumulo/instances/" + record.instance(), "ID");
      put(server, "/accumulo/ID/managers/goal_state", "NORMAL");
      assertThatThrownBy(() -> LocalCluster.start(files.root(), SPEC, notes::add))
          .as("the instance has a name, and no tables")
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("initialised in part only", "--clean");
    }
  }

  /** Managers would come up with it and host no tablet. */
  @Test
  void theGoalThatAStopHasLeftIsChangedBeforeManagersStart() throws Exception {
    try (TestingServer server = zooKeeper()) {
      put(server, "/accumulo/instances/" + record.instance(), "ID");
      put(server, "/accumulo/ID/managers/goal_state", "CLEAN_STOP");
      assertThatThrownBy(() -> LocalCluster.start(files.root(), SPEC, notes::add))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("admin ended with status 1");
      assertThat(notes)
          .last()
          .isEqualTo("setting Accumulo's goal state, which is CLEAN_STOP, to NORMAL");
    }
  }

  @Test
  void accumulosServersStartTogetherOnceWhatTheyNeedIsThere() throws Exception {
    try (TestingServer server = zooKeeper()) {
      put(server, "/accumulo/instances/" + record.instance(), "ID");
      put(server, "/accumulo/ID/managers/goal_state", "NORMAL");
      assertThatThrownBy(() -> LocalCluster.start(files.root(), SPEC, notes::add))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining(" ended ");
      assertThat(notes)
          .last()
          .isEqualTo("starting manager-1, tserver-1, tserver-2, gc-1, monitor-1");
      assertThat(OrphanProcesses.find(files))
          .extracting(ServerProcess::pid)
          .as("only what ran before runs on")
          .containsExactly(pids.read(ZOOKEEPER).orElseThrow().pid());
    }
  }

  @Test
  void serversThatCannotBeAddedLeaveTheClusterAsItWas() throws Exception {
    assertThat(cluster.whyNotAdd(Role.TSERVER, 1)).isEmpty();
    assertThat(cluster.whyNotAdd(Role.TSERVER, 1_000).orElseThrow()).contains("of tserver");
    assertThatThrownBy(() -> cluster.add(Role.TSERVER, 1_000))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("of tserver");
    assertThatThrownBy(() -> cluster.add(Role.TSERVER, 1))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("tserver-3 ended ");
    assertThat(cluster.spec()).isEqualTo(SPEC);
    assertThat(LocalCluster.open(files.root()).spec()).isEqualTo(SPEC);
    assertThat(files.pid(new ServerId(Role.TSERVER, 3))).doesNotExist();
  }

  @Test
  void aStopEndsAllAlsoWhatNoFileNamesAndEmptiesWhatServersTookForTemporary() throws Exception {
    List<ServerProcess> all = new ArrayList<>();
    for (ServerId id : SPEC.ids()) {
      all.add(run(id));
    }
    all.add(launch(new ServerId(Role.TSERVER, 9)));
    Files.createFile(files.temporary().resolve("left"));
    cluster.stop();
    assertThat(all).noneMatch(Signals::alive);
    assertThat(notes)
        .satisfiesExactly(
            note -> assertThat(note).isEqualTo("asking Accumulo to stop"),
            note -> assertThat(note).startsWith("going on by force: admin ended with status 1"),
            note -> assertThat(note).isEqualTo("killing 1 processes that no pid file names"));
    assertThat(files.temporary()).isEmptyDirectory();
    assertThat(cluster.list()).allMatch(server -> server.state() == ServerState.STOPPED);
    assertThat(LocalCluster.exists(files.root())).isTrue();
  }

  /** Nobody could answer: a stop of what is half down takes no limit of its own. */
  @Test
  void whereAServerIsDownAccumuloIsNotAsked() throws Exception {
    ServerProcess process = run(ZOOKEEPER);
    cluster.stop();
    assertThat(Signals.alive(process)).isFalse();
    assertThat(notes).isEmpty();
  }

  @Test
  void aTserverHandsItsTabletsOverWhereAManagerCanSeeToIt() throws Exception {
    run(TSERVER);
    cluster.stop(TSERVER);
    assertThat(notes).as("there is no manager to ask").isEmpty();
    assertThat(state(TSERVER)).isEqualTo(ServerState.STOPPED);

    run(ZOOKEEPER);
    run(MANAGER);
    run(TSERVER);
    run(OTHER);
    cluster.stop(TSERVER);
    assertThat(notes)
        .singleElement()
        .asString()
        .startsWith("going on by force: admin ended with status 1");
    assertThat(state(TSERVER)).isEqualTo(ServerState.STOPPED);
    assertThat(state(OTHER)).isEqualTo(ServerState.RUNNING);
    notes.clear();
    cluster.stop(MANAGER);
    assertThat(notes).as("only a tserver has tablets").isEmpty();
    assertThat(state(MANAGER)).isEqualTo(ServerState.STOPPED);
  }

  @Test
  void aCleanedClusterIsGone() throws Exception {
    ServerProcess process = run(GC);
    ServerProcess stray = launch(OTHER);
    cluster.clean();
    assertThat(Signals.alive(process)).isFalse();
    assertThat(Signals.alive(stray)).isFalse();
    assertThat(files.root()).doesNotExist();
    assertThat(temp)
        .isDirectoryNotContaining(each -> each.getFileName().toString().contains("removed"));
    assertThat(notes).as("the verdict of a run stays the last line").isEmpty();
  }

  @Test
  void anAccumuloThatIsNotThereIsRefused() throws Exception {
    Optional<String> none = ClusterSetup.whyNot(files.root(), SPEC);
    assertThat(none).isEmpty();
    ClusterSpec foreign = SPEC.with("accumulo", temp.resolve("no-accumulo"));
    assertThat(ClusterSetup.whyNot(files.root(), foreign).orElseThrow())
        .contains(temp.resolve("no-accumulo").toString());
    assertThatThrownBy(() -> LocalCluster.start(files.root(), foreign, notes::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no-accumulo");
  }

  /** A cluster with HDFS next to the other one, whose servers have no jars either. */
  private ClusterFiles withHdfs() throws Exception {
    ClusterFiles hdfs = new ClusterFiles(temp.resolve("hdfs"));
    ClusterSetup.lay(hdfs);
    var unused = ClusterSetup.settle(hdfs, ClusterSpec.usual());
    return hdfs;
  }

  @Test
  void hdfsIsFormattedBeforeItsNamenodeStarts() throws Exception {
    ClusterFiles hdfs = withHdfs();
    assertThatThrownBy(() -> LocalCluster.start(hdfs.root(), ClusterSpec.usual(), notes::add))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("format ended with status 1");
    assertThat(notes).last().isEqualTo("formatting HDFS");
    assertThat(notes).doesNotContain("starting namenode-1");
    assertThat(OrphanProcesses.find(hdfs)).isEmpty();
  }

  @Test
  void whatIsFormattedIsNotFormattedAgain() throws Exception {
    ClusterFiles hdfs = withHdfs();
    Path current = hdfs.data(new ServerId(Role.NAMENODE, 1)).resolve("current");
    Files.createDirectories(current);
    Files.createFile(current.resolve("VERSION"));
    assertThatThrownBy(() -> LocalCluster.start(hdfs.root(), ClusterSpec.usual(), notes::add))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining(" ended ");
    assertThat(notes).contains("starting namenode-1").doesNotContain("formatting HDFS");
    assertThat(OrphanProcesses.find(hdfs)).isEmpty();
  }

  /** The NameNode writes the file by which it looks formatted before the image that it reads. */
  @Test
  void aFormatThatWasCutShortIsDoneAgain() throws Exception {
    ClusterFiles hdfs = withHdfs();
    assertThatThrownBy(() -> LocalCluster.start(hdfs.root(), ClusterSpec.usual(), notes::add))
        .hasMessageContaining("format ended with status 1");
    Path current = hdfs.data(new ServerId(Role.NAMENODE, 1)).resolve("current");
    Files.createDirectories(current);
    Files.createFile(current.resolve("VERSION"));
    notes.clear();
    assertThatThrownBy(() -> LocalCluster.start(hdfs.root(), ClusterSpec.usual(), notes::add))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("format ended with status 1");
    assertThat(notes).last().isEqualTo("formatting HDFS");
  }

  /** It is the other process that has the lock; the directory is gone when this one gets it. */
  @Test
  void aStartThatWaitsForACleanBeginsAnew() throws Exception {
    CompletableFuture<Throwable> started = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () ->
                started.complete(
                    catchThrowable(() -> LocalCluster.start(files.root(), SPEC, note -> {}))));
    Path gone = temp.resolve("gone");
    try (FileChannel another = FileChannel.open(files.lock(), CREATE, WRITE)) {
      assertThat(ClusterLock.taken(another)).isTrue();
      waiting.start();
      while (waiting.getState() != Thread.State.TIMED_WAITING) {
        Thread.sleep(10);
      }
      Files.move(files.root(), gone);
    }
    assertThat(started.get())
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("zookeeper-1 ended ");
    ClusterRecord made = Json.read(files.cluster(), ClusterRecord.class);
    assertThat(made.password()).as("another cluster").isNotEqualTo(record.password());
    assertThat(gone.resolve("cluster.json")).as("nobody writes into it").exists();
  }

  @Test
  void aServerIsStartedByItsOwnCommand() {
    assertThatThrownBy(() -> cluster.start(GC))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("Could not find or load main class");
  }

  @Test
  void disksThatAreTooSmallAreRefusedBeforeAnythingIsTried() throws Exception {
    ClusterSpec small = ClusterSpec.usual().withDisks(new Disks(1, true));
    assertThat(ClusterSetup.whyNot(files.root(), small).orElseThrow())
        .contains("is too small for the logs of 2 tservers");
  }
}
