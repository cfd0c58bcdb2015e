// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StandbyManagerTest {
  private static final Set<String> OTHER = Set.of("127.0.0.1:2");

  @Test
  void oneThatStandsByMayBeOutOfTheLineWhileAnotherHoldsTheLock() {
    Set<String> holders = Set.of("127.0.0.1:2", "127.0.0.1:9");
    assertThat(Health.isReserve(Duration.ofSeconds(30), OTHER, holders)).isTrue();
  }

  @Test
  void oneThatWasJustStartedMustBeSeen() {
    Set<String> holders = Set.of("127.0.0.1:2");
    assertThat(Health.isReserve(Duration.ofSeconds(29), OTHER, holders)).isFalse();
  }

  @Test
  void noManagerIsAReserveWhileNoOtherHoldsTheLock() {
    Duration old = Duration.ofHours(1);
    assertThat(Health.isReserve(old, OTHER, Set.of("127.0.0.1:9"))).isFalse();
    assertThat(Health.isReserve(old, Set.of(), Set.of("127.0.0.1:2"))).isFalse();
    // The holder of the lock is no other.
    assertThat(Health.isReserve(old, OTHER, Set.of("127.0.0.1:1"))).isFalse();
  }
}
