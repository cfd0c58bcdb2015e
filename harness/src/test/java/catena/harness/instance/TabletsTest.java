// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.instance.Tablet.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TabletsTest {
  private static Tablet tablet(String name, String address) {
    return at(name, address, "1f");
  }

  private static Tablet at(String name, String address, String session) {
    return Tablet.at(name, Optional.of(new Location(address, session)), List.of());
  }

  @Test
  void aTabletIsHostedIfTheSessionOfItsLocationLives() {
    assertThat(at("2<", "h:1", "1f").isHosted(Set.of("1f", "20"))).isTrue();
  }

  @Test
  void aTabletAtADeadSessionIsNotHostedWhateverListensAtItsAddressNow() {
    Tablet stale = at("2;m", "h:1", "1f");
    Tablet fresh = at("2<", "h:1", "20");
    assertThat(stale.isHosted(Set.of("20"))).isFalse();
    assertThat(new Tablets(List.of(stale, fresh)).unhosted(Set.of("20"))).containsExactly(stale);
  }

  @Test
  void aTabletWithoutALocationIsNotHosted() {
    Tablet tablet = Tablet.at("2<", Optional.empty(), List.of());
    assertThat(tablet.isHosted(Set.of("1f"))).isFalse();
    assertThat(new Tablets(List.of(tablet)).given()).isEmpty();
  }

  @Test
  void whoHostsMostIsTakenWhateverElseItHosts() {
    Tablets tablets =
        new Tablets(List.of(tablet("2;a", "h:1"), tablet("2;b", "h:1"), tablet("2<", "h:2")));
    assertThat(tablets.of(Set.of("2")).mostAt(host -> !host.equals("h:1"))).contains("h:1");
    assertThat(tablets.of(Set.of("3")).mostAt(host -> true)).isEmpty();
  }

  @Test
  void ofSeveralWithAsManyTheOneThatIsRatherTaken() {
    Tablets tablets = new Tablets(List.of(tablet("2;a", "h:1"), tablet("2<", "h:2")));
    assertThat(tablets.mostAt(host -> !host.equals("h:2"))).contains("h:1");
    assertThat(tablets.mostAt(host -> !host.equals("h:1"))).contains("h:2");
  }

  @Test
  void aScanOfManyTabletsRestsLonger() {
    assertThat(Tablets.rest(0)).isZero();
    assertThat(Tablets.rest(2_000)).isEqualTo(Duration.ofSeconds(2));
  }
}
