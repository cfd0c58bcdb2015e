package catena.trace;

import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/** The columns of Accumulo's metadata table, which no public class names. */
final class Metadata {
  /** Holds the tablets of all users' tables. */
  static final String TABLE = "accumulo.metadata";

  /** Holds the tablets of the metadata table. */
  static final String ROOT_TABLE = "accumulo.root";

  /** The metadata table's own id. */
  static final String TABLE_ID = "!0";

  /** The only tablet of the root table, whose place is in ZooKeeper. */
  static final String ROOT_TABLET = "+r<";

  /** Who hosts a tablet: the value is host and port. */
  static final Text LOCATION = new Text("loc");

  /** Write-ahead logs that a tablet needs: the qualifier is {@code -/} and the log's path. */
  static final Text LOGS = new Text("log");

  /** The files of a tablet: the qualifier is the path. */
  static final Text FILES = new Text("file");

  /** A column of a family and a qualifier. */
  record Column(Text family, Text qualifier) {
    void fetch(Scanner scanner) {
      scanner.fetchColumn(new IteratorSetting.Column(family, qualifier));
    }
  }

  /** Every tablet has one: the row that the tablet before it ends with. */
  static final Column PREVIOUS_ROW = new Column(new Text("~tab"), new Text("~pr"));

  private static final long LIMIT_SECONDS = 20;

  private Metadata() {}

  /** A scanner that gives up when the table's own tablets are not served. */
  static Scanner scanner(AccumuloClient client, String table) throws TableNotFoundException {
    Scanner scanner = client.createScanner(table, Authorizations.EMPTY);
    scanner.setTimeout(LIMIT_SECONDS, TimeUnit.SECONDS);
    return scanner;
  }

  /** The log that a qualifier of {@link #LOGS} names. */
  static String log(Text qualifier) {
    String text = qualifier.toString();
    return text.substring(text.indexOf('/') + 1);
  }
}
