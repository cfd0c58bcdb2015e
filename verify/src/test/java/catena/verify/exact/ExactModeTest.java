// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Settled;
import catena.read.check.Count;
import catena.read.check.CurrentLedgers;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.records.ledger.Window;
import catena.records.ledger.WindowTimes;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.verify.ModelTable;
import catena.verify.job.JobInSteps;
import catena.verify.result.PassResult;
import catena.verify.row.RowRange;
import catena.verify.row.RowRanges;
import catena.verify.row.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class ExactModeTest {
  private static final Position END = new Position(3, 2, 17);
  private static final List<RowRange> RANGES =
      RowRanges.ofTablets(
          List.of(new Text("2"), new Text("4"), new Text("6")),
          RowRange.ALL,
          8,
          8,
          RowRanges.Pieces.EVEN);

  private final Graph graph = ModelTable.graph(0, "");
  private final ModelTable table = new ModelTable(graph);
  private final List<Finding> found = new ArrayList<>();
  private final StopSignal stop = new StopSignal();
  private final Promise promise = new Promise(Map.of(0, Settled.at(END)));
  private FailableConsumer<Finding, Exception> sink = found::add;
  private Lookup lookup = table.lookup();
  private CurrentLedgers now = () -> ModelContext.reading(promise);

  ExactModeTest() {
    table.write(0, Position.ORIGIN, END);
  }

  private PartOutcome verify(Promise before, JobInSteps.Scans scans) throws Exception {
    return outcome(ExactInSteps.verify(context(before, false), RANGES, scans, sink));
  }

  private static PartOutcome outcome(PassResult result) {
    return result.toOutcome(result.exactTally(true, true), "");
  }

  private ExactConclusion.Context context(Promise before, boolean eventual) {
    ModelContext model = new ModelContext(graph, before, lookup);
    model.now = now;
    model.stop = stop;
    model.eventual = eventual;
    return model.context();
  }

  private PartOutcome verify() throws Exception {
    return verify(promise, table::scan);
  }

  @Test
  void aSoundTablePasses() throws Exception {
    PartOutcome outcome = verify();

    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("ranges looked at", 8L);
  }

  @Test
  void aFaultIsFoundOnce() throws Exception {
    table.remove(new Node(0, 7, 3));

    assertThat(verify().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(found).singleElement().matches(each -> each.kind() == FindingKind.LOST);
  }

  @Test
  void aScanThatEndsWithAnErrorIsADoubtThatNamesItsRows() throws Exception {
    PartOutcome outcome =
        verify(
            promise,
            rows -> {
              if (rows.contains(new org.apache.accumulo.core.data.Key("3"))) {
                throw new OutOfMemoryError("planted");
              }
              return table.scan(rows);
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("Rows not scanned: [2.")
        .contains("OutOfMemoryError: planted");
  }

  @Test
  void whatWasFoundBeforeAScanFailedStaysFound() throws Exception {
    table.remove(new Node(0, 7, 3));
    PartOutcome outcome =
        verify(
            promise,
            rows -> {
              var scan = table.scan(rows);
              return () -> {
                var next = scan.next();
                if (next == null) {
                  throw new IOException("planted");
                }
                return next;
              };
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(outcome.reasons()).anyMatch(reason -> reason.contains("planted"));
  }

  @Test
  void aRowThatAScanReturnsAgainOutOfOrderIsDuplicated() throws Exception {
    var first = table.entry(new Node(0, 7, 3));
    PartOutcome outcome =
        verify(
            promise,
            rows -> {
              var scan = table.scan(rows);
              boolean[] repeated = new boolean[1];
              return () -> {
                var next = scan.next();
                boolean here =
                    rows.contains(
                        new org.apache.accumulo.core.data.Key(NodeCodec.rowText(first.row())));
                if (next == null && here && !repeated[0]) {
                  repeated[0] = true;
                  return first;
                }
                return next;
              };
            });

    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.DUPLICATED, 1L));
  }

  @Test
  void nothingPromisedIsNoPass() throws Exception {
    ModelTable empty = new ModelTable(graph);
    Promise begun = new Promise(Map.of(0, new Progress(Position.ORIGIN, new Position(0, 0, 40))));
    assertThat(verify(begun, empty::scan).reasons())
        .singleElement()
        .asString()
        .startsWith("Nothing was promised: no ledger held an acknowledged window");
    assertThat(verify(Promise.NONE, empty::scan).reasons())
        .containsExactly("No ledger was given, so that nothing is promised: name the runs");
  }

  /**
   * Whoever may see nothing has looked for what must be hidden, if anything is certain to be there.
   */
  @Test
  void hiddenEntriesAreComparedOnlyIfTheyAreCertainToBeThere() throws Exception {
    Graph secret = ModelTable.graph(2, 1, 1, "A");
    Position written = new Position(0, 1, 0);
    Progress certain = Settled.at(written);
    Progress beingDeleted = new Progress(written, new Position(1, 0, 0));
    assertThat(seenByNoUser(secret, certain).verdict()).isEqualTo(Verdict.PASS);
    PartOutcome open = seenByNoUser(secret, beingDeleted);
    assertThat(open.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(open.reasons())
        .singleElement()
        .asString()
        .startsWith("Nothing of what was promised");
  }

  private static PartOutcome seenByNoUser(Graph secret, Progress progress) throws Exception {
    Lookup nothing = rows -> Map.of();
    Promise promise = new Promise(Map.of(0, progress));
    ExactConclusion.Context context = new ModelContext(secret, promise, nothing).context();
    return outcome(ExactInSteps.verify(context, RANGES, rows -> () -> null, each -> {}));
  }

  @Test
  void findingsThatCannotBeWrittenDownStayFound() throws Exception {
    table.remove(new Node(0, 7, 3));
    table.remove(new Node(0, 8, 3));
    sink =
        each -> {
          throw new IOException("No space left on device");
        };
    PartOutcome outcome = verify();

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("written down")
        .contains("No space left");
  }

  /** Ledgers of which only the times of windows are asked for in a way of their own. */
  private CurrentLedgers timed(
      FailableFunction<NavigableSet<Position>, Map<Position, WindowTimes>, IOException> times) {
    return new CurrentLedgers() {
      @Override
      public Ledgers.LedgerSnapshot read() {
        return ModelContext.reading(promise);
      }

      @Override
      public Map<Position, WindowTimes> times(int writer, NavigableSet<Position> writes)
          throws IOException {
        return times.apply(writes);
      }
    };
  }

  @Test
  void aFindingSaysWhoWroteTheRowAndWhenAndALedgerIsReadOnceForAll() throws Exception {
    table.remove(new Node(0, 7, 3));
    table.remove(new Node(0, 8, 4));
    List<NavigableSet<Position>> asked = new ArrayList<>();
    now =
        timed(
            writes -> {
              asked.add(writes);
              Position from = writes.first();
              Window window = new Window(from, END, 1, 0);
              return Map.of(from, new WindowTimes(window, 21, OptionalLong.of(34)));
            });
    verify();

    assertThat(asked).singleElement().matches(writes -> writes.size() == 2);
    assertThat(found).hasSize(2);
    assertThat(found.get(0).detail()).containsEntry("authorizations", "").containsKey("uuid");
    assertThat(found.get(0).origin().map(Origin::index)).contains(3L);
    assertThat(
            found
                .get(0)
                .origin()
                .flatMap(of -> of.acknowledgedMillis().stream().boxed().findFirst()))
        .contains(34L);
    assertThat(found.get(1).origin().map(Origin::intendedMillis)).contains(OptionalLong.empty());
  }

  @Test
  void whatIsFoundIsWrittenDownThoughWhenItWasWrittenCannotBeRead() throws Exception {
    table.remove(new Node(0, 7, 3));
    now =
        timed(
            writes -> {
              throw new IllegalArgumentException("planted");
            });
    PartOutcome outcome = verify();

    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(outcome.reasons()).noneMatch(reason -> reason.contains("broke off"));
    assertThat(found)
        .singleElement()
        .matches(each -> each.detail().get("origin").contains("cannot be read: planted"));
  }

  @Test
  void aLedgerThatCannotBeReadAgainIsADoubt() throws Exception {
    table.remove(new Node(0, 7, 3));
    now =
        () -> {
          throw new IOException("planted");
        };
    PartOutcome outcome = verify();

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anyMatch(reason -> reason.contains("broke off while settling"))
        .anyMatch(reason -> reason.contains("1 of 1 rows that differed at first were not settled"));
  }

  @Test
  void rowsThatCannotBeReadAgainAreADoubtWithTheSureFindings() throws Exception {
    Node head = new Node(0, 5, 9);
    table.put(table.first(head));
    table.remove(new Node(0, 7, 3));
    lookup =
        rows -> {
          throw new IOException("planted");
        };
    PartOutcome outcome = verify();

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(outcome.reasons())
        .anyMatch(reason -> reason.contains("could not be read again: java.io.IOException"))
        .anyMatch(reason -> reason.contains("2 of 2 rows that differed at first were not settled"));
  }

  @Test
  void whatIsStaleForATimeIsAFaultThatSaysSo() throws Exception {
    Node head = new Node(0, 5, 9);
    var right = table.entry(head);
    table.put(table.first(head));
    lookup =
        rows -> {
          table.put(right);
          return table.lookup().rows(rows);
        };
    assertThat(verify().findings()).isEqualTo(Map.of(FindingKind.STALE, 1L));
    assertThat(found.get(0).detail()).containsKey("passed.within.ms");
  }

  @Test
  void whatAJobHadSeenWhenItBrokeOffStaysFound() throws Exception {
    Tally counted = new Tally();
    counted.wrong(FindingKind.CORRUPT, 3);
    counted.wrong(FindingKind.STALE, 1);
    counted.wrong(FindingKind.LOST, 7);
    counted.add(Count.DIFFERING, 11);
    PassResult immediate = brokenOff(counted, false);
    PassResult eventual = brokenOff(counted, true);

    assertThat(immediate.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(immediate.findings())
        .isEqualTo(Map.of(FindingKind.CORRUPT, 3L, FindingKind.STALE, 1L));
    assertThat(immediate.doubts())
        .contains("the job failed")
        .anyMatch(doubt -> doubt.startsWith("11 rows that differed at first had been seen"));
    assertThat(immediate.compared()).isEmpty();
    assertThat(eventual.findings()).isEqualTo(Map.of(FindingKind.CORRUPT, 3L));
    assertThat(brokenOff(new Tally(), false).verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  private PassResult brokenOff(Tally counted, boolean eventual) throws Exception {
    List<RowRange> all = List.of(RowRange.ALL);
    ExactConclusion conclusion = new ExactConclusion(context(promise, eventual), all, all, sink);
    conclusion.broken("the job failed", counted);
    return conclusion.conclude();
  }

  @Test
  void aStopIsADoubt() throws Exception {
    table.remove(new Node(0, 7, 3));
    stop.ask("planted");
    PartOutcome outcome = verify();

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly(
            "1 of 1 rows that differed at first were not settled",
            "Stopped before all was settled: planted");
  }

  @Test
  void theDoubtsOfALaterReadingOfTheLedgersCount() throws Exception {
    table.put(table.first(new Node(0, 30, 1)));
    table.remove(new Node(0, 7, 3));
    now = () -> new Ledgers.LedgerSnapshot(promise, List.of("one is damaged by now"), 1);

    assertThat(verify().reasons()).contains("one is damaged by now");
  }
}
