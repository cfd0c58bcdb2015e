package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.records.verdict.Verdict;
import catena.records.words.Nearest;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParameterException;
import java.util.List;

/**
 * What a command line asks for.
 *
 * <p>Only the command that is named is made known to the parser, so that help does not read the
 * annotations of all the others.
 */
public final class Invocation {
  private static final List<String> VERSION = List.of("-V", "--version");

  private final List<Command> commands;
  private final List<String> words;

  /** Of one of these commands, by these words. */
  public Invocation(List<Command> commands, List<String> words) {
    this.commands = List.copyOf(commands);
    this.words = List.copyOf(words);
  }

  /**
   * Does what is asked for.
   *
   * @return the exit status
   * @throws UsageException if there is no such command, or it has no such options
   * @throws Exception as the command does
   */
  public int run(Terminal terminal) throws Exception {
    if (words.isEmpty() || asksForHelp(words.get(0))) {
      HelpCommand.all(commands).forEach(terminal::line);
      return words.isEmpty() ? Verdict.USAGE : Verdict.PASS.exitStatus();
    }
    String first = words.get(0);
    if (VERSION.contains(first)) {
      return new VersionCommand().run(terminal).exitStatus();
    }
    if (first.startsWith("-")) {
      throw new UsageException(
          "the command comes first, as in bin/catena run %s; before it there are --help and"
                  .formatted(first)
              + " --version only");
    }
    Command command = named(first, commands);
    if (parsed(command, command.words(words.subList(1, words.size())))) {
      HelpCommand.of(command).forEach(terminal::line);
      return Verdict.PASS.exitStatus();
    }
    return command.run(terminal).exitStatus();
  }

  private static boolean asksForHelp(String word) {
    return Options.HELP.names().contains(word);
  }

  /**
   * The command of a name.
   *
   * @throws UsageException if there is none, naming the nearest
   */
  static Command named(String name, List<Command> commands) {
    return commands.stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no command %s%s (bin/catena help tells all of them)"
                        .formatted(
                            name,
                            Nearest.hint(name, commands.stream().map(Command::name).toList()))));
  }

  /** Gives the words to the command; whether they ask for help. */
  private static boolean parsed(Command command, List<String> words) {
    JCommander parser = Options.parser(command);
    Options.of(parser).check(command, words);
    if (words.stream().anyMatch(Invocation::asksForHelp)) {
      return true;
    }
    try {
      parser.parse(words.toArray(String[]::new));
      return false;
    } catch (ParameterException e) {
      throw new UsageException(
          "%s (see bin/catena help %s)".formatted(e.getMessage(), command.name()));
    }
  }
}
