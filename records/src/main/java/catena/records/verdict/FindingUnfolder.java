// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.records.verdict.Finding.Together;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes of a line that stands for many findings each of them again: the graph knows the rows of the
 * nodes that it names. So whoever reads findings one by one sees where each of them was.
 */
public final class FindingUnfolder {
  /** A line that stands for more than what is left of these is handed over as it is. */
  private static final long MOST = 5_000_000;

  private final Graph graph;
  private final Consumer<Finding> each;
  private long left = MOST;

  /**
   * An unfolder for the findings of one file.
   *
   * @param graph of the table
   * @param each takes what stands for itself, and what cannot be unfolded
   */
  public FindingUnfolder(Graph graph, Consumer<Finding> each) {
    this.graph = graph;
    this.each = each;
  }

  /** Takes a line. */
  public void accept(Finding line) {
    Optional<String> indices = line.together().flatMap(Together::indices);
    if (indices.isEmpty() || line.origin().isEmpty() || line.number() > left) {
      each.accept(line);
      return;
    }
    left -= line.number();
    Origin origin = line.origin().get();
    long window = origin.block() * graph.spec().depth() + origin.layer();
    Indices.each(
        indices.get(),
        index -> {
          Node node = new Node(origin.writer(), window, index);
          each.accept(
              new Finding(
                  line.kind(),
                  NodeCodec.rowText(graph.row(node)),
                  Optional.of(origin.at(index)),
                  line.expected(),
                  line.seen(),
                  line.foundMillis(),
                  line.referrers(),
                  line.detail(),
                  Optional.empty()));
          return true;
        });
  }
}
