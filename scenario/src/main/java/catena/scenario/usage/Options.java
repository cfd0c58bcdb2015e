package catena.scenario.usage;

import catena.harness.command.Command;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParameterDescription;
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
  /**
   * One of them.
   *
   * @param names {@code -c} and {@code --client-props}, the shortest first
   * @param value what stands behind it, in capitals; empty for a flag
   */
  record Option(List<String> names, Optional<String> value, String description) {
    Option {
      names = List.copyOf(names);
    }
  }

  Options {
    all = List.copyOf(all);
  }

  /** Those of a command. */
  static Options of(Command command) {
    JCommander parser = new JCommander();
    parser.addCommand(command.name(), command);
    return of(parser.getCommands().get(command.name()));
  }

  /** Those of a command that a parser knows. */
  static Options of(JCommander command) {
    Comparator<Option> order =
        Comparator.comparing((Option option) -> option.names().contains("--help"))
            .thenComparing(option -> option.names().get(0).replaceFirst("^-+", ""));
    List<Option> options =
        command.getParameters().stream().map(Options::option).sorted(order).toList();
    boolean takesArguments = command.getMainParameter() != null;
    return new Options(
        options,
        takesArguments ? Optional.of(command.getMainParameterDescription()) : Optional.empty());
  }

  private static Option option(ParameterDescription described) {
    List<String> names =
        List.of(described.getParameter().names()).stream()
            .sorted(Comparator.comparingInt(String::length))
            .toList();
    Class<?> type = described.getParameterized().getType();
    boolean flag = type == boolean.class || type == Boolean.class;
    return new Option(
        names,
        flag ? Optional.empty() : Optional.of(value(names.get(names.size() - 1), type)),
        described.getDescription());
  }

  /** What a value is called in a usage line. */
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

  /** All their names. */
  List<String> names() {
    return all.stream().flatMap(option -> option.names().stream()).toList();
  }

  /** The option of that name. */
  Optional<Option> find(String name) {
    return all.stream().filter(option -> option.names().contains(name)).findFirst();
  }

  /** The arguments in a usage line: {@code [RUN...]}; empty if there are none. */
  String argumentWords() {
    return arguments.map(text -> text.replaceFirst(": .*", "")).orElse("");
  }
}
