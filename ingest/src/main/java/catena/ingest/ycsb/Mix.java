// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * How often each operation is made, in parts of their sum.
 *
 * @param parts none negative; as in YCSB their sum need not be one
 */
record Mix(Map<Operation, Double> parts) {
  /**
   * Copies the parts.
   *
   * @throws IllegalArgumentException if their sum is 0
   */
  Mix {
    Map<Operation, Double> some = new EnumMap<>(Operation.class);
    some.putAll(parts);
    some.values().removeIf(part -> part <= 0);
    if (some.isEmpty()) {
      throw new IllegalArgumentException("all proportions are 0, so that there is nothing to do");
    }
    parts = some;
  }

  /** Whether an operation is made at all. */
  boolean has(Operation operation) {
    return parts.containsKey(operation);
  }

  /** Whether some operation writes a record again. */
  boolean updates() {
    return parts.keySet().stream().anyMatch(Operation::updates);
  }

  /** Whether some operation compares what it reads. */
  boolean reads() {
    return parts.keySet().stream().anyMatch(Operation::reads);
  }

  /** One of them. */
  Operation draw(SplittableRandom random) {
    double at = random.nextDouble() * parts.values().stream().mapToDouble(part -> part).sum();
    Operation last = null;
    for (Map.Entry<Operation, Double> part : parts.entrySet()) {
      last = part.getKey();
      at -= part.getValue();
      if (at < 0) {
        break;
      }
    }
    return last;
  }
}
