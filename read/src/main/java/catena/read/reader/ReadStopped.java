// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

/** A read that was still unanswered when a stop was asked for; nothing of it was returned. */
final class ReadStopped extends Exception {
  private static final long serialVersionUID = 1L;

  ReadStopped(Throwable cause) {
    super("a read was broken off by a stop", cause);
  }
}
