// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.NodeCodec;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/**
 * Rows from one row (inclusive) to another (exclusive).
 *
 * @param from the first row; empty for the beginning of the table
 * @param to the row after the last; empty for the end of the table
 */
public record RowRange(Optional<Text> from, Optional<Text> to) {
  /** The whole table. */
  public static final RowRange ALL = new RowRange(Optional.empty(), Optional.empty());

  /** The rows of numbers in {@code [from, to)}. */
  static RowRange ofNumbers(long from, long to) {
    return new RowRange(Optional.of(row(from)), Optional.of(row(to)));
  }

  /**
   * Reads {@code 5:9}, the rows of the numbers from 5 to 8; one of them may be left out, and the
   * empty text is the whole table.
   *
   * @throws IllegalArgumentException if the text is none of these, or has no row between them
   */
  public static RowRange parse(String text) {
    if (text.isBlank()) {
      return ALL;
    }
    String[] ends = text.split(":", -1);
    if (ends.length != 2) {
      throw new IllegalArgumentException(text + " is not MIN:MAX");
    }
    RowRange range = new RowRange(end(ends[0]), end(ends[1]));
    if (range.isEmpty()) {
      throw new IllegalArgumentException(text + " has no row");
    }
    return range;
  }

  private static Optional<Text> end(String number) {
    return number.isBlank()
        ? Optional.empty()
        : Optional.of(row(Long.parseUnsignedLong(number.strip())));
  }

  /** The row of a number. */
  public static Text row(long number) {
    return new Text(NodeCodec.rowText(number));
  }

  /** The row that comes directly after a row: a tablet's end row belongs to the tablet. */
  static Text after(Text row) {
    byte[] next = new byte[row.getLength() + 1];
    System.arraycopy(row.getBytes(), 0, next, 0, row.getLength());
    return new Text(next);
  }

  /** The same range as a range of Accumulo's. */
  public Range toRange() {
    return new Range(from.orElse(null), true, to.orElse(null), false);
  }

  /** The range that {@link #toRange} made. */
  public static RowRange of(Range range) {
    return new RowRange(
        Optional.ofNullable(range.getStartKey()).map(key -> key.getRow()),
        Optional.ofNullable(range.getEndKey()).map(key -> key.getRow()));
  }

  /** The least number whose row is not before this range. */
  public long firstNumber() {
    return from.map(RowRange::leastFrom).orElse(0L);
  }

  /** The least number whose row is after this range. */
  public long endNumber() {
    return to.map(RowRange::leastFrom).orElse(Long.MAX_VALUE);
  }

  boolean isEmpty() {
    return from.isPresent() && to.isPresent() && from.get().compareTo(to.get()) >= 0;
  }

  /** The rows that both ranges hold. */
  RowRange and(RowRange other) {
    return new RowRange(
        Stream.of(from, other.from).flatMap(Optional::stream).max(Comparator.naturalOrder()),
        Stream.of(to, other.to).flatMap(Optional::stream).min(Comparator.naturalOrder()));
  }

  /** The least number whose row is not before the bound, by bisection: 63 comparisons. */
  private static long leastFrom(Text bound) {
    long low = 0;
    long high = Long.MAX_VALUE;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (row(middle).compareTo(bound) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public String toString() {
    return "["
        + from.map(RowRange::printable).orElse("-inf")
        + ", "
        + to.map(RowRange::printable).orElse("+inf")
        + ")";
  }

  private static String printable(Text row) {
    byte[] bytes = row.copyBytes();
    return new String(bytes, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".");
  }
}
