package catena.report;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code causes.json} holds: findings put together by what has probably caused them.
 *
 * @param unexplained how many findings are in no group
 */
record Causes(List<Group> groups, long unexplained) {
  /** Without any. */
  static final Causes NONE = new Causes(List.of(), 0);

  Causes {
    groups = groups == null ? List.of() : List.copyOf(groups);
  }

  /**
   * Findings of one probable cause.
   *
   * @param rank from 1, the most likely first
   * @param suspicion one sentence
   */
  record Group(
      int rank,
      SortedMap<String, Long> kinds,
      long findings,
      List<String> tablets,
      Optional<String> server,
      Optional<Struck> fault,
      String suspicion,
      List<String> evidence) {
    Group {
      kinds = kinds == null ? new TreeMap<>() : new TreeMap<>(kinds);
      tablets = tablets == null ? List.of() : List.copyOf(tablets);
      suspicion = suspicion == null ? "no suspicion is written" : suspicion;
      evidence = evidence == null ? List.of() : List.copyOf(evidence);
    }
  }

  /** The fault that is suspected. */
  record Struck(int id, String fault, List<String> targets, long startedAt) {
    Struck {
      targets = targets == null ? List.of() : List.copyOf(targets);
    }
  }
}
