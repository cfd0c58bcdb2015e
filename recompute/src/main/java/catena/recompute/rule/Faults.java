package catena.recompute.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the recovery of several faults comes to. */
final class Faults {
  private static final List<String> ORDER =
      List.of(
          "notice.s",
          "rehost.s",
          "first.read.s",
          "first.flush.s",
          "healing.s",
          "healed.s",
          "recovered.s",
          "log.bytes");

  private Faults() {}

  static SortedMap<String, List<Fault>> byKind(List<Fault> faults) {
    SortedMap<String, List<Fault>> kinds = new TreeMap<>();
    faults.forEach(f -> kinds.computeIfAbsent(f.kind(), kind -> new ArrayList<>()).add(f));
    return kinds;
  }

  /** The names of what was measured of any of them, in the order in which recovery goes. */
  static List<String> measures(List<Fault> faults) {
    Set<String> names = new TreeSet<>();
    faults.forEach(fault -> names.addAll(fault.measures().keySet()));
    List<String> ordered = new ArrayList<>(ORDER);
    ordered.retainAll(names);
    names.removeAll(ordered);
    ordered.addAll(names);
    return ordered;
  }

  /** One measure of all that have it, in rising order. */
  static double[] sorted(List<Fault> faults, String measure) {
    return faults.stream()
        .filter(fault -> fault.measures().containsKey(measure))
        .mapToDouble(fault -> fault.measures().get(measure))
        .sorted()
        .toArray();
  }

  /** Of numbers in rising order. */
  static double median(double[] sorted) {
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }
}
