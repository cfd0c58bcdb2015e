package catena.harness.check;

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
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TimedOutException;
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
    table.forEach(
        (key, value) -> {
          if (ranges.stream().anyMatch(range -> ((Range) range).contains(key))) {
            ((BiConsumer<Key, Value>) to).accept(key, value);
          }
        });
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
                  asked.add(method.getName() + " " + List.of(args));
                  return scanner;
                });
    return new TableLookup(client, "ci", AUTHS, ConsistencyLevel.EVENTUAL, 3, timeout);
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
