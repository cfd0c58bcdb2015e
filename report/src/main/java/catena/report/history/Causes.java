package catena.report.history;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code causes.json} holds: findings put together by what has probably caused them.
 *
 * @param unhosted tablets that nobody hosted at the end
 * @param notes how complete this is, one sentence each
 */
public record Causes(List<Group> groups, List<Unhosted> unhosted, List<String> notes) {
  /** Without any. */
  static final Causes NONE = new Causes(List.of(), List.of(), List.of());

  public Causes {
    groups = groups == null ? List.of() : List.copyOf(groups);
    unhosted = unhosted == null ? List.of() : List.copyOf(unhosted);
    notes = notes == null ? List.of() : List.copyOf(notes);
  }

  /**
   * Findings of one probable cause.
   *
   * @param rank from 1, the most likely first
   * @param suspicion one sentence
   */
  public record Group(
      int rank,
      SortedMap<String, Long> kinds,
      long findings,
      List<String> tablets,
      Optional<String> server,
      Optional<CausingFault> fault,
      String suspicion,
      List<String> evidence) {
    public Group {
      kinds = kinds == null ? new TreeMap<>() : new TreeMap<>(kinds);
      tablets = tablets == null ? List.of() : List.copyOf(tablets);
      suspicion = suspicion == null ? "no suspicion is written" : suspicion;
      evidence = evidence == null ? List.of() : List.copyOf(evidence);
    }
  }

  /** The fault that is suspected. */
  public record CausingFault(int id, String fault, List<String> targets, long startedAt) {
    public CausingFault {
      targets = targets == null ? List.of() : List.copyOf(targets);
    }
  }

  /**
   * A tablet without a host.
   *
   * @param server who hosted it last
   * @param logs those that must be recovered before it can be hosted again
   */
  public record Unhosted(
      String tablet, Optional<String> server, List<String> logs, Optional<CausingFault> fault) {
    public Unhosted {
      logs = logs == null ? List.of() : List.copyOf(logs);
    }
  }
}
