package catena.stats.cluster;

import catena.harness.accumulo.Metadata;
import catena.stats.metric.ClusterMetric;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.iterators.ColumnFamilyCounter;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/**
 * The test table's tablets and their files, counted by the metadata table's own servers: three
 * numbers for each tablet come over the network, however many files it has.
 */
public final class MetadataSource implements Source {

  private final AccumuloClient client;
  private final String table;

  public MetadataSource(AccumuloClient client, String table) {
    this.client = client;
    this.table = table;
  }

  @Override
  public String name() {
    return "metadata";
  }

  @Override
  public Set<ClusterMetric> cluster() {
    return EnumSet.noneOf(ClusterMetric.class);
  }

  @Override
  public Set<ClusterMetric> table() {
    return EnumSet.range(ClusterMetric.FILES, ClusterMetric.META_HOSTED);
  }

  @Override
  public Reading read(Duration limit) throws TableNotFoundException {
    String id = client.tableOperations().tableIdMap().get(table);
    return id == null ? new Reading() : count(id, limit).reading();
  }

  private TabletFiles count(String id, Duration limit) throws TableNotFoundException {
    try (Scanner scanner = client.createScanner(Metadata.TABLE, Authorizations.EMPTY)) {
      scanner.setTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
      scanner.setRange(new Range(id + ";", true, id + "<", true));
      scanner.fetchColumnFamily(Metadata.FILES);
      scanner.fetchColumnFamily(Metadata.LOCATION);
      Metadata.PREVIOUS_ROW.fetch(scanner);
      scanner.addScanIterator(new IteratorSetting(1000, "count", ColumnFamilyCounter.class));
      TabletFiles files = new TabletFiles();
      for (Map.Entry<Key, Value> entry : scanner) {
        Text family = entry.getKey().getColumnFamily();
        if (family.equals(Metadata.FILES)) {
          files.files(Long.parseLong(entry.getValue().toString()));
        } else if (family.equals(Metadata.LOCATION)) {
          files.hosted();
        } else {
          files.tablet();
        }
      }
      return files;
    }
  }
}
