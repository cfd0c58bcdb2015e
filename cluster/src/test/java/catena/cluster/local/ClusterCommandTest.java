// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.process.LogTail;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.Security;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.threads.StopSignal;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterCommandTest {
  @TempDir Path directory;

  @Test
  void unknownWordListsTheKnownOnes() {
    assertUsage("it can start, stop, status, kill, pause, resume, cut, heal, shell", "strat");
    assertUsage("cluster needs a word");
  }

  @Test
  void whatStandsBehindShellIsTheShellsOwn() {
    ClusterCommand command = new ClusterCommand(new StopSignal());
    assertThat(command.words(List.of("--dir", "d", "shell", "-e", "tables")))
        .containsExactly("--dir", "d", "shell", "--", "-e", "tables");
    assertThat(command.words(List.of("--dir", "shell", "shell", "-e", "tables")))
        .containsExactly("--dir", "shell", "shell", "--", "-e", "tables");
    assertThat(command.words(List.of("--dir", "stop", "shell", "-e", "tables")))
        .containsExactly("--dir", "stop", "shell", "--", "-e", "tables");
    List<String> start = List.of("--dir", "shell", "start", "--tservers", "3");
    assertThat(command.words(start)).isEqualTo(start);
    assertThat(command.words(List.of("kill", "shell"))).containsExactly("kill", "shell");
    assertUsage("there is no cluster in", "shell");
  }

  @Test
  void withoutAClusterThereIsNothingToDo() {
    assertUsage("there is no cluster in", "status");
    assertUsage("there is no cluster in", "kill", "tserver-1");
  }

  @Test
  void badNumbersAndPropertiesStartNothing() {
    assertUsage("0 to 64 of tserver, not -1", "start", "--tservers", "-1");
    assertUsage("at least one tserver", "start", "--tservers", "0");
    assertUsage("4 s to 40 s", "start", "--zookeeper-timeout", "1");
    assertUsage("there is no volume 'floppy'", "start", "--volume", "floppy");
    assertUsage("takes key=value", "start", "-o", "x");
    assertUsage("knows no property 'gc.cycle.dealy'", "start", "-o", "gc.cycle.dealy=1s");
    assertUsage("'soon' is no value for gc.cycle.delay", "start", "-o", "gc.cycle.delay=soon");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void optionsThatWouldBeIgnoredAreRefused() {
    assertUsage("--clean goes with stop", "start", "--clean");
    assertUsage("--clean goes with stop", "stop", "tserver-1", "--clean");
    assertUsage("go with start", "kill", "tserver-1", "--tservers", "3");
  }

  @Test
  void foreignDirectoryIsNotTouched() throws Exception {
    Path precious = Files.writeString(directory.resolve("thesis.tex"), "all of it");
    assertThatThrownBy(() -> ClusterSetup.lay(new ClusterFiles(directory)))
        .hasMessageContaining("holds something else than a cluster");
    assertThatThrownBy(() -> LocalCluster.open(directory).clean())
        .hasMessageContaining("there is no cluster");
    assertThat(directory.toFile().list()).containsExactly(precious.getFileName().toString());
  }

  @Test
  void requestKeepsWhatWasNotAskedFor() {
    ClusterSpec before = ClusterSpec.usual().with(Role.MANAGER, 2);
    ClusterRequest request =
        ClusterWordsTest.asked(
            "--tservers",
            "3",
            "--compactors",
            "1",
            "--yarn",
            "--zookeeper-timeout",
            "15",
            "--accumulo-home",
            "own/accumulo",
            "--security",
            "tls",
            "--disks",
            "4G",
            "--sync-on-close",
            "false",
            "-o",
            "gc.cycle.delay=5s");
    ClusterSpec after = request.applyTo(before);
    assertThat(after.number(Role.MANAGER)).isEqualTo(2);
    assertThat(after.number(Role.TSERVER)).isEqualTo(3);
    assertThat(after.number(Role.COORDINATOR)).isEqualTo(1);
    assertThat(after.yarn()).isTrue();
    assertThat(after.zookeeperTimeout()).isEqualTo(Duration.ofSeconds(15));
    assertThat(after.site()).containsEntry("gc.cycle.delay", "5s");
    assertThat(after.ownAccumulo()).contains(Path.of("own/accumulo").toAbsolutePath());
    assertThat(before.ownAccumulo()).isEmpty();
    assertThat(after.security()).isEqualTo(Security.TLS);
    assertThat(after.disks()).isEqualTo(new Disks(4096, false));
    assertThat(before.disks()).isEqualTo(Disks.NONE);
    assertThat(before.security()).isEqualTo(Security.NONE);
  }

  @Test
  void serversAreNamedByIdOrRole() {
    List<ServerId> existing = ClusterSpec.usual().ids();
    assertThat(ClusterAction.servers(List.of("gc", "tserver-2", "tserver"), existing))
        .extracting(ServerId::toString)
        .containsExactly("tserver-1", "tserver-2", "gc-1");
    assertThatThrownBy(() -> ClusterAction.servers(List.of("tserver-3", "sserver"), existing))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no server 'tserver-3'; there are namenode-1, ")
        .hasMessageContaining("no server 'sserver'");
  }

  @Test
  void tableSaysWhatRunsWhere() {
    Server server =
        new Server(
            new ServerId(Role.TSERVER, 1),
            ServerState.RUNNING,
            OptionalLong.of(77),
            "127.0.0.1",
            Map.of("client", 4242),
            Optional.of(Instant.EPOCH),
            Path.of("x.log"));
    assertThat(ClusterCommand.table(List.of(server), Optional.empty(), ZoneOffset.UTC).get(1))
        .matches("tserver-1 +77 +running +1970-01-01 00:00:00 +127.0.0.1 client:4242");
  }

  @Test
  void aLogIsCutToItsLinesOfErrors() {
    List<String> log =
        List.of("INFO a", "ERROR b", "\tat x.Y.z(Y.java:1)", "Caused by: c", "INFO d");
    assertThat(LogTail.causes(log)).containsExactly("ERROR b", "Caused by: c");
    assertThat(LogTail.causes(List.of("one", "", "two"))).containsExactly("one", "two");
  }

  @Test
  void aFullDiskIsPrintedBeforeItsConsequences() {
    String low = "WARN NameNode low on available disk space. Entering safe mode.";
    List<String> log = new ArrayList<>(List.of("INFO a", low));
    for (int i = 0; i < 20; i++) {
      log.add("ERROR consequence " + i);
    }
    assertThat(LogTail.causes(log))
        .hasSize(6)
        .startsWith(low, "ERROR consequence 15")
        .endsWith("ERROR consequence 19");
    assertThat(LogTail.causes(List.of(low, low + " 2", low + " 3", "WARN x")))
        .containsExactly(low + " 2", low + " 3", "WARN x");
    assertThat(LogTail.causes(List.of("java.io.IOException: No space left on device", "ERROR b")))
        .containsExactly("java.io.IOException: No space left on device", "ERROR b");
  }

  @Test
  void anAccumuloThatIsNotThereStartsNothing() {
    assertUsage(
        "there is no directory " + directory.resolve("x"),
        "start",
        "--accumulo-home",
        directory.resolve("x").toString());
    assertUsage("no accumulo-core-2.1.x.jar in", "start", "--accumulo-home", directory.toString());
    assertUsage("go with start of the whole cluster", "kill", "gc-1", "--accumulo-home", "/x");
    assertThat(directory).isEmptyDirectory();
  }

  private void assertUsage(String problem, String... words) {
    ClusterCommand command = new ClusterCommand(new StopSignal());
    JCommander.newBuilder().addObject(command).build().parse(words);
    command.dir = directory.toString();
    assertThatThrownBy(() -> command.run(silent()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(problem);
  }

  private static Terminal silent() {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new Terminal(nowhere, nowhere);
  }
}
