// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.agitator.fault.Victim;
import catena.records.history.RecoveryMeasure;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a fault cost until the cluster was whole again: numbers by name, times in seconds from the
 * moment of the injection.
 */
public final class Recovery {
  private final long injectedAt;
  private final SortedMap<String, Double> measures = new TreeMap<>();

  /**
   * Nothing measured yet.
   *
   * @param injectedAt when the fault was about to be done, {@code FaultStarted.at}
   */
  public Recovery(long injectedAt) {
    this.injectedAt = injectedAt;
  }

  /** The numbers, by {@link RecoveryMeasure#key}. */
  public SortedMap<String, Double> measures() {
    return measures;
  }

  /** Measures until when something took, if it is known; wall clock in milliseconds. */
  public Recovery at(RecoveryMeasure measure, OptionalLong millis) {
    millis.ifPresent(at -> measures.put(measure.key(), (at - injectedAt) / 1000.0));
    return this;
  }

  /**
   * Measures what is known when the cluster is whole.
   *
   * @param affected the servers whose loss the fault is about
   * @param last the observation that saw the cluster whole
   * @param unhosts whether the fault leaves tablets without a host by itself until it is healed
   * @param healingAt when healing began, wall clock in milliseconds
   * @param healedAt when it had returned
   */
  public void whole(
      ClusterWatch watch,
      List<Victim> affected,
      Observation.Whole last,
      boolean unhosts,
      long healingAt,
      long healedAt) {
    List<Observation.Whole> seen =
        watch.whole().since(injectedAt).stream()
            .filter(each -> each.ended() <= last.ended())
            .toList();
    Optional<Observation.Whole> before =
        watch.whole().before(injectedAt, Observation.Whole::tabletsSeen);
    at(
        RecoveryMeasure.REHOST,
        unhosts ? rehostedSince(seen, healedAt) : rehosted(before, seen, affected));
    at(RecoveryMeasure.HEALING, OptionalLong.of(healingAt));
    at(RecoveryMeasure.HEALED, OptionalLong.of(healedAt));
    at(RecoveryMeasure.RECOVERED, OptionalLong.of(last.ended()));
    watch
        .logs()
        .sum(logs(seen))
        .ifPresent(bytes -> measures.put(RecoveryMeasure.LOG.key(), (double) bytes));
  }

  /**
   * Measures the first read and the first acknowledgement of a window that was sent after a victim
   * was hit.
   *
   * @param doneAt when the fault was done, wall clock in milliseconds
   * @return whether no more is to be expected of them
   * @throws IOException if a journal cannot be read
   */
  public boolean clients(ReadProbes probes, ClientJournals journals, long doneAt)
      throws IOException {
    at(RecoveryMeasure.FIRST_READ, probes.first());
    journals.read();
    OptionalLong flush = journals.firstFlush(probes.hitAt().orElse(doneAt));
    at(RecoveryMeasure.FIRST_FLUSH, flush);
    return (flush.isPresent() || !journals.anyWrites()) && probes.isDone();
  }

  /**
   * Measures when the loss of a lock was noticed.
   *
   * @param recoveredAt when the cluster was whole, wall clock in milliseconds
   * @return whether no more is to be expected of it
   */
  public boolean notice(ClusterWatch watch, List<Victim> affected, long recoveredAt) {
    List<Observation.Quick> seen = watch.quick().since(injectedAt);
    OptionalLong noticed = noticed(seen, affected);
    at(RecoveryMeasure.NOTICE, noticed);
    return noticed.isPresent() || notNoticed(seen, affected, recoveredAt);
  }

  /**
   * When the first of the locks that victims held was seen to be gone, by the end of that
   * observation; a lock that a victim only waited for does not count.
   *
   * @param seen those that began after the injection, oldest first
   */
  public static OptionalLong noticed(List<Observation.Quick> seen, List<Victim> victims) {
    Set<Long> sessions =
        victims.stream()
            .flatMap(victim -> victim.heldSession().stream())
            .collect(Collectors.toSet());
    return sessions.isEmpty()
        ? OptionalLong.empty()
        : seen.stream()
            .filter(each -> each.sessions().isPresent())
            .filter(each -> !each.sessions().get().containsAll(sessions))
            .mapToLong(Observation.Quick::ended)
            .findFirst();
  }

  /**
   * Whether no lock of a victim was missed and none will be: no victim held one, or the locks were
   * seen after the recovery. The observation that sees the cluster whole may come before the one
   * that misses a lock.
   *
   * @param recoveredAt when the cluster was whole, wall clock in milliseconds
   */
  static boolean notNoticed(List<Observation.Quick> seen, List<Victim> victims, long recoveredAt) {
    return noticed(seen, victims).isEmpty()
        && (victims.stream().allMatch(victim -> victim.heldSession().isEmpty())
            || seen.stream()
                .anyMatch(each -> each.began() >= recoveredAt && each.sessions().isPresent()));
  }

  /**
   * When all tablets were hosted again, none of them by a victim's session that has ended, by the
   * end of that observation; empty if none was ever without a host nor a victim's. An observation
   * that could not see the tablets shows nothing.
   *
   * @param before the last observation before the injection that saw the tablets, if any did
   * @param seen those that began after the injection, oldest first, up to the one that saw the
   *     cluster whole
   */
  static OptionalLong rehosted(
      Optional<Observation.Whole> before, List<Observation.Whole> seen, List<Victim> victims) {
    List<Observation.Whole> useful = seen.stream().filter(Observation.Whole::tabletsSeen).toList();
    if (useful.isEmpty()) {
      return OptionalLong.empty();
    }
    Set<String> ended = new HashSet<>();
    victims.stream()
        .flatMap(victim -> victim.heldSession().stream())
        .map(Long::toHexString)
        .forEach(ended::add);
    ended.removeAll(useful.get(useful.size() - 1).live());
    boolean lost = before.filter(each -> each.hasTabletsAt(ended)).isPresent();
    for (Observation.Whole observation : useful) {
      boolean served = observation.unhosted().isEmpty() && !observation.hasTabletsAt(ended);
      if (lost && served) {
        return OptionalLong.of(observation.ended());
      }
      lost |= !served;
    }
    return OptionalLong.empty();
  }

  /**
   * When all tablets were hosted again after a fault that left some without a host by itself until
   * it was healed, by the end of that observation; empty if none since then saw them so.
   *
   * @param seen those that began after the injection, oldest first
   * @param healedAt when that fault was healed, wall clock in milliseconds
   */
  static OptionalLong rehostedSince(List<Observation.Whole> seen, long healedAt) {
    return seen.stream()
        .filter(each -> each.began() >= healedAt && each.tabletsSeen())
        .filter(each -> each.unhosted().isEmpty())
        .mapToLong(Observation.Whole::ended)
        .findFirst();
  }

  /** The logs that unhosted tablets needed. */
  static Set<String> logs(List<Observation.Whole> seen) {
    return seen.stream()
        .flatMap(each -> each.unhosted().stream())
        .flatMap(tablet -> tablet.logs().stream())
        .collect(Collectors.toSet());
  }
}
