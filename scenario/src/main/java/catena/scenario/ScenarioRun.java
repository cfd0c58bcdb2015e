// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.fleet.coordinate.FleetFigures;
import catena.fleet.coordinate.FleetPhases;
import catena.fleet.coordinate.FleetPlan;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.UserLabels;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.PhasePerformer;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Run;
import catena.harness.engine.RunVerdict;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.read.check.AuthorizationSets;
import catena.records.run.RunDirectory;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import catena.scenario.cluster.Clusters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * A run of a scenario on its cluster: an existing one, or its own.
 *
 * @param seed of the run
 * @param pending its verdict
 * @param fleet the workers that do what clients do; empty where this process does all of it
 */
record ScenarioRun(
    Scenario scenario,
    PhaseSettings settings,
    RunDirectory directory,
    Terminal terminal,
    CommandContext context,
    long seed,
    PendingVerdict pending,
    Optional<FleetPlan> fleet) {
  private static final Logger LOG = LogManager.getLogger(ScenarioRun.class);

  /** Runs on a cluster that exists; a local one has its client properties in its directory. */
  Verdict on(Path clientProperties) throws Exception {
    return perform(
        clientProperties,
        Clusters.at(clientProperties, terminal),
        workers(clientProperties, false));
  }

  /**
   * Runs on its own cluster, which is stopped whatever happens, and removed after a pass.
   *
   * @param keep leaves it running
   */
  Verdict onOwnCluster(ClusterSpec spec, boolean keep) throws Exception {
    return onOwnCluster(
        context.stop().interrupting(() -> Clusters.start(spec, directory, terminal)), keep);
  }

  /** The same on one that is started, by this process or by another coordinator of the run. */
  Verdict onOwnCluster(LocalCluster cluster, boolean keep) throws Exception {
    Optional<FleetPhases> workers = workers(cluster.clientProperties(), !keep);
    Verdict verdict = Verdict.UNKNOWN;
    try {
      verdict = perform(cluster.clientProperties(), Optional.of(cluster), workers);
    } finally {
      if (workers.isEmpty() || workers.get().isAlone()) {
        end(cluster, verdict, keep);
      } else {
        terminal.note("The cluster is left to the process that goes on with the run");
      }
    }
    return verdict;
  }

  /** Stops the cluster; a failure to do so does not change the verdict, which is written. */
  private void end(LocalCluster cluster, Verdict verdict, boolean keep) {
    Path files = cluster.clientProperties().getParent();
    if (keep) {
      terminal.note("The cluster goes on; its client properties: " + cluster.clientProperties());
      return;
    }
    try {
      if (verdict == Verdict.PASS) {
        cluster.clean();
      } else {
        cluster.stop();
        terminal.note("The cluster is stopped; its logs are in " + files.resolve("logs"));
        Clusters.onwards(
                cluster.clientProperties(),
                directory.display(),
                directory.ledgers().isEmpty(),
                context.stop().asked())
            .forEach(terminal::note);
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the cluster was not stopped", e);
      terminal.note("The cluster in " + files + " was not stopped: " + Reasons.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      terminal.note("The cluster in " + files + " was not stopped: interrupted");
    }
  }

  private Optional<FleetPhases> workers(Path clientProperties, boolean ownCluster) {
    return fleet.map(
        plan ->
            new FleetPhases(
                scenario,
                settings,
                plan,
                new FleetFigures(seen -> ScenarioTerms.isFault(settings, seen), pending::found),
                clientProperties,
                ownCluster));
  }

  private Verdict perform(
      Path clientProperties, Optional<LocalCluster> cluster, Optional<FleetPhases> workers)
      throws Exception {
    try (Connection connection = Connection.open(clientProperties, CommonOptions.CONNECT_LIMIT)) {
      grantLabels(connection);
      CallerContext figures =
          workers.map(its -> CallerContext.of(its.figures())).orElse(CallerContext.NOTHING);
      CallerContext given = cluster.map(Clusters::given).orElse(CallerContext.NOTHING).and(figures);
      PhasePerformer performer =
          workers.isPresent() ? workers.get() : new PhasePerformer(settings, Optional.empty());
      RunVerdict standing = RunVerdict.ofScenario(directory, pending);
      return new Run(
              scenario, settings, Run.Form.SCENARIO, standing, Activities.COMPANIONS, performer)
          .perform(
              new PartEnvironment(
                  () -> connection, true, given, List.of(), terminal, context.clock(), seed),
              context.stop().child()); // what ends this run ends no other row
    }
  }

  /**
   * Sees to it that the user has the authorizations that the parts read with.
   *
   * @throws UsageException with those that it has not and may not grant itself
   */
  private void grantLabels(Connection connection)
      throws AccumuloException, AccumuloSecurityException {
    UserLabels user = new UserLabels(connection.client());
    Set<String> asked = new TreeSet<>();
    for (Part part : scenario.parts()) {
      asked.addAll(
          AuthorizationSets.labels(
              part.activity().description().authorizations(settings.of(part))));
    }
    Set<String> missing = user.missing(asked);
    if (missing.isEmpty()) {
      return;
    }
    String who = connection.client().whoami();
    if (!user.grant(missing)) {
      throw new UsageException(
          "User %s has not the authorizations %s that this run reads with, and may not grant them itself: have them granted (setauths), or leave them out of read.auths and verify.auths"
              .formatted(who, missing));
    }
    terminal.note("granted user %s the authorizations %s".formatted(who, missing));
  }
}
