// SPDX-License-Identifier: Apache-2.0
package catena.verify.references;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.read.check.Count;
import catena.read.check.CurrentLedgers;
import catena.read.check.Ledgers;
import catena.read.check.RangeMerge;
import catena.read.check.View;
import catena.read.plant.Faults;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import catena.verify.ModelTable;
import catena.verify.exact.ExactConclusion;
import catena.verify.exact.ModelContext;
import catena.verify.job.JobInSteps;
import catena.verify.result.PassResult;
import catena.verify.row.ReferenceRecord;
import catena.verify.row.RowRange;
import catena.verify.row.RowRanges;
import catena.verify.row.Tally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class ReferencesConclusionTest {
  /** Block 0 whole, block 1 up to the middle of its third layer. */
  private static final Position END = new Position(1, 2, 20);

  private final Graph graph = ModelTable.graph(0, "", "A");
  private final ModelTable table = new ModelTable(graph);
  private final List<Finding> found = new ArrayList<>();
  private final View all = view(new Authorizations("A"));
  private View reader = all;
  private final Set<String> knownRows = new HashSet<>();
  private boolean eventual;
  private Promise before = ModelContext.settled(END);
  private Promise after = before;
  private FailableConsumer<Finding, Exception> sink = found::add;

  /** Which ranges a task reports; the others no task took. */
  private List<RowRange> taken =
      RowRanges.ofTablets(
          List.of(new Text("3"), new Text("5")), RowRange.ALL, 3, 3, RowRanges.Pieces.EVEN);

  private final List<RowRange> handedOut = taken;

  ReferencesConclusionTest() {
    table.write(0, Position.ORIGIN, END);
  }

  private View view(Authorizations of) {
    return View.of(Optional.of(graph), of, table.lookup(), table.lookup());
  }

  private RangeMerge.Scan scan(Range rows) {
    RangeMerge.Scan all = table.scan(rows);
    return () -> {
      Entry entry = all.next();
      while (entry != null && !isVisible(entry)) {
        entry = all.next();
      }
      return entry;
    };
  }

  private boolean isVisible(Entry entry) {
    return reader.visible().test(new String(entry.visibility(), StandardCharsets.UTF_8));
  }

  /** What a pass compares with that neither waits nor stops. */
  private ExactConclusion.Context context(
      Optional<Graph> known, Ledgers.LedgerSnapshot ledgers, CurrentLedgers now, View asked) {
    return new ExactConclusion.Context(
        known,
        ledgers,
        now,
        asked,
        all,
        eventual,
        Duration.ZERO,
        new StopSignal(),
        (left, rows) -> {},
        Clock.systemUTC(),
        () -> 0);
  }

  private PassResult conclude(Optional<Graph> known, Ledgers.LedgerSnapshot ledgers)
      throws Exception {
    ReferencesConclusion conclusion =
        new ReferencesConclusion(
            context(
                known,
                ledgers,
                () -> new Ledgers.LedgerSnapshot(after, List.of(), ledgers.ledgers()),
                reader),
            List.of(RowRange.ALL),
            handedOut,
            knownRows::contains,
            sink);
    return ReferencesInSteps.conclude(
        conclusion, new JobInSteps(JobInSteps.newConfiguration(), taken, this::scan));
  }

  private PassResult byLedgers() throws Exception {
    return conclude(Optional.of(graph), ModelContext.reading(before));
  }

  private PassResult foreign() throws Exception {
    before = Promise.NONE;
    after = before;
    return conclude(Optional.empty(), ModelContext.reading(before));
  }

  /** A node in the second of the three ranges. */
  private Node inTheMiddle() {
    return IntStream.range(0, ModelTable.FLUSH)
        .mapToObj(i -> new Node(0, 1, i))
        .filter(node -> handedOut.get(1).firstNumber() <= graph.row(node))
        .filter(node -> handedOut.get(1).endNumber() > graph.row(node))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aTableThatIsRightIsAPass() throws Exception {
    PassResult result = byLedgers();

    assertThat(result.verdict()).as(result.doubts().toString()).isEqualTo(Verdict.PASS);
    assertThat(result.tally().get(Count.RANGES)).isEqualTo(3);
    assertThat(found).isEmpty();
    assertThat(foreign().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aRangeThatNoTaskTookIsADoubtAndItsRowsAreNotTakenForUndefined() throws Exception {
    taken = List.of(handedOut.get(0), handedOut.get(2));

    for (PassResult result : List.of(byLedgers(), foreign())) {
      assertThat(result.verdict()).as(result.findings().toString()).isEqualTo(Verdict.UNKNOWN);
      assertThat(result.tally().get(Count.UNDEFINED)).isPositive();
      assertThat(result.doubts())
          .singleElement()
          .asString()
          .startsWith("No task reported the rows " + handedOut.get(1));
    }
  }

  @Test
  void aRangeThatTwoTasksTookIsADoubt() throws Exception {
    taken = new ArrayList<>(handedOut);
    taken.add(handedOut.get(1));

    assertThat(foreign().doubts())
        .containsExactly("Two tasks checked the rows " + handedOut.get(1));
  }

  @Test
  void aRowThatIsReferredToAndLostIsAFault() throws Exception {
    table.remove(inTheMiddle());

    for (PassResult result : List.of(byLedgers(), foreign())) {
      assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(result.findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
      assertThat(result.doubts()).isEmpty();
    }
    assertThat(found).extracting(Finding::row).containsOnly(table.row(inTheMiddle()));
    assertThat(found).allMatch(finding -> finding.referrers().size() == 1);
  }

  /** As exact mode has found it before: the row is counted once. */
  @Test
  void aRowThatIsKnownToBeLostIsNoSecondFinding() throws Exception {
    table.remove(inTheMiddle());
    knownRows.add(table.row(inTheMiddle()));

    PassResult result = byLedgers();

    assertThat(result.findings()).isEmpty();
    assertThat(result.tally().get(Count.UNDEFINED)).as("it is counted").isEqualTo(1);
  }

  /** The reader of a table whose tablet servers have what another has. */
  private View behind(ModelTable now) {
    return View.of(Optional.of(graph), new Authorizations("A"), table.lookup(), now.lookup());
  }

  @Test
  void aRowThatScanServersDoNotShowYetIsNoFaultIfTheTabletServersDo() throws Exception {
    table.remove(inTheMiddle());
    ModelTable now = new ModelTable(graph);
    now.write(0, Position.ORIGIN, END);
    reader = behind(now);

    assertThat(byLedgers().verdict()).as("not eventual").isEqualTo(Verdict.FAIL);
    eventual = true;
    assertThat(byLedgers().verdict()).isEqualTo(Verdict.PASS);
    assertThat(foreign().verdict()).isEqualTo(Verdict.PASS);
    now.alter(inTheMiddle(), entry -> Faults.withByte(entry, 3));
    assertThat(foreign().findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
  }

  @Test
  void aRowToWhichOnlyAnOlderStateReferredIsNoFaultAndOneThatIsReferredToStillIs()
      throws Exception {
    table.remove(inTheMiddle());
    eventual = true;
    ModelTable now = new ModelTable(graph);
    reader = behind(now);

    assertThat(foreign().verdict()).isEqualTo(Verdict.PASS);
    reader = all;
    assertThat(foreign().findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
  }

  /** Who referred to it is there, and refers to another row now. */
  @Test
  void aRowToWhichNothingRefersAnyMoreIsNoFault() throws Exception {
    table.remove(inTheMiddle());
    eventual = true;
    ModelTable now = new ModelTable(graph);
    now.write(0, Position.ORIGIN, END);
    now.remove(inTheMiddle());
    long gone = graph.row(inTheMiddle());
    List<Entry> referrers = now.entries().stream().filter(entry -> refersTo(gone, entry)).toList();
    Entry other =
        now.entries().stream()
            .filter(
                entry ->
                    NodeCodec.decode(entry) instanceof Decoded.Sound sound
                        && sound.previous() > 0
                        && sound.previous() != gone)
            .findFirst()
            .orElseThrow();
    reader = behind(now);
    assertThat(referrers).isNotEmpty();
    assertThat(foreign().findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));

    for (Entry referrer : referrers) {
      IntStream.range(0, 3)
          .boxed()
          .flatMap(
              layer -> IntStream.range(0, ModelTable.FLUSH).mapToObj(i -> new Node(0, layer, i)))
          .filter(node -> Arrays.equals(NodeCodec.rowBytes(now.row(node)), referrer.row()))
          .forEach(now::remove);
      now.put(
          NodeCodec.withChecksum(
              new Entry(
                  referrer.row(),
                  other.family(),
                  other.qualifier(),
                  other.visibility(),
                  other.value())));
    }
    assertThat(now.entries()).noneMatch(entry -> refersTo(gone, entry));
    assertThat(foreign().verdict()).isEqualTo(Verdict.PASS);
  }

  private static boolean refersTo(long row, Entry entry) {
    return NodeCodec.decode(entry) instanceof Decoded.Sound sound && sound.previous() == row;
  }

  @Test
  void aFindingThatCannotBeWrittenDownStaysFoundAndIsADoubt() throws Exception {
    table.remove(inTheMiddle());
    sink =
        finding -> {
          throw new IOException("planted");
        };
    PassResult result = byLedgers();

    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
    assertThat(result.doubts())
        .containsExactly("Not all findings could be written down: java.io.IOException: planted");
  }

  @Test
  void aCorruptEntryIsAFaultWhateverElseIsKnown() throws Exception {
    taken = List.of(handedOut.get(1));
    table.alter(inTheMiddle(), entry -> Faults.withByte(entry, 3));
    PassResult result = byLedgers();

    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.findings()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
    assertThat(result.tally().get(Count.CORRUPT)).isEqualTo(1);
    assertThat(found).extracting(Finding::row).containsExactly(table.row(inTheMiddle()));
  }

  /** As exact mode has found it before: neither it nor that it is referred to is a second one. */
  @Test
  void aRowThatIsKnownToBeDamagedIsNoSecondFinding() throws Exception {
    table.alter(inTheMiddle(), entry -> Faults.withByte(entry, 3));
    assertThat(byLedgers().findings())
        .isEqualTo(Map.of(FindingKind.CORRUPT, 1L, FindingKind.UNDEFINED, 1L));
    knownRows.add(table.row(inTheMiddle()));

    PassResult result = byLedgers();

    assertThat(result.findings()).isEmpty();
    assertThat(result.tally().get(Count.CORRUPT)).as("it is counted").isEqualTo(1);
  }

  /** A finding needs a row; of an entry whose row is no number there is none to be told. */
  @Test
  void aCorruptEntryWhoseRowIsNoNumberIsAFindingWithoutARow() throws Exception {
    Entry right = table.entries().get(0);
    byte[] row = "no number".getBytes(StandardCharsets.UTF_8);
    table.put(new Entry(row, right.family(), right.qualifier(), right.visibility(), new byte[3]));
    PassResult result = byLedgers();

    assertThat(result.findings()).isEqualTo(Map.of(FindingKind.CORRUPT, 1L));
    assertThat(found).extracting(Finding::row).containsExactly("");
  }

  @Test
  void whatWasWrittenMeanwhileIsADoubt() throws Exception {
    table.remove(inTheMiddle());
    after = ModelContext.settled(new Position(1, 3, 0));
    PassResult result = byLedgers();

    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.doubts()).singleElement().asString().startsWith("Entries were written");
  }

  @Test
  void whatIsInDoubtAboutLedgersIsADoubtOfWhatIsJudgedByThem() throws Exception {
    Ledgers.LedgerSnapshot damaged = new Ledgers.LedgerSnapshot(before, List.of("damaged"), 1);

    PassResult result = conclude(Optional.of(graph), damaged);
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.doubts()).containsExactly("damaged");
  }

  /** The last write of the first layer of block 1 and the whole second are in one import. */
  private Node indeterminate() {
    Position sure = new Position(1, 0, ModelTable.FLUSH - 1);
    before = new Promise(Map.of(0, new Progress(sure, END)));
    after = before;
    Node node = new Node(0, ModelTable.DEPTH, ModelTable.FLUSH - 1);
    table.remove(node);
    return node;
  }

  @Test
  void aRowThatNeedNotBeThereIsIndeterminateIfWhatRefersToItMayBeThere() throws Exception {
    Node unused = indeterminate();
    PassResult result = byLedgers();

    assertThat(result.verdict()).as(result.doubts().toString()).isEqualTo(Verdict.PASS);
    assertThat(result.tally().get(Count.INDETERMINATE)).isEqualTo(1);
  }

  @Test
  void aRowThatNeedNotBeThereIsAFaultIfSomethingRefersToItThatNoWriterWrote() throws Exception {
    Node node = indeterminate();
    byte[] stranger = NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node) + 1));
    Entry right =
        table.entries().stream()
            .filter(
                entry ->
                    NodeCodec.decode(entry) instanceof Decoded.Sound sound
                        && sound.previous() == graph.row(node))
            .findFirst()
            .orElseThrow();
    table.put(
        NodeCodec.withChecksum(
            new Entry(
                stranger, right.family(), right.qualifier(), right.visibility(), right.value())));
    PassResult result = byLedgers();

    assertThat(result.findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
  }

  @Test
  void aRowThatTheAuthorizationsHideIsCountedAsHidden() throws Exception {
    reader = view(Authorizations.EMPTY);
    PassResult result = byLedgers();

    assertThat(result.verdict()).as(result.findings().toString()).isEqualTo(Verdict.PASS);
    assertThat(result.tally().get(Count.HIDDEN))
        .isPositive()
        .isEqualTo(result.tally().get(Count.UNDEFINED));
    assertThat(result.tally().get(Count.INDETERMINATE)).isZero();
    assertThat(result.compared())
        .singleElement()
        .asString()
        .endsWith("; " + result.tally().get(Count.HIDDEN) + " of the others are hidden");
    before = Promise.NONE;
    after = before;
    PassResult unledgered = byLedgers();
    assertThat(unledgered.verdict())
        .as("without ledgers the graph says so, too")
        .isEqualTo(Verdict.PASS);
    assertThat(unledgered.tally().get(Count.HIDDEN)).isEqualTo(result.tally().get(Count.HIDDEN));
  }

  /** The graph says that it is hidden; a look at the table would not see it either. */
  @Test
  void aRowThatIsHiddenAndLostIsNoFindingOfAReaderThatMayNotSeeIt() throws Exception {
    reader = view(Authorizations.EMPTY);
    long hidden = byLedgers().tally().get(Count.HIDDEN);
    for (Entry entry : List.copyOf(table.entries())) {
      if (entry.visibility().length > 0) {
        table.remove(graph.node(NodeCodec.row(entry.row())).orElseThrow());
      }
    }
    PassResult result = byLedgers();

    assertThat(result.verdict()).as(result.findings().toString()).isEqualTo(Verdict.PASS);
    assertThat(result.tally().get(Count.HIDDEN)).isEqualTo(hidden);
  }

  @Test
  void aTaskThatFailsIsADoubtAndWhatItWouldHaveFoundIsNot() throws Exception {
    table.remove(inTheMiddle());
    ModelContext model = new ModelContext(graph, before, table.lookup());
    model.reader = all;
    model.user = all;
    PassResult whole = ReferencesInSteps.verify(model.context(), handedOut, table::scan, sink);
    PassResult broken =
        ReferencesInSteps.verify(
            model.context(),
            handedOut,
            range -> {
              throw new IOException("planted");
            },
            sink);

    assertThat(whole.findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
    assertThat(broken.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(broken.doubts())
        .containsExactly("The references were not all checked: java.io.IOException: planted");
  }

  @Test
  void whatIsDamagedStaysFoundWhereTheJobFailsAfterIt() throws Exception {
    ModelContext model = new ModelContext(graph, before, table.lookup());
    model.reader = all;
    model.user = all;
    ReferencesConclusion conclusion =
        new ReferencesConclusion(
            model.context(), List.of(RowRange.ALL), handedOut, row -> false, sink);
    conclusion.broken("a reducer failed");
    Tally counted = new Tally();
    counted.add(Count.CORRUPT, 5);
    counted.add(Count.UNDEFINED, 3);
    PassResult broken = conclusion.conclude(counted, 0);

    assertThat(broken.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(broken.findings()).isEqualTo(Map.of(FindingKind.CORRUPT, 5L));
    assertThat(broken.doubts()).containsExactly("a reducer failed");
  }

  /** Which rows they are is not known of a join that failed. */
  @Test
  void whatExactModeHasFoundDamagedCountsOnceWhereTheJobFails() throws Exception {
    ModelContext model = new ModelContext(graph, before, table.lookup());
    model.reader = all;
    model.user = all;
    Map<Long, Map<FindingKind, Long>> found = new TreeMap<>();
    for (long known : List.of(3L, 5L, 6L)) {
      ReferencesConclusion conclusion =
          new ReferencesConclusion(
              model.context(), List.of(RowRange.ALL), handedOut, row -> false, sink);
      conclusion.broken("a reducer failed");
      Tally counted = new Tally();
      counted.add(Count.CORRUPT, 5);
      PassResult broken = conclusion.conclude(counted, known);
      assertThat(broken.tally().get(Count.CORRUPT)).isEqualTo(5);
      found.put(known, broken.findings());
    }
    assertThat(found)
        .isEqualTo(Map.of(3L, Map.of(FindingKind.CORRUPT, 2L), 5L, Map.of(), 6L, Map.of()));
  }

  /** A row whose label the reader lacks is hidden, and one that is not there at all is not. */
  @Test
  void theUserSeesRowsOfAForeignTableThatTheReaderDoesNot() throws Exception {
    reader = view(Authorizations.EMPTY);
    PassResult right = foreign();
    assertThat(right.verdict()).as(right.findings().toString()).isEqualTo(Verdict.PASS);
    assertThat(right.tally().get(Count.HIDDEN))
        .isPositive()
        .isEqualTo(right.tally().get(Count.UNDEFINED));

    Node open =
        IntStream.range(0, ModelTable.FLUSH)
            .mapToObj(i -> new Node(0, 1, i))
            .filter(node -> table.entry(node).visibility().length == 0)
            .filter(this::isReferredToByWhatIsSeen)
            .findFirst()
            .orElseThrow();
    table.remove(open);
    PassResult lostOne = foreign();
    assertThat(lostOne.findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
    assertThat(found).extracting(Finding::row).containsExactly(table.row(open));

    reader = all;
    assertThat(foreign().tally().get(Count.HIDDEN)).as("who sees all").isZero();
  }

  private boolean isReferredToByWhatIsSeen(Node node) {
    return table.entries().stream()
        .anyMatch(entry -> isVisible(entry) && refersTo(graph.row(node), entry));
  }

  @Test
  void whatWasComparedIsSaid() throws Exception {
    table.remove(inTheMiddle());
    PassResult result = byLedgers();
    long there = result.tally().get(Count.REFERENCED);
    assertThat(there).isPositive();
    assertThat(result.compared())
        .containsExactly(
            "By references: %d of %d rows that are referred to are there, of %d entries"
                .formatted(there, there + 1, table.entries().size()));
  }

  @Test
  void whatWasComparedSaysHowManyNeedNotBeThere() throws Exception {
    Node unused = indeterminate();
    assertThat(byLedgers().compared())
        .singleElement()
        .asString()
        .endsWith(" entries; 1 of the others need not be");
  }

  @Test
  void aTableWithoutEntriesProvesNothingUnlessALedgerSaysThatItHasNone() throws Exception {
    table.rows.clear();
    assertThat(foreign().doubts())
        .containsExactly(
            "The table shows no entry and no ledger says that it must not: nothing was verified");
    before = ModelContext.settled(Position.ORIGIN);
    after = before;
    PassResult begun = byLedgers();
    assertThat(begun.doubts()).isEmpty();
    assertThat(begun.verdict()).isEqualTo(Verdict.PASS);
  }

  /** The last layer of block 0 is in one import with the closing pass that refers to it. */
  @Test
  void aRowThatNeedNotBeThereMayBeReferredToByAClosingPass() throws Exception {
    int last = ModelTable.DEPTH - 1;
    Position sure = new Position(0, last, ModelTable.FLUSH - 1);
    before = new Promise(Map.of(0, new Progress(sure, END)));
    after = before;
    table.remove(new Node(0, last, ModelTable.FLUSH - 1));
    PassResult result = byLedgers();

    assertThat(result.verdict()).as(result.findings().toString()).isEqualTo(Verdict.PASS);
    assertThat(result.tally().get(Count.INDETERMINATE)).isEqualTo(1);
  }

  @Test
  void aRowThatNoGraphHasAndSomethingRefersToIsAFault() throws Exception {
    EntryEncoder other = new EntryEncoder(new Graph(GraphSpec.ofSeed(99)));
    other.encodeFirst(0, 3, 1);
    table.put(other.entry());
    assertThat(byLedgers().findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
  }

  @Test
  void ledgersThatCannotBeReadAfterTheScanAreADoubt() throws Exception {
    ReferencesConclusion conclusion =
        new ReferencesConclusion(
            context(
                Optional.of(graph),
                ModelContext.reading(before),
                () -> {
                  throw new IOException("planted");
                },
                all),
            List.of(RowRange.ALL),
            handedOut,
            knownRows::contains,
            sink);
    PassResult result =
        ReferencesInSteps.conclude(
            conclusion, new JobInSteps(JobInSteps.newConfiguration(), taken, this::scan));
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.doubts())
        .containsExactly("The references were not all checked: java.io.IOException: planted");
  }

  /** So that of many undefined rows not all are held in memory. */
  @Test
  void tenThousandUndefinedRowsAreJudgedBeforeMoreCome() throws Exception {
    before = Promise.NONE;
    after = before;
    ReferencesConclusion conclusion =
        new ReferencesConclusion(
            context(
                Optional.empty(),
                ModelContext.reading(before),
                () -> ModelContext.reading(after),
                all),
            List.of(),
            List.of(),
            knownRows::contains,
            sink);
    for (int row = 1; row < 10_000; row++) {
      conclusion.row(row, ReferenceRecord.undefined(List.of("a", "b")));
    }
    assertThat(found).isEmpty();
    conclusion.row(10_000, ReferenceRecord.undefined(List.of("a", "b")));
    assertThat(found).hasSize(10_000);
    conclusion.row(10_001, ReferenceRecord.undefined(List.of("a", "b")));
    assertThat(found).hasSize(10_000);
    PassResult result = conclusion.conclude(new Tally(), 0);
    assertThat(result.findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 10_001L));
    assertThat(found).allMatch(finding -> finding.referrers().equals(List.of("a", "b")));
  }
}
