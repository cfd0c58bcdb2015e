// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.FakeInstance;
import catena.harness.accumulo.Holder;
import catena.harness.accumulo.WriterNumbers;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.PartEnvironment;
import catena.harness.command.Terminal;
import catena.read.check.Count;
import catena.read.check.KnownWriters;
import catena.read.check.RowChecker;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.latency.LatencyRecorder;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole phase, with its threads, of a reader that returns what the test says. */
class ReadPhaseTest {
  private static final int FLUSH = 10;
  private static final Authorizations ALL = new Authorizations("A");

  @TempDir private Path temp;

  private final Graph graph = new Graph(spec());
  private final EntryEncoder encoder = new EntryEncoder(graph);
  private final StopSignal stop = new StopSignal();
  private final AtomicInteger faults = new AtomicInteger();
  private RunDirectory run;
  private Ledger ledger;

  private static GraphSpec spec() {
    return Specs.of(
        GraphSpec.VERSION,
        5,
        0,
        Long.MAX_VALUE,
        FLUSH,
        4,
        32767,
        32767,
        List.of("A"),
        GraphSpec.VisibilityScope.NODE,
        true,
        Payload.NONE,
        0,
        16);
  }

  @BeforeEach
  void open() throws IOException {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
    ledger =
        Ledger.create(
            run.fileSystem(),
            run.ledger(0),
            new LedgerHeader(
                "i", "1", graph.spec().fingerprint(), 0, UUID.fromString(graph.uuid(0))));
  }

  private void acknowledgeFirstWindow() throws IOException {
    ledger.intend(new Position(0, 0, 0), new Position(0, 1, 0), FLUSH, 0, 1);
    ledger.acknowledge(2);
    ledger.sync();
  }

  @AfterEach
  void close() throws IOException {
    ledger.close();
    run.close();
  }

  /** What a reader does in its only step. */
  @FunctionalInterface
  private interface Step {
    void make(ReaderContext context) throws Exception;
  }

  /** One reader that makes one step. */
  private record Once(Step step) implements ReadActivity {
    private static final PaceSettings PACE = new PaceSettings("walk", "lookups");

    @Override
    public Description description() {
      return reading(
          "walk",
          "take one step",
          Stream.of(ReadSettings.ALL, PACE.all()).<Setting<?>>flatMap(List::stream).toList());
    }

    @Override
    public String operations() {
      return "lookups";
    }

    @Override
    public PaceSettings.Pace pace(Settings own) {
      return PACE.pace(own);
    }

    @Override
    public void fit(ReadTarget target, Settings settings) {
      throw new UsageException("table " + target.table() + " does not fit");
    }

    @Override
    public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
      return context ->
          due -> {
            step.make(context);
            return false;
          };
    }
  }

  /** A client each of whose lookups throws. */
  private static AccumuloClient failing(Throwable failure) {
    return (AccumuloClient)
        Proxy.newProxyInstance(
            ReadPhaseTest.class.getClassLoader(),
            new Class<?>[] {AccumuloClient.class},
            (proxy, method, arguments) -> {
              throw failure;
            });
  }

  private ReadTarget target(AccumuloClient client, Authorizations auths, KnownWriters known) {
    return new ReadTarget(
        client,
        "i",
        "t",
        "1",
        Optional.of(graph),
        ALL,
        List.of(auths),
        ConsistencyLevel.IMMEDIATE,
        known,
        false,
        false);
  }

  private ReadTarget target() {
    return target(failing(new OutOfMemoryError("planted")), ALL, KnownWriters.NONE);
  }

  private PartOutcome read(ReadTarget target, Step step) throws Exception {
    Once activity = new Once(step);
    Map<String, String> values = new TreeMap<>(Map.of("read.reread.limit", "0"));
    values.put("read.start.limit", "0");
    Settings settings = Settings.resolve(activity.settings(), List.of(Layer.of("test", values)));
    PrintStream nowhere =
        new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    try (Journal journal = new Journal(run.append(run.events("test")), e -> {})) {
      ReadWork.ReadTerms terms =
          new ReadWork.ReadTerms(
              "walk",
              target,
              settings,
              List.of(run),
              journal::add,
              new Terminal(nowhere, nowhere),
              Clock.systemUTC(),
              System::nanoTime,
              3);
      return new ReadPhase(activity, terms, run, journal, faults::incrementAndGet).run(stop);
    }
  }

  private Entry entry(Node node) {
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  private byte[] row(Node node) {
    return NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node)));
  }

  private void visit(ReaderContext context, Node node, Entry... seen) throws Exception {
    RowChecker rows = context.rows(context.drawView());
    rows.begin();
    boolean unused = rows.row(row(node), List.of(seen), Optional.empty());
    context.tally().one(Count.READS);
    rows.end();
  }

  private void visitFirst(ReaderContext context) throws Exception {
    for (int i = 1; i < FLUSH; i++) {
      visit(context, new Node(0, 0, i), entry(new Node(0, 0, i)));
    }
  }

  @Test
  void whatIsAllRightPassesAndSaysWhatWasCompared() throws Exception {
    acknowledgeFirstWindow();
    PartOutcome outcome = read(target(), this::visitFirst);

    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.proof().compared())
        .containsExactly("walk: 9 of 9 rows that 9 lookups checked, exactly as promised");
  }

  @Test
  void aTableThatDoesNotFitIsRefusedBeforeItIsRead() throws Exception {
    FakeInstance instance = new FakeInstance();
    FakeInstance.Table unused = instance.table("t");
    Connection connection = instance.connection();
    PrintStream nowhere =
        new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    PartEnvironment site =
        new PartEnvironment(
            () -> connection,
            true,
            CallerContext.NOTHING,
            List.of(),
            new Terminal(nowhere, nowhere),
            Clock.systemUTC(),
            1);
    Once activity = new Once(context -> {});
    Settings settings =
        Settings.resolve(activity.settings(), List.of(Layer.of("test", Map.of("table.name", "t"))));

    assertThatThrownBy(() -> activity.target(site, settings))
        .isInstanceOf(UsageException.class)
        .hasMessage("table t does not fit");
  }

  @Test
  void whatAReaderFindsSaysWhichWriterWroteItAndAReaderKnowsItsName() throws Exception {
    acknowledgeFirstWindow();
    Node node = new Node(0, 0, 3);
    List<String> names = new ArrayList<>();
    PartOutcome outcome =
        read(
            target(),
            context -> {
              names.add(context.client());
              visit(context, node, entry(node), entry(node));
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    List<Event> told = new ArrayList<>();
    JournalReader.Summary unused =
        JournalReader.read(run.fileSystem(), run.events("test"), told::add);
    assertThat(told)
        .filteredOn(Event.FindingSeen.class::isInstance)
        .singleElement()
        .extracting(event -> ((Event.FindingSeen) event).finding().origin().orElseThrow().writer())
        .isEqualTo(0);
    assertThat(told)
        .filteredOn(Event.ClientStarted.class::isInstance)
        .extracting(event -> ((Event.ClientStarted) event).client())
        .isEqualTo(names)
        .doesNotContain("");
  }

  /** So that folding the journal gives the same rate. */
  @Test
  void theRateIsOverTheTimeThatTheJournalRecords() throws Exception {
    acknowledgeFirstWindow();
    PartOutcome outcome =
        read(
            target(),
            context -> {
              LatencyRecorder.Operation lookup = context.operation("lookup");
              for (int i = 0; i < 100; i++) {
                long began = context.nanos();
                visitFirst(context);
                context.read(lookup, began, began, context.nanos(), FLUSH - 1, List.of());
              }
            });

    List<Event> told = new ArrayList<>();
    JournalReader.Summary unused =
        JournalReader.read(run.fileSystem(), run.events("test"), told::add);
    long began = at(told, Event.ClientStarted.class);
    long ended = at(told, Event.ClientStopped.class);
    long rows = rowsIn(told);
    String rate = Amounts.rate(ended == began ? 0 : 1000.0 * rows / (ended - began));
    assertThat(outcome.facts().get(1)).startsWith(Amounts.grouped(rows) + " rows, " + rate + ";");
  }

  private static long at(List<Event> events, Class<? extends Event> kind) {
    return events.stream().filter(kind::isInstance).findFirst().orElseThrow().at();
  }

  private static long rowsIn(List<Event> events) {
    return events.stream()
        .filter(Event.Throughput.class::isInstance)
        .mapToLong(event -> ((Event.Throughput) event).rows())
        .sum();
  }

  @Test
  void aMissingRowIsNoPassIfReadingItAgainMeetsAnError() throws Exception {
    acknowledgeFirstWindow();
    PartOutcome outcome =
        read(
            target(),
            context -> {
              visitFirst(context);
              visit(context, new Node(0, 0, 0));
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anyMatch(reason -> reason.contains("OutOfMemoryError: planted"))
        .anyMatch(reason -> reason.startsWith("Not read again to the end: 1 row, the first "));
    assertThat(outcome.tally()).containsEntry("walk: read again", 1L);
    assertThat(outcome.tally()).containsEntry("walk: not settled", 1L);
  }

  @Test
  void anErrorOfAReaderIsADoubtAndWhatItFoundStaysFound() throws Exception {
    acknowledgeFirstWindow();
    Node node = new Node(0, 0, 3);
    PartOutcome outcome =
        read(
            target(),
            context -> {
              visit(context, node, entry(node), entry(node));
              throw new OutOfMemoryError("of the reader");
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.DUPLICATED);
    assertThat(outcome.reasons()).anyMatch(reason -> reason.contains("of the reader"));
    assertThat(outcome.reasons().get(0)).startsWith("walk: 1 DUPLICATED; first in row ");
    assertThat(faults).hasValue(1);
  }

  @Test
  void aReadThatAStopBreaksOffIsNoDoubt() throws Exception {
    acknowledgeFirstWindow();
    PartOutcome outcome =
        read(
            target(),
            context -> {
              visitFirst(context);
              context.stop().ask("test");
              Object unused =
                  context.answered(
                      () -> {
                        throw new TimedOutException("planted");
                      });
            });

    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void whateverElseGoesWrongAfterAStopIsADoubt() throws Exception {
    acknowledgeFirstWindow();
    for (Exception failure :
        List.of(
            new IOException("the ledger cannot be read"),
            new InterruptedException("while it waited"),
            new IllegalStateException(new TimedOutException("of a lookup while judging")))) {
      PartOutcome outcome =
          read(
              target(),
              context -> {
                visitFirst(context);
                context.stop().ask("test");
                throw failure;
              });
      assertThat(outcome.verdict()).as(failure.toString()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons()).hasSize(1);
    }
  }

  @Test
  void aReadThatFailsAfterAStopForAnyOtherReasonIsADoubt() throws Exception {
    acknowledgeFirstWindow();
    PartOutcome outcome =
        read(
            target(),
            context -> {
              visitFirst(context);
              context.stop().ask("test");
              Object unused =
                  context.answered(
                      () -> {
                        throw new IllegalStateException("the table is gone");
                      });
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("the table is gone");
  }

  @Test
  void noReadAtAllIsNoPass() throws Exception {
    acknowledgeFirstWindow();
    assertThat(doubt(target(), context -> {})).contains("nothing was read");
    assertThat(
            doubt(
                target(),
                context -> {
                  AtomicInteger tries = new AtomicInteger();
                  Object unused =
                      context.answered(
                          () -> {
                            if (tries.incrementAndGet() == 3) {
                              stop.ask("test");
                            }
                            throw new TimedOutException("planted");
                          });
                }))
        .contains("no read of table t was answered, and 2 timed out");
  }

  private String doubt(ReadTarget target, Step step) throws Exception {
    PartOutcome outcome = read(target, step);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.proof().compared()).isEmpty();
    assertThat(outcome.reasons()).hasSize(1);
    return outcome.reasons().get(0);
  }

  @Test
  void onlyRowsThatPromiseNothingAreNoPass() throws Exception {
    assertThat(doubt(target(), context -> visit(context, new Node(0, 0, 3))))
        .contains("no entry of table t was seen, and none was promised");
    acknowledgeFirstWindow();
    ReadTarget blind = target(failing(new IOException()), Authorizations.EMPTY, KnownWriters.NONE);
    assertThat(doubt(blind, context -> visit(context, new Node(0, 0, 3))))
        .contains("nothing that was promised was compared", "1 row hidden from");
    assertThat(doubt(target(), context -> visit(context, new Node(0, 2, 3))))
        .contains("only rows to which no writer has come");
    ledger.intend(new Position(0, 1, 0), new Position(0, 2, 0), FLUSH, 0, 1);
    ledger.sync();
    assertThat(doubt(target(), context -> visit(context, new Node(0, 1, 3))))
        .contains("1 row with an indeterminate write");
  }

  @Test
  void aWriterWithoutALedgerIsADoubt() throws Exception {
    acknowledgeFirstWindow();
    ReadTarget two =
        target(
            failing(new IOException()),
            ALL,
            new KnownWriters(2, Map.of(), Map.of(), KnownWriters.NONE.holds()));
    PartOutcome outcome = read(two, this::visitFirst);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("writers [1]");
  }

  @Test
  void aWriterThatNeverBeganIsNamedAndNoDoubt() throws Exception {
    acknowledgeFirstWindow();
    Holder died = new Holder("far", 17, "runs/killed", 0);
    KnownWriters known =
        new KnownWriters(
            2,
            Map.of(),
            Map.of(1, new WriterNumbers.Taker(died, false)),
            KnownWriters.NONE.holds());
    PartOutcome outcome = read(target(failing(new IOException()), ALL, known), this::visitFirst);

    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.reasons()).anyMatch(said -> said.contains("[1]") && said.contains("killed"));
  }

  @Test
  void aLedgerThatLostItsEndIsADoubt() throws Exception {
    acknowledgeFirstWindow();
    KnownWriters known =
        new KnownWriters(1, Map.of(0, new Position(0, 3, 0)), Map.of(), KnownWriters.NONE.holds());
    PartOutcome outcome = read(target(failing(new IOException()), ALL, known), this::visitFirst);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("has lost its end");
  }

  @Test
  void aTableThatTheRunDidNotWriteIsRefused() throws Exception {
    acknowledgeFirstWindow();
    new GraphFile("other", "2", "i", graph.spec()).writeTo(run);
    assertThatThrownBy(() -> read(target(), this::visitFirst))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("other");
    ReadTarget plain =
        new ReadTarget(
            failing(new IOException()),
            "i",
            "ci",
            "2",
            Optional.empty(),
            ALL,
            List.of(ALL),
            ConsistencyLevel.IMMEDIATE,
            KnownWriters.NONE,
            false,
            false);
    assertThatThrownBy(() -> read(plain, this::visitFirst))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no graph");
  }
}
