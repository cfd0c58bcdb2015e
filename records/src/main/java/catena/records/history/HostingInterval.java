// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import java.util.List;
import java.util.Optional;

/**
 * How long a tablet was with one host, or with none.
 *
 * @param server host and port; empty while no server hosted it
 * @param logs write-ahead logs that the tablet needed when it came there
 * @param from wall clock in milliseconds since 1970
 * @param to the same; {@link Long#MAX_VALUE} if it is there still
 */
public record HostingInterval(Optional<String> server, List<String> logs, long from, long to) {
  /** Whether any of it lies in a span of time. */
  public boolean isDuring(long begin, long end) {
    return from <= end && to >= begin;
  }
}
