// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import catena.graph.judge.Spans;
import catena.read.check.Count;
import catena.read.check.Frontier;
import catena.read.check.SeenRow;
import catena.read.settle.BatchSettler;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import catena.verify.ModelTable;
import catena.verify.result.PassResult;
import catena.verify.row.RangeReport;
import catena.verify.row.RowRange;
import catena.verify.row.Shuffled;
import catena.verify.row.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactConclusionTest {
  /** One block and two windows. */
  private static final Position SEVEN_WINDOWS = new Position(1, 2, 0);

  private final Graph graph = ModelTable.graph(0, "");
  private final List<Finding> found = new ArrayList<>();

  private ModelContext context(Position... ends) {
    return new ModelContext(graph, ModelContext.settled(ends), rows -> Map.of());
  }

  private ExactConclusion conclusion(ModelContext context) {
    List<RowRange> all = List.of(RowRange.ALL);
    return new ExactConclusion(context.context(), all, all, found::add);
  }

  /** What a task that went through all the rows has counted. */
  private static void report(ExactConclusion conclusion, Map<Count, Long> counts)
      throws InterruptedException {
    RangeReport report = new RangeReport(RowRange.ALL, Map.of(), counts, Optional.empty());
    conclusion.record(Shuffled.keyOf(RowRange.ALL), new BytesWritable(report.toBytes()));
  }

  private static void unpromised(ExactConclusion conclusion, int writer, long entries)
      throws InterruptedException {
    conclusion.record(
        Shuffled.key(Shuffled.ShuffledKind.UNPROMISED, writer, 0, new byte[0]),
        Shuffled.number(entries));
  }

  private String compared(Map<Count, Long> counts, Position... ends) throws InterruptedException {
    ExactConclusion conclusion = conclusion(context(ends));
    report(conclusion, counts);
    List<String> compared = conclusion.conclude().compared();
    return compared.get(0);
  }

  @Test
  void itSaysHowMuchWasComparedAndHowFarTheWritersHadCome() throws Exception {
    Map<Count, Long> counts = Map.of(Count.EXACT, 1234L, Count.PROMISED, 12345L);
    Position further = new Position(300, 0, 0);

    assertThat(compared(counts, SEVEN_WINDOWS))
        .isEqualTo(
            "Exactly: 1,234 of 12,345 promised entries, of 1 writer, nodes of 7 windows each");
    assertThat(compared(counts, SEVEN_WINDOWS, SEVEN_WINDOWS))
        .endsWith(", of 2 writers, nodes of 7 windows each");
    assertThat(compared(counts, SEVEN_WINDOWS, further, SEVEN_WINDOWS))
        .endsWith(", of 3 writers, nodes of 7 to 1,500 windows each");
    assertThat(compared(Map.of())).isEqualTo("Exactly: 0 of 0 promised entries, of 0 writers");
  }

  @Test
  void whatHasSeveralCellsIsCountedByItsRows() throws Exception {
    Map<Count, Long> counts = Map.of(Count.EXACT, 40L, Count.PROMISED, 50L);
    Graph several = new Graph(ModelTable.graph(0, "").spec().with("columns", "3"));
    ExactConclusion conclusion =
        conclusion(new ModelContext(several, ModelContext.settled(), rows -> Map.of()));
    report(conclusion, counts);

    assertThat(conclusion.conclude().compared().get(0))
        .isEqualTo("Exactly: 40 of 50 promised rows, of 0 writers");
  }

  /** Puts are entries of now, rewritten ones and deleted ones, as the writers' order has them. */
  @Test
  void theNumbersOfTheRunAddUp() throws Exception {
    Graph deleting = ModelTable.graph(1, "");
    GraphSpec spec = deleting.spec();
    long block = (long) spec.depth() * spec.flushInterval();
    ModelContext context =
        new ModelContext(
            deleting, ModelContext.settled(new Position(1, spec.depth() + 1, 2)), rows -> Map.of());
    assertThat(sum(context))
        .isEqualTo(
            "By the ledgers: %,d puts = %,d entries to be there + 0 rewritten + %,d deleted; in doubt 0"
                .formatted(
                    2 * block, block - spec.flushInterval() - 2, block + spec.flushInterval() + 2));

    long heads = spec.flushInterval() - 1L;
    assertThat(sum(context(new Position(1, 2, 0))))
        .isEqualTo(
            "By the ledgers: %,d puts = %,d entries to be there + %,d rewritten + 0 deleted; in doubt 0"
                .formatted(
                    block + heads + 2L * spec.flushInterval(),
                    block + 2L * spec.flushInterval(),
                    heads));

    Promise begun =
        new Promise(
            Map.of(
                0,
                new Promise.Progress(
                    new Position(1, spec.depth() - 1, 1), new Position(1, spec.depth(), 4))));
    assertThat(sum(new ModelContext(deleting, begun, rows -> Map.of())))
        .as("puts and deletes that were begun")
        .endsWith("; in doubt " + (spec.flushInterval() - 1 + 4));

    ModelContext damaged =
        new ModelContext(
            deleting,
            new Promise(Map.of(0, Frontier.openEnded(deleting, new Position(1, 0, 0), Spans.NONE))),
            rows -> Map.of());
    assertThat(sum(damaged)).as("of a damaged ledger").endsWith("; in doubt not known");
  }

  private static String sum(ModelContext context) throws InterruptedException {
    List<RowRange> all = List.of(RowRange.ALL);
    ExactConclusion conclusion = new ExactConclusion(context.context(), all, all, found -> {});
    report(conclusion, Map.of(Count.PROMISED, 1L));
    List<String> compared = conclusion.conclude().compared();
    assertThat(compared).hasSize(2);
    return compared.get(1);
  }

  /** What is read in part says nothing of all that was written. */
  @Test
  void aPartOfTheRowsHasNoSum() throws Exception {
    List<RowRange> part = List.of(new RowRange(Optional.empty(), Optional.of(new Text("5"))));
    ExactConclusion conclusion =
        new ExactConclusion(context(SEVEN_WINDOWS).context(), part, part, found::add);
    report(conclusion, Map.of(Count.PROMISED, 1L));
    assertThat(conclusion.conclude().compared()).hasSize(1);
  }

  @Test
  void itSaysWhatElseThereWas() throws Exception {
    Map<Count, Long> counts = new EnumMap<>(Count.class);
    counts.put(Count.GONE, 1234L);
    counts.put(Count.CHANGED, 2L);
    counts.put(Count.INDETERMINATE, 1L);
    counts.put(Count.HIDDEN, 4L);

    assertThat(compared(counts, SEVEN_WINDOWS))
        .endsWith(
            " windows each; 1,234 deleted entries that are gone; 2 rows written during the"
                + " scan; 1 entries that may be there or not; 4 entries hidden by visibility");
  }

  @Test
  void entriesOfWritersWithoutALedgerAreADoubtThatNamesTheWriters() throws Exception {
    ExactConclusion conclusion = conclusion(context(SEVEN_WINDOWS));
    report(conclusion, Map.of(Count.UNPROMISED, 12L));
    unpromised(conclusion, 9, 4);
    unpromised(conclusion, 4, 5);
    unpromised(conclusion, 9, 3);

    assertThat(conclusion.conclude().doubts())
        .contains(
            "12 entries are of writers without a ledger (4, 9): they agree with the graph, and"
                + " whether any are missing cannot be said; give their runs too");
  }

  @Test
  void theFirstTenOfManyWritersWithoutALedgerAreNamed() throws Exception {
    assertThat(withoutLedger(10))
        .anyMatch(doubt -> doubt.contains("(1, 2, 3, 4, 5, 6, 7, 8, 9, 10):"));
    assertThat(withoutLedger(11))
        .anyMatch(doubt -> doubt.contains("(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …):"));
  }

  private List<String> withoutLedger(int writers) throws InterruptedException {
    ExactConclusion conclusion = conclusion(context(SEVEN_WINDOWS));
    for (int writer = 1; writer <= writers; writer++) {
      unpromised(conclusion, writer, 1);
    }
    return conclusion.conclude().doubts();
  }

  @Test
  void whereNoLedgerWasGivenThatAloneIsSaid() throws Exception {
    ExactConclusion conclusion = conclusion(context());
    report(conclusion, Map.of(Count.UNPROMISED, 3L, Count.BEYOND, 3L, Count.UNPROMISED_ROWS, 3L));
    unpromised(conclusion, 0, 3);

    assertThat(conclusion.conclude().doubts())
        .containsExactly("No ledger was given, so that nothing is promised: name the runs");
  }

  /** Then the tasks' counts are not known, and nothing can be taken from them. */
  @Test
  void whereTheRecordsBreakOffTheEntriesThatHaveArrivedAreADoubtAndNoCountIsNegative()
      throws Exception {
    ModelContext context = context(SEVEN_WINDOWS);
    Promise later = new Promise(Map.of(0, Settled.at(SEVEN_WINDOWS), 3, Settled.at(SEVEN_WINDOWS)));
    context.now = () -> ModelContext.reading(later);
    ExactConclusion conclusion = conclusion(context);
    unpromised(conclusion, 3, 5);
    unpromised(conclusion, 4, 6);
    conclusion.broken("planted", new Tally());
    PassResult result = conclusion.conclude();

    assertThat(result.tally().get(Count.CHANGED)).isZero();
    assertThat(result.tally().get(Count.UNPROMISED)).isZero();
    assertThat(result.doubts())
        .hasSize(2)
        .startsWith("planted")
        .anyMatch(doubt -> doubt.startsWith("6 entries are of writers without a ledger (4)"));
  }

  @Test
  void whatABrokenJobHadCountedIsInTheTally() throws Exception {
    Tally counted = new Tally();
    counted.add(Count.ENTRIES, 17);
    ExactConclusion conclusion = conclusion(context(SEVEN_WINDOWS));
    conclusion.broken("planted", counted);
    PassResult result = conclusion.conclude();

    assertThat(result.tally().get(Count.ENTRIES)).isEqualTo(17);
    assertThat(result.doubts()).containsExactly("planted");
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  /** An import that was begun again meanwhile explains one more version. */
  @ParameterizedTest
  @CsvSource({"MISCOUNTED, UNKNOWN", "LOST, UNKNOWN", "PHANTOM, FAIL"})
  void whatLaterWritesMayExplainIsNoFaultOfAJobThatWasCutOff(FindingKind kind, Verdict verdict)
      throws Exception {
    Tally counted = new Tally();
    counted.wrong(kind, 1);
    ExactConclusion conclusion = conclusion(context(SEVEN_WINDOWS));
    conclusion.broken("planted", counted);

    assertThat(conclusion.conclude().verdict()).isEqualTo(verdict);
  }

  @Test
  void afterAFailureNoMoreRowsAreSettledSinceTheNextWouldWaitAsLong() throws Exception {
    Tally counted = new Tally();
    counted.wrong(FindingKind.PHANTOM, BatchSettler.BATCH + 1);
    counted.wrong(FindingKind.LOST, 1);
    ModelContext context = context(SEVEN_WINDOWS);
    int[] readings = new int[1];
    context.now =
        () -> {
          readings[0]++;
          throw new IOException("planted");
        };
    ExactConclusion conclusion = conclusion(context);
    conclusion.counted(counted);
    for (int i = 0; i <= BatchSettler.BATCH; i++) {
      phantom(conclusion, i);
    }
    assertThat(readings[0]).isEqualTo(1);
    PassResult result = conclusion.conclude();

    assertThat(readings[0]).isEqualTo(2);
    assertThat(found).isEmpty();
    assertThat(result.findings())
        .as("what the tasks saw stays found")
        .isEqualTo(Map.of(FindingKind.PHANTOM, BatchSettler.BATCH + 1L));
    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.doubts())
        .contains(
            "The verification broke off while settling rows that differed at first:"
                + " java.io.IOException: planted",
            "The verification broke off while reading the ledgers once more:"
                + " java.io.IOException: planted");
  }

  /** One by which nothing is settled any more, and one behind which all was. */
  @ParameterizedTest
  @CsvSource({"true, FAIL", "false, PASS"})
  void whatTasksCountedIsAFaultOfAStopBeforeItWasSettled(boolean stopped, Verdict verdict)
      throws Exception {
    ModelContext context = context(SEVEN_WINDOWS);
    ExactConclusion conclusion = conclusion(context);
    Tally counted = new Tally();
    counted.wrong(FindingKind.CORRUPT, 3);
    conclusion.counted(counted);
    if (stopped) {
      context.stop.ask("enough");
    }
    assertThat(conclusion.conclude().verdict() == Verdict.FAIL).isEqualTo(verdict == Verdict.FAIL);
  }

  private void phantom(ExactConclusion conclusion, int number) throws InterruptedException {
    SeenRow candidate = ModelTable.phantom(number);
    conclusion.record(
        Shuffled.keyOf(candidate.row(), candidate.node(graph)), Shuffled.value(candidate));
  }
}
