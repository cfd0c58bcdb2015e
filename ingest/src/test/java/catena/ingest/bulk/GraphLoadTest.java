// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.Spans.Span;
import catena.harness.accumulo.Connection;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.harness.job.Runner;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.ImportDelivery;
import catena.ingest.write.Writer;
import catena.read.plant.Faults;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.client.admin.TableOperations.ImportDestinationArguments;
import org.apache.accumulo.core.client.admin.TableOperations.ImportMappingOptions;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.summary.Summarizer;
import org.apache.accumulo.core.client.summary.SummarizerConfiguration;
import org.apache.accumulo.core.data.LoadPlan;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole blocks loaded by a real job into real files; only the import is played. */
@Timeout(120)
class GraphLoadTest {
  private static final int FLUSH = 20;
  private static final int DEPTH = 3;
  private static final int BLOCKS = 3;
  private static final GraphSpec SPEC = Faults.graph(FLUSH, DEPTH, 0.3, List.of("", "A"));
  private static final List<Integer> WRITERS = List.of(2, 5);
  private static final long MILLIS = 1_000_000;

  private static TestingServer server;

  private final Graph graph = new Graph(SPEC);
  private final Map<String, String> properties = new HashMap<>();
  private final List<String> imported = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();
  private final StopSignal stop = new StopSignal();
  private final AtomicLong now = new AtomicLong(MILLIS);
  private final InstantSource source = () -> Instant.ofEpochMilli(now.get());
  private GraphSpec spec = SPEC;
  private boolean renames = true;

  /** Whether the disk is full once the files are written. */
  private boolean full;

  private int imports;

  /** What the import does when its files were read; else it succeeds. */
  private Import playing = files -> {};

  /** What happens before files are written. */
  private Before beforeFiles = () -> {};

  @TempDir private java.nio.file.Path temporary;
  private RunDirectory directory;
  private Journal journal;
  private BulkPlace place;

  private interface Import {
    void of(Path files) throws Exception;
  }

  private interface Before {
    void happens() throws Exception;
  }

  @BeforeAll
  static void start() throws Exception {
    server = new TestingServer();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void open() throws Exception {
    directory = RunDirectory.at(temporary.resolve("run").toString(), new Configuration(false));
    journal =
        new Journal(
            directory.append(directory.events("bulk")),
            e -> {
              throw new AssertionError(e);
            });
    place = new BulkPlace(new Files(), new Path(temporary.resolve("files").toUri()));
    for (int number : WRITERS) {
      UUID uuid = UUID.fromString(graph.uuid(number));
      Ledger ledger =
          Ledger.create(
              directory.fileSystem(),
              directory.ledger(number),
              new LedgerHeader("i", "1", SPEC.fingerprint(), number, uuid));
      writers.add(new Writer("bulk-" + number, number, graph.uuid(number), ledger, null));
    }
  }

  @AfterEach
  void close() throws Exception {
    closeLedgers();
    journal.close();
    directory.close();
  }

  private void closeLedgers() throws IOException {
    for (Writer writer : writers) {
      writer.ledger().close(MILLIS);
    }
    writers.clear();
  }

  /** Local files whose names may stay as they are. */
  private final class Files extends FilterFileSystem {
    Files() throws IOException {
      super(new RawLocalFileSystem());
      initialize(URI.create("file:///"), new Configuration(false));
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
      return renames && super.rename(from, to);
    }

    @Override
    public FSDataOutputStream create(Path file, boolean overwrite) throws IOException {
      if (full) {
        throw new IOException("No space left on device");
      }
      return super.create(file, overwrite);
    }
  }

  private interface Call {
    Object of(String name, Object[] given) throws Throwable;
  }

  private static Object proxy(Call call, Class<?>... types) {
    return Proxy.newProxyInstance(
        GraphLoadTest.class.getClassLoader(),
        types,
        (self, method, given) -> call.of(method.getName(), given));
  }

  private Connection connection() throws Exception {
    Properties client = new Properties();
    client.setProperty("instance.zookeepers", server.getConnectString());
    Call operations =
        (name, given) ->
            switch (name) {
              case "getConfiguration" -> properties;
              case "listSplits" -> splits();
              case "importDirectory" -> importing((String) given[0]);
              default -> throw new UnsupportedOperationException(name);
            };
    Object tables = proxy(operations, TableOperations.class);
    Constructor<?> made = Connection.class.getDeclaredConstructors()[0];
    made.setAccessible(true);
    return (Connection)
        made.newInstance(
            proxy(
                (name, given) -> {
                  assertThat(name).isEqualTo("tableOperations");
                  return tables;
                },
                AccumuloClient.class),
            client,
            "i");
  }

  /** The second and the third are no rows of the graph. */
  private List<Text> splits() throws Exception {
    beforeFiles.happens();
    return List.of(
        new Text(NodeCodec.rowText(Long.MAX_VALUE / 2)), new Text("m"), new Text("f".repeat(16)));
  }

  private Object importing(String from) {
    Object[] self = new Object[1];
    LoadPlan[] plan = new LoadPlan[1];
    self[0] =
        proxy(
            (name, given) -> {
              switch (name) {
                case "to" -> assertThat(given[0]).isEqualTo("t");
                case "plan" -> plan[0] = (LoadPlan) given[0];
                case "tableTime" -> assertThat(given[0]).as("files have times").isEqualTo(false);
                default -> take(new Path(from), plan[0]);
              }
              return self[0];
            },
            ImportDestinationArguments.class,
            ImportMappingOptions.class);
    return self[0];
  }

  /** The ledgers know of all of it by now, and acknowledge nothing. */
  private void take(Path from, LoadPlan plan) throws Exception {
    imports++;
    for (int number : WRITERS) {
      LedgerState state = state(number);
      assertThat(state.attempted()).isEqualTo(new Position(BLOCKS, 0, 0));
      assertThat(state.acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(state.indeterminate()).isTrue();
    }
    List<String> names = new ArrayList<>();
    for (FileStatus each : place.fs().listStatus(from)) {
      assertThat(each.isFile()).as("no attempt left %s", each.getPath()).isTrue();
      if (each.getPath().getName().endsWith(".rf")) {
        names.add(each.getPath().getName());
        read(each.getPath());
      }
    }
    assertThat(names)
        .containsExactlyInAnyOrderElementsOf(
            plan.getDestinations().stream().map(LoadPlan.Destination::getFileName).toList());
    playing.of(from);
  }

  private void read(Path file) throws Exception {
    boolean first = file.getName().startsWith("m00000");
    try (Scanner scanner =
        RFile.newScanner()
            .from(file.toString())
            .withFileSystem(place.fs())
            .withoutSystemIterators()
            .build()) {
      scanner.forEach(
          (key, value) -> {
            String row = key.getRow().toString();
            assertThat(row.compareTo(NodeCodec.rowText(Long.MAX_VALUE / 2)) <= 0)
                .as("%s in %s", row, file.getName())
                .isEqualTo(first);
            imported.add(
                text(
                    new Entry(
                        key.getRowData().toArray(),
                        key.getColumnFamilyData().toArray(),
                        key.getColumnQualifierData().toArray(),
                        key.getColumnVisibilityData().toArray(),
                        value.get()),
                    key.getTimestamp()));
          });
    }
  }

  private static String text(Entry entry, long timestamp) {
    List<String> texts = new ArrayList<>();
    for (byte[] each :
        List.of(
            entry.row(), entry.family(), entry.qualifier(), entry.visibility(), entry.value())) {
      texts.add(new String(each, StandardCharsets.ISO_8859_1));
    }
    return String.join(" ", texts) + " at " + timestamp;
  }

  private LedgerState state(int number) throws IOException {
    return LedgerReader.read(directory.fileSystem(), directory.ledger(number));
  }

  private PartOutcome load() throws Exception {
    return load(Map.of());
  }

  private PartOutcome load(Map<String, String> further) throws Exception {
    return graphLoad(further).load();
  }

  private GraphLoad graphLoad(Map<String, String> further) throws Exception {
    Map<String, String> given = new HashMap<>(further);
    given.put("bulk.blocks", "" + BLOCKS);
    given.put("job.threads", "1");
    Settings settings = Settings.resolve(GraphLoad.SETTINGS, List.of(Layer.of("test", given)));
    Connection connection = connection();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    PartEnvironment site =
        new PartEnvironment(
            () -> connection,
            true,
            CallerContext.NOTHING,
            List.of(),
            new Terminal(nowhere, nowhere),
            source.withZone(ZoneOffset.UTC),
            1);
    RunContext run = new RunContext("bulk", site, directory, journal, Optional.empty(), stop);
    IngestTarget target = new IngestTarget(connection, "t", "1", spec, true);
    return new GraphLoad(run, target, settings, place, writers);
  }

  private void everyVersion(boolean every) {
    for (String scope : List.of("scan", "minc", "majc")) {
      if (!every) {
        properties.put(
            "table.iterator." + scope + ".vers",
            "20,org.apache.accumulo.core.iterators.user.VersioningIterator");
      }
    }
  }

  /** All that is to be in the files, in plain loops. */
  private List<String> expected(boolean every) {
    List<String> all = new ArrayList<>();
    EntryEncoder encoder = new EntryEncoder(graph);
    for (int writer : WRITERS) {
      for (int window = 0; window < BLOCKS * DEPTH; window++) {
        for (int i = 0; i < FLUSH && !graph.isDeleted(writer, window / DEPTH); i++) {
          boolean closed = window % DEPTH == 0 && i < FLUSH - 1;
          if (closed) {
            encoder.encodeClosing(writer, window, i);
            all.add(text(encoder.entry(), MILLIS + 1));
          }
          if (!closed || every) {
            encoder.encodeFirst(writer, window, i);
            all.add(text(encoder.entry(), MILLIS));
          }
        }
      }
    }
    return all;
  }

  private <E extends Event> List<E> seen(Class<E> type) throws IOException {
    journal.flush();
    List<E> told = new ArrayList<>();
    JournalReader.read(
        directory.fileSystem(),
        directory.events("bulk"),
        event -> {
          if (type.isInstance(event)) {
            told.add(type.cast(event));
          }
        });
    return told;
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(place.fs().listStatus(place.home())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFilesHoldWhatWritersWouldHaveWrittenAndAreAcknowledgedOnceTheyAreImported(boolean every)
      throws Exception {
    everyVersion(every);
    PartOutcome outcome = load();

    assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.PASS);
    List<String> expected = expected(every);
    assertThat(imported).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(imports).isEqualTo(1);
    assertThat(outcome.tally())
        .containsEntry("entries acknowledged", (long) expected.size())
        .containsEntry("files imported", 2L);
    Position end = new Position(BLOCKS, 0, 0);
    long entries = 0;
    for (int number : WRITERS) {
      LedgerState state = state(number);
      assertThat(state.acknowledged()).isEqualTo(end);
      assertThat(state.indeterminate()).isFalse();
      assertThat(state.imported().all()).containsExactly(new Span(Position.ORIGIN, end, 1));
      entries += state.acknowledgedEntries();
    }
    assertThat(entries).isEqualTo(expected.size());
    assertThat(seen(Event.Flush.class))
        .extracting(Event.Flush::writer)
        .containsExactlyElementsOf(WRITERS);
    assertThat(seen(Event.Flush.class).stream().mapToLong(Event.Flush::entries).sum())
        .isEqualTo(expected.size());
    assertThat(seen(Event.ClientStarted.class)).hasSameSizeAs(WRITERS);
    assertThat(seen(Event.ClientStopped.class))
        .extracting(Event.ClientStopped::reason)
        .containsOnly("done")
        .hasSameSizeAs(WRITERS);
    assertNothingIsLeft();
  }

  /** With this summarizer of the table no file can be begun before the test has seen enough. */
  public static final class Stuck implements Summarizer {
    private static final CountDownLatch SEEN = new CountDownLatch(1);

    /** Made by Accumulo. */
    public Stuck() {}

    @Override
    public Collector collector(SummarizerConfiguration configuration) {
      try {
        assertThat(SEEN.await(1, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException("the test is over");
    }

    @Override
    public Combiner combiner(SummarizerConfiguration configuration) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aJobThatWritesNothingForAsLongAsAskedIsGivenUp() throws Exception {
    properties.put("table.summarizer.stuck", Stuck.class.getName());
    try {
      PartOutcome outcome = load(Map.of("job.stall.limit", "1s"));
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons())
          .anyMatch(reason -> reason.contains("nothing was written for 1s (job.stall.limit)"));
    } finally {
      Stuck.SEEN.countDown();
    }
    assertThat(imports).isZero();
  }

  /** What an import that failed has done. */
  private enum Failing {
    NOTHING("nothing of it is in the table"),
    ALL("all of its files had been taken"),
    PERHAPS("it is under way still");

    private final String said;

    Failing(String said) {
      this.said = said;
    }
  }

  @ParameterizedTest
  @EnumSource(Failing.class)
  void anImportThatFailedIsNeverAcknowledgedAndOnlyWhatWasTakenAwayIsNoAttempt(Failing failing)
      throws Exception {
    playing =
        files -> {
          if (failing == Failing.ALL) {
            for (FileStatus each : place.fs().listStatus(files)) {
              if (each.getPath().getName().endsWith(".rf")) {
                place.fs().delete(each.getPath(), false);
              }
            }
          }
          renames = failing != Failing.PERHAPS;
          throw failing == Failing.ALL
              ? new IOException("planted")
              : new AccumuloException("planted");
        };
    PartOutcome outcome = load();

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("the import failed: ")
        .contains("planted", failing.said);
    closeLedgers();
    boolean none = failing == Failing.NOTHING;
    for (int number : WRITERS) {
      LedgerState state = state(number);
      assertThat(state.acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(state.acknowledgedEntries()).isZero();
      assertThat(state.indeterminate()).isEqualTo(!none);
      assertThat(state.attempted()).isEqualTo(none ? Position.ORIGIN : new Position(BLOCKS, 0, 0));
    }
    assertThat(seen(Event.Flush.class)).isEmpty();
    assertThat(seen(Event.ClientStopped.class))
        .extracting(Event.ClientStopped::reason)
        .containsOnly("failed")
        .hasSameSizeAs(WRITERS);
    assertThat(seen(Event.Note.class))
        .singleElement()
        .satisfies(note -> assertThat(note.text()).contains(failing.said));
    if (failing != Failing.PERHAPS) {
      assertNothingIsLeft();
    }
  }

  /** As one that waits for a manager that is gone. */
  @Test
  @Timeout(30)
  void anImportThatDoesNotEndIsLeftSomeTimeAfterAStop() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    playing =
        files -> {
          stop.ask("planted");
          over.await();
        };
    AtomicLong nanos = new AtomicLong();
    try {
      PartOutcome outcome =
          graphLoad(Map.of()).load(() -> nanos.getAndAdd(ImportDelivery.PATIENCE.toNanos()));
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons())
          .singleElement()
          .asString()
          .startsWith("the import did not end within 30s of the stop; ")
          .contains(Failing.NOTHING.said);
    } finally {
      over.countDown();
    }
    closeLedgers();
    for (int number : WRITERS) {
      assertThat(state(number).attempted()).isEqualTo(Position.ORIGIN);
    }
    assertNothingIsLeft();
  }

  private void assertNothingWasBegun() throws IOException {
    assertThat(imports).isZero();
    for (int number : WRITERS) {
      assertThat(state(number).attempted()).isEqualTo(Position.ORIGIN);
    }
    assertNothingIsLeft();
  }

  @Test
  void aJobThatFailedImportsNothing() throws Exception {
    properties.put("table.file.compress.type", "planted");
    PartOutcome outcome = load();

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .endsWith("; nothing was imported, and the files are removed");
    assertNothingWasBegun();
  }

  @Test
  void aStopWhileFilesAreWrittenImportsNothing() throws Exception {
    stop.ask("planted");
    PartOutcome outcome = load();

    assertThat(outcome.reasons()).singleElement().asString().contains("stopped: planted");
    assertNothingWasBegun();
  }

  /** A task that wrote less than its range has, or a range that no task had. */
  @Test
  void filesThatLackEntriesAreNotToBeImported() throws Exception {
    Path home = new Path(place.home(), "job");
    place.makeNew(home);
    LoadTask task = new LoadTask(graph, WRITERS, BLOCKS, true, MILLIS, home, Map.of());
    try (Runner runner = Runner.local("bulk", 1)) {
      List<Long> bounds = List.of(SPEC.rowMin(), SPEC.rowMax() / 2);
      Optional<String> failure =
          graphLoad(Map.of()).write(runner, task, bounds, LoadPlan.builder());
      assertThat(failure.orElseThrow())
          .startsWith("the files have ")
          .contains("and the graph has " + task.entries())
          .endsWith("they are not imported");
    }
  }

  /** Files take 2 s and the import 3 s, by a clock that stands still otherwise. */
  @Test
  void theTimesOfTheFilesAndOfTheImportAreReported() throws Exception {
    beforeFiles = () -> now.addAndGet(2_000);
    playing = files -> now.addAndGet(3_000);
    PartOutcome outcome = load();

    int entries = expected(true).size();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.tally())
        .isEqualTo(Map.of("entries acknowledged", (long) entries, "files imported", 2L));
    assertThat(outcome.facts())
        .containsExactly(
            "%d entries of 2 writers in 2 files, %d/s"
                .formatted(entries, Math.round(entries / 5.0)),
            "files took 2s, the import 3s");
    long end = MILLIS + 5_000;
    List<Event.Flush> flushes = seen(Event.Flush.class);
    LoadTask task = new LoadTask(graph, WRITERS, BLOCKS, true, MILLIS, place.home(), Map.of());
    assertThat(flushes)
        .containsExactlyElementsOf(
            WRITERS.stream()
                .map(
                    number ->
                        new Event.Flush(
                            end,
                            "bulk-" + number,
                            number,
                            0,
                            0,
                            task.entries(number),
                            0,
                            3_000_000_000L,
                            5_000_000_000L))
                .toList());
    assertThat(seen(Event.ClientStarted.class))
        .containsExactly(
            new Event.ClientStarted(MILLIS, "bulk-2", "bulk load"),
            new Event.ClientStarted(MILLIS, "bulk-5", "bulk load"));
    assertThat(seen(Event.ClientStopped.class))
        .containsExactly(
            new Event.ClientStopped(end, "bulk-2", "done"),
            new Event.ClientStopped(end, "bulk-5", "done"));
    for (int number : WRITERS) {
      assertThat(lines(number)).anyMatch(line -> line.startsWith("A " + end + " "));
    }
  }

  @Test
  void blocksThatAreAllDeletedInTheEndAreNothingToLoad() throws Exception {
    spec = Faults.graph(FLUSH, DEPTH, 1, List.of("", "A"));
    PartOutcome outcome = load();

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly(
            "all of these blocks are deleted in the end, so that there is nothing to load: ask for"
                + " more with bulk.blocks");
    assertThat(imports).isZero();
    assertThat(seen(Event.class)).isEmpty();
    assertThat(place.fs().exists(place.home())).isFalse();
  }

  /** What cannot be removed then is reported with it, and hides nothing of it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailureBeforeTheFilesIsThrownAsItIs(boolean removable) throws Exception {
    AccumuloException planted = new AccumuloException("planted");
    beforeFiles =
        () -> {
          renames = removable;
          throw planted;
        };

    assertThatThrownBy(this::load).isSameAs(planted);
    if (removable) {
      assertThat(planted.getSuppressed()).isEmpty();
      assertNothingWasBegun();
    } else {
      assertThat(planted.getSuppressed())
          .singleElement()
          .isInstanceOf(IOException.class)
          .asString()
          .endsWith(" could not be renamed");
    }
    assertThat(imports).isZero();
  }

  @Test
  void filesThatCannotBeMarkedAsCompleteAreRemovedAndNotImported() throws Exception {
    full = true;
    assertThatThrownBy(this::load)
        .isInstanceOf(IOException.class)
        .hasMessage("No space left on device")
        .hasNoSuppressedExceptions();
    assertNothingWasBegun();
  }

  private void failing(boolean renamed) {
    playing =
        files -> {
          now.addAndGet(3_000);
          renames = renamed;
          throw new AccumuloException("planted");
        };
  }

  private static final String FAILED =
      "the import failed: org.apache.accumulo.core.client.AccumuloException: planted; ";

  /** Also why it is not known what has become of it. */
  @Test
  void anImportWhoseFilesCannotBeTakenAwaySaysWhyAndEndsItsWindowsAtOnce() throws Exception {
    failing(false);
    PartOutcome outcome = load();

    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith(FAILED + "its files could not be taken away: java.io.IOException: ")
        .endsWith(" could not be renamed; it is under way still, and may be in the table or not");
    assertThat(seen(Event.Note.class))
        .containsExactly(new Event.Note(MILLIS + 3_000, "bulk", outcome.reasons().get(0)));
    closeLedgers();
    for (int number : WRITERS) {
      assertThat(lines(number))
          .filteredOn(line -> line.startsWith("X "))
          .singleElement()
          .asString()
          .startsWith("X %d rejected ".formatted(MILLIS + 3_000));
    }
  }

  @Test
  void anImportOfWhichNothingIsThereTakesItsIntentsBack() throws Exception {
    failing(true);
    PartOutcome outcome = load();

    assertThat(outcome.reasons())
        .containsExactly(
            FAILED + "its files were not taken and are removed: nothing of it is in the table");
    closeLedgers();
    for (int number : WRITERS) {
      assertThat(lines(number)).noneMatch(line -> line.startsWith("X "));
      assertThat(lines(number))
          .filteredOn(line -> line.startsWith("S "))
          .singleElement()
          .asString()
          .startsWith("S 0.0.0 0 0 %d ".formatted(MILLIS + 3_000));
    }
  }

  private List<String> lines(int number) throws IOException {
    return java.nio.file.Files.readAllLines(
        java.nio.file.Path.of(directory.ledger(number).toUri().getPath()));
  }
}
