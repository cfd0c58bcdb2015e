// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.GraphSpec;
import catena.harness.accumulo.VisibleTo;
import catena.records.settings.LineFile;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.accumulo.core.security.Authorizations;

/**
 * The sets of authorizations with which a table is read: those that a setting lists, or the lines
 * of a file.
 */
public final class AuthorizationSets {
  /** A set without labels in a list of several sets; an empty text asks for the user's own. */
  private static final String NO_LABEL = ",";

  private AuthorizationSets() {}

  /**
   * The sets as text, {@code A,B|A|C}, from either setting; empty if neither is given.
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

  /**
   * The sets from either setting; the user's own if neither is given.
   *
   * @throws UsageException as {@link #text} throws it, and if the user has not all of them
   */
  public static List<Authorizations> of(
      Settings settings, Setting<String> list, Setting<String> file, Authorizations user) {
    Setting<String> given = settings.get(file).isBlank() ? list : file;
    return of(given.key(), text(settings, list, file), user);
  }

  private static List<Authorizations> of(String key, String text, Authorizations user) {
    if (text.isBlank()) {
      return List.of(user);
    }
    Problems problems = new Problems();
    List<Authorizations> sets = new ArrayList<>();
    for (String set : text.split("\\|", -1)) {
      List<String> words =
          Arrays.stream(set.split(",", -1)).map(String::strip).filter(w -> !w.isEmpty()).toList();
      words.stream()
          .filter(word -> !user.contains(word))
          .forEach(
              word ->
                  problems.add(
                      key
                          + ": the user has no authorization "
                          + word
                          + ", only '"
                          + user
                          + "'; leave it out or grant it"));
      sets.add(new Authorizations(words.toArray(String[]::new)));
    }
    problems.throwIfAny();
    return sets;
  }

  /** The visibilities of a graph that none of the sets can see. */
  public static List<String> unseen(GraphSpec spec, List<Authorizations> sets) {
    return spec.visibilities().stream()
        .filter(expression -> sets.stream().noneMatch(set -> new VisibleTo(set).test(expression)))
        .toList();
  }
}
