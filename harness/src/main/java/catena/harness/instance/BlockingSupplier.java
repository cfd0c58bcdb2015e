// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.io.IOException;

/** Gives something that may have to be waited for, and that may not be had now. */
@FunctionalInterface
public interface BlockingSupplier<T> {
  /**
   * What it is now.
   *
   * @throws IOException if it cannot be had
   */
  T get() throws IOException, InterruptedException;
}
