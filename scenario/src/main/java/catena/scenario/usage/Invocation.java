package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.records.verdict.Verdict;
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
  private static final List<String> HELP = List.of("-h", "--help");
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
    HelpPages pages = new HelpPages(commands);
    if (words.isEmpty()) {
      pages.all().forEach(terminal::line);
      return Verdict.USAGE;
    }
    String first = words.get(0);
    if (HELP.contains(first)) {
      pages.all().forEach(terminal::line);
      return Verdict.PASS.exitStatus();
    }
    if (VERSION.contains(first)) {
      return new VersionCommand().run(terminal).exitStatus();
    }
    if (first.startsWith("-")) {
      throw new UsageException(
          "the command comes first, as in bin/catena run %s; before it there are --help and"
                  .formatted(first)
              + " --version only");
    }
    Command command = Spelling.command(first, commands);
    List<String> rest = words.subList(1, words.size());
    if (parsed(command, rest)) {
      pages.of(first).forEach(terminal::line);
      return Verdict.PASS.exitStatus();
    }
    return command.run(terminal).exitStatus();
  }

  /** Gives the words to the command; whether they ask for help. */
  private static boolean parsed(Command command, List<String> words) {
    JCommander parser = new JCommander();
    parser.setProgramName("bin/catena");
    parser.setExpandAtSign(false);
    parser.addCommand(command.name(), command);
    Options options = Options.of(parser.getCommands().get(command.name()));
    Spelling.check(command.name(), options, words);
    if (words.stream().anyMatch(HELP::contains)) {
      return true;
    }
    try {
      String[] line = new String[words.size() + 1];
      line[0] = command.name();
      for (int i = 0; i < words.size(); i++) {
        line[i + 1] = words.get(i);
      }
      parser.parse(line);
      return false;
    } catch (ParameterException e) {
      throw new UsageException(
          "%s (see bin/catena help %s)".formatted(e.getMessage(), command.name()));
    }
  }
}
