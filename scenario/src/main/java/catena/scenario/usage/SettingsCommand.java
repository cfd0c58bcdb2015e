// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.settings.Setting;
import catena.records.settings.Texts;
import catena.records.verdict.Verdict;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.google.common.collect.Maps;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /**
   * The keys of advanced settings: for tests, for unusual clusters, or for what a scenario does.
   * All others are explained in the help of their command and in {@code docs/settings.md}.
   */
  public static final Set<String> ADVANCED =
      Texts.table(SettingsCommand.class, "advanced").keySet();

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
    return new TreeMap<>(Maps.fromProperties(properties));
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

  /**
   * The settings of a command in its help: those that begin with its name, and the group names of
   * all others.
   */
  static void help(CommandDescription command, List<String> lines) {
    Map<Boolean, List<Setting<?>>> its =
        command.settings().stream()
            .filter(setting -> group(setting).equals(command.name()))
            .collect(Collectors.partitioningBy(setting -> !ADVANCED.contains(setting.key())));
    lines.add("Settings, with their defaults (-o KEY=VALUE, or in a file, -p FILE):");
    for (Setting<?> setting : its.get(true)) {
      lines.add("  " + setting.key() + (setting.isPrefix() ? "KEY=" : "=" + setting.defaultText()));
      HelpCommand.wrap(lines, "      ", 6, setting.description());
    }
    if (!its.get(false).isEmpty()) {
      String keys = its.get(false).stream().map(Setting::key).collect(Collectors.joining(", "));
      HelpCommand.wrap(
          lines, "  ", 4, "Advanced (bin/catena settings " + command.name() + "): " + keys);
    }
    Set<String> others = new LinkedHashSet<>();
    command.settings().forEach(setting -> others.add(group(setting)));
    others.remove(command.name());
    if (!others.isEmpty()) {
      HelpCommand.wrap(
          lines, "  ", 4, "bin/catena settings GROUP prints those of " + String.join(", ", others));
    }
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

  /**
   * The settings of accumulo-testing's continuous ingest ({@code conf/accumulo-testing.properties})
   * as settings of Catena. Pure.
   *
   * <p>Only what is in a file is taken over: for all else Catena's defaults hold.
   */
  static final class AccumuloTesting {
    private static final String PREFIX = "test.ci.";
    private static final String UNLIMITED = Long.toString(Long.MAX_VALUE);

    /** How long their clients pause where they do, and no time is given. */
    private static final String USUAL_PAUSE = "60s:120s";

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final int WIDTH = 98;

    /** Settings with another name and the same meaning. */
    private static final Map<String, String> SAME =
        Texts.table(AccumuloTesting.class, "accumulo-testing");

    private static final List<String> WAITS =
        List.of(
            "test.ci.walker.sleep.ms", "test.ci.batch.walker.sleep.ms", "test.ci.scanner.sleep.ms");

    private static final List<String> CONSISTENCY =
        List.of(
            "test.ci.walker.consistency.level",
            "test.ci.batch.walker.consistency.level",
            "test.ci.scanner.consistency.level");

    /** Settings that have no counterpart, and what to do instead. */
    private static final Map<String, String> NONE =
        Texts.table(AccumuloTesting.class, "accumulo-testing-none");

    private final SortedMap<String, String> left = new TreeMap<>();
    private final SortedMap<String, String> settings = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();
    private long others;

    private AccumuloTesting(Map<String, String> theirs) {
      theirs.forEach(
          (key, value) -> {
            if (key.startsWith(PREFIX)) {
              left.put(key.substring(PREFIX.length()), value.trim());
            } else {
              others++;
            }
          });
    }

    /** The translation of a file. */
    static AccumuloTesting translate(Map<String, String> theirs) {
      AccumuloTesting all = new AccumuloTesting(theirs);
      SAME.forEach((key, ours) -> all.take(key, ours, text -> text));
      all.table();
      all.ingest();
      all.shared(WAITS, "read.wait", text -> text + "ms");
      all.shared(CONSISTENCY, "read.consistency", text -> text);
      all.rest();
      return all;
    }

    /** Settings by key. */
    SortedMap<String, String> settings() {
      return settings;
    }

    /** The settings that were left out, and why; sentences without a full stop. */
    List<String> notes() {
      return notes;
    }

    /** The lines of a properties file. */
    List<String> lines() {
      List<String> lines = new ArrayList<>();
      for (String note : notes) {
        WordUtils.wrap(note, WIDTH, "\n", false).lines().forEach(line -> lines.add("# " + line));
      }
      settings.forEach((key, value) -> lines.add(key + "=" + value));
      return lines;
    }

    private Optional<String> take(String key) {
      return Optional.ofNullable(left.remove(key));
    }

    /** Takes a setting under another name; an empty one is left to the default. */
    private void take(String key, String ours, UnaryOperator<String> value) {
      take(key)
          .filter(text -> !text.isEmpty())
          .ifPresent(text -> settings.put(ours, value.apply(text)));
    }

    private void table() {
      take("common.accumulo.num.tablets", "table.splits", this::less);
      if (settings.containsKey("table.splits") && left.containsKey("split.initial.tablets")) {
        notes.add("the table of continuous ingest is taken, and not that of many splits");
      } else {
        take("split.initial.tablets", "table.splits", this::less);
        take("split.threshold", "table.prop.table.split.threshold", text -> text);
      }
      for (String property :
          take("common.accumulo.table.props").map(SPACE::splitAsStream).stream()
              .flatMap(words -> words)
              .filter(word -> !word.isEmpty())
              .toList()) {
        int at = property.indexOf('=');
        if (at > 0) {
          settings.put("table.prop." + property.substring(0, at), property.substring(at + 1));
        } else {
          notes.add("table.props: '" + property + "' is no property with a value");
        }
      }
    }

    private String less(String tablets) {
      try {
        return Long.toString(Long.parseLong(tablets) - 1);
      } catch (NumberFormatException e) {
        notes.add("the number of tablets is no number: " + tablets);
        return "0";
      }
    }

    private void ingest() {
      take("ingest.client.entries")
          .filter(text -> !text.isEmpty() && !text.equals(UNLIMITED))
          .ifPresent(
              text -> {
                settings.put("ingest.entries", text);
                notes.add("ingest.entries is exact: theirs was checked after a flush only");
              });
      pair("ingest.pause.wait", "ingest.pause.running");
      pair("ingest.pause.duration", "ingest.pause.length");
      if (take("ingest.pause.enabled").map(Boolean::parseBoolean).orElse(false)) {
        settings.putIfAbsent("ingest.pause.length", USUAL_PAUSE);
      } else {
        settings.remove("ingest.pause.length"); // they have it, and do not pause
      }
      Optional<String> payload = take("ingest.zipfian.enabled");
      String min = take("ingest.zipfian.min.size").orElse("0");
      String max = take("ingest.zipfian.max.size").orElse("10000");
      String exponent = take("ingest.zipfian.exponent").orElse("1.5");
      payload.ifPresent(
          text ->
              settings.put(
                  "graph.payload",
                  Boolean.parseBoolean(text)
                      ? "zipf:%s:%s:%s".formatted(min, max, exponent)
                      : "none"));
    }

    private void pair(String theirs, String ours) {
      Optional<String> min = take(theirs + ".min");
      Optional<String> max = take(theirs + ".max");
      if (min.isPresent() && max.isPresent()) {
        settings.put(ours, min.get() + "s:" + max.get() + "s");
      } else if (min.isPresent() || max.isPresent()) {
        notes.add(PREFIX + theirs + ".min and .max belong together, and one of them is missing");
      }
    }

    /** All readers share a setting here; theirs are whole keys. */
    private void shared(List<String> theirs, String ours, UnaryOperator<String> value) {
      List<String> values =
          theirs.stream()
              .flatMap(key -> take(key.substring(PREFIX.length())).stream())
              .filter(text -> !text.isEmpty())
              .distinct()
              .toList();
      if (values.size() > 1) {
        notes.add(
            "%s have different values: give %s to the part of a scenario that reads otherwise"
                .formatted(String.join(", ", theirs), ours));
      } else {
        values.forEach(text -> settings.put(ours, value.apply(text)));
      }
    }

    private void rest() {
      left.forEach(
          (key, value) ->
              notes.add(
                  NONE.entrySet().stream()
                      .filter(each -> key.startsWith(each.getKey()))
                      .findFirst()
                      .map(each -> PREFIX + key + ": none here; " + each.getValue())
                      .orElse(
                          PREFIX + key + " is no setting of accumulo-testing's that is known")));
      if (others > 0) {
        notes.add(others + " settings of other tests than continuous ingest were left out");
      }
    }
  }
}
