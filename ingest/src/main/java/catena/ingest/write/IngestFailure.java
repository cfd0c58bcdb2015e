// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

/** A writer that cannot go on; the message says why, once and for the user. */
public final class IngestFailure extends Exception {
  private static final long serialVersionUID = 1L;

  IngestFailure(String message) {
    super(message);
  }

  IngestFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
