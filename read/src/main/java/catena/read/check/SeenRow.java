// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.io.WritableUtils;

/**
 * A row that is not as promised, with all that one read returned of it.
 *
 * @param row its bytes
 * @param seen all that the read returned of the row, perhaps nothing
 * @param foundMillis wall clock at which the read passed the row
 */
@SuppressWarnings("ArrayRecordComponent") // none is compared with another
public record SeenRow(byte[] row, List<Entry> seen, long foundMillis) {
  /** Copies the list. */
  public SeenRow {
    seen = List.copyOf(seen);
  }

  /** The row as lookups name it. */
  public String name() {
    return NodeCodec.rowText(row);
  }

  /** The node whose row it is, if it is one's. */
  public Optional<Node> node(Graph graph) {
    return graph.node(NodeCodec.row(row));
  }

  /** The same as bytes, without the row, which is the key of the record that holds them. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(foundMillis);
      WritableUtils.writeVInt(out, seen.size());
      for (Entry entry : seen) {
        write(out, entry.family());
        write(out, entry.qualifier());
        write(out, entry.visibility());
        write(out, entry.value());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  /**
   * The row that {@link #toBytes} made into bytes.
   *
   * @param row its bytes
   * @throws IOException if the bytes are cut short
   */
  public static SeenRow of(byte[] row, byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    long found = in.readLong();
    int size = WritableUtils.readVInt(in);
    List<Entry> seen = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      seen.add(new Entry(row, read(in), read(in), read(in), read(in)));
    }
    return new SeenRow(row, seen, found);
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    WritableUtils.writeVInt(out, bytes.length);
    out.write(bytes);
  }

  private static byte[] read(DataInputStream in) throws IOException {
    byte[] bytes = new byte[WritableUtils.readVInt(in)];
    in.readFully(bytes);
    return bytes;
  }
}
