// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.FakeControl;
import catena.harness.instance.ServerId;
import catena.harness.instance.Tablet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is said of a scan of a cluster that is not whole. */
class ObservationTest {
  private static Tablet tablet(String name, String... logs) {
    return Tablet.at(name, Optional.empty(), List.of(logs));
  }

  private static Observation.Whole scan(
      SortedMap<ServerId, String> missing, List<Tablet> unhosted, String... problem) {
    return new Observation.Whole(
        1,
        2,
        missing,
        unhosted,
        Set.of(),
        Set.of(),
        Optional.ofNullable(problem.length == 0 ? null : problem[0]));
  }

  private static Optional<String> missing(Tablet... unhosted) {
    return scan(new TreeMap<>(), List.of(unhosted)).missing(Set.of());
  }

  @Test
  void theFirstTabletWithoutAHostIsNamedAndTheFirstTwoLogs() {
    assertThat(missing()).isEmpty();
    assertThat(missing(tablet("2<"))).contains("1 tablets are not hosted (2<)");
    assertThat(missing(tablet("2<", "a"), tablet("2;b", "a")))
        .contains("2 tablets are not hosted (2<, …), which need 1 logs (a)");
    assertThat(missing(tablet("2<", "b", "a")))
        .contains("1 tablets are not hosted (2<), which need 2 logs (a, b)");
    assertThat(missing(tablet("2<", "c", "b"), tablet("2;b", "a")))
        .contains("2 tablets are not hosted (2<, …), which need 3 logs (a, b, …)");
  }

  @Test
  void whatIsMeantToBeDownIsNotMissing() {
    ServerId down = FakeControl.id("tserver-1");
    ServerId lost = FakeControl.id("tserver-2");
    SortedMap<ServerId, String> missing = new TreeMap<>();
    missing.put(down, "is missing");
    missing.put(lost, "is missing");
    Observation.Whole look = scan(missing, List.of(tablet("2<")), "ZooKeeper does not answer");
    assertThat(look.missing(Set.of(down)))
        .contains(lost + " is missing; ZooKeeper does not answer; 1 tablets are not hosted (2<)");
    assertThat(scan(missing, List.of()).missing(Set.of(down, lost))).isEmpty();
  }
}
