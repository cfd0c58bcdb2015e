// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.Text;

/** A client of one table that does what it is told; what no fault uses throws. */
public final class FakeTables implements InvocationHandler {
  public static final String TABLE = "table";
  static final String ID = "2";

  final TreeSet<Text> splits = new TreeSet<>();
  final Map<String, String> own = new TreeMap<>();
  final Map<String, String> hosted = new TreeMap<>();
  private final Map<String, String> sessions = new TreeMap<>();
  private final Map<String, Integer> scanned = new TreeMap<>();
  final List<String> done = new ArrayList<>();
  boolean online = true;

  /** Whether a merge goes on when its call is over. */
  boolean mergesLater;

  private Runnable merge = () -> {};

  /** Where the root tablet is. */
  String root = "127.0.0.1:9";

  /** How long the last scan said that it would try, ms, and what it was to read. */
  private long patience;

  private Object range;

  private int failures;
  private CountDownLatch answers = new CountDownLatch(0);

  /** Whoever scans the run's table waits; he is not answered before the latch is open. */
  public synchronized FakeTables answerFrom(CountDownLatch open) {
    answers = open;
    return this;
  }

  /** The next scans fail. */
  public synchronized FakeTables failScans(int number) {
    failures = number;
    return this;
  }

  /** A tablet is where this says, whoever lives. */
  public synchronized FakeTables host(String tablet, String address, String session) {
    hosted.put(tablet, address);
    sessions.put(tablet, session);
    return this;
  }

  /** How often a table was read, or part of it. */
  public synchronized int scanned(String table) {
    return scanned.getOrDefault(table, 0);
  }

  /** The scans that would still fail. */
  public synchronized int failing() {
    return failures;
  }

  /** How long the last scan of whatever table tries, ms; 0 if it did not say. */
  public synchronized long patience() {
    return patience;
  }

  /** What the last scan that named a range was to read. */
  public synchronized Object range() {
    return range;
  }

  private synchronized void configure(String what, Object[] of) {
    if (what.equals("setTimeout")) {
      patience = ((TimeUnit) of[1]).toMillis((Long) of[0]);
    } else if (what.equals("setRange")) {
      range = of[0];
    }
  }

  public AccumuloClient client() {
    return proxy(AccumuloClient.class, this);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(FakeTables.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
    return switch (method.getName()) {
      case "tableOperations" -> proxy(TableOperations.class, this::onTables);
      case "createScanner" -> scanner(String.valueOf(arguments[0]));
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private synchronized Scanner scanner(String table) throws AccumuloException {
    if (failures > 0) {
      failures--;
      throw new AccumuloException("not served");
    }
    scanned.merge(table, 1, Integer::sum);
    CountDownLatch answered = answers;
    Map<Key, Value> entries = new TreeMap<>();
    if (table.equals("accumulo.metadata")) {
      hosted.forEach(
          (row, address) ->
              entries.put(
                  new Key(row, "loc", sessions.getOrDefault(row, "1f")),
                  new Value(address.getBytes(StandardCharsets.UTF_8))));
    }
    return proxy(
        Scanner.class,
        (same, method, arguments) ->
            switch (method.getName()) {
              case "iterator" -> {
                if (table.equals(TABLE)) {
                  answered.await();
                }
                yield entries.entrySet().iterator();
              }
              case "stream" -> entries.entrySet().stream();
              case "forEach" -> {
                entries.entrySet().forEach(each((Consumer<?>) arguments[0]));
                yield null;
              }
              default -> {
                configure(method.getName(), arguments);
                yield null;
              }
            });
  }

  @SuppressWarnings("unchecked") // as Scanner declares it
  private static Consumer<Map.Entry<Key, Value>> each(Consumer<?> of) {
    return (Consumer<Map.Entry<Key, Value>>) of;
  }

  private synchronized Object onTables(Object proxy, Method method, Object[] of) {
    return switch (method.getName()) {
      case "listSplits" -> List.copyOf(splits);
      case "isOnline" -> online;
      case "locate" ->
          proxy(
              Locations.class,
              (same, asked, words) ->
                  asked.getName().equals("getTabletLocation")
                      ? root
                      : Collections.singletonMap(null, List.of()));
      case "tableIdMap" -> Map.of(TABLE, ID, "accumulo.metadata", "!0");
      case "getTableProperties", "getConfiguration" -> Map.copyOf(own);
      default -> {
        change(method.getName(), of);
        done.add(method.getName());
        yield null;
      }
    };
  }

  private void change(String method, Object[] of) {
    switch (method) {
      case "addSplits" -> {
        for (Object point : (Collection<?>) of[1]) {
          splits.add((Text) point);
        }
      }
      case "merge" -> {
        merge = () -> splits.removeIf(point -> between((Text) of[1], point, (Text) of[2]));
        if (!mergesLater) {
          endMerge();
        }
      }
      case "offline" -> online = false;
      case "online" -> online = true;
      case "setProperty" -> own.put((String) of[1], (String) of[2]);
      case "removeProperty" -> own.remove((String) of[1]);
      case "compact" -> endMerge(); // both lock the table
      case "flush" -> {
        // Done when it returns.
      }
      default -> throw new UnsupportedOperationException(method);
    }
  }

  /** A merge that goes on is over. */
  synchronized void endMerge() {
    merge.run();
    merge = () -> {};
  }

  private static boolean between(Text before, Text point, Text after) {
    return (before == null || before.compareTo(point) < 0)
        && (after == null || point.compareTo(after) < 0);
  }
}
