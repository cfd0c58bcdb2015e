// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Graph;
import catena.graph.judge.Expectation;
import catena.graph.judge.Promise;
import java.util.IdentityHashMap;
import java.util.Optional;

/**
 * Judges of rows that were read at different times and with different authorizations, all by what
 * is promised now; for one thread.
 */
public final class Judges {
  private final Optional<Graph> graph;
  private final Promise now;
  private final IdentityHashMap<View, Judge> last = new IdentityHashMap<>();

  /** A judge that is kept while rows of one read are judged. */
  private record Judge(Promise before, Expectation expectation) {}

  /** Judges by what is promised now; by nothing where there is no graph. */
  public Judges(Optional<Graph> graph, Promise now) {
    this.graph = graph;
    this.now = now;
  }

  /**
   * The judge of rows.
   *
   * @param before what was promised before they were read
   * @param view by which they were read
   */
  @SuppressWarnings("ReferenceEquality") // equal promises only repeat work
  public Expectation of(Promise before, View view) {
    Judge judge = last.get(view);
    if (judge == null || judge.before != before) {
      judge =
          new Judge(
              before,
              new Expectation(
                  graph.orElseThrow(), before.until(now), view.visible(), view.selection()));
      last.put(view, judge);
    }
    return judge.expectation;
  }
}
