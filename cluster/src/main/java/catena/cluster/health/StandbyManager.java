// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import java.time.Duration;
import java.util.Set;

/**
 * Decides whether a cluster can be whole without seeing one of its managers in the line for the
 * manager's lock.
 *
 * <p>After ZooKeeper's server was killed and is back, a manager of Accumulo 2.1.4 that stands by
 * makes its place in the line and loses it again each second, for as long as it lives ("Lock
 * deleted before acquired" in its log); a look finds it there by luck only. Nothing that a client
 * needs waits for it while another manager holds the lock.
 */
final class StandbyManager {
  /** A manager that was started must have registered within this time, as every other server. */
  static final Duration SETTLED = Duration.ofSeconds(30);

  private StandbyManager() {}

  /**
   * Whether a manager is a mere reserve, which may be out of the line.
   *
   * @param age how long its process has run
   * @param others the addresses of the other managers that run
   * @param holders the addresses of all servers that hold a lock
   */
  static boolean isReserve(Duration age, Set<String> others, Set<String> holders) {
    return age.compareTo(SETTLED) >= 0 && others.stream().anyMatch(holders::contains);
  }
}
