// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import catena.harness.instance.Tablet.Location;
import catena.records.server.TabletName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
 * Reads tablets out of Accumulo's metadata tables: the one class that does.
 *
 * <p>To read them shows that they are served themselves. Any user may read them, though Accumulo
 * has no public API for it. What is not asked for is not fetched.
 *
 * @param limit after which a metadata table that is not served is given up
 * @param parts what is to be fetched in addition to the names
 */
public record TabletReader(AccumuloClient client, Duration limit, Set<TabletPart> parts) {
  /** What may be asked for in addition to a tablet's name. */
  public enum TabletPart {
    LOCATION,
    LOGS,
    FILES,
    /** How many files, counted by the metadata table's own servers: one number comes over. */
    FILE_COUNT
  }

  private static final Map<TabletPart, Text> FAMILIES =
      Map.of(
          TabletPart.LOCATION, Metadata.LOCATION,
          TabletPart.LOGS, Metadata.LOGS,
          TabletPart.FILES, Metadata.FILES);

  /** A reader of these parts. */
  public TabletReader(AccumuloClient client, Duration limit, TabletPart... parts) {
    this(client, limit, Set.of(parts));
  }

  /** All tablets but the root table's: those of the metadata table, then those of users' tables. */
  public Tablets all() throws TableNotFoundException {
    return ofMetadata().and(ofUsers());
  }

  /** The tablets of the metadata table. */
  public Tablets ofMetadata() throws TableNotFoundException {
    return read(Metadata.ROOT_TABLE, Metadata.tablets());
  }

  /** The tablets of all users' tables. */
  public Tablets ofUsers() throws TableNotFoundException {
    return read(Metadata.TABLE, Metadata.tablets());
  }

  /** The tablets of one user's table, by its id. */
  public Tablets of(String tableId) throws TableNotFoundException {
    return read(Metadata.TABLE, Metadata.tablets(tableId));
  }

  /** The tablet of a user's table that a row is in now, if the table is there. */
  public Optional<Tablet> holding(String tableId, Text row) throws TableNotFoundException {
    Map<Text, TabletColumns> first = new LinkedHashMap<>();
    try (Scanner scanner = scanner(Metadata.TABLE, Metadata.tabletsFrom(tableId, row))) {
      fetch(scanner);
      for (Map.Entry<Key, Value> entry : scanner) {
        if (!first.isEmpty() && !first.containsKey(entry.getKey().getRow())) {
          break;
        }
        add(entry, first);
      }
    }
    return first.values().stream().map(TabletColumns::tablet).findFirst();
  }

  private Tablets read(String table, Range range) throws TableNotFoundException {
    Map<Text, TabletColumns> found = new LinkedHashMap<>();
    try (Scanner scanner = scanner(table, range)) {
      fetch(scanner);
      scanner.forEach(entry -> add(entry, found));
    }
    if (parts.contains(TabletPart.FILE_COUNT)) {
      count(table, range, found);
    }
    return new Tablets(found.values().stream().map(TabletColumns::tablet).toList());
  }

  private void fetch(Scanner scanner) {
    scanner.fetchColumn(Metadata.PREVIOUS_ROW);
    FAMILIES.forEach(
        (part, family) -> {
          if (parts.contains(part)) {
            scanner.fetchColumnFamily(family);
          }
        });
  }

  private static void add(Map.Entry<Key, Value> entry, Map<Text, TabletColumns> found) {
    found
        .computeIfAbsent(entry.getKey().getRow(), TabletColumns::new)
        .add(entry.getKey(), entry.getValue());
  }

  /**
   * Adds the numbers of files. It is a separate scan, since what counts columns drops what they
   * say; a tablet that has come since the first scan is left out.
   */
  private void count(String table, Range range, Map<Text, TabletColumns> found)
      throws TableNotFoundException {
    found.values().forEach(columns -> columns.count(0));
    try (Scanner scanner = scanner(table, range)) {
      scanner.fetchColumnFamily(Metadata.FILES);
      scanner.addScanIterator(new IteratorSetting(1000, "count", ColumnFamilyCounter.class));
      for (Map.Entry<Key, Value> entry : scanner) {
        Optional.ofNullable(found.get(entry.getKey().getRow()))
            .ifPresent(columns -> columns.count(Long.parseLong(entry.getValue().toString())));
      }
    }
  }

  private Scanner scanner(String table, Range range) throws TableNotFoundException {
    Scanner scanner = client.createScanner(table, Authorizations.EMPTY);
    scanner.setTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
    scanner.setRange(range);
    return scanner;
  }

  /** Puts one tablet together from the columns of its row. */
  private static final class TabletColumns {
    private final TabletName name;
    private Optional<Location> location = Optional.empty();
    private final List<String> logs = new ArrayList<>();
    private final List<String> files = new ArrayList<>();
    private OptionalLong fileCount = OptionalLong.empty();

    TabletColumns(Text row) {
      this.name = TabletName.ofMetadataRow(row);
    }

    /** Takes one column; those that are not in a {@link Tablet} are left out. */
    void add(Key key, Value value) {
      Text family = key.getColumnFamily();
      Text qualifier = key.getColumnQualifier();
      if (family.equals(Metadata.LOCATION)) {
        location = Optional.of(new Location(value.toString(), qualifier.toString()));
      } else if (family.equals(Metadata.LOGS)) {
        logs.add(Metadata.log(qualifier.toString()));
      } else if (family.equals(Metadata.FILES)) {
        files.add(qualifier.toString());
      }
    }

    void count(long number) {
      fileCount = OptionalLong.of(number);
    }

    Tablet tablet() {
      return new Tablet(name, location, logs, files, fileCount);
    }
  }
}
