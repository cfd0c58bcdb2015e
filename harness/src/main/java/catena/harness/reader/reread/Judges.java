package catena.harness.reader.reread;

import catena.graph.Graph;
import catena.graph.judge.Expectation;
import catena.graph.judge.Promise;
import catena.harness.check.View;
import java.util.IdentityHashMap;
import java.util.Optional;

/**
 * Judges of rows that were read at different times and with different authorizations, all by what
 * is promised now; for one thread.
 */
final class Judges {
  private final Optional<Graph> graph;
  private final Promise now;
  private final IdentityHashMap<View, Judge> last = new IdentityHashMap<>();

  /** A judge that is kept while rows of one read are asked about. */
  private record Judge(Promise before, Expectation expectation) {}

  Judges(Optional<Graph> graph, Promise now) {
    this.graph = graph;
    this.now = now;
  }

  /** The judge of a row, as those see it who have the view. */
  @SuppressWarnings("ReferenceEquality") // equal promises would only be looked into again
  Expectation of(PendingRow suspect, View view) {
    Judge judge = last.get(view);
    if (judge == null || judge.before != suspect.before()) {
      Promise span = suspect.before().until(now);
      judge =
          new Judge(suspect.before(), new Expectation(graph.orElseThrow(), span, view.visible()));
      last.put(view, judge);
    }
    return judge.expectation;
  }
}
