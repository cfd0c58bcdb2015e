package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The settings that are declared, shipped and documented are the same ones. */
class ShippedSettingsTest {
  private static final Pattern LINE = Pattern.compile("(?m)^#?([a-z][a-z.]*)=(.*)$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.]+)(?:KEY)?` \\|");

  @Test
  void theShippedFileHasEverySettingWithItsDefault() throws IOException {
    TreeMap<String, String> declared = new TreeMap<>();
    for (Setting<?> setting : Commands.settings(Activities.SHIPPED)) {
      if (!setting.isPrefix()) {
        declared.put(setting.key(), setting.defaultText());
      }
    }
    TreeMap<String, String> shipped = new TreeMap<>();
    Matcher line = LINE.matcher(Files.readString(Path.of("../conf/catena.properties")));
    while (line.find()) {
      if (!line.group(1).startsWith("table.prop.")) {
        shipped.put(line.group(1), line.group(2));
      }
    }
    assertThat(shipped).isEqualTo(declared);
  }

  @Test
  void theDocsHaveEverySetting() throws IOException {
    Set<String> declared = new TreeSet<>();
    Commands.settings(Activities.SHIPPED).forEach(setting -> declared.add(setting.key()));
    Set<String> documented = new TreeSet<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("../docs/settings.md")));
    while (row.find()) {
      documented.add(row.group(1));
    }
    assertThat(documented).isEqualTo(declared);
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
