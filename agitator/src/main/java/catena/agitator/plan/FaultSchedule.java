// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Target;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Topology;
import catena.agitator.plan.Policy.Rule;
import catena.harness.client.Seed;
import catena.harness.instance.ServerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Makes a plan of a policy: a pure function of seed, duration, policy and topology.
 *
 * <p>Each rule has its own stream of random numbers for its times, and each occurrence its own for
 * its victims; so neither another rule nor a delay changes what a rule draws. An occurrence for
 * which the limits leave too few victims is put off until something is healed; one that would not
 * be healed within the duration is left out.
 */
public final class FaultSchedule {
  private final Policy policy;
  private final Topology topology;
  private final Limits limits;
  private final long seed;
  private final long durationMillis;
  private final List<TimedFault> planned = new ArrayList<>();

  /** Those of the planned faults that are not over at the time that is planned now. */
  private final List<TimedFault> opened = new ArrayList<>();

  /** An occurrence that waits for its time; the first of the same time is the earlier rule's. */
  private record Due(long atMillis, int rule, long nth, long intendedMillis) {}

  private FaultSchedule(Policy policy, Topology topology, long seed, Duration duration) {
    this.policy = policy;
    this.topology = topology;
    this.limits = Limits.of(policy, topology);
    this.seed = seed;
    this.durationMillis = duration.toMillis();
  }

  /**
   * The plan.
   *
   * @param duration within which every fault is healed
   * @throws catena.records.words.UsageException if the policy cannot be kept in this cluster
   */
  public static Plan of(Policy policy, Topology topology, long seed, Duration duration) {
    PolicyCheck.check(policy, topology);
    return new FaultSchedule(policy, topology, seed, duration).make();
  }

  private Plan make() {
    PriorityQueue<Due> queue =
        new PriorityQueue<>(Comparator.comparingLong(Due::atMillis).thenComparingInt(Due::rule));
    List<SplittableRandom> streams = new ArrayList<>();
    for (int r = 0; r < policy.rules().size(); r++) {
      streams.add(random(r, -1));
      Rule rule = policy.rules().get(r);
      long first = rule.first().orElse(rule.every()).at(streams.get(r).nextDouble()).toMillis();
      queue.add(new Due(first, r, 0, first));
    }
    while (!queue.isEmpty()) {
      Due due = queue.poll();
      if (due.atMillis() < durationMillis) {
        Optional<Due> putOff = plan(due);
        putOff.ifPresent(queue::add);
        if (putOff.isEmpty()) {
          queue.add(next(due, streams.get(due.rule())));
        }
      }
    }
    return new Plan(
        policy.name(), seed, policy.gate(), policy.quiet(), policy.open(), limits.most(), planned);
  }

  /**
   * The period is counted from when the occurrence before was meant to come, but time does not go
   * backwards where that was put off for longer.
   */
  private Due next(Due due, SplittableRandom stream) {
    Rule rule = policy.rules().get(due.rule());
    long period = Math.max(1, rule.every().at(stream.nextDouble()).toMillis());
    long at = Math.max(due.atMillis(), due.intendedMillis() + period);
    return new Due(at, due.rule(), due.nth() + 1, at);
  }

  /** Plans an occurrence, or leaves it out; or returns it for when something has been healed. */
  private Optional<Due> plan(Due due) {
    Rule rule = policy.rules().get(due.rule());
    SplittableRandom random = random(due.rule(), due.nth());
    boolean comes = random.nextDouble() < rule.odds();
    long hold = rule.hold().at(random.nextDouble()).toMillis();
    if (!comes || due.atMillis() + hold > durationMillis) {
      return Optional.empty();
    }
    long until = due.atMillis() + hold + policy.settle().toMillis();
    opened.removeIf(open -> until(open) <= due.atMillis()); // times come in order
    List<TimedFault> others = opened.stream().filter(open -> open.at().toMillis() < until).toList();
    Optional<List<String>> victims = choose(rule, random, others);
    if (victims.isPresent()) {
      add(rule, due, hold, victims.get());
      return Optional.empty();
    }
    return others.stream().mapToLong(this::until).min().stream()
        .mapToObj(end -> new Due(end, due.rule(), due.nth(), due.intendedMillis()))
        .findAny();
  }

  /** When a fault's servers are taken to be there again. */
  private long until(TimedFault fault) {
    return fault.end().plus(policy.settle()).toMillis();
  }

  private void add(Rule rule, Due due, long holdMillis, List<String> victims) {
    TimedFault fault =
        new TimedFault(
            planned.size() + 1,
            Duration.ofMillis(due.atMillis()),
            rule.fault().word(),
            victims,
            Duration.ofMillis(holdMillis),
            rule.options(),
            rule.during());
    planned.add(fault);
    opened.add(fault);
  }

  /** Victims within the limits, in the order drawn; empty if there are fewer than the least. */
  private Optional<List<String>> choose(
      Rule rule, SplittableRandom random, List<TimedFault> others) {
    List<String> candidates = shuffled(rule.target().candidates(topology), random);
    int least = rule.victims().least(candidates.size());
    int most = Math.min(rule.victims().max(), candidates.size());
    int wanted = most <= least ? least : random.nextInt(least, most + 1);
    List<String> hit = others.stream().flatMap(open -> open.targets().stream()).toList();
    List<ServerId> down = Target.servers(hit, topology);
    List<String> chosen = new ArrayList<>();
    for (String candidate : candidates) {
      List<ServerId> own = Target.servers(List.of(candidate), topology);
      boolean free = own.stream().noneMatch(down::contains);
      List<String> all = new ArrayList<>(hit);
      all.add(candidate);
      // In turn, each is healed before the next one is hit.
      all.addAll(rule.fault().inTurn() ? List.of() : chosen);
      if (chosen.size() < wanted
          && free
          && limits.allow(Target.servers(all, topology), Target.unnamed(all))) {
        chosen.add(candidate);
      }
    }
    return chosen.size() < least ? Optional.empty() : Optional.of(chosen);
  }

  private static List<String> shuffled(List<String> candidates, SplittableRandom random) {
    List<String> shuffled = new ArrayList<>(candidates);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      String other = shuffled.set(j, shuffled.get(i));
      shuffled.set(i, other);
    }
    return shuffled;
  }

  private SplittableRandom random(int rule, long nth) {
    return new Seed(seed).derive("rule", rule).derive("occurrence", nth).random();
  }
}
