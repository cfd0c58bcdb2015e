// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a row that the table does not return is now.
 *
 * @param entries the files and logs that hold an entry of the row
 * @param deletes the files and logs that hold a delete marker of the row
 * @param deletedAt timestamp of the newest such marker, milliseconds since 1970 where the table's
 *     timestamps are Accumulo's usual ones
 */
public record RowRemains(List<String> entries, List<String> deletes, Optional<Long> deletedAt) {
  /** Copies the lists. */
  public RowRemains {
    entries = List.copyOf(entries);
    deletes = List.copyOf(deletes);
  }

  /** Whether neither an entry nor a delete marker was found. */
  public boolean isNowhere() {
    return entries.isEmpty() && deletes.isEmpty();
  }

  /** The two combined. */
  public RowRemains and(RowRemains other) {
    return new RowRemains(
        join(entries, other.entries),
        join(deletes, other.deletes),
        Stream.concat(deletedAt.stream(), other.deletedAt.stream()).max(Long::compare));
  }

  private static List<String> join(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).distinct().toList();
  }
}
