// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.settings.Setting;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a command line is taken for, and what help it gets. */
class InvocationTest {
  /** Has all that a description can have. */
  private static final class Telling implements Command {
    @Parameter(names = "--loud", description = "how loud it is")
    private int loud;

    @Parameter(names = "--once", description = "not again")
    private boolean once;

    @Parameter(names = "--echo", arity = 1, description = "whether there is an echo")
    private Boolean echo;

    @Parameter(description = "[WORD...]: what is told")
    private List<String> told = new ArrayList<>();

    @Override
    public CommandDescription description() {
      List<Setting<?>> settings = new ArrayList<>();
      settings.add(Setting.ofInt("tell.speed", 1, 0, 9, "how fast"));
      for (int i = 1; i <= 9; i++) {
        settings.add(Setting.ofInt("voice.tone" + i, i, 0, 9, "a tone " + "of many ".repeat(20)));
      }
      return CommandDescription.of(
              "tell", "tell what it does", "0 told, 9 hoarse", "bin/catena tell --loud 3")
          .reading(settings);
    }

    @Override
    public Verdict run(Terminal terminal) {
      terminal.line(told + (once ? " once" : "") + (echo == null ? "" : " " + echo));
      return loud > 0 ? Verdict.FAIL : Verdict.PASS;
    }
  }

  /** Has neither options nor settings nor examples. */
  private static final class Mute implements Command {
    @Override
    public CommandDescription description() {
      return CommandDescription.of("mute", "say nothing", CommandDescription.DONE);
    }

    @Override
    public Verdict run(Terminal terminal) {
      return Verdict.PASS;
    }
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run(String... words) throws Exception {
    Terminal terminal =
        new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(out, true, UTF_8));
    return new Invocation(List.of(new Telling(), new Mute()), Map.of(), List.of(words))
        .run(terminal);
  }

  private String said() {
    return out.toString(UTF_8);
  }

  @Test
  void eachCommandIsDescribed() throws Exception {
    assertThat(run("--help")).isZero();

    assertThat(said())
        .contains("tell         tell what it does", "mute         say nothing", "Exit status");
  }

  @Test
  void noWordAtAllGetsTheHelpAndIsNoSuccess() throws Exception {
    assertThat(run()).isEqualTo(Verdict.USAGE);
    assertThat(said()).contains("Usage: bin/catena COMMAND");
  }

  @Test
  void theHelpOfACommandHasItsUsageOptionsSettingsExamplesAndStatuses() throws Exception {
    assertThat(run("tell", "--loud", "1", "-h")).isZero();

    assertThat(said())
        .contains(
            "Usage: bin/catena tell [options] [WORD...]\nTell what it does.\n",
            "  --loud N                 how loud it is\n",
            "  --once                   not again\n",
            "  --echo true|false        whether there is an echo\n",
            "  -h, --help               print this\n",
            "  tell.speed=1\n      how fast\n",
            "  bin/catena settings GROUP prints those of voice\n",
            "Examples:\n  bin/catena tell --loud 3\n",
            "Exit status: 0 told, 9 hoarse.")
        .doesNotContain("say nothing", "efault: ", "voice.tone");
    assertThat(said().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void theCommandIsRunWithItsWords() throws Exception {
    assertThat(run("tell", "--loud", "1", "it", "-", "--", "--tale")).isEqualTo(1);
    assertThat(said()).contains("[it, -, --tale]");
    assertThat(run("tell", "--echo", "false", "it")).isZero();
    assertThat(said()).contains("[it] false");
    assertThat(run("mute")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "tel, there is no command tel; the nearest is tell",
    "tell --lud 3, tell has no option --lud; the nearest is --loud",
    "tell it --onec, tell has no option --onec; the nearest is --once",
    "tell --voice.tone1=3, 'has no option --voice.tone1=3, and a setting: write -o voice.tone1='",
    "tell --speed 3, 'has no option --speed, and a setting: write -o tell.speed='",
    "tell --tone2 3, 'has no option --tone2, and a setting: write -o voice.tone2='",
    "tell --loud=3, '--loud=3: write it as --loud 3'",
    "tell --loud, Expected a value after parameter --loud",
    "--loud tell, the command comes first"
  })
  void whatIsMisspeltIsNamedWithTheNearest(String line, String problem) {
    assertThatThrownBy(() -> run(line.split(" ")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void allThatIsMisspeltIsReportedAtOnceAndValuesAreNotChecked() throws Exception {
    assertThatThrownBy(() -> run("tell", "--laud", "1", "--twice"))
        .hasMessageContaining("--laud")
        .hasMessageContaining("--twice");
    assertThat(run("tell", "--loud", "-1")).isZero();
  }
}
