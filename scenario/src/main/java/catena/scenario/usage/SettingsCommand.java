// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.settings.Setting;
import catena.records.verdict.Verdict;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.WordUtils;

/** Prints settings in the form of a properties file. */
public final class SettingsCommand implements Command {
  @Parameter(
      description =
          "[PREFIX...]: how the keys begin, as ingest or table.splits; all if none is named")
  private List<String> prefixes = new ArrayList<>();

  @Parameter(
      names = "--from",
      description =
          "a properties file of accumulo-testing, whose settings of continuous ingest are printed"
              + " as settings of Catena")
  private String from;

  /** The columns of the comments. */
  private static final int WIDTH = 80;

  private final List<Setting<?>> settings;

  /** A command that prints these settings. */
  public SettingsCommand(List<? extends Setting<?>> settings) {
    this.settings = List.copyOf(settings);
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            "settings",
            "print settings with their defaults and what they mean",
            CommandDescription.DONE,
            "bin/catena settings table.splits verify",
            "bin/catena settings --from accumulo-testing.properties")
        .withArguments(() -> settings.stream().map(SettingsCommand::group).distinct().toList());
  }

  @Override
  public Verdict run(Terminal terminal) {
    if (from != null) {
      AccumuloTesting.translate(read(Path.of(from))).lines().forEach(terminal::line);
      return Verdict.PASS;
    }
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

  private static Map<String, String> read(Path file) {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException("--from %s cannot be read: %s".formatted(file, Reasons.of(e)));
    }
    Map<String, String> all = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> all.put(key, properties.getProperty(key)));
    return all;
  }

  private static void print(Setting<?> setting, Terminal terminal) {
    String text =
        "%s. Allowed: %s."
            .formatted(StringUtils.capitalize(setting.description()), setting.allowed());
    WordUtils.wrap(text, WIDTH - 2, "\n", true).lines().forEach(line -> terminal.line("# " + line));
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

  /** Whether a key begins with a prefix of whole words. */
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
