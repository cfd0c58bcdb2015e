// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import catena.harness.command.Command;
import catena.records.settings.Setting;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParameterDescription;
import com.beust.jcommander.ParameterException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The options and arguments of one command, as its annotations declare them to a parser. */
record Options(Command command, JCommander parser) {
  /** The names of the option that every command has, and that no parser knows. */
  static final List<String> HELP = List.of("-h", "--help");

  /** Those of a command. */
  static Options of(Command command) {
    JCommander parser = new JCommander(command);
    parser.setExpandAtSign(false);
    return new Options(command, parser);
  }

  /** Without the help, in alphabetical order. */
  List<ParameterDescription> all() {
    return parser.getParameters().stream()
        .sorted(Comparator.comparing(option -> option.getNames().replaceFirst("^-+", "")))
        .toList();
  }

  /** The names of all, and of the help. */
  List<String> names() {
    return Stream.concat(all().stream().flatMap(Options::names), HELP.stream()).toList();
  }

  private static Stream<String> names(ParameterDescription option) {
    return Stream.of(option.getParameter().names());
  }

  /** What the rest of the line is, as {@code RUN: the directory of the run}; empty for nothing. */
  String arguments() {
    return parser.getMainParameter() == null ? "" : parser.getMainParameterDescription();
  }

  /** The word for the value of an option in a usage line; empty for a flag. */
  static String value(ParameterDescription option) {
    Class<?> type = option.getParameterized().getType();
    if (type == boolean.class || type == Boolean.class) {
      return option.getParameter().arity() == 1 ? "true|false" : "";
    } else if (type == Integer.class || type == Long.class || type.isPrimitive()) {
      return "N";
    }
    return switch (option.getLongestName()) {
      case "-o" -> "KEY=VALUE";
      case "--client-props", "--properties", "--plan", "--save-plan" -> "FILE";
      case "--run-dir", "--dir", "--accumulo-home", "--list" -> "DIR";
      case "--resume" -> "RUN";
      case "--every" -> "TIME";
      case "--on-finding" -> "CMD";
      default -> "VALUE";
    };
  }

  private Optional<ParameterDescription> find(String name) {
    return all().stream().filter(option -> names(option).anyMatch(name::equals)).findFirst();
  }

  /**
   * Has the parser set them; whether the words ask for help, so that nothing is set.
   *
   * @param words behind the command
   * @throws UsageException if it has no such options
   */
  boolean parse(List<String> words) {
    check(words);
    if (words.stream().anyMatch(HELP::contains)) {
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

  /**
   * Finds the words that begin as options do and are none, up to {@code --}: the parser would take
   * them for arguments. Each is named with the nearest, or with the setting that it is.
   */
  private void check(List<String> words) {
    Problems problems = new Problems();
    for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
      String word = words.get(i);
      Optional<ParameterDescription> option = find(word);
      if (option.isPresent()) {
        i += value(option.get()).isEmpty() ? 0 : 1;
      } else if (word.startsWith("-") && word.length() > 1 && !HELP.contains(word)) {
        problems.add(problem(word));
      }
    }
    problems.throwIfAny();
  }

  private String problem(String word) {
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
