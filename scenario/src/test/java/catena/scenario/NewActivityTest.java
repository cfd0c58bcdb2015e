// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.harness.command.Terminal;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a new activity needs: this one class, and its place in the list. It is a command with all
 * that commands have, and a part of scenarios, without a change to anything else.
 */
class NewActivityTest {
  /** The whole of it. */
  private static final class Greet implements Activity {
    private static final Setting<Integer> TIMES =
        Setting.ofInt("greet.times", 1, 1, 9, "how often to greet");

    @Override
    public Description description() {
      return Description.of(
          "greet", "say hello", List.of(TIMES, catena.harness.accumulo.TableName.SETTING));
    }

    @Override
    public Scope scope(Settings own) {
      return new Scope(own.get(TableName.SETTING), List.of(), false);
    }

    @Override
    public Work prepare(PartEnvironment site, Settings own) {
      return run -> PartOutcome.fact("hello ".repeat(own.get(TIMES)).strip());
    }
  }

  @TempDir private Path temp;

  private static CommandLine line(String... words) {
    List<Activity> all = new ArrayList<>(Activities.SHIPPED.all());
    all.add(new Greet());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(notes, true, UTF_8));
    int status = Main.run(new Activities(all), terminal, new StopSignal(), words);
    return new CommandLine(status, out.toString(UTF_8), notes.toString(UTF_8));
  }

  @Test
  void itIsACommandWithARunDirectoryJournalSamplesVerdictAndReport() throws IOException {
    Path run = temp.resolve("run");
    CommandLine said =
        line("greet", "--run-dir", run.toString(), "-o", "greet.times=2", "-o", "stats.parts=host");

    assertThat(said.status()).as(said.all()).isZero();
    assertThat(said.out()).contains("hello hello").endsWith("greet: done\n");
    for (String file :
        List.of(
            "settings.properties",
            "environment.json",
            "events/greet.jsonl",
            "verdict.json",
            "stats/metrics.json",
            "report.html")) {
      assertThat(run.resolve(file)).exists();
    }
    assertThat(Files.readString(run.resolve("settings.properties"))).contains("greet.times=2");
  }

  @Test
  void itsSettingsAreCheckedAndItsHelpIsPrinted() {
    CommandLine refused = line("greet", "-o", "greet.times=10", "--without", "moon");
    assertThat(refused.status()).isEqualTo(Verdict.USAGE);
    assertThat(refused.notes())
        .contains(
            "greet.times=10",
            "tested, watch, trace, stats, metrics, placement, nodes, mutants, canary, budgets, report");
    assertThat(line("greet", "--help").out()).contains("Say hello.", "--without");
    assertThat(line("settings").out()).contains("greet.times=1");
  }

  @Test
  void itIsAPartOfScenarios() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("x.yaml"), "name: x\nphases: [createtable, greet: {greet.times: 3}]\n");
    CommandLine said = line("run", file.toString(), "--dry-run");

    assertThat(said.status()).as(said.all()).isZero();
    assertThat(said.out()).contains("greet.times=3", "would do greet");
  }
}
