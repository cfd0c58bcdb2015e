// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.settings.Layer;
import catena.records.settings.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CopyTargetTest {
  @Test
  void aCopyGetsWhatWasSetOfTheTableAndNoMore() {
    Map<String, String> instance =
        Map.of("table.split.threshold", "1G", "table.durability", "sync");
    Map<String, String> table =
        Map.of(
            "table.split.threshold", "2M",
            "table.durability", "sync",
            "table.custom.catena.seed", "7",
            "table.iterator.scan.vers", "20,org.x.VersioningIterator",
            "table.constraint.1", "org.x.DefaultKeySizeConstraint",
            "tserver.memory.maps.max", "1G");
    assertThat(CopyTarget.own(table, instance))
        .isEqualTo(Map.of("table.split.threshold", "2M", "table.custom.catena.seed", "7"));
  }

  private static String named(Map<String, String> asked) {
    return Copying.table(Settings.resolve(Copying.SETTINGS, List.of(Layer.of("test", asked))));
  }

  @Test
  void theOtherTableIsNamedAfterTheFirstUnlessASettingNamesIt() {
    assertThat(named(Map.of("table.name", "space.soak"))).isEqualTo("space.soak_moru");
    assertThat(named(Map.of("table.name", "soak", "moru.table", "mine"))).isEqualTo("mine");
  }
}
