// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class FormatsTest {
  private static String said(String text) {
    return Formats.sentence(text, ZoneOffset.UTC);
  }

  @Test
  void momentsOfFilesAreSaidInSecondsOfTheZone() {
    assertThat(said("before it: PASS as of 2026-11-27T19:48:11.555312846Z: 2 LOST"))
        .isEqualTo("before it: PASS as of 2026-11-27 19:48:11: 2 LOST");
    assertThat(said("written to since FAIL as of 2026-11-27T19:48:11Z: 2 LOST: verify again"))
        .isEqualTo("written to since 2026-11-27 19:48:11, when it was FAIL: 2 LOST: verify again");
    assertThat(Formats.sentence("2026-11-27T23:48:11.9Z", ZoneId.of("Europe/Berlin")))
        .isEqualTo("2026-11-28 00:48:11");
  }

  @Test
  void whatHasNoMomentStaysAsItIs() {
    for (String text :
        new String[] {"", "since PASS as of noon", "2026-13-45T99:00:00Z", "a$1\\"}) {
      assertThat(said(text)).isEqualTo(text);
    }
  }
}
