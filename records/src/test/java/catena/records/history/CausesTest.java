// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.run.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CausesTest {
  private static Causes.Group group(int rank, long findings) {
    return new Causes.Group(
        rank,
        new TreeMap<>(Map.of("LOST", findings)),
        findings,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        "deleted by some client",
        List.of(),
        0,
        0,
        "somebody",
        List.of());
  }

  private static Causes causes(long leftOut, long... findings) {
    List<Causes.Group> groups = new java.util.ArrayList<>();
    for (long each : findings) {
      groups.add(group(groups.size() + 1, each));
    }
    return new Causes(groups, 343, 0, leftOut, List.of(), List.of());
  }

  @Test
  void countsOfASampleStandForAll() {
    Causes causes = causes(640_000, 31_987, 10_843, 56_827, 343);
    assertThat(causes.isSample()).isTrue();
    assertThat(causes.traced()).isEqualTo(100_000);
    assertThat(causes.total()).isEqualTo(740_000);
    assertThat(causes.scaled(31_987)).isEqualTo(237_000);
    assertThat(causes.scaledInWords(31_987)).isEqualTo("about 237,000");
    assertThat(causes.scaledInWords(causes.unexplained())).isEqualTo("about 2,540");
    assertThat(causes.scaledInWords(0)).isEqualTo("0");
  }

  @Test
  void countsOfAllAreCounts() {
    Causes causes = causes(0, 31_987, 343);
    assertThat(causes.isSample()).isFalse();
    assertThat(causes.total()).isEqualTo(32_330);
    assertThat(causes.scaledInWords(31_987)).isEqualTo("31,987");
    assertThat(Causes.NONE.scaled(0)).isZero();
  }

  @Test
  void anOlderFileIsOfAll() throws Exception {
    Causes old = Json.LINES.readValue("{\"groups\":[{\"rank\":1,\"findings\":7}]}", Causes.class);
    assertThat(old.total()).isEqualTo(7);
    assertThat(old.isSample()).isFalse();
  }
}
