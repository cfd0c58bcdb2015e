// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import catena.records.server.Role;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one server, such as {@code tserver-2}.
 *
 * @param role what the server does
 * @param number which one of its role, from 1
 */
public record ServerId(Role role, int number) implements Comparable<ServerId> {
  private static final Pattern FORM = Pattern.compile("([a-z]+)-([1-9][0-9]{0,3})");
  private static final Comparator<ServerId> ORDER =
      Comparator.comparing(ServerId::role).thenComparingInt(ServerId::number);

  /** Checks the number. */
  public ServerId {
    if (number < 1) {
      throw new IllegalArgumentException("servers are counted from 1, not " + number);
    }
  }

  /** The id that a text such as {@code tserver-2} stands for, if it stands for one. */
  public static Optional<ServerId> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Role.of(parts.group(1)).map(r -> new ServerId(r, Integer.parseInt(parts.group(2))))
        : Optional.empty();
  }

  /** By role in the order of start, then by number. */
  @Override
  public int compareTo(ServerId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return role.word() + "-" + number;
  }
}
