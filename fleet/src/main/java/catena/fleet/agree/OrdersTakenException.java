// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import java.io.IOException;

/** Another process orders now what the workers of the run do, or has removed the run. */
public final class OrdersTakenException extends IOException {
  private static final long serialVersionUID = 1L;

  /** One that says so. */
  public OrdersTakenException() {
    super("the run was taken over, and its workers follow another process");
  }
}
