// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.records.server.Role;
import catena.records.server.ServerName;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;

/**
 * What a fault was aimed at, as {@code FaultStarted} names it: a server, {@code
 * tserver-1@host:port} or either half of that; a host, by its address or as {@code host-1@address};
 * a table.
 *
 * @param text as it was written
 * @param role of the server, where the text names one
 * @param name of the server or host, such as {@code tserver-1}, where the text has one
 * @param address of a server, host and port, or of a host, where the text has it
 */
public record FaultTarget(
    String text, Optional<Role> role, Optional<String> name, Optional<String> address) {
  static FaultTarget parse(String text) {
    Optional<ServerName> named = ServerName.parse(text);
    return new FaultTarget(
        text,
        named.flatMap(ServerName::role),
        named.map(ServerName::name),
        named.isPresent()
            ? named.get().address()
            : Optional.of(text).filter(ServerName::isAddress));
  }

  /** The same with the address that a server of this name is known to have had. */
  FaultTarget at(String knownAddress) {
    return new FaultTarget(text, role, name, Optional.of(knownAddress));
  }

  /** Whether it names a server of a role. */
  public boolean isRole(Role other) {
    return role.filter(other::equals).isPresent();
  }

  /** Whether this is the tserver at an address; one without a role is, if the address agrees. */
  boolean isTserverAt(String server) {
    boolean couldBe = role.isEmpty() || isRole(Role.TSERVER);
    return couldBe && address.map(server::equals).orElse(false);
  }

  /** Whether this is the host, as a whole, of a server with an address. */
  boolean isHostOf(String server) {
    return role.isEmpty() && address.orElse(text).equals(host(server));
  }

  /** Whether this may be the host of any tserver: one known only by its name. */
  public boolean isSomeHost() {
    return role.isEmpty() && address.isEmpty() && text.matches("host-[0-9]+");
  }

  /** Whether a fault aimed at this hits the tserver at an address. */
  public boolean hits(String server) {
    return isTserverAt(server) || isHostOf(server);
  }

  /** Whether this is a server on the same host as one with an address. */
  public boolean sharesHostWith(String server) {
    return address.filter(own -> host(own).equals(host(server))).isPresent();
  }

  private static String host(String address) {
    return StringUtils.substringBeforeLast(address, ":");
  }
}
