// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.simulation.oracle.Said;
import catena.simulation.world.Actor;
import catena.simulation.world.World;
import java.util.concurrent.Callable;

/** Copies the table once while others are at work, in one step, and may be killed in it. */
public final class CopyProcess implements Actor {
  /** Judges what a copy said. */
  @FunctionalInterface
  public interface Judge {
    /** Takes a copy that has come to its end, and what it said. */
    void judge(Copy copy, Said said) throws Exception;
  }

  private final World world;
  private final Callable<Copy> source;
  private final Judge judge;
  private Copy copy;
  private boolean over;

  /**
   * A process that has not begun.
   *
   * @param source begins a copy
   * @param judge is told what the copy has said
   */
  public CopyProcess(World world, Callable<Copy> source, Judge judge) {
    this.world = world;
    this.source = source;
    this.judge = judge;
  }

  @Override
  public String name() {
    return "copier";
  }

  @Override
  public boolean isReady() {
    return !over;
  }

  @Override
  public boolean mayBeKilled() {
    return true;
  }

  @Override
  public void step() throws Exception {
    if (world.chance(0.95)) {
      return;
    }
    over = true;
    world.note("a copy begins");
    copy = source.call();
    Said said = copy.run();
    judge.judge(copy, said);
    world.note("a copy ends");
  }

  /** Does nothing any more. */
  public void end() {
    over = true;
  }

  @Override
  public void killed() {
    if (copy != null) {
      copy.die();
    }
    over = true;
  }
}
