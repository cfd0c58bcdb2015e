// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  @TempDir Path directory;

  /** Says what it was given, and what everybody on the machine can read of it. */
  static final class Teller {
    private Teller() {}

    public static void main(String[] words) throws Exception {
      byte[] line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
      System.out.println("seen by all: " + new String(line, UTF_8).replace('\0', ' '));
      System.out.println("given: " + String.join("|", words));
    }
  }

  @Test
  void whatAProgramStartedEndsWithItAtItsLimit() throws Exception {
    ClusterFiles files = new ClusterFiles(directory.resolve("cluster"));
    files.createDirectories();
    List<String> command = List.of("/bin/sh", "-c", "sleep 600 & echo $!; wait");
    assertThatThrownBy(
            () ->
                new Launcher(files, Clock.systemUTC())
                    .run("parent", command, Duration.ofSeconds(1)))
        .hasMessageContaining("did not end within 1 s");
    long child = Long.parseLong(Files.readAllLines(files.log("parent")).get(0));
    Optional<ProcessHandle> left = ProcessHandle.of(child);
    try {
      if (left.isPresent()) {
        assertThat(left.get().onExit()).succeedsWithin(Duration.ofSeconds(10));
      }
    } finally {
      left.ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void wordsThatHoldASecretAreNotSeenAndLeaveNoFile() throws Exception {
    ClusterFiles files = new ClusterFiles(directory.resolve("cluster"));
    files.createDirectories();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            java,
            "-cp",
            System.getProperty("java.class.path"),
            Teller.class.getName(),
            "--password",
            "se\"cr\\et with blank");
    new Launcher(files, Clock.systemUTC()).runUnseen("teller", command, Duration.ofMinutes(1));
    List<String> said = Files.readAllLines(files.log("teller"));
    assertThat(said).contains("given: --password|se\"cr\\et with blank");
    assertThat(said)
        .filteredOn(line -> line.startsWith("seen by all: "))
        .singleElement()
        .asString()
        .contains("@")
        .doesNotContain("--password", "blank");
    try (Stream<Path> left = Files.list(files.run())) {
      assertThat(left).isEmpty();
    }
  }
}
