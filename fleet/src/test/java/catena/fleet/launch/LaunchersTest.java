// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.FleetSettings;
import catena.harness.instance.HadoopConf;
import catena.records.settings.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchersTest {
  private static final List<Launcher> ALL =
      List.of(new LocalLauncher(), new SshLauncher(), new KubernetesLauncher(), new YarnLauncher());

  @Test
  void eachHasAWord() {
    assertThat(ALL)
        .extracting(Launcher::name)
        .containsExactly("local", "ssh", "kubernetes", "yarn");
  }

  @Test
  void eachReadsItsOwnSettings() {
    assertThat(ALL.get(0).settings()).isEmpty();
    assertThat(ALL.get(1).settings()).contains(SshLauncher.HOSTS);
    assertThat(ALL.get(3).settings()).contains(HadoopConf.SETTING).hasSizeGreaterThan(1);
    assertThat(ALL.get(2).settings()).contains(FleetSettings.DEATH, FleetSettings.ATTEMPTS);
    for (Launcher each : ALL) {
      assertThat(each.settings()).extracting(Setting::key).doesNotHaveDuplicates();
    }
  }
}
