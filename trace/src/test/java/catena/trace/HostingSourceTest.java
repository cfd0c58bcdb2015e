// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.FakeMetadata;
import catena.trace.HostingSource.Hosting;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostingSourceTest {
  private final FakeMetadata metadata =
      new FakeMetadata().table("t", "2").tablet("2;m").tablet("2<").tablet("3<");

  @Test
  void aTabletAtADeadSessionIsNotHostedWhateverListensAtItsAddressNow() throws Exception {
    metadata.put("2;m", "loc", "dead", "h:1").put("2;m", "log", "-/hdfs://n/wal/h+1/u", "");
    metadata.put("2<", "loc", "a1", "h:1");
    assertThat(HostingSource.ofTable(metadata.client(), "t", () -> Set.of("a1")).tablets().get())
        .isEqualTo(
            Map.of(
                "2;m", new Hosting(Optional.empty(), List.of("hdfs://n/wal/h+1/u")),
                "2<", new Hosting(Optional.of("h:1"), List.of())));
  }

  @Test
  void theMetadataTablesOwnTabletsAreThoseOfTheRootTable() throws Exception {
    metadata.tablet("!0;~").tablet("!0<").put("!0<", "loc", "a1", "h:1");
    assertThat(HostingSource.ofMetadata(metadata.client(), () -> Set.of("a1")).tablets().get())
        .containsOnlyKeys("!0;~", "!0<")
        .containsEntry("!0<", new Hosting(Optional.of("h:1"), List.of()));
  }

  @Test
  void aTableThatIsNotThereYetHasNoTablets() throws Exception {
    assertThat(HostingSource.ofTable(metadata.client(), "u", Set::of).tablets().get()).isEmpty();
  }

  @Test
  void withoutTheLiveServersTheTabletsAreUnknown() {
    HostingSource source =
        HostingSource.ofTable(
            metadata.client(),
            "t",
            () -> {
              throw new IOException("ZooKeeper is silent");
            });
    assertThatThrownBy(source.tablets()::get).hasMessage("ZooKeeper is silent");
  }
}
