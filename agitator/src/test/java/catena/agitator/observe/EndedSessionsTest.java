// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.FakeControl;
import catena.agitator.FakeLocks;
import catena.cluster.spec.ServerState;
import catena.records.server.Role;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which sessions are those of processes that have ended. */
class EndedSessionsTest {
  private static final int PORT = 9997;

  private final FakeControl control = new FakeControl();
  private final FakeLocks locks = new FakeLocks();
  private final EndedSessions sessions = new EndedSessions();

  @BeforeEach
  void run() {
    control.set("tserver-1", ServerState.RUNNING, 7, PORT);
    locks.hold(Role.TSERVER, PORT, 0x1f);
  }

  private void poll() throws IOException {
    sessions.see(new Observation.Quick(1, 2, control.list(), Optional.of(locks.get())));
  }

  private void pollWithoutZooKeeper() {
    sessions.see(new Observation.Quick(1, 2, control.list(), Optional.empty()));
  }

  @Test
  void aSessionEndsWithItsProcessAlsoWhereAnotherListensAtTheSameAddress() throws IOException {
    poll();
    poll();
    assertThat(sessions.all()).isEmpty();
    control.set("tserver-1", ServerState.RUNNING, 8, PORT);
    poll();
    assertThat(sessions.all()).isEqualTo(Map.of(0x1fL, FakeControl.id("tserver-1")));
    poll();
    poll();
    assertThat(sessions.all()).as("it is not the new one's").hasSize(1);
    locks.end(0x1f).hold(Role.TSERVER, PORT, 0x2f);
    poll();
    poll();
    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void aSessionEndsWithAProcessThatIsGone() throws IOException {
    poll();
    poll();
    control.set("tserver-1", ServerState.DEAD, 7, PORT);
    pollWithoutZooKeeper();
    assertThat(sessions.all()).containsOnlyKeys(0x1fL);
  }

  @Test
  void whoIsHaltedHasNotEnded() throws IOException {
    poll();
    poll();
    control.set("tserver-1", ServerState.PAUSED, 7, PORT);
    poll();
    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void aSessionOpenedWhileAServerWasReplacedBelongsToNoneYet() throws IOException {
    // The servers are listed first: the lock may be that of a process which has come since.
    sessions.see(new Observation.Quick(1, 2, control.list(), Optional.of(locks.get())));
    control.set("tserver-1", ServerState.RUNNING, 8, PORT);
    poll();
    assertThat(sessions.all()).isEmpty();
    poll();
    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void whatAFaultSaysCountsUntilZooKeeperHasItNoMore() throws IOException {
    sessions.add(Map.of(0x1fL, FakeControl.id("tserver-1")));
    pollWithoutZooKeeper();
    poll();
    assertThat(sessions.all()).containsOnlyKeys(0x1fL);
    locks.end(0x1f);
    poll();
    assertThat(sessions.all()).isEmpty();
  }
}
