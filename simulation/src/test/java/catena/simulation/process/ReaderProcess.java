// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Graph;
import catena.records.run.RunDirectory;
import catena.simulation.oracle.Said;
import catena.simulation.world.Actor;
import catena.simulation.world.Plan;
import catena.simulation.world.ReaderPlan;
import catena.simulation.world.World;
import java.util.SplittableRandom;
import org.apache.accumulo.core.client.AccumuloClient;

/** Reads in phase after phase, each of another kind, and may be killed in any of them. */
public final class ReaderProcess implements Actor {
  /** Judges what a phase said. */
  @FunctionalInterface
  public interface Judge {
    /**
     * Takes what was said.
     *
     * @param kind of reading
     */
    void judge(String kind, boolean eventual, Said said);
  }

  private final World world;
  private final Graph graph;
  private final Plan plan;
  private final AccumuloClient client;
  private final RunDirectory directory;
  private final Judge judge;
  private final SplittableRandom random;
  private int phases;
  private ReaderPlan how;
  private Reader reader;

  /**
   * A process that is about to begin the first of the phases that the plan asks for.
   *
   * @param directory has the ledgers that say what is promised
   * @param judge is told what each phase has said
   */
  public ReaderProcess(
      World world,
      Graph graph,
      Plan plan,
      AccumuloClient client,
      RunDirectory directory,
      Judge judge) {
    this.world = world;
    this.graph = graph;
    this.plan = plan;
    this.client = client;
    this.directory = directory;
    this.judge = judge;
    this.random = world.split();
    this.phases = plan.phases();
  }

  @Override
  public String name() {
    return "reader";
  }

  @Override
  public boolean isReady() {
    return phases > 0;
  }

  @Override
  public boolean mayBeKilled() {
    return true;
  }

  @Override
  public void step() throws Exception {
    if (reader == null) {
      how = ReaderPlan.draw(random, plan);
      world.note("reading: " + how.activity().name());
      reader = new Reader(world, graph, plan, how, client, directory, false);
    } else if (!reader.step()) {
      Reader last = reader;
      next();
      judge.judge(how.activity().name(), how.eventual(), last.said());
    }
  }

  private void next() {
    reader = null;
    phases--;
  }

  /** Does nothing any more. */
  public void end() {
    reader = null;
    phases = 0;
  }

  @Override
  public void killed() {
    next();
  }
}
