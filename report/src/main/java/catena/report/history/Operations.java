// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.latency.LatencyRecorder;
import catena.records.settings.Texts;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The operations whose latencies are recorded, in the order in which reports show them. */
public final class Operations {
  /** Those that every report has a place for. */
  public static final List<String> KNOWN =
      List.of("flush", "lookup", "batch", "range", "operation");

  private static final Map<String, String> ABOUT = Texts.table(Operations.class, "operations");

  private Operations() {}

  /** The operations that were answered, measured from the intended start; known ones first. */
  public static List<String> ordered(Collection<String> tags) {
    return tags.stream()
        .filter(tag -> !tag.endsWith(LatencyRecorder.SERVICE))
        .filter(tag -> !tag.endsWith(LatencyRecorder.UNANSWERED))
        .sorted(
            Comparator.comparing((String tag) -> !KNOWN.contains(tag))
                .thenComparing(KNOWN::indexOf)
                .thenComparing(tag -> tag))
        .toList();
  }

  /** What an operation is, in a sentence; empty for one that is not known here. */
  public static String about(String operation) {
    return ABOUT.getOrDefault(operation, "");
  }
}
