// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.records.settings.Setting;
import catena.scenario.usage.SettingsCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.WordUtils;

/** The two files that list all settings, made from their declarations. */
final class SettingsPages {
  private static final String GRAPH = "graph";
  private static final int COLUMNS = 110;

  private final Map<String, List<Setting<?>>> sections;

  SettingsPages(List<Setting<?>> settings) {
    sections =
        settings.stream()
            .collect(
                Collectors.groupingBy(
                    setting -> setting.key().replaceFirst("\\..*", ""),
                    LinkedHashMap::new,
                    Collectors.toList()));
  }

  /** {@code docs/settings.md}: what a person sets, with all that is allowed. */
  String page() {
    StringBuilder text =
        new StringBuilder(
            """
            # Settings

            The settings that a person sets. One without a default is empty. The others are advanced: for tests, for
            unusual clusters, or for what a scenario does. `bin/catena settings` and `conf/catena.properties` have all
            of them, with limits; `bin/catena settings verify.` those that begin so. This page and that file are made
            from the code ([how to renew them](../CONTRIBUTING.md#settings)).

            - Order: default < properties file (`-p`) < scenario < `-o key=value`. The later one wins.
            - Sizes take `K`, `M` and `G` (powers of 1,024), such as `64K`, `64M`, `1G`.
            - Times take `ms`, `s`, `m`, `h` and `d`, such as `500ms`, `30s`, `2m`, `1h`, `3d`.
            - An unknown key is an error that names the nearest key. All problems are reported at once.

            """);
    sections.values().stream()
        .flatMap(List::stream)
        .filter(setting -> !SettingsCommand.ADVANCED.contains(setting.key()))
        .forEach(setting -> text.append(item(setting)));
    return text.toString();
  }

  private static String name(Setting<?> setting) {
    return setting.isPrefix() ? setting.key() + "KEY" : setting.key();
  }

  /** Without what the kind of value says by itself; limits of numbers and times are in the file. */
  private static String item(Setting<?> setting) {
    String value =
        setting.defaultText().isEmpty() ? "" : ", default `%s`".formatted(setting.defaultText());
    String what = escaped(setting.description());
    String allowed = escaped(setting.allowed());
    boolean obvious =
        allowed.matches(
            "any text|true or false|(empty or )?(a whole number|a number|a time span|a size).*");
    String text = obvious ? StringUtils.capitalize(what) + "." : sentences(what, allowed);
    String item = "- `%s`%s: %s".formatted(name(setting), value, text);
    return WordUtils.wrap(item, COLUMNS - 1, "\n  ", false) + "\n";
  }

  private static String escaped(String text) {
    return text.replace("<", "&lt;");
  }

  /** {@code conf/catena.properties}. */
  String properties() {
    StringBuilder text =
        new StringBuilder(
            """
            # SPDX-License-Identifier: Apache-2.0
            # Every setting with its default; bin/catena settings prints the same. Give this file, or one
            # with the few lines that differ, with -p FILE. A scenario overrides it, and -o key=value
            # overrides all.
            """);
    sections.forEach(
        (section, settings) -> {
          text.append("\n# ---- ").append(section).append(" ----\n");
          if (section.equals(GRAPH)) {
            text.append(
                """
                # These are left as comments: they are read when a table gets its graph, which it then keeps,
                # and a value that is given must agree with the table's graph.
                """);
          }
          settings.forEach(setting -> text.append(lines(setting)));
        });
    return text.toString();
  }

  private static String lines(Setting<?> setting) {
    String what = sentences(setting.description(), setting.allowed());
    boolean comment = setting.isPrefix() || setting.key().startsWith(GRAPH + ".");
    return "%s\n%s%s=%s\n"
        .formatted(
            wrapped(what, "# ", 100), comment ? "#" : "", name(setting), setting.defaultText());
  }

  private static String sentences(String what, String allowed) {
    String first = Character.toUpperCase(what.charAt(0)) + what.substring(1);
    return first + ". Allowed: " + allowed + (allowed.endsWith(".") ? "" : ".");
  }

  private static String wrapped(String text, String before, int columns) {
    return before + WordUtils.wrap(text, columns - before.length(), "\n" + before, false);
  }
}
