// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.process.Signals;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerStateTest {
  private static final ServerProcess STARTED =
      new ServerProcess(4711, "boot/100", Instant.EPOCH, Map.of(), 0);

  @Test
  void serverWithoutPidFileIsStopped() {
    assertThat(ServerState.of(Optional.empty(), seen("boot/100", false)))
        .isEqualTo(ServerState.STOPPED);
  }

  @Test
  void processOfTheSameBirthIsOurs() {
    assertThat(state(seen("boot/100", false))).isEqualTo(ServerState.RUNNING);
    assertThat(state(seen("boot/100", true))).isEqualTo(ServerState.PAUSED);
  }

  @Test
  void recycledPidIsNotOurs() {
    assertThat(state(seen("boot/200", false))).isEqualTo(ServerState.DEAD);
    assertThat(state(seen("another-boot/100", false))).isEqualTo(ServerState.DEAD);
  }

  @Test
  void processThatIsGoneIsDead() {
    assertThat(state(Optional.empty())).isEqualTo(ServerState.DEAD);
  }

  @Test
  void recycledPidIsNeverSignalled() throws Exception {
    Process bystander = new ProcessBuilder("sleep", "60").start();
    try {
      Signals.send(
          new ServerProcess(bystander.pid(), "boot/1", Instant.EPOCH, Map.of(), 0), "KILL");
      assertThat(bystander.isAlive()).isTrue();
      String birth = ProcStat.of(bystander.pid()).orElseThrow().birth();
      ServerProcess own = new ServerProcess(bystander.pid(), birth, Instant.EPOCH, Map.of(), 0);
      Signals.kill(List.of(own));
      assertThat(Signals.alive(own)).isFalse();
    } finally {
      bystander.destroyForcibly();
    }
  }

  @Test
  void statLineIsReadBehindACommandWithParentheses() {
    String after = " 1 2 3 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 998877 0 0\n";
    assertThat(ProcStat.parse("12 (a) b (c) S" + after, "boot"))
        .contains(new ProcStat("boot/998877", false));
    assertThat(ProcStat.parse("12 (java) T" + after, "boot"))
        .contains(new ProcStat("boot/998877", true));
  }

  @Test
  void zombieIsGoneWhenItsLastThreadIs() {
    String before = "12 (java) Z 1 2 3 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 ";
    assertThat(ProcStat.parse(before + "1 0 998877 0 0", "boot")).isEmpty();
    assertThat(ProcStat.parse(before + "5 0 998877 0 0", "boot")).isPresent();
  }

  @Test
  void thisProcessIsSeen() {
    assertThat(ProcStat.of(ProcessHandle.current().pid()).orElseThrow().birth())
        .as("in one line, as pid files hold it")
        .matches("[-0-9a-f]{36}/[0-9]+");
  }

  private static ServerState state(Optional<ProcStat> seen) {
    return ServerState.of(Optional.of(STARTED), seen);
  }

  private static Optional<ProcStat> seen(String birth, boolean paused) {
    return Optional.of(new ProcStat(birth, paused));
  }
}
