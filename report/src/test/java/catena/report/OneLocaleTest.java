// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneLocaleTest {
  private final Locale before = Locale.getDefault();

  @TempDir private Path directory;

  @AfterEach
  void restore() {
    Locale.setDefault(before);
  }

  @Test
  void numbersAreTheSameInEveryCountry() throws Exception {
    Locale.setDefault(Locale.GERMANY);
    RunFiles files = new RunFiles(directory);
    files.text(
        "settings.properties",
        IntStream.range(0, 1_200)
            .mapToObj(i -> "key." + i + "=value\n")
            .collect(Collectors.joining()));
    assertThat(files.report()).contains("<span class=\"count\">1,200</span>");
  }
}
