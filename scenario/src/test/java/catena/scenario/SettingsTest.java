// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No setting is declared that nobody sets or reads of: each promise is kept somewhere. */
class SettingsTest {
  private static final Path ROOT = Path.of("..");

  /** These are made from the declarations, and name all of them. */
  private static final Set<String> MADE = Set.of("catena.properties", "settings.md");

  private static final Pattern FOLDERS =
      Pattern.compile("(conf|docs|\\w+/src/test)/.*\\.(yaml|properties|java|md)|README\\.md");

  /** Scenarios, tests and pages as text. */
  private static List<String> texts() throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (FOLDERS.matcher(ROOT.relativize(file).toString()).matches()
            && !MADE.contains(file.getFileName().toString())) {
          texts.add(Files.readString(file));
        }
      }
    }
    return texts;
  }

  /** Whether a key stands somewhere, and not as a part of a longer one. */
  private static boolean isNamed(String key, List<String> texts) {
    Pattern word =
        Pattern.compile(
            "(?<![\\w.])" + Pattern.quote(key) + (key.endsWith(".") ? "" : "(?!\\w|\\.\\w)"));
    return texts.stream().anyMatch(text -> word.matcher(text).find());
  }

  @Test
  void eachSettingStandsInAScenarioATestOrAPage() throws IOException {
    List<String> texts = texts();
    assertThat(texts).hasSizeGreaterThan(300);
    assertThat(Commands.settings(Activities.SHIPPED))
        .extracting(Setting::key)
        .filteredOn(key -> !isNamed(key, texts))
        .as("settings that no scenario, test or page names: test them, or let them go")
        .isEmpty();
  }

  @Test
  void aSettingThatNobodyNamesIsNoticed() {
    List<String> texts = List.of("with `walk.rate=5` and table.prop.table.split.threshold");
    assertThat(isNamed("walk.rate", texts)).isTrue();
    assertThat(isNamed("table.prop.", texts)).isTrue();
    assertThat(isNamed("walk.rate.limit", texts)).isFalse();
    assertThat(isNamed("walk", texts)).as("the beginning of a longer key").isFalse();
    assertThat(isNamed("rate", texts)).as("the end of a longer key").isFalse();
    assertThat(isNamed("split.threshold", texts)).isFalse();
  }
}
