// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.simulation.world.Actor;
import catena.simulation.world.Plan;
import catena.simulation.world.World;
import java.util.SplittableRandom;

/** The servers at work, and what happens to them that loses nothing: kills, pauses, moves. */
public final class Cluster implements Actor {
  private static final int MOST_TABLETS = 12;

  private final World world;
  private final Table table;
  private final Plan plan;
  private final SplittableRandom random;
  private final Manager manager;

  /** The servers of a table. */
  public Cluster(World world, Table table, Plan plan) {
    this.world = world;
    this.table = table;
    this.plan = plan;
    this.manager = table.manager();
    this.random = world.split();
  }

  @Override
  public String name() {
    return "cluster";
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void step() {
    if (world.chance(plan.faults())) {
      suffer();
    } else if (manager.isBusy() && world.chance(0.5)) {
      manager.work();
    } else if (table.isBusy()) {
      table.work();
    } else {
      keepHouse();
    }
  }

  private void suffer() {
    Server server = world.oneOf(table.servers());
    switch (world.below(5)) {
      case 0 -> table.kill(server, true);
      case 1 -> {
        world.note("server " + server.number() + " is paused");
        server.pause();
      }
      case 2 -> server.refuse(1 + world.below(2));
      case 3 -> table.split(randomRow());
      default -> table.move(world.oneOf(table.tablets()), world.below(table.servers().size()));
    }
  }

  private void keepHouse() {
    switch (world.below(5)) {
      case 0 -> world.oneOf(table.tablets()).compact();
      case 1 -> world.oneOf(table.tablets()).letKnow();
      case 2 -> table.servers().forEach(Server::goOn);
      case 3 -> {
        if (table.tablets().size() < MOST_TABLETS) {
          table.split(randomRow());
        }
      }
      default -> world.pass(world.below(200));
    }
  }

  private String randomRow() {
    GraphSpec spec = plan.spec();
    if (spec.rows().even()) {
      return NodeCodec.rowText(random.nextLong(spec.rowMin(), spec.rowMax()));
    }
    // Where rows are: of the range those in order fill a little only.
    long windows = Math.max(1, plan.entries() / spec.flushInterval());
    return NodeCodec.rowText(new Graph(spec).rowAt(random.nextDouble(), windows));
  }

  /** Heals everything, and lets the servers do what waits in their sockets. */
  public void settle() {
    table.servers().forEach(Server::goOn);
    while (table.isBusy()) {
      table.work();
    }
    manager.settle(manager.isBusy() && world.chance(0.5));
  }
}
