// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.SharedCluster;
import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.TableGraph;
import catena.harness.command.Terminal;
import catena.read.plant.Fault;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReadWork;
import catena.records.fixture.LatencySums;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.ledger.Ledger;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.iterators.IteratorUtil.IteratorScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class BatchWalkIT {
  private static final int FLUSH = 20;
  private static final int DEPTH = 4;
  private static final Position END = new Position(4, 2, 11);
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @RegisterExtension static final SharedCluster CLUSTER = new SharedCluster("A", "B", "C");

  @TempDir static Path directory;

  private static int tables;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** A table with the run that wrote it. */
  private record Written(ScratchTable table, RunDirectory run) implements AutoCloseable {
    @Override
    public void close() throws java.io.IOException {
      table.close();
      run.close();
    }
  }

  private static GraphSpec spec(double deletes, String... visibilities) {
    return Faults.graph(FLUSH, DEPTH, deletes, List.of(visibilities));
  }

  private static Written empty(GraphSpec spec) throws Exception {
    String name = "batch_" + ProcessHandle.current().pid() + "_" + tables++;
    RunDirectory run = RunDirectory.at(directory.resolve(name).toString());
    return new Written(new ScratchTable(CLUSTER.connection(), name, spec, Map.of(), false), run);
  }

  private static Written written(double deletes, String... visibilities) throws Exception {
    Written what = empty(spec(deletes, visibilities));
    what.table.write(what.run, 0, END);
    what.table.write(what.run, 1, END);
    return what;
  }

  private static Settings settings(Written what, String... given) {
    Map<String, String> values = new HashMap<>();
    values.put("table.name", what.table.name);
    values.put("read.reread.limit", "1s");
    values.put("read.start.limit", "0");
    values.put("batchwalk.size", "100");
    values.put("batchwalk.threads", "3");
    values.put("batchwalk.count", "120");
    for (int i = 0; i < given.length; i += 2) {
      values.put(given[i], given[i + 1]);
    }
    return Settings.resolve(new BatchWalkActivity().settings(), List.of(Layer.of("test", values)));
  }

  /** A phase that is ready to run; its journal is the run's {@code events/batchwalk.jsonl}. */
  private final class Reading implements AutoCloseable {
    private final Written what;
    private final Journal journal;
    private final ReadPhase phase;
    private final StopSignal stop = new StopSignal();

    Reading(Written what, List<RunDirectory> runs, String... given) throws Exception {
      this.what = what;
      Settings settings = settings(what, given);
      PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
      what.run.fileSystem().delete(what.run.events("batchwalk"), false);
      journal =
          new Journal(
              what.run.append(what.run.events("batchwalk")),
              e -> {
                throw new AssertionError(e);
              });
      phase =
          new ReadPhase(
              new BatchWalkActivity(),
              new ReadWork.ReadTerms(
                  "batchwalk",
                  ReadTarget.find(CLUSTER.connection(), settings),
                  settings,
                  runs,
                  journal::add,
                  new Terminal(stream, stream),
                  Clock.systemUTC(),
                  System::nanoTime,
                  1),
              what.run,
              journal,
              () -> {});
    }

    PartOutcome run() throws Exception {
      return phase.run(stop);
    }

    /** The findings so far. */
    Map<String, Set<FindingKind>> findings() throws Exception {
      journal.flush();
      Map<String, Set<FindingKind>> found = new TreeMap<>();
      JournalReader.read(
          what.run.fileSystem(),
          what.run.events("batchwalk"),
          event -> {
            if (event instanceof Event.FindingSeen seen) {
              found
                  .computeIfAbsent(seen.finding().row(), any -> EnumSet.noneOf(FindingKind.class))
                  .add(seen.finding().kind());
            }
          });
      return found;
    }

    @Override
    public void close() throws java.io.IOException {
      stop.ask("the test is over");
      journal.close();
    }
  }

  private PartOutcome read(Written what, String... given) throws Exception {
    try (Reading reading = new Reading(what, List.of(what.run), given)) {
      return reading.run();
    }
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Entry labelled(Entry entry, String visibility) {
    return NodeCodec.withChecksum(
        new Entry(
            entry.row(),
            entry.family(),
            entry.qualifier(),
            ScratchTable.bytes(visibility),
            entry.value()));
  }

  @Test
  void aCleanTableIsSilentWithAnyAuthorizations() throws Exception {
    try (Written what = written(0.4, "", "A", "B&C")) {
      PartOutcome outcome = read(what, "read.auths", "A|B,C|A,B,C|C");

      assertThat(outcome.verdict()).as(said() + outcome).isEqualTo(Verdict.PASS);
      assertThat(outcome.findings()).isEmpty();
      assertThat(outcome.tally())
          .containsEntry("batchwalk: batches", 120L)
          .containsKeys("batchwalk: exactly as promised", "batchwalk: deleted and gone")
          .containsKey("batchwalk: hidden by visibility");
      assertThat(LatencySums.of(what.run, "batch").getTotalCount()).isEqualTo(120);
      assertThat(LatencySums.of(what.run, "batch.service").getTotalCount())
          .as("without a rate")
          .isZero();
    }
  }

  @Test
  void whatIsPlantedIsFoundByItsNameAndNothingElse() throws Exception {
    try (Written what = written(0.4, "", "A", "B&C");
        // Walks in closed blocks have no end: many must begin, so that some come to the newest
        // window.
        Reading reading =
            new Reading(
                what, List.of(what.run), "batchwalk.size", "6000", "batchwalk.count", "10")) {
      Map<String, Set<FindingKind>> planted = new TreeMap<>();
      for (Fault fault : Faults.of(what.table.graph, 2, END)) {
        if (fault.kind() != FindingKind.RESURRECTED) { // few walks begin where nothing is to be
          what.table.plant(fault);
          fault.whole().forEach((row, kind) -> planted.put(row, Set.of(kind)));
        }
      }

      PartOutcome outcome = reading.run();

      assertThat(reading.findings()).as(said()).isEqualTo(planted);
      assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(outcome.findings().values().stream().mapToLong(n -> n).sum())
          .isEqualTo(planted.size());
      assertThat(said()).contains("more findings are in the journal");
    }
  }

  @Test
  void aDeleteThatIsUndoneIsResurrected() throws Exception {
    try (Written what = written(1, "");
        // One walk of eight begins at a row that is to be gone: enough of them meet each such row.
        Reading reading =
            new Reading(
                what, List.of(what.run), "batchwalk.size", "6000", "batchwalk.count", "17")) {
      Node node = new Node(1, DEPTH, 7);
      what.table.plant(what.table.first(node));
      assertThat(reading.run().verdict()).isEqualTo(Verdict.FAIL);
      assertThat(reading.findings())
          .as(said())
          .isEqualTo(Map.of(what.table.row(node), Set.of(FindingKind.RESURRECTED)));
    }
  }

  @Test
  void aChangedVisibilityLeaksToSomeAndWithholdsFromOthers() throws Exception {
    try (Written what = written(0, "B&C")) {
      Node node = new Node(0, 1, 3);
      Entry right = what.table.last(node);
      what.table.remove(right);
      what.table.plant(labelled(right, "A"));
      String row = what.table.row(node);

      leavesOnly(Map.of(row, Set.of(FindingKind.LEAKED)), what, "A");
      leavesOnly(Map.of(row, Set.of(FindingKind.WITHHELD)), what, "B,C");
    }
  }

  private void leavesOnly(Map<String, Set<FindingKind>> expected, Written what, String auths)
      throws Exception {
    try (Reading reading = new Reading(what, List.of(what.run), "read.auths", auths)) {
      assertThat(reading.run().verdict()).isEqualTo(Verdict.FAIL);
      assertThat(reading.findings()).as(said()).isEqualTo(expected);
    }
  }

  @Test
  void aKeyThatABatchReturnsTwiceIsDuplicated() throws Exception {
    try (Written what = empty(spec(0, ""));
        Reading reading = new Reading(what, List.of(what.run))) {
      AccumuloClient client = CLUSTER.connection().client();
      client
          .tableOperations()
          .removeIterator(what.table.name, "vers", EnumSet.allOf(IteratorScope.class));
      what.table.write(what.run, 0, new Position(0, DEPTH, 0));
      Node node = new Node(0, 2, 3);
      what.table.plant(what.table.first(node));
      assertThat(reading.run().verdict()).isEqualTo(Verdict.FAIL);
      assertThat(reading.findings())
          .isEqualTo(Map.of(what.table.row(node), Set.of(FindingKind.DUPLICATED)));
    }
  }

  @Test
  void aRowThatComesBackIsLate() throws Exception {
    try (Written what = written(0, "");
        Reading reading =
            new Reading(
                what,
                List.of(what.run),
                "batchwalk.count",
                "",
                "read.wait",
                "20ms",
                "read.reread.limit",
                "10m")) {
      Node node = new Node(0, 1, 3);
      what.table.remove(what.table.last(node));
      try (Background<PartOutcome> walking = new Background<>(reading::run)) {
        await(() -> reading.phase.done() > 120);
        what.table.plant(what.table.last(node));
        await(() -> !reading.findings().isEmpty());
        reading.stop.ask("seen enough");
        assertThat(walking.result().verdict()).as(said()).isEqualTo(Verdict.FAIL);
      }
      assertThat(reading.findings())
          .isEqualTo(Map.of(what.table.row(node), Set.of(FindingKind.LATE)));
      assertThat(said()).contains("LATE " + what.table.row(node));
    }
  }

  @Test
  void writesAndDeletesThatGoOnMeanwhileAreNoAlarm() throws Exception {
    try (Written what = empty(spec(0.5, "", "A"));
        Ledger ledger = what.table.ledger(what.run, 0)) {
      Position first = what.table.window(ledger, 0, Position.ORIGIN, new Position(9, 0, 0));
      try (Reading reading =
              new Reading(what, List.of(what.run), "batchwalk.count", "", "read.auths", "A|A,B,C");
          Background<PartOutcome> walking = new Background<>(reading::run)) {
        Position at = first;
        while (at.block() < 25) {
          at = what.table.window(ledger, 0, at, new Position(99, 0, 0));
        }
        await(() -> reading.phase.done() > 20);
        reading.stop.ask("written enough");
        PartOutcome outcome = walking.result();
        assertThat(outcome.findings()).as(said()).isEmpty();
        assertThat(outcome.verdict()).as(said() + outcome).isEqualTo(Verdict.PASS);
      }
    }
  }

  @Test
  void aTableOfAnotherToolIsCheckedForChecksumsAndReferencesAndSaysSo() throws Exception {
    try (Written what = written(0, "")) {
      for (String key : TableGraph.asProperties(what.table.graph.spec()).keySet()) {
        CLUSTER.connection().client().tableOperations().removeProperty(what.table.name, key);
      }
      try (Reading reading = new Reading(what, List.of())) {
        PartOutcome clean = reading.run();
        assertThat(clean.verdict()).as(said() + clean).isEqualTo(Verdict.PASS);
        assertThat(clean.reasons()).anyMatch(reason -> reason.contains("has no graph: only"));
      }

      Node lost = new Node(0, 1, 3);
      Node corrupt = new Node(0, 2, 5);
      what.table.remove(what.table.last(lost));
      what.table.plant(Faults.withByte(what.table.last(corrupt), 40));
      try (Reading reading = new Reading(what, List.of())) {
        assertThat(reading.run().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(reading.findings())
            .isEqualTo(
                Map.of(
                    what.table.row(lost),
                    Set.of(FindingKind.UNDEFINED),
                    what.table.row(corrupt),
                    Set.of(FindingKind.CORRUPT)));
      }
    }
  }

  @Test
  void withoutALedgerOrWithoutAnEntryThereIsADoubt() throws Exception {
    try (Written what = written(0, "")) {
      try (Reading reading = new Reading(what, List.of())) {
        PartOutcome outcome = reading.run();
        assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(outcome.reasons()).anyMatch(reason -> reason.contains("no ledger was given"));
        assertThat(outcome.tally()).containsKey("batchwalk: entries");
      }
    }
    try (Written what = empty(spec(0, ""))) {
      PartOutcome outcome = read(what);
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons()).anyMatch(reason -> reason.contains("nothing was read"));
    }
  }

  @Test
  void aTableThatGoesAwayMeanwhileIsADoubtInWords() throws Exception {
    goesAway(
        "was deleted while", name -> CLUSTER.connection().client().tableOperations().delete(name));
    goesAway(
        "was taken offline while",
        name -> CLUSTER.connection().client().tableOperations().offline(name, true));
  }

  private interface Act {
    void on(String table) throws Exception;
  }

  private void goesAway(String words, Act act) throws Exception {
    try (Written what = written(0, "");
        Reading reading =
            new Reading(what, List.of(what.run), "batchwalk.count", "", "read.wait", "20ms");
        Background<PartOutcome> walking = new Background<>(reading::run)) {
      await(() -> reading.phase.done() > 3);
      act.on(what.table.name);
      PartOutcome outcome = walking.result();
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons()).anyMatch(reason -> reason.contains(words));
      assertThat(said()).doesNotContain("\tat ");
    }
  }

  @Test
  void whatCannotBeDoneAsAskedIsRefusedInWords() throws Exception {
    try (Written what = written(0, "")) {
      refuses(what, "from 1 to 256", "batchwalk.threads", "257");
      refuses(what, "from 1 to 1000000", "batchwalk.size", "0");
      refuses(what, "read.wait=-1s is not allowed", "read.wait", "-1s");
      refuses(what, "exclude each other", "read.wait", "1s", "batchwalk.rate", "3");
      refuses(what, "no authorization X", "read.auths", "A|X");
      refuses(what, "cannot be read", "read.auths.file", "/no/such/file");
      refuses(what, "There is no table", "table.name", "missing");
    }
  }

  private void refuses(Written what, String words, String... given) {
    assertThatThrownBy(() -> read(what, given))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(words);
  }

  /** Work on a thread of its own. */
  private static final class Background<T> implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Future<T> future;

    Background(Callable<T> work) {
      future = thread.submit(work);
    }

    T result() throws Exception {
      return future.get(PATIENCE.toSeconds(), java.util.concurrent.TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      thread.shutdown();
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    StopSignal never = new StopSignal();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
      boolean unused = never.await(Duration.ofMillis(50));
    }
  }
}
