package catena.cluster.health;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.accumulo.Metadata;
import catena.harness.accumulo.OnlineTables;
import catena.harness.client.Bounded;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
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
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;

/**
 * Names the tablets that no live tserver serves.
 *
 * <p>The root table and the metadata table are read for it, which also shows that the root and
 * metadata tablets themselves are served. A location that names a tserver of the past does not
 * count.
 */
public final class HostedTablets {
  private static final int MOST_NAMED = 8;

  private HostedTablets() {}

  /** What is missing, if anything is, given the addresses of the live tservers. */
  public static Optional<String> missing(
      Path clientProperties, Set<String> tservers, Duration limit)
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
      Map<String, Boolean> own = hosted(client, Metadata.ROOT_TABLE, tservers, limit);
      Optional<String> missing = missing("tablets of the metadata table", own, own.keySet());
      if (missing.isPresent()) {
        return missing; // The metadata table could not be read to its end.
      }
      reading.set("the metadata table, " + String.join(" ", own.keySet()) + ",");
      Map<String, Boolean> hosted = hosted(client, Metadata.TABLE, tservers, limit);
      Set<String> online = OnlineTables.ids(client);
      return missing(
          "tablets",
          hosted,
          hosted.keySet().stream().filter(row -> online.contains(Metadata.tableOf(row))).toList());
    }
  }

  /** Which of the tablets that should be are not hosted, by name as far as a message goes. */
  public static Optional<String> missing(
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
      scanner.setRange(Metadata.tablets());
      scanner.fetchColumnFamily(Metadata.LOCATION);
      Metadata.PREVIOUS_ROW.fetch(scanner);
      for (Map.Entry<Key, Value> entry : scanner) {
        boolean served =
            entry.getKey().getColumnFamily().equals(Metadata.LOCATION)
                && tservers.contains(HadoopSurvey.numeric(text(entry.getValue())));
        hosted.merge(entry.getKey().getRow().toString(), served, Boolean::logicalOr);
      }
    }
    return hosted;
  }

  private static String text(Value value) {
    return new String(value.get(), UTF_8);
  }
}
