package catena.harness.reader;

/** Reading cannot go on, for a reason that a person can mend. */
final class ReadFailure extends Exception {
  private static final long serialVersionUID = 1L;

  ReadFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
