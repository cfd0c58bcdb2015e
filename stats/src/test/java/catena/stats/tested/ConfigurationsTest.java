// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.run.RunDirectory;
import catena.records.tested.Tested.Difference;
import catena.stats.tested.TestedRecorder.Configurations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationsTest {
  private static final Map<String, String> DEFAULTS =
      Map.of("a", "1", "b", "2", "table.split", "1G", "instance.secret", "DEFAULT");

  @TempDir private Path files;

  private static Configurations of(Map<String, String> system, Map<String, String> table) {
    return new Configurations(new TreeMap<>(system), "ci", new TreeMap<>(table));
  }

  @Test
  void differencesAreListedAndOfATableOnlyThoseFromTheSystem() {
    Configurations configurations =
        of(
            Map.of("a", "1", "b", "3", "table.split", "2G"),
            Map.of("a", "1", "b", "3", "table.split", "2G", "table.custom.catena.seed", "7"));
    assertThat(configurations.differences(DEFAULTS))
        .containsExactly(
            new Difference("system", "b", Optional.of("2"), "3"),
            new Difference("system", "table.split", Optional.of("1G"), "2G"),
            new Difference("ci", "table.custom.catena.seed", Optional.empty(), "7"));
  }

  @Test
  void aTableThatIsAgainAsTheDefaultUnderAnotherSystemIsNoDifference() {
    assertThat(of(Map.of("table.split", "2G"), Map.of("table.split", "1G")).differences(DEFAULTS))
        .containsExactly(new Difference("system", "table.split", Optional.of("1G"), "2G"));
  }

  @Test
  void secretsAreInNoFileAndInNoDifference() throws Exception {
    Map<String, String> secrets =
        Map.of(
            "instance.secret", "hunter2",
            "trace.token.property.password", "hunter2",
            "rpc.javax.net.ssl.keyStorePassword", "hunter2",
            "general.custom.my.secret", "hunter2",
            "table.custom.access-key.id", "hunter2");
    Configurations configurations = of(secrets, secrets);
    assertThat(configurations.differences(DEFAULTS).toString()).doesNotContain("hunter2");
    assertThat(configurations.differences(DEFAULTS)).hasSize(5);
    try (RunDirectory run = RunDirectory.at(files.toString())) {
      configurations.writeTo(run);
    }
    for (String name : new String[] {"system", "table-ci"}) {
      String text = Files.readString(files.resolve("configuration/" + name + ".properties"));
      assertThat(text).doesNotContain("hunter2").contains("instance.secret=***");
    }
  }

  @Test
  void whatIsNoSecretIsNotMasked() {
    for (String key :
        new String[] {
          "general.delegation.token.lifetime",
          "tserver.cache.data.size",
          "table.bloom.key.functor",
          "instance.security.authenticator"
        }) {
      assertThat(AccumuloProperties.masked(key, "x")).as(key).isEqualTo("x");
    }
    assertThat(AccumuloProperties.masked("instance.secret", "")).isEmpty();
    assertThat(AccumuloProperties.masked("instance.secret", "DEFAULT")).isEqualTo("DEFAULT");
  }

  @Test
  void theDefaultsAreAccumulosOwn() {
    Map<String, String> defaults = AccumuloProperties.DEFAULTS;
    assertThat(defaults)
        .containsEntry("table.split.threshold", "1G")
        .containsEntry("tserver.port.client", "9997")
        .doesNotContainKey("table.custom.");
    // A system that is as Accumulo has it differs in nothing.
    assertThat(of(defaults, Map.of()).differences(defaults)).isEmpty();
  }

  @Test
  void filesComeBackAsTheyWereWritten() throws Exception {
    Configurations written =
        of(Map.of("a", "x=y \\ ä\nz"), new TreeMap<>(Map.of("table.k", "v", "a", "x")));
    try (RunDirectory run = RunDirectory.at(files.toString())) {
      assertThat(read(run)).isEqualTo(of(Map.of(), Map.of()));
      written.writeTo(run);
      assertThat(read(run)).isEqualTo(written);
    }
  }

  private static Configurations read(RunDirectory run) throws IOException {
    return of(
        run.readProperties(run.systemConfiguration()),
        run.readProperties(run.tableConfiguration("ci")));
  }

  @Test
  void whatChangesDuringTheRunIsReported() {
    Configurations before = of(Map.of("a", "1", "b", "2"), Map.of("t", "1"));
    assertThat(before.changesTo(before)).isEmpty();
    assertThat(before.changesTo(of(Map.of("a", "1", "c", "3"), Map.of("t", "2"))))
        .containsExactly(
            "During the run system: b changed from 2 to not set",
            "During the run system: c changed from not set to 3",
            "During the run table ci: t changed from 1 to 2");
    assertThat(before.changesTo(of(Map.of(), Map.of()))).as("a cluster that is silent").isEmpty();
  }
}
