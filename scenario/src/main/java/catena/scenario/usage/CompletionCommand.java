package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.HelpOption;
import catena.harness.command.Manual;
import catena.harness.command.Terminal;
import catena.records.verdict.Verdict;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Prints what makes bash complete commands, options, settings and scenarios. */
@Parameters(commandDescription = "print the completion of these commands for bash")
public final class CompletionCommand implements Command {
  private static final String BEGIN =
      """
      # Completion of catena for bash. Now:     eval "$(bin/catena completion)"
      # For good:  bin/catena completion > ~/.local/share/bash-completion/completions/catena
      _catena() {
        local cur=${COMP_WORDS[COMP_CWORD]} words=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          words="%s --help --version"
        elif [ "${COMP_WORDS[COMP_CWORD - 1]}" = -o ]; then
          compopt -o nospace 2> /dev/null
          case ${COMP_WORDS[1]} in
      """;

  private static final String OPTIONS =
      """
          esac
        elif [[ $cur == -* ]]; then
          case ${COMP_WORDS[1]} in
      """;

  private static final String ARGUMENTS =
      """
          esac
        else
          case ${COMP_WORDS[1]} in
      """;

  private static final String END =
      """
          esac
        fi
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
      }
      complete -o bashdefault -o default -F _catena catena
      """;

  @ParametersDelegate
  @SuppressWarnings("UnusedVariable") // the command line is asked for it before it is parsed
  private final HelpOption help = new HelpOption();

  private final Supplier<List<Command>> commands;

  /**
   * The command.
   *
   * @param commands all of them, of which this is one
   */
  public CompletionCommand(Supplier<List<Command>> commands) {
    this.commands = commands;
  }

  @Override
  public String name() {
    return "completion";
  }

  @Override
  public Manual manual() {
    return Manual.of(
        Manual.DONE,
        "bin/catena completion",
        "bin/catena completion > ~/.local/share/bash-completion/completions/catena");
  }

  @Override
  public Verdict run(Terminal terminal) {
    lines(commands.get()).forEach(terminal::line);
    return Verdict.PASS;
  }

  private static List<String> lines(List<Command> commands) {
    List<String> lines = new ArrayList<>();
    String names = String.join(" ", commands.stream().map(Command::name).toList());
    BEGIN.formatted(names).lines().forEach(lines::add);
    lines.addAll(cases(commands, CompletionCommand::keys));
    OPTIONS.lines().forEach(lines::add);
    lines.addAll(cases(commands, command -> Options.of(command).names()));
    ARGUMENTS.lines().forEach(lines::add);
    lines.addAll(cases(commands, Command::argumentWords));
    END.lines().forEach(lines::add);
    return lines;
  }

  private static List<String> cases(
      List<Command> commands, Function<Command, List<String>> wordsOf) {
    return commands.stream()
        .flatMap(
            command -> {
              List<String> words = wordsOf.apply(command);
              return words.isEmpty()
                  ? Stream.<String>empty()
                  : Stream.of(
                      "      %s) words=\"%s\" ;;"
                          .formatted(command.name(), String.join(" ", words)));
            })
        .toList();
  }

  /** What may stand behind {@code -o}. */
  private static List<String> keys(Command command) {
    return command.manual().settings().stream()
        .map(setting -> setting.key() + (setting.isPrefix() ? "" : "="))
        .toList();
  }
}
