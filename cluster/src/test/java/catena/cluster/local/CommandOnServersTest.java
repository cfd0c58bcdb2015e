// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.process.Launcher;
import catena.cluster.process.OrphanProcesses;
import catena.cluster.process.PidFiles;
import catena.cluster.process.Signals;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ServerState;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerId;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command on a cluster whose servers sleep, and which has no jars to start others. */
@Timeout(120)
class CommandOnServersTest {
  private static final ClusterSpec SPEC = ClusterSpec.usual().with("volume", "local-raw");
  private static final List<String> LIBRARIES = List.of("catena.lib.accumulo", "catena.lib.hadoop");

  @TempDir private Path temp;
  private final String[] before = new String[LIBRARIES.size()];
  private ClusterFiles files;
  private ByteArrayOutputStream out;

  @BeforeEach
  void lay() throws Exception {
    Path none = Files.createDirectory(temp.resolve("no-jars"));
    for (int i = 0; i < before.length; i++) {
      before[i] = System.setProperty(LIBRARIES.get(i), none.toString());
    }
    files = new ClusterFiles(temp.resolve("cluster"));
    ClusterSetup.lay(files);
    var unused = ClusterSetup.settle(files, SPEC);
    for (ServerId id : SPEC.ids()) {
      new PidFiles(files)
          .write(
              id,
              new Launcher(files, Clock.systemUTC())
                  .launch(id, List.of("sleep", "600"), Map.of("client", 1, "http", 1)));
    }
  }

  @AfterEach
  void end() throws Exception {
    if (Files.exists(files.root())) {
      Signals.kill(OrphanProcesses.find(files));
    }
    for (int i = 0; i < before.length; i++) {
      if (before[i] == null) {
        System.clearProperty(LIBRARIES.get(i));
      } else {
        System.setProperty(LIBRARIES.get(i), before[i]);
      }
    }
  }

  private Verdict run(String... words) throws Exception {
    ClusterCommand command = new ClusterCommand(new StopSignal());
    JCommander.newBuilder().addObject(command).build().parse(words);
    command.dir = files.root().toString();
    out = new ByteArrayOutputStream();
    PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream notes = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return command.run(new Terminal(lines, notes));
  }

  private List<String> said() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private List<String> in(ServerState state) throws IOException {
    return LocalCluster.open(files.root()).list().stream()
        .filter(server -> server.state() == state)
        .map(server -> server.id().toString())
        .toList();
  }

  @Test
  void whatIsDoneToServersIsSaidOfEach() throws Exception {
    assertThat(run("kill", "gc-1", "tserver-2")).isEqualTo(Verdict.PASS);
    assertThat(said()).containsExactly("killed tserver-2", "killed gc-1");
    assertThat(in(ServerState.DEAD)).containsExactlyInAnyOrder("gc-1", "tserver-2");

    assertThat(run("pause", "tserver-1")).isEqualTo(Verdict.PASS);
    assertThat(said()).containsExactly("paused tserver-1");
    assertThat(in(ServerState.PAUSED)).containsExactly("tserver-1");

    assertThat(run("resume", "tserver-1")).isEqualTo(Verdict.PASS);
    assertThat(said()).containsExactly("resumed tserver-1");
    assertThat(in(ServerState.PAUSED)).isEmpty();

    assertThat(run("stop", "monitor-1")).isEqualTo(Verdict.PASS);
    assertThat(said()).containsExactly("stopped monitor-1");
    assertThat(in(ServerState.STOPPED)).containsExactly("monitor-1");
  }

  @Test
  void aListIsOfThoseThatAreNamedAndGoodIfTheyRun() throws Exception {
    assertThat(run("status", "tserver")).isEqualTo(Verdict.PASS);
    assertThat(said())
        .hasSize(3)
        .noneSatisfy(line -> assertThat(line).contains("hosted"))
        .noneSatisfy(line -> assertThat(line).startsWith("gc-1"));
    assertThat(run("pause", "tserver-2")).isEqualTo(Verdict.PASS);
    assertThat(run("status", "tserver")).isEqualTo(Verdict.UNKNOWN);
    assertThat(said().get(2)).startsWith("tserver-2").contains("paused");
    assertThat(run("status", "gc-1")).as("which does not mind").isEqualTo(Verdict.PASS);

    assertThat(run("status")).isEqualTo(Verdict.UNKNOWN);
    assertThat(said())
        .as("the table says it all")
        .hasSize(SPEC.ids().size() + 1)
        .noneSatisfy(line -> assertThat(line).startsWith("not healthy"));
  }

  @Test
  void whereAllRunAndNoTabletIsHostedItIsNotHealthy() throws Exception {
    assertThat(run("status")).isEqualTo(Verdict.UNKNOWN);
    assertThat(said()).last().asString().startsWith("not healthy: ");
  }

  @Test
  void aStopKeepsTheDataUnlessItIsToBeRemoved() throws Exception {
    assertThat(run("stop")).isEqualTo(Verdict.PASS);
    assertThat(said()).containsExactly("stopped; the data is kept in " + files.root());
    assertThat(in(ServerState.STOPPED)).hasSameSizeAs(SPEC.ids());
    assertThat(run("stop", "--clean")).isEqualTo(Verdict.PASS);
    assertThat(said()).containsExactly("stopped, and removed " + files.root());
    assertThat(files.root()).doesNotExist();
  }

  @Test
  void whatCannotBeDoneIsSaid() throws Exception {
    for (String action : List.of("kill", "pause", "resume")) {
      assertThatThrownBy(() -> run(action))
          .isInstanceOf(UsageException.class)
          .hasMessage(action + " needs a server, such as tserver-1 or tserver");
    }
    for (String action : List.of("cut", "heal")) {
      assertThatThrownBy(() -> run(action, "host-1", "host-2"))
          .isInstanceOf(UsageException.class)
          .hasMessage("this cluster has no hosts to cut apart; start one with --hosts N");
    }
    assertThatThrownBy(() -> run("kill", "gc-1", "--one-way"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--one-way goes with cut only");
    assertThatThrownBy(() -> run("kill", "moon-1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no server 'moon-1'");
    assertThat(in(ServerState.RUNNING)).hasSameSizeAs(SPEC.ids());
  }

  @Test
  void aServerOfWhichThereAreNoJarsDoesNotStartAndTheShellEndsBadly() throws Exception {
    assertThat(run("stop", "gc-1")).isEqualTo(Verdict.PASS);
    assertThatThrownBy(() -> run("start", "gc-1"))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("gc-1 ended ");
    assertThat(run("shell", "-e", "tables")).isEqualTo(Verdict.UNKNOWN);
  }
}
