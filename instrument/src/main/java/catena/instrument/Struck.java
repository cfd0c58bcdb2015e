// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.io.IOException;
import java.util.Base64;
import java.util.Map;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/**
 * Writes down what a mutant has struck: {@code entry TABLE ROW FAMILY QUALIFIER VISIBILITY TIME
 * KIND VALUE}, the bytes in Base64, and KIND {@code put}, {@code delete}, or {@code covering} for a
 * delete with which what it covers was lost, too, or may have been gone before; {@code file TABLE
 * PATH}, each entry of it in a line that follows; or {@code other TABLE TEXT}.
 */
final class Struck {
  /** In place of a table: more than one. */
  static final String ANY = "-";

  private static final Configuration HADOOP = new Configuration();

  private Struck() {}

  /** Whether a table is one of Accumulo's own, which no mutant strikes. */
  static boolean isSpared(String table) {
    return table.startsWith("!") || table.startsWith("+");
  }

  static boolean isSpared(KeyExtent extent) {
    return isSpared(extent.tableId().canonical());
  }

  static void entry(String mutant, String table, Key key, Value value) {
    line(mutant, table, key, key.isDeleted() ? "delete" : "put", value.get());
  }

  /**
   * A delete that was not written.
   *
   * @param covers whether an entry that it covers went with it, or may have gone before
   */
  static void delete(String mutant, String table, Key key, boolean covers) {
    line(mutant, table, key, covers ? "covering" : "delete", new byte[0]);
  }

  private static void line(String mutant, String table, Key key, String kind, byte[] value) {
    line(
        mutant,
        table,
        key.getRowData().toArray(),
        key.getColumnFamilyData().toArray(),
        key.getColumnQualifierData().toArray(),
        key.getColumnVisibilityData().toArray(),
        key.getTimestamp(),
        kind,
        value);
  }

  static void mutation(String mutant, String table, Mutation mutation) {
    for (ColumnUpdate update : mutation.getUpdates()) {
      line(
          mutant,
          table,
          mutation.getRow(),
          update.getColumnFamily(),
          update.getColumnQualifier(),
          update.getColumnVisibility(),
          update.getTimestamp(),
          update.isDeleted() ? "delete" : "put",
          update.getValue());
    }
  }

  private static void line(
      String mutant,
      String table,
      byte[] row,
      byte[] family,
      byte[] qualifier,
      byte[] visibility,
      long time,
      String kind,
      byte[] value) {
    Strikes.write(
        "strike",
        id(mutant),
        mutant,
        "entry",
        table,
        text(row),
        text(family),
        text(qualifier),
        text(visibility),
        time,
        kind,
        text(value));
  }

  /** A file, and each entry that it has within an extent. */
  static void file(String mutant, KeyExtent extent, Path file) {
    String table = extent.tableId().canonical();
    Strikes.write("strike", id(mutant), mutant, "file", table, file);
    try (Scanner scanner =
        RFile.newScanner()
            .from(file.toString())
            .withFileSystem(file.getFileSystem(HADOOP))
            .withoutSystemIterators()
            .build()) {
      scanner.setRange(new Range(extent.toDataRange()));
      for (Map.Entry<Key, Value> entry : scanner) {
        if (entry.getKey().isDeleted()) {
          // The compaction that wrote the file may have dropped what it covers.
          delete(mutant, table, entry.getKey(), true);
        } else {
          entry(mutant, table, entry.getKey(), entry.getValue());
        }
      }
    } catch (IOException | RuntimeException e) {
      Strikes.write("error", mutant, "the entries of " + file + " are not known: " + e);
    }
  }

  static FSDataInputStream open(Path file) throws IOException {
    return file.getFileSystem(HADOOP).open(file);
  }

  static void other(String mutant, String table, String text) {
    Strikes.write("strike", id(mutant), mutant, "other", table, text);
  }

  private static String id(String mutant) {
    Strikes.Order order = Strikes.order(mutant);
    return order == null ? "-" : order.id;
  }

  private static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
