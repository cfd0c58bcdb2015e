// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Spans;
import catena.read.check.Count;
import catena.read.check.CurrentLedgers;
import catena.read.check.Found;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.read.check.SeenRow;
import catena.read.check.View;
import catena.read.settle.BatchSettler;
import catena.records.threads.StopSignal;
import catena.verify.ModelTable;
import catena.verify.row.Tally;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;

class BatchSettlementTest {
  private static final Position END = new Position(3, 2, 17);
  private static final long FOUND_MILLIS = 1_000;
  private static final Node SOME = new Node(0, 7, 3);

  /** A head, which a closing write rewrote. */
  private static final Node HEAD = new Node(0, 5, 9);

  private final Graph graph = ModelTable.graph(0, "");
  private final ModelTable table = new ModelTable(graph);
  private final List<Found> found = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private final List<String> rowsRead = new ArrayList<>();
  private Lookup lookup = table.lookup();

  private final ModelContext context =
      new ModelContext(graph, ModelContext.settled(END), this::read);
  private long nanos = Duration.ofHours(7).toNanos();

  BatchSettlementTest() {
    table.write(0, Position.ORIGIN, END);
    context.clock = Clock.fixed(Instant.ofEpochMilli(FOUND_MILLIS + 25), ZoneOffset.UTC);
    context.nanoClock = () -> nanos;
    context.stop =
        new StopSignal(
            (asked, limit) -> {
              pauses.add(limit);
              nanos += limit.toNanos();
            });
  }

  private Map<String, List<Entry>> read(Collection<String> rows) throws Exception {
    rowsRead.addAll(rows);
    return lookup.rows(rows);
  }

  private final Tally tally = new Tally();

  private BatchSettler settlement() {
    return new BatchSettlement(context.context(), tally, found::addAll);
  }

  /** Which ledgers were read, each time; empty: all. */
  private final List<Set<Integer>> ledgersRead = new ArrayList<>();

  private void countLedgers() {
    context.now =
        new CurrentLedgers() {
          @Override
          public Ledgers.LedgerSnapshot read() {
            ledgersRead.add(Set.of());
            return context.before;
          }

          @Override
          public Ledgers.LedgerSnapshot read(Set<Integer> writers) {
            ledgersRead.add(Set.copyOf(writers));
            return context.before;
          }
        };
  }

  /** Before, each batch read all ledgers four times, and looked up the row that refers to each. */
  @Test
  void aBatchReadsItsWritersLedgersOnceAndItsRowsOnce() throws Exception {
    countLedgers();
    Node other = new Node(0, 6, 3);
    BatchSettler settlement = settlement();
    for (Node each : List.of(SOME, HEAD, other)) {
      table.remove(each);
      settlement.add(seen(each));
      settlement.finish();
    }

    assertThat(kinds()).containsOnly(FindingKind.LOST).hasSize(3);
    assertThat(ledgersRead).containsExactly(Set.of(), Set.of(0), Set.of(0), Set.of(0));
    assertThat(rowsRead).containsExactly(table.row(SOME), table.row(HEAD), table.row(other));
  }

  @Test
  void rowsThatNeedNoSecondReadReadTheLedgersOnce() throws Exception {
    countLedgers();
    BatchSettler settlement = settlement();
    for (int i = 0; i < 3; i++) {
      settlement.add(ModelTable.phantom(i));
      settlement.finish();
    }

    assertThat(found).hasSize(3);
    assertThat(ledgersRead).containsExactly(Set.of());
  }

  /** A row that is missing is undefined if the one that refers to it is as it must be. */
  @Test
  void whetherAMissingRowIsReferredToIsKnownWithoutARead() throws Exception {
    Node referrer = new Node(0, 8, 3);
    table.remove(SOME);
    settle(seen(SOME));
    assertThat(tally.get(Count.UNDEFINED)).as("the referrer did not differ").isEqualTo(1);
    assertThat(tally.get(Count.BROKEN_REFERENCES)).isEqualTo(1);

    table.remove(referrer);
    settle(seen(SOME), seen(referrer));
    assertThat(tally.get(Count.UNDEFINED)).as("only the referrer's is referred to").isEqualTo(2);
    assertThat(rowsRead).doesNotContain(table.row(new Node(0, 9, 3)));
  }

  @Test
  void aReferrerThatCameLateRefers() throws Exception {
    Node referrer = new Node(0, 8, 3);
    table.remove(SOME);
    settle(seen(referrer), seen(SOME));

    assertThat(kinds()).containsExactly(FindingKind.LATE, FindingKind.LOST);
    assertThat(tally.get(Count.UNDEFINED)).isEqualTo(1);
    assertThat(tally.get(Count.CHANGED)).as("nothing was written meanwhile").isZero();
  }

  /** What a row was judged by may be wrong then: whatever became of the row, somebody must know. */
  @Test
  void whatIsInDoubtAboutTheLedgersIsADoubtOfWhatWasJudgedByThem() throws Exception {
    context.now =
        new CurrentLedgers() {
          @Override
          public Ledgers.LedgerSnapshot read() {
            return doubted("of all");
          }

          @Override
          public Ledgers.LedgerSnapshot read(Set<Integer> writers) {
            return doubted("of " + writers);
          }

          private Ledgers.LedgerSnapshot doubted(String what) {
            return new Ledgers.LedgerSnapshot(context.before.promise(), List.of(what), 1);
          }
        };
    BatchSettler settlement = settlement();
    assertThat(settlement.doubts()).as("nothing differed").isEmpty();
    table.remove(SOME);
    settlement.add(seen(SOME));
    settlement.finish();

    assertThat(kinds()).containsExactly(FindingKind.LOST);
    assertThat(settlement.doubts()).contains("of all", "of [0]");
  }

  /** The last block of a full batch may go on in the next. */
  @Test
  void aBlockThatIsCutByABatchIsCountedAsAWhole() throws Exception {
    Node referrer = new Node(0, 8, 3);
    table.remove(SOME);
    table.remove(referrer);
    BatchSettler settlement = settlement();
    for (int i = 1; i < BatchSettler.BATCH; i++) {
      settlement.add(ModelTable.phantom(i));
    }
    settlement.add(seen(SOME));
    assertThat(kinds()).contains(FindingKind.LOST);
    assertThat(tally.get(Count.UNDEFINED)).isZero();
    settlement.add(seen(referrer));
    settlement.finish();

    assertThat(tally.get(Count.UNDEFINED)).isEqualTo(1);
    assertThat(tally.get(Count.BROKEN_REFERENCES)).isEqualTo(1);
  }

  @Test
  void aBlockThatWaitsIsCountedThoughNoRowFollows() throws Exception {
    table.remove(SOME);
    BatchSettler settlement = settlement();
    for (int i = 1; i < BatchSettler.BATCH; i++) {
      settlement.add(ModelTable.phantom(i));
    }
    settlement.add(seen(SOME));
    settlement.finish();

    assertThat(tally.get(Count.UNDEFINED)).isEqualTo(1);
  }

  private SeenRow seen(Node node, Entry... entries) {
    byte[] row = NodeCodec.rowBytes(table.row(node));
    return new SeenRow(row, List.of(entries), FOUND_MILLIS);
  }

  @Test
  void noMoreThanABatchIsKept() throws Exception {
    BatchSettler settlement = settlement();
    for (int i = 1; i < BatchSettler.BATCH; i++) {
      settlement.add(ModelTable.phantom(i));
    }
    assertThat(found).isEmpty();
    settlement.add(ModelTable.phantom(BatchSettler.BATCH));

    assertThat(found).hasSize(BatchSettler.BATCH);
    settlement.add(ModelTable.phantom(0));
    assertThat(found).hasSize(BatchSettler.BATCH);
    settlement.finish();
    assertThat(found).hasSize(BatchSettler.BATCH + 1);
    assertThat(settlement.doubts()).isEmpty();
  }

  @Test
  void whatIsSettledIsNotSettledAgain() throws Exception {
    BatchSettler settlement = settlement();
    settlement.add(ModelTable.phantom(1));
    settlement.finish();
    settlement.finish();

    assertThat(found).hasSize(1);
  }

  @Test
  void whatComesAfterAStopIsCountedAsNotSettled() throws Exception {
    BatchSettler settlement = settlement();
    settlement.add(ModelTable.phantom(1));
    settlement.finish();
    context.stop.ask("planted");
    settlement.add(ModelTable.phantom(2));
    settlement.add(ModelTable.phantom(3));
    settlement.finish();

    assertThat(found).hasSize(1);
    assertThat(settlement.doubts())
        .containsExactly("2 of 3 rows that differed at first were not settled");
  }

  @Test
  void whatIsMissingIsReadAgainUntilTheLimit() throws Exception {
    table.remove(SOME);
    context.lateLimit = Duration.ofMillis(1200);
    settle(seen(SOME));

    assertThat(pauses)
        .containsExactly(Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofMillis(200));
    assertThat(readsOf(SOME)).isEqualTo(4);
    assertThat(kinds()).containsExactly(FindingKind.LOST);
  }

  @Test
  void whatIsWaitedForIsReported() throws Exception {
    table.remove(SOME);
    table.remove(HEAD);
    context.lateLimit = Duration.ofMillis(1200);
    List<String> told = new ArrayList<>();
    context.waits = (left, rows) -> told.add(rows + " rows for " + left.toMillis());
    settle(seen(SOME), seen(HEAD));

    assertThat(told)
        .containsExactly(
            "2 rows for 1200", "2 rows for 700", "2 rows for 200", "0 rows for 0", "0 rows for 0");
  }

  @Test
  void theLimitIsOneForAllBatches() throws Exception {
    table.remove(SOME);
    table.remove(HEAD);
    context.lateLimit = Duration.ofMillis(300);
    BatchSettler settlement = settlement();
    settlement.add(seen(SOME));
    settlement.finish();
    settlement.add(seen(HEAD));
    settlement.finish();

    assertThat(pauses).containsExactly(Duration.ofMillis(300));
    assertThat(readsOf(SOME)).isEqualTo(2);
    assertThat(readsOf(HEAD)).isEqualTo(1);
    assertThat(kinds()).containsExactly(FindingKind.LOST, FindingKind.LOST);
  }

  @Test
  void nothingIsWaitedForOnceAllHasPassed() throws Exception {
    context.lateLimit = Duration.ofMinutes(1);
    settle(seen(SOME));

    assertThat(pauses).isEmpty();
    assertThat(kinds()).containsExactly(FindingKind.LATE);
    assertThat(found.get(0).detail()).containsEntry("appeared.within.ms", "25");
  }

  @Test
  void aRowThatAppearsWhileOthersAreWaitedForIsLate() throws Exception {
    Entry right = table.entry(SOME);
    table.remove(SOME);
    table.remove(HEAD);
    context.lateLimit = Duration.ofSeconds(2);
    lookup =
        rows -> {
          if (readsOf(SOME) == 3) {
            table.put(right);
          }
          return table.lookup().rows(rows);
        };
    settle(seen(SOME), seen(HEAD));

    assertThat(kinds()).containsExactly(FindingKind.LATE, FindingKind.LOST);
    assertThat(pauses).hasSize(4);
  }

  @Test
  void aStopEndsTheWaitingAndWhatIsMissingThenIsLost() throws Exception {
    table.remove(SOME);
    context.lateLimit = Duration.ofMinutes(1);
    context.stop =
        new StopSignal(
            (asked, limit) -> {
              pauses.add(limit);
              context.stop.ask("planted");
            });
    settle(seen(SOME));

    assertThat(pauses).hasSize(1);
    assertThat(kinds()).containsExactly(FindingKind.LOST);
  }

  @Test
  void afterAFailedReadNoMoreRowsAreReadAndWhatIsWrongIsReported() throws Exception {
    lookup =
        rows -> {
          throw new IOException("planted");
        };
    BatchSettler settlement = settlement();
    settlement.add(seen(SOME));
    settlement.finish();
    settlement.add(seen(HEAD, table.first(HEAD)));
    settlement.finish();

    assertThat(rowsRead).containsExactly(table.row(SOME));
    assertThat(kinds()).containsExactly(FindingKind.STALE);
    assertThat(found.get(0).detail())
        .containsEntry("read.again", "not possible: java.io.IOException: planted");
    assertThat(settlement.doubts()).contains("2 of 2 rows that differed at first were not settled");
  }

  /** What is deleted while it is waited for was missing before; what was deleted then was not. */
  @Test
  void whatWasMissingBeforeItsWriterBeganToDeleteItIsLost() throws Exception {
    Graph deleting = ModelTable.graph(1, "");
    Position written = new Position(3, 5, 0);
    Promise deletes = new Promise(Map.of(0, new Progress(written, new Position(3, 6, 0))));
    ModelTable whole = new ModelTable(deleting);
    whole.write(0, Position.ORIGIN, written);
    Node gone = new Node(0, 19, 3);
    whole.remove(gone);
    SeenRow seen = new SeenRow(NodeCodec.rowBytes(whole.row(gone)), List.of(), FOUND_MILLIS);
    for (boolean begunByThen : List.of(true, false)) {
      ModelContext of = new ModelContext(deleting, ModelContext.settled(written), whole.lookup());
      of.now =
          new CurrentLedgers() {
            @Override
            public Ledgers.LedgerSnapshot read() {
              return begunByThen ? ModelContext.reading(deletes) : of.before;
            }

            @Override
            public Ledgers.LedgerSnapshot read(Set<Integer> writers) {
              return ModelContext.reading(deletes);
            }
          };
      BatchSettler settlement = new BatchSettlement(of.context(), tally, found::addAll);
      settlement.add(seen);
      settlement.finish();

      assertThat(kinds()).hasSize(begunByThen ? 0 : 1);
      assertThat(settlement.doubts()).isEmpty();
    }
    assertThat(kinds()).containsExactly(FindingKind.LOST);
    assertThat(found.get(0).detail()).containsKey("passed.within.ms");
  }

  /** A scan server may have shown what had been rewritten long ago; a tablet server may not. */
  @Test
  void aDoubtThatHasPassedIsOneOnlyWhereReadsShowTheNewestState() throws Exception {
    Spans resent = new Spans(List.of(new Spans.Span(Position.ORIGIN, new Position(0, 1, 0))));
    Node head = new Node(0, 0, 9);
    context.before =
        ModelContext.reading(new Promise(Map.of(0, new Progress(END, END, resent, Spans.NONE))));
    List<String> immediate = settle(seen(head, table.first(head)));
    context.eventual = true;
    List<String> eventual = settle(seen(head, table.first(head)));

    assertThat(immediate)
        .singleElement()
        .asString()
        .contains("the attempt that was rejected may have taken effect late");
    assertThat(eventual).isEmpty();
    assertThat(found).isEmpty();
  }

  /** What is seen at last is a doubt, and no difference; that the row was missing is none. */
  @Test
  void aRowThatWasMissingIsReportedWhereOnlyADoubtKeepsItOpen() throws Exception {
    Spans resent = new Spans(List.of(new Spans.Span(Position.ORIGIN, new Position(0, 1, 0))));
    Node head = new Node(0, 0, 9);
    context.before =
        ModelContext.reading(new Promise(Map.of(0, new Progress(END, END, resent, Spans.NONE))));
    table.put(table.first(head));
    List<String> doubts = settle(seen(head));

    assertThat(doubts)
        .singleElement()
        .asString()
        .contains("the attempt that was rejected may have taken effect late");
    assertThat(kinds()).containsExactly(FindingKind.LATE);
  }

  @Test
  void whatTheSameAuthorizationsShowLaterOnIsNotWithheld() throws Exception {
    ModelTable whole = new ModelTable(graph);
    whole.write(0, Position.ORIGIN, END);
    table.remove(SOME);
    context.user = viewOf(whole, Authorizations.EMPTY);
    settle(seen(SOME));
    context.user = viewOf(whole, new Authorizations("A"));
    settle(seen(SOME));

    assertThat(kinds()).containsExactly(FindingKind.LOST, FindingKind.WITHHELD);
  }

  /** A write that was sent again may take effect late, between two reads. */
  @Test
  void whatComesBetweenTheReadersLastReadAndTheUsersIsNotWithheld() throws Exception {
    Entry right = table.entry(SOME);
    table.remove(SOME);
    table.remove(HEAD);
    Lookup late =
        rows -> {
          table.put(right);
          return table.lookup().rows(rows);
        };
    context.user = View.of(Optional.of(graph), new Authorizations("A"), late, late);
    settle(seen(SOME), seen(HEAD));

    assertThat(kinds()).containsExactly(FindingKind.LATE, FindingKind.LOST);
    assertThat(readsOf(SOME)).as("reads of the reader").isEqualTo(2);
    assertThat(readsOf(HEAD)).as("what the user does not see either").isEqualTo(1);
  }

  private View viewOf(ModelTable of, Authorizations authorizations) {
    return View.of(Optional.of(graph), authorizations, of.lookup(), of.lookup());
  }

  /** Settles some rows in one batch, and returns the doubts. */
  private List<String> settle(SeenRow... candidates) throws Exception {
    BatchSettler settlement = settlement();
    for (SeenRow candidate : candidates) {
      settlement.add(candidate);
    }
    settlement.finish();
    return settlement.doubts();
  }

  private int readsOf(Node node) {
    return Collections.frequency(rowsRead, table.row(node));
  }

  private List<FindingKind> kinds() {
    return found.stream().map(Found::kind).toList();
  }

  /** A tablet that is not hosted keeps a read for minutes, and a process that ends has a few. */
  @Test
  void aStopEndsTheReadThatNothingAnswers() throws Exception {
    table.remove(SOME);
    BatchSettler settlement = settlement();
    settlement.add(seen(SOME));
    lookup =
        rows -> {
          context.stop.ask("planted");
          new CountDownLatch(1).await();
          return Map.of();
        };
    settlement.finish();
    assertThat(Thread.interrupted()).isFalse();
    assertThat(settlement.doubts())
        .anyMatch(doubt -> doubt.startsWith("Rows that differed at first could not be read again"));
  }
}
