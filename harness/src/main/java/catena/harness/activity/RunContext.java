// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.harness.accumulo.Connection;
import catena.harness.client.Seed;
import catena.harness.command.Terminal;
import catena.harness.watch.RunFollower;
import catena.records.journal.ClientName;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PendingVerdict;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a part of a run works with.
 *
 * @param name of the part: the names of its clients begin with it
 * @param directory the run's
 * @param journal the run's; open for all parts
 * @param pending the verdict that is notified of faults, unless the directory's is another's
 * @param stop asks for an early end, which is no fault of the part
 * @param follower reports what all processes of the run write; one for all parts
 */
public record RunContext(
    String name,
    PartEnvironment site,
    RunDirectory directory,
    Journal journal,
    Optional<PendingVerdict> pending,
    StopSignal stop,
    RunFollower follower) {

  /** A context of the first part of a run, or of the only one, with a new follower. */
  public RunContext(
      String name,
      PartEnvironment site,
      RunDirectory directory,
      Journal journal,
      Optional<PendingVerdict> pending,
      StopSignal stop) {
    this(
        name,
        site,
        directory,
        journal,
        pending,
        stop,
        new RunFollower(directory, site.clock(), text -> site.terminal().note(text)));
  }

  /** The connection to the cluster. */
  public Connection connection() {
    return site.connection();
  }

  /** Where it prints for the user. */
  public Terminal terminal() {
    return site.terminal();
  }

  /** The wall clock. */
  public Clock clock() {
    return site.clock();
  }

  /**
   * Of all that the part draws: the run's, and where it is not the first of its kind ({@code
   * agitate-2}) one derived from that, so that what is repeated does not do the same again.
   */
  public long seed() {
    String part = ClientName.ofLog(name); // in a worker of a fleet it has the worker's name, too
    int nth = ClientName.nth(part);
    return nth == 1
        ? site.seed()
        : new Seed(site.seed()).derive(ClientName.activity(part), nth).value();
  }

  /** The runs whose ledgers say what is promised, this one among them, each once. */
  public List<RunDirectory> ledgers() {
    List<RunDirectory> all = new ArrayList<>(site.runs());
    if (all.stream().noneMatch(run -> run.root().equals(directory.root()))) {
      all.add(directory);
    }
    return all;
  }

  /**
   * Takes note of a fault: the verdict is FAIL from now on; for any thread. Where there is no
   * verdict, as in a worker of a fleet, readers of the journal see the fault now, so that it
   * outlives this process.
   */
  public void found() {
    pending.ifPresentOrElse(PendingVerdict::found, journal::flush);
  }

  /** The same for another part, with its own signal. */
  public RunContext of(String part, PartEnvironment its, StopSignal signal) {
    return new RunContext(part, its, directory, journal, pending, signal, follower);
  }
}
