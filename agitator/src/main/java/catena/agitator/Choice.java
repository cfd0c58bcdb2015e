package catena.agitator;

import catena.harness.settings.Settings;
import java.nio.file.Path;

/** What is to be done: a plan that is there, or one to be made of a policy. */
sealed interface Choice {
  /**
   * What the settings choose.
   *
   * @throws catena.harness.command.UsageException if the file is not there, or with all that is
   *     wrong with it
   */
  static Choice of(Settings settings) {
    String plan = settings.get(AgitateSettings.PLAN);
    return plan.isBlank()
        ? new OfPolicy(PolicyFile.find(settings.get(AgitateSettings.POLICY)))
        : new OfPlan(PlanFile.read(Path.of(plan)));
  }

  /**
   * The plan for a cluster.
   *
   * @throws catena.harness.command.UsageException if it cannot be carried out there
   */
  Plan plan(Settings settings, Topology topology, long seed);

  /** Throws as {@link #plan} does, whatever the seed. */
  default void check(Settings settings, Topology topology) {
    Plan unused = plan(settings, topology, 0);
  }

  /** A plan is kept as it is. */
  record OfPlan(Plan plan) implements Choice {
    @Override
    public Plan plan(Settings settings, Topology topology, long seed) {
      PolicyCheck.check(plan, topology);
      return plan;
    }
  }

  /** A policy becomes a plan by seed and duration. */
  record OfPolicy(Policy policy) implements Choice {
    @Override
    public Plan plan(Settings settings, Topology topology, long seed) {
      return FaultSchedule.of(
          policy,
          topology,
          settings.get(AgitateSettings.SEED).orElse(seed),
          settings.get(AgitateSettings.DURATION));
    }
  }
}
