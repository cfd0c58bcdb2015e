// SPDX-License-Identifier: Apache-2.0
package catena.records.server;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/**
 * The name of a server and where it listens, as journals and plans have it: {@code
 * tserver-1@host:port}, or the name alone. Hosts are named in the same way, {@code host-1@address}.
 *
 * @param name such as {@code tserver-1}; a role alone where it is any server of that role
 * @param address host and port of a server, or a host, where known
 */
public record ServerName(String name, Optional<String> address) {
  private static final Pattern FORM = Pattern.compile("([a-z]+(?:-[0-9]+)?)(?:@(.+))?");
  private static final Pattern ADDRESS = Pattern.compile("[^\\s/@]+:[0-9]+");

  /** The name and the address that a text has, if it begins with a name. */
  public static Optional<ServerName> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(new ServerName(parts.group(1), Optional.ofNullable(parts.group(2))))
        : Optional.empty();
  }

  /** Whether a text is an address alone: host and port. */
  public static boolean isAddress(String text) {
    return ADDRESS.matcher(text).matches();
  }

  /** What the server does; empty where the name is that of a host, or of something else. */
  public Optional<Role> role() {
    return Role.of(StringUtils.substringBefore(name, "-"));
  }

  /** What {@link #parse} takes. */
  public String text() {
    return name + address.map(at -> "@" + at).orElse("");
  }
}
