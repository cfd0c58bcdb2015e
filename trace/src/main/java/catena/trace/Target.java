package catena.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a fault was aimed at, as {@code FaultStarted} names it: {@code tserver-1@host:port}, {@code
 * tserver-1}, {@code host:port}, or the name of a host, a table or anything else.
 *
 * @param text as it was written
 * @param role of the server, such as {@code tserver}, where the text names one
 * @param name of the server, such as {@code tserver-1}, where the text has one
 * @param address host and port of the server, where the text has them
 */
record Target(String text, Optional<String> role, Optional<String> name, Optional<String> address) {
  private static final Pattern SERVER = Pattern.compile("(([a-z]+)-[0-9]+)(?:@(.+))?");
  private static final Pattern ADDRESS = Pattern.compile("[^\\s/@]+:[0-9]+");

  static Target parse(String text) {
    Matcher server = SERVER.matcher(text);
    if (server.matches()) {
      return new Target(
          text,
          Optional.of(server.group(2)),
          Optional.of(server.group(1)),
          Optional.ofNullable(server.group(3)));
    }
    boolean address = ADDRESS.matcher(text).matches();
    return new Target(
        text, Optional.empty(), Optional.empty(), address ? Optional.of(text) : Optional.empty());
  }

  /** The same with the address that a server of this name is known to have had. */
  Target at(String knownAddress) {
    return new Target(text, role, name, Optional.of(knownAddress));
  }

  boolean isRole(String word) {
    return role.map(word::equals).orElse(false);
  }

  /** Whether this is the tserver at an address; one without a role is, if the address agrees. */
  boolean isTserverAt(String server) {
    boolean couldBe = role.isEmpty() || isRole("tserver");
    return couldBe && address.map(server::equals).orElse(false);
  }

  /** Whether this is the host, as a whole, of a server with an address. */
  boolean isHostOf(String server) {
    return role.isEmpty() && address.isEmpty() && text.equals(host(server));
  }

  /** Whether a fault aimed at this strikes the tserver at an address. */
  boolean strikes(String server) {
    return isTserverAt(server) || isHostOf(server);
  }

  /** Whether this is a server on the same host as one with an address. */
  boolean sharesHostWith(String server) {
    return address.map(own -> host(own).equals(host(server))).orElse(false);
  }

  static String host(String address) {
    int colon = address.lastIndexOf(':');
    return colon < 0 ? address : address.substring(0, colon);
  }
}
