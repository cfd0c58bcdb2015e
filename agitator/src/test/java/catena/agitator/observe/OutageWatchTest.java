// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cluster that had recovered and is not whole any more. */
class OutageWatchTest {
  private final Watchdog.OutageWatch relapse = new Watchdog.OutageWatch();

  @BeforeEach
  void recover() {
    relapse.recovered("fault 3, kill of gc-1", 10_000);
  }

  private Optional<String> ill(long began) {
    return relapse.see(PlantedLooks.tablets(began, began + 1_000, Set.of(), "lost"));
  }

  private Optional<String> well(long began) {
    return relapse.see(PlantedLooks.tablets(began, began + 1_000, Set.of("a"), "a"));
  }

  @Test
  void itIsRemarkedOnceWhenItLastsAndAgainWhenItIsOver() {
    assertThat(well(11_000)).isEmpty();
    assertThat(ill(20_000)).isEmpty();
    assertThat(ill(24_000).orElseThrow())
        .contains(
            "not whole any more",
            "recovered from fault 3, kill of gc-1, for 5 s",
            "1 tablets are not hosted (2;lost)");
    assertThat(ill(30_000)).isEmpty();
    assertThat(well(40_000)).contains("the cluster is whole again, after 21 s");
    assertThat(well(41_000)).isEmpty();
  }

  @Test
  void observationsThatFailForLongAreARemarkToo() {
    assertThat(relapse.see(PlantedLooks.blind(20_000, "no metadata"))).isEmpty();
    assertThat(relapse.see(PlantedLooks.blind(25_000, "no metadata")).orElseThrow())
        .contains("no metadata");
  }

  @Test
  void aTabletThatIsBeingMovedIsNoRelapse() {
    assertThat(ill(20_000)).isEmpty();
    assertThat(well(22_000)).isEmpty();
    assertThat(ill(30_000)).isEmpty();
    assertThat(well(33_000)).isEmpty();
  }

  @Test
  void whatANewFaultDoesIsNoRelapse() {
    assertThat(ill(20_000)).isEmpty();
    relapse.begins();
    assertThat(ill(30_000)).as("it counts anew").isEmpty();
    assertThat(ill(32_000)).isEmpty();
  }

  @Test
  void beforeAnythingHasRecoveredNothingIsRemarked() {
    Watchdog.OutageWatch none = new Watchdog.OutageWatch();
    for (long at = 0; at < 60_000; at += 1_000) {
      assertThat(none.see(PlantedLooks.tablets(at, at, Set.of(), "lost"))).isEmpty();
    }
    assertThat(ill(1_000)).as("a scan from before the recovery").isEmpty();
    assertThat(ill(9_000)).isEmpty();
  }
}
