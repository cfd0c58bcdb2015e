// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.io.IOException;
import java.util.List;

/** Knows which servers hold a lock of Accumulo, and which wait for one. */
@FunctionalInterface
public interface Locks {
  /**
   * The locks that there are now.
   *
   * @throws IOException if they cannot be read now
   */
  List<ServerLocks.Lock> read() throws IOException, InterruptedException;
}
