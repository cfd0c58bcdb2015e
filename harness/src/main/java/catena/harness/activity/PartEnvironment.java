// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.harness.accumulo.Connection;
import catena.harness.command.Terminal;
import catena.records.run.RunDirectory;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/**
 * What there is before a part begins.
 *
 * @param connections gives the connection, opened when it is asked for first
 * @param hasCluster whether there is one to connect to
 * @param runs whose ledgers say what is promised, in addition to the run's own
 * @param seed of the run, from which each part derives what it draws
 */
public record PartEnvironment(
    Supplier<Connection> connections,
    boolean hasCluster,
    CallerContext given,
    List<RunDirectory> runs,
    Terminal terminal,
    Clock clock,
    long seed) {
  /** Copies the runs. */
  public PartEnvironment {
    runs = List.copyOf(runs);
  }

  /**
   * The connection to the cluster.
   *
   * @throws catena.records.words.UsageException if none was named, or it does not accept the user
   */
  public Connection connection() {
    return connections.get();
  }

  /** The same where these runs say what is promised. */
  public PartEnvironment with(List<RunDirectory> ledgers) {
    return new PartEnvironment(connections, hasCluster, given, ledgers, terminal, clock, seed);
  }

  /** The same where more is given. */
  public PartEnvironment knowing(CallerContext more) {
    return new PartEnvironment(
        connections, hasCluster, given.and(more), runs, terminal, clock, seed);
  }

  /** The same where all that is drawn is derived from another seed. */
  public PartEnvironment seeded(long other) {
    return new PartEnvironment(connections, hasCluster, given, runs, terminal, clock, other);
  }
}
