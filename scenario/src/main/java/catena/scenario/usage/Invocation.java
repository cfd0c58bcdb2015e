// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.records.run.Versions;
import catena.records.settings.Setting;
import catena.records.verdict.Verdict;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParameterDescription;
import com.beust.jcommander.ParameterException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

    /** The rest of the line, as {@code RUN: the directory of the run}; empty for nothing. */
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
     * Finds the words that begin as options do and are none, up to {@code --}: the parser would
     * take them for arguments. Each is named with the nearest, or with the setting that it is.
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
}
