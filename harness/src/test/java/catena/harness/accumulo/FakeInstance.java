// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import com.google.common.collect.Maps;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.InstanceOperations;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.client.admin.SecurityOperations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.client.admin.TableOperations.ImportDestinationArguments;
import org.apache.accumulo.core.client.admin.TableOperations.ImportMappingOptions;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.summary.SummarizerConfiguration;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.PartialKey;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.TabletId;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.ColumnVisibility;
import org.apache.accumulo.core.security.VisibilityEvaluator;
import org.apache.accumulo.core.security.VisibilityParseException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/** An instance of Accumulo whose tables are kept in maps; what nobody has taught it throws. */
public final class FakeInstance {
  /** What Accumulo calls the user of the client. */
  public static final String USER = "tester";

  /** One, since Hadoop reads its defaults for each. */
  private static final Configuration HADOOP = new Configuration();

  private static final String VERSIONING =
      "20,org.apache.accumulo.core.iterators.user.VersioningIterator";

  /** A table. */
  public static final class Table {
    /** Its id. */
    public final String id;

    /** What it has of its own. */
    public final TreeMap<String, String> properties = new TreeMap<>();

    /** Its split points. */
    public final TreeSet<Text> splits = new TreeSet<>();

    /** What was written, each version of it. */
    public final TreeMap<Key, Value> cells = new TreeMap<>();

    /** What of it was in files when it was flushed: scan servers see no more. */
    public final TreeMap<Key, Value> filed = new TreeMap<>();

    /** How its entries get their times. */
    public TimeType time = TimeType.MILLIS;

    /** Whether it is served. */
    public boolean online = true;

    private long clock;

    private Table(String id) {
      this.id = id;
    }
  }

  /** Its tables, by name. */
  public final TreeMap<String, Table> tables = new TreeMap<>();

  /** What is set of the instance, as every table inherits it. */
  public final TreeMap<String, String> system =
      new TreeMap<>(Map.of("table.split.threshold", "1G", "table.durability", "sync"));

  /** Its tablet servers. */
  public final List<String> tservers = new ArrayList<>(List.of("host1:9997", "host2:9997"));

  /** Its scan servers. */
  public final Set<String> scanServers = new HashSet<>(Set.of("host1:9996"));

  /** What the user sees. */
  public Authorizations authorizations = Authorizations.EMPTY;

  /** What the user may not do: names of permissions. */
  public final Set<String> denied = new HashSet<>();

  /** Calls that change something, with the table and what follows, one after the other. */
  public final List<String> done = new ArrayList<>();

  /** Whether the first tablet server hosts all tablets. */
  public boolean crowded;

  /** Whether servers load the summarizer. */
  public boolean summarizes = true;

  private final Map<String, List<Throwable>> failures = new HashMap<>();
  private final Map<String, Consumer<FakeInstance>> before = new HashMap<>();
  private final Properties clientProperties = new Properties();
  private int ids;

  /** No table, and no ZooKeeper. */
  public FakeInstance() {
    clientProperties.setProperty("instance.name", "fake");
  }

  /** Where its ZooKeeper is: a real one, of the test. */
  public FakeInstance zooKeeper(String connectString) {
    clientProperties.setProperty("instance.zookeepers", connectString);
    clientProperties.setProperty("auth.type", "password");
    clientProperties.setProperty("auth.principal", "tester");
    clientProperties.setProperty("auth.token", "secret");
    return this;
  }

  /** The next calls of this name fail so. */
  public FakeInstance fails(String call, Throwable... with) {
    failures.computeIfAbsent(call, any -> new ArrayList<>()).addAll(List.of(with));
    return this;
  }

  /** Does something before each call of this name. */
  public FakeInstance before(String call, Consumer<FakeInstance> what) {
    before.put(call, what);
    return this;
  }

  /** A table that keeps the newest version. */
  public Table table(String name) {
    Table table = new Table(Integer.toString(++ids));
    for (String scope : List.of("scan", "minc", "majc")) {
      table.properties.put("table.iterator." + scope + ".vers", VERSIONING);
    }
    tables.put(name, table);
    return table;
  }

  /** A connection to it; need not be closed. */
  public Connection connection() {
    return new Connection(client(), clientProperties, "instance-1");
  }

  /** A client of it. */
  public AccumuloClient client() {
    return proxy(AccumuloClient.class, this::onClient);
  }

  /** As a call fails for who lacks the right. */
  public static AccumuloSecurityException refused() {
    // The public API makes none: its constructors take what servers send.
    return new AccumuloSecurityException(
        USER, org.apache.accumulo.core.clientImpl.thrift.SecurityErrorCode.PERMISSION_DENIED);
  }

  @FunctionalInterface
  private interface Answer {
    Object to(String call, Object[] of) throws Throwable;
  }

  private <T> T proxy(Class<T> type, Answer answer) {
    InvocationHandler handler =
        (same, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return onObject(same, method, arguments);
          }
          if (before.containsKey(method.getName())) {
            before.get(method.getName()).accept(this);
          }
          List<Throwable> failing = failures.getOrDefault(method.getName(), List.of());
          if (!failing.isEmpty()) {
            throw failing.remove(0);
          }
          return answer.to(method.getName(), arguments == null ? new Object[0] : arguments);
        };
    return type.cast(
        Proxy.newProxyInstance(
            FakeInstance.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object onObject(Object same, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> same == arguments[0];
      case "hashCode" -> System.identityHashCode(same);
      default -> "fake " + same.getClass().getInterfaces()[0].getSimpleName();
    };
  }

  private Object onClient(String call, Object[] of) throws Exception {
    return switch (call) {
      case "whoami" -> USER;
      case "properties" -> clientProperties;
      case "tableOperations" -> proxy(TableOperations.class, this::onTables);
      case "instanceOperations" -> proxy(InstanceOperations.class, this::onInstance);
      case "securityOperations" -> proxy(SecurityOperations.class, this::onSecurity);
      case "createBatchScanner" ->
          scanner(require((String) of[0]), (Authorizations) of[1], BatchScanner.class);
      case "createScanner" ->
          scanner(
              require((String) of[0]),
              of.length > 1 ? (Authorizations) of[1] : authorizations,
              Scanner.class);
      case "createBatchWriter" -> writer(require((String) of[0]));
      case "close" -> null;
      default -> throw new UnsupportedOperationException(call);
    };
  }

  private Table require(String name) throws TableNotFoundException {
    Table table = tables.get(name);
    if (table == null) {
      throw new TableNotFoundException(null, name, "no such table");
    }
    return table;
  }

  private Object onInstance(String call, Object[] of) {
    return switch (call) {
      case "getTabletServers" -> List.copyOf(tservers);
      case "getScanServers" -> Set.copyOf(scanServers);
      case "getManagerLocations" -> List.of("host1:9999");
      case "getCompactors" -> Set.of();
      case "getSystemConfiguration" -> Map.copyOf(system);
      case "testClassLoad" -> summarizes;
      case "waitForBalance" -> done.add(call);
      default -> throw new UnsupportedOperationException(call);
    };
  }

  private Object onSecurity(String call, Object[] of) {
    switch (call) {
      case "getUserAuthorizations" -> {
        return authorizations;
      }
      case "hasTablePermission", "hasSystemPermission" -> {
        return !denied.contains(of[of.length - 1].toString());
      }
      case "changeUserAuthorizations" -> {
        authorizations = (Authorizations) of[1];
        done.add(call + " " + authorizations);
        return null;
      }
      default -> throw new UnsupportedOperationException(call);
    }
  }

  private Object onTables(String call, Object[] of) throws Exception {
    switch (call) {
      case "exists" -> {
        return tables.containsKey(of[0]);
      }
      case "tableIdMap" -> {
        return tables.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().id));
      }
      case "locate" -> {
        return located(require((String) of[0]));
      }
      case "splitRangeByTablets" -> {
        return new HashSet<>(List.of(new Range()));
      }
      case "list" -> {
        return new TreeSet<>(tables.keySet());
      }
      case "importDirectory" -> {
        return proxy(
            ImportDestinationArguments.class,
            (to, target) ->
                new Importing(new Path((String) of[0]), require((String) target[0])).options);
      }
      case "create" -> {
        create((String) of[0], of.length > 1 ? (NewTableConfiguration) of[1] : null);
        return null;
      }
      default -> {
        return onTable(require((String) of[0]), call, of);
      }
    }
  }

  /** An import, whose options are set one after the other. */
  private final class Importing implements Answer {
    private final Path directory;
    private final Table table;
    private final ImportMappingOptions options = proxy(ImportMappingOptions.class, this);
    private boolean tableTime;

    Importing(Path directory, Table table) {
      this.directory = directory;
      this.table = table;
    }

    @Override
    public Object to(String call, Object[] of) throws IOException {
      switch (call) {
        case "plan" -> {
          return options;
        }
        case "tableTime" -> {
          tableTime = (boolean) of[0];
          return options;
        }
        case "load" -> {
          load();
          return null;
        }
        default -> throw new UnsupportedOperationException(call);
      }
    }

    /** The servers take the files away. */
    private void load() throws IOException {
      done.add("importDirectory " + directory.getName());
      FileSystem fs = directory.getFileSystem(HADOOP);
      for (FileStatus file : fs.listStatus(directory)) {
        if (file.getPath().getName().endsWith(".rf")) {
          try (Scanner scanner =
              RFile.newScanner().from(file.getPath().toString()).withFileSystem(fs).build()) {
            scanner.forEach(this::take);
          }
          fs.delete(file.getPath(), false);
        }
      }
    }

    private void take(Key key, Value value) {
      Key own = new Key(key);
      synchronized (table) {
        if (tableTime) {
          own.setTimestamp(++table.clock);
        }
        table.cells.put(own, new Value(value));
      }
    }
  }

  /** Its tablets, one by one on one server after the other. */
  private Locations located(Table table) {
    Map<TabletId, String> hosts = new HashMap<>();
    for (int i = 0; i <= table.splits.size(); i++) {
      String host = tservers.get(crowded ? 0 : i % tservers.size());
      hosts.put(proxy(TabletId.class, (call, of) -> host), host);
    }
    return proxy(
        Locations.class,
        (call, of) ->
            switch (call) {
              case "groupByTablet" -> Maps.transformValues(hosts, any -> List.of(new Range()));
              case "getTabletLocation" -> hosts.get(of[0]);
              default -> throw new UnsupportedOperationException(call);
            });
  }

  private void create(String name, NewTableConfiguration asked) throws TableExistsException {
    if (tables.containsKey(name)) {
      throw new TableExistsException(null, name, "it exists");
    }
    Table table = table(name);
    done.add("create " + name);
    if (asked != null) {
      table.properties.clear();
      table.properties.putAll(asked.getProperties());
      table.splits.addAll(asked.getSplits());
      table.time = asked.getTimeType();
    }
  }

  @SuppressWarnings("unchecked") // as TableOperations declares its parameters
  private Object onTable(Table table, String call, Object[] of) throws AccumuloException {
    switch (call) {
      case "getConfiguration" -> {
        Map<String, String> all = new TreeMap<>(system);
        all.putAll(table.properties);
        return all;
      }
      case "getTableProperties" -> {
        return Map.copyOf(table.properties);
      }
      case "isOnline" -> {
        return table.online;
      }
      case "getTimeType" -> {
        return table.time;
      }
      case "listSplits" -> {
        return List.copyOf(table.splits);
      }
      case "listSummarizers" -> {
        return SummarizerConfiguration.fromTableProperties(table.properties);
      }
      default -> done.add(call + " " + of[0]);
    }
    switch (call) {
      case "delete" -> tables.remove(of[0]);
      case "modifyProperties" -> ((Consumer<Map<String, String>>) of[1]).accept(table.properties);
      case "setProperty" -> table.properties.put((String) of[1], (String) of[2]);
      case "removeProperty" -> table.properties.remove(of[1]);
      case "addSplits" -> table.splits.addAll((Collection<Text>) of[1]);
      case "merge" ->
          table.splits.removeIf(
              split ->
                  (of[1] == null || split.compareTo((Text) of[1]) > 0)
                      && (of[2] == null || split.compareTo((Text) of[2]) < 0));
      case "offline" -> table.online = false;
      case "online" -> table.online = true;
      case "flush" -> {
        synchronized (table) {
          table.filed.clear();
          table.filed.putAll(table.cells);
        }
      }
      case "removeIterator" ->
          table
              .properties
              .keySet()
              .removeIf(key -> key.matches("table[.]iterator[.].*[.]" + of[1]));
      case "compact" -> {
        // done when it returns
      }
      default -> throw new UnsupportedOperationException(call);
    }
    return call.equals("modifyProperties") ? Map.copyOf(table.properties) : null;
  }

  private <T extends ScannerBase> T scanner(Table table, Authorizations seen, Class<T> type) {
    List<Range> ranges = new ArrayList<>(List.of(new Range()));
    boolean[] eventual = new boolean[1];
    return proxy(
        type,
        (call, of) ->
            switch (call) {
              case "setRange" -> ranges.set(0, (Range) of[0]);
              case "setRanges" -> {
                ranges.clear();
                ((Collection<?>) of[0]).forEach(range -> ranges.add((Range) range));
                yield null;
              }
              case "setConsistencyLevel" -> {
                eventual[0] = of[0] == ConsistencyLevel.EVENTUAL;
                yield null;
              }
              case "iterator" -> found(table, seen, ranges, eventual[0]).iterator();
              case "stream" -> found(table, seen, ranges, eventual[0]).stream();
              case "forEach" -> {
                @SuppressWarnings("unchecked") // as ScannerBase declares it
                BiConsumer<Key, Value> taker = (BiConsumer<Key, Value>) of[0];
                found(table, seen, ranges, eventual[0])
                    .forEach(each -> taker.accept(each.getKey(), each.getValue()));
                yield null;
              }
              default -> null;
            });
  }

  private static List<Map.Entry<Key, Value>> found(
      Table table, Authorizations seen, List<Range> ranges, boolean eventual)
      throws VisibilityParseException {
    NavigableMap<Key, Value> all;
    synchronized (table) {
      boolean newest = table.properties.containsKey("table.iterator.scan.vers");
      all = returned(eventual ? table.filed : table.cells, newest);
    }
    VisibilityEvaluator evaluator = new VisibilityEvaluator(seen);
    List<Map.Entry<Key, Value>> found = new ArrayList<>();
    for (Range range : ranges) {
      Key start = range.getStartKey() == null ? new Key() : range.getStartKey();
      for (Map.Entry<Key, Value> each : all.tailMap(start, true).entrySet()) {
        if (range.afterEndKey(each.getKey())) {
          break;
        }
        if (!range.beforeStartKey(each.getKey())
            && evaluator.evaluate(
                new ColumnVisibility(each.getKey().getColumnVisibility().copyBytes()))) {
          found.add(each);
        }
      }
    }
    return found;
  }

  /** What a table that keeps the newest version returns: what was deleted is not there. */
  public static Map<Key, Value> newest(Table table) {
    synchronized (table) {
      return returned(table.cells, true);
    }
  }

  /** What is not hidden by a delete; of several versions each, or the newest. */
  private static NavigableMap<Key, Value> returned(SortedMap<Key, Value> cells, boolean newest) {
    NavigableMap<Key, Value> returned = new TreeMap<>();
    Key last = null;
    boolean hidden = false;
    for (Map.Entry<Key, Value> each : cells.entrySet()) {
      Key key = each.getKey();
      boolean first = last == null || !key.equals(last, PartialKey.ROW_COLFAM_COLQUAL_COLVIS);
      hidden = key.isDeleted() || (!first && hidden);
      if (!hidden && (first || !newest)) {
        returned.put(key, each.getValue());
      }
      last = key;
    }
    return returned;
  }

  private BatchWriter writer(Table table) {
    return proxy(
        BatchWriter.class,
        (call, of) -> {
          if (call.equals("addMutation")) {
            add(table, (Mutation) of[0]);
          } else if (call.equals("addMutations")) {
            ((Iterable<?>) of[0]).forEach(each -> add(table, (Mutation) each));
          }
          return null;
        });
  }

  private static void add(Table table, Mutation mutation) {
    synchronized (table) {
      for (ColumnUpdate update : mutation.getUpdates()) {
        Key key =
            new Key(
                mutation.getRow(),
                update.getColumnFamily(),
                update.getColumnQualifier(),
                update.getColumnVisibility(),
                ++table.clock);
        key.setDeleted(update.isDeleted());
        table.cells.put(key, new Value(update.getValue()));
      }
    }
  }
}
