// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;

/** What is asked of a batch scanner, and what is made of what it returns. */
class TableLookupTest {
  private static final Authorizations AUTHS = new Authorizations("A");

  private final TreeMap<Key, Value> table = new TreeMap<>();
  private final List<String> asked = new ArrayList<>();
  private Collection<?> ranges = List.of();
  private boolean silent;

  private static Key key(String row, String qualifier) {
    return new Key(row, "f", qualifier, "A", 1L);
  }

  private Object scanned(String method, Object[] args) {
    switch (method) {
      case "setRanges" -> ranges = (Collection<?>) args[0];
      case "setConsistencyLevel" -> asked.add("consistency " + args[0]);
      case "setTimeout" -> asked.add("timeout " + ((TimeUnit) args[1]).toMillis((long) args[0]));
      case "close" -> asked.add("closed");
      case "forEach" -> deliver(args[0]);
      default -> throw new UnsupportedOperationException(method);
    }
    return null;
  }

  @SuppressWarnings("unchecked")
  private void deliver(Object to) {
    if (silent) {
      throw new TimedOutException("planted");
    }
    for (Object range : ranges) {
      within((Range) range)
          .forEach(entry -> ((BiConsumer<Key, Value>) to).accept(entry.getKey(), entry.getValue()));
    }
  }

  /** The entries of a range; the search for it does not go through all of the table. */
  private Stream<Map.Entry<Key, Value>> within(Range range) {
    return Stream.iterate(
        table.ceilingEntry(range.getStartKey()),
        entry -> entry != null && range.contains(entry.getKey()),
        entry -> table.higherEntry(entry.getKey()));
  }

  /** Entries that scanners handed over. */
  private int scanned;

  private Scanner inOrder(ClassLoader loader) {
    List<Range> range = new ArrayList<>();
    return (Scanner)
        Proxy.newProxyInstance(
            loader,
            new Class<?>[] {Scanner.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "setRange" -> range.add((Range) args[0]);
                  case "setConsistencyLevel", "setTimeout" -> null;
                  case "close" -> asked.add("closed");
                  case "iterator" -> within(range.get(0)).peek(entry -> scanned++).iterator();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static String row(int i) {
    return "%08d".formatted(i);
  }

  /** Every so many rows one is asked for, of which every second is there. */
  private Map<String, List<Entry>> lookUp(int rows, int every) throws Exception {
    List<String> wanted = new ArrayList<>();
    for (int i = 0; i < rows * every; i++) {
      if (i % every == 0) {
        wanted.add(row(i));
      }
      if (i % every > 0 || i % (2 * every) == 0) {
        table.put(key(row(i), "q1"), new Value("1"));
        table.put(key(row(i), "q2"), new Value("2"));
      }
    }
    return lookup(Optional.empty()).rows(wanted);
  }

  private void assertThatEverySecondIsThere(Map<String, List<Entry>> found, int rows, int every) {
    assertThat(found).hasSize((rows + 1) / 2);
    for (int i = 0; i < rows; i += 2) {
      assertThat(found.get(row(i * every))).as("row %d", i).hasSize(2);
    }
  }

  private long lookedUp() {
    return ranges.size();
  }

  @Test
  void manyRowsThatLieCloseTogetherAreReadInOneGo() throws Exception {
    assertThatEverySecondIsThere(lookUp(1000, 10), 1000, 10);

    assertThat(lookedUp()).isZero();
    assertThat(asked).noneMatch(what -> what.startsWith("createBatchScanner"));
    assertThat(scanned).isLessThan(2 * 10 * 1000);
  }

  /** Of a lost tablet: nothing lies between them. */
  @Test
  void manyRowsOfWhichNothingIsThereAreReadInOneGo() throws Exception {
    List<String> wanted = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      wanted.add(row(i));
    }
    assertThat(lookup(Optional.empty()).rows(wanted)).isEmpty();

    assertThat(asked).filteredOn(what -> what.startsWith("createScanner")).hasSize(4);
    assertThat(lookedUp()).isZero();
    assertThat(scanned).isZero();
  }

  @Test
  void manyRowsThatLieFarApartAreLookedUpAndNoneIsLeftInPart() throws Exception {
    assertThatEverySecondIsThere(lookUp(5000, 101), 5000, 101);

    assertThat(asked).filteredOn(what -> what.startsWith("createScanner")).hasSize(3);
    assertThat(scanned).isEqualTo(3 * (TableLookup.ENTRIES_A_ROW * TableLookup.PART + 1));
    assertThat(lookedUp()).isBetween(4700L, 4999L);
  }

  @Test
  void fewRowsAreLookedUp() throws Exception {
    assertThatEverySecondIsThere(lookUp(TableLookup.PART - 1, 2), TableLookup.PART - 1, 2);

    assertThat(lookedUp()).isEqualTo(TableLookup.PART - 1);
    assertThat(scanned).isZero();
  }

  private TableLookup lookup(Optional<Duration> timeout) {
    ClassLoader loader = getClass().getClassLoader();
    BatchScanner scanner =
        (BatchScanner)
            Proxy.newProxyInstance(
                loader,
                new Class<?>[] {BatchScanner.class},
                (proxy, method, args) -> scanned(method.getName(), args));
    AccumuloClient client =
        (AccumuloClient)
            Proxy.newProxyInstance(
                loader,
                new Class<?>[] {AccumuloClient.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("tableOperations")) {
                    return tables(loader);
                  }
                  asked.add(method.getName() + " " + List.of(args));
                  return method.getName().equals("createScanner") ? inOrder(loader) : scanner;
                });
    return new TableLookup(
        client, "ci", "1", AUTHS, ConsistencyLevel.EVENTUAL, 3, timeout, any -> {});
  }

  /** The id of the table that has the name now. */
  private String id = "1";

  private Object tables(ClassLoader loader) {
    return Proxy.newProxyInstance(
        loader,
        new Class<?>[] {TableOperations.class},
        (proxy, method, args) -> {
          assertThat(method.getName()).isEqualTo("tableIdMap");
          return Map.of("ci", id);
        });
  }

  /** The rows of a later table say nothing of those of the one before. */
  @Test
  void rowsOfATableThatWasMadeAnewAreNotReturned() throws Exception {
    TableLookup lookup = lookup(Optional.empty());
    table.put(key("a", "q1"), new Value("1"));
    assertThat(lookup.rows(List.of("a"))).hasSize(1);
    id = "2";
    for (int rows : List.of(1, TableLookup.PART)) {
      List<String> wanted = IntStream.range(0, rows).mapToObj(TableLookupTest::row).toList();
      assertThatThrownBy(() -> lookup.rows(wanted))
          .isInstanceOf(TableNotFoundException.class)
          .hasMessage(
              "Table ci (Id=1) does not exist"
                  + " (it was deleted and made anew while it was read)");
    }
  }

  @Test
  void noRowsAreNoQuestion() throws Exception {
    assertThat(lookup(Optional.empty()).rows(List.of())).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void eachRowIsAskedForOnceAsWasSaid() throws Exception {
    assertThat(lookup(Optional.of(Duration.ofSeconds(2))).rows(List.of("b", "a", "b"))).isEmpty();

    assertThat(ranges).hasToString(List.of(new Range("a"), new Range("b")).toString());
    assertThat(asked)
        .containsExactly(
            "createBatchScanner [ci, A, 3]", "consistency EVENTUAL", "timeout 2000", "closed");
  }

  @Test
  void withoutALimitItWaitsForEver() throws Exception {
    assertThat(lookup(Optional.empty()).rows(List.of("a"))).isEmpty();
    assertThat(asked).noneMatch(what -> what.startsWith("timeout"));
  }

  @Test
  void allEntriesOfARowComeTogetherAndRowsWithoutAnyAreLeftOut() throws Exception {
    table.put(key("a", "q1"), new Value("1"));
    table.put(key("a", "q2"), new Value("2"));
    table.put(key("aa", "q"), new Value("of another row"));
    table.put(key("\u00ff", "q"), new Value("of no row that was asked for"));

    Map<String, List<Entry>> rows = lookup(Optional.empty()).rows(List.of("a", "b"));

    assertThat(rows).containsOnlyKeys("a");
    assertThat(rows.get("a"))
        .extracting(entry -> new String(entry.value(), java.nio.charset.StandardCharsets.US_ASCII))
        .containsExactly("1", "2");
  }

  @Test
  void aScannerThatIsNotAnsweredIsClosed() {
    silent = true;
    assertThatThrownBy(() -> lookup(Optional.empty()).rows(List.of("a")))
        .isInstanceOf(TimedOutException.class);
    assertThat(asked).endsWith("closed");
  }
}
