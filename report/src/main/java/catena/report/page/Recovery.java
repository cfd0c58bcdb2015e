package catena.report.page;

import catena.harness.history.FaultRecord;
import catena.harness.history.RecoveryMeasure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** How the cluster recovered from each kind of fault. */
final class Recovery {
  private Recovery() {}

  /** The faults by kind, in the order of the kinds' names. */
  static SortedMap<String, List<FaultRecord>> byKind(List<FaultRecord> faults) {
    SortedMap<String, List<FaultRecord>> kinds = new TreeMap<>();
    faults.forEach(f -> kinds.computeIfAbsent(f.kind(), k -> new ArrayList<>()).add(f));
    return kinds;
  }

  /** The measures that at least one fault has, in the order in which recovery goes. */
  static List<String> measures(List<FaultRecord> faults) {
    Set<String> seen = new LinkedHashSet<>();
    faults.forEach(fault -> seen.addAll(fault.measures().keySet()));
    return RecoveryMeasure.ordered(seen);
  }

  /** One measure of faults, in rising order; those without it are left out. */
  static double[] sorted(List<FaultRecord> faults, String measure) {
    double[] values =
        faults.stream()
            .filter(fault -> fault.measures().get(measure) != null)
            .mapToDouble(fault -> fault.measures().get(measure))
            .toArray();
    Arrays.sort(values);
    return values;
  }

  /** The middle of numbers in rising order; NaN of none. */
  static double median(double[] sorted) {
    int n = sorted.length;
    if (n == 0) {
      return Double.NaN;
    }
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }
}
