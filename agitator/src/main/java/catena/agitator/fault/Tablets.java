package catena.agitator.fault;

import catena.harness.accumulo.Metadata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;

/**
 * Where every tablet is, as the metadata tables had it at one time; reading them shows that they
 * are served themselves.
 *
 * <p>The tables and their columns are Accumulo's public ones to read, though not its Java API.
 */
public record Tablets(List<Tablet> all) {
  private static final List<String> TABLES = List.of(Metadata.ROOT_TABLE, Metadata.TABLE);

  /**
   * One tablet.
   *
   * @param name the table's id, {@code ;} and the last row; {@code <} for the table's last tablet
   * @param address of the tserver that it was given to, if it was
   * @param session of that tserver's lock in ZooKeeper, hexadecimal
   * @param logs that must be replayed before it is served
   */
  public record Tablet(
      String name, Optional<String> address, Optional<String> session, Set<String> logs) {
    String table() {
      return Metadata.tableOf(name);
    }

    boolean servedBy(Set<String> sessions) {
      return session.isPresent() && sessions.contains(session.get());
    }
  }

  public Tablets {
    all = List.copyOf(all);
  }

  /** Reads both metadata tables; may wait for as long as they are not served. */
  static Tablets read(AccumuloClient client) throws TableNotFoundException {
    Map<String, Tablet> found = new TreeMap<>();
    for (String table : TABLES) {
      try (Scanner scanner = client.createScanner(table, Authorizations.EMPTY)) {
        scanner.setRange(Metadata.tablets());
        scanner.fetchColumnFamily(Metadata.LOCATION);
        scanner.fetchColumnFamily(Metadata.LOGS);
        Metadata.PREVIOUS_ROW.fetch(scanner);
        for (Map.Entry<Key, Value> entry : scanner) {
          Tablet part = tablet(entry.getKey(), entry.getValue());
          found.merge(part.name(), part, Tablets::both);
        }
      }
    }
    return new Tablets(new ArrayList<>(found.values()));
  }

  private static Tablet tablet(Key key, Value value) {
    String name = key.getRow().toString();
    Set<String> logs = Set.of();
    Optional<String> address = Optional.empty();
    Optional<String> session = Optional.empty();
    if (key.getColumnFamily().equals(Metadata.LOCATION)) {
      address = Optional.of(new String(value.get(), StandardCharsets.UTF_8));
      session = Optional.of(key.getColumnQualifier().toString());
    } else if (key.getColumnFamily().equals(Metadata.LOGS)) {
      logs = Set.of(Metadata.log(key.getColumnQualifier()));
    }
    return new Tablet(name, address, session, logs);
  }

  private static Tablet both(Tablet a, Tablet b) {
    Set<String> logs = new TreeSet<>(a.logs());
    logs.addAll(b.logs());
    return new Tablet(
        a.name(), a.address().or(b::address), a.session().or(b::session), Set.copyOf(logs));
  }

  public long hostedBy(String address) {
    return all.stream().filter(t -> t.address().filter(address::equals).isPresent()).count();
  }

  public long hosted(String table) {
    return all.stream().filter(t -> t.table().equals(table) && t.address().isPresent()).count();
  }

  /**
   * The address that hosts most tablets of a table, if any is hosted.
   *
   * @param rather whom to take rather than another with as many
   */
  Optional<String> mostOf(String table, Predicate<String> rather) {
    Map<String, Long> numbers =
        at(table)
            .collect(
                Collectors.groupingBy(Function.identity(), HashMap::new, Collectors.counting()));
    return numbers.entrySet().stream()
        .max(
            Map.Entry.<String, Long>comparingByValue()
                .thenComparing(Map.Entry::getKey, Comparator.comparing(rather::test))
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey);
  }

  /** The addresses that host a table's tablets, each as often as it does. */
  Stream<String> at(String table) {
    return all.stream().filter(t -> t.table().equals(table)).flatMap(t -> t.address().stream());
  }

  /**
   * The tablets that nobody serves.
   *
   * @param sessions of the live tservers; a location of the past is none
   * @param online the tables whose tablets are to be served
   */
  public List<Tablet> unhosted(Set<String> sessions, Collection<String> online) {
    return all.stream().filter(t -> online.contains(t.table()) && !t.servedBy(sessions)).toList();
  }
}
