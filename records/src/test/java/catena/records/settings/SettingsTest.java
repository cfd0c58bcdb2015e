// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  private static final Setting<Long> FLUSH =
      Setting.ofLong("flush.interval", 1_000_000, 1, Long.MAX_VALUE, "nodes per window");
  private static final Setting<Integer> DEPTH = Setting.ofInt("depth", 25, 1, 1000, "windows");
  private static final Setting<Double> DELETE =
      Setting.ofDouble("delete.probability", 0.1, 0, 1, "share of blocks deleted");
  private static final Setting<Duration> LATENCY =
      Setting.ofDuration("max.latency", "2m", "how long entries may wait");
  private static final Setting<Long> BUFFER =
      Setting.ofSize("max.memory", "64M", "1K", "1T", "buffer");
  private static final Setting<DurationRange> PAUSE =
      Setting.ofDurationRange("pause.length", "60s:120s", "how long a pause is");
  private static final Setting<Optional<Double>> RATE =
      Setting.optional(Setting.ofDouble("rate", 1, 0.001, 1e9, "entries per second"));
  private static final Setting<SortedMap<String, String>> PROPS =
      Setting.ofPrefix("table.prop.", "properties of the table");
  private static final Setting<TimeUnit> UNIT = Setting.ofEnum("unit", TimeUnit.SECONDS, "a unit");
  private static final List<Setting<?>> ALL =
      List.of(FLUSH, DEPTH, DELETE, LATENCY, BUFFER, PAUSE, RATE, PROPS, UNIT);

  @TempDir private Path directory;

  @Test
  void aWordStandsForAValue() {
    Setting<Integer> some =
        Setting.ofWord("some", "few", ImmutableMap.of("few", 3, "many", 99), "how many");
    assertThat(some.allowed()).isEqualTo("one of few, many");
    assertThat(some.parse("few")).isEqualTo(3);
    assertThat(some.parse(" Many")).isEqualTo(99);
    assertThatThrownBy(() -> some.parse("none")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aShippedTableIsReadByKey() {
    assertThat(Texts.table(Settings.class, "gone")).containsKey("addservers.limit");
  }

  @Test
  void defaultsHoldWhereNoLayerSetsAValue() {
    Settings settings = Settings.resolve(ALL, List.of());

    assertThat(settings.get(FLUSH)).isEqualTo(1_000_000L);
    assertThat(settings.get(LATENCY)).isEqualTo(Duration.ofMinutes(2));
    assertThat(settings.get(BUFFER)).isEqualTo(64L << 20);
    assertThat(settings.get(PAUSE))
        .isEqualTo(new DurationRange(Duration.ofSeconds(60), Duration.ofSeconds(120)));
    assertThat(settings.get(RATE)).isEmpty();
    assertThat(settings.get(PROPS)).isEmpty();
    assertThat(settings.get(UNIT)).isEqualTo(TimeUnit.SECONDS);
    assertThat(settings.unread()).containsExactly("delete.probability", "depth");
  }

  @Test
  void othersCountWhereNoLayerSetsAValue() {
    Settings given = Settings.resolve(ALL, List.of(Layer.of("-o", Map.of("depth", "2"))));
    Settings filled =
        given.filled(
            List.of(
                new Layer.Entry("depth", "9", "w line 1"),
                new Layer.Entry("rate", "5", "w line 2")));

    assertThat(filled.get(DEPTH)).isEqualTo(2);
    assertThat(filled.origin("depth")).contains("-o");
    assertThat(filled.get(RATE)).contains(5.0);
    assertThat(filled.origin("rate")).contains("w line 2");
    assertThat(given.get(RATE)).isEmpty();
    assertThat(given.unread()).doesNotContain("depth");
    assertThatThrownBy(
            () -> given.filled(List.of(new Layer.Entry("unit", "miles", "w line 3 (u)"))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("w line 3 (u): unit=miles");
  }

  @Test
  void theLastLayerWins() {
    Settings settings =
        Settings.resolve(
            ALL,
            List.of(
                Layer.of("scenario", Map.of("depth", "2", "rate", "5")),
                Layer.ofAssignments(
                    "-o", List.of("depth=3", "table.prop.table.split.threshold=1G=x"))));

    assertThat(settings.get(DEPTH)).isEqualTo(3);
    assertThat(settings.get(RATE)).contains(5.0);
    assertThat(settings.get(PROPS)).isEqualTo(Map.of("table.split.threshold", "1G=x"));
    assertThat(settings.origin("depth")).contains("-o");
    assertThat(settings.origin("flush.interval")).isEmpty();
    assertThat(settings.effective())
        .containsEntry("depth", "3")
        .containsEntry("flush.interval", "1000000")
        .containsEntry("table.prop.table.split.threshold", "1G=x");
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    Layer layer =
        Layer.ofAssignments(
            "-o",
            List.of(
                "flush.intervall=5",
                "flush.interval=0",
                "delete.probability=2",
                "depth=many",
                "max.latency=10",
                "max.memory=64X",
                "pause.length=3s:2s",
                "unit=parsec",
                "rate=NaN"));

    UsageException e =
        catchThrowableOfType(UsageException.class, () -> Settings.resolve(ALL, List.of(layer)));

    assertThat(e.problems()).hasSize(9);
    assertThat(e.problems().get(0))
        .isEqualTo("-o: flush.intervall is no setting; the nearest is flush.interval");
    assertThat(e.problems().get(1))
        .isEqualTo("-o: flush.interval=0 is not allowed; give a whole number of at least 1");
    assertThat(e.problems().get(2)).contains("delete.probability=2", "from 0 to 1");
    assertThat(e.problems().get(4)).contains("a time span such as");
    assertThat(e.problems().get(7)).contains("nanoseconds, microseconds");
  }

  @Test
  void aKeyOfAnotherCommandIsAnErrorOnlyWhereItWasTyped() {
    List<Setting<?>> declared = List.of(DEPTH);
    Layer typed = Layer.of("-o", Map.of("flush.interval", "5"));

    Problems problems = new Problems();
    assertThat(Settings.resolve(declared, ALL, List.of(typed.lenient()), problems).effective())
        .containsOnlyKeys("depth");
    assertThat(problems.found()).isEmpty();
    assertThat(Settings.resolve(declared, ALL, List.of(typed), problems).effective())
        .containsOnlyKeys("depth");
    assertThat(problems.found())
        .containsExactly("-o: flush.interval is not read by this command; leave it out");
  }

  @Test
  void whatIsReadMustBeDeclared() {
    Settings settings = Settings.resolve(List.of(DEPTH), List.of());

    assertThatThrownBy(() -> settings.get(FLUSH)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFileIsReadAsTheJdkReadsItAndRemembersItsLines() throws IOException {
    Path file = directory.resolve("x.properties");
    Files.writeString(
        file,
        """
        # a comment \\
        depth : 7

          ! another
        table.prop.a = one, \\
            two
        delete.probability
        flush.interval=\\u0035
        """,
        UTF_8);

    assertThat(Layer.ofProperties(file).entries())
        .containsExactly(
            new Layer.Entry("depth", "7", file + " line 2"),
            new Layer.Entry("table.prop.a", "one, two", file + " line 5"),
            new Layer.Entry("delete.probability", "", file + " line 7"),
            new Layer.Entry("flush.interval", "5", file + " line 8"));
    assertThat(Layer.ofProperties(file).strict()).isFalse();
  }

  @Test
  void aMissingFileAndAnAssignmentWithoutAValueAreUsageErrors() {
    assertThatThrownBy(() -> Layer.ofProperties(directory.resolve("none")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("none");
    assertThatThrownBy(() -> Layer.ofAssignments("-o", List.of("depth")))
        .isInstanceOf(UsageException.class)
        .hasMessage("-o depth: write it as key=value");
  }

  @Test
  void unitsAreReadAndWrittenBack() {
    for (String text : List.of("500ms", "30s", "2m", "1h", "3d", "0", "90s", "1500ms")) {
      assertThat(Texts.duration(Texts.parseDuration(text))).isEqualTo(text);
    }
    assertThat(Texts.parseDuration("1.5m")).isEqualTo(Duration.ofSeconds(90));
    assertThat(Texts.parseSize("512")).isEqualTo(512);
    assertThat(Texts.parseSize("64k")).isEqualTo(65_536);
    assertThat(Texts.parseSize("1G")).isEqualTo(1L << 30);
    for (String text : List.of("", "1", "-1s", "1 s", "1w", "s")) {
      assertThatThrownBy(() -> Texts.parseDuration(text))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String text : List.of("", "-1", "1.5M", "M", "99999999999999999T")) {
      assertThatThrownBy(() -> Texts.parseSize(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aKeyThatASettingHadIsRefusedWithWhatToDo() throws IOException {
    Path file = Files.writeString(directory.resolve("old.properties"), "depth=3\nrate.steps=50\n");

    UsageException e =
        catchThrowableOfType(
            UsageException.class, () -> Settings.resolve(ALL, List.of(Layer.ofProperties(file))));

    assertThat(e.problems())
        .containsExactly(
            file
                + " line 2: rate.steps is no setting any more: a search has 200 steps at most;"
                + " leave it out");
  }
}
