// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.Limit;
import catena.cluster.spec.ServerProcess;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** By itself, since it takes a minute where the machine is busy. */
class RestlessProcessTest {
  @TempDir Path directory;

  /**
   * While the system puts another program into a process, its environment reads as empty. It ends
   * by itself after some minutes, also where this process is killed.
   */
  @Test
  @Timeout(300)
  void whoBecomesAnotherProgramAllTheTimeIsFoundEachTime() throws Exception {
    ClusterFiles files = new ClusterFiles(directory.resolve("cluster"));
    files.createDirectories();
    Launcher launcher = new Launcher(files, Clock.systemUTC());
    Path script = directory.resolve("again");
    Files.writeString(script, "[ $1 = 0 ] || exec /bin/sh " + script + " $(($1 - 1))\n");
    List<String> command = List.of("/bin/sh", script.toString(), "200000");
    ServerProcess restless = launcher.launch(new ServerId(Role.GC, 1), command, Map.of());
    try {
      for (int i = 0; i < 1000; i++) {
        assertThat(
                OrphanProcesses.environment(
                    Path.of("/proc/" + restless.pid()), new Limit(Duration.ofHours(1))))
            .as("look %d", i)
            .contains("CATENA_CLUSTER=" + files.root(), "CATENA_SERVER=gc-1");
      }
      for (int i = 0; i < 20; i++) {
        assertThat(OrphanProcesses.find(files))
            .as("look %d at all", i)
            .extracting(ServerProcess::pid)
            .containsExactly(restless.pid());
      }
    } finally {
      Signals.kill(List.of(restless));
    }
  }
}
