// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.settings.Setting;
import com.google.common.base.CharMatcher;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No setting is declared that nobody sets or reads of: each promise is kept somewhere. */
class SettingsTest {
  private static final Path ROOT = Path.of("..");

  /** These are made from the declarations, and name all of them. */
  private static final Set<String> MADE = Set.of("catena.properties", "settings.md");

  private static final Pattern FOLDERS =
      Pattern.compile("(conf|docs|\\w+/src/test)/.*\\.(yaml|properties|java|md)|README\\.md");

  /** Where messages, hints and pages stand: a key in them is one that a person will set. */
  private static final Pattern SAID =
      Pattern.compile(
          "\\w+/src/main/java/.*\\.java|(conf|docs)/.*\\.(yaml|properties|md)|README\\.md");

  private static final Pattern WORD = Pattern.compile("[\\w.]+");

  /** What stands between other characters in scenarios, tests and pages, dots at its end or not. */
  private static NavigableSet<String> words(Pattern folders) throws IOException {
    NavigableSet<String> words = new TreeSet<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (folders.matcher(ROOT.relativize(file).toString()).matches()
            && !MADE.contains(file.getFileName().toString())) {
          words.addAll(words(Files.readString(file)));
        }
      }
    }
    return words;
  }

  private static NavigableSet<String> words(String text) {
    NavigableSet<String> words = new TreeSet<>();
    WORD.matcher(text)
        .results()
        .map(MatchResult::group)
        .forEach(
            word -> {
              words.add(word);
              words.add(CharMatcher.is('.').trimTrailingFrom(word));
            });
    return words;
  }

  /** Whether a key stands somewhere, and not as a part of a longer one. */
  private static boolean isNamed(String key, NavigableSet<String> words) {
    String first = words.ceiling(key);
    return first != null && (key.endsWith(".") ? first.startsWith(key) : first.equals(key));
  }

  @Test
  void eachSettingStandsInAScenarioATestOrAPage() throws IOException {
    NavigableSet<String> words = words(FOLDERS);
    assertThat(words).hasSizeGreaterThan(10_000);
    assertThat(Activities.SHIPPED.settings())
        .extracting(Setting::key)
        .filteredOn(key -> !isNamed(key, words))
        .as("settings that no scenario, test or page names: test them, or let them go")
        .isEmpty();
  }

  /** A message that named a setting that is gone would send its reader to a refusal. */
  @Test
  void noMessageOrPageNamesASettingThatIsGone() throws IOException {
    Properties gone = gone();
    assertThat(gone).isNotEmpty();
    NavigableSet<String> said = words(SAID);
    assertThat(said).contains("job.stall.limit");
    assertThat(gone.stringPropertyNames()).noneMatch(said::contains);
  }

  private static Properties gone() throws IOException {
    Properties gone = new Properties();
    try (InputStream in = Setting.class.getResourceAsStream("gone.properties")) {
      gone.load(in);
    }
    return gone;
  }

  /** What is said of a setting that is gone sends its reader to one that is there. */
  @Test
  void whatBecameOfASettingIsASettingThatThereIs() throws IOException {
    Set<String> known =
        Activities.SHIPPED.settings().stream().flatMap(Setting::keys).collect(Collectors.toSet());
    Set<String> others = Set.of("site.xml", "findings.jsonl", "tserver.compaction.major.delay");
    gone()
        .forEach(
            (key, what) -> {
              assertThat(known).doesNotContain(key.toString());
              assertThat(words(what.toString()))
                  .filteredOn(word -> word.matches("[a-z]+(\\.[a-z]+)+"))
                  .as(key + ": " + what)
                  .allMatch(word -> known.contains(word) || others.contains(word));
            });
    assertThat(gone())
        .containsEntry("min.workers", "it is worker.min now; set that")
        .containsEntry("stop.at.finding", "it is finding.stop now; set that");
  }

  @Test
  void aSettingThatNoPageNamesIsNoticed() {
    NavigableSet<String> words = words("with `walk.rate=5` and table.prop.table.split.threshold.");
    assertThat(isNamed("walk.rate", words)).isTrue();
    assertThat(isNamed("table.prop.", words)).isTrue();
    assertThat(isNamed("walk.rate.limit", words)).isFalse();
    assertThat(isNamed("walk", words)).as("the beginning of a longer key").isFalse();
    assertThat(isNamed("rate", words)).as("the end of a longer key").isFalse();
    assertThat(isNamed("split.threshold", words)).isFalse();
    assertThat(isNamed("table.prop.table.split.threshold", words)).as("before a stop").isTrue();
  }
}
