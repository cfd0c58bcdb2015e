package catena.scenario;

import catena.cluster.local.LocalCluster;
import catena.harness.accumulo.Connection;
import catena.harness.command.Terminal;
import catena.harness.journal.Journal;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.PendingVerdict;
import java.time.Clock;
import java.util.Optional;

/**
 * What every part of a run works with.
 *
 * @param cluster a local one, the run's own or not, if it is one
 * @param pending the verdict of the run, which is told of each fault
 * @param seed of the run, from which each part derives what it draws
 */
record Stage(
    Connection connection,
    Optional<LocalCluster> cluster,
    RunDirectory directory,
    Journal journal,
    Terminal terminal,
    Clock clock,
    PendingVerdict pending,
    long seed) {

  /** The same for parts that go on at once, none of which may draw over another's line. */
  Stage shared() {
    return new Stage(
        connection, cluster, directory, journal, terminal.plain(), clock, pending, seed);
  }
}
