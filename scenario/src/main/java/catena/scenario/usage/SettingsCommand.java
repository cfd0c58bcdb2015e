package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.HelpOption;
import catena.harness.command.Manual;
import catena.harness.command.Terminal;
import catena.harness.settings.Setting;
import catena.harness.verdict.Verdict;
import catena.harness.words.Nearest;
import catena.harness.words.Problems;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Prints settings in the form of a properties file. */
@Parameters(commandDescription = "print settings with their defaults and what they mean")
public final class SettingsCommand implements Command {
  @Parameter(
      description =
          "[PREFIX...]: how the keys begin, as ingest or table.splits; all if none is named")
  private List<String> prefixes = new ArrayList<>();

  @ParametersDelegate
  @SuppressWarnings("UnusedVariable") // the command line is asked for it before it is parsed
  private final HelpOption help = new HelpOption();

  private final List<Setting<?>> settings;

  /** Of all these. */
  public SettingsCommand(List<? extends Setting<?>> settings) {
    this.settings = List.copyOf(settings);
  }

  @Override
  public String name() {
    return "settings";
  }

  @Override
  public Manual manual() {
    return Manual.of(
        Manual.DONE, "bin/catena settings ingest", "bin/catena settings table.splits verify");
  }

  @Override
  public List<String> argumentWords() {
    return settings.stream().map(SettingsCommand::group).distinct().toList();
  }

  @Override
  public Verdict run(Terminal terminal) {
    Problems problems = new Problems();
    for (String prefix : prefixes) {
      problems.unless(
          settings.stream().anyMatch(setting -> begins(setting, prefix)),
          "no setting begins with " + prefix + Nearest.hint(prefix, words()));
    }
    problems.throwIfAny();
    settings.stream()
        .filter(
            setting ->
                prefixes.isEmpty() || prefixes.stream().anyMatch(each -> begins(setting, each)))
        .forEach(setting -> print(setting, terminal));
    return Verdict.PASS;
  }

  private static void print(Setting<?> setting, Terminal terminal) {
    terminal.line("# " + setting.description());
    terminal.line("# " + setting.allowed());
    if (setting.isPrefix()) {
      terminal.line("#" + setting.key() + "KEY=");
    } else {
      terminal.line(setting.key() + "=" + setting.defaultText());
    }
    terminal.line("");
  }

  /** The first word of a setting's key. */
  static String group(Setting<?> setting) {
    return setting.key().replaceFirst("\\..*", "");
  }

  /** Whole words of the key, from the first on. */
  private static boolean begins(Setting<?> setting, String prefix) {
    String words = prefix.endsWith(".") ? prefix : prefix + ".";
    return setting.key().equals(prefix) || setting.key().startsWith(words);
  }

  private List<String> words() {
    return settings.stream()
        .flatMap(setting -> Stream.of(group(setting), setting.key()))
        .distinct()
        .toList();
  }
}
