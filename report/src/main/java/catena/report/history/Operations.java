package catena.report.history;

import catena.harness.latency.LatencyRecorder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The operations whose latencies are recorded, in the order in which a person looks. */
public final class Operations {
  private static final List<String> ORDER = List.of("flush", "lookup", "batch", "range");

  private Operations() {}

  /** Those that were answered, measured from the intended start; the known ones first. */
  public static List<String> ordered(Collection<String> tags) {
    return tags.stream()
        .filter(tag -> !tag.endsWith(LatencyRecorder.SERVICE))
        .filter(tag -> !tag.endsWith(LatencyRecorder.UNANSWERED))
        .sorted(Comparator.comparingInt(Operations::place).thenComparing(tag -> tag))
        .toList();
  }

  private static int place(String tag) {
    int known = ORDER.indexOf(tag);
    return known < 0 ? ORDER.size() : known;
  }
}
