// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.health.Health.HostedTablets;
import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.FakeMetadata;
import catena.harness.instance.Tablet;
import catena.harness.instance.Tablet.Location;
import catena.harness.instance.Tablets;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HostedTabletsTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String ADDRESS = "127.0.0.1:9997";

  private final FakeMetadata metadata =
      new FakeMetadata().table("t", "2").tablet("!0<").tablet("2;m").tablet("2<");

  private Tablet root = Tablet.at("+r<", Optional.of(new Location(ADDRESS, "a1")), List.of());

  private Optional<String> missing(BlockingSupplier<Set<String>> tservers) throws Exception {
    return HostedTablets.missing(metadata::client, () -> root, tservers, LIMIT);
  }

  @Test
  void nothingIsMissingWhereEveryTabletIsAtALiveSession() throws Exception {
    metadata.put("!0<", "loc", "a1", ADDRESS);
    metadata.put("2;m", "loc", "a1", ADDRESS).put("2<", "loc", "a1", ADDRESS);
    assertThat(missing(() -> Set.of("a1"))).isEmpty();
  }

  @Test
  void aTabletAtADeadSessionIsNotHostedWhateverListensAtItsAddressNow() throws Exception {
    metadata.put("!0<", "loc", "a1", ADDRESS);
    metadata.put("2;m", "loc", "dead", ADDRESS).put("2<", "loc", "a1", ADDRESS);
    assertThat(missing(() -> Set.of("a1"))).contains("1 of 2 tablets are not hosted: 2;m");
  }

  @Test
  void whereTheRootTabletIsNotHostedNothingIsRead() throws Exception {
    root = Tablet.at("+r<", Optional.empty(), List.of());
    metadata.put("!0<", "loc", "a1", ADDRESS);
    metadata.put("2;m", "loc", "a1", ADDRESS).put("2<", "loc", "a1", ADDRESS);
    assertThat(missing(() -> Set.of("a1")))
        .hasValueSatisfying(m -> assertThat(m).startsWith("the root tablet, +r<<, is not hosted"));
    assertThat(metadata.fetched()).isEmpty();
    root = Tablet.at("+r<", Optional.of(new Location(ADDRESS, "dead")), List.of());
    assertThat(missing(() -> Set.of("a1"))).isPresent();
  }

  @Test
  void whereTheMetadataTableIsNotHostedItIsNotReadToItsEnd() throws Exception {
    metadata.put("!0<", "loc", "dead", ADDRESS);
    assertThat(missing(() -> Set.of("a1")))
        .contains("1 of 1 tablets of the metadata table are not hosted: !0<");
  }

  @Test
  void tabletsOfNoOnlineTableNeedNoHost() throws Exception {
    metadata.put("!0<", "loc", "a1", ADDRESS).tablet("9<");
    metadata.put("2;m", "loc", "a1", ADDRESS).put("2<", "loc", "a1", ADDRESS);
    assertThat(missing(() -> Set.of("a1"))).isEmpty();
  }

  @Test
  void unknownLiveServersAreADoubtAboutTheTablets() throws Exception {
    assertThat(
            missing(
                () -> {
                  throw new IOException("ZooKeeper is silent");
                }))
        .contains("the root tablet, +r<<, cannot be read: ZooKeeper is silent");
  }

  @Test
  void noMoreAreNamedThanAPersonReads() {
    List<Tablet> without =
        IntStream.range(10, 30)
            .mapToObj(i -> Tablet.at("2;" + i, Optional.empty(), List.of()))
            .toList();
    assertThat(HostedTablets.missing("tablets", new Tablets(without), without))
        .hasValueSatisfying(
            message -> assertThat(message).startsWith("20 of 20").endsWith("2;17, …"));
  }
}
