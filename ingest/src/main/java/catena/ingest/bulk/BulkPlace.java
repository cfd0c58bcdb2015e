// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import catena.harness.accumulo.Connection;
import catena.records.words.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Where files of a table lie until they are imported.
 *
 * @param fs the file system, which is one of the instance's
 * @param home below it are the directories of the table's imports
 */
public record BulkPlace(FileSystem fs, Path home) {
  private static final String VOLUMES = "instance.volumes";
  private static final String DEFAULT = "/tmp/catena-bulk";

  /** The manager, another user, moves files away from here. */
  private static final FsPermission OPEN = new FsPermission((short) 0777);

  /**
   * The place of a table; nothing is made there yet.
   *
   * @param asked the user's setting, a path or a URI; empty for the default
   * @throws UsageException if it is on no file system of the instance, or on one out of reach
   */
  public static BulkPlace of(Connection connection, String tableId, String asked)
      throws AccumuloException {
    List<Path> volumes = volumes(connection);
    Configuration conf = new Configuration();
    Path base = asked.isEmpty() ? new Path(volumes.get(0), DEFAULT) : new Path(asked);
    try {
      if (base.toUri().getScheme() == null) {
        base = new Path(volumes.get(0).getFileSystem(conf).getUri().toString(), base);
      }
      FileSystem fs = base.getFileSystem(conf);
      boolean one = false;
      for (Path volume : volumes) {
        one |= volume.getFileSystem(conf).getUri().equals(fs.getUri());
      }
      if (!one) {
        throw new UsageException(
            "ingest.bulk.dir=%s is on no file system of the instance, whose volumes are %s: files are moved into the table, not copied"
                .formatted(asked, volumes));
      }
      Path home =
          fs.makeQualified(new Path(new Path(base, connection.instanceId()), "table-" + tableId));
      return new BulkPlace(fs, home);
    } catch (IOException e) {
      throw new UsageException(
          "Where files lie until they are imported, %s, cannot be reached: %s; name another directory with ingest.bulk.dir"
              .formatted(base, e.getMessage()));
    }
  }

  private static List<Path> volumes(Connection connection) throws AccumuloException {
    try {
      String all =
          connection
              .client()
              .instanceOperations()
              .getSystemConfiguration()
              .getOrDefault(VOLUMES, "");
      List<Path> volumes = new ArrayList<>();
      for (String each : all.split(",", -1)) {
        if (!each.isBlank()) {
          volumes.add(new Path(each.strip()));
        }
      }
      if (volumes.isEmpty()) {
        throw new UsageException(
            "The instance does not say where it keeps its files (instance.volumes)");
      }
      return volumes;
    } catch (AccumuloSecurityException e) {
      throw new UsageException(
          "User %s may not ask the instance where it keeps its files (%s); grant System.SYSTEM"
              .formatted(connection.client().whoami(), e.getSecurityErrorCode()));
    }
  }

  /** Makes a directory and the missing ones above it, open to the manager. */
  public void make(Path directory) throws IOException {
    Path missing = directory;
    List<Path> all = new ArrayList<>();
    while (missing != null && !fs.exists(missing)) {
      all.add(0, missing);
      missing = missing.getParent();
    }
    for (Path each : all) {
      fs.mkdirs(each);
      fs.setPermission(each, OPEN);
    }
  }

  /**
   * The same for a directory that must be new.
   *
   * @throws IOException if it exists
   */
  public void makeNew(Path directory) throws IOException {
    if (fs.exists(directory)) {
      throw new IOException(
          directory + " exists, and only new and empty directories are imported: remove it");
    }
    make(directory);
  }
}
