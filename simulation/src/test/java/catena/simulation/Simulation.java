// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.simulation.process.Sabotage;
import catena.simulation.table.Disk;
import catena.simulation.world.EventLog;
import catena.simulation.world.World;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.Path;

/** Runs seeds, each a small world of its own, and says of each whether the verdict was right. */
public final class Simulation implements Closeable {
  private final Journal journal;
  private final Sabotage sabotage;

  /** A simulation of any number of seeds, one after the other. */
  public Simulation() throws IOException {
    this(Sabotage.NONE);
  }

  /** A simulation of broken checks. */
  Simulation(Sabotage sabotage) throws IOException {
    this.sabotage = sabotage;
    World nowhere = new World(new SplittableRandom(0), new EventLog(), new World.Unrest(0, 0));
    RunDirectory directory = RunDirectory.on(new Disk(nowhere), new Path("simulated:///journal"));
    journal =
        new Journal(
            directory.append(directory.events("all")),
            e -> {
              throw new IllegalStateException(e);
            });
  }

  /** Runs one seed. */
  public Result run(long seed) {
    EventLog log = new EventLog();
    List<String> wrong = new ArrayList<>();
    Run run = new Run(seed, log, wrong, journal, sabotage);
    String verdict = "none";
    try {
      verdict = run.run();
    } catch (Exception | AssertionError e) {
      wrong.add("production code broke: " + trace(e));
    }
    return new Result(seed, verdict, run.lies(), wrong, log.last(), log.sum());
  }

  private static String trace(Throwable e) {
    java.io.StringWriter text = new java.io.StringWriter();
    e.printStackTrace(new java.io.PrintWriter(text, true));
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }
}
