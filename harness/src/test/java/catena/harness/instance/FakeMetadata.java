// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.iterators.ColumnFamilyCounter;
import org.apache.hadoop.io.Text;

/** A client of Accumulo whose metadata tables hold what a test says; all its tables are online. */
public final class FakeMetadata {
  public static final String METADATA = "accumulo.metadata";
  public static final String ROOT = "accumulo.root";

  private final Map<String, SortedMap<Key, Value>> tables = new HashMap<>();
  private final Map<String, String> ids = new TreeMap<>();
  private final Set<String> fetched = new HashSet<>();

  /** Metadata tables without a tablet. */
  public FakeMetadata() {
    tables.put(METADATA, new TreeMap<>());
    tables.put(ROOT, new TreeMap<>());
    ids.put(METADATA, "!0");
  }

  /** A user's table. */
  public FakeMetadata table(String name, String id) {
    ids.put(name, id);
    return this;
  }

  /** A tablet of a user's table, or {@code !0<}, with the column that every tablet has. */
  public FakeMetadata tablet(String row) {
    return put(row, "~tab", "~pr", "");
  }

  /** An entry of a tablet's row. */
  public FakeMetadata put(String row, String family, String qualifier, String value) {
    tables
        .get(row.startsWith("!0") ? ROOT : METADATA)
        .put(new Key(row, family, qualifier), new Value(value));
    return this;
  }

  /** The column families that were ever asked for. */
  public Set<String> fetched() {
    return Set.copyOf(fetched);
  }

  /** A client that reads this. */
  public AccumuloClient client() {
    return fake(AccumuloClient.class, this::ofClient);
  }

  private Object ofClient(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "createScanner" -> new Scan(tables.get((String) arguments[0])).scanner();
      case "tableOperations" -> fake(TableOperations.class, this::ofTables);
      case "close" -> null;
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private Object ofTables(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "tableIdMap" -> ids;
      case "isOnline" -> true;
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private static <T> T fake(Class<T> type, InvocationHandler answers) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
  }

  /** One scan, of the columns that it fetches. */
  private final class Scan {
    private final SortedMap<Key, Value> table;
    private final Set<String> families = new HashSet<>();
    private Range range = new Range();
    private boolean counted;

    Scan(SortedMap<Key, Value> table) {
      this.table = table;
    }

    Scanner scanner() {
      return fake(Scanner.class, this::answer);
    }

    private Object answer(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.isDefault()) {
        return InvocationHandler.invokeDefault(proxy, method, arguments);
      }
      switch (method.getName()) {
        case "setRange" -> range = (Range) arguments[0];
        case "fetchColumnFamily" -> families.add(arguments[0].toString());
        case "fetchColumn" ->
            families.add(((IteratorSetting.Column) arguments[0]).getColumnFamily().toString());
        case "addScanIterator" ->
            counted =
                ((IteratorSetting) arguments[0])
                    .getIteratorClass()
                    .equals(ColumnFamilyCounter.class.getName());
        case "setTimeout", "close" -> {}
        case "iterator" -> {
          return entries().iterator();
        }
        default -> throw new UnsupportedOperationException(method.getName());
      }
      return null;
    }

    private List<Map.Entry<Key, Value>> entries() {
      fetched.addAll(families);
      List<Map.Entry<Key, Value>> found = new ArrayList<>();
      table.forEach(
          (key, value) -> {
            if (range.contains(key) && families.contains(key.getColumnFamily().toString())) {
              found.add(Map.entry(key, value));
            }
          });
      return counted ? count(found) : found;
    }

    private static List<Map.Entry<Key, Value>> count(List<Map.Entry<Key, Value>> entries) {
      Map<Key, Integer> counts = new LinkedHashMap<>();
      for (Map.Entry<Key, Value> entry : entries) {
        Text row = entry.getKey().getRow();
        counts.merge(new Key(row, entry.getKey().getColumnFamily()), 1, Integer::sum);
      }
      return counts.entrySet().stream()
          .map(each -> Map.entry(each.getKey(), new Value(each.getValue().toString())))
          .toList();
    }
  }
}
