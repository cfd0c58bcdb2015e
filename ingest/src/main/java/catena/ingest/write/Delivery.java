// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.records.ledger.Window;
import java.io.IOException;
import java.util.Optional;

/** How the writes of a window reach the table. */
interface Delivery {
  /**
   * Makes one attempt at a window.
   *
   * @return what was acknowledged: the window, its beginning if a stop was asked for within it, or
   *     nothing
   * @throws AttemptFailed if it was not acknowledged
   * @throws IOException if the ledger cannot be written
   */
  Optional<Window> attempt(Window window) throws AttemptFailed, IOException, InterruptedException;
}
