// SPDX-License-Identifier: Apache-2.0
package catena.simulation.world;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** An executor that does everything at once, before others may come between. */
public final class Inline extends AbstractExecutorService {
  private final World world;
  private boolean over;

  /** An executor without threads, which lets others act in this world after each task. */
  public Inline(World world) {
    this.world = world;
  }

  @Override
  public void execute(Runnable command) {
    command.run();
    world.point("something was read in advance");
  }

  @Override
  public void shutdown() {
    over = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown();
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return over;
  }

  @Override
  public boolean isTerminated() {
    return over;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return over;
  }
}
