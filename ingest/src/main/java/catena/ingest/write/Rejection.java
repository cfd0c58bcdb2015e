package catena.ingest.write;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableDeletedException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.TableOfflineException;
import org.apache.accumulo.core.client.TimedOutException;

/**
 * Why a window was not acknowledged.
 *
 * @param reason one line for a person
 * @param mayPass whether sending the window again can help
 */
record Rejection(String reason, boolean mayPass) {
  /** Causes are followed no further: a chain is short unless it is a ring. */
  static final int DEEPEST = 10;

  /** What an exception of Accumulo's client means; none if it comes from somewhere else. */
  static Optional<Rejection> of(Exception failure) {
    if (failure instanceof MutationsRejectedException rejected) {
      return Optional.of(ofRejected(rejected));
    }
    return ofCauses(failure);
  }

  private static Rejection ofRejected(MutationsRejectedException rejected) {
    if (!rejected.getConstraintViolationSummaries().isEmpty()) {
      return new Rejection(constraints(rejected), false);
    } else if (!rejected.getSecurityErrorCodes().isEmpty()) {
      return new Rejection(security(rejected), false);
    }
    return ofCauses(rejected.getCause()).orElseGet(() -> new Rejection(servers(rejected), true));
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

  private static Optional<Rejection> ofCauses(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      Optional<Rejection> known = ofCause(cause);
      if (known.isPresent()) {
        return known;
      }
      cause = cause.getCause();
    }
    return Optional.empty();
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
