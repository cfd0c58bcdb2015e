// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.GraphSpec;
import catena.harness.accumulo.VisibleTo;
import catena.records.words.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.accumulo.core.security.Authorizations;

/** With which sets of authorizations a table is looked at. */
public final class AuthorizationSets {
  private AuthorizationSets() {}

  /**
   * The sets of a text such as {@code A,B|A|C}; the user's own if it is empty.
   *
   * @param key the setting that has the text, for messages
   * @throws UsageException if the user has not all of them
   */
  public static List<Authorizations> of(String key, String text, Authorizations user) {
    if (text.isBlank()) {
      return List.of(user);
    }
    List<String> problems = new ArrayList<>();
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
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    return sets;
  }

  /** The visibilities of a graph that none of the sets can see. */
  public static List<String> unseen(GraphSpec spec, List<Authorizations> sets) {
    return spec.visibilities().stream()
        .filter(expression -> sets.stream().noneMatch(set -> new VisibleTo(set).test(expression)))
        .toList();
  }
}
