// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Notices that the cluster, after it had recovered from a fault and while none is open, is not
 * whole any more. A tablet that is being moved has no host for a moment, so a relapse must last.
 */
final class OutageWatch {
  private static final long LASTING_MILLIS = Duration.ofSeconds(5).toMillis();

  private Optional<String> after = Optional.empty();
  private long recoveredAt;
  private long since = -1;
  private boolean told;

  /** The cluster has recovered from a fault, in words. */
  void recovered(String fault, long at) {
    after = Optional.of(fault);
    recoveredAt = at;
  }

  /** A fault begins: what follows is its doing. */
  void begins() {
    since = -1;
    told = false;
  }

  /** Takes note of a look while no fault is open; a remark if there is one to make. */
  Optional<String> see(Observation.Whole look) {
    if (after.isEmpty() || look.began() < recoveredAt) {
      return Optional.empty();
    }
    Optional<String> missing = look.missing(Set.of());
    if (missing.isEmpty()) {
      boolean ends = told;
      long began = since;
      begins();
      return ends
          ? Optional.of("the cluster is whole again, after " + (look.ended() - began) / 1000 + " s")
          : Optional.empty();
    }
    if (since < 0) {
      since = look.began();
    }
    if (told || look.ended() - since < LASTING_MILLIS) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(
        "the cluster is not whole any more though it had recovered from %s, for %d s now: %s"
            .formatted(after.get(), (look.ended() - since) / 1000, missing.get()));
  }
}
