// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.records.server.Role;
import catena.records.server.ServerName;
import java.util.Optional;

/**
 * What a fault was aimed at, as {@code FaultStarted} names it: a server, {@code
 * tserver-1@host:port} or either half of that; a host, by its address or as {@code host-1@address};
 * a table.
 *
 * @param text as it was written
 * @param role of the server, such as {@code tserver}, where the text names one
 * @param name of the server or host, such as {@code tserver-1}, where the text has one
 * @param address of a server, host and port, or of a host, where the text has it
 */
public record FaultTarget(
    String text, Optional<String> role, Optional<String> name, Optional<String> address) {
  static FaultTarget parse(String text) {
    return ServerName.parse(text)
        .map(
            named ->
                new FaultTarget(
                    text, named.role().map(Role::word), Optional.of(named.name()), named.address()))
        .orElseGet(
            () ->
                new FaultTarget(
                    text,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(text).filter(ServerName::isAddress)));
  }

  /** Whether a word names what a server of a cluster does. */
  static boolean isServerRole(String word) {
    return Role.of(word).isPresent();
  }

  /** The same with the address that a server of this name is known to have had. */
  FaultTarget at(String knownAddress) {
    return new FaultTarget(text, role, name, Optional.of(knownAddress));
  }

  /** Whether it names a server of a role, such as {@code tserver}. */
  public boolean isRole(String word) {
    return role.map(word::equals).orElse(false);
  }

  /** Whether this is the tserver at an address; one without a role is, if the address agrees. */
  boolean isTserverAt(String server) {
    boolean couldBe = role.isEmpty() || isRole(Role.TSERVER.word());
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
    return address.map(own -> host(own).equals(host(server))).orElse(false);
  }

  static String host(String address) {
    int colon = address.lastIndexOf(':');
    return colon < 0 ? address : address.substring(0, colon);
  }
}
