// SPDX-License-Identifier: Apache-2.0
package catena.records.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import com.google.common.collect.MoreCollectors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MeasureTest {
  @ParameterizedTest
  @EnumSource
  void eachHasALimitThatIsEmptyUnlessItIsSet(Measure measure) {
    Setting<?> setting =
        Measure.settings().stream()
            .filter(each -> measure.key().startsWith(each.key()))
            .collect(MoreCollectors.onlyElement());
    assertThat(setting.description())
        .startsWith(
            measure.isMark()
                ? "how often at least"
                : measure.least() ? "per second, the least: " : "the most: ")
        .endsWith(measure.isMark() ? "; empty: any" : measure.about() + "; empty: no budget");
    assertThat(measure.key()).endsWith(measure.word());
    assertThat(Measure.of(measure.word())).contains(measure);
    assertThat(measure.limit(settings(Map.of()))).isEmpty();
    assertThat(measure.limit(settings(Map.of(measure.key(), "")))).isEmpty();
    String seven = setting.allowed().contains("time span") ? "7s" : "7";
    assertThat(measure.limit(settings(Map.of(measure.key(), seven)))).contains(7.0);
  }

  @Test
  void aMarkThatIsNoneAndOneWithoutANumberAreRefused() {
    assertThatThrownBy(() -> settings(Map.of("mark.merges.cuts", "1", "mark.merges.cut", "0")))
        .hasMessageContaining("mark.merges.cuts is no setting; the nearest is mark.merges.cut")
        .hasMessageContaining("mark.merges.cut=0 is not allowed; give empty or a number from 1 to")
        .hasMessageContaining("logs.followed, logs.recovered");
  }

  private static Settings settings(Map<String, String> given) {
    return Settings.resolve(Measure.settings(), List.of(Layer.of("test", given)));
  }
}
