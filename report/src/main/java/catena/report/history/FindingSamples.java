package catena.report.history;

import catena.graph.judge.FindingKind;
import catena.harness.verdict.Finding;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Findings, all counted, the first few of each kind kept. */
public final class FindingSamples {
  private static final int KEPT = 20;

  private final Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
  private final Map<FindingKind, List<Finding>> first = new EnumMap<>(FindingKind.class);

  void seen(Finding finding) {
    long count = counts.merge(finding.kind(), 1L, Long::sum);
    if (count <= KEPT) {
      first.computeIfAbsent(finding.kind(), kind -> new ArrayList<>()).add(finding);
    }
  }

  /** How many there are of each kind. */
  public Map<FindingKind, Long> counts() {
    return counts;
  }

  /** How many there are. */
  public long total() {
    return counts.values().stream().mapToLong(n -> n).sum();
  }

  /** The first findings of a kind. */
  public List<Finding> first(FindingKind kind) {
    return first.getOrDefault(kind, List.of());
  }
}
