// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.cluster.control.ClusterControl;
import catena.cluster.control.CommandControl;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.Work;
import catena.harness.command.CommonOptions;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.records.history.Addition;
import catena.records.server.Role;
import catena.records.settings.LineFile;
import catena.records.settings.Settings;
import catena.records.threads.Bounded;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;

/** Adds tservers to the running cluster, and waits until the tablets are balanced with them. */
public final class AddServersActivity implements Activity {
  private static final Duration READ = Duration.ofSeconds(20);

  @Override
  public Description description() {
    return Description.of(
            "addservers",
            "add tservers, and wait until the tablets are balanced with them",
            GrowthPlan.SETTINGS)
        .phaseOnly("start servers by the means of the cluster")
        .effect(Effect.HITS)
        .traits(Trait.BESIDE_OTHERS);
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.lasting("", Optional.of(GrowthPlan.of(own).least()));
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    GrowthPlan plan = GrowthPlan.of(own);
    String commands = own.get(AgitateSettings.CONTROL);
    Optional<ClusterSpec> spec = given.find(ClusterSpec.class);
    if (!commands.isBlank()) {
      Path file = LineFile.find(commands);
      problems.check(() -> CommandControl.checkAdds(file, Role.TSERVER, plan.count()));
    } else if (spec.isPresent()) {
      problems.check(() -> checkGrows(spec.get(), plan.count()));
    } else {
      given
          .find(CommonOptions.class)
          .flatMap(CommonOptions::clientProps)
          .map(properties -> properties.toAbsolutePath().getParent())
          .filter(directory -> !LocalCluster.exists(directory))
          .ifPresent(directory -> problems.add(unsupported()));
    }
  }

  private static void checkGrows(ClusterSpec spec, int count) {
    try {
      var unused = spec.with(Role.TSERVER, spec.number(Role.TSERVER) + count);
    } catch (IllegalArgumentException e) {
      throw new UsageException("addservers.count=" + count + ": " + e.getMessage());
    }
  }

  private static String unsupported() {
    return "addservers: servers cannot be added to this cluster: it is no local one, and"
        + " agitate.control names no file of commands with the hosts to start servers on"
        + " (conf/control has examples)";
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    GrowthPlan plan = GrowthPlan.of(own);
    Optional<LocalCluster> local = site.given().find(LocalCluster.class);
    if (local.isEmpty() && own.get(AgitateSettings.CONTROL).isBlank()) {
      throw new UsageException(unsupported());
    }
    // A server that does not run later may have been killed by another part.
    List<ServerId> idle;
    try (ServerLocks locks = AgitatePhase.locks(site.connection())) {
      ClusterControl control = AgitatePhase.control(own, local, locks, List.of());
      Optional<String> problem = control.whyNotAdd(Role.TSERVER, plan.count());
      if (problem.isPresent()) {
        throw new UsageException("addservers.count=" + plan.count() + ": " + problem.get());
      }
      idle = control.idle(Role.TSERVER);
    }
    return new Work() {
      @Override
      public List<String> wouldDo() {
        return List.of(
            "would add %d tservers, %s"
                .formatted(plan.count(), plan.every().isZero() ? "all at once" : "one by one"));
      }

      @Override
      public PartOutcome perform(RunContext run) throws Exception {
        List<Addition> earlier =
            run.directory()
                .read(run.directory().additions())
                .map(bytes -> Addition.parse(new String(bytes, StandardCharsets.UTF_8)))
                .orElse(List.of());
        List<InjectedFault> open = AbandonedFaults.find(run.directory().local().stream().toList());
        try (ServerLocks locks = AgitatePhase.locks(run.connection());
            AccumuloClient watcher = run.connection().watcher()) {
          return new Growth(
                  run,
                  plan,
                  earlier,
                  AgitatePhase.control(own, local, locks, List.of())
                      .addingOnly(fresh(idle, earlier, open)),
                  locks::read,
                  () ->
                      Bounded.call(
                          "reading the metadata tables",
                          READ,
                          () -> new TabletReader(watcher, READ, TabletPart.LOCATION).all()),
                  limit ->
                      Bounded.run(
                          "waiting for the balance of the tablets",
                          limit,
                          () -> watcher.instanceOperations().waitForBalance()))
              .run();
        }
      }
    };
  }

  /**
   * Those of some servers that are new: no earlier part of the run has added them, or ended them
   * and not healed that.
   */
  static List<ServerId> fresh(
      List<ServerId> idle, List<Addition> before, List<InjectedFault> open) {
    Set<String> known = new HashSet<>();
    before.forEach(each -> known.add(each.server()));
    open.forEach(fault -> known.addAll(fault.names()));
    return idle.stream().filter(id -> !known.contains(id.toString())).toList();
  }
}
