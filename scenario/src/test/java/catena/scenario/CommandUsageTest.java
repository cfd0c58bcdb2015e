package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.harness.verdict.Verdict;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a command line is taken for, and what help it gets. */
class CommandUsageTest {
  /** Says itself what it does. */
  private static final class Telling implements Command {
    @Parameter(names = "--loud", description = "how loud it is")
    private int loud;

    @Override
    public String name() {
      return "tell";
    }

    @Override
    public Optional<String> about() {
      return Optional.of("tell what it does");
    }

    @Override
    public Verdict run(Terminal terminal) {
      return loud > 0 ? Verdict.FAIL : Verdict.PASS;
    }
  }

  /** Is described by an annotation. */
  @Parameters(commandDescription = "be described")
  private static final class Described implements Command {
    @Override
    public String name() {
      return "mute";
    }

    @Override
    public Verdict run(Terminal terminal) {
      return Verdict.PASS;
    }
  }

  private final List<Command> commands = List.of(new Telling(), new Described());

  private Invocation parse(String... words) {
    JCommander parser = JCommander.newBuilder().addObject(new Invocation.Root()).build();
    commands.forEach(command -> parser.addCommand(command.name(), command));
    parser.setUsageFormatter(new CommandUsage(parser, commands));
    parser.parse(words);
    return new Invocation(parser, words);
  }

  @Test
  void aCommandIsDescribedByItselfOrByItsAnnotation() {
    String help = parse().help();

    assertThat(help)
        .contains("tell         tell what it does", "mute         be described", "Exit status");
    assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void helpIsWantedWhereThereIsNoCommandOrSomebodyAsks() {
    assertThat(parse().wantsHelp()).isTrue();
    assertThat(parse("tell").wantsHelp()).isFalse();
    assertThat(parse("-h").wantsHelp()).isTrue();
    assertThat(parse("--help").wantsHelp()).isTrue();
  }

  @Test
  void theHelpOfACommandIsOfThatCommandAlone() {
    assertThat(parse("tell", "--loud", "1").help())
        .contains("--loud", "how loud it is")
        .doesNotContain("be described");
  }

  @Test
  void theCommandIsTheOneThatWasParsed() throws Exception {
    assertThat(parse("tell", "--loud", "1").command(commands).run(null)).isEqualTo(Verdict.FAIL);
    assertThat(parse("mute").command(commands).name()).isEqualTo("mute");
    assertThatThrownBy(() -> parse().command(commands)).isInstanceOf(NoSuchElementException.class);
  }
}
