package catena.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.client.Bounded;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/**
 * Names the tablets that no live tserver serves.
 *
 * <p>The root table and the metadata table are read for it, which also shows that the root and
 * metadata tablets themselves are served. A location that names a tserver of the past does not
 * count.
 */
final class HostedTablets {
  private static final String ROOT = "accumulo.root";
  private static final String METADATA = "accumulo.metadata";
  private static final int MOST_NAMED = 8;
  private static final Text LOCATION = new Text("loc");
  private static final Text TABLET = new Text("~tab");

  private HostedTablets() {}

  /** What is missing, if anything is, given the addresses of the live tservers. */
  static Optional<String> missing(Path clientProperties, Set<String> tservers, Duration limit)
      throws IOException, InterruptedException {
    AtomicReference<String> reading = new AtomicReference<>("the root tablet, +r<<,");
    try {
      return Bounded.call(
          "hosted-tablets", limit, () -> count(clientProperties, tservers, limit, reading));
    } catch (TimeoutException e) {
      return Optional.of(reading + " cannot be read within " + limit.toSeconds() + " s");
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return Optional.of(reading + " cannot be read: " + e.getMessage());
    }
  }

  private static Optional<String> count(
      Path clientProperties, Set<String> tservers, Duration limit, AtomicReference<String> reading)
      throws TableNotFoundException, AccumuloException {
    try (AccumuloClient client = Accumulo.newClient().from(clientProperties).build()) {
      Map<String, Boolean> own = hosted(client, ROOT, tservers, limit);
      Optional<String> missing = missing("tablets of the metadata table", own, own.keySet());
      if (missing.isPresent()) {
        return missing; // The metadata table could not be read to its end.
      }
      reading.set("the metadata table, " + String.join(" ", own.keySet()) + ",");
      Map<String, Boolean> hosted = hosted(client, METADATA, tservers, limit);
      Set<String> online = onlineTables(client);
      return missing(
          "tablets",
          hosted,
          hosted.keySet().stream().filter(row -> online.contains(tableOf(row))).toList());
    }
  }

  /** Which of the tablets that should be are not hosted, by name as far as a message goes. */
  static Optional<String> missing(
      String what, Map<String, Boolean> hosted, Collection<String> wanted) {
    List<String> without = wanted.stream().filter(row -> !hosted.get(row)).sorted().toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    String more = without.size() > MOST_NAMED ? ", …" : "";
    return Optional.of(
        "%d of %d %s are not hosted: %s%s"
            .formatted(
                without.size(),
                hosted.size(),
                what,
                without.stream().limit(MOST_NAMED).collect(Collectors.joining(", ")),
                more));
  }

  private static Map<String, Boolean> hosted(
      AccumuloClient client, String table, Set<String> tservers, Duration limit)
      throws TableNotFoundException {
    Map<String, Boolean> hosted = new HashMap<>();
    try (Scanner scanner = client.createScanner(table, Authorizations.EMPTY)) {
      scanner.setTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
      scanner.setRange(new Range(null, true, "~", false)); // Behind are deletions and the like.
      scanner.fetchColumnFamily(LOCATION);
      scanner.fetchColumn(TABLET, new Text("~pr"));
      for (Map.Entry<Key, Value> entry : scanner) {
        boolean served =
            entry.getKey().getColumnFamily().equals(LOCATION)
                && tservers.contains(HadoopSurvey.numeric(text(entry.getValue())));
        hosted.merge(entry.getKey().getRow().toString(), served, Boolean::logicalOr);
      }
    }
    return hosted;
  }

  private static Set<String> onlineTables(AccumuloClient client) throws AccumuloException {
    Set<String> online = new HashSet<>();
    for (Map.Entry<String, String> table : client.tableOperations().tableIdMap().entrySet()) {
      if (isOnline(client, table.getKey())) {
        online.add(table.getValue());
      }
    }
    return online;
  }

  private static boolean isOnline(AccumuloClient client, String table) throws AccumuloException {
    try {
      return client.tableOperations().isOnline(table);
    } catch (TableNotFoundException e) {
      return false; // Deleted meanwhile: it needs no host.
    }
  }

  /** The table of a tablet's row, which is {@code table;end} or, for the last, {@code table<}. */
  private static String tableOf(String row) {
    int end = row.indexOf(';');
    return end >= 0 ? row.substring(0, end) : row.substring(0, row.length() - 1);
  }

  private static String text(Value value) {
    return new String(value.get(), UTF_8);
  }
}
