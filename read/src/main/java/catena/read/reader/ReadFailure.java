// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.records.words.Reasons;
import com.google.common.base.Throwables;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableDeletedException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.TableOfflineException;

/** Reading cannot go on, for a reason that the user can fix. */
public final class ReadFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** A failure with a sentence for the user. */
  public ReadFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /** A read that was still unanswered when a stop was asked for; nothing of it was returned. */
  static final class Stopped extends Exception {
    private static final long serialVersionUID = 1L;

    Stopped(Throwable cause) {
      super("a read was broken off by a stop", cause);
    }
  }

  /** Whether the servers did not answer in time; one of the exceptions that say so is internal. */
  static boolean isTimeout(Exception e) {
    return Throwables.getCausalChain(e).stream()
        .anyMatch(cause -> cause.getClass().getSimpleName().endsWith("TimedOutException"));
  }

  /**
   * Whether an isolated scan could not keep a row whole, since its tablet moved or the server ended
   * its session: what it returned of that row is no row, and it has to begin again. Accumulo has
   * the type among its internal ones.
   */
  static boolean isBrokenIsolation(Exception e) {
    return Throwables.getCausalChain(e).stream()
        .anyMatch(cause -> cause.getClass().getSimpleName().equals("IsolationException"));
  }

  /** Whether the reading thread was interrupted; Accumulo's client and Thrift wrap it. */
  static boolean isInterrupt(Exception e) {
    return Thread.currentThread().isInterrupted()
        || Throwables.getCausalChain(e).stream()
            .anyMatch(
                cause ->
                    cause instanceof InterruptedException
                        || cause instanceof InterruptedIOException
                        || cause instanceof ClosedByInterruptException);
  }

  /** That a table could not be read, in a sentence for the user. */
  static ReadFailure of(String table, Exception e) {
    return new ReadFailure(inWords(table, e), e);
  }

  private static String inWords(String table, Exception e) {
    List<Throwable> chain = Throwables.getCausalChain(e);
    if (has(chain, TableDeletedException.class) || has(chain, TableNotFoundException.class)) {
      return "Table " + table + " was deleted while it was read";
    }
    if (has(chain, TableOfflineException.class)) {
      return "Table " + table + " was taken offline while it was read";
    }
    Optional<AccumuloSecurityException> refused =
        chain.stream()
            .filter(AccumuloSecurityException.class::isInstance)
            .map(AccumuloSecurityException.class::cast)
            .findFirst();
    return refused
        .map(
            cause ->
                "Table " + table + " may not be read any more: " + cause.getSecurityErrorCode())
        .orElseGet(() -> "Table " + table + " could not be read: " + Reasons.of(e));
  }

  private static boolean has(List<Throwable> chain, Class<? extends Throwable> type) {
    return chain.stream().anyMatch(type::isInstance);
  }
}
