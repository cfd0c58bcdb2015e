// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import catena.harness.command.Command;
import catena.records.settings.Setting;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParameterDescription;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The options and arguments of one command, as its annotations declare them.
 *
 * @param all in alphabetical order, the help last
 * @param arguments what the rest of the line is, as {@code RUN: the directory of the run}
 */
record Options(List<Option> all, Optional<String> arguments) {
  /** The option that every command has. */
  static final Option HELP = new Option(List.of("-h", "--help"), Optional.empty(), "print this");

  /**
   * One option.
   *
   * @param names {@code -c} and {@code --client-props}, the shortest first
   * @param value the word for its value, in capitals; empty for a flag
   */
  record Option(List<String> names, Optional<String> value, String description) {
    /** An option as JCommander describes it. */
    private static Option of(ParameterDescription described) {
      List<String> names =
          List.of(described.getParameter().names()).stream()
              .sorted(Comparator.comparingInt(String::length))
              .toList();
      Class<?> type = described.getParameterized().getType();
      boolean flag = type == boolean.class || type == Boolean.class;
      String last = names.get(names.size() - 1);
      return new Option(
          names,
          flag ? Optional.empty() : Optional.of(value(last, type)),
          described.getDescription());
    }

    /** The word for a value in a usage line. */
    private static String value(String name, Class<?> type) {
      if (type == Integer.class || type == Long.class || type.isPrimitive()) {
        return "N";
      }
      return switch (name) {
        case "-o" -> "KEY=VALUE";
        case "--client-props", "--properties", "--plan", "--save-plan" -> "FILE";
        case "--run-dir", "--dir", "--accumulo-home", "--list" -> "DIR";
        case "--resume" -> "RUN";
        case "--every" -> "TIME";
        case "--on-finding" -> "CMD";
        default -> "VALUE";
      };
    }
  }

  /** The parser that sets the options of a command. */
  static JCommander parser(Command command) {
    JCommander parser = new JCommander();
    parser.setExpandAtSign(false);
    parser.addCommand(command.name(), command);
    return parser.getCommands().get(command.name());
  }

  /** The options of the command of a parser. */
  static Options of(JCommander parser) {
    List<Option> all = new ArrayList<>();
    parser.getParameters().forEach(each -> all.add(Option.of(each)));
    all.sort(Comparator.comparing(option -> option.names().get(0).replaceFirst("^-+", "")));
    all.add(HELP);
    boolean takesArguments = parser.getMainParameter() != null;
    return new Options(
        all, takesArguments ? Optional.of(parser.getMainParameterDescription()) : Optional.empty());
  }

  /** All their names. */
  List<String> names() {
    return all.stream().flatMap(option -> option.names().stream()).toList();
  }

  private Optional<Option> find(String name) {
    return all.stream().filter(option -> option.names().contains(name)).findFirst();
  }

  /**
   * Finds the words of a command line that begin as options do and are none, before it is parsed:
   * the parser would take them for arguments.
   *
   * @param words behind the command; what stands behind {@code --} is let pass
   * @throws UsageException with all that are no options of it, each with the nearest, or with the
   *     setting that it is
   */
  void check(Command command, List<String> words) {
    Problems problems = new Problems();
    for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
      String word = words.get(i);
      Optional<Option> option = find(word);
      if (option.isPresent()) {
        i += option.get().value().isPresent() ? 1 : 0;
      } else if (word.startsWith("-") && word.length() > 1) {
        problems.add(problem(command, word));
      }
    }
    problems.throwIfAny();
  }

  private String problem(Command command, String word) {
    int equals = word.indexOf('=');
    String name = (equals < 0 ? word : word.substring(0, equals)).replaceFirst("^-+", "");
    List<String> like =
        command.description().settings().stream()
            .map(Setting::key)
            .filter(key -> key.equals(name) || key.endsWith("." + name))
            .toList();
    Optional<String> setting =
        like.stream()
            .filter(key -> key.equals(name) || key.equals(command.name() + "." + name))
            .findFirst()
            .or(() -> like.stream().filter(any -> like.size() == 1).findFirst());
    if (setting.isPresent()) {
      return "%s has no option %s, and a setting: write -o %s="
          .formatted(command.name(), word, setting.get());
    }
    if (equals > 0 && find(word.substring(0, equals)).isPresent()) {
      return "%s: write it as %s %s, with a blank in between"
          .formatted(word, word.substring(0, equals), word.substring(equals + 1));
    }
    return "%s has no option %s%s (see bin/catena help %s)"
        .formatted(command.name(), word, Nearest.hint(word, names()), command.name());
  }
}
