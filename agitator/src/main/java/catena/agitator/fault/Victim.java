// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.harness.instance.ServerId;
import catena.records.server.ServerName;
import java.util.Map;
import java.util.Optional;

/**
 * One that is hit, as it was right before.
 *
 * @param name of the server or the host, or the table's
 * @param address host and port of a server, or a host's, where known
 * @param pid of a server's process, where known
 * @param session of a server's lock in ZooKeeper, where it held one or waited for one
 * @param waited whether it only waited for the lock, as a manager does that stands by
 */
public record Victim(
    String name,
    Optional<String> address,
    Optional<Long> pid,
    Optional<Long> session,
    boolean waited) {
  /** A victim identified by its name only. */
  public static Victim named(String name) {
    return new Victim(name, Optional.empty(), Optional.empty(), Optional.empty(), false);
  }

  /** A host with that of these addresses that it has, if any. */
  static Victim host(String name, Map<String, String> addresses) {
    Optional<String> address = Optional.ofNullable(addresses.get(name));
    return new Victim(name, address, Optional.empty(), Optional.empty(), false);
  }

  /** The session of the lock that it held; empty if it held none. */
  public Optional<Long> heldSession() {
    return waited ? Optional.empty() : session;
  }

  /** Which server it is; empty if it is none. */
  public Optional<ServerId> server() {
    return ServerId.parse(name);
  }

  /** As the journal has it: {@code tserver-1@host:port}. */
  public String text() {
    return new ServerName(name, address).text();
  }
}
