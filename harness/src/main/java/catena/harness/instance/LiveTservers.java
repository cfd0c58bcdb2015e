// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.io.IOException;
import java.util.Set;

/** Knows which tservers live. */
@FunctionalInterface
public interface LiveTservers {
  /**
   * The sessions of the tservers that live now, as {@link Tablet.Location} has them.
   *
   * @throws IOException if they cannot be read now
   */
  Set<String> sessions() throws IOException, InterruptedException;
}
