package catena.report.page;

import catena.report.history.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** How the cluster recovered from each kind of fault. */
final class Recovery {
  private static final List<String> ORDER =
      List.of(
          "notice.s",
          "rehost.s",
          "first.flush.s",
          "first.read.s",
          "recovered.s",
          "dip.depth.ratio",
          "dip.s",
          "query.dip.depth.ratio",
          "query.dip.s",
          "log.bytes");

  private Recovery() {}

  /** The faults by kind, in the order of the kinds' names. */
  static SortedMap<String, List<Fault>> byKind(List<Fault> faults) {
    SortedMap<String, List<Fault>> kinds = new TreeMap<>();
    faults.forEach(f -> kinds.computeIfAbsent(f.kind(), k -> new ArrayList<>()).add(f));
    return kinds;
  }

  /** The measures that at least one fault has, in the order in which recovery goes. */
  static List<String> measures(List<Fault> faults) {
    Set<String> seen = new LinkedHashSet<>();
    faults.forEach(fault -> seen.addAll(fault.measures().keySet()));
    List<String> ordered = new ArrayList<>(ORDER);
    ordered.retainAll(seen);
    seen.stream().filter(name -> !ORDER.contains(name)).forEach(ordered::add);
    return ordered;
  }

  /** One measure of faults, in rising order; those without it are left out. */
  static double[] sorted(List<Fault> faults, String measure) {
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

  /** The unit that ends a measure's name. */
  static String unit(String measure) {
    return measure.substring(measure.lastIndexOf('.') + 1);
  }

  /** The measure without its unit, in words. */
  static String words(String measure) {
    int dot = measure.lastIndexOf('.');
    return (dot < 0 ? measure : measure.substring(0, dot)).replace('.', ' ');
  }
}
