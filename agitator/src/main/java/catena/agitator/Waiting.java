// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import java.time.Duration;
import java.util.function.Consumer;

/** Tells why a fault of the plan waits, when it has for long, and when it no longer does. */
final class Waiting {
  private static final long EVERY_MILLIS = Duration.ofSeconds(30).toMillis();

  private final String fault;
  private final long since;
  private final Consumer<String> told;
  private long last;

  /**
   * A wait that begins.
   *
   * @param fault in words
   * @param since when, milliseconds
   * @param told takes a sentence, every half minute at most
   */
  Waiting(String fault, long since, Consumer<String> told) {
    this.fault = fault;
    this.since = since;
    this.told = told;
    this.last = since;
  }

  /** It goes on, for this reason. */
  void goesOn(long at, String why) {
    if (at - last >= EVERY_MILLIS) {
      last = at;
      told.accept("%s has been waiting for %d s: %s".formatted(fault, (at - since) / 1000, why));
    }
  }

  /** It is over, one way or the other; told if the wait was. */
  void ends(long at) {
    if (last > since) {
      told.accept("%s waits no longer, after %d s".formatted(fault, (at - since) / 1000));
    }
  }
}
