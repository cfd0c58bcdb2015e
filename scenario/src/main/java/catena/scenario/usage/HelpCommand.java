// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import catena.scenario.usage.Invocation.Options;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParameterDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.WordUtils;

/** Prints the help of everything, or of a command, in lines of at most 80 columns. */
public final class HelpCommand implements Command {
  private static final int WIDTH = 80;

  /** The column at which the descriptions of options begin. */
  private static final int OPTION_COLUMN = 27;

  @Parameter(description = "[COMMAND]: the one whose options, settings and examples are printed")
  private List<String> asked = new ArrayList<>();

  private final Supplier<List<Command>> commands;
  private final Map<String, String> gone;

  /**
   * The command.
   *
   * @param commands all of them, including this one
   * @param gone what to do instead of a word that is no command
   */
  public HelpCommand(Supplier<List<Command>> commands, Map<String, String> gone) {
    this.commands = commands;
    this.gone = gone;
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            "help",
            "print the commands, or the help of one",
            CommandDescription.DONE,
            "bin/catena help",
            "bin/catena help ingest")
        .withArguments(() -> commands.get().stream().map(Command::name).toList());
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    if (asked.size() > 1) {
      throw new UsageException("One command at a time, not " + String.join(" ", asked));
    }
    asked.add(Options.HELP.get(0));
    int unused = new Invocation(commands.get(), gone, asked).run(terminal);
    return Verdict.PASS;
  }

  /** All the commands, in a line each, by their groups. */
  static List<String> all(List<Command> commands) {
    List<String> lines = new ArrayList<>();
    lines.add("Usage: bin/catena COMMAND [options]");
    for (String group :
        List.of(CommandDescription.START, CommandDescription.CLUSTER, CommandDescription.MORE)) {
      List<CommandDescription> its =
          commands.stream()
              .map(Command::description)
              .filter(each -> each.group().equals(group))
              .toList();
      if (!its.isEmpty()) {
        lines.add("");
        lines.add(group + ":");
        its.forEach(each -> lines.add("  %-12s %s".formatted(each.name(), each.about())));
      }
    }
    lines.add("");
    lines.add("bin/catena help COMMAND prints its options, settings and examples.");
    lines.add("bin/catena --version prints the versions.");
    lines.add("Exit status: " + CommandDescription.VERDICTS + ".");
    return lines;
  }

  /** The page of a command. */
  static List<String> of(Command command) {
    CommandDescription description = command.description();
    Options options = Options.of(command);
    String arguments = options.arguments();
    List<String> lines = new ArrayList<>();
    lines.add(
        "Usage: bin/catena %s [options] %s"
            .formatted(description.name(), arguments.replaceFirst(": .*", ""))
            .strip());
    wrap(lines, "", 0, StringUtils.capitalize(description.about()) + ".");
    if (!arguments.isEmpty()) {
      lines.add("");
      wrap(lines, "", 2, arguments);
    }
    lines.add("");
    lines.add("Options:");
    for (ParameterDescription each : options.all()) {
      String head = each.getNames() + " " + Options.value(each);
      option(lines, head.stripTrailing(), each.getDescription());
    }
    option(lines, String.join(", ", Options.HELP), "print this");
    if (!description.settings().isEmpty()) {
      lines.add("");
      SettingsCommand.help(description, lines);
    }
    if (!description.examples().isEmpty()) {
      lines.add("");
      lines.add("Examples:");
      description.examples().forEach(example -> lines.add("  " + example));
    }
    lines.add("");
    wrap(lines, "", 2, "Exit status: " + description.statuses() + ".");
    return lines;
  }

  private static void option(List<String> lines, String names, String description) {
    String head = "  " + names;
    if (head.length() > OPTION_COLUMN - 2) {
      lines.add(head);
      head = "";
    }
    wrap(lines, StringUtils.rightPad(head, OPTION_COLUMN), OPTION_COLUMN, description);
  }

  /** A line with its continuations indented. */
  static void wrap(List<String> lines, String head, int indent, String text) {
    int width = WIDTH - Math.max(indent, head.length());
    String wrapped = WordUtils.wrap(text, width, "\n" + " ".repeat(indent), true);
    (head + wrapped).lines().map(String::stripTrailing).forEach(lines::add);
  }
}
