// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/**
 * The layout of Accumulo's metadata tables, which no public class names; that of Accumulo 2.1.
 *
 * <p>{@link catena.records.server.TabletName} parses a tablet's row.
 */
public final class Metadata {
  /** Holds the tablets of all users' tables. */
  public static final String TABLE = "accumulo.metadata";

  /** Holds the tablets of the metadata table. */
  public static final String ROOT_TABLE = "accumulo.root";

  /** The metadata table's own id. */
  public static final String TABLE_ID = "!0";

  /** The root table's id. */
  public static final String ROOT_TABLE_ID = "+r";

  /** The only tablet of the root table, whose place is in ZooKeeper. */
  public static final String ROOT_TABLET = ROOT_TABLE_ID + "<";

  /** The tserver a tablet was given to: the qualifier is its session, the value host and port. */
  static final Text LOCATION = new Text("loc");

  /** Write-ahead logs that a tablet needs: the qualifier is {@code -/} and the log's path. */
  static final Text LOGS = new Text("log");

  /** The files of a tablet: the qualifier is the path. */
  static final Text FILES = new Text("file");

  /** Every tablet has one: the row that the tablet before it ends with. */
  static final IteratorSetting.Column PREVIOUS_ROW =
      new IteratorSetting.Column(new Text("~tab"), new Text("~pr"));

  private Metadata() {}

  /** The rows of all tablets; behind them are deletions and the like. */
  static Range tablets() {
    return new Range(null, true, "~", false);
  }

  /** The rows of one table's tablets. */
  static Range tablets(String tableId) {
    return new Range(tableId + ";", true, tableId + "<", true);
  }

  /** The rows of one table's tablets from that on which holds a row. */
  static Range tabletsFrom(String tableId, Text row) {
    Text first = new Text(tableId + ";");
    first.append(row.getBytes(), 0, row.getLength());
    return new Range(first, true, new Text(tableId + "<"), true);
  }

  /** The log that a qualifier of {@link #LOGS} names. */
  static String log(String qualifier) {
    return qualifier.substring(qualifier.indexOf('/') + 1);
  }
}
