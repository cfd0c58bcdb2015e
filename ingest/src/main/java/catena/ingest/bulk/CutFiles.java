// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import catena.graph.EntryEncoder;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.LoadPlan;
import org.apache.accumulo.core.data.LoadPlan.RangeType;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes entries, which come in the order of their keys, into RFiles that are cut at rows, and
 * makes the load plan of these files; for one thread.
 */
public final class CutFiles implements Closeable {
  private final FileSystem fs;
  private final Path directory;
  private final String prefix;
  private final List<byte[]> cuts;
  private final Map<String, String> table;
  private final LoadPlan.Builder plan = LoadPlan.builder();

  /** The number of the cut at which the current file ends, or the number of cuts if at none. */
  private int cut;

  private int files;
  private RFileWriter writer;
  private byte[] firstRow;
  private byte[] lastRow;

  /**
   * Files in an existing directory.
   *
   * @param prefix of their names
   * @param cuts rows in their order; each is the last that its file may have
   * @param table properties of the table, so that files are written as the table's own
   */
  public CutFiles(
      FileSystem fs, Path directory, String prefix, List<byte[]> cuts, Map<String, String> table) {
    this.fs = fs;
    this.directory = directory;
    this.prefix = prefix;
    this.cuts = cuts;
    this.table = table;
  }

  /** At most so many of the given rows, evenly spaced. */
  static <T> List<T> fewer(List<T> rows, int most) {
    return rows.size() <= most
        ? rows
        : IntStream.rangeClosed(1, most)
            .mapToObj(i -> rows.get((int) ((long) i * rows.size() / (most + 1L))))
            .toList();
  }

  /** Adds the entry that was encoded last; its key sorts after that of the entry before. */
  public void add(EntryEncoder entry, long timestamp) throws IOException {
    byte[] row = entry.row();
    int itsCut = cut;
    while (itsCut < cuts.size() && Arrays.compareUnsigned(row, cuts.get(itsCut)) > 0) {
      itsCut++;
    }
    if (itsCut != cut) {
      end();
      cut = itsCut;
    }
    if (writer == null) {
      begin(row);
    }
    lastRow = row.clone();
    Key key =
        new Key(lastRow, entry.family(), entry.qualifier(), entry.visibilityBytes(), timestamp);
    writer.append(key, new Value(entry.value()));
  }

  private void begin(byte[] row) throws IOException {
    firstRow = row.clone();
    writer =
        RFile.newWriter()
            .to(new Path(directory, name()).toString())
            .withFileSystem(fs)
            .withTableProperties(table)
            .build();
  }

  private String name() {
    return String.format(Locale.ROOT, "%s%05d.rf", prefix, files);
  }

  private void end() throws IOException {
    if (writer == null) {
      return;
    }
    RFileWriter ended = writer;
    writer = null;
    ended.close();
    // By its rows, not by the splits, so that it fits whatever tablets the table then has.
    plan.loadFileTo(name(), RangeType.FILE, firstRow, lastRow);
    files++;
  }

  /** Ends the last file and returns the load plan. */
  public LoadPlan seal() throws IOException {
    end();
    return plan.build();
  }

  /** Closes a file that is not complete. */
  @Override
  public void close() throws IOException {
    if (writer != null) {
      RFileWriter open = writer;
      writer = null;
      open.close();
    }
  }
}
