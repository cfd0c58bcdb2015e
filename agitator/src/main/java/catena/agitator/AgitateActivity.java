// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Topology;
import catena.agitator.plan.FaultSchedule;
import catena.agitator.plan.Plan;
import catena.agitator.plan.PlanFile;
import catena.agitator.plan.Policy;
import catena.agitator.plan.PolicyCheck;
import catena.agitator.plan.PolicyFile;
import catena.cluster.control.ClusterControl;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.CommandOptions;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.client.Seed;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerLocks;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.settings.Texts;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Plans faults, injects them, and heals them, or heals what is left. */
public final class AgitateActivity implements Activity {
  private static final int MOST_DRAWS = 100;

  @Override
  public Description description() {
    return Description.of(
            "agitate", "inject faults by a plan, confirm each, and heal it", AgitateSettings.ALL)
        .examples(
            "bin/catena agitate -c client.properties --dry-run",
            "bin/catena agitate -c client.properties --plan plan.yaml --run-dir runs/soak")
        .effect(Effect.HITS)
        .traits(Trait.BESIDE_OTHERS)
        .options(AgitateOptions::new);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    Optional<AgitateOptions> options = given.find(AgitateOptions.class);
    options.ifPresent(
        asked -> asked.check(given.find(CommonOptions.class).orElseThrow(), problems));
    if (options.filter(AgitateOptions::heals).isEmpty()) {
      Optional<Topology> topology = given.find(ClusterSpec.class).map(AgitatePhase::topology);
      problems.check(() -> check(own, topology));
    }
  }

  @Override
  public Forecast forecast(Settings own) {
    Duration lasts = own.get(AgitateSettings.DURATION);
    try {
      lasts = kept(own).map(Plan::end).orElse(lasts);
    } catch (UsageException e) {
      // the check names it, or, if the file has gone since, the part that cannot begin
    }
    return Forecast.lasting("", Optional.of(lasts));
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    Optional<LocalCluster> local = site.given().find(LocalCluster.class);
    Optional<AgitateOptions> options = site.given().find(AgitateOptions.class);
    Plan first = plan(site, own, local, site.seed());
    if (options.isPresent()) { // a run may heal its own
      List<Path> places = AgitatePhase.places(Optional.empty(), local);
      AbandonedFaults.refuse(AbandonedFaults.at(places, Optional.empty()));
    }
    return new Work() {
      @Override
      public List<String> wouldDo() {
        String text = PlanFile.text(first);
        options.ifPresent(asked -> asked.save(text));
        return text.lines().toList();
      }

      @Override
      public boolean isFile() {
        return true;
      }

      /** Later parts of a run have separate plans. */
      @Override
      public PartOutcome perform(RunContext run) throws Exception {
        Plan plan = run.seed() == site.seed() ? first : plan(site, own, local, run.seed());
        options.ifPresent(asked -> asked.save(PlanFile.text(plan)));
        return new AgitatePhase(run, local, own, plan, AgitatePhase.PROOF_LIMIT).perform();
      }
    };
  }

  /** A local cluster lists its servers itself, and need not run. */
  private static Plan plan(
      PartEnvironment site, Settings own, Optional<LocalCluster> local, long seed)
      throws IOException, InterruptedException {
    if (local.isPresent() && own.get(AgitateSettings.CONTROL).isBlank()) {
      return plan(own, ClusterUnderTest.topology(local.get()), seed);
    }
    try (ServerLocks locks = AgitatePhase.locks(site.connection())) {
      ClusterControl control = AgitatePhase.control(own, local, locks, List.of());
      return plan(own, ClusterUnderTest.topology(control), seed);
    }
  }

  /**
   * The plan file that the settings name, if they name one.
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

  /** The options that only the command line has: a plan, a copy of it, or to heal. */
  static final class AgitateOptions extends CommandOptions {
    @Parameter(
        names = "--plan",
        description = "a plan to replay exactly (agitate.plan); --dry-run prints one")
    private String plan;

    @Parameter(
        names = "--save-plan",
        description = "also write the plan to this file; the run directory has it as plan.yaml")
    private String savePlan;

    @Parameter(
        names = "--heal",
        description =
            "only heal the faults that a killed agitator left (of --run-dir or of the cluster)")
    private boolean heal;

    boolean heals() {
      return heal;
    }

    @Override
    public List<Layer> layers() {
      return plan == null
          ? List.of()
          : List.of(Layer.of("--plan", Map.of(AgitateSettings.PLAN.key(), plan)));
    }

    void check(CommonOptions common, Problems problems) {
      problems.unless(
          !heal || (plan == null && savePlan == null && !common.dryRun()),
          "--heal heals what is open and plans nothing; leave the other options out");
      problems.unless(
          savePlan == null || writable(Path.of(savePlan).toAbsolutePath()),
          "--save-plan " + savePlan + " cannot be written; name a file in a directory that can");
    }

    private static boolean writable(Path file) {
      return Files.exists(file)
          ? Files.isRegularFile(file) && Files.isWritable(file)
          : Files.isDirectory(file.getParent()) && Files.isWritable(file.getParent());
    }

    @Override
    public Optional<Callable<Verdict>> errand(Settings own, CallerContext given) {
      CommonOptions common = given.find(CommonOptions.class).orElseThrow();
      return heal
          ? Optional.of(
              () ->
                  new Healing(
                          own,
                          given.find(Terminal.class).orElseThrow(),
                          given.find(CommandContext.class).orElseThrow().clock(),
                          given.find(CommandContext.class).orElseThrow().stop())
                      .heal(
                          common.requireClientProps(),
                          given.find(LocalCluster.class),
                          common.runDir()))
          : Optional.empty();
    }

    /**
     * Writes the plan where the user wants it, too.
     *
     * @throws UsageException if it cannot be written
     */
    void save(String text) {
      if (savePlan == null) {
        return;
      }
      try {
        Files.writeString(Path.of(savePlan), text);
      } catch (IOException e) {
        throw new UsageException(
            "--save-plan " + savePlan + " cannot be written: " + Reasons.of(e));
      }
    }
  }
}
