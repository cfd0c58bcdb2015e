package catena.trace.history;

import catena.harness.accumulo.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.Text;

/** The tablets of one table, as the metadata table above it has them. */
public final class MetadataHostingSource implements HostingSource {
  private final AccumuloClient client;
  private final String above;
  private final Function<AccumuloClient, Optional<String>> tableId;

  private MetadataHostingSource(
      AccumuloClient client, String above, Function<AccumuloClient, Optional<String>> tableId) {
    this.client = client;
    this.above = above;
    this.tableId = tableId;
  }

  /** The tablets of a user's table, which need not exist yet. */
  public static MetadataHostingSource ofTable(AccumuloClient client, String table) {
    return new MetadataHostingSource(
        client,
        Metadata.TABLE,
        c -> Optional.ofNullable(c.tableOperations().tableIdMap().get(table)));
  }

  /** The tablets of the metadata table itself. */
  public static MetadataHostingSource ofMetadata(AccumuloClient client) {
    return new MetadataHostingSource(
        client, Metadata.ROOT_TABLE, c -> Optional.of(Metadata.TABLE_ID));
  }

  @Override
  public String name() {
    return above;
  }

  @Override
  public Map<String, Hosting> look() throws Exception {
    Map<String, Hosting> tablets = new TreeMap<>();
    Optional<String> id = tableId.apply(client);
    if (id.isPresent()) {
      try (Scanner scanner = Metadata.scanner(client, above)) {
        scanner.setRange(new Range(new Text(id.get() + ";"), true, new Text(id.get() + "<"), true));
        scanner.fetchColumnFamily(Metadata.LOCATION);
        scanner.fetchColumnFamily(Metadata.LOGS);
        Metadata.PREVIOUS_ROW.fetch(scanner);
        for (Map.Entry<Key, Value> entry : scanner) {
          add(entry, tablets);
        }
      }
    }
    return tablets;
  }

  private static void add(Map.Entry<Key, Value> entry, Map<String, Hosting> tablets) {
    Key key = entry.getKey();
    Hosting seen = new Hosting(Optional.empty(), List.of());
    if (key.getColumnFamily().equals(Metadata.LOCATION)) {
      seen = new Hosting(Optional.of(entry.getValue().toString()), List.of());
    } else if (key.getColumnFamily().equals(Metadata.LOGS)) {
      seen = new Hosting(Optional.empty(), List.of(Metadata.log(key.getColumnQualifier())));
    }
    tablets.merge(TabletName.ofMetadataRow(key.getRow()), seen, MetadataHostingSource::both);
  }

  private static Hosting both(Hosting one, Hosting other) {
    List<String> logs = new ArrayList<>(one.logs());
    logs.addAll(other.logs());
    return new Hosting(one.server().or(other::server), logs);
  }
}
