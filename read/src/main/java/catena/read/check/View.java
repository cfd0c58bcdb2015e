// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.judge.Selection;
import catena.harness.accumulo.VisibleTo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.accumulo.core.security.Authorizations;

/**
 * A table as seen with one set of authorizations; for any thread.
 *
 * @param visible which of the graph's visibilities they satisfy
 * @param selection which nodes pass the filter that it is seen through
 * @param lookup reads rows with them, as the readers do
 * @param firm reads rows with them, always the newest state
 * @param isolated whether the readers read each row as it was at one moment; lookups do not
 */
public record View(
    Authorizations authorizations,
    Predicate<String> visible,
    Selection selection,
    Lookup lookup,
    Lookup firm,
    boolean isolated) {
  /** The view of a graph's table, or of one without a graph. */
  public static View of(
      Optional<Graph> graph, Authorizations authorizations, Lookup lookup, Lookup firm) {
    VisibleTo test = new VisibleTo(authorizations);
    Set<String> seen =
        graph.stream()
            .flatMap(of -> of.spec().visibilities().stream())
            .filter(test)
            .collect(Collectors.toUnmodifiableSet());
    return new View(authorizations, seen::contains, Selection.ALL, lookup, firm, false);
  }

  /**
   * The same table, seen through a filter.
   *
   * @param filtered reads rows through it, as the readers do
   * @param firmly reads rows through it, always the newest state
   */
  public View through(Selection passing, Lookup filtered, Lookup firmly) {
    return new View(authorizations, visible, passing, filtered, firmly, isolated);
  }

  /** The same table, read by isolated scans or by others. */
  public View isolated(boolean whether) {
    return whether == isolated
        ? this
        : new View(authorizations, visible, selection, lookup, firm, whether);
  }

  /**
   * Whether the authorizations show some of these entries of a row, and the filter lets none pass
   * but those that were seen.
   */
  public boolean drops(List<Entry> row, List<Entry> seen) {
    // Asked of Accumulo: what an entry really has need not be one of the graph's expressions.
    VisibleTo authorized = new VisibleTo(authorizations);
    List<Entry> shown =
        row.stream()
            .filter(
                entry -> authorized.test(new String(entry.visibility(), StandardCharsets.UTF_8)))
            .toList();
    return !shown.isEmpty()
        && selection.kept(shown).stream()
            .allMatch(entry -> seen.stream().anyMatch(entry::hasKeyOf));
  }

  /** Whether another view shows the same rows of a table in the same state. */
  public boolean shows(View other) {
    // A filter that is to let all pass is one, too: it may drop some.
    return authorizations.equals(other.authorizations) && selection.equals(other.selection);
  }
}
