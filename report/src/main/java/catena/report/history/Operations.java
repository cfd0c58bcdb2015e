// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.read.announce.LagTimes;
import catena.records.latency.LatencyRecorder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The operations whose latencies are recorded, in the order in which reports show them. */
public final class Operations {
  private static final List<String> ORDER =
      List.of("flush", "lookup", "batch", "range", "operation");

  private Operations() {}

  /** The operations that were answered, measured from the intended start; known ones first. */
  public static List<String> ordered(Collection<String> tags) {
    return tags.stream()
        .filter(tag -> !tag.endsWith(LatencyRecorder.SERVICE))
        .filter(tag -> !tag.endsWith(LatencyRecorder.UNANSWERED))
        .sorted(
            Comparator.comparing((String tag) -> !ORDER.contains(tag))
                .thenComparing(ORDER::indexOf)
                .thenComparing(tag -> tag))
        .toList();
  }

  /** What an operation is, in a sentence; empty for one that is not known here. */
  public static String about(String operation) {
    return switch (operation) {
      case "flush" -> "A flush lasts until all writes of a window are acknowledged.";
      case "lookup" -> "A lookup reads one row.";
      case LagTimes.LAG ->
          "A lag lasts from the first attempt to read an announced row to the answer that had it;"
              + " rows that were there at once have none.";
      case LagTimes.VISIBLE -> "From the insert of an announced row to the answer that had it.";
      case "batch" -> "A batch reads many rows at once.";
      case "range" -> "A range scan reads the rows between two.";
      case "operation" -> "An operation is any of those of ycsb, all of them together.";
      case "read" -> "A read of ycsb reads one record.";
      case "update" -> "An update of ycsb writes one record again.";
      case "insert" -> "An insert of ycsb writes a new record.";
      case "scan" -> "A scan of ycsb reads some records, one behind the other.";
      case "read-modify-write" -> "A read-modify-write of ycsb reads a record and writes it again.";
      default -> "";
    };
  }
}
