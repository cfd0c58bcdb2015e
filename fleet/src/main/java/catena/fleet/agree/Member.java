package catena.fleet.agree;

/**
 * What a worker says of itself while it takes part.
 *
 * @param host its host's name
 * @param pid of its process there
 * @param clock of its host, beside that of ZooKeeper's leader
 */
public record Member(WorkerId worker, String host, long pid, ClockOffset clock) {
  /** {@code worker 3, process 17 on host-1}. */
  public String inWords() {
    return worker.inWords() + ", process " + pid + " on " + host;
  }
}
