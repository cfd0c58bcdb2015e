package catena.agitator.observe;

import catena.agitator.fault.Victim;
import catena.harness.history.RecoveryMeasure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a fault cost until the cluster was whole again: numbers by name, times in seconds from when
 * the fault was done.
 */
public final class Recovery {
  private final long doneAt;
  private final SortedMap<String, Double> measures = new TreeMap<>();

  public Recovery(long doneAt) {
    this.doneAt = doneAt;
  }

  public SortedMap<String, Double> measures() {
    return measures;
  }

  public Recovery at(RecoveryMeasure measure, OptionalLong millis) {
    millis.ifPresent(at -> measures.put(measure.key(), Math.max(0, at - doneAt) / 1000.0));
    return this;
  }

  public Recovery dip(RecoveryMeasure depth, RecoveryMeasure seconds, Optional<Rates.Dip> dip) {
    dip.ifPresent(
        found -> {
          measures.put(depth.key(), found.depth());
          measures.put(seconds.key(), found.seconds());
        });
    return this;
  }

  public Recovery value(RecoveryMeasure measure, double value) {
    measures.put(measure.key(), value);
    return this;
  }

  /** When the first of the victims' locks was seen to be gone, where they had any. */
  public static OptionalLong noticed(List<Observation.Quick> looks, List<Victim> victims) {
    Set<Long> sessions =
        victims.stream().flatMap(victim -> victim.session().stream()).collect(Collectors.toSet());
    return sessions.isEmpty()
        ? OptionalLong.empty()
        : looks.stream()
            .filter(look -> look.sessions().isPresent())
            .filter(look -> !look.sessions().get().containsAll(sessions))
            .mapToLong(Observation.Quick::at)
            .findFirst();
  }

  /** When all tablets were hosted again after some had not been; empty if all were all the time. */
  public static OptionalLong rehosted(List<Observation.Whole> looks) {
    boolean lost = false;
    for (Observation.Whole look : looks) {
      if (lost && look.tabletsHosted()) {
        return OptionalLong.of(look.at());
      }
      lost |= !look.tabletsHosted();
    }
    return OptionalLong.empty();
  }

  /** The logs that unhosted tablets needed. */
  public static Set<String> logs(List<Observation.Whole> looks) {
    return looks.stream()
        .flatMap(look -> look.unhosted().stream())
        .flatMap(tablet -> tablet.logs().stream())
        .collect(Collectors.toSet());
  }
}
