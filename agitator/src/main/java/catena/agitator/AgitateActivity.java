// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.plan.Plan;
import catena.agitator.plan.PlanFile;
import catena.cluster.control.ClusterControl;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.Given;
import catena.harness.activity.RunContext;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.harness.command.CommonOptions;
import catena.harness.instance.ServerLocks;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
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
      AgitatePhase.check(own, given.find(ClusterSpec.class), problems);
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
      AbandonedFaults.refuse(local.map(c -> c.clientProperties().getParent()).stream().toList());
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
      return plan(own, Controls.of(own, local, locks), seed);
    }
  }

  private static Plan plan(Settings own, ClusterControl control, long seed) throws IOException {
    return PlanSource.of(own).plan(own, ClusterUnderTest.topology(control), seed);
  }

  /**
   * One part's agitation.
   *
   * @param first the plan of the first part of a run; those behind it have plans of their own
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
}
