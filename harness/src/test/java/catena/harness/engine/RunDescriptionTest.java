// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.command.CommandContext;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDescriptionTest {
  private static final Setting<String> SEED = Setting.ofString("graph.seed", "of the graph");
  private static final Setting<String> TEXT = Setting.ofString("fake.text", "usual", "a text");
  private static final Setting<String> LATER = Setting.ofString("fake.later", "new", "a text");
  private static final Map<String, String> NONE = Map.of();

  @TempDir private Path temp;
  private RunDirectory directory;

  @BeforeEach
  void open() {
    directory = RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    directory.close();
  }

  private RunDescription at(long millis) {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    return new RunDescription(
        directory,
        new CommandContext(List.of(), List.of("fake", "words"), new StopSignal(), clock, () -> 7));
  }

  private static Map<String, String> settings(
      List<Setting<?>> declared, Map<String, String> values) {
    return Settings.resolve(declared, List.of(Layer.of("test", values))).effective();
  }

  private void begin(String text) throws IOException {
    at(1000).write(true, settings(List.of(SEED, TEXT), Map.of("fake.text", text)), NONE, 42);
  }

  @Test
  void aNewRunIsDescribedWithTheSeedThatWasDrawn() throws IOException {
    assertThat(at(1000).isMissing()).isTrue();
    begin("mine");

    assertThat(at(1000).isMissing()).isFalse();
    assertThat(directory.readSettings()).isEqualTo(Map.of("graph.seed", "42", "fake.text", "mine"));
    assertThat(temp.resolve("environment.json")).content().contains("words");
  }

  @Test
  void aSeedThatIsGivenStaysAndWhatIsSettledCountsMore() throws IOException {
    Map<String, String> given = settings(List.of(SEED, TEXT), Map.of("graph.seed", "5"));
    at(1).write(false, given, Map.of("fake.text", "settled"), 42);

    assertThat(directory.readSettings())
        .isEqualTo(Map.of("graph.seed", "5", "fake.text", "settled"));
  }

  @Test
  void aReaderOfARunChangesNothing() throws IOException {
    begin("mine");
    byte[] before = Files.readAllBytes(temp.resolve("settings.properties"));
    at(2000).write(false, settings(List.of(TEXT), Map.of("fake.text", "other")), NONE, 43);

    assertThat(temp.resolve("settings.properties")).hasBinaryContent(before);
    assertThat(temp.resolve("resumed-2000.json")).doesNotExist();
  }

  @Test
  void aResumedRunAddsNewKeysAndWritesItsOwnToASeparateFile() throws IOException {
    begin("mine");
    at(2000)
        .write(
            true,
            settings(List.of(SEED, TEXT, LATER), Map.of("fake.text", "other", "fake.later", "x")),
            NONE,
            43);

    assertThat(directory.readSettings())
        .isEqualTo(Map.of("graph.seed", "42", "fake.text", "mine", "fake.later", "x"));
    assertThat(temp.resolve("resumed-2000.json")).content().contains("other", "43");
  }

  @Test
  void textOfAnyKindIsTheSameAfterItWasCarriedOn() throws IOException {
    String text = "  a=b:c #d !e \\ \u00fc\u4e16 \t(A&B)|\"C\"";
    String stripped = text.strip();
    begin(stripped);
    at(2000).write(true, settings(List.of(LATER), NONE), NONE, 43);

    assertThat(directory.readSettings()).containsEntry("fake.text", stripped);
  }

  @Test
  void settingsThatAreDamagedAreNotOverwritten() throws IOException {
    byte[] damaged = "fake.text=\\u12\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    Files.write(temp.resolve("settings.properties"), damaged);

    assertThatThrownBy(() -> at(2000).write(true, settings(List.of(TEXT), NONE), NONE, 43))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("settings.properties is damaged");
    assertThat(temp.resolve("settings.properties")).hasBinaryContent(damaged);
  }

  @Test
  void emptySettingsAreADescriptionOfARunThatHasNone() throws IOException {
    Files.createFile(temp.resolve("settings.properties"));
    at(2000).write(true, settings(List.of(LATER), NONE), NONE, 43);

    assertThat(directory.readSettings()).isEqualTo(Map.of("fake.later", "new"));
    assertThat(temp.resolve("resumed-2000.json")).exists();
  }
}
