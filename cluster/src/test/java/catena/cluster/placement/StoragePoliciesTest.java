// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.spec.Disks;
import catena.cluster.spec.Tiers;
import catena.records.placement.Tier;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoragePoliciesTest {
  private static Tiers tiers(String... wordsAndValues) {
    Disks disks = new Disks(4096, true);
    for (int i = 0; i < wordsAndValues.length; i += 2) {
      disks = disks.tiered(wordsAndValues[i], wordsAndValues[i + 1]);
    }
    return disks.tiered().orElseThrow();
  }

  @Test
  void byPoliciesEachPlaceOfTheOneVolumeHasItsOwn() {
    Map<String, Tier> directories =
        StoragePolicies.directories(
            tiers(
                "placement.wal", "fast", "placement.metadata", "slow", "placement.tables", "slow"));
    assertThat(directories).containsEntry("/accumulo/wal", Tier.FAST);
    assertThat(directories).containsEntry("/accumulo/tables", Tier.SLOW);
    assertThat(directories.keySet())
        .allSatisfy(each -> assertThat(each).startsWith("/accumulo/"))
        .hasSizeGreaterThan(2);
    assertThat(directories.keySet().stream().toList().indexOf("/accumulo/tables"))
        .as("before those within it")
        .isLessThan(
            directories.keySet().stream()
                .filter(each -> each.startsWith("/accumulo/tables/"))
                .map(directories.keySet().stream().toList()::indexOf)
                .min(Integer::compare)
                .orElseThrow());
  }

  @Test
  void byVolumesEachVolumeHasOneAsAWhole() {
    Map<String, Tier> directories =
        StoragePolicies.directories(tiers("placement.wal", "fast", "placement.by", "volumes"));
    assertThat(directories).hasSize(2).containsValues(Tier.FAST, Tier.SLOW);
    assertThat(directories.keySet()).noneMatch(each -> each.contains("/wal"));
  }
}
