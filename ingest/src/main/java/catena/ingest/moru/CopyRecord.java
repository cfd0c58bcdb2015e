// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.read.check.SeenRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;

/**
 * What the tasks of a copy report, as the bytes of a key and of a value: what each has read and
 * written, and the rows that were not as promised.
 */
final class CopyRecord {
  private static final byte TASK = 'T';
  private static final byte ROW = 'R';

  private CopyRecord() {}

  /** The key of what a task did. */
  static BytesWritable keyOfTask() {
    return new BytesWritable(new byte[] {TASK});
  }

  /** The key of a row that differed. */
  static BytesWritable keyOf(SeenRow row) {
    byte[] key = new byte[row.row().length + 1];
    key[0] = ROW;
    System.arraycopy(row.row(), 0, key, 1, row.row().length);
    return new BytesWritable(key);
  }

  /** Whether a key is that of a task. */
  static boolean isTask(BytesWritable key) {
    return key.getBytes()[0] == TASK;
  }

  /**
   * What a task did.
   *
   * @param entries that it has read; all were acknowledged when they were written again
   * @param exact rows that held exactly what was promised
   */
  static BytesWritable value(long entries, long exact) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
    return new BytesWritable(bytes.putLong(entries).putLong(exact).array());
  }

  /** How many entries a task has read. */
  static long entries(BytesWritable value) {
    return ByteBuffer.wrap(value.getBytes()).getLong(0);
  }

  /** How many rows a task has read that held exactly what was promised. */
  static long exact(BytesWritable value) {
    return ByteBuffer.wrap(value.getBytes()).getLong(Long.BYTES);
  }

  /**
   * A row that differed.
   *
   * @throws IOException if the bytes are cut short
   */
  static SeenRow row(BytesWritable key, BytesWritable value) throws IOException {
    byte[] row = Arrays.copyOfRange(key.getBytes(), 1, key.getLength());
    return SeenRow.of(row, value.copyBytes());
  }
}
