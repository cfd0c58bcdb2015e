// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.records.run.Versions;
import catena.records.verdict.Verdict;
import catena.records.words.Nearest;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Map;

/**
 * A command line, and what it asks for.
 *
 * <p>Only the command that is named is made known to the parser, so that help does not read the
 * annotations of all the others.
 *
 * @param commands those that it can ask for
 * @param gone what to do instead of a word that is no command
 */
public record Invocation(List<Command> commands, Map<String, String> gone, List<String> words) {
  private static final List<String> VERSION = List.of("-V", "--version");

  /** Copies the lists. */
  public Invocation {
    commands = List.copyOf(commands);
    words = List.copyOf(words);
  }

  /**
   * Performs it.
   *
   * @return the exit status
   * @throws UsageException if there is no such command, or it has no such options
   * @throws Exception as the command does
   */
  public int run(Terminal terminal) throws Exception {
    if (words.isEmpty() || Options.HELP.contains(words.get(0))) {
      HelpCommand.all(commands).forEach(terminal::line);
      return words.isEmpty() ? Verdict.USAGE : Verdict.PASS.exitStatus();
    }
    String first = words.get(0);
    if (VERSION.contains(first)) {
      versions(terminal);
      return Verdict.PASS.exitStatus();
    }
    if (first.startsWith("-")) {
      throw new UsageException(
          "the command comes first, as in bin/catena run %s; before it there are --help and"
                  .formatted(first)
              + " --version only");
    }
    Command command = named(first);
    if (Options.of(command).parse(command.words(words.subList(1, words.size())))) {
      HelpCommand.of(command).forEach(terminal::line);
      return Verdict.PASS.exitStatus();
    }
    return command.run(terminal).exitStatus();
  }

  private static void versions(Terminal terminal) {
    String commit = Versions.commit().map(hash -> " (commit " + hash + ")").orElse("");
    terminal.line("Catena " + Versions.catena() + commit);
    terminal.line("Accumulo client " + Versions.accumuloClient());
    terminal.line("Hadoop client " + Versions.hadoopClient());
    terminal.line("ZooKeeper client " + Versions.zookeeperClient());
    terminal.line("Java " + Versions.java());
  }

  /** The command of a name; where there is none, the nearest is named, or what to do instead. */
  private Command named(String name) {
    return commands.stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> {
              String nearest = Nearest.hint(name, commands.stream().map(Command::name).toList());
              return new UsageException(
                  gone.getOrDefault(
                      name,
                      "there is no command %s%s (bin/catena help lists them)"
                          .formatted(name, nearest)));
            });
  }
}
