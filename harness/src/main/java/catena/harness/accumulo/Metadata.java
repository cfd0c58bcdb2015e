package catena.harness.accumulo;

import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/**
 * The layout of Accumulo's metadata tables, which no public class names; that of Accumulo 2.1.
 *
 * <p>A tablet's row is {@code table;end}, by the table's id, or {@code table<} for its last tablet.
 */
public final class Metadata {
  /** Holds the tablets of all users' tables. */
  public static final String TABLE = "accumulo.metadata";

  /** Holds the tablets of the metadata table. */
  public static final String ROOT_TABLE = "accumulo.root";

  /** The metadata table's own id. */
  public static final String TABLE_ID = "!0";

  /** The only tablet of the root table, whose place is in ZooKeeper. */
  public static final String ROOT_TABLET = "+r<";

  /** Who hosts a tablet: the value is host and port. */
  public static final Text LOCATION = new Text("loc");

  /** Write-ahead logs that a tablet needs: the qualifier is {@code -/} and the log's path. */
  public static final Text LOGS = new Text("log");

  /** The files of a tablet: the qualifier is the path. */
  public static final Text FILES = new Text("file");

  /** A column of a family and a qualifier. */
  public record Column(Text family, Text qualifier) {
    /** Has a scanner return it. */
    public void fetch(Scanner scanner) {
      scanner.fetchColumn(new IteratorSetting.Column(family, qualifier));
    }
  }

  /** Every tablet has one: the row that the tablet before it ends with. */
  public static final Column PREVIOUS_ROW = new Column(new Text("~tab"), new Text("~pr"));

  private static final long LIMIT_SECONDS = 20;

  private Metadata() {}

  /** The rows of tablets; behind them are deletions and the like. */
  public static Range tablets() {
    return new Range(null, true, "~", false);
  }

  /** The id of the table whose tablet a row is. */
  public static String tableOf(String row) {
    int end = row.indexOf(';');
    return end >= 0 ? row.substring(0, end) : row.substring(0, row.length() - 1);
  }

  /**
   * A scanner that gives up when the table's own tablets are not served.
   *
   * @throws TableNotFoundException if there is no such table
   */
  public static Scanner scanner(AccumuloClient client, String table) throws TableNotFoundException {
    Scanner scanner = client.createScanner(table, Authorizations.EMPTY);
    scanner.setTimeout(LIMIT_SECONDS, TimeUnit.SECONDS);
    return scanner;
  }

  /** The log that a qualifier of {@link #LOGS} names. */
  public static String log(Text qualifier) {
    String text = qualifier.toString();
    return text.substring(text.indexOf('/') + 1);
  }
}
