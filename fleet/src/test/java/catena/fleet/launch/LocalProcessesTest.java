// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers that are processes of a shell: how they end, and what is said of it. */
@Timeout(60)
class LocalProcessesTest {
  @TempDir private Path temp;

  @BeforeEach
  void run() throws IOException {
    Files.createDirectories(temp.resolve("run"));
  }

  private LaunchRequest request(int workers) {
    return new LaunchRequest(
        temp.resolve("run").toString(),
        workers,
        Path.of("client.properties"),
        Settings.resolve(List.of(), List.of()));
  }

  /** Each is this script, with its slot and attempt. */
  private LocalWorkers shells(int workers, String script, String host) {
    return new LocalWorkers(
        request(workers),
        (slot, attempt) -> List.of("sh", "-c", script, "sh", "" + slot, "" + attempt),
        slot -> host.isEmpty() ? "" : host + slot);
  }

  private static void await(Callable<Boolean> come) throws Exception {
    while (!come.call()) {
      Thread.onSpinWait();
    }
  }

  private static List<WorkerEnd> ended(LocalWorkers workers, int number) throws Exception {
    List<WorkerEnd> ends = new ArrayList<>();
    await(
        () -> {
          ends.addAll(workers.ended());
          return ends.size() >= number;
        });
    return ends;
  }

  @Test
  void theStatusOfEachIsReported() throws Exception {
    try (LocalWorkers workers = shells(2, "echo $1.$2; exit $((63 + $1))", "").started()) {
      assertThat(ended(workers, 2))
          .containsExactlyInAnyOrder(
              new WorkerEnd(0, 1, OptionalInt.of(63), "status 63"),
              new WorkerEnd(1, 1, OptionalInt.of(64), "status 64"));
      assertThat(workers.ended()).as("once").isEmpty();
      assertThat(workers.start(1, 2)).isTrue();
      WorkerEnd end = ended(workers, 1).get(0);
      assertThat(end.attempt()).isEqualTo(2);
      assertThat(end.refused()).isTrue();
      assertThat(temp.resolve("run/logs/worker-1-2.out")).content().contains("1.2\n");
      assertThat(workers.askEach()).isZero();
      assertThat(workers.shortage()).isEmpty();
    }
  }

  @Test
  void aSignalIsReportedByItsNumber() throws Exception {
    try (LocalWorkers workers = shells(1, "kill -9 $$", "").started()) {
      assertThat(ended(workers, 1))
          .containsExactly(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137 (signal 9)"));
    }
    try (LocalWorkers workers = shells(1, "exit 128", "").started()) {
      assertThat(ended(workers, 1))
          .containsExactly(new WorkerEnd(0, 1, OptionalInt.of(128), "status 128"));
    }
  }

  @Test
  void onAnotherHostOnlyAStatusBelowASignalIsTheWorkers() throws Exception {
    String script =
        "case $1 in 0) exit 127;; 1) echo a; echo last; exit 255;; 2) exit 128;; 3) exit 137;; esac";
    try (LocalWorkers workers = shells(4, script, "host-").started()) {
      assertThat(ended(workers, 4))
          .containsExactlyInAnyOrder(
              new WorkerEnd(0, 1, OptionalInt.of(127), "status 127 on host-0"),
              new WorkerEnd(1, 1, OptionalInt.empty(), "no ssh to host-1: last"),
              new WorkerEnd(2, 1, OptionalInt.empty(), "no ssh to host-2"),
              new WorkerEnd(3, 1, OptionalInt.empty(), "no ssh to host-3 (signal 9)"));
    }
  }

  @Test
  void theLastLineOfALongLogIsReported() throws Exception {
    String script = "head -c 20000 /dev/zero | tr '\\0' x; echo; echo the end; exit 255";
    try (LocalWorkers workers = shells(1, script, "host-").started()) {
      assertThat(ended(workers, 1).get(0).words()).isEqualTo("no ssh to host-0: the end");
    }
  }

  @Test
  void whoDoesNotEndIsKilledAndCounted() throws Exception {
    String script =
        "[ $1 = 0 ] && trap '' TERM; : > "
            + temp
            + "/begun-$1; for i in $(seq 999); do sleep 0.02; done";
    try (LocalWorkers workers = shells(2, script, "").started()) {
      await(() -> Files.exists(temp.resolve("begun-0")) && Files.exists(temp.resolve("begun-1")));
      assertThat(workers.running()).isEqualTo(2);
      assertThat(workers.stop(Duration.ofMillis(300))).as("one ends in order").isEqualTo(1);
      List<WorkerEnd> ends = ended(workers, 2);
      assertThat(ends)
          .extracting(WorkerEnd::words)
          .containsExactlyInAnyOrder("status 137 (signal 9)", "status 143 (signal 15)");
      assertThat(workers.running()).isZero();
      assertThat(workers.stop(Duration.ZERO)).isZero();
    }
  }

  @Test
  void whoClosesThemKillsThem() throws Exception {
    ProcessHandle process;
    try (LocalWorkers workers = shells(1, "exec sleep 60", "").started()) {
      String handle = workers.handle();
      assertThat(handle).startsWith("[{\"slot\":0,\"attempt\":1,\"pid\":");
      long pid = Long.parseLong(handle.replaceAll(".*\"pid\":(\\d+).*", "$1"));
      process = ProcessHandle.of(pid).orElseThrow();
      assertThat(process.isAlive()).isTrue();
      try (LocalWorkers none =
          shells(1, "true", "").attach(handle.replace("\"pid\":", "\"pid\":9"))) {
        assertThat(none.running()).as("no such process").isZero();
        assertThat(none.ended()).isEmpty();
      }
      LocalWorkers later =
          shells(1, "true", "").attach(handle.replace("\"start\":", "\"start\":1"));
      assertThat(later.running()).as("another of the same number").isZero();
    }
    await(() -> !process.isAlive());
  }

  @Test
  void noneIsLeftWhereOneCannotBeStarted() {
    List<Integer> asked = new ArrayList<>();
    LocalWorkers workers =
        new LocalWorkers(
            request(3),
            (slot, attempt) -> {
              asked.add(slot);
              return slot == 1 ? List.of(temp + "/none") : List.of("sleep", "60");
            },
            slot -> "");
    assertThatThrownBy(workers::started).isInstanceOf(IOException.class);
    assertThat(asked).containsExactly(0, 1);
    assertThat(workers.running()).isZero();
    assertThat(workers.handle()).isEqualTo("[]");
  }

  @Test
  void aWorkerIsTheCommandLineOfThisProcess() {
    assertThat(LaunchRequest.arguments("/runs/x", 3, 2, "c.properties"))
        .containsExactly(
            "worker", "/runs/x", "-c", "c.properties", "--slot", "3", "--attempt", "2");
    assertThat(request(1).isLocal()).isTrue();
    assertThatThrownBy(() -> request(0)).hasMessage("0 workers");
  }
}
