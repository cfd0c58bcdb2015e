// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.control.CommandFile.Action;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which command a file means for a server, and which files are refused. */
class CommandFileTest {
  private static final String USUAL = "any.start=true\nany.stop=true\nany.kill=true\n";
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 2);

  @TempDir Path directory;

  private CommandFile read(String text) throws IOException {
    return CommandFile.read(Files.writeString(directory.resolve("control.properties"), text));
  }

  private CommandFile tservers(String text) throws IOException {
    return read("hosts.tserver=a,b\n" + USUAL + text);
  }

  @Test
  void placesStandForTheServersOwn() throws IOException {
    CommandFile file = tservers("any.pause=ssh {host} act {role} {number} {server} :{port}\n");
    assertThat(file.command(Action.PAUSE, TSERVER, "b", 9997))
        .contains("ssh b act tserver 2 tserver-2 :9997");
  }

  @Test
  void aPropertyOfTheRoleGoesBeforeThatOfAll() throws IOException {
    CommandFile file =
        read(
            """
            hosts.tserver=a
            hosts.gc=a
            user=root
            user.tserver=accumulo
            any.kill=ssh {user}@{host}
            any.start=true
            any.stop=true
            """);
    assertThat(file.command(Action.KILL, TSERVER, "a", 1)).contains("ssh accumulo@a");
    assertThat(file.command(Action.KILL, new ServerId(Role.GC, 1), "a", 1)).contains("ssh root@a");
  }

  @Test
  void theRolesCommandGoesBeforeThatOfAllAndABlankOneIsNone() throws IOException {
    CommandFile file = tservers("tserver.kill=own\nany.pause=\n");
    assertThat(file.command(Action.KILL, TSERVER, "a", 1)).contains("own");
    assertThat(file.command(Action.START, TSERVER, "a", 1)).contains("true");
    assertThat(file.command(Action.PAUSE, TSERVER, "a", 1)).isEmpty();
    assertThat(file.command(Action.STATE, TSERVER, "a", 1)).isEmpty();
  }

  @Test
  void whatAPropertyHoldsIsTakenAsItIs() throws IOException {
    CommandFile file = tservers("path=$HOME/{x} \\\\1\nany.pause=ls {path} ${HOME} {Not}\n");
    assertThat(file.command(Action.PAUSE, TSERVER, "a", 1))
        .contains("ls $HOME/{x} \\1 ${HOME} {Not}");
  }

  @Test
  void hostsAreListedOrInAFileOrAskedFor() throws IOException {
    Files.writeString(directory.resolve("nodes"), "# all\nn1\n\n  n2  # the second\n");
    CommandFile file =
        read("hosts.tserver=accumulo\nhosts.datanode=nodes\nhosts.gc=g1, g2\tg3\n" + USUAL);
    assertThat(file.roles()).containsExactlyInAnyOrder(Role.DATANODE, Role.TSERVER, Role.GC);
    assertThat(file.roles()).isSorted();
    assertThat(file.hosts(Role.TSERVER)).isEmpty();
    assertThat(file.hosts(Role.DATANODE)).isEqualTo(Optional.of(List.of("n1", "n2")));
    assertThat(file.hosts(Role.GC)).isEqualTo(Optional.of(List.of("g1", "g2", "g3")));
  }

  @Test
  void whatIsNotSaidIsTheUsual() throws IOException {
    CommandFile file = tservers("");
    assertThat(file.replication()).isEqualTo(3);
    assertThat(file.limit()).isEqualTo(Duration.ofSeconds(60));
    assertThat(file.port(Role.TSERVER)).isEqualTo(9997);
    assertThat(file.log(TSERVER, "b")).isEqualTo("that of b");
    assertThat(Set.of(Role.values()).stream().map(file::port).distinct().toList())
        .as("each role has a port of its own")
        .hasSameSizeAs(Role.values());
  }

  @Test
  void whatIsSaidGoesBeforeTheUsual() throws IOException {
    CommandFile file =
        tservers("replication=2\nlimit=2m\nport.tserver=65535\nlog.tserver=var/log/t\n");
    assertThat(file.replication()).isEqualTo(2);
    assertThat(file.limit()).isEqualTo(Duration.ofMinutes(2));
    assertThat(file.port(Role.TSERVER)).isEqualTo(65_535);
    assertThat(file.log(TSERVER, "b")).isEqualTo("b/var/log/t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port.tserver=70000 | port.tserver must be 1 to 65535, not 70000",
        "port.tserver=0 | port.tserver must be 1 to 65535, not 0",
        "hosts.gc=g:70000 | 'g:70000' is no host",
        "hosts.gc=-g | '-g' is no host",
        "hosts.gc=# | hosts.gc names no host",
        "hosts.gc=g h g | hosts.gc names g twice",
        "limit=soon | limit: soon",
        "any.pause=ssh {user}@x | {user} needs a property user.tserver",
        "tserver.start= | there is no tserver.start and no any.start"
      })
  void whatIsWrongIsNamed(String line, String named) {
    String text = line.startsWith("tserver") ? USUAL.replace("any.start=true\n", "") : USUAL;
    assertThatThrownBy(() -> read("hosts.tserver=a\n" + text + line))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(named.strip());
  }

  @Test
  void aFileThatIsNotThereOrNoneIsNamed() throws IOException {
    assertThatThrownBy(() -> CommandFile.read(directory.resolve("nowhere")))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("nowhere", "no such file");
    assertThatThrownBy(() -> tservers("x=\\u12\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be read");
  }
}
