// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.read.check.Count;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.WritableUtils;

/**
 * What a task reports on the range of rows that it was given: its part of the coverage account.
 *
 * @param range the one of its split
 * @param visited how many nodes of each writer it checked
 * @param counts all that it counted
 * @param failure why it did not come to the end of the range, if it did not
 */
public record RangeReport(
    RowRange range, Map<Integer, Long> visited, Map<Count, Long> counts, Optional<String> failure) {

  /** Copies the maps. */
  public RangeReport {
    visited = new TreeMap<>(visited);
    counts = counts.isEmpty() ? Map.of() : new EnumMap<>(counts);
  }

  /** The report as bytes, for the shuffle. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      range.toRange().write(out);
      WritableUtils.writeString(out, failure.orElse(null));
      WritableUtils.writeVInt(out, visited.size());
      int last = 0;
      for (var writer : visited.entrySet()) {
        WritableUtils.writeVInt(out, writer.getKey() - last);
        WritableUtils.writeVLong(out, writer.getValue());
        last = writer.getKey();
      }
      for (Count count : Count.values()) {
        WritableUtils.writeVLong(out, counts.getOrDefault(count, 0L));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link ReferenceRecord#range} encoded as text.
   *
   * @throws IOException if the text is cut short
   */
  public static RangeReport read(String evidence) throws IOException {
    byte[] bytes = evidence.getBytes(StandardCharsets.ISO_8859_1);
    return read(bytes, bytes.length);
  }

  /**
   * Reads what {@link #toBytes} wrote.
   *
   * @throws IOException if the bytes are cut short
   */
  static RangeReport read(byte[] bytes, int length) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
    Range range = new Range();
    range.readFields(in);
    Optional<String> failure = Optional.ofNullable(WritableUtils.readString(in));
    Map<Integer, Long> visited = new TreeMap<>();
    int writer = 0;
    for (int left = WritableUtils.readVInt(in); left > 0; left--) {
      writer += WritableUtils.readVInt(in);
      visited.put(writer, WritableUtils.readVLong(in));
    }
    Map<Count, Long> counts = new EnumMap<>(Count.class);
    for (Count count : Count.values()) {
      counts.put(count, WritableUtils.readVLong(in));
    }
    return new RangeReport(RowRange.of(range), visited, counts, failure);
  }
}
