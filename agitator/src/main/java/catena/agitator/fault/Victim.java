package catena.agitator.fault;

import catena.harness.instance.ServerName;
import java.util.Optional;

/**
 * One that is hit, as it was right before.
 *
 * @param name of the server or the host, or the table's
 * @param address host and port of a server, where known
 * @param pid of a server's process, where known
 * @param session of a server's lock in ZooKeeper, where it held one
 */
public record Victim(
    String name, Optional<String> address, Optional<Long> pid, Optional<Long> session) {
  /** One of which nothing but the name counts. */
  public static Victim named(String name) {
    return new Victim(name, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** As the journal has it: {@code tserver-1@host:port}. */
  public String text() {
    return new ServerName(name, address).text();
  }
}
