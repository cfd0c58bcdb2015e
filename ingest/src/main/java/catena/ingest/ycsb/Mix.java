// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** How often each operation is made, in parts of their sum. */
final class Mix {
  private final Map<Operation, Double> parts;
  private final double all;

  /**
   * A mix.
   *
   * @param parts none negative; as in YCSB their sum need not be one
   * @throws IllegalArgumentException if their sum is 0
   */
  Mix(Map<Operation, Double> parts) {
    this.parts = new EnumMap<>(Operation.class);
    parts.forEach(
        (operation, part) -> {
          if (part > 0) {
            this.parts.put(operation, part);
          }
        });
    this.all = this.parts.values().stream().mapToDouble(part -> part).sum();
    if (all <= 0) {
      throw new IllegalArgumentException("all proportions are 0, so that there is nothing to do");
    }
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
    double at = random.nextDouble() * all;
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
