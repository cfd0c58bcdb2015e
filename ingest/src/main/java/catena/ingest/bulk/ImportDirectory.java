// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import catena.harness.accumulo.Connection;
import catena.harness.instance.InstanceNodes;
import catena.ingest.write.BulkLoader.End;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.LoadPlan;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * One import's directory.
 *
 * <p>The manager moves all files out of it before the first goes into the table, and keeps the
 * directory's name in ZooKeeper from before that until the import is over. A marker says that the
 * files were complete. So in a directory that was renamed, which no import finds any more, what is
 * left shows whether its files had been taken.
 *
 * @param place of its table
 * @param path where it is, or will be made
 */
record ImportDirectory(Connection connection, BulkPlace place, Path path) {
  private static final String MARKER = "_complete";
  private static final String REVOKED = ".revoked";
  private static final String FILE = ".rf";

  /** Where the deprecated call puts what it could not import. */
  private static final String FAILED = "_failed";

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration ZOOKEEPER_LIMIT = Duration.ofSeconds(15);

  /** Marks the directory as complete: only now its files may be imported. */
  void seal() throws IOException {
    place.fs().create(new Path(path, MARKER), false).close();
  }

  /**
   * Imports all files; returns once they are in the table.
   *
   * @param tableTime whether the servers set the timestamps of entries, as they do for mutations
   */
  void load(String table, LoadPlan plan, boolean tableTime)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException, IOException {
    connection
        .client()
        .tableOperations()
        .importDirectory(path.toString())
        .to(table)
        .plan(plan)
        .tableTime(tableTime)
        .load();
  }

  /**
   * The same by the call that Accumulo 2.0 replaced: servers find out where files belong.
   *
   * @throws IOException if files came back, so that a part may be in the table
   */
  @SuppressWarnings("deprecation") // servers run other code for it, which has had its own defects
  void loadDeprecated(String table)
      throws AccumuloException, AccumuloSecurityException, TableNotFoundException, IOException {
    Path failed = new Path(path, FAILED);
    place.makeNew(failed);
    connection
        .client()
        .tableOperations()
        .importDirectory(table, path.toString(), failed.toString(), true);
    int back = files(failed).size();
    if (back > 0) {
      throw new IOException(back + " files of an import came back into " + failed);
    }
  }

  /** Removes the directory after its files were taken. */
  void clean() throws IOException {
    place.fs().delete(path, true);
  }

  /** As {@link catena.ingest.write.BulkLoader.Load#revoke}. */
  End revoke(Duration limit) throws IOException, InterruptedException {
    FileSystem fs = place.fs();
    Path revoked = path.suffix(REVOKED);
    if (fs.exists(path) && !fs.rename(path, revoked)) {
      throw new IOException(path + " could not be renamed");
    }
    if (!ended(limit)) {
      return End.UNDER_WAY;
    }
    boolean complete = fs.exists(new Path(revoked, MARKER));
    boolean taken = complete && files(revoked).isEmpty();
    fs.delete(revoked, true);
    return taken ? End.TAKEN : End.NOTHING;
  }

  /** Waits until no import from the directory is under way. */
  private boolean ended(Duration limit) throws IOException, InterruptedException {
    try (InstanceNodes nodes = connection.nodes(ZOOKEEPER_LIMIT)) {
      long deadline = System.nanoTime() + limit.toNanos();
      while (nodes.isImporting(path.toString())) {
        if (System.nanoTime() - deadline > 0) {
          return false;
        }
        TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
      }
      return true;
    }
  }

  private List<Path> files(Path in) throws IOException {
    List<Path> files = new ArrayList<>();
    for (FileStatus each : place.fs().listStatus(in)) {
      if (each.getPath().getName().endsWith(FILE)) {
        files.add(each.getPath());
      }
    }
    return files;
  }

  /** The directories that dead processes left below a given one. */
  static List<ImportDirectory> left(Connection connection, BulkPlace place, Path below)
      throws IOException {
    List<ImportDirectory> all = new ArrayList<>();
    if (place.fs().exists(below)) {
      for (FileStatus each : place.fs().listStatus(below)) {
        Path found = each.getPath();
        String name = found.getName();
        Path original =
            name.endsWith(REVOKED)
                ? new Path(below, name.substring(0, name.length() - REVOKED.length()))
                : found;
        if (each.isDirectory()) {
          all.add(new ImportDirectory(connection, place, original));
        }
      }
    }
    return all;
  }
}
