// SPDX-License-Identifier: Apache-2.0
package catena.fleet;

import java.util.List;

/**
 * Deals out the clients of a part to workers, so that none has two more than another.
 *
 * @param workers of the run
 * @param tservers that live when the run begins
 */
public record ClientAssignment(int workers, int tservers) {
  /**
   * How many clients of a part one worker has; none if it does not do the part.
   *
   * @param clients as the settings say
   * @param per what they are of
   */
  public int share(int clients, FleetSettings.Per per, WorkerRanges places, int slot) {
    List<Integer> those = places.of(workers);
    int index = those.indexOf(slot);
    if (index < 0) {
      return 0;
    }
    long all =
        switch (per) {
          case WORKER -> (long) clients * those.size();
          case TOTAL -> clients;
          case TSERVER -> (long) clients * tservers;
        };
    long rest = all % those.size();
    return Math.toIntExact(all / those.size() + (index < rest ? 1 : 0));
  }
}
