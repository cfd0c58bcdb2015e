// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Fault;
import catena.agitator.fault.GoingOn;
import catena.agitator.fault.Target;
import catena.records.server.Role;
import catena.records.settings.DurationRange;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often which fault hits which victims.
 *
 * @param name for messages and the plan
 * @param gate whether a fault waits until the cluster has recovered from those before
 * @param settle how long a healed server still counts as down when the plan is made
 * @param quiet for how long the cluster must have been whole before the gate opens
 * @param open how many faults may be open at once
 * @param most how many servers of a role may be down at once, where it limits that
 * @param breaks roles that may lose so many servers that a quorum or the last replica is gone
 * @param rules at least one
 */
public record Policy(
    String name,
    boolean gate,
    Duration settle,
    Duration quiet,
    int open,
    SortedMap<Role, Integer> most,
    Set<Role> breaks,
    List<Rule> rules) {
  /** Copies what it is given. */
  public Policy {
    most = Collections.unmodifiableSortedMap(new TreeMap<>(most));
    breaks = Set.copyOf(breaks);
    rules = List.copyOf(rules);
  }

  /**
   * One kind of fault.
   *
   * @param first when it comes first; one period after the start by default
   * @param every from one to the next
   * @param hold until it is healed
   * @param odds how likely it comes when its time does
   * @param options what else the fault takes, by name
   * @param during what it waits for when its time has come
   */
  public record Rule(
      Fault fault,
      Target target,
      VictimCount victims,
      Optional<DurationRange> first,
      DurationRange every,
      DurationRange hold,
      double odds,
      SortedMap<String, String> options,
      Optional<GoingOn> during) {
    /** Copies the options. */
    public Rule {
      options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    }

    /** Whether an occurrence may be healed within a duration, if chance will have it. */
    public boolean fits(Duration duration) {
      DurationRange when = first.orElse(every);
      Duration earliest = when.min().plus(hold.min());
      int order = earliest.compareTo(duration);
      // Of a range, the very ends are never drawn together.
      return order < 0 || (order == 0 && fixed(when) && fixed(hold) && !hold.min().isZero());
    }

    private static boolean fixed(DurationRange range) {
      return range.min().equals(range.max());
    }

    /** For messages: {@code kill tserver}. */
    String words() {
      return fault.word() + " " + target;
    }
  }
}
