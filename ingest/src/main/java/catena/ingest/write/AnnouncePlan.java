// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Graph;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * Which rows are announced to the readers of {@code lag}.
 *
 * @param every one of so many nodes
 */
public record AnnouncePlan(int every) {
  private static final Setting<Integer> EVERY =
      Setting.ofInt(
          "ingest.announce",
          0,
          0,
          1_000_000_000,
          "one of so many nodes is announced to the readers of lag as soon as the batch writer has"
              + " it; 0: none");

  /** Most announced rows that wait for a reader; those without room are left out and counted. */
  public static final int MOST_WAITING = 10_000;

  /** The settings that a plan is made from. */
  static final List<Setting<?>> SETTINGS = List.of(EVERY);

  /** The plan that the settings make; empty if nothing is announced. */
  static Optional<AnnouncePlan> of(Settings settings) {
    int every = settings.get(EVERY);
    return every == 0 ? Optional.empty() : Optional.of(new AnnouncePlan(every));
  }

  /**
   * Announces some of the nodes that a writer writes for the first time.
   *
   * @param rows receives the rows, and never waits
   * @return takes the first of some writes of one step, and how many they are
   */
  public ObjIntConsumer<Position> announcing(Graph graph, int writer, Consumer<String> rows) {
    WriteOrder order = new WriteOrder(graph);
    return (from, count) -> {
      if (order.step(writer, from.block(), from.step()) == Step.LAYER) {
        long window = order.window(writer, from);
        int first = order.index(writer, from);
        for (int index = first; index < first + count; index++) {
          if (isAnnounced(window, index)) {
            rows.accept(NodeCodec.rowText(graph.row(writer, window, index)));
          }
        }
      }
    };
  }

  /** Each window announces other strata, so that over time rows of all tablets are announced. */
  private boolean isAnnounced(long window, int index) {
    return (window + index) % every == 0;
  }
}
