// SPDX-License-Identifier: Apache-2.0
package catena.records.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassicSampleTest {
  private final Map<ClassicField, Double> values = new EnumMap<>(ClassicField.class);

  @Test
  void aLineIsReadBackAsItWasWritten() {
    for (ClassicField field : ClassicField.values()) {
      values.put(field, values.size() + 7.0);
    }
    values.put(ClassicField.AVG_FILES_PER_TABLET, 2.125);
    values.remove(ClassicField.TOTAL_QUERY);
    ClassicSample sample = new ClassicSample(99, values);
    assertThat(sample.line()).startsWith("99 7 8 9 - 11 ").contains(" 2.125 ");
    assertThat(ClassicSample.parse(sample.line())).isEqualTo(sample);
  }

  @Test
  void aTornLineIsNone() {
    String line = new ClassicSample(99, values).line();
    assertThatThrownBy(() -> ClassicSample.parse(line.substring(0, line.length() - 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ClassicSample.parse(line.replaceFirst("-", "x")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
