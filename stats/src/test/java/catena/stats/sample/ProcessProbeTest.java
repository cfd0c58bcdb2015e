// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

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

      assertThat(read(probe).get("zookeeper")).containsEntry(Metric.PROCESSES, 1.0);
    } finally {
      script.destroyForcibly();
    }
  }

  private static Map<String, Map<Metric, Double>> read(ProcessProbe probe)
      throws InterruptedException {
    return probe.read(System.nanoTime(), LIMIT);
  }

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SELF = ProcessHandle.current().pid();

  /** A system in which this process is a server and no other is told of. */
  private static OperatingSystem system(Map<String, Object> figures) {
    OSProcess process = like(OSProcess.class, figures);
    return like(
        OperatingSystem.class,
        (method, of) -> {
          assertThat(method).isEqualTo("getProcess");
          return (int) of[0] == SELF ? process : null;
        });
  }

  private static OSProcess like(Class<OSProcess> type, Map<String, Object> figures) {
    return like(
        type,
        (method, of) -> {
          assertThat(figures).as("what is asked of a process").containsKey(method);
          return figures.get(method);
        });
  }

  private static <T> T like(Class<T> type, BiFunction<String, Object[], Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, of) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == of[0];
                  case "toString" -> type.getSimpleName();
                  default -> answers.apply(method.getName(), of);
                }));
  }

  private static Map<String, Object> figures() {
    Map<String, Object> figures = new HashMap<>();
    figures.put("getProcessID", (int) SELF);
    figures.put("getArguments", List.of("java", SERVER, "-Dmark"));
    figures.put("getStartTime", 5L);
    figures.put("getUpTime", 1L);
    figures.put("updateAttributes", true);
    figures.put("getResidentSetSize", 1000L);
    figures.put("getThreadCount", 7);
    figures.put("getKernelTime", 50_000L);
    figures.put("getUserTime", 70_000L);
    figures.put("getBytesRead", 9_000L);
    figures.put("getBytesWritten", 90_000L);
    return figures;
  }

  @Test
  void whatAProcessDoesIsOfTheTimeSinceTheLastReading() throws Exception {
    Map<String, Object> figures = figures();
    ProcessProbe probe = new ProcessProbe(system(figures), "-Dmark", 0, LIMIT);
    figures.put("getKernelTime", 51_000L);
    figures.put("getUserTime", 72_000L);
    figures.put("getBytesRead", 9_200L);
    figures.put("getBytesWritten", 90_800L);
    figures.put("getResidentSetSize", 3000L);

    Map<Metric, Double> read = probe.read(2 * SECOND, LIMIT).get("zookeeper");
    assertThat(probe.hadNetwork()).as("it was looked at a moment ago").isFalse();
    assertThat(read)
        .containsEntry(Metric.PROCESSES, 1.0)
        .containsEntry(Metric.MEMORY_USED, 3000.0)
        .containsEntry(Metric.THREADS, 7.0)
        .containsEntry(Metric.CPU_CORES, 1.5)
        .containsEntry(Metric.DISK_READ, 100.0)
        .containsEntry(Metric.DISK_WRITE, 400.0)
        .doesNotContainKey(Metric.NET_SENT);
    assertThat(probe.read(2 * SECOND, LIMIT).get("zookeeper"))
        .as("of no time there is no rate")
        .doesNotContainKeys(Metric.CPU_CORES, Metric.DISK_READ);
    assertThat(probe.read(4_500_000_000L, LIMIT)).containsKey("zookeeper");
    assertThat(probe.hadNetwork()).as("it is due every 4.5 s").isTrue();

    figures.put("updateAttributes", false);
    assertThat(probe.read(6 * SECOND, LIMIT).get("zookeeper"))
        .as("a role that had processes stays, with none")
        .containsEntry(Metric.PROCESSES, 0.0)
        .containsEntry(Metric.MEMORY_USED, 0.0);
  }

  /** The start that is told is counted from the clock. */
  @Test
  void aProcessIsNoNewOneAfterTheClockWasSetBack() throws Exception {
    Map<String, Object> figures = figures();
    ProcessProbe probe = new ProcessProbe(system(figures), "-Dmark", 0, LIMIT);
    figures.put("getStartTime", 4L);
    figures.put("getBytesRead", 9_200L);
    assertThat(probe.read(SECOND, LIMIT).get("zookeeper"))
        .containsEntry(Metric.CPU_CORES, 0.0)
        .containsEntry(Metric.DISK_READ, 200.0);
  }

  @Test
  void serversThatAreNotMeantAreNotCounted() throws Exception {
    ProcessProbe probe = new ProcessProbe(system(figures()), "another mark", 0, LIMIT);
    assertThat(probe.read(SECOND, LIMIT)).isEmpty();
  }
}
