// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import java.io.IOException;

/** A server did not do what was asked; the message names the server, the cause and its log. */
public final class ClusterException extends IOException {
  private static final long serialVersionUID = 1L;

  /** A failure with a message for people. */
  public ClusterException(String message) {
    super(message);
  }

  /** A failure with a message for people and what lay behind it. */
  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
