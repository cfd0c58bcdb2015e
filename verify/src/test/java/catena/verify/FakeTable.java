// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.VisibleTo;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.harness.job.Runner;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.check.RunTable;
import catena.records.journal.Journal;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.verify.job.TableToVerify;
import catena.verify.job.VerifyContext;
import catena.verify.job.VerifySettings;
import catena.verify.result.FindingBook;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase;
import org.apache.accumulo.core.client.admin.SecurityOperations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;

/**
 * A table in memory behind a client, and what the passes share over it: real jobs of threads of
 * this process go over it, with the ledgers of a real run directory.
 */
public final class FakeTable {
  public static final String NAME = "t";
  public static final String INSTANCE = "i";

  public final Optional<Graph> graph;
  public final TreeMap<Key, Value> entries = new TreeMap<>();
  public final StopSignal stop = new StopSignal();
  private final Graph written;
  private final EntryEncoder encoder;

  /** Answers calls of {@link TableOperations}, before this does. */
  public final Map<String, Answer> operations = new HashMap<>();

  /** The id of the table that has its name now; null if none has. */
  public volatile String id = NAME;

  /** Is run whenever the table is scanned or looked into. */
  public Runnable whenRead = () -> {};

  /** What a call returns. */
  @FunctionalInterface
  public interface Answer {
    /** Answers. */
    Object to(Object[] arguments) throws Exception;
  }

  /** What is done with a verification that has not begun. */
  @FunctionalInterface
  public interface Use<T> {
    /** Does it. */
    T of(VerifyContext context) throws Exception;
  }

  /** An empty table. */
  public FakeTable(Graph graph) {
    this(graph, Optional.of(graph));
  }

  private FakeTable(Graph written, Optional<Graph> known) {
    this.written = written;
    this.encoder = new EntryEncoder(written);
    this.graph = known;
  }

  /** The same entries in a table that has no graph. */
  public FakeTable foreign() {
    FakeTable foreign = new FakeTable(written, Optional.empty());
    foreign.entries.putAll(entries);
    return foreign;
  }

  /** Writes a node's first entry over whatever it holds. */
  public void first(int writer, long window, int index) {
    encoder.encodeFirst(writer, window, index);
    put(encoder.entry());
  }

  /** Writes a head's closing entry over whatever it holds. */
  public void closing(int writer, long window, int index) {
    encoder.encodeClosing(writer, window, index);
    put(encoder.entry());
  }

  /** Writes an entry over whatever its row holds. */
  public void put(Entry entry) {
    entries.keySet().removeIf(key -> Arrays.equals(key.getRowData().toArray(), entry.row()));
    Key key = new Key(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), 1);
    entries.put(key, new Value(entry.value()));
  }

  /** Removes a row. */
  public void remove(String row) {
    entries.keySet().removeIf(key -> key.getRow().toString().equals(row));
  }

  /** The ledger of a writer, which its writer has begun. */
  public Ledger ledger(RunDirectory run, int writer) throws Exception {
    UUID uuid = UUID.fromString(written.uuid(writer));
    return Ledger.create(
        run.fileSystem(),
        run.ledger(writer),
        new LedgerHeader(INSTANCE, NAME, written.spec().fingerprint(), writer, uuid));
  }

  /** A run directory on this machine. */
  public static RunDirectory run(java.nio.file.Path directory) throws Exception {
    return RunDirectory.at(directory.toString(), new Configuration(false));
  }

  public static Terminal silent() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return new Terminal(nowhere, nowhere);
  }

  /** The settings of a quick verification. */
  public static Settings settings(String... more) {
    Map<String, String> values = new HashMap<>();
    values.put("table.name", NAME);
    values.put("verify.late.limit", "1ms");
    values.put("job.threads", "1");
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return Settings.resolve(VerifySettings.ALL, List.of(Layer.of("test", values)));
  }

  /** The ledgers of a run into this table. */
  public Ledgers ledgers(List<RunDirectory> runs) {
    Ledgers.Home home = new Ledgers.Home(INSTANCE, NAME, written.spec().fingerprint());
    return new Ledgers(runs, home, written, KnownWriters.NONE);
  }

  /** A connection to it. */
  public Connection connection() throws Exception {
    Constructor<?> made = Connection.class.getDeclaredConstructors()[0];
    made.setAccessible(true);
    return (Connection) made.newInstance(client(), new Properties(), INSTANCE);
  }

  private AccumuloClient client() {
    return proxy(
        AccumuloClient.class,
        (name, arguments) ->
            switch (name) {
              case "createScanner" -> scanner(Scanner.class, (Authorizations) arguments[1]);
              case "createBatchScanner" ->
                  scanner(BatchScanner.class, (Authorizations) arguments[1]);
              case "tableOperations" -> proxy(TableOperations.class, this::operation);
              case "whoami" -> "tester";
              case "securityOperations" ->
                  proxy(SecurityOperations.class, (asked, any) -> new Authorizations("A"));
              default -> throw new UnsupportedOperationException(name);
            });
  }

  private Object operation(String name, Object[] arguments) throws Exception {
    Answer answer = operations.getOrDefault(name, operations.get("*"));
    if (answer != null) {
      return answer.to(arguments);
    }
    return switch (name) {
      case "listSplits" -> List.of();
      case "exists" -> id != null;
      case "tableIdMap" -> id == null ? Map.of() : Map.of(NAME, id);
      default -> throw new UnsupportedOperationException(name);
    };
  }

  @FunctionalInterface
  private interface Call {
    Object of(String name, Object[] arguments) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    InvocationHandler handler = (self, method, given) -> call.of(method.getName(), given);
    return type.cast(
        Proxy.newProxyInstance(FakeTable.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** A scanner, whose settings but ranges are taken for granted. */
  private <T extends ScannerBase> T scanner(Class<T> type, Authorizations authorizations) {
    List<Range> ranges = new ArrayList<>();
    VisibleTo visible = new VisibleTo(authorizations);
    return proxy(
        type,
        (name, arguments) -> {
          if (name.equals("setRange")) {
            ranges.clear();
            ranges.add((Range) arguments[0]);
          } else if (name.equals("setRanges")) {
            ranges.clear();
            ((Iterable<?>) arguments[0]).forEach(range -> ranges.add((Range) range));
          } else if (name.equals("iterator")) {
            return seen(ranges, visible).entrySet().iterator();
          } else if (name.equals("forEach")) { // which TableLookup calls with key and value
            BiConsumer<Key, Value> to = consumer(arguments[0]);
            seen(ranges, visible).forEach(to);
          }
          return null;
        });
  }

  @SuppressWarnings("unchecked")
  private static BiConsumer<Key, Value> consumer(Object argument) {
    return (BiConsumer<Key, Value>) argument;
  }

  private Map<Key, Value> seen(List<Range> ranges, VisibleTo visible) {
    whenRead.run();
    Map<Key, Value> seen = new TreeMap<>(entries);
    seen.keySet()
        .removeIf(
            key ->
                ranges.stream().noneMatch(range -> range.contains(key))
                    || !visible.test(key.getColumnVisibility().toString()));
    return seen;
  }

  /** Has a verification of the table by the ledgers of some runs. */
  public <T> T verifying(RunDirectory run, List<RunDirectory> runs, Settings settings, Use<T> use)
      throws Exception {
    Ledgers ledgers = ledgers(runs);
    RunTable found = new RunTable(INSTANCE, NAME, NAME, graph.map(Graph::spec), Optional.empty());
    TableToVerify subject =
        new TableToVerify(
            found,
            graph,
            settings.get(VerifySettings.MODE),
            Authorizations.EMPTY,
            List.of(Authorizations.EMPTY),
            KnownWriters.NONE,
            false,
            false);
    try (Journal journal = journal(run);
        Runner runner = Runner.of("verify", settings);
        FindingBook book =
            new FindingBook(run, silent(), 5, 100, 1 << 20, () -> {}, finding -> {})) {
      return use.of(
          new VerifyContext(
              part(run, journal), settings, subject, NAME, ledgers, ledgers.read(), runner, book));
    }
  }

  /** What a verification writes into a run's journals. */
  static Journal journal(RunDirectory run) throws IOException {
    return new Journal(run.append(run.events("verify")), e -> {});
  }

  /** The part of a run that verifies the table, by the ledgers of that run. */
  RunContext part(RunDirectory run, Journal journal) throws Exception {
    Connection connection = connection();
    PartEnvironment site =
        new PartEnvironment(
            () -> connection,
            true,
            CallerContext.NOTHING,
            List.of(),
            silent(),
            Clock.systemUTC(),
            1);
    return new RunContext("verify", site, run, journal, Optional.empty(), stop);
  }
}
