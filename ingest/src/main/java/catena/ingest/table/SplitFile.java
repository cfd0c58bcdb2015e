package catena.ingest.table;

import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file of split points, one a line, as Accumulo's shell takes it, too. */
public final class SplitFile {
  private SplitFile() {}

  /**
   * Reads the split points; blank lines say nothing.
   *
   * @throws UsageException if there are none or the file cannot be read
   */
  static List<String> read(String file) {
    try {
      List<String> rows =
          Files.readAllLines(Path.of(file)).stream()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .toList();
      if (rows.isEmpty()) {
        throw new UsageException("table.splits.file=" + file + " holds no split point");
      }
      return rows;
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "table.splits.file="
              + file
              + " cannot be read ("
              + FileTrouble.inWords(e)
              + "); name a text file");
    }
  }

  /**
   * Writes split points into a new file.
   *
   * @throws UsageException if the file exists or cannot be written
   */
  public static void write(Path file, List<String> rows) {
    try {
      Files.write(file, rows, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(file + " exists; remove it or name another file");
    } catch (IOException e) {
      throw new UsageException(
          file + " cannot be written (" + FileTrouble.inWords(e) + "); name another file");
    }
  }
}
