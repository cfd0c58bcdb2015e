// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Decoded;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.read.reader.ReaderInSteps;
import catena.records.journal.Event;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.data.Range;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch walker in steps, on one thread, over rows that are kept in a map. */
class BatchWalkerTest {
  private static final int FLUSH = 10;

  /** So many that a scan from any row on finds enough. */
  private static final int MANY = 500;

  @TempDir private Path temp;

  private ReaderInSteps reader;

  @BeforeEach
  void write() throws Exception {
    reader = new ReaderInSteps(temp, FLUSH);
    reader.write(0);
    reader.write(1);
  }

  @AfterEach
  void close() throws Exception {
    reader.close();
  }

  private PartOutcome read(int steps, String... settings) throws Exception {
    String[] all = Arrays.copyOf(settings, settings.length + 2);
    all[settings.length] = "batchwalk.size";
    all[settings.length + 1] = "5";
    return reader.read(steps, new BatchWalkActivity(), all);
  }

  @Test
  void whatWasReadInAdvanceIsJudgedWhenTheWalkerIsClosed() throws Exception {
    PartOutcome outcome = read(1);

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("batchwalk: batches", 2L);
  }

  @Test
  void whatWasReadInAdvanceWasNotDue() throws Exception {
    PartOutcome outcome = read(3);

    assertThat(reader.events)
        .filteredOn(Event.Unanswered.class::isInstance)
        .singleElement()
        .satisfies(
            event -> {
              Event.Unanswered end = (Event.Unanswered) event;
              assertThat(end.operation()).isEqualTo("batch");
              assertThat(end.answered()).isEqualTo(3);
              assertThat(end.underWay() + end.neverBegun()).isZero();
            });
    assertThat(outcome.facts()).isEmpty();
  }

  @Test
  void whatIsMissingFromTheBatchReadInAdvanceIsLost() throws Exception {
    reader.table.clear();
    PartOutcome outcome = read(1);

    long rows = outcome.tally().get("batchwalk: rows");
    assertThat(rows).isGreaterThan(5);
    assertThat(outcome.tally()).containsEntry("batchwalk: read again", rows);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.LOST);
  }

  /** What a later table does not hold is not lost from the one before. */
  @Test
  void aTableThatIsMadeAnewEndsTheWalksAndNothingIsLost() throws Exception {
    reader.table.clear();
    reader.beforeRead = () -> reader.tableId = "2"; // once the scanner of the walks is open
    assertThatThrownBy(() -> read(3))
        .hasMessageContaining("it was deleted and made anew while it was read");
    assertThat(reader.events).noneMatch(Event.FindingSeen.class::isInstance);
  }

  @Test
  void anErrorOfTheReadingThreadReachesTheWalker() throws Exception {
    reader.failures.add(new OutOfMemoryError("planted"));
    assertThatThrownBy(() -> read(1)).isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void theSameSeedReadsTheSame() throws Exception {
    assertThat(read(7).tally()).isEqualTo(read(7).tally());
  }

  @Test
  void aRowThatWasNotAskedForIsReportedAsAPhantom() throws Exception {
    reader.strays.add(reader.entry(1, 3));
    PartOutcome outcome = read(1, "batchwalk.count", "1");

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).containsOnlyKeys(FindingKind.PHANTOM);
    assertThat(reader.events)
        .filteredOn(Event.FindingSeen.class::isInstance)
        .anySatisfy(
            event ->
                assertThat(((Event.FindingSeen) event).finding().row())
                    .isEqualTo(reader.row(1, 3)));
  }

  @Test
  void latenciesCountFromWhenABatchWasDue() throws Exception {
    reader.beforeRead = () -> reader.takes(Duration.ofSeconds(3));
    PartOutcome outcome = read(3, "batchwalk.rate", "1");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    // The third was due after two seconds, and began after six.
    assertThat(reader.latencies("batch").getMaxValue() / 1e9).isBetween(6.9, 7.1);
    assertThat(reader.latencies("batch.service").getMaxValue() / 1e9).isBetween(2.9, 3.1);
  }

  @Test
  void aScannerIsMadeOnceAndShapedAsAsked() throws Exception {
    PartOutcome unused = read(5, "read.timeout", "2s");

    assertThat(reader.shaped)
        .containsExactly(
            "createBatchScanner t", "setConsistencyLevel IMMEDIATE", "setTimeout 2000", "close");
  }

  @Test
  void aReadThatTimedOutIsMadeAgain() throws Exception {
    reader.failures.add(new TimedOutException("planted"));
    PartOutcome outcome = read(1, "batchwalk.count", "1");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("batchwalk: timed out", 1L);
  }

  @Test
  void whereNothingIsPromisedWalksBeginAtWhatAScanFinds() throws Exception {
    ReaderInSteps foreign = new ReaderInSteps(temp.resolve("foreign"), FLUSH);
    foreign.put(0);
    foreign.put(1);
    PartOutcome outcome = foreign.read(2, new BatchWalkActivity(), "batchwalk.size", "2");

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.tally()).containsEntry("batchwalk: batches", 3L);
    assertThat(outcome.tally())
        .containsEntry("batchwalk: rows", 5L)
        .containsEntry("batchwalk: without a ledger", 5L);
    assertThat(foreign.asked.get(0).isInfiniteStopKey()).isTrue();
    assertThat(foreign.shaped)
        .startsWith("createScanner t", "setBatchSize 6", "setConsistencyLevel IMMEDIATE", "close")
        .endsWith("close");
  }

  private static List<String> windowRows(ReaderInSteps of, int window, int flush) {
    return IntStream.range(0, flush).mapToObj(i -> of.row(window, i)).toList();
  }

  private static long scans(ReaderInSteps of) {
    return of.shaped.stream().filter("createScanner t"::equals).count();
  }

  /** An entry that refers to a row says where to begin, and one that refers to none is a begin. */
  @Test
  void walksBeginWhereWhatAScanFindsRefersTo() throws Exception {
    ReaderInSteps foreign = new ReaderInSteps(temp.resolve("foreign"), MANY);
    foreign.put(0);
    foreign.put(1);
    PartOutcome unused = foreign.read(1, new BatchWalkActivity(), "batchwalk.size", "2");
    List<String> rows =
        foreign.asked.stream()
            .filter(range -> !range.isInfiniteStopKey())
            .map(range -> range.getStartKey().getRow().toString())
            .toList();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(4);
    assertThat(windowRows(foreign, 0, MANY)).containsAll(rows);
  }

  @Test
  void whereRowsReferToNothingEachIsABegin() throws Exception {
    ReaderInSteps foreign = new ReaderInSteps(temp.resolve("foreign"), MANY);
    foreign.put(0);
    PartOutcome outcome = foreign.read(1, new BatchWalkActivity(), "batchwalk.size", "2");
    assertThat(outcome.tally())
        .containsEntry("batchwalk: batches", 2L)
        .containsEntry("batchwalk: rows", 4L);
    assertThat(scans(foreign)).as("one for six walks").isEqualTo(1);
  }

  @Test
  void nothingOfAnEmptyTableIsReadInBatches() throws Exception {
    ReaderInSteps empty = new ReaderInSteps(temp.resolve("empty"), FLUSH);
    PartOutcome outcome = empty.readAll(new BatchWalkActivity(), "batchwalk.size", "2");
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.tally()).doesNotContainKey("batchwalk: batches");
    assertThat(empty.asked).allMatch(Range::isInfiniteStopKey);
  }

  /** All but the walks that stand in the pool at the end have gone on. */
  @Test
  void aWalkGoesOnAtTheRowThatItsLastOneRefersTo() throws Exception {
    try (ReaderInSteps wide = new ReaderInSteps(temp.resolve("wide"), MANY)) {
      wide.write(0);
      wide.write(1);
      PartOutcome outcome = wide.read(60, new BatchWalkActivity(), "batchwalk.size", "1");
      assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
      List<String> asked = wide.askedRows();
      long ended = 0;
      long begun = 0;
      for (int i = 0; i < MANY; i++) {
        String row = wide.row(1, i);
        if (asked.contains(row)) {
          begun++;
          Decoded.Sound sound = (Decoded.Sound) NodeCodec.decode(wide.table.get(row));
          ended += asked.contains(NodeCodec.rowText(sound.previous())) ? 1 : 0;
        }
      }
      assertThat(begun).isGreaterThan(10);
      assertThat(ended).isGreaterThanOrEqualTo(begun - 3);
    }
  }

  @Test
  void aTableThatIsGoneEndsTheWalker() {
    reader.failures.add(new TableNotFoundException("1", "t", "planted"));
    assertThatThrownBy(() -> read(1))
        .isNotInstanceOf(ExecutionException.class)
        .hasMessage("Table t was deleted while it was read");
  }
}
