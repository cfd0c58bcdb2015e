// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Fault;
import catena.agitator.fault.Target;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Topology;
import catena.agitator.plan.Policy.Rule;
import catena.records.server.Role;
import catena.records.words.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Finds what of a policy, or of a plan, cannot be done in a cluster, before it is touched. */
public record PolicyCheck(Topology topology, Limits limits, Problems problems) {
  /**
   * Checks a policy.
   *
   * @throws catena.records.words.UsageException with all that is wrong
   */
  public static void check(Policy policy, Topology topology) {
    Problems problems = new Problems();
    PolicyCheck check = new PolicyCheck(topology, Limits.of(policy, topology), problems);
    policy.most().keySet().stream()
        .filter(role -> topology.number(role) == 0)
        .forEach(role -> problems.add(policy.name() + ": most: there is no " + role.word()));
    policy.rules().forEach(rule -> check.rule(policy, rule));
    problems.throwIfAny();
  }

  /**
   * Checks a plan, which was made for this cluster or one like it.
   *
   * @throws catena.records.words.UsageException with all that is wrong
   */
  public static void check(Plan plan, Topology topology) {
    Problems problems = new Problems();
    PolicyCheck check = new PolicyCheck(topology, Limits.of(plan, topology), problems);
    for (TimedFault fault : plan.faults()) {
      Fault kind = Fault.of(fault.fault()).orElseThrow();
      check.options(fault.words() + ": ", kind, fault.options().keySet());
      for (String text : fault.targets()) {
        check.target(fault.words(), kind, Target.parse(text), fault.options());
      }
    }
    problems.throwIfAny();
  }

  private void rule(Policy policy, Rule rule) {
    String where = policy.name() + ": " + rule.words() + ": ";
    if (!target(where, rule.fault(), rule.target(), rule.options())) {
      return;
    }
    options(where, rule.fault(), rule.options().keySet());
    int there = rule.target().candidates(topology).size();
    int least = rule.victims().least(there);
    problems.unless(
        least <= there, where + "at least " + least + " victims are wanted of " + there);
    if (least <= there) {
      quorum(where, rule, least);
    }
  }

  private void options(String where, Fault fault, Set<String> given) {
    given.stream()
        .filter(option -> !fault.options().contains(option))
        .forEach(
            option ->
                problems.add(where + option + " is no option of it; it has " + fault.options()));
  }

  private boolean target(
      String where, Fault fault, Target target, SortedMap<String, String> options) {
    if (!fault.appliesTo(target)) {
      problems.add(where + " cannot be done to " + target);
      return false;
    }
    Optional<String> problem = fault.problem(topology, options).or(() -> target.problem(topology));
    problem.ifPresent(text -> problems.add(where + " " + text));
    return problem.isEmpty();
  }

  /** The least that the rule takes down must be allowed, whichever targets are drawn. */
  private void quorum(String where, Rule rule, int least) {
    List<String> targets = rule.target().candidates(topology);
    for (int from = 0; from + least <= targets.size(); from++) {
      List<String> hit = targets.subList(from, from + (rule.fault().inTurn() ? 1 : least));
      Optional<Map.Entry<Role, Integer>> more =
          limits.exceeded(Target.servers(hit, topology), Target.unnamed(hit));
      if (more.isPresent()) {
        problems.add(refusal(where, more.get().getKey(), more.get().getValue()));
        return;
      }
    }
  }

  private String refusal(String where, Role role, int down) {
    int number = topology.number(role);
    return limits.most(role) >= Limits.harmless(role, topology)
        ? where
            + "%d of %d %s down takes the %s away; if that is meant, add breaks: [%s]"
                .formatted(down, number, role.word(), what(role), role.word())
        : where
            + "%d %s are to be down at once, and most allows %d"
                .formatted(down, role.word(), limits.most(role));
  }

  private static String what(Role role) {
    return switch (role) {
      case DATANODE -> "last replica of some blocks";
      case TSERVER -> "last tserver";
      default -> "quorum";
    };
  }
}
