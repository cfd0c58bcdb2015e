// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import java.io.IOException;

/** Another process now gives the orders to the workers of the run, or has removed the run. */
public final class OrdersTakenException extends IOException {
  private static final long serialVersionUID = 1L;

  /** An exception with this message. */
  public OrdersTakenException() {
    super("the run was taken over, and its workers follow another process");
  }
}
