// SPDX-License-Identifier: Apache-2.0
package catena.stats.host;

import static org.assertj.core.api.Assertions.assertThat;

import catena.stats.metric.HostMetric;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import oshi.SystemInfo;

class ProcessProbeTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String SERVER = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

  @Test
  @Timeout(120)
  void aScriptThatBecomesAServerIsCountedAsOne() throws Exception {
    String mark = "-Dmark=" + UUID.randomUUID();
    Process script =
        new ProcessBuilder(
                "bash", "-c", "read go; exec bash -c 'read end' %s %s".formatted(SERVER, mark))
            .start();
    try (OutputStream in = script.getOutputStream()) {
      ProcessProbe probe =
          new ProcessProbe(new SystemInfo().getOperatingSystem(), mark, System.nanoTime(), LIMIT);
      assertThat(read(probe)).as("still a script").doesNotContainKey("zookeeper");

      in.write("go\n".getBytes(StandardCharsets.UTF_8));
      in.flush();
      Path words = Path.of("/proc", Long.toString(script.pid()), "cmdline");
      while (!Files.readString(words).contains("\0" + SERVER + "\0")) {
        TimeUnit.MILLISECONDS.sleep(5);
      }

      assertThat(read(probe).get("zookeeper")).containsEntry(HostMetric.PROCESSES, 1.0);
    } finally {
      script.destroyForcibly();
    }
  }

  private static Map<String, Map<HostMetric, Double>> read(ProcessProbe probe)
      throws InterruptedException {
    return probe.read(System.nanoTime(), LIMIT);
  }
}
