package catena.fleet.agree;

/**
 * What a worker says of itself while it takes part.
 *
 * @param host its host's name
 * @param pid of its process there
 * @param version Catena's
 * @param sha256 of the description that it works by
 * @param clock of its host, beside that of ZooKeeper's leader
 * @param joinedMillis wall clock of its host, milliseconds since 1970
 */
public record Member(
    WorkerId worker,
    String host,
    long pid,
    String version,
    String sha256,
    ClockOffset clock,
    long joinedMillis) {
  /** {@code worker 3, process 17 on host-1}. */
  public String inWords() {
    return worker.inWords() + ", process " + pid + " on " + host;
  }
}
