// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.GraphSpec;
import java.util.Map;
import java.util.TreeMap;

/** The graphs of the benchmarks. */
final class Graphs {
  private static final long SEED = 42;

  private Graphs() {}

  /**
   * The default graph but for one parameter.
   *
   * @param parameter its name among a graph's properties
   */
  static GraphSpec with(String parameter, String value) {
    Map<String, String> all = new TreeMap<>(GraphSpec.ofSeed(SEED).toProperties());
    if (all.put(parameter, value) == null) {
      throw new IllegalArgumentException("a graph has no parameter " + parameter);
    }
    return GraphSpec.fromProperties(all);
  }
}
