package catena.harness.check;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/** Reads rows with a batch scanner. */
public final class TableLookup implements Lookup {
  private final AccumuloClient client;
  private final String table;
  private final Authorizations authorizations;
  private final ConsistencyLevel consistency;
  private final int threads;
  private final Optional<Duration> timeout;

  /**
   * A reader of one table.
   *
   * @param threads of each batch scanner
   * @param timeout after which a read that is not answered throws; empty to wait for ever
   */
  public TableLookup(
      AccumuloClient client,
      String table,
      Authorizations authorizations,
      ConsistencyLevel consistency,
      int threads,
      Optional<Duration> timeout) {
    this.client = client;
    this.table = table;
    this.authorizations = authorizations;
    this.consistency = consistency;
    this.threads = threads;
    this.timeout = timeout;
  }

  @Override
  public Map<String, List<Entry>> rows(Collection<String> rows) throws TableNotFoundException {
    Map<String, List<Entry>> found = new HashMap<>();
    if (rows.isEmpty()) {
      return found;
    }
    List<Range> ranges = new ArrayList<>();
    for (String row : new TreeSet<>(rows)) {
      ranges.add(new Range(new Text(NodeCodec.rowBytes(row))));
    }
    try (BatchScanner scanner = client.createBatchScanner(table, authorizations, threads)) {
      scanner.setConsistencyLevel(consistency);
      timeout.ifPresent(limit -> scanner.setTimeout(limit.toMillis(), TimeUnit.MILLISECONDS));
      scanner.setRanges(ranges);
      scanner.forEach(
          (key, value) -> {
            Entry entry = Entries.of(key, value);
            String row = NodeCodec.rowText(entry.row());
            found.computeIfAbsent(row, any -> new ArrayList<>()).add(entry);
          });
    }
    return found;
  }
}
