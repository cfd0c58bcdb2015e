package catena.ingest.table;

import catena.graph.NodeCodec;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Where a new table is to be split. */
public sealed interface SplitChoice {
  /** At even distances in a range of rows; {@code number} split points make one tablet more. */
  record Even(long rowMin, long rowMax, int number) implements SplitChoice {
    /** Refuses a range too small. */
    public Even {
      if (number >= rowMax - rowMin) {
        throw new UsageException(
            number + " splits do not fit between the " + (rowMax - rowMin) + " rows; give fewer");
      }
    }
  }

  /** At these rows. */
  record Listed(List<String> rows) implements SplitChoice {}

  /** At even distances, so that each tablet server gets so many tablets. */
  record PerServer(long rowMin, long rowMax, int tablets) implements SplitChoice {}

  /** The rows to split at. */
  default List<String> rows(int servers) {
    if (this instanceof Even even) {
      return even(even);
    } else if (this instanceof PerServer per) {
      return even(new Even(per.rowMin, per.rowMax, Math.max(1, servers) * per.tablets - 1));
    }
    return ((Listed) this).rows;
  }

  /**
   * Reads a file of split points, one a line, as Accumulo's shell takes it, too; blank lines say
   * nothing.
   *
   * @throws UsageException if there are none or the file cannot be read
   */
  static Listed read(String file) {
    try {
      List<String> rows =
          Files.readAllLines(Path.of(file)).stream()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .toList();
      if (rows.isEmpty()) {
        throw new UsageException("table.splits.file=" + file + " holds no split point");
      }
      return new Listed(rows);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "table.splits.file="
              + file
              + " cannot be read ("
              + Reasons.of(e)
              + "); name a text file");
    }
  }

  /**
   * Writes split points into a new file.
   *
   * @throws UsageException if the file exists or cannot be written
   */
  static void write(Path file, List<String> rows) {
    try {
      Files.write(file, rows, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(file + " exists; remove it or name another file");
    } catch (IOException e) {
      throw new UsageException(
          file + " cannot be written (" + Reasons.of(e) + "); name another file");
    }
  }

  private static List<String> even(Even even) {
    BigInteger range = BigInteger.valueOf(even.rowMax - even.rowMin);
    BigInteger tablets = BigInteger.valueOf(even.number + 1L);
    List<String> rows = new ArrayList<>(even.number);
    for (int i = 1; i <= even.number; i++) {
      long offset = range.multiply(BigInteger.valueOf(i)).divide(tablets).longValueExact();
      rows.add(NodeCodec.rowText(even.rowMin + offset));
    }
    return rows;
  }
}
