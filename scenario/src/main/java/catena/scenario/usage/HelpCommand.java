package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.settings.Setting;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.WordUtils;

/** Prints the help of everything, or of a command, in lines of at most 80 columns. */
public final class HelpCommand implements Command {
  private static final int WIDTH = 80;

  /** Where the descriptions of options begin. */
  private static final int OPTION_COLUMN = 27;

  /** Where the descriptions of settings begin, if the default is not too long. */
  private static final int SETTING_COLUMN = 34;

  /** How many settings of a group are shown. */
  private static final int SHOWN = 6;

  /** How many groups are shown; the others are named. */
  private static final int GROUPS = 4;

  @Parameter(description = "[COMMAND]: the one whose options, settings and examples are printed")
  private List<String> asked = new ArrayList<>();

  private final Supplier<List<Command>> commands;

  /**
   * The command.
   *
   * @param commands all of them, of which this is one
   */
  public HelpCommand(Supplier<List<Command>> commands) {
    this.commands = commands;
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
  public Verdict run(Terminal terminal) {
    if (asked.size() > 1) {
      throw new UsageException("One command at a time, not " + String.join(" ", asked));
    }
    List<Command> known = commands.get();
    (asked.isEmpty() ? all(known) : of(Invocation.named(asked.get(0), known)))
        .forEach(terminal::line);
    return Verdict.PASS;
  }

  /** All the commands, in a line each. */
  static List<String> all(List<Command> commands) {
    List<String> lines = new ArrayList<>();
    lines.add("Usage: bin/catena COMMAND [options]");
    lines.add("");
    commands.stream()
        .map(Command::description)
        .forEach(each -> lines.add("  %-12s %s".formatted(each.name(), each.about())));
    lines.add("");
    lines.add("bin/catena help COMMAND tells its options, settings and examples.");
    lines.add("bin/catena --version tells the versions.");
    lines.add("Exit status: " + CommandDescription.VERDICTS + ".");
    return lines;
  }

  /** The page of a command. */
  static List<String> of(Command command) {
    CommandDescription description = command.description();
    Options options = Options.of(Options.parser(command));
    String arguments = options.arguments().orElse("");
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
    options.all().forEach(option -> option(lines, option));
    settings(lines, description);
    if (!description.examples().isEmpty()) {
      lines.add("");
      lines.add("Examples:");
      description.examples().forEach(example -> lines.add("  " + example));
    }
    lines.add("");
    wrap(lines, "", 2, "Exit status: " + description.statuses() + ".");
    return lines;
  }

  private static void option(List<String> lines, Options.Option option) {
    String names = String.join(", ", option.names());
    String head = "  " + names + option.value().map(value -> " " + value).orElse("");
    if (head.length() > OPTION_COLUMN - 2) {
      lines.add(head);
      head = "";
    }
    wrap(lines, StringUtils.rightPad(head, OPTION_COLUMN), OPTION_COLUMN, option.description());
  }

  /** The first ones of the first groups; what is left out is named, with how to see it. */
  private static void settings(List<String> lines, CommandDescription command) {
    if (command.settings().isEmpty()) {
      return;
    }
    Map<String, List<Setting<?>>> groups =
        command.settings().stream()
            .collect(
                Collectors.groupingBy(
                    SettingsCommand::group, LinkedHashMap::new, Collectors.toList()));
    lines.add("");
    lines.add("Settings, with their defaults (-o KEY=VALUE, or in a file, -p FILE):");
    List<String> named = new ArrayList<>(groups.keySet());
    named.sort(Comparator.comparing(group -> !group.equals(command.name()))); // its own come first
    named.stream().limit(GROUPS).forEach(group -> group(lines, group, groups.get(group)));
    if (named.size() > GROUPS) {
      List<String> rest = named.subList(GROUPS, named.size());
      wrap(
          lines,
          "  ",
          4,
          "and those of %s: bin/catena settings %s"
              .formatted(String.join(", ", rest), String.join(" ", rest)));
    }
  }

  private static void group(List<String> lines, String group, List<Setting<?>> settings) {
    settings.stream().limit(SHOWN).forEach(setting -> setting(lines, setting));
    int more = settings.size() - SHOWN;
    if (more > 0) {
      lines.add("  … and %s more: bin/catena settings %s".formatted(Amounts.grouped(more), group));
    }
  }

  private static void setting(List<String> lines, Setting<?> setting) {
    String value = setting.isPrefix() ? "KEY=" : "=" + setting.defaultText();
    String head = "  " + setting.key() + value + "  ";
    String padded = StringUtils.rightPad(head, SETTING_COLUMN);
    if (padded.length() > WIDTH / 2) { // it has a line of its own
      lines.add(head.stripTrailing());
      padded = " ".repeat(SETTING_COLUMN);
    }
    wrap(lines, padded, SETTING_COLUMN, setting.description());
  }

  /** A line with its continuations indented. */
  private static void wrap(List<String> lines, String head, int indent, String text) {
    int width = WIDTH - Math.max(indent, head.length());
    String wrapped = WordUtils.wrap(text, width, "\n" + " ".repeat(indent), true);
    (head + wrapped).lines().map(String::stripTrailing).forEach(lines::add);
  }
}
