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
sealed interface PlanSource {
  /**
   * What the settings choose.
   *
   * @throws catena.records.words.UsageException if the file is not there, or with all that is wrong
   *     with it
   */
  static PlanSource of(Settings settings) {
    String plan = settings.get(AgitateSettings.PLAN);
    return plan.isBlank()
        ? new OfPolicy(PolicyFile.find(settings.get(AgitateSettings.POLICY)))
        : new OfPlan(PlanFile.read(Path.of(plan)));
  }

  /**
   * The plan for a cluster: at least one fault.
   *
   * @throws catena.records.words.UsageException if it cannot be carried out there, or is empty
   */
  Plan plan(Settings settings, Topology topology, long seed);

  /**
   * Throws as {@link #plan} does, whatever the seed.
   *
   * @param topology of the cluster, if it is known already
   */
  void check(Settings settings, Optional<Topology> topology);

  /** A plan is kept as it is. */
  record OfPlan(Plan plan) implements PlanSource {
    @Override
    public Plan plan(Settings settings, Topology topology, long seed) {
      PolicyCheck.check(plan, topology);
      return plan;
    }

    @Override
    public void check(Settings settings, Optional<Topology> topology) {
      topology.ifPresent(known -> PolicyCheck.check(plan, known));
    }
  }

  /**
   * A policy becomes a plan by seed and duration. Times that are drawn may leave no fault within a
   * short duration; then it is drawn again, with a seed that follows from the first.
   */
  record OfPolicy(Policy policy) implements PlanSource {
    private static final int MOST_DRAWS = 100;

    @Override
    public Plan plan(Settings settings, Topology topology, long seed) {
      Duration duration = settings.get(AgitateSettings.DURATION);
      Plan plan = FaultSchedule.of(policy, topology, seed, duration);
      for (int draw = 1; plan.faults().isEmpty() && draw < MOST_DRAWS; draw++) {
        long again = new Seed(seed).derive(policy.name(), draw).value();
        plan = FaultSchedule.of(policy, topology, again, duration);
      }
      if (plan.faults().isEmpty()) {
        throw none(duration, " with seed " + seed);
      }
      return plan;
    }

    @Override
    public void check(Settings settings, Optional<Topology> topology) {
      Duration duration = settings.get(AgitateSettings.DURATION);
      topology.ifPresent(known -> PolicyCheck.check(policy, known));
      if (policy.rules().stream().noneMatch(rule -> rule.fits(duration))) {
        throw none(duration, "");
      }
    }

    private UsageException none(Duration duration, String seed) {
      return new UsageException(
          "The policy %s plans no fault%s that is healed within %s: make agitate.duration longer, or take another policy"
              .formatted(policy.name(), seed, Texts.duration(duration)));
    }
  }
}
