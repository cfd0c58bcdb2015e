// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.records.words.UsageException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Points at which a table is to be split. */
final class SplitPoints {
  private SplitPoints() {}

  /**
   * So that tablets have the same nodes as one another: at even distances where rows lie evenly.
   *
   * @throws UsageException if the range is too small
   */
  static List<String> of(GraphSpec spec, int number) {
    if (spec.rows().even()) {
      return even(spec.rowMin(), spec.rowMax(), number);
    }
    Graph graph = new Graph(spec);
    List<String> rows = new ArrayList<>(number);
    for (int i = 1; i <= number; i++) {
      rows.add(NodeCodec.rowText(graph.rowAt(i / (number + 1.0), 0)));
    }
    if (new HashSet<>(rows).size() < number) {
      throw new UsageException(
          number + " splits do not fit between rows of graph.rows=" + spec.rows().text());
    }
    return rows;
  }

  /**
   * At even distances in a range of rows; {@code number} split points make one tablet more.
   *
   * @throws UsageException if the range is too small
   */
  static List<String> even(long rowMin, long rowMax, int number) {
    if (number >= rowMax - rowMin) {
      throw new UsageException(
          number + " splits do not fit between the " + (rowMax - rowMin) + " rows; give fewer");
    }
    BigInteger range = BigInteger.valueOf(rowMax - rowMin);
    BigInteger tablets = BigInteger.valueOf(number + 1L);
    List<String> rows = new ArrayList<>(number);
    for (int i = 1; i <= number; i++) {
      long offset = range.multiply(BigInteger.valueOf(i)).divide(tablets).longValueExact();
      rows.add(NodeCodec.rowText(rowMin + offset));
    }
    return rows;
  }
}
