// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.Position;
import catena.harness.activity.RunContext;
import catena.read.plant.Fault;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.run.RunDirectory;
import catena.records.threads.Bounded;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.hadoop.fs.Path;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** A table next to that of the run, in which faults are planted; for one thread. */
final class SideTable implements Canaries.CanaryTable {
  private static final Position END = new Position(2, 2, 7);
  private static final int FLUSH = 20;
  private static final int DEPTH = 4;

  private static final Logger LOG = LogManager.getLogger(SideTable.class);

  private final RunContext run;
  private final RunDirectory ledgers;
  private final ScratchTable table;
  private final List<Fault> faults;
  private int trials;

  /**
   * Creates it, empty. Whatever the servers suffer, what is acknowledged to it is on their disks,
   * so that nothing but what is planted is wrong with it.
   */
  SideTable(RunContext run, String name) throws Exception {
    this.run = run;
    this.ledgers = RunDirectory.at(ledgers(run, name).toString());
    this.table =
        new ScratchTable(
            run.connection(),
            name,
            Faults.graph(FLUSH, DEPTH, 0, List.of("")),
            Map.of("table.durability", "sync"),
            false);
    this.faults = Faults.oneByOne(table.graph, table, 2, END);
  }

  /** Where its ledgers are in a run: there once a process of the run has begun to make it. */
  static Path ledgers(RunContext run, String name) {
    return run.directory().trial("table-" + name);
  }

  @Override
  public void fill() throws Exception {
    table.graphFile().writeTo(ledgers);
    table.write(ledgers, 0, END);
    table.write(ledgers, 1, END);
  }

  @Override
  public List<Fault> faults() {
    return faults;
  }

  @Override
  public TrialOutcome perform(Check check, Fault fault, StopSignal stop, Duration limit)
      throws IOException, InterruptedException {
    String name = "canary-" + ++trials;
    while (run.directory().fileSystem().exists(run.directory().trial(name))) {
      name = "canary-" + ++trials; // those of a coordinator that died are its evidence
    }
    try (Trial trial =
        new Trial(run, name, check, table, List.of(ledgers), fault.whole().keySet())) {
      TrialOutcome seen = trial.perform(stop, limit);
      if (seen.failure().isEmpty()) {
        trial.forget(); // a run of weeks has thousands of them
      }
      return seen;
    }
  }

  @Override
  public void remove(Duration limit) throws Exception {
    Bounded.run("Removing table " + table.name, limit, this::delete);
    ledgers.close();
  }

  /**
   * A batch writer that has failed once fails again when it is closed; the table goes all the same.
   */
  private void delete() throws AccumuloException, AccumuloSecurityException {
    try {
      table.close();
    } catch (IOException e) {
      LOG.warn("what was written last to table {} was rejected", table.name, e);
    }
    try {
      run.connection().client().tableOperations().delete(table.name);
    } catch (TableNotFoundException e) {
      LOG.info("table {} was removed before", table.name);
    }
  }

  @Override
  public String name() {
    return table.name;
  }
}
