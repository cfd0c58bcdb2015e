// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.records.settings.LineFile;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sets of authorizations that a setting lists, or that a file has one a line. */
public final class AuthorizationFile {
  /** A set without labels, as a list of several sets has it: not empty, which asks for another. */
  private static final String NO_LABEL = ",";

  private AuthorizationFile() {}

  /**
   * The sets as text, {@code A,B|A|C}, wherever they stand; empty if nothing was said.
   *
   * @param list the setting with such a text
   * @param file the setting with the name of a file, labels of a set separated by commas
   * @throws UsageException if both are given, or the file cannot be used
   */
  public static String text(Settings settings, Setting<String> list, Setting<String> file) {
    String named = settings.get(file);
    String listed = settings.get(list);
    if (named.isBlank()) {
      return listed;
    }
    if (!listed.isBlank()) {
      throw new UsageException(
          list.key() + " and " + file.key() + " are both given; leave one out");
    }
    List<LineFile.SourceLine> lines = LineFile.read(file.key(), named);
    check(lines);
    return lines.stream()
        .map(line -> line.text().isEmpty() ? NO_LABEL : line.text())
        .collect(Collectors.joining("|"));
  }

  private static void check(List<LineFile.SourceLine> lines) {
    Problems problems = new Problems();
    for (LineFile.SourceLine line : lines) {
      problems.unless(
          !line.text().contains("|"),
          line.where()
              + ": '"
              + line.text()
              + "' is no set of authorizations; separate its labels by commas");
    }
    problems.throwIfAny();
  }

  /** All the labels of such a text. */
  public static Set<String> labels(String text) {
    return Arrays.stream(text.split("[|,]", -1))
        .map(String::strip)
        .filter(label -> !label.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
