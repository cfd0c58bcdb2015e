package catena.cluster.disk;

import java.io.IOException;

/**
 * Undoes several things, each of them whatever became of the others: what cannot be undone of one
 * is no reason to leave the next as it is.
 */
final class Cleanup {
  /** One thing. */
  @FunctionalInterface
  interface Step {
    void undo() throws IOException, InterruptedException;
  }

  private Exception failure;

  /** Undoes one thing; a failure is kept, for the end. */
  void attempt(Step step) {
    try {
      step.undo();
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
  }

  /** Throws the first failure, with the others, if there was one. */
  void end() throws IOException, InterruptedException {
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof InterruptedException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    }
  }
}
