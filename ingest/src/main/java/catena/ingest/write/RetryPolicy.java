// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.records.settings.DurationRange;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a window is sent again and how long to wait before each time.
 *
 * @param limit from the first failure of a window; after that it is given up
 * @param backoff the first wait and the longest; each is twice the one before
 */
public record RetryPolicy(Duration limit, DurationRange backoff) {
  /** Doubling any more often would overflow before it meets a limit. */
  private static final int MOST_DOUBLINGS = 20;

  /**
   * How long to wait before the next attempt, or nothing when the window is to be given up.
   *
   * @param failures how many attempts failed so far, at least 1
   * @param sinceFirst since the first of them failed
   */
  Optional<Duration> next(int failures, Duration sinceFirst) {
    Duration doubled = backoff.min().multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    Duration wait = doubled.compareTo(backoff.max()) < 0 ? doubled : backoff.max();
    return sinceFirst.plus(wait).compareTo(limit) > 0 ? Optional.empty() : Optional.of(wait);
  }
}
