// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many windows each of some writers has begun, counted from its first.
 *
 * @param windows the number of windows by writer; writers without any may be left out
 */
public record Population(Map<Integer, Long> windows) {
  /** Refuses negative writers and counts. */
  public Population {
    // Sorted by writer: the order of Map.copyOf differs from process to process, so that draws from
    // it could not be repeated.
    windows = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(windows)));
    windows.forEach(
        (writer, count) -> {
          if (writer < 0 || count < 0) {
            throw new IllegalArgumentException("writer " + writer + " with " + count + " windows");
          }
        });
  }
}
