// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import catena.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/**
 * The manager as far as it imports files: it takes those of an import all at once, and has the
 * tablets load them one after the other, whoever waits for it. It may stand still at any point of
 * it.
 */
public final class Manager {
  private static final double STALLS = 0.08;
  private static final int LONGEST_STALL = 240_000;

  private final World world;
  private final Table table;
  private final List<Import> open = new ArrayList<>();

  /** A manager that has nothing to do. */
  Manager(World world, Table table) {
    this.world = world;
    this.table = table;
  }

  /** How far an import has come. */
  private enum State {
    /** The files are there, and no server was asked to import them. */
    SEALED,
    /** The manager was asked, and has not begun. */
    ASKED,
    /** The manager has noted the directory. */
    RESERVED,
    /** It has moved all files away from there. */
    TAKEN,
    /** All tablets have theirs. */
    DONE,
    /** There were no files any more. */
    FAILED
  }

  /** One import. */
  public static final class Import {
    private List<Cell> left;
    private final List<Cell> cells;
    private State state = State.SEALED;
    private boolean revoked;
    private boolean abandoned;
    private long stalledUntil;

    private Import(List<Cell> cells) {
      this.cells = List.copyOf(cells);
      this.left = this.cells;
    }

    /** All of its entries. */
    public List<Cell> cells() {
      return cells;
    }

    /** Its directory has another name now: files that were not taken cannot be any more. */
    public void revoke() {
      revoked = true;
    }

    /** Its client does not wait for it any more, or is dead. */
    public void abandon() {
      abandoned = true;
    }

    /** Whether the manager is at it: as it says itself. */
    public boolean isUnderWay() {
      return state == State.RESERVED || state == State.TAKEN;
    }

    /** Whether all of it is in the table. */
    public boolean isDone() {
      return state == State.DONE;
    }

    /** Whether nothing of it is in the table, or ever will be. */
    public boolean isFailed() {
      return state == State.FAILED;
    }
  }

  /** An import whose files are complete. */
  public Import seal(List<Cell> cells) {
    return new Import(cells);
  }

  /** Asks for an import. */
  public void ask(Import asked) {
    asked.state = State.ASKED;
    open.add(asked);
  }

  boolean isBusy() {
    return !open.isEmpty();
  }

  /** Lets one import go a step further. */
  void work() {
    goOn(world.oneOf(open));
  }

  /** Lets an import go a step further, if it can. */
  public void goOn(Import it) {
    if (!open.contains(it) || world.millis() < it.stalledUntil) {
      return;
    }
    if (world.chance(STALLS)) {
      it.stalledUntil = world.millis() + world.below(LONGEST_STALL);
      world.note("an import stands still");
      return;
    }
    step(it);
    if (it.isDone() || it.isFailed()) {
      open.remove(it);
    }
  }

  private void step(Import it) {
    if (it.state == State.ASKED) {
      it.state = State.RESERVED;
    } else if (it.state == State.RESERVED) {
      it.state = it.revoked ? State.FAILED : State.TAKEN;
      if (it.state == State.TAKEN) {
        world.note("the manager takes " + it.cells.size() + " entries as files");
        it.cells.forEach(cell -> table.record().handedOver(cell, true));
      }
    } else if (it.state == State.TAKEN && !table.serverOf(it.left.get(0).row()).isPaused()) {
      it.left = table.load(it.left, it.abandoned);
      it.state = it.left.isEmpty() ? State.DONE : State.TAKEN;
    }
  }

  /**
   * Nothing comes any more.
   *
   * @param ends whether all imports come to their end before; else some stay half in
   */
  void settle(boolean ends) {
    while (ends && isBusy()) {
      Import it = open.get(0);
      it.stalledUntil = 0;
      goOn(it);
    }
    open.clear();
  }
}
