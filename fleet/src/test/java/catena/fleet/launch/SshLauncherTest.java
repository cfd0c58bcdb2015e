// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where this machine has an sshd, by one of its own on loopback, with keys that are thrown away.
 */
class SshLauncherTest {
  private static final Path SSHD = Path.of("/usr/sbin/sshd");

  @TempDir private Path temp;
  private Process sshd;
  private int port;

  @BeforeEach
  void sshd() throws Exception {
    assumeTrue(Files.isExecutable(SSHD), "there is no sshd here: install openssh-server");
    Path key = temp.resolve("key");
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString());
    Files.copy(temp.resolve("key.pub"), temp.resolve("keys"));
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.createDirectories(Path.of("/run/sshd")); // where it leaves its rights
    sshd =
        new ProcessBuilder(
                SSHD.toString(),
                "-D",
                "-e",
                "-f",
                "/dev/null",
                "-p",
                "" + port,
                "-h",
                key.toString(),
                "-oListenAddress=127.0.0.1",
                "-oStrictModes=no",
                "-oPidFile=none",
                "-oAuthorizedKeysFile=" + temp.resolve("keys"))
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("sshd.log").toFile())
            .start();
    await(() -> Files.readString(temp.resolve("sshd.log")).contains("listening"));
    Path bin = Files.createDirectories(temp.resolve("home/bin"));
    Files.createDirectories(temp.resolve("run"));
    Path catena =
        Files.writeString(
            bin.resolve("catena"),
            """
            #!/bin/bash
            trap 'echo ends in order; exit 2' HUP TERM
            echo "args: $*"
            while [ ! -e "$0.$6" ]; do sleep 0.05; done
            exit "$(cat "$0.$6")"
            """);
    assertThat(catena.toFile().setExecutable(true)).isTrue();
  }

  @AfterEach
  void end() {
    if (sshd != null) {
      sshd.destroy();
    }
  }

  private static void run(String... words) throws Exception {
    assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
  }

  private static void await(Callable<Boolean> come) throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!come.call()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  private Path hosts(String lines) throws IOException {
    return Files.writeString(temp.resolve("hosts.txt"), lines);
  }

  private LaunchRequest request(Path hosts, int workers) {
    String ssh =
        "ssh -F /dev/null -oStrictHostKeyChecking=no -oUserKnownHostsFile=/dev/null -i %s -p %d"
            .formatted(temp.resolve("key"), port);
    return request(hosts, workers, ssh);
  }

  private LaunchRequest request(Path hosts, int workers, String ssh) {
    Layer given =
        Layer.of(
            "test",
            Map.of(
                "fleet.ssh.hosts.file",
                hosts.toString(),
                "fleet.ssh.command",
                ssh,
                "fleet.ssh.home",
                temp.resolve("home").toString(),
                "fleet.ssh.properties",
                "/etc/it's/client.properties"));
    return new LaunchRequest(
        temp.resolve("run").toString(),
        workers,
        Path.of("client.properties"),
        Settings.resolve(new SshLauncher().settings(), List.of(given)));
  }

  private String said(int slot, int attempt) throws IOException {
    Path log = temp.resolve("run/logs/worker-%d-%d.out".formatted(slot, attempt));
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private List<WorkerEnd> ended(Workers workers, int number) throws Exception {
    List<WorkerEnd> ends = new ArrayList<>();
    await(
        () -> {
          ends.addAll(workers.ended());
          return ends.size() >= number;
        });
    return ends;
  }

  @Test
  void aWorkerForEachLineWhoseEndIsReportedByItsStatus() throws Exception {
    LaunchRequest request = request(hosts("127.0.0.1\n# not this\n\nlocalhost\n127.0.0.1\n"), 3);
    try (Workers workers = new SshLauncher().launch(request)) {
      for (int slot = 0; slot < 3; slot++) {
        int each = slot;
        await(() -> said(each, 1).contains("--attempt 1\n"));
        assertThat(said(slot, 1))
            .as("behind what the shell of this machine says when it begins")
            .endsWith(
                "args: worker %s -c /etc/it's/client.properties --slot %d --attempt 1\n"
                    .formatted(request.run(), slot));
      }
      Files.writeString(temp.resolve("home/bin/catena.1"), "64");
      WorkerEnd end = ended(workers, 1).get(0);
      assertThat(end).isEqualTo(new WorkerEnd(1, 1, OptionalInt.of(64), "status 64 on localhost"));
      assertThat(end.refused()).isTrue();
      Files.delete(temp.resolve("home/bin/catena.1"));

      assertThat(workers.start(1, 2)).isTrue();
      await(() -> said(1, 2).contains("--slot 1 --attempt 2\n"));
      assertThat(((LocalWorkers) workers).running()).isEqualTo(3);

      assertThat(workers.stop(Duration.ofMinutes(1))).isZero();
      assertThat(((LocalWorkers) workers).running()).isZero();
    }
  }

  /** With an ssh that waits until all of them have been started. */
  @Test
  void allHostsAreStartedAtTheSameTime() throws Exception {
    Path ssh =
        Files.writeString(
            temp.resolve("ssh"),
            """
            #!/bin/bash
            mkdir -p "$0.d"; touch "$0.d/$$"
            while [ "$(ls "$0.d" | wc -l)" -lt 20 ]; do sleep 0.05; done
            """);
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
    Path hosts = hosts("host\n".repeat(20));
    try (Workers workers = new SshLauncher().launch(request(hosts, 20, ssh.toString()))) {
      assertThat(ended(workers, 20)).allMatch(end -> end.status().equals(OptionalInt.of(0)));
    }
  }

  @Test
  void whoIsAskedToEndEndsOnItsHostToo() throws Exception {
    Path catena = temp.resolve("home/bin/catena");
    Files.writeString(
        catena, Files.readString(catena).replace("echo ends in order", "touch \"$0.ended\""));
    try (Workers workers = new SshLauncher().launch(request(hosts("127.0.0.1\n"), 1))) {
      await(() -> said(0, 1).contains("\n"));
      assertThat(workers.stop(Duration.ofMinutes(1))).isZero();
    }
    await(() -> Files.exists(temp.resolve("home/bin/catena.ended")));
  }

  @Test
  void aHostThatRefusesIsReportedAndIsNoKnownEndOfAWorker() throws Exception {
    sshd.destroy();
    assertThat(sshd.waitFor()).isNotNegative();
    try (Workers workers = new SshLauncher().launch(request(hosts("127.0.0.1\n"), 1))) {
      WorkerEnd end = ended(workers, 1).get(0);
      assertThat(end.status()).isEmpty();
      assertThat(end.words()).startsWith("no ssh to 127.0.0.1: ").contains("Connection refused");
    }
  }

  @Test
  void anotherProcessTakesThemOver() throws Exception {
    LaunchRequest request = request(hosts("127.0.0.1\n"), 1);
    Workers first = new SshLauncher().launch(request);
    await(() -> said(0, 1).contains("\n"));
    try (Workers second = new SshLauncher().attach(request, first.handle())) {
      assertThat(((LocalWorkers) second).running()).isEqualTo(1);
      Files.writeString(temp.resolve("home/bin/catena.0"), "0");
      assertThat(ended(second, 1).get(0).words()).matches("process \\d+ on 127.0.0.1 is gone");
    }
  }

  @Test
  void aFileOfHostsThatDoesNotDoIsRefused() throws Exception {
    assertThatThrownBy(() -> SshLauncher.hosts("", 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("needs --hosts FILE");
    assertThatThrownBy(() -> SshLauncher.hosts(hosts("\n# none\n").toString(), 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("says nothing");
    assertThatThrownBy(() -> SshLauncher.hosts(temp.resolve("nowhere").toString(), 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> SshLauncher.hosts(hosts("one\ntwo\n").toString(), 3))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has 2 lines, and there are 3 workers");
    assertThatThrownBy(() -> SshLauncher.hosts(hosts("-oProxyCommand=x\n").toString(), 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is no host");
  }
}
