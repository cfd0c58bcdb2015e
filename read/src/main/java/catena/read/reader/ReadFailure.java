// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

/** Reading cannot go on, for a reason that a person can mend. */
public final class ReadFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** A failure with a sentence for a person. */
  public ReadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
