// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

/** Reading cannot go on, for a reason that the user can fix. */
public final class ReadFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** A failure with a sentence for the user. */
  public ReadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
