// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What goes on in a run in addition to the work that a progress line shows.
 *
 * @param findings how many were reported so far
 * @param faults those in effect, a few words each; the oldest first
 * @param unhosted tablets without a host; empty while no recorder says where they are
 * @param p99 of each operation in the last interval that was measured, by tag
 */
public record Situation(
    long findings, List<String> faults, OptionalInt unhosted, Map<String, Duration> p99) {
  /** Copies the collections. */
  public Situation {
    faults = List.copyOf(faults);
    p99 = Map.copyOf(p99);
  }

  /** The first fault, and how many others there are; a dash without any. */
  String faultWords() {
    if (faults.isEmpty()) {
      return "–";
    }
    return faults.get(0) + (faults.size() > 1 ? " +" + (faults.size() - 1) : "");
  }

  /** {@code 17 tablets without a host}; empty if there is none, or that is unknown. */
  Optional<String> unhostedWords() {
    int n = unhosted.orElse(0);
    return n == 0
        ? Optional.empty()
        : Optional.of(n + (n == 1 ? " tablet" : " tablets") + " without a host");
  }
}
