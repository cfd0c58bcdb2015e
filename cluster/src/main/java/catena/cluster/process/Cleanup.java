// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import com.google.common.base.Throwables;
import java.io.IOException;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * Undoes several things, each of them whether or not others failed: what cannot be undone of one is
 * no reason to leave the next as it is. The first failure is the one that is reported; it may also
 * be that of the work that is undone for it.
 */
public final class Cleanup {
  private Throwable failure;
  private boolean interrupted;

  /** Nothing has failed yet. */
  public Cleanup() {}

  /** Does or undoes one thing; a failure is kept, for the end. */
  public void attempt(FailableRunnable<Exception> step) {
    interrupted |= Thread.interrupted(); // else nothing that waits would be done
    try {
      step.run();
    } catch (Throwable e) { // an Error, too: what is left to undo is undone all the same
      interrupted |= e instanceof InterruptedException;
      if (failure == null) {
        failure = e;
      } else if (failure != e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** Whether anything has failed until now. */
  public boolean hasFailed() {
    return failure != null;
  }

  /** Throws the first failure, with the others, if there was one. */
  public void end() throws IOException, InterruptedException {
    if (interrupted && !(failure instanceof InterruptedException)) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      Throwables.throwIfInstanceOf(failure, IOException.class);
      Throwables.throwIfInstanceOf(failure, InterruptedException.class);
      Throwables.throwIfUnchecked(failure);
      throw new IllegalStateException(failure);
    }
  }
}
