package catena.scenario;

import catena.harness.command.Command;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import java.util.Arrays;
import java.util.List;

/** What a command line asks for, once it is parsed. */
final class Invocation {
  /** The options before the command. */
  static final class Root {
    @Parameter(
        names = {"-h", "--help"},
        description = "print this",
        help = true)
    private boolean help;

    boolean help() {
      return help;
    }
  }

  private final JCommander parser;
  private final List<String> words;

  Invocation(JCommander parser, String[] words) {
    this.parser = parser;
    this.words = Arrays.asList(words);
  }

  boolean wantsHelp() {
    return parser.getParsedCommand() == null || words.contains("--help") || words.contains("-h");
  }

  /** Usage of the command, or of everything in a line each. */
  String help() {
    StringBuilder text = new StringBuilder();
    if (parser.getParsedCommand() != null) {
      parser.getUsageFormatter().usage(parser.getParsedCommand(), text);
      return text.toString();
    }
    text.append("Usage: bin/catena COMMAND [options]\n\n");
    parser
        .getCommands()
        .forEach(
            (name, command) ->
                text.append(
                    "  %-12s %s%n"
                        .formatted(name, parser.getUsageFormatter().getCommandDescription(name))));
    text.append("\nbin/catena COMMAND --help tells the options of each.\n");
    text.append("Exit status: 0 PASS, 1 FAIL, 2 UNKNOWN, 3 BUDGET, 64 usage or settings error.\n");
    return text.toString();
  }

  Command command(List<Command> commands) {
    String name = parser.getParsedCommand();
    return commands.stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
