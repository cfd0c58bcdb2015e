// SPDX-License-Identifier: Apache-2.0
package catena.simulation.oracle;

import catena.graph.judge.FindingKind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is to be said of the table, or what was: the rows of each finding, and whether there is a
 * doubt.
 *
 * @param doubts why there may be no pass even if nothing is found, in words
 * @param seen how many entries are there as they must be, where that is known
 */
public record Expected(Map<FindingKind, Set<String>> findings, List<String> doubts, int seen) {
  /** What was said. */
  public Expected(Map<FindingKind, Set<String>> findings, List<String> doubts) {
    this(findings, doubts, 0);
  }

  /** Collects findings. */
  public static Map<FindingKind, Set<String>> none() {
    return new EnumMap<>(FindingKind.class);
  }

  /** Adds one. */
  public static void add(Map<FindingKind, Set<String>> findings, FindingKind kind, String row) {
    findings.computeIfAbsent(kind, any -> new TreeSet<>()).add(row);
  }

  /** The rows of one finding. */
  public Set<String> of(FindingKind kind) {
    return findings.getOrDefault(kind, Set.of());
  }

  /** The verdict in a word. */
  String verdict() {
    return !findings.isEmpty() ? "FAIL" : doubts.isEmpty() ? "PASS" : "UNKNOWN";
  }

  /** The rows that one has and the other has not. */
  static Set<String> without(Collection<String> some, Collection<String> others) {
    Set<String> left = new TreeSet<>(some);
    left.removeAll(others);
    return left;
  }
}
