// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.records.server.Role;
import catena.records.words.UsageException;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands are run against a recorder that stands in for ssh and kubectl. */
class CommandControlTest {
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);

  @TempDir Path directory;
  private Path recorded;
  private Path bin;

  @BeforeEach
  void recorder() throws IOException {
    recorded = directory.resolve("recorded");
    bin = Files.createDirectory(directory.resolve("bin"));
    for (String name : List.of("ssh", "kubectl")) {
      Path script = bin.resolve(name);
      Files.writeString(
          script,
          "#!/bin/sh\nfor a in \"${0##*/}\" \"$@\"; do printf '%s\\037' \"$a\"; done >> "
              + recorded
              + "\necho >> "
              + recorded
              + "\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private List<String> recorded() throws IOException {
    return Files.readAllLines(recorded).stream()
        .map(line -> line.replace('\037', ' ').strip())
        .toList();
  }

  /** A shipped file, with this machine in the place of the servers that Accumulo would name. */
  private CommandControl shipped(String name, int port) throws Exception {
    String text =
        Files.readString(Path.of("../conf/control/" + name + ".properties"))
            .replace("=accumulo\n", "=localhost:" + port + "\n")
            .replaceAll("(=|; )(ssh|kubectl) ", "$1" + bin + "/$2 ")
            .replaceAll("hosts.tserver=tserver-0[^\n]*", "hosts.tserver=localhost:" + port);
    Files.writeString(directory.resolve("datanodes.txt"), "# two\nnode1\nnode2\n");
    return control(text);
  }

  private CommandControl control(String text) throws Exception {
    Path file = Files.writeString(directory.resolve("control.properties"), text);
    return CommandControl.read(
        file, new ServerLocks("localhost:1", "none", Duration.ofMillis(1)), Map.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ssh-systemd | sudo systemctl kill --signal=KILL accumulo-tserver@1",
        "accumulo-service | /opt/accumulo/bin/accumulo-service tserver kill",
        "kubectl | delete pod localhost --grace-period=0 --force"
      })
  void theShippedFilesKill(String name, String command) throws Exception {
    shipped(name, 9).kill(TSERVER);
    assertThat(recorded()).hasSize(1);
    assertThat(recorded().get(0)).endsWith(command.strip()).contains("localhost");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ssh-systemd | sudo systemctl stop | --signal=STOP | --signal=CONT",
        "accumulo-service | tserver stop | pkill -STOP | pkill -CONT",
        "kubectl | delete pod localhost | pkill -STOP java | pkill -CONT java"
      })
  void theShippedFilesStopPauseAndResume(String name, String stop, String pause, String resume)
      throws Exception {
    CommandControl control = shipped(name, 9);
    control.stop(TSERVER);
    control.pause(TSERVER);
    control.resume(TSERVER);
    assertThat(recorded()).hasSize(3);
    assertThat(recorded().get(0)).contains(stop.strip());
    assertThat(recorded().get(1)).contains(pause.strip());
    assertThat(recorded().get(2)).contains(resume.strip());
  }

  @ParameterizedTest
  @CsvSource({"ssh-systemd", "accumulo-service", "kubectl"})
  void theShippedFilesStartAndSeeThatItAnswers(String name) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      shipped(name, server.getLocalPort()).start(TSERVER);
    }
    assertThat(recorded()).hasSize(1);
  }

  @Test
  void hostsOfAFileAreNumbered() throws Exception {
    CommandControl control = shipped("ssh-systemd", 9);
    control.kill(new ServerId(Role.DATANODE, 2));
    assertThat(recorded().get(0)).contains("node2", "hadoop-datanode");
    assertThat(control.replication()).isEqualTo(3);
  }

  @Test
  void aCommandThatSucceedsIsNotBelieved() throws Exception {
    CommandControl control =
        control(
            "hosts.tserver=localhost:9\nlimit=300ms\nany.kill=true\nany.stop=true\nany.start=true");
    assertThat(control.list()).extracting(Server::state).containsExactly(ServerState.DEAD);
    assertThatThrownBy(() -> control.start(TSERVER))
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll("tserver-1", "does not answer", "localhost:9");
  }

  @Test
  void aCommandThatFailsOrHangsIsNamedWithWhatItSaid() throws Exception {
    CommandControl control =
        control(
            "hosts.tserver=a\nlimit=300ms\nany.kill=echo no such unit; exit 5\nany.stop=sleep 20\n"
                + "any.start=true");
    assertThatThrownBy(() -> control.kill(TSERVER))
        .hasMessageContainingAll("kill tserver-1", "status 5", "no such unit");
    assertThatThrownBy(() -> control.stop(TSERVER)).hasMessageContaining("did not end");
    assertThatThrownBy(() -> control.pause(TSERVER)).hasMessageContaining("no command to pause");
  }

  @Test
  void theStateCommandSaysWhetherAServerIsPaused() throws Exception {
    CommandControl control =
        control(
            "hosts.tserver=a b\nany.kill=true\nany.stop=true\nany.start=true\n"
                + "any.state=test {host} = a && echo paused || echo running");
    assertThat(control.list())
        .extracting(Server::state)
        .containsExactly(ServerState.PAUSED, ServerState.RUNNING);
  }

  /** As where a host cannot be reached by ssh, which then ends so. */
  @Test
  void aStateThatCannotBeAskedForHidesNoOtherServerAndProvesNothing() throws Exception {
    ServerId second = new ServerId(Role.TSERVER, 2);
    try (ServerSocket third = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CommandControl control =
          control(
              "hosts.tserver=localhost:9 localhost:7 localhost:%d\n".formatted(third.getLocalPort())
                  + "any.kill=true\nany.stop=true\nany.start=true\n"
                  + "any.state=test {number} = 1 && exit 255; test {number} = 3 && exec sleep 100; "
                  + "echo dead");
      assertThat(
              assertTimeoutPreemptively(
                  Duration.ofSeconds(25), // an agitator's look at all takes 30 s at most
                  () -> control.list()))
          .extracting(Server::id, Server::state)
          .as("of the third the port counts, and the first is not known to be dead")
          .containsExactly(
              tuple(second, ServerState.DEAD),
              tuple(new ServerId(Role.TSERVER, 3), ServerState.RUNNING));
      assertThat(control.server(second).state()).isEqualTo(ServerState.DEAD);
      assertThatThrownBy(() -> control.server(TSERVER))
          .isInstanceOf(ClusterException.class)
          .hasMessageContainingAll("state tserver-1", "status 255");
    }
  }

  /** ZooKeeper may be what is to be healed, and names none of the others then. */
  @Test
  void whatIsKnownIsControlledThoughZooKeeperDoesNotAnswer() throws Exception {
    String text = "hosts.tserver=accumulo\nany.kill=true\nany.stop=true\nany.start=true\n";
    assertThatThrownBy(() -> control(text)).isInstanceOf(IOException.class);
    ServerId zookeeper = new ServerId(Role.ZOOKEEPER, 1);
    CommandControl control =
        CommandControl.read(
            Files.writeString(directory.resolve("known"), text + "hosts.zookeeper=localhost:9\n"),
            new ServerLocks("localhost:1", "none", Duration.ofMillis(1)),
            Map.of(zookeeper, HostAndPort.fromString("localhost:9")));
    assertThat(control.list()).extracting(Server::id).containsExactly(zookeeper);
    control.kill(zookeeper);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hosts.tsever=a | no role 'tsever'",
        "tsever.kill=x | no role 'tsever'",
        "tserver.kil=x | a role can",
        "hosts.datanode=accumulo | its own servers only",
        "hosts.tserver=a;b | 'a;b' is no host",
        "any.kill=ssh {hots} | {hots}",
        "replication=many | replication must be a number",
        "port.gc=x | port.gc must be a number"
      })
  void whatIsWrongIsNamedBeforeAnythingIsRun(String line, String named) {
    String text = "hosts.gc=localhost\nany.stop=true\nany.start=true\nany.kill=true\n" + line;
    assertThatThrownBy(() -> control(text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(named.strip());
    assertThat(recorded).doesNotExist();
  }

  @Test
  void commandsThatAreNeededAreMissed() {
    assertThatThrownBy(() -> control("hosts.tserver=a\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("tserver.start", "tserver.stop", "tserver.kill");
    assertThatThrownBy(() -> control("any.kill=x\n")).hasMessageContaining("name some hosts");
  }

  /** Of two hosts one has a server, which the port says, and the other one is to get one. */
  @Test
  void theHostsThatHaveNoServerYetAreWhatIsAdded() throws Exception {
    Path started = directory.resolve("started");
    try (ServerSocket first = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ServerSocket answers = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CommandControl control =
          control(
              "hosts.tserver=localhost:%d localhost:%d\n"
                      .formatted(first.getLocalPort(), answers.getLocalPort())
                  + "any.kill=true\nany.stop=rm %s\nany.start=touch %s\n"
                      .formatted(started, started)
                  + "any.state=test {number} = 1 -o -e %s && echo running || echo stopped\n"
                      .formatted(started));
      assertThat(control.whyNotAdd(Role.TSERVER, 1)).isEmpty();
      assertThat(control.whyNotAdd(Role.TSERVER, 2).orElseThrow())
          .contains("2 of tserver are to be added", "only 1 do not run");
      assertThat(control.add(Role.TSERVER, 1)).containsExactly(new ServerId(Role.TSERVER, 2));
      assertThat(started).exists();
      assertThat(control.whyNotAdd(Role.TSERVER, 1).orElseThrow()).contains("all run");
      assertThatThrownBy(() -> control.add(Role.TSERVER, 1))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("all run");
    }
  }

  /** Those that run must be among them, so that those that do not are known. */
  @Test
  void aFileThatNamesTooFewHostsIsRefusedBeforeItsClusterIsAsked() throws Exception {
    String commands = "any.start=true\nany.stop=true\nany.kill=true\n";
    Path two = Files.writeString(directory.resolve("two"), "hosts.tserver=a:1 b:1\n" + commands);
    CommandControl.checkAdds(two, Role.TSERVER, 1);
    assertThatThrownBy(() -> CommandControl.checkAdds(two, Role.TSERVER, 2))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("to add 2 of tserver", "it names 2");
    assertThatThrownBy(() -> CommandControl.checkAdds(two, Role.SSERVER, 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("hosts.sserver", "it names none");
  }

  @Test
  void aServerThatWasToBeAddedAndDoesNotAnswerIsStoppedAgain() throws Exception {
    Path stopped = directory.resolve("stopped");
    CommandControl control =
        control(
            "hosts.tserver=localhost:9\nlimit=300ms\nany.kill=true\nany.start=true\n"
                + "any.stop=touch "
                + stopped);
    assertThatThrownBy(() -> control.add(Role.TSERVER, 1))
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll("tserver-1", "does not answer");
    assertThat(stopped).exists();
  }

  /** A file whose servers run where there is a file of their number. */
  private CommandControl running(List<ServerSocket> sockets, Path state, String start)
      throws Exception {
    String hosts =
        sockets.stream()
            .map(each -> "localhost:" + each.getLocalPort())
            .collect(Collectors.joining(" "));
    return control(
        """
        hosts.tserver=%s
        any.kill=rm %s/{number}
        any.stop=rm %s/{number}
        any.state=test -e %s/{number} && echo running || echo stopped
        any.start=%s
        """
            .formatted(hosts, state, state, state, start));
  }

  @Test
  void whoWasKilledIsNotNew() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    try (ServerSocket one = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ServerSocket two = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ServerSocket three = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CommandControl all = running(List.of(one, two, three), state, "touch " + state + "/{number}");
      Files.createFile(state.resolve("1"));
      List<ServerId> idle = all.idle(Role.TSERVER);
      assertThat(idle).extracting(ServerId::toString).containsExactly("tserver-2", "tserver-3");
      CommandControl control = all.addingOnly(idle);
      control.kill(TSERVER);
      assertThat(control.add(Role.TSERVER, 1)).containsExactly(new ServerId(Role.TSERVER, 2));
      control.kill(new ServerId(Role.TSERVER, 2)); // nor is who was added
      assertThat(control.add(Role.TSERVER, 1)).containsExactly(new ServerId(Role.TSERVER, 3));
      control.kill(new ServerId(Role.TSERVER, 3));
      assertThat(control.whyNotAdd(Role.TSERVER, 1).orElseThrow()).contains("have run before");
      assertThatThrownBy(() -> control.add(Role.TSERVER, 1)).isInstanceOf(ClusterException.class);
      assertThat(state).isEmptyDirectory();
    }
  }

  /** The first one runs when the second one's command has the caller interrupted. */
  @Test
  void whatWasStartedBeforeAnInterruptionIsStoppedAgain() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    Path reached = directory.resolve("reached");
    try (ServerSocket one = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ServerSocket two = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CommandControl control =
          running(
              List.of(one, two),
              state,
              "touch %s/{number}; test {number} = 1 || { touch %s; sleep 60; }"
                  .formatted(state, reached));
      Thread caller = Thread.currentThread();
      Thread other =
          new Thread(
              () -> {
                while (!Files.exists(reached)) {
                  Thread.onSpinWait();
                }
                caller.interrupt();
              });
      other.setDaemon(true);
      other.start();
      assertThatThrownBy(() -> control.add(Role.TSERVER, 2))
          .isInstanceOf(InterruptedException.class)
          .hasNoSuppressedExceptions();
      other.join();
      assertThat(state).isEmptyDirectory();
      assertThat(control.idle(Role.TSERVER)).hasSize(2);
    }
  }
}
