// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.settings.Setting;
import catena.scenario.usage.SettingsCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The settings that are declared, shipped and documented are the same ones. */
class ShippedSettingsTest {
  /** Writes the files anew, so that descriptions need not be copied by hand. */
  private static final boolean WRITE = Boolean.getBoolean("catena.settings.write");

  private final List<Setting<?>> settings = Activities.SHIPPED.settings();
  private final SettingsPages pages = new SettingsPages(settings);

  @Test
  void theShippedFileHasEverySettingWithItsDefault() throws IOException {
    check(Path.of("../conf/catena.properties"), pages.properties());
  }

  @Test
  void theDocsHaveEverySetting() throws IOException {
    check(Path.of("../docs/settings.md"), pages.page());
  }

  private static void check(Path file, String expected) throws IOException {
    if (WRITE) {
      Files.writeString(file, expected);
    }
    assertThat(Files.readString(file))
        .as(file + " is not what the settings say; -Dcatena.settings.write=true writes it anew")
        .isEqualTo(expected);
  }

  @Test
  void theFileNamesEachSettingAndThePageThoseThatAPersonSets() {
    assertThat(settings).hasSizeGreaterThan(50);
    for (Setting<?> setting : settings) {
      Pattern item = Pattern.compile("(?m)^- `\\Q" + setting.key() + "\\E(KEY)?`[,:]");
      assertThat(item.matcher(pages.page()).results())
          .as(setting.key())
          .hasSize(SettingsCommand.ADVANCED.contains(setting.key()) ? 0 : 1);
      assertThat(pages.properties())
          .containsPattern("(?m)^#?\\Q" + setting.key() + "\\E(KEY)?=\\Q" + setting.defaultText());
    }
  }

  @Test
  void advancedSettingsExist() {
    assertThat(settings).extracting(Setting::key).containsAll(SettingsCommand.ADVANCED);
  }

  @Test
  void theShippedFileIsAcceptedByARun() {
    CommandLine line =
        CommandLine.run(
            "run", "../conf/scenarios/quick.yaml", "-p", "../conf/catena.properties", "--dry-run");
    assertThat(line.notes()).isEmpty();
    assertThat(line.status()).isZero();
  }
}
