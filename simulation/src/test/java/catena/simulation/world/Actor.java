// SPDX-License-Identifier: Apache-2.0
package catena.simulation.world;

/** What acts step by step: a process, or the cluster. */
public interface Actor {
  /** For the log. */
  String name();

  /** Whether it has something to do. */
  boolean isReady();

  /** Does it. */
  void step() throws Exception;

  /** Whether it is a process that dies when it is killed. */
  default boolean mayBeKilled() {
    return false;
  }

  /** After it was killed within a step. */
  default void killed() {}
}
