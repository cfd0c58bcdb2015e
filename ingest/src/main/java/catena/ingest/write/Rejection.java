// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableDeletedException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.TableOfflineException;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.security.AccessControlException;

/**
 * Why a window was not acknowledged.
 *
 * @param reason one line for the user
 * @param mayPass whether sending the window again can help
 */
record Rejection(String reason, boolean mayPass) {
  /** Causes are followed no further: a chain is short unless it is a cycle. */
  static final int DEEPEST = 10;

  /** What an exception of Accumulo's client means; none if it comes from somewhere else. */
  static Optional<Rejection> of(Exception failure) {
    if (failure instanceof MutationsRejectedException rejected) {
      return Optional.of(ofRejected(rejected));
    }
    return first(failure, Rejection::ofCause);
  }

  /**
   * What it means that files could not be written or imported.
   *
   * @param doing what failed, in words: {@code writing the files of an import}
   */
  static Rejection ofImport(String doing, Exception failure) {
    return first(failure, cause -> ofImportCause(cause).or(() -> ofCause(cause)))
        .map(why -> new Rejection(doing + " failed: " + why.reason, why.mayPass))
        .orElseGet(() -> new Rejection(doing + " failed: " + failure, isOfOthers(failure)));
  }

  /** Whether something outside this code caused it: else the next attempt fails as well. */
  private static boolean isOfOthers(Exception failure) {
    return !(failure instanceof RuntimeException) || failure.getCause() != null;
  }

  private static Optional<Rejection> ofImportCause(Throwable cause) {
    String reason = null;
    if (cause instanceof AccumuloSecurityException security) {
      reason =
          "the user may not import into the table ("
              + security.getSecurityErrorCode()
              + "); grant Table.BULK_IMPORT";
    } else if (cause instanceof IllegalArgumentException) {
      reason = "files and load plan do not fit: " + cause.getMessage();
    } else if (cause instanceof QuotaExceededException) {
      reason =
          "there is no room left by HDFS's quota; raise it, or name another place with"
              + " ingest.bulk.dir: "
              + cause.getMessage();
    } else if (cause instanceof AccessControlException) {
      reason =
          "HDFS does not let this user write there; name another place with ingest.bulk.dir: "
              + cause.getMessage();
    }
    return Optional.ofNullable(reason).map(why -> new Rejection(why, false));
  }

  private static Rejection ofRejected(MutationsRejectedException rejected) {
    if (!rejected.getConstraintViolationSummaries().isEmpty()) {
      return new Rejection(constraints(rejected), false);
    } else if (!rejected.getSecurityErrorCodes().isEmpty()) {
      return new Rejection(security(rejected), false);
    }
    return first(rejected.getCause(), Rejection::ofCause)
        .orElseGet(() -> new Rejection(servers(rejected), true));
  }

  private static String constraints(MutationsRejectedException rejected) {
    return rejected.getConstraintViolationSummaries().stream()
        .map(
            violation ->
                "the table's constraint "
                    + violation.getConstrainClass()
                    + " refused entries: "
                    + violation.getViolationDescription()
                    + " (code "
                    + violation.getViolationCode()
                    + ")")
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String security(MutationsRejectedException rejected) {
    Set<String> codes = new TreeSet<>();
    rejected
        .getSecurityErrorCodes()
        .values()
        .forEach(perTablet -> perTablet.forEach(code -> codes.add(code.name())));
    return "the user may not write this table: " + String.join(", ", codes);
  }

  private static String servers(MutationsRejectedException rejected) {
    Throwable cause = rejected.getCause();
    return "tablet servers failed: "
        + (rejected.getErrorServers().isEmpty() ? "none named" : rejected.getErrorServers())
        + (cause == null ? "" : " (" + cause + ")");
  }

  /** The first of a chain of causes that is known. */
  private static Optional<Rejection> first(
      Throwable failure, Function<Throwable, Optional<Rejection>> known) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(DEEPEST)
        .flatMap(cause -> known.apply(cause).stream())
        .findFirst();
  }

  private static Optional<Rejection> ofCause(Throwable cause) {
    if (cause instanceof TableDeletedException || cause instanceof TableNotFoundException) {
      return Optional.of(new Rejection("the table was deleted", false));
    } else if (cause instanceof TableOfflineException) {
      return Optional.of(new Rejection("the table is offline", true));
    } else if (cause instanceof TimedOutException) {
      return Optional.of(new Rejection("timed out: " + cause.getMessage(), true));
    }
    return Optional.empty();
  }
}
