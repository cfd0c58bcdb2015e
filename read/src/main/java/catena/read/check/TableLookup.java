// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.TableName;
import com.google.common.collect.Lists;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/**
 * Reads rows with a batch scanner, or with a scanner where they lie close to one another.
 *
 * <p>Looking up one row costs as much as scanning some thirty rows. So many rows are read in parts,
 * in their order: a part is scanned from its first row to its last, whatever lies between, up to
 * thirty entries for each of its rows; rows that are not reached by then are looked up. A lost
 * tablet is one empty range. Where a scan did not pay, the next parts are looked up at once: one,
 * then two, then four and so on, so that trying costs little if they lie far apart.
 */
public final class TableLookup implements Lookup {
  /** Rows of a part; fewer are looked up. */
  static final int PART = 500;

  /** Entries that may be read for each row of a part. */
  static final int ENTRIES_A_ROW = 30;

  private final AccumuloClient client;
  private final String table;
  private final String tableId;
  private final Authorizations authorizations;
  private final ConsistencyLevel consistency;
  private final int threads;
  private final Optional<Duration> timeout;
  private final Consumer<ScannerBase> filter;

  /**
   * A reader of one table. Two of them are never equal, whatever they read.
   *
   * @param tableId of the table; what another one holds that has its name since is not returned
   * @param threads of each batch scanner
   * @param timeout after which a read that is not answered throws; empty to wait for ever
   * @param filter sets what is to pass at a scanner, so that the servers apply it
   */
  public TableLookup(
      AccumuloClient client,
      String table,
      String tableId,
      Authorizations authorizations,
      ConsistencyLevel consistency,
      int threads,
      Optional<Duration> timeout,
      Consumer<ScannerBase> filter) {
    this.client = client;
    this.table = table;
    this.tableId = tableId;
    this.authorizations = authorizations;
    this.consistency = consistency;
    this.threads = threads;
    this.timeout = timeout;
    this.filter = filter;
  }

  @Override
  public Map<String, List<Entry>> rows(Collection<String> rows) throws TableNotFoundException {
    Map<String, List<Entry>> found = new HashMap<>();
    List<String> sorted = List.copyOf(new TreeSet<>(rows));
    List<String> single = sorted.size() < PART ? sorted : readParts(sorted, found);
    if (!single.isEmpty()) {
      lookUp(single, found);
    }
    // An id never comes back, so what was read before was of this table, too.
    TableName.check(client, table, tableId);
    return found;
  }

  /** Scans rows that lie close together; returns the rows that are to be looked up. */
  private List<String> readParts(List<String> sorted, Map<String, List<Entry>> found)
      throws TableNotFoundException {
    List<String> single = new ArrayList<>();
    int leftOut = 0;
    int leaveOut = 1;
    for (List<String> part : Lists.partition(sorted, PART)) {
      if (leftOut > 0) {
        leftOut--;
        single.addAll(part);
      } else {
        int reached = readPart(part, found);
        single.addAll(part.subList(reached, part.size()));
        boolean paid = reached == part.size();
        leftOut = paid ? 0 : leaveOut;
        leaveOut = paid ? 1 : 2 * leaveOut;
      }
    }
    return single;
  }

  /** Reads from the first row to the last; returns how many of them were read to their ends. */
  private int readPart(List<String> part, Map<String, List<Entry>> found)
      throws TableNotFoundException {
    int reached = 0;
    long left = (long) ENTRIES_A_ROW * part.size();
    try (Scanner scanner = client.createScanner(table, authorizations)) {
      prepare(scanner);
      scanner.setRange(new Range(text(part.get(0)), true, text(part.get(part.size() - 1)), true));
      for (Map.Entry<Key, Value> next : scanner) {
        Entry entry = Entries.of(next.getKey(), next.getValue());
        String row = NodeCodec.rowText(entry.row());
        while (part.get(reached).compareTo(row) < 0) {
          reached++;
        }
        if (left-- == 0) {
          found.remove(part.get(reached)); // perhaps not all of it has come
          return reached;
        }
        if (part.get(reached).equals(row)) {
          found.computeIfAbsent(row, any -> new ArrayList<>()).add(entry);
        }
      }
    }
    return part.size();
  }

  private void prepare(ScannerBase scanner) {
    scanner.setConsistencyLevel(consistency);
    filter.accept(scanner);
    timeout.ifPresent(limit -> scanner.setTimeout(limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  private static Text text(String row) {
    return new Text(NodeCodec.rowBytes(row));
  }

  private void lookUp(List<String> rows, Map<String, List<Entry>> found)
      throws TableNotFoundException {
    List<Range> ranges = new ArrayList<>();
    for (String row : rows) {
      ranges.add(new Range(text(row)));
    }
    try (BatchScanner scanner = client.createBatchScanner(table, authorizations, threads)) {
      prepare(scanner);
      scanner.setRanges(ranges);
      scanner.forEach(
          (key, value) -> {
            Entry entry = Entries.of(key, value);
            String row = NodeCodec.rowText(entry.row());
            found.computeIfAbsent(row, any -> new ArrayList<>()).add(entry);
          });
    }
  }
}
