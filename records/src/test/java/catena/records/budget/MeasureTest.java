// SPDX-License-Identifier: Apache-2.0
package catena.records.budget;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MeasureTest {
  @ParameterizedTest
  @EnumSource
  void eachHasASettingThatIsEmptyUnlessItIsSet(Measure measure) {
    Setting<Optional<Double>> setting = measure.setting();
    assertThat(setting.key()).endsWith(measure.word());
    assertThat(setting.description())
        .startsWith(
            measure.isMark()
                ? "the least, else UNKNOWN: "
                : measure.least() ? "per second, the least: " : "the most: ")
        .endsWith(measure.isMark() ? "; empty: any" : "; empty: no budget")
        .contains(measure.about());
    assertThat(Measure.settings()).contains(setting);
    assertThat(Measure.of(measure.word())).contains(measure);
    assertThat(settings(Map.of()).get(setting)).isEmpty();
    String seven = setting.allowed().contains("time span") ? "7s" : "7";
    assertThat(settings(Map.of(setting.key(), seven)).get(setting)).contains(7.0);
  }

  private static Settings settings(Map<String, String> given) {
    return Settings.resolve(Measure.settings(), List.of(Layer.of("test", given)));
  }
}
