// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.harness.accumulo.Connection;
import catena.harness.instance.Tablet;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/** Searches the files of tablets and write-ahead logs, as they are now, for rows. */
public final class RowSearch {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int MOST_LOGS = 50;

  /** After so many failures the search ends: each row would wait for a broken cluster. */
  private static final int MOST_FAILURES = 2;

  private final Connection connection;
  private final String tableId;
  private final RunRecord record;
  private final Configuration hadoop = new Configuration();
  private final Set<String> notes = new LinkedHashSet<>();
  private int failures;

  /**
   * A search in a table of a cluster.
   *
   * @param record has the logs that existed
   */
  public RowSearch(Connection connection, String tableId, RunRecord record) {
    this.connection = connection;
    this.tableId = tableId;
    this.record = record;
  }

  /** What could not be read, one sentence each. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** What is left of each of these rows; one that could not be searched for is left out. */
  public Map<Loss, RowRemains> remains(List<Loss> losses) throws IOException {
    Map<Loss, RowRemains> all = new LinkedHashMap<>();
    for (Loss loss : losses) {
      if (failures >= MOST_FAILURES) {
        return all;
      }
      inFiles(loss.row()).ifPresent(remains -> all.put(loss, remains));
    }
    Map<String, RowRemains> logged = inLogs(losses);
    all.replaceAll(
        (loss, remains) ->
            logged.containsKey(loss.row()) ? remains.and(logged.get(loss.row())) : remains);
    return all;
  }

  private Optional<RowRemains> inFiles(String row) {
    try {
      List<String> entries = new ArrayList<>();
      List<String> deletes = new ArrayList<>();
      Optional<Long> deletedAt = Optional.empty();
      for (String file : filesOf(row)) {
        for (Key key : keys(file, row)) {
          (key.isDeleted() ? deletes : entries).add(shortName(file));
          if (key.isDeleted()) {
            deletedAt = Optional.of(Math.max(deletedAt.orElse(0L), key.getTimestamp()));
          }
        }
      }
      return Optional.of(new RowRemains(entries, deletes, deletedAt));
    } catch (IOException | RuntimeException | TableNotFoundException e) {
      failures++;
      notes.add("files could not be read: " + Reasons.of(e));
      return Optional.empty();
    }
  }

  /** All versions and delete markers of a row in a file, which no iterator has put together. */
  private List<Key> keys(String file, String row) throws IOException {
    Path path = new Path(file);
    List<Key> keys = new ArrayList<>();
    try (Scanner scanner =
        RFile.newScanner()
            .from(file)
            .withFileSystem(path.getFileSystem(hadoop))
            .withoutSystemIterators()
            .withBounds(Range.exact(new Text(row)))
            .build()) {
      scanner.forEach(entry -> keys.add(new Key(entry.getKey())));
    }
    return keys;
  }

  /** The files of the tablet that the row is in now, from the metadata table. */
  private List<String> filesOf(String row) throws TableNotFoundException {
    return new TabletReader(connection.client(), LIMIT, TabletPart.FILES)
        .holding(tableId, new Text(row))
        .map(Tablet::files)
        .orElse(List.of());
  }

  private Map<String, RowRemains> inLogs(List<Loss> losses) throws IOException {
    Set<String> logs = new TreeSet<>();
    Set<String> rows = new TreeSet<>();
    for (Loss loss : losses) {
      rows.add(loss.row());
      loss.server()
          .ifPresent(
              server -> logs.addAll(record.tablets().logsOf(server, loss.from(), loss.found())));
      loss.tablet().stream()
          .flatMap(tablet -> record.tablets().stays(tablet, loss.from(), loss.found()).stream())
          .forEach(stay -> logs.addAll(stay.logs()));
    }
    if (logs.isEmpty()) {
      notes.add("no write-ahead log of the time of the writes is known");
      return new TreeMap<>();
    }
    if (logs.size() > MOST_LOGS) {
      notes.add("write-ahead logs read: %d of %d".formatted(MOST_LOGS, logs.size()));
    }
    List<String> some = logs.stream().limit(MOST_LOGS).toList();
    return LogSearch.remains(tableId, some, rows, notes::add);
  }

  /** The last two parts of a path: enough to find the file again. */
  public static String shortName(String file) {
    Path path = new Path(file);
    return path.getParent().getName() + "/" + path.getName();
  }
}
