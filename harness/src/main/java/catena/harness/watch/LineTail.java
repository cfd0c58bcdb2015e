// SPDX-License-Identifier: Apache-2.0
package catena.harness.watch;

import com.google.common.io.ByteStreams;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Follows a file of lines that another part of the run writes: each call hands over the lines that
 * were ended since the last one.
 *
 * <p>Ledgers have their own tail, {@code LedgerTail}: line ends alone do not show what part of a
 * ledger counts.
 */
final class LineTail {
  private static final int CHUNK = 1 << 16;

  private final FileSystem fs;
  private final Path path;
  private long offset;
  private int rest;
  private int pollsToRest;

  /**
   * A tail of a file, which need not be there yet.
   *
   * @param offset where to begin; a line that is cut by it comes cut
   */
  LineTail(FileSystem fs, Path path, long offset) {
    this.fs = fs;
    this.path = path;
    this.offset = offset;
  }

  /** How many bytes are in the lines that were handed over, and before them. */
  long offset() {
    return offset;
  }

  /** Whether it is time to open a file whose length is not known. */
  boolean isDue() {
    return pollsToRest-- <= 0;
  }

  /** Reads on; a file with nothing new is due again after more polls each time, up to a number. */
  void readOrRest(Consumer<String> each, int mostRest) throws IOException {
    long before = offset;
    read(each);
    rest = offset > before ? 0 : Math.min(2 * rest + 1, mostRest);
    pollsToRest = rest;
  }

  /** Hands over the whole lines that are new, without their ends. */
  void read(Consumer<String> each) throws IOException {
    read(each, Long.MAX_VALUE);
  }

  /** The same of those that end before an offset, or at it. */
  void read(Consumer<String> each, long until) throws IOException {
    try (FSDataInputStream file = fs.open(path)) {
      file.seek(offset);
      InputStream in = ByteStreams.limit(file, until - offset);
      byte[] bytes = new byte[CHUNK];
      int length = 0;
      for (int end = in.read(bytes, length, bytes.length - length);
          end > 0;
          end = in.read(bytes, length, bytes.length - length)) {
        length = deliver(bytes, length + end, each);
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
      }
    } catch (FileNotFoundException | EOFException e) {
      // Not there yet, or not yet visible as far as it was.
    }
  }

  /** Hands over the whole lines and moves the rest to the front; how much that is. */
  private int deliver(byte[] bytes, int length, Consumer<String> each) {
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        String line = new String(bytes, start, i - start, StandardCharsets.UTF_8);
        offset += i + 1 - start;
        start = i + 1;
        each.accept(line);
      }
    }
    System.arraycopy(bytes, start, bytes, 0, length - start);
    return length - start;
  }
}
