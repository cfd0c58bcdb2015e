// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import catena.graph.Position;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32;

/** One line of a ledger, to text and back; the only place that knows the format. */
sealed interface LedgerLine {
  /** The sum that stands for "no line before". */
  String NO_SUM = "00000000";

  /** Stands between the torn bytes of a dead writer and the line of the one that carries on. */
  char RESUME_MARK = '~';

  /** By the first field of a line, how many it has. */
  Map<String, Integer> FIELDS =
      Map.of(LedgerHeader.MAGIC, 7, "I", 6, "S", 5, "A", 2, "X", 3, "R", 3, "B", 2, "L", 2, "C", 2);

  /**
   * When it was written, wall clock in milliseconds; 0 of the first line, which does not say it.
   */
  default long millis() {
    return 0;
  }

  /** The first line. */
  record Header(LedgerHeader header) implements LedgerLine {}

  /** A window will be written. */
  record Intent(Window window, long millis) implements LedgerLine {}

  /** Of the last intent, only what lies before a position was sent, and the rest never will be. */
  record Shortened(Position to, long entries, long deletes, long millis) implements LedgerLine {}

  /** The last intent was acknowledged. */
  record Acknowledged(long millis) implements LedgerLine {}

  /** The last intent was given up. */
  record Abandoned(long millis, String reason) implements LedgerLine {}

  /** A new process carries on after so many torn bytes. */
  record Resumed(long millis, int tornBytes) implements LedgerLine {}

  /** From now on windows that put entries are imported as files, or sent by a batch writer. */
  record DeliveryChange(boolean imports, long millis) implements LedgerLine {}

  /** The writer ended in order. */
  record Closed(long millis) implements LedgerLine {}

  /** The text without its sum. */
  default String text() {
    if (this instanceof Header header) {
      return header.header().text();
    } else if (this instanceof Intent intent) {
      Window w = intent.window();
      return "I %s %s %d %d %d"
          .formatted(w.from().dotted(), w.to().dotted(), w.entries(), w.deletes(), intent.millis());
    } else if (this instanceof Shortened s) {
      return "S %s %d %d %d".formatted(s.to().dotted(), s.entries(), s.deletes(), s.millis());
    } else if (this instanceof Acknowledged acknowledged) {
      return "A " + acknowledged.millis();
    } else if (this instanceof Abandoned abandoned) {
      return "X " + abandoned.millis() + " " + abandoned.reason();
    } else if (this instanceof Resumed resumed) {
      return "R " + resumed.millis() + " " + resumed.tornBytes();
    } else if (this instanceof DeliveryChange change) {
      return (change.imports() ? "B " : "L ") + change.millis();
    } else if (this instanceof Closed closed) {
      return "C " + closed.millis();
    }
    throw new IllegalStateException("unknown line " + this);
  }

  /** The sum of a text that follows a line with a given sum: eight hex digits. */
  static String sum(String sumBefore, String text) {
    CRC32 crc = new CRC32();
    crc.update(sumBefore.getBytes(StandardCharsets.US_ASCII));
    crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /**
   * Reads a text without its sum.
   *
   * @throws IllegalArgumentException if it is no line of a ledger
   */
  static LedgerLine parse(String text) {
    String[] f = text.split(" ", -1);
    fields(f, FIELDS.getOrDefault(f[0], f.length));
    return switch (f[0]) {
      case LedgerHeader.MAGIC -> header(f);
      case "I" ->
          new Intent(
              new Window(position(f[1]), position(f[2]), number(f[3]), number(f[4])), number(f[5]));
      case "S" -> new Shortened(position(f[1]), number(f[2]), number(f[3]), number(f[4]));
      case "A" -> new Acknowledged(number(f[1]));
      case "X" -> new Abandoned(number(f[1]), f[2]);
      case "R" -> new Resumed(number(f[1]), Integer.parseInt(f[2]));
      case "B", "L" -> new DeliveryChange(f[0].equals("B"), number(f[1]));
      case "C" -> new Closed(number(f[1]));
      default -> throw new IllegalArgumentException("unknown kind of line");
    };
  }

  private static LedgerLine header(String[] f) {
    if (Integer.parseInt(f[1]) != LedgerHeader.VERSION) {
      throw new IllegalArgumentException("ledger version " + f[1] + " is not known");
    }
    return new Header(
        new LedgerHeader(f[2], f[3], f[4], Integer.parseInt(f[5]), UUID.fromString(f[6])));
  }

  private static void fields(String[] fields, int expected) {
    if (fields.length != expected) {
      throw new IllegalArgumentException(fields.length + " fields instead of " + expected);
    }
  }

  private static long number(String text) {
    return Long.parseLong(text);
  }

  private static Position position(String text) {
    String[] parts = text.split("\\.", -1);
    fields(parts, 3);
    return new Position(number(parts[0]), Integer.parseInt(parts[1]), number(parts[2]));
  }
}
