package catena.scenario.usage;

import catena.harness.command.Command;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Optional;

/**
 * Finds the words of a command line that are no command and no option, before it is parsed: the
 * parser would take them for arguments.
 */
final class Spelling {
  private Spelling() {}

  /**
   * The command that is meant.
   *
   * @throws UsageException if there is none of that name, naming the nearest
   */
  static Command command(String name, List<Command> commands) {
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

  /**
   * Looks at each word behind the command that begins as options do.
   *
   * @param words behind the command; what stands behind {@code --} is let pass
   * @throws UsageException with all that are no options of it, each with the nearest
   */
  static void check(String command, Options options, List<String> words) {
    Problems problems = new Problems();
    for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
      String word = words.get(i);
      Optional<Options.Option> option = options.find(word);
      if (option.isPresent()) {
        i += option.get().value().isPresent() ? 1 : 0;
      } else if (word.startsWith("-") && word.length() > 1) {
        problems.add(problem(command, options, word));
      }
    }
    problems.throwIfAny();
  }

  private static String problem(String command, Options options, String word) {
    int equals = word.indexOf('=');
    if (equals > 0 && options.find(word.substring(0, equals)).isPresent()) {
      return "%s: write it as %s %s, with a blank in between"
          .formatted(word, word.substring(0, equals), word.substring(equals + 1));
    }
    return "%s has no option %s%s (see bin/catena help %s)"
        .formatted(command, word, Nearest.hint(word, options.names()), command);
  }
}
