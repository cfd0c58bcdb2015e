// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Topology;
import catena.agitator.plan.Plan;
import catena.agitator.plan.PlanFile;
import catena.cluster.control.ClusterControl;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Activity;
import catena.harness.activity.CommandOptions;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.Given;
import catena.harness.activity.RunContext;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerLocks;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Plans faults, injects them, and heals them, or heals what is left. */
public final class AgitateActivity implements Activity {
  /** The activity. */
  public AgitateActivity() {}

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
  public void check(Settings own, Given given, Problems problems) {
    Optional<AgitateOptions> options = given.find(AgitateOptions.class);
    options.ifPresent(
        asked -> asked.check(given.find(CommonOptions.class).orElseThrow(), problems));
    if (options.filter(AgitateOptions::heals).isEmpty()) {
      Optional<Topology> topology = given.find(ClusterSpec.class).map(AgitatePhase::topology);
      problems.check(() -> PlanSource.check(own, topology));
    }
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.lasting("", Optional.of(own.get(AgitateSettings.DURATION)));
  }

  @Override
  public Work prepare(Site site, Settings own) throws Exception {
    Optional<LocalCluster> local = site.given().find(LocalCluster.class);
    Plan plan = plan(site, own, local, site.seed());
    if (site.given().find(AgitateOptions.class).isPresent()) { // a run may heal its own
      List<Path> places = local.map(c -> c.clientProperties().getParent()).stream().toList();
      AbandonedFaults.refuse(AbandonedFaults.at(places, Optional.empty()));
    }
    Consumer<String> taker =
        site.given()
            .find(AgitateOptions.class)
            .<Consumer<String>>map(options -> options::save)
            .orElse(text -> {});
    return new Agitation(own, local, site, plan, taker);
  }

  /** A local cluster is asked itself, and need not be at work. */
  private static Plan plan(Site site, Settings own, Optional<LocalCluster> local, long seed)
      throws IOException, InterruptedException {
    if (local.isPresent() && own.get(AgitateSettings.CONTROL).isBlank()) {
      return plan(own, local.get(), seed);
    }
    try (ServerLocks locks = AgitatePhase.locks(site.connection())) {
      return plan(own, AgitatePhase.control(own, local, locks), seed);
    }
  }

  private static Plan plan(Settings own, ClusterControl control, long seed) throws IOException {
    return PlanSource.plan(own, ClusterUnderTest.topology(control), seed);
  }

  /**
   * One part's agitation.
   *
   * @param first the plan of the first part of a run; later parts have separate plans
   */
  private record Agitation(
      Settings own, Optional<LocalCluster> local, Site site, Plan first, Consumer<String> planTaker)
      implements Work {
    @Override
    public List<String> wouldDo() {
      String text = PlanFile.text(first);
      planTaker.accept(text);
      return text.lines().toList();
    }

    @Override
    public boolean isFile() {
      return true;
    }

    @Override
    public PartOutcome perform(RunContext run) throws Exception {
      Plan plan = run.seed() == site.seed() ? first : plan(site, own, local, run.seed());
      planTaker.accept(PlanFile.text(plan));
      return new AgitatePhase(run, local, own, plan).perform();
    }
  }

  /** What only the command line can ask of agitation: a plan, a copy of it, or to heal. */
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
    public Optional<Callable<Verdict>> errand(Settings own, Given given) {
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
