// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.StringJoiner;

/**
 * A server that was added to the cluster while a run went on: a line of {@code additions.csv}.
 * Times are wall clock, milliseconds since 1970.
 *
 * @param number from 1, in the order in which they were added
 * @param server its name: {@code tserver-3}
 * @param address host and port; empty as long as it is not known
 * @param begunAt when its start was requested
 * @param registeredAt when it was seen to hold its lock in ZooKeeper
 * @param hostingAt when it was seen to host a tablet
 * @param balancedAt when the manager said that the tablets are balanced, after that
 * @param tablets how many it hosted then, of all tables
 */
public record Addition(
    int number,
    String server,
    Optional<String> address,
    long begunAt,
    OptionalLong registeredAt,
    OptionalLong hostingAt,
    OptionalLong balancedAt,
    OptionalInt tablets) {
  /** The first line of the file. */
  public static final String HEADER =
      "number,server,address,begun_ms,registered_ms,hosting_ms,balanced_ms,tablets";

  private static final int COLUMNS = 8;

  /** Checks what a line must say. */
  public Addition {
    if (number < 1 || server.isEmpty()) {
      throw new IllegalArgumentException("addition " + number + " of '" + server + "'");
    }
  }

  /** An addition that has only begun. */
  public static Addition begun(int number, String server, long at) {
    return new Addition(
        number,
        server,
        Optional.empty(),
        at,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalInt.empty());
  }

  /** The same, which listens somewhere. */
  public Addition at(Optional<String> where) {
    return new Addition(
        number, server, where, begunAt, registeredAt, hostingAt, balancedAt, tablets);
  }

  /** The same, which has its lock. */
  public Addition registered(long at) {
    return new Addition(
        number, server, address, begunAt, OptionalLong.of(at), hostingAt, balancedAt, tablets);
  }

  /** The same, which hosts a tablet. */
  public Addition hosting(long at) {
    return new Addition(
        number, server, address, begunAt, registeredAt, OptionalLong.of(at), balancedAt, tablets);
  }

  /** The same, with its share of the tablets. */
  public Addition balanced(long at, int share) {
    return new Addition(
        number,
        server,
        address,
        begunAt,
        registeredAt,
        hostingAt,
        OptionalLong.of(at),
        OptionalInt.of(share));
  }

  /** Its name, with its address where that is known: {@code tserver-3@host:9997}. */
  public String inWords() {
    return server + address.map(where -> "@" + where).orElse("");
  }

  /** The whole file. */
  public static String text(List<Addition> additions) {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    additions.forEach(each -> text.append(each.line()).append('\n'));
    return text.toString();
  }

  private String line() {
    StringJoiner cells = new StringJoiner(",");
    cells.add(Integer.toString(number)).add(server).add(address.orElse(""));
    cells.add(Long.toString(begunAt));
    for (OptionalLong time : List.of(registeredAt, hostingAt, balancedAt)) {
      cells.add(time.isPresent() ? Long.toString(time.getAsLong()) : "");
    }
    cells.add(tablets.isPresent() ? Integer.toString(tablets.getAsInt()) : "");
    return cells.toString();
  }

  /**
   * What a file says, whole or cut off at any byte: a line that cannot be read is noted, and so is
   * a last one without its end.
   *
   * @param name of the file, for what is missing
   */
  public static List<Addition> parse(String text, String name, Missing missing) {
    List<Addition> additions = new ArrayList<>();
    int end = text.lastIndexOf('\n') + 1;
    long unreadable = end < text.length() ? 1 : 0;
    for (String line : text.substring(0, end).lines().toList()) {
      Optional<Addition> one = ofLine(line);
      one.ifPresent(additions::add);
      unreadable += one.isPresent() || line.equals(HEADER) ? 0 : 1;
    }
    missing.lines(name, unreadable);
    return additions;
  }

  /** The same, of a file that one process has written as a whole. */
  public static List<Addition> parse(String text) {
    return parse(text, "", new Missing());
  }

  private static Optional<Addition> ofLine(String line) {
    List<String> cells = List.of(line.split(",", -1));
    if (cells.size() != COLUMNS) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Addition(
              Integer.parseInt(cells.get(0)),
              cells.get(1),
              Optional.of(cells.get(2)).filter(cell -> !cell.isEmpty()),
              Long.parseLong(cells.get(3)),
              time(cells.get(4)),
              time(cells.get(5)),
              time(cells.get(6)),
              cells.get(7).isEmpty()
                  ? OptionalInt.empty()
                  : OptionalInt.of(Integer.parseInt(cells.get(7)))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static OptionalLong time(String cell) {
    return cell.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(cell));
  }
}
