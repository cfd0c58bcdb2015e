// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import java.util.Optional;

/** An attempt at a window that was not acknowledged, with what is known of it. */
final class AttemptFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final transient Optional<Rejection> why;
  private final boolean ofBatchWriter;

  private AttemptFailed(
      String what, Optional<Rejection> why, boolean ofBatchWriter, Exception cause) {
    super(cause);
    this.what = what;
    this.why = why;
    this.ofBatchWriter = ofBatchWriter;
  }

  /**
   * An attempt with a batch writer, which stays broken.
   *
   * @param what was sent, in words: {@code a window}
   */
  static AttemptFailed sending(String what, Exception cause) {
    return new AttemptFailed(what, Rejection.of(cause), true, cause);
  }

  /** An attempt to import files, or to write them. */
  static AttemptFailed importing(Rejection why, Exception cause) {
    return new AttemptFailed("an import", Optional.of(why), false, cause);
  }

  String what() {
    return what;
  }

  /** Why; empty if nothing is known that explains it. */
  Optional<Rejection> why() {
    return why;
  }

  boolean ofBatchWriter() {
    return ofBatchWriter;
  }
}
