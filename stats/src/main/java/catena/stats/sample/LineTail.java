package catena.stats.sample;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a file of lines that another part of the run writes, as it grows. */
public final class LineTail {
  /** Of one reading; what is left is read by the next. */
  private static final int MOST_BYTES = 16 << 20;

  private final FileSystem fs;
  private final Path path;
  private long offset;

  /**
   * A tail.
   *
   * @param offset where to begin; a line that is cut by it comes cut
   */
  public LineTail(FileSystem fs, Path path, long offset) {
    this.fs = fs;
    this.path = path;
    this.offset = offset;
  }

  /** The lines that were ended since the last reading. */
  public List<String> read() throws IOException {
    byte[] bytes;
    try (FSDataInputStream in = fs.open(path)) {
      in.seek(offset);
      bytes = in.readNBytes(MOST_BYTES);
    } catch (FileNotFoundException | EOFException e) {
      return List.of(); // Not there yet, or not yet visible as far as it was.
    }
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    offset += end == 0 && bytes.length == MOST_BYTES ? bytes.length : end;
    return new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList();
  }
}
