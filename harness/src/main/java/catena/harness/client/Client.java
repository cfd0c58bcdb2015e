// SPDX-License-Identifier: Apache-2.0
package catena.harness.client;

/**
 * A long-lived worker: does its work in steps, on one thread, until it has none left or is stopped.
 *
 * <p>A step is short, or polls the run's {@link catena.records.threads.StopSignal} itself, so that
 * a stop takes seconds.
 */
public interface Client {
  /** Its name: of its thread, its journal and its messages. */
  String name();

  /**
   * Does the next piece of work.
   *
   * @return whether there is more to do
   * @throws Exception if it cannot go on; the other clients are stopped then
   */
  boolean step() throws Exception;

  /** Lets go of what it holds; called once, after the last step, whatever happened. */
  void close() throws Exception;
}
