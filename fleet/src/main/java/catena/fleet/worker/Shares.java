// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** What a worker has to do in each phase. */
@FunctionalInterface
public interface Shares {
  /**
   * Finds out whether the worker's share of a phase can be done; begins nothing.
   *
   * @param since how long the phase has been going on: a late worker has less time
   * @throws Exception if it cannot be done, which is a doubt of the phase
   */
  Share prepare(Order order, Duration since, WorkerId me) throws Exception;

  /** A share that is ready to go. */
  interface Share extends AutoCloseable {
    /**
     * Does the share, until it is done or asked to stop.
     *
     * @return the outcome of each part, by its name within the scenario
     * @throws Exception if it could not be completed, which is a doubt
     */
    Map<String, PartOutcome> perform(StopSignal stop) throws Exception;

    @Override
    default void close() throws IOException {
      // most shares hold no resources
    }
  }
}
