package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.Manual;
import catena.records.settings.Setting;
import catena.records.words.Amounts;
import com.beust.jcommander.Parameters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.text.WordUtils;

/** What help prints, in lines of at most 80 columns. */
public final class HelpPages {
  private static final int WIDTH = 80;

  /** Where the descriptions of options begin. */
  private static final int OPTION_COLUMN = 27;

  /** Where the descriptions of settings begin, if the default is not too long. */
  private static final int SETTING_COLUMN = 34;

  /** How many settings of a group are shown. */
  private static final int SHOWN = 6;

  /** How many groups are shown; the others are named. */
  private static final int GROUPS = 4;

  private final List<Command> commands;

  /** Pages of these commands, in their order. */
  public HelpPages(List<Command> commands) {
    this.commands = List.copyOf(commands);
  }

  /** The names of the commands. */
  List<String> names() {
    return commands.stream().map(Command::name).toList();
  }

  /** All the commands, in a line each. */
  public List<String> all() {
    List<String> lines = new ArrayList<>();
    lines.add("Usage: bin/catena COMMAND [options]");
    lines.add("");
    commands.forEach(each -> lines.add("  %-12s %s".formatted(each.name(), about(each))));
    lines.add("");
    lines.add("bin/catena help COMMAND tells its options, settings and examples.");
    lines.add("bin/catena --version tells the versions.");
    lines.add("Exit status: " + Manual.VERDICTS + ".");
    return lines;
  }

  /**
   * The page of a command.
   *
   * @throws catena.records.words.UsageException if there is none of that name
   */
  public List<String> of(String name) {
    return of(Spelling.command(name, commands));
  }

  private static List<String> of(Command command) {
    Options options = Options.of(command);
    Manual manual = command.manual();
    List<String> lines = new ArrayList<>();
    String usage = "Usage: bin/catena %s [options] %s";
    lines.add(usage.formatted(command.name(), options.argumentWords()).strip());
    wrap(lines, "", 0, capital(about(command)) + ".");
    options
        .arguments()
        .ifPresent(
            text -> {
              lines.add("");
              wrap(lines, "", 2, text);
            });
    lines.add("");
    lines.add("Options:");
    options.all().forEach(option -> option(lines, option));
    settings(lines, command.name(), manual.settings());
    if (!manual.examples().isEmpty()) {
      lines.add("");
      lines.add("Examples:");
      manual.examples().forEach(example -> lines.add("  " + example));
    }
    lines.add("");
    wrap(lines, "", 2, "Exit status: " + manual.statuses() + ".");
    return lines;
  }

  private static void option(List<String> lines, Options.Option option) {
    String names = String.join(", ", option.names());
    String head = "  " + names + option.value().map(value -> " " + value).orElse("");
    if (head.length() > OPTION_COLUMN - 2) {
      lines.add(head);
      head = "";
    }
    wrap(lines, padded(head, OPTION_COLUMN), OPTION_COLUMN, option.description());
  }

  /** The first ones of the first groups; what is left out is named, with how to see it. */
  private static void settings(List<String> lines, String command, List<Setting<?>> settings) {
    if (settings.isEmpty()) {
      return;
    }
    Map<String, List<Setting<?>>> groups =
        settings.stream()
            .collect(
                Collectors.groupingBy(
                    SettingsCommand::group, LinkedHashMap::new, Collectors.toList()));
    lines.add("");
    lines.add("Settings, with their defaults (-o KEY=VALUE, or in a file, -p FILE):");
    List<String> named = new ArrayList<>(groups.keySet());
    named.sort(Comparator.comparing(group -> !group.equals(command))); // its own come first
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
    settings.stream().limit(SHOWN).forEach(setting -> lines.add(setting(setting)));
    int more = settings.size() - SHOWN;
    if (more > 0) {
      lines.add("  … and %s more: bin/catena settings %s".formatted(Amounts.grouped(more), group));
    }
  }

  private static String setting(Setting<?> setting) {
    String head =
        "  " + setting.key() + (setting.isPrefix() ? "KEY=" : "=" + setting.defaultText());
    return cut(padded(cut(head, WIDTH / 2), SETTING_COLUMN) + setting.description(), WIDTH);
  }

  /** A line with its continuations indented. */
  private static void wrap(List<String> lines, String head, int indent, String text) {
    String blanks = " ".repeat(indent);
    String whole = WordUtils.wrap(text, WIDTH - Math.max(indent, head.length()), "\n", true);
    List<String> parts = whole.lines().toList();
    for (int i = 0; i < parts.size(); i++) {
      lines.add(((i == 0 ? head : blanks) + parts.get(i)).stripTrailing());
    }
  }

  private static String padded(String text, int column) {
    return text.length() < column - 1
        ? text + " ".repeat(column - text.length())
        : text + (text.isEmpty() ? "" : "  ");
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 1).stripTrailing() + "…";
  }

  private static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** What a command does, as it says itself or by its annotation. */
  static String about(Command command) {
    return command
        .about()
        .or(
            () ->
                Optional.ofNullable(command.getClass().getAnnotation(Parameters.class))
                    .map(Parameters::commandDescription))
        .orElse("");
  }
}
