// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.fault.Victim;
import catena.cluster.control.ClusterControl;
import catena.cluster.control.CommandControl;
import catena.cluster.spec.Server;
import catena.harness.instance.ServerLocks;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who acts on the servers. */
class ControlsTest {
  private static final ServerLocks LOCKS =
      new ServerLocks("127.0.0.1:1", "none", Duration.ofMillis(1));

  @TempDir Path directory;

  private static ClusterControl control(String file, Victim... hit) throws Exception {
    Settings settings =
        Settings.resolve(
            AgitateSettings.ALL, List.of(Layer.of("test", Map.of("agitate.control", file))));
    return AgitatePhase.control(settings, Optional.empty(), LOCKS, List.of(hit));
  }

  @Test
  void theCommandsOfAFileAct() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("control.properties"),
            "hosts.gc=localhost:1\nany.start=true\nany.stop=true\nany.kill=true\nreplication=2\n");
    ClusterControl control = control(file.toString());
    assertThat(control).isInstanceOf(CommandControl.class);
    assertThat(control.list()).extracting(Server::id).containsExactly(FakeControl.id("gc-1"));
    assertThat(control.replication()).isEqualTo(2);
    Victim hit =
        new Victim("gc-2", Optional.of("localhost:2"), Optional.empty(), Optional.empty(), false);
    assertThat(control(file.toString(), hit).list())
        .as("a server that was hit keeps its name, though nothing else knows it now")
        .extracting(server -> server.id() + "@" + server.address().orElseThrow())
        .containsExactly("gc-1@localhost:1", "gc-2@localhost:2");
  }

  @Test
  void aClusterWithoutControlIsRefused() {
    assertThatThrownBy(() -> control(" "))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("cannot be controlled", "agitate.control");
    assertThatThrownBy(() -> control(directory.resolve("nowhere").toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nowhere");
  }
}
