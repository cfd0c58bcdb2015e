// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.io.IOException;
import java.util.Optional;

/** Gives something that may have to be waited for, and that may not be had now. */
@FunctionalInterface
public interface BlockingSupplier<T> {
  /**
   * What it is now.
   *
   * @throws IOException if it cannot be had
   */
  T get() throws IOException, InterruptedException;

  /** The same; empty if it cannot be had. */
  default Optional<T> attempt() throws InterruptedException {
    try {
      return Optional.of(get());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
