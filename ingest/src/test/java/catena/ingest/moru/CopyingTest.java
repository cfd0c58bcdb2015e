// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableGraph;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.harness.job.Runner;
import catena.read.check.Frontier;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.read.check.ScanTask;
import catena.read.check.SeenRow;
import catena.read.plant.Faults;
import catena.read.settle.BatchSettler;
import catena.records.journal.Journal;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.Window;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.google.common.base.Throwables;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver of a copy with a real job of one task, which says of a table what it is told to. */
class CopyingTest {
  private static final GraphSpec SPEC = Faults.graph(20, 3, 0, List.of(""));

  /** One block: three layers and their closing pass. */
  private static final Position END = new Position(1, 0, 0);

  private static final int ENTRIES = 60;

  /** What the task does; a job of one process has no other way to be told. */
  private static volatile Does does;

  private interface Does {
    void run(Mapper<NullWritable, NullWritable, BytesWritable, BytesWritable>.Context context)
        throws IOException, InterruptedException;
  }

  private final Graph graph = new Graph(SPEC);
  private final Map<String, Entry> table = new TreeMap<>();
  private final Map<String, String> properties = new HashMap<>();
  private final List<Boolean> marks = new ArrayList<>();
  private final StopSignal stop = new StopSignal();
  private final AtomicLong millis = new AtomicLong(System.currentTimeMillis());
  private boolean unreadable;
  private Optional<PendingVerdict> pending = Optional.empty();
  private Optional<AccumuloException> unmarkable = Optional.empty();
  private volatile String id = "1";
  private int looks;
  private int looksThatSeeNothing;
  private Runnable onLook = () -> {};

  @TempDir private Path files;
  private RunDirectory directory;
  private Journal journal;
  private Ledger ledger;

  @BeforeEach
  void write() throws Exception {
    directory = RunDirectory.at(files.toString(), new Configuration(false));
    journal = new Journal(directory.append(directory.events("run")), e -> {});
    UUID uuid = UUID.fromString(graph.uuid(0));
    ledger =
        Ledger.create(
            directory.fileSystem(),
            directory.ledger(0),
            new LedgerHeader("i", "1", SPEC.fingerprint(), 0, uuid));
    Position at = Position.ORIGIN;
    WriteOrder order = new WriteOrder(graph);
    for (int step = 0; step < order.steps(0, 0); step++) {
      at = acknowledge(at, order.entries(0, 0, step));
    }
    assertThat(at).isEqualTo(END);
    for (int window = 0; window < SPEC.depth(); window++) {
      for (int i = 0; i < SPEC.flushInterval(); i++) {
        table.put(row(new Node(0, window, i)), newest(new Node(0, window, i)));
      }
    }
    assertThat(table).hasSize(ENTRIES);
  }

  @AfterEach
  void close() throws Exception {
    ledger.close(2);
    journal.close();
    directory.close();
  }

  private Position acknowledge(Position from, int entries) throws IOException {
    Position to = new WriteOrder(graph).advance(0, from, entries);
    ledger.intend(new Window(from, to, entries, 0), 1);
    ledger.acknowledge(1);
    return to;
  }

  private String row(Node node) {
    return NodeCodec.rowText(graph.row(node));
  }

  private Entry newest(Node node) {
    EntryEncoder encoder = new EntryEncoder(graph);
    if (node.window() == 0 && node.index() < SPEC.flushInterval() - 1) {
      encoder.encodeClosing(node.writer(), node.window(), node.index());
    } else {
      encoder.encodeFirst(node.writer(), node.window(), node.index());
    }
    return encoder.entry();
  }

  private static SeenRow seen(Entry... entries) {
    return new SeenRow(entries[0].row(), List.of(entries), 7);
  }

  /** A wrong entry, which no later read can excuse. */
  private Entry corrupt(Node node) {
    return Faults.withByte(newest(node), 40);
  }

  /** Made by Hadoop. */
  public static final class Task
      extends Mapper<NullWritable, NullWritable, BytesWritable, BytesWritable> {
    /** Made by Hadoop. */
    public Task() {}

    @Override
    public void run(Context context) throws IOException, InterruptedException {
      does.run(context);
    }
  }

  /** The one task's. */
  public static final class One extends InputSplit implements Writable {
    /** Made by Hadoop. */
    public One() {}

    @Override
    public long getLength() {
      return 0;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) {}

    @Override
    public void readFields(DataInput in) {}
  }

  /** One task that reads nothing. */
  public static final class Ones extends InputFormat<NullWritable, NullWritable> {
    /** Made by Hadoop. */
    public Ones() {}

    @Override
    public List<InputSplit> getSplits(JobContext context) {
      return List.of(new One());
    }

    @Override
    public RecordReader<NullWritable, NullWritable> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new RecordReader<>() {
        @Override
        public void initialize(InputSplit given, TaskAttemptContext of) {}

        @Override
        public boolean nextKeyValue() {
          return false;
        }

        @Override
        public NullWritable getCurrentKey() {
          return NullWritable.get();
        }

        @Override
        public NullWritable getCurrentValue() {
          return NullWritable.get();
        }

        @Override
        public float getProgress() {
          return 1;
        }

        @Override
        public void close() {}
      };
    }
  }

  private static <T> T proxy(Class<T> type, BiFunctionOfCall call) {
    return type.cast(
        Proxy.newProxyInstance(
            CopyingTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, given) -> call.of(method.getName(), given)));
  }

  private interface BiFunctionOfCall {
    Object of(String name, Object[] arguments) throws Exception;
  }

  private AccumuloClient client() {
    return proxy(
        AccumuloClient.class,
        (name, given) ->
            switch (name) {
              case "createScanner" -> scanner(Scanner.class);
              case "createBatchScanner" -> scanner(BatchScanner.class);
              case "tableOperations" -> proxy(TableOperations.class, this::operation);
              default -> throw new UnsupportedOperationException(name);
            });
  }

  @SuppressWarnings("unchecked")
  private Object operation(String name, Object[] given) throws Exception {
    switch (name) {
      case "modifyProperties" -> {
        if (unmarkable.isPresent()) {
          throw unmarkable.get();
        }
        ((Consumer<Map<String, String>>) given[1]).accept(properties);
        marks.add(TableCopy.of(properties).orElseThrow().complete());
        return null;
      }
      case "getConfiguration" -> {
        onLook.run();
        return ++looks > looksThatSeeNothing ? properties : Map.of();
      }
      case "splitRangeByTablets" -> {
        return Set.of(new Range());
      }
      case "tableIdMap" -> {
        return Map.of("t", id);
      }
      default -> throw new UnsupportedOperationException(name);
    }
  }

  @SuppressWarnings("unchecked")
  private <T> T scanner(Class<T> type) {
    List<Range> ranges = new ArrayList<>();
    return proxy(
        type,
        (name, given) -> {
          switch (name) {
            case "setRange" -> ranges.add((Range) given[0]);
            case "setRanges" -> ranges.addAll((Collection<Range>) given[0]);
            case "iterator" -> {
              return keys(ranges).entrySet().iterator();
            }
            case "forEach" -> {
              if (unreadable) {
                throw new IllegalStateException("planted");
              }
              keys(ranges).forEach((BiConsumer<Key, Value>) given[0]);
            }
            default -> {}
          }
          return null;
        });
  }

  private Map<Key, Value> keys(List<Range> ranges) {
    Map<Key, Value> keys = new TreeMap<>();
    for (Entry of : table.values()) {
      Key key = new Key(of.row(), of.family(), of.qualifier(), of.visibility(), 1);
      if (ranges.isEmpty() || ranges.stream().anyMatch(range -> range.contains(key))) {
        keys.put(key, new Value(of.value()));
      }
    }
    return keys;
  }

  static Properties clientProperties() {
    return Accumulo.newClientProperties().to("i", "localhost:1").as("user", "open-sesame").build();
  }

  private Connection connection() throws Exception {
    Constructor<?> made = Connection.class.getDeclaredConstructors()[0];
    made.setAccessible(true);
    return (Connection) made.newInstance(client(), clientProperties(), "i");
  }

  private CopySource source() throws Exception {
    return new CopySource(connection(), "t", "1", SPEC, Authorizations.EMPTY);
  }

  private PartOutcome copy(Does task) throws Exception {
    does = task;
    return copyBy(
        runner -> {
          Job job = Job.getInstance(runner.configuration(), "test");
          job.setJarByClass(Task.class);
          job.setInputFormatClass(Ones.class);
          job.setMapperClass(Task.class);
          job.setNumReduceTasks(0);
          job.setOutputKeyClass(BytesWritable.class);
          job.setOutputValueClass(BytesWritable.class);
          return job;
        });
  }

  private PartOutcome copyBy(FailableFunction<Runner, Job, Exception> jobs) throws Exception {
    Settings settings =
        Settings.resolve(Copying.SETTINGS, List.of(Layer.of("test", Map.of("job.threads", "1"))));
    Ledgers ledgers = ledgers();
    Ledgers.LedgerSnapshot before = ledgers.read();
    Connection connection = connection();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    InstantSource source = () -> Instant.ofEpochMilli(millis.get());
    PartEnvironment site =
        new PartEnvironment(
            () -> connection,
            true,
            CallerContext.NOTHING,
            List.of(),
            new Terminal(nowhere, nowhere),
            source.withZone(ZoneOffset.UTC),
            1);
    RunContext run = new RunContext("moru", site, directory, journal, pending, stop);
    CopySource from = source();
    CopyTarget target = new CopyTarget(from, "t_moru", Optional.empty(), true);
    TableCopy copy = new TableCopy("t", "1", Frontier.fingerprint(before.promise()), 1, false);
    Copying copying = new Copying(from, target, settings);
    return copying.copied(run, copying.judge(run, graph, ledgers, before), copy, jobs);
  }

  private Ledgers ledgers() {
    Ledgers.Home home = new Ledgers.Home("i", "1", SPEC.fingerprint());
    return new Ledgers(List.of(directory), home, graph, KnownWriters.NONE);
  }

  /** Says that so much was copied, and that these rows differed. */
  private static Does says(long entries, SeenRow... rows) {
    return context -> {
      for (SeenRow row : rows) {
        context.write(CopyRecord.keyOf(row), new BytesWritable(row.toBytes()));
      }
      context.write(CopyRecord.keyOfTask(), CopyRecord.value(entries, entries));
    };
  }

  @Test
  void aCopyOfAllThatWasPromisedIsCompleteAndAPass() throws Exception {
    PartOutcome outcome = copy(says(ENTRIES));

    assertThat(outcome.verdict()).as(outcome.reasons().toString()).isEqualTo(Verdict.PASS);
    assertThat(marks).containsExactly(true);
    assertThat(outcome.tally()).containsEntry("moru: entries read and written again", 60L);
  }

  @Test
  void aTableThatShowsFewerEntriesThanWerePromisedIsNoPass() throws Exception {
    for (int read : new int[] {0, ENTRIES - 1}) {
      PartOutcome outcome = copy(says(read));

      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons())
          .containsExactly(
              read
                  + " entries were read of table t, whose ledgers promise 60 or more: verify it,"
                  + " and the copy");
    }
    assertThat(marks).as("so that verify can tell what is missing").containsExactly(true, true);
  }

  @Test
  void aTableOfWhichNothingWasPromisedIsNoPassHoweverMuchWasRead() throws Exception {
    ledger.close(2);
    directory.fileSystem().delete(directory.ledger(0), false);
    UUID uuid = UUID.fromString(graph.uuid(0));
    ledger =
        Ledger.create(
            directory.fileSystem(),
            directory.ledger(0),
            new LedgerHeader("i", "1", SPEC.fingerprint(), 0, uuid));
    ledger.intend(new Window(Position.ORIGIN, new Position(0, 1, 0), 20, 0), 1);
    PartOutcome outcome = copy(says(1));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly("Nothing was promised of table t: no ledger acknowledges a write");
  }

  @Test
  void aRowThatIsWrongIsAFinding() throws Exception {
    Node node = new Node(0, 1, 3);
    table.put(row(node), corrupt(node));
    PartOutcome outcome = copy(says(ENTRIES, seen(corrupt(node))));

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
  }

  /** Tasks scan by name: a row of a later table is no phantom in the one before. */
  @Test
  void aTableThatIsMadeAnewWhileItIsCopiedIsADoubtAndNoFinding() throws Exception {
    PartOutcome outcome =
        copy(
            context -> {
              id = "2";
              says(ENTRIES, seen(corrupt(new Node(0, 1, 3)))).run(context);
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("Not all was copied: ")
        .contains("it was deleted and made anew while it was read");
    assertThat(marks).isEmpty();
  }

  /** One row more than a batch of the judge; all of a batch is judged when it is full. */
  @Test
  void eachRowThatDiffersIsJudgedAlsoBehindTheLastFullBatch() throws Exception {
    SeenRow[] rows = new SeenRow[BatchSettler.BATCH + 1];
    for (int i = 0; i < rows.length; i++) {
      byte[] row = "no row %05d".formatted(i).getBytes(StandardCharsets.UTF_8);
      rows[i] = seen(new Entry(row, new byte[0], new byte[0], new byte[0], new byte[0]));
    }
    PartOutcome outcome = copy(says(ENTRIES + rows.length, rows));

    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.PHANTOM, (long) rows.length));
  }

  /** The scan saw the first version of a head, which was rewritten long before. */
  @Test
  void aRowRightOnTheSecondReadIsJudgedByBothReads() throws Exception {
    Node head = new Node(0, 0, 3);
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(0, 0, 3);
    Entry old = encoder.entry();
    PartOutcome passed = copy(says(ENTRIES, seen(old)));
    table.put(row(head), old);
    PartOutcome stayed = copy(says(ENTRIES, seen(old)));

    assertThat(passed.findings()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(stayed.findings()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(findings()).filteredOn(line -> line.contains("passed.within.ms")).hasSize(1);
  }

  private List<String> findings() throws Exception {
    journal.flush();
    return Files.readAllLines(Path.of(directory.events("run").toUri().getPath())).stream()
        .filter(line -> line.contains("STALE"))
        .toList();
  }

  @Test
  void rowsThatCannotBeReadAgainAreADoubt() throws Exception {
    unreadable = true;
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(0, 0, 3);
    PartOutcome outcome = copy(says(ENTRIES, seen(encoder.entry())));

    assertThat(outcome.reasons())
        .anyMatch(
            reason -> reason.startsWith("Rows that differed at first could not be read again"));
    assertThat(outcome.verdict()).isNotEqualTo(Verdict.PASS);
  }

  @Test
  void ledgersThatHaveGrownAreADoubtAndTheCopyIsNotComplete() throws Exception {
    PartOutcome outcome =
        copy(
            context -> {
              acknowledge(END, SPEC.flushInterval());
              says(ENTRIES).run(context);
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("Table t was written to while it was copied, by 1 writer:");
    assertThat(marks).isEmpty();
  }

  @Test
  void aJobThatFailedLeavesACopyThatIsNotComplete() throws Exception {
    PartOutcome outcome =
        copy(
            context -> {
              throw new IOException("planted");
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .endsWith("table t_moru holds a part of the copy");
    assertThat(marks).isEmpty();
  }

  /** A copy of other ledgers, with entries: only {@link CopyTarget#checkRepeated} refuses it. */
  @Test
  void aTableThatHoldsACopyByOtherLedgersIsRefusedBeforeItIsMarked() throws Exception {
    properties.putAll(TableGraph.asProperties(SPEC));
    TableCopy other = new TableCopy("t", "1", "other", 1, true);
    CopyTarget target = new CopyTarget(source(), "t_moru", Optional.of(other), true);
    TableCopy now = new TableCopy("t", "1", "now", 1, false);

    assertThatThrownBy(() -> target.make(now))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("holds a copy of table t as other ledgers had it");
    assertThat(marks).isEmpty();
    table.clear();
    assertThat(target.make(now)).contains("is written again");
    assertThat(marks).containsExactly(false);
  }

  private static String row(SeenRow row) {
    return new String(row.row(), StandardCharsets.UTF_8);
  }

  /** Two tasks and 4 s, by a clock that stands still otherwise. */
  @Test
  void whatTasksDidIsAddedUpAndReportedWithItsTime() throws Exception {
    PartOutcome outcome =
        copy(
            context -> {
              millis.addAndGet(4_000);
              for (int entries : new int[] {20, 40}) {
                context.write(CopyRecord.keyOfTask(), CopyRecord.value(entries, entries - 5));
              }
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.tally())
        .containsExactly(
            Map.entry("moru: entries read and written again", 60L),
            Map.entry("moru: " + catena.read.check.Count.EXACT.words(), 50L));
    assertThat(outcome.facts())
        .containsExactly(
            "moru: 60 entries read and written again in 4s, 15/s",
            "moru: of table t into table t_moru");
  }

  @Test
  void aFindingFailsTheRunAtOnceAndNothingElseDoes() throws Exception {
    PendingVerdict verdict = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    pending = Optional.of(verdict);
    copy(says(0));
    assertThat(verdict.hasFailed()).as("a doubt is no fault").isFalse();

    SeenRow row = seen(corrupt(new Node(0, 1, 3)));
    PartOutcome outcome = copy(says(ENTRIES, row));
    assertThat(verdict.hasFailed()).isTrue();
    assertThat(outcome.reasons()).containsExactly("moru: 1 CORRUPT; first in row " + row(row));
  }

  @Test
  void onlyWritersThatHaveWrittenMeanwhileAreCounted() throws Exception {
    UUID uuid = UUID.fromString(graph.uuid(1));
    try (Ledger other =
        Ledger.create(
            directory.fileSystem(),
            directory.ledger(1),
            new LedgerHeader("i", "1", SPEC.fingerprint(), 1, uuid))) {
      other.sync();
      PartOutcome outcome =
          copy(
              context -> {
                acknowledge(END, SPEC.flushInterval());
                says(ENTRIES).run(context);
              });

      assertThat(outcome.reasons())
          .containsExactly(
              "Table t was written to while it was copied, by 1 writer: what was acknowledged"
                  + " meanwhile is not owed by the copy, and cannot be told from the rest of it."
                  + " Let ingest end before, and copy again into a new table");
    }
  }

  @Test
  void rowsThatTasksHaveLeftOutAreADoubt() throws Exception {
    PartOutcome outcome =
        copy(
            context -> {
              context.getCounter(CopyMapper.Count.LEFT).increment(1234);
              says(ENTRIES).run(context);
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly(
            "1,234 more rows differed when they were read and were not looked into: verify looks"
                + " at all of them");
    assertThat(marks).as("all of it was copied").containsExactly(true);
  }

  @Test
  void aJobThatCannotBeMadeIsADoubtWhateverItThrows() throws Exception {
    for (Throwable planted : new Throwable[] {new IOException("planted"), new Error("planted")}) {
      PartOutcome outcome =
          copyBy(
              runner -> {
                Throwables.throwIfInstanceOf(planted, Error.class);
                throw (Exception) planted;
              });

      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons()).containsExactly("Not all was copied: planted");
    }
    assertThat(marks).isEmpty();
  }

  @Test
  void ledgersThatCannotBeReadOnceMoreAreADoubtAndTheCopyIsNotComplete() throws Exception {
    UUID uuid = UUID.fromString(graph.uuid(1));
    PartOutcome outcome =
        copy(
            context -> {
              LedgerHeader foreign = new LedgerHeader("other", "1", SPEC.fingerprint(), 1, uuid);
              Ledger.create(directory.fileSystem(), directory.ledger(1), foreign).close();
              says(ENTRIES).run(context);
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("The ledgers could not be read once more: ")
        .contains("" + directory.ledger(1));
    assertThat(marks).isEmpty();
  }

  /** What its writer may have begun is open then, and nobody has written. */
  @Test
  void aLedgerThatIsGoneMeanwhileIsWhatTheDoubtNames() throws Exception {
    PartOutcome outcome =
        copy(
            context -> {
              Files.delete(Path.of(directory.ledger(0).toUri().getPath()));
              says(ENTRIES).run(context);
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .isEqualTo("The ledger " + directory.ledger(0) + " is gone: it was there a moment ago");
    assertThat(marks).isEmpty();
  }

  @Test
  void aTableThatCannotBeMarkedIsADoubt() throws Exception {
    unmarkable = Optional.of(new AccumuloException("planted"));
    PartOutcome outcome = copy(says(ENTRIES));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly("Table t_moru could not be marked as copied: planted");
  }

  /** A server may have the old state of the properties for a while. */
  @Test
  void aMarkIsWaitedForUntilItIsSeen() throws Exception {
    looksThatSeeNothing = 2;
    PartOutcome outcome = copy(says(ENTRIES));

    assertThat(outcome.reasons()).isEmpty();
    assertThat(looks).isEqualTo(3);
  }

  @Test
  void theWaitForAMarkCanBeInterrupted() {
    looksThatSeeNothing = 1;
    onLook = () -> Thread.currentThread().interrupt();
    assertThatThrownBy(() -> copy(says(ENTRIES))).isInstanceOf(InterruptedException.class);
    assertThat(looks).isEqualTo(1);
  }

  /** The job itself, which gets no further than to its submission. */
  @Test
  void aStopBeforeTheJobHasBegunIsADoubt() throws Exception {
    stop.ask("planted");
    ScanTask task = new ScanTask(graph, ledgers().read().promise(), Authorizations.EMPTY, false);
    PartOutcome outcome = copyBy(runner -> Copying.job(runner, source(), "t_moru", task, 4));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly("the job was stopped: planted; table t_moru holds a part of the copy");
    assertThat(marks).isEmpty();
  }
}
