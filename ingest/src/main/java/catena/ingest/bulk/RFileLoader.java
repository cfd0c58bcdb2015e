// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import catena.graph.EntryEncoder;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableProperties;
import catena.ingest.write.BulkLoader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.LoadPlan;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/** Imports one writer's entries by Accumulo's public API; used by that writer's thread. */
public final class RFileLoader implements BulkLoader {
  /** Of an import: a file for each tablet, or for several if there are more tablets. */
  private static final int MOST_FILES = 1000;

  private final Connection connection;
  private final String table;
  private final BulkPlace place;
  private final Path home;
  private final boolean deprecated;

  /**
   * A loader of a writer.
   *
   * @param writer its number: its directories are its own as long as it holds the number
   * @param deprecated whether to use the call that Accumulo 2.0 replaced
   */
  public RFileLoader(
      Connection connection, String table, BulkPlace place, int writer, boolean deprecated) {
    this.connection = connection;
    this.table = table;
    this.place = place;
    this.deprecated = deprecated;
    this.home = new Path(place.home(), "writer-" + writer);
  }

  @Override
  public Load begin()
      throws IOException, AccumuloException, AccumuloSecurityException, TableNotFoundException {
    Path directory = new Path(home, "import-" + UUID.randomUUID());
    place.makeNew(directory);
    AccumuloClient client = connection.client();
    List<byte[]> splits =
        client.tableOperations().listSplits(table).stream().sorted().map(Text::copyBytes).toList();
    return new Files(
        new ImportDirectory(connection, place, directory),
        Map.copyOf(TableProperties.read(client, table)),
        CutFiles.fewer(splits, MOST_FILES - 1));
  }

  @Override
  public List<String> leftovers(Duration limit) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    for (ImportDirectory each : ImportDirectory.left(connection, place, home)) {
      End end = each.revoke(limit);
      all.add("an import was left at " + each.path() + "; " + end.words());
    }
    return all;
  }

  /** The files of one import. */
  private final class Files implements Load {
    private final ImportDirectory directory;
    private final CutFiles files;
    private LoadPlan sealed;

    Files(ImportDirectory directory, Map<String, String> properties, List<byte[]> cuts) {
      this.directory = directory;
      this.files = new CutFiles(place.fs(), directory.path(), "f", cuts, properties);
    }

    @Override
    public void add(EntryEncoder entry) throws IOException {
      // The time does not matter: the servers set the entries' times, as with mutations.
      files.add(entry, 0);
    }

    @Override
    public void seal() throws IOException {
      sealed = files.seal();
      directory.seal();
    }

    @Override
    public void run()
        throws AccumuloException, AccumuloSecurityException, TableNotFoundException, IOException {
      if (deprecated) {
        directory.loadDeprecated(table);
      } else {
        directory.load(table, sealed, true);
      }
    }

    @Override
    public End revoke(Duration limit) throws IOException, InterruptedException {
      try {
        files.close();
      } catch (IOException | RuntimeException e) {
        // The file is removed anyway.
      }
      return directory.revoke(limit);
    }

    @Override
    public void clean() throws IOException {
      directory.clean();
    }
  }
}
