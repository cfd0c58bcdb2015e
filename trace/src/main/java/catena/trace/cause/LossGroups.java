// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

import catena.trace.cause.LossGroup.Cause;
import catena.trace.cause.LossGroup.Touching;
import catena.trace.record.Incident;
import catena.trace.record.Loss;
import catena.trace.record.RunRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Groups findings by their likeliest cause and their server; pure.
 *
 * @param record of the run, by which faults are suspected
 */
public record LossGroups(RunRecord record) {
  private static final Comparator<LossGroup> MOST_SUSPECT_FIRST =
      Comparator.comparingInt(LossGroup::weight)
          .thenComparingInt(group -> group.losses().size())
          .reversed()
          .thenComparingLong(LossGroup::firstWritten);

  /** Findings of one group; the bond and the weight may differ a little between them. */
  private record GroupKey(Cause cause, Optional<Incident> what, Optional<String> server) {}

  /** The groups, the most suspect first; the deleted are taken to have markers, if not searched. */
  public List<LossGroup> of(List<Loss> losses, Set<Loss> deleted) {
    SuspectedFaults suspects = new SuspectedFaults(record);
    Map<GroupKey, List<Loss>> together = new LinkedHashMap<>();
    Map<Loss, List<SuspectedFault>> touched = new HashMap<>();
    losses.stream()
        .sorted(Comparator.comparingLong(Loss::written))
        .forEach(
            loss -> {
              List<SuspectedFault> all = suspects.of(loss);
              touched.put(loss, all);
              GroupKey its = key(loss, all, deleted.contains(loss));
              together.computeIfAbsent(its, key -> new ArrayList<>()).add(loss);
            });
    return together.entrySet().stream()
        .map(each -> group(each.getKey(), each.getValue(), touched))
        .sorted(MOST_SUSPECT_FIRST)
        .toList();
  }

  private GroupKey key(Loss loss, List<SuspectedFault> all, boolean deleted) {
    Cause cause = cause(loss, all, deleted);
    Optional<SuspectedFault> suspect =
        cause == Cause.BY_FAULT ? Optional.of(all.get(0)) : Optional.empty();
    // The write is gone, so the server that was hit had it.
    Optional<String> server = suspect.flatMap(SuspectedFault::host).or(loss::server);
    return new GroupKey(cause, suspect.map(SuspectedFault::what), server);
  }

  private Cause cause(Loss loss, List<SuspectedFault> all, boolean deleted) {
    if (loss.isDeletedByOther(deleted)) {
      return Cause.DELETED;
    } else if (all.isEmpty()) {
      return record.covers(loss) ? Cause.UNEXPLAINED : Cause.UNRECORDED;
    }
    return Cause.BY_FAULT;
  }

  private LossGroup group(
      GroupKey key, List<Loss> losses, Map<Loss, List<SuspectedFault>> touched) {
    Map<Incident, Touching> touching = new LinkedHashMap<>();
    for (Loss loss : losses) {
      List<SuspectedFault> all = touched.get(loss);
      for (SuspectedFault each : all) {
        long ties = isTie(each, all.get(0)) ? 1 : 0;
        touching.merge(each.what(), new Touching(each, 1, ties), Touching::and);
      }
    }
    Optional<SuspectedFault> suspect = key.what.map(touching::remove).map(Touching::suspect);
    List<Touching> others =
        touching.values().stream()
            .sorted(Comparator.comparingInt((Touching each) -> each.suspect().weight()).reversed())
            .toList();
    return new LossGroup(key.cause, suspect, key.server, List.copyOf(losses), others);
  }

  /** Whether one is as close to a write as the first of its suspects, as far as is known. */
  private static boolean isTie(SuspectedFault each, SuspectedFault first) {
    int least = FaultRelation.TIED_HOST.weight() - 5;
    return !each.what().equals(first.what())
        && each.bond() == FaultRelation.TIED_HOST
        && each.weight() >= least
        && first.bond().weight() >= FaultRelation.TIED_HOST.weight();
  }
}
