// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.records.tested.Tested.Server;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Who can be asked what is under test; what cannot be found out is told, and never thrown. */
public interface Survey {
  /** What is in effect in the system; empty if it is not told. */
  SortedMap<String, String> system() throws InterruptedException;

  /** What is in effect for a table; empty if it is not told, or there is no such table. */
  SortedMap<String, String> table(String table) throws InterruptedException;

  /**
   * The servers that there are, as far as they are known.
   *
   * @param system the configuration, which names the volumes
   */
  List<Server> servers(Map<String, String> system) throws InterruptedException;

  /** What could not be found out until now and why, one sentence each. */
  List<String> unknown();
}
