// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import catena.graph.Entry;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.apache.accumulo.core.data.Key;

/**
 * One version of one entry as the table stores it; text is ISO-8859-1.
 *
 * @param key row, family, qualifier and visibility, in the order of Accumulo's keys
 * @param row the part of the key that tablets hold
 * @param entry the bytes; the value of a delete is empty
 * @param deleted whether it hides what is older
 * @param timestamp given by the server, unless a client has given one
 * @param rank orders entries of one key and time, the least first
 * @param late whether it was applied after the client had given up waiting for it
 */
public record Cell(
    String key, String row, Entry entry, boolean deleted, long timestamp, long rank, boolean late) {
  /** The order of Accumulo's keys: the newest version first, of two equal ones the delete. */
  static final Comparator<Cell> ORDER = Cell::compare;

  /** Before every rank. */
  static final long FIRST = Long.MIN_VALUE;

  private static final char SEPARATOR = 0;
  private static final int RANK_BITS = 40;

  private static int compare(Cell a, Cell b) {
    int keys = a.key.compareTo(b.key);
    if (keys != 0) {
      return keys;
    }
    int times = Long.compare(b.timestamp, a.timestamp);
    int deletes = times != 0 ? times : Boolean.compare(b.deleted, a.deleted);
    return deletes != 0 ? deletes : Long.compare(a.rank, b.rank);
  }

  /** A version that no server has seen yet. */
  public static Cell of(Entry entry, boolean deleted) {
    return new Cell(key(entry), text(entry.row()), entry, deleted, 0, 0, false);
  }

  /** The same with a time that the client gives; of no other one is it known before. */
  public Cell timed(long time) {
    return new Cell(key, row, entry, deleted, time, rank, late);
  }

  /** The same as a server applies it. */
  Cell at(long millis, boolean isLate) {
    return new Cell(key, row, entry, deleted, timestamp > 0 ? timestamp : millis, rank, isLate);
  }

  /** The same as the file or memory has it that follows so many files, as its so many-th. */
  Cell ranked(long file, long number) {
    // Even: what comes behind it once more has a rank that no other version has.
    return new Cell(key, row, entry, deleted, timestamp, (file << RANK_BITS) - 2 * number, late);
  }

  /** The same version once more, right behind this one. */
  Cell again() {
    return new Cell(key, row, entry, deleted, timestamp, rank + 1, late);
  }

  /** The same with another entry under the key that it then has. */
  Cell with(Entry other) {
    return new Cell(key(other), text(other.row()), other, deleted, timestamp, rank, late);
  }

  /** What names an entry. */
  public static String key(Entry entry) {
    return text(entry.row())
        + SEPARATOR
        + text(entry.family())
        + SEPARATOR
        + text(entry.qualifier())
        + SEPARATOR
        + text(entry.visibility());
  }

  /** Bytes as ISO-8859-1, which orders text as Accumulo orders the bytes. */
  public static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The column visibility, as an expression. */
  public String visibility() {
    return text(entry.visibility());
  }

  /** The key as Accumulo has it, with the timestamp. */
  public Key toKey() {
    return new Key(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), timestamp);
  }
}
