// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.Topology;
import catena.agitator.plan.FaultSchedule;
import catena.agitator.plan.Plan;
import catena.agitator.plan.PlanFile;
import catena.agitator.plan.Policy;
import catena.agitator.plan.PolicyCheck;
import catena.agitator.plan.PolicyFile;
import catena.harness.client.Seed;
import catena.records.settings.Settings;
import catena.records.settings.Texts;
import catena.records.words.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What is to be done: a plan that is there, or one to be made of a policy. */
final class PlanSource {
  private static final int MOST_DRAWS = 100;

  private PlanSource() {}

  /**
   * The plan that is there, if the settings name one.
   *
   * @throws UsageException if the file is not there, or with all that is wrong with it
   */
  private static Optional<Plan> kept(Settings settings) {
    return Optional.of(settings.get(AgitateSettings.PLAN))
        .filter(file -> !file.isBlank())
        .map(file -> PlanFile.read(Path.of(file)));
  }

  /**
   * The plan for a cluster: at least one fault. A plan is kept as it is.
   *
   * @throws UsageException if a file is not there or cannot be read, if it cannot be carried out
   *     there, or is empty
   */
  static Plan plan(Settings settings, Topology topology, long seed) {
    Optional<Plan> kept = kept(settings);
    if (kept.isPresent()) {
      PolicyCheck.check(kept.get(), topology);
      return kept.get();
    }
    Policy policy = PolicyFile.find(settings.get(AgitateSettings.POLICY));
    return drawn(policy, settings.get(AgitateSettings.DURATION), topology, seed);
  }

  /**
   * A policy becomes a plan by seed and duration. Times that are drawn may leave no fault within a
   * short duration; then it is drawn again, with a seed that follows from the first.
   */
  private static Plan drawn(Policy policy, Duration duration, Topology topology, long seed) {
    Plan plan = FaultSchedule.of(policy, topology, seed, duration);
    for (int draw = 1; plan.faults().isEmpty() && draw < MOST_DRAWS; draw++) {
      long again = new Seed(seed).derive(policy.name(), draw).value();
      plan = FaultSchedule.of(policy, topology, again, duration);
    }
    if (plan.faults().isEmpty()) {
      throw none(policy, duration, " with seed " + seed);
    }
    return plan;
  }

  /**
   * Throws as {@link #plan} does, whatever the seed.
   *
   * @param topology of the cluster, if it is known already
   */
  static void check(Settings settings, Optional<Topology> topology) {
    Optional<Plan> kept = kept(settings);
    if (kept.isPresent()) {
      topology.ifPresent(known -> PolicyCheck.check(kept.get(), known));
      return;
    }
    Policy policy = PolicyFile.find(settings.get(AgitateSettings.POLICY));
    Duration duration = settings.get(AgitateSettings.DURATION);
    topology.ifPresent(known -> PolicyCheck.check(policy, known));
    if (policy.rules().stream().noneMatch(rule -> rule.fits(duration))) {
      throw none(policy, duration, "");
    }
  }

  private static UsageException none(Policy policy, Duration duration, String seed) {
    return new UsageException(
        "The policy %s plans no fault%s that is healed within %s: make agitate.duration longer, or take another policy"
            .formatted(policy.name(), seed, Texts.duration(duration)));
  }
}
