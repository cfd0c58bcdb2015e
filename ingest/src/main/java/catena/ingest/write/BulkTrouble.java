package catena.ingest.write;

import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableDeletedException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.security.AccessControlException;

/** What it means that files could not be written or imported. */
final class BulkTrouble {
  private BulkTrouble() {}

  /**
   * Why, and whether another attempt can help.
   *
   * @param doing what failed, in words: {@code writing the files of an import}
   */
  static Rejection of(String doing, Exception failure) {
    Optional<Rejection> known = Optional.empty();
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < Rejection.DEEPEST && known.isEmpty(); depth++) {
      known = ofCause(cause);
      cause = cause.getCause();
    }
    return known
        .map(why -> new Rejection(doing + " failed: " + why.reason(), why.mayPass()))
        .orElseGet(() -> new Rejection(doing + " failed: " + failure, mayPass(failure)));
  }

  /** What nobody outside has caused is the same the next time. */
  private static boolean mayPass(Exception failure) {
    return !(failure instanceof RuntimeException) || failure.getCause() != null;
  }

  private static Optional<Rejection> ofCause(Throwable cause) {
    if (cause instanceof AccumuloSecurityException security) {
      return Optional.of(
          new Rejection(
              "the user may not import into the table ("
                  + security.getSecurityErrorCode()
                  + "); grant Table.BULK_IMPORT",
              false));
    } else if (cause instanceof TableDeletedException || cause instanceof TableNotFoundException) {
      return Optional.of(new Rejection("the table was deleted", false));
    } else if (cause instanceof IllegalArgumentException) {
      return Optional.of(
          new Rejection("files and load plan do not fit: " + cause.getMessage(), false));
    } else if (cause instanceof QuotaExceededException) {
      return Optional.of(
          new Rejection(
              "there is no room left by HDFS's quota; raise it, or name another place with"
                  + " ingest.bulk.dir: "
                  + cause.getMessage(),
              false));
    } else if (cause instanceof AccessControlException) {
      return Optional.of(
          new Rejection(
              "HDFS does not let this user write there; name another place with ingest.bulk.dir: "
                  + cause.getMessage(),
              false));
    }
    return Optional.empty();
  }
}
