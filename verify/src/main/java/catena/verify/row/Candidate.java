package catena.verify.row;

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
 * A row that differs from what was promised before the scan, with all that the scan returned of it.
 */
public final class Candidate {
  private final byte[] row;
  private final long foundMillis;
  private final List<Entry> seen;

  public Candidate(byte[] row, long foundMillis, List<Entry> seen) {
    this.row = row;
    this.foundMillis = foundMillis;
    this.seen = List.copyOf(seen);
  }

  public byte[] row() {
    return row;
  }

  /** Wall clock at which the scan passed the row. */
  public long foundMillis() {
    return foundMillis;
  }

  /** All that the scan returned of the row, perhaps nothing. */
  public List<Entry> seen() {
    return seen;
  }

  /** The node whose row it is, if it is one's. */
  public Optional<Node> node(Graph graph) {
    return nodeOf(graph, row);
  }

  /** The node whose row some bytes are, if they are one's. */
  static Optional<Node> nodeOf(Graph graph, byte[] row) {
    return graph.node(NodeCodec.row(row));
  }

  /** The part that {@link #read} needs beside the row. */
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
   * Reads what {@link #toBytes} wrote.
   *
   * @throws IOException if the bytes are cut short
   */
  static Candidate read(byte[] row, byte[] bytes, int length) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
    long found = in.readLong();
    int size = WritableUtils.readVInt(in);
    List<Entry> seen = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      seen.add(new Entry(row, read(in), read(in), read(in), read(in)));
    }
    return new Candidate(row, found, seen);
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
