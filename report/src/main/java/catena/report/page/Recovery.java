// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.harness.instance.ServerId;
import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import com.google.common.collect.Maps;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How the cluster recovered from each kind of fault. */
final class Recovery {
  private static final Set<String> DIPS =
      Set.of(
          RecoveryMeasure.DIP_DEPTH.key(),
          RecoveryMeasure.DIP.key(),
          RecoveryMeasure.QUERY_DIP_DEPTH.key(),
          RecoveryMeasure.QUERY_DIP.key());

  private Recovery() {}

  /**
   * The faults by their kind and the roles of their targets, {@code kill tserver}, in the order of
   * these words: the recovery times of different kinds are not comparable.
   */
  static SortedMap<String, List<FaultRecord>> byKind(List<FaultRecord> faults) {
    return faults.stream()
        .collect(Collectors.groupingBy(Recovery::kind, TreeMap::new, Collectors.toList()));
  }

  /** {@code kill tserver}, {@code cut tserver+zookeeper}; the kind alone if no server is hit. */
  static String kind(FaultRecord fault) {
    String roles =
        fault.targets().stream()
            .map(target -> target.replaceFirst("@.*", ""))
            .flatMap(name -> ServerId.parse(name).stream())
            .map(server -> server.role().word())
            .distinct()
            .sorted()
            .collect(Collectors.joining("+"));
    return roles.isEmpty() ? fault.kind() : fault.kind() + " " + roles;
  }

  /**
   * The measures of one fault's recovery; none if it was not proven or not recovered from.
   *
   * <p>The times until it was healed and until the cluster was whole come from the times of the
   * events, which all count from the injection; older journals measured from another moment. Dips
   * that an agitator measured while the journals still grew are left out: {@link
   * catena.report.history.FaultCosts} is more exact.
   */
  static SortedMap<String, Double> measures(FaultRecord fault) {
    SortedMap<String, Double> measures = new TreeMap<>();
    if (!fault.overcome()) {
      return measures;
    }
    measures.putAll(
        Maps.filterEntries(
            fault.measures(), each -> each.getValue() != null && !DIPS.contains(each.getKey())));
    if (fault.healed()) {
      measures.putIfAbsent(RecoveryMeasure.HEALED.key(), fault.after(fault.healedAt()));
    }
    measures.put(RecoveryMeasure.RECOVERED.key(), fault.after(fault.recoveredAt()));
    return measures;
  }

  /** The name of a measure in a report: {@code rehost}, {@code healed after}, {@code whole}. */
  static String words(String measure) {
    if (measure.equals(RecoveryMeasure.RECOVERED.key())) {
      return "whole";
    }
    String words = RecoveryMeasure.words(measure);
    return measure.equals(RecoveryMeasure.HEALED.key()) ? words + " after" : words;
  }

  /** The unit of a measure. */
  static Unit unit(String measure) {
    return switch (RecoveryMeasure.unit(measure)) {
      case "s" -> Unit.SECONDS;
      case "ratio" -> Unit.SHARE;
      case "bytes" -> Unit.BYTES;
      default -> Unit.AMOUNT;
    };
  }

  /** The measures that at least one fault has, in the order of the steps of recovery. */
  static List<String> measures(List<FaultRecord> faults) {
    Set<String> seen = new LinkedHashSet<>();
    faults.forEach(fault -> seen.addAll(measures(fault).keySet()));
    return RecoveryMeasure.ordered(seen);
  }

  /** One measure of faults, in ascending order; those without it are left out. */
  static double[] sorted(List<FaultRecord> faults, String measure) {
    return faults.stream()
        .map(Recovery::measures)
        .filter(measures -> measures.containsKey(measure))
        .mapToDouble(measures -> measures.get(measure))
        .sorted()
        .toArray();
  }
}
