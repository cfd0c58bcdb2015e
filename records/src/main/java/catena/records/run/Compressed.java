// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Files of lines that no process writes any more, in gzip format, with its suffix after their own.
 *
 * <p>A process that finds a file next to its compressed form came while one replaced the other, or
 * after a process that was killed then: both say the same.
 */
public final class Compressed {
  /** What is behind the name of such a file. */
  static final String ENDING = ".gz";

  private Compressed() {}

  /** What a file is called once it is compressed. */
  static Path of(Path file) {
    return file.suffix(ENDING);
  }

  /** Puts the compressed form of a file in its place, which is on the disk by then. */
  public static void replace(RunDirectory run, Path file) throws IOException {
    try (InputStream in = run.fileSystem().open(file)) {
      run.rewrite(
          of(file),
          "its compressed form",
          out -> {
            GZIPOutputStream compressed = new GZIPOutputStream(out);
            in.transferTo(compressed);
            compressed.finish();
          });
    }
    run.fileSystem().delete(file, false);
  }

  /**
   * Opens a file, compressed or not, as what it was at first; also one that has been compressed
   * since its directory was listed.
   *
   * @param buffer bytes
   * @throws FileNotFoundException if there is none
   */
  static InputStream open(FileSystem fs, Path file, int buffer) throws IOException {
    if (file.getName().endsWith(ENDING)) {
      return unpacked(fs.open(file, buffer), buffer);
    }
    try {
      return fs.open(file, buffer);
    } catch (FileNotFoundException e) {
      if (fs.exists(of(file))) {
        return unpacked(fs.open(of(file), buffer), buffer);
      }
      throw e;
    }
  }

  private static InputStream unpacked(InputStream in, int buffer) throws IOException {
    try {
      return new GZIPInputStream(in, buffer);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }
}
