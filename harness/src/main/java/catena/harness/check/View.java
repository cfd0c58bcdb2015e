package catena.harness.check;

import catena.graph.Graph;
import catena.harness.accumulo.VisibleTo;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.accumulo.core.security.Authorizations;

/**
 * A table as seen with one set of authorizations; for any thread.
 *
 * @param visible which of the graph's visibilities they satisfy
 * @param lookup reads rows with them, as the readers do
 * @param firm reads rows with them, always the newest state
 */
public record View(
    Authorizations authorizations, Predicate<String> visible, Lookup lookup, Lookup firm) {
  /** The view of a graph's table, or of one without a graph. */
  public static View of(
      Optional<Graph> graph, Authorizations authorizations, Lookup lookup, Lookup firm) {
    VisibleTo test = new VisibleTo(authorizations);
    Set<String> seen =
        graph.stream()
            .flatMap(of -> of.spec().visibilities().stream())
            .filter(test)
            .collect(Collectors.toUnmodifiableSet());
    return new View(authorizations, seen::contains, lookup, firm);
  }
}
