// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.Limit;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a cluster's processes are started, remembered, found again and ended. */
@Timeout(60)
class PidFilesTest {
  private static final ServerId GC = new ServerId(Role.GC, 1);
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Map<String, Integer> PORTS = Map.of("client", 4711);

  private static final Limit NONE = new Limit(Duration.ZERO);
  private static final Limit LONG = new Limit(Duration.ofHours(1));

  @TempDir Path directory;
  private ClusterFiles files;
  private PidFiles pids;
  private Launcher launcher;

  @BeforeEach
  void lay() throws IOException {
    files = new ClusterFiles(directory.resolve("cluster"));
    files.createDirectories();
    pids = new PidFiles(files);
    launcher = new Launcher(files, Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private static ServerProcess process(long pid, String birth) {
    return new ServerProcess(pid, birth, NOW, PORTS, 12);
  }

  private static ServerProcess own() {
    long pid = ProcessHandle.current().pid();
    return process(pid, ProcStat.of(pid).orElseThrow().birth());
  }

  @Test
  void whatIsWrittenIsReadUntilItIsForgotten() throws IOException {
    assertThat(pids.read(GC)).isEmpty();
    pids.write(GC, process(7, "boot/1"));
    assertThat(pids.read(GC)).contains(process(7, "boot/1"));
    assertThat(pids.read(new ServerId(Role.GC, 2))).isEmpty();
    pids.forget(GC);
    pids.forget(GC);
    assertThat(pids.read(GC)).isEmpty();
    assertThat(files.run()).isEmptyDirectory();
  }

  /** A busy machine goes round all numbers within minutes, since threads have such, too. */
  @Test
  void whoWasGivenTheNumberOfAServerThatHasEndedIsNotThatServer() throws IOException {
    Map<Long, ProcStat> system = new HashMap<>(Map.of(7L, new ProcStat("boot/1", false)));
    PidFiles seen = new PidFiles(files, pid -> Optional.ofNullable(system.get(pid)));
    seen.write(GC, process(7, "boot/1"));
    assertThat(seen.server(GC, "h").pid()).hasValue(7);
    assertThat(seen.lives(7)).isTrue();
    system.remove(7L);
    assertThat(seen.lives(7)).isFalse();
    system.put(7L, new ProcStat("boot/900", false));
    assertThat(seen.lives(7)).isFalse();
    assertThat(seen.state(GC)).isEqualTo(ServerState.DEAD);

    seen.write(GC, process(7, "boot/900"));
    assertThat(seen.server(GC, "h").state()).isEqualTo(ServerState.RUNNING);
    assertThat(seen.lives(7)).as("it is a server again").isTrue();
    assertThat(pids.lives(ProcessHandle.current().pid())).as("never shown").isTrue();
  }

  @Test
  void aServerIsWhatItsProcessIs() throws IOException {
    assertThat(pids.state(GC)).isEqualTo(ServerState.STOPPED);
    pids.write(GC, own());
    assertThat(pids.state(GC)).isEqualTo(ServerState.RUNNING);
    assertThat(pids.alive(GC)).contains(own());
    pids.write(GC, process(own().pid(), "another boot/1"));
    assertThat(pids.state(GC)).as("somebody else has its number").isEqualTo(ServerState.DEAD);
    assertThat(pids.alive(GC)).isEmpty();
  }

  @Test
  void aServerThatLivesHasPortsAndATimeAndADeadOneHasNone() throws IOException {
    pids.write(GC, own());
    Server living = pids.server(GC, "198.18.0.2");
    assertThat(living.pid()).hasValue(own().pid());
    assertThat(living.ports()).isEqualTo(PORTS);
    assertThat(living.since()).contains(NOW);
    assertThat(living.host()).isEqualTo("198.18.0.2");
    assertThat(living.log()).isEqualTo(files.log(GC));
    pids.write(GC, process(own().pid(), "another boot/1"));
    Server dead = pids.server(GC, "198.18.0.2");
    assertThat(dead.pid()).isEmpty();
    assertThat(dead.ports()).isEmpty();
    assertThat(dead.since()).isEmpty();
  }

  @Test
  void aFileOfAnotherVersionIsNamed() throws IOException {
    Files.writeString(files.pid(GC), "{\"pid\": \"seven\"}");
    assertThatThrownBy(() -> pids.read(GC))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("gc-1.pid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"pid\" : 7, \"birth", "{", "\0\0\0\0\0\0"})
  void aServerWhosePidFileIsTornIsDeadAndItsProcessIsFound(String torn) throws Exception {
    ServerProcess started = launcher.launch(GC, List.of("sleep", "600"), PORTS);
    ServerProcess other = launcher.launch(new ServerId(Role.GC, 2), List.of("sleep", "600"), PORTS);
    try {
      Files.writeString(files.pid(GC), torn);
      assertThat(pids.read(GC)).isEmpty();
      assertThat(pids.state(GC)).isEqualTo(ServerState.DEAD);
      assertThat(pids.alive(GC)).isEmpty();
      assertThat(pids.server(GC, "198.18.0.2").pid()).isEmpty();
      assertThat(pids.processes(List.of(GC)))
          .extracting(ServerProcess::pid)
          .as("this server's, and no other's")
          .containsExactly(started.pid());
    } finally {
      Signals.kill(List.of(started, other));
    }
    assertThat(pids.processes(List.of(GC))).isEmpty();
  }

  /** Whoever started it died before it could write a file; one of before may be there. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerWhoseFileNamesNoLiveProcessIsFoundByItsMark(boolean earlier) throws Exception {
    ServerId second = new ServerId(Role.GC, 2);
    ServerProcess started = launcher.launch(GC, List.of("sleep", "600"), PORTS);
    ServerProcess other = launcher.launch(second, List.of("sleep", "600"), PORTS);
    try {
      pids.write(second, other);
      if (earlier) {
        pids.write(GC, process(own().pid(), "another boot/1"));
      }
      assertThat(pids.alive(GC)).isEmpty();
      assertThat(pids.processes(List.of(GC)))
          .extracting(ServerProcess::pid)
          .containsExactly(started.pid());
      assertThat(pids.processes(List.of(GC, second)))
          .extracting(ServerProcess::pid)
          .as("each once")
          .containsExactlyInAnyOrder(started.pid(), other.pid());
      assertThat(pids.processes(List.of(new ServerId(Role.GC, 3)))).isEmpty();
    } finally {
      Signals.kill(List.of(started, other));
    }
  }

  @Test
  void whatWasStartedIsRememberedFoundByItsMarkAndEnded() throws Exception {
    Files.writeString(files.log(GC), "of before\n");
    ServerProcess started =
        launcher.launch(GC, List.of("/bin/sh", "-c", "echo ready; exec sleep 600"), PORTS);
    try {
      assertThat(started.since()).isEqualTo(NOW);
      assertThat(started.ports()).isEqualTo(PORTS);
      assertThat(started.logOffset()).isEqualTo("of before\n".length());
      assertThat(Signals.alive(started)).isTrue();
      assertThat(OrphanProcesses.find(files))
          .extracting(ServerProcess::pid, ServerProcess::birth)
          .containsExactly(org.assertj.core.groups.Tuple.tuple(started.pid(), started.birth()));
      assertThat(OrphanProcesses.find(new ClusterFiles(directory)))
          .as("another cluster's")
          .isEmpty();
    } finally {
      Signals.kill(List.of(started));
    }
    assertThat(Signals.alive(started)).isFalse();
    assertThat(OrphanProcesses.find(files)).isEmpty();
  }

  /** As /proc shows a process, with an environment from one place in memory to another. */
  private Path shown(String from, String to, String environment) throws IOException {
    Path process = Files.createTempDirectory(directory, "proc");
    String fields = " 0".repeat(46) + " " + from + " " + to + " 0\n";
    Files.writeString(process.resolve("stat"), "7 (a) b (c) S" + fields);
    Files.writeString(process.resolve("environ"), environment);
    Files.createSymbolicLink(process.resolve("exe"), process.resolve("environ"));
    return process;
  }

  @Test
  void anEnvironmentIsWholeWhenItIsAsLongAsTheSystemSays() throws Exception {
    assertThat(OrphanProcesses.environment(shown("100", "108", "A=1\0B=2\0"), NONE))
        .containsExactly("A=1", "B=2", "");
    assertThat(OrphanProcesses.environment(shown("100", "100", ""), NONE))
        .as("there may be none")
        .containsExactly("");
  }

  /** Nothing, one byte, a part, more than before, no place as yet, a place without an end. */
  @ParameterizedTest
  @CsvSource({
    "100, 108, ''",
    "100, 108, A",
    "100, 108, A=1",
    "100, 103, A=1B=2",
    "0, 0, ''",
    "100, 0, ''"
  })
  void aProcessSeenBetweenTwoProgramsIsADoubtAndNotAbsent(String from, String to, String read)
      throws Exception {
    Path process = shown(from, to, read);
    assertThatThrownBy(() -> OrphanProcesses.environment(process, NONE))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining(process.toString())
        .hasMessageContaining("try again");
    FutureTask<List<String>> look =
        new FutureTask<>(() -> OrphanProcesses.environment(process, LONG));
    new Thread(look).start();
    Path next = shown("900", "904", "A=2\0");
    Files.move(next.resolve("environ"), process.resolve("environ"), ATOMIC_MOVE);
    assertThat(look.isDone()).as("the other program is not there yet").isFalse();
    Files.move(next.resolve("stat"), process.resolve("stat"), ATOMIC_MOVE);
    assertThat(look.get()).containsExactly("A=2", "");
  }

  @Test
  void aProcessWithoutAProgramOrThatIsGoneIsAbsent() throws Exception {
    Path kernelThread = shown("0", "0", "");
    Files.delete(kernelThread.resolve("exe"));
    assertThat(OrphanProcesses.environment(kernelThread, LONG)).isEmpty();
    assertThat(OrphanProcesses.environment(directory.resolve("gone"), LONG)).isEmpty();
  }

  @Test
  void whoDoesNotEndWhenAskedIsKilledAndAHaltedOneIsAskedToo() throws Exception {
    ServerProcess deaf =
        launcher.launch(GC, List.of("/bin/sh", "-c", "trap '' TERM; exec sleep 600"), PORTS);
    ServerProcess halted = launcher.launch(GC, List.of("sleep", "600"), PORTS);
    Signals.send(halted, "STOP");
    Signals.end(List.of(halted), Duration.ofSeconds(30));
    assertThat(Signals.alive(halted)).isFalse();
    Signals.end(List.of(deaf), Duration.ofMillis(100));
    assertThat(Signals.alive(deaf)).isFalse();
  }

  @Test
  void aProgramThatFailsOrTakesTooLongIsNamedWithErrorsOfItsLog() throws Exception {
    Files.writeString(files.log("init"), "ERROR of before\n");
    List<String> failing = List.of("/bin/sh", "-c", "echo ERROR now; echo INFO fine; exit 3");
    assertThatThrownBy(() -> launcher.run("init", failing, Duration.ofSeconds(30)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll(
            "init ended with status 3", "ERROR now", files.log("init").toString())
        .hasMessageNotContaining("of before")
        .hasMessageNotContaining("fine");
    assertThatThrownBy(() -> launcher.run("init", List.of("sleep", "600"), Duration.ofMillis(50)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("did not end within");
    assertThat(OrphanProcesses.find(files)).isEmpty();
    launcher.run("init", List.of("true"), Duration.ofSeconds(30));
  }

  @Test
  void theLastErrorsOfALongLogArePrintedAndThatALogCannotBeRead() throws IOException {
    Path log = files.log(GC);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append("ERROR number ").append(i).append(" of a long log\n");
    }
    Files.writeString(log, text + "\tat a.B.c(B.java:1)\nINFO the end\n");
    assertThat(LogTail.failure("gc-1", "ended", log, 0).getMessage().lines())
        .hasSize(8)
        .startsWith("gc-1 ended", "    ERROR number 19994 of a long log")
        .endsWith("  Its log is " + log);
    assertThat(LogTail.failure("gc-1", "ended", log, Files.size(log) + 5).getMessage().lines())
        .as("nothing was said since")
        .hasSize(2);
    assertThat(LogTail.failure("gc-1", "ended", directory.resolve("none"), 0))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void oneAtATimeStartsAndStops() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    AtomicBoolean inside = new AtomicBoolean();
    FutureTask<Boolean> second =
        new FutureTask<>(() -> ClusterLock.holding(files, () -> inside.get()));
    ClusterLock.holding(
        files,
        () -> {
          inside.set(true);
          new Thread(second).start();
          first.countDown();
          assertThat(second.isDone()).isFalse();
          inside.set(false);
        });
    assertThat(second.get()).as("the other was out by then").isFalse();
  }

  /** The kernel takes a process's lock away when it closes any channel of the file. */
  @Test
  void aThreadThatGivesUpLeavesTheOtherOneItsLock() throws Exception {
    ClusterLock.holding(
        files,
        () -> {
          FutureTask<Boolean> second =
              new FutureTask<>(() -> ClusterLock.holding(files, () -> true));
          Thread waiting = new Thread(second);
          waiting.start();
          while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          waiting.interrupt();
          assertThatThrownBy(second::get).hasCauseInstanceOf(InterruptedException.class);
          assertThat(anotherProcessTakesIt()).isFalse();
        });
    assertThat(anotherProcessTakesIt()).isTrue();
  }

  private boolean anotherProcessTakesIt() throws IOException, InterruptedException {
    Path classes =
        Path.of(Taker.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                classes.toString(),
                Taker.class.getName(),
                files.lock().toString())
            .inheritIO()
            .start();
    int status = process.waitFor();
    assertThat(status).isIn(0, Taker.HELD);
    return status == 0;
  }

  /** Another process, which takes the lock of a file if it can. */
  static final class Taker {
    static final int HELD = 7;

    private Taker() {}

    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel =
          FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
        if (channel.tryLock() == null) {
          System.exit(HELD);
        }
      }
    }
  }

  @Test
  void theLockIsFreeAfterAFailure() throws Exception {
    ClusterLock.Action failing =
        () -> {
          throw new IOException("planted");
        };
    assertThatThrownBy(() -> ClusterLock.holding(files, failing)).hasMessage("planted");
    assertThat(ClusterLock.holding(files, () -> "mine")).isEqualTo("mine");
  }
}
