// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import catena.graph.Position;
import catena.graph.judge.Spans;
import catena.records.latency.Unanswered;
import catena.records.ledger.LedgerState;
import catena.records.threads.StopSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableDeletedException;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.data.ConstraintViolationSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IngestClientTest {
  /** Windows of 7, layers of 21, closed blocks of 27, deleted ones of 42 writes. */
  private static final int[] AROUND_THE_ENDS_OF_WINDOWS = {
    0, 1, 6, 7, 8, 20, 21, 22, 26, 27, 28, 35, 41, 42, 43, 48, 54, 70, 91
  };

  @TempDir Path temporary;
  private int rigs;

  private Rig rig(double deleteProbability) throws Exception {
    return new Rig(Files.createDirectory(temporary.resolve("rig" + rigs++)), deleteProbability);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1})
  void writesExactlyTheEntriesAskedForInTheOrderOfTheModel(double deleteProbability)
      throws Exception {
    for (int entries : AROUND_THE_ENDS_OF_WINDOWS) {
      try (Rig rig = rig(deleteProbability)) {
        WriterOutcome outcome = rig.run(entries);
        assertThat(outcome.entries()).isEqualTo(entries);
        assertThat(rig.table.puts()).isEqualTo(entries);
        assertThat(rig.table.texts()).isEqualTo(rig.model(entries));
        assertThat(rig.promised().acknowledgedEntries()).isEqualTo(entries);
        assertThat(rig.promised().acknowledgedDeletes()).isEqualTo(outcome.deletes());
        assertThat(rig.promised().indeterminate()).isFalse();
        assertThat(outcome.inDoubt()).isFalse();
        assertThat(rig.promised().closed()).isTrue();
      }
    }
  }

  @Test
  void reportsWhatItHandedToItsBatchWriter() throws Exception {
    try (Rig rig = rig(1)) {
      WriterOutcome outcome = rig.run(21);
      assertThat(rig.handedOver()).isEqualTo(outcome.entries() + outcome.deletes());
    }
  }

  @Test
  void deletesABlockWhoseLayersAreWrittenThoughNoEntryIsLeft() throws Exception {
    try (Rig rig = rig(1)) {
      WriterOutcome outcome = rig.run(21);
      assertThat(outcome.deletes()).isEqualTo(21);
      assertThat(rig.table.content()).isEmpty();
    }
  }

  @Test
  void leavesABlockUnclosedIfNoEntryIsLeft() throws Exception {
    try (Rig rig = rig(0)) {
      assertThat(rig.run(21).position()).isEqualTo(new Position(0, 3, 0));
    }
  }

  @Test
  void goesOnAfterACleanEndWithAsManyEntriesMore() throws Exception {
    try (Rig rig = rig(0.5)) {
      rig.run(33);
      rig.run(40);
      assertThat(rig.table.texts()).isEqualTo(rig.model(73));
    }
  }

  @Test
  void sendsARejectedWindowAgainAsItWas() throws Exception {
    try (Rig rig = rig(0)) {
      rig.table.faults.add(buffer -> {});
      rig.table.faults.add(
          buffer -> {
            rig.table.arrived.addAll(buffer.subList(0, 4));
            throw rejected(new TimedOutException("test"));
          });
      WriterOutcome outcome = rig.run(40);
      assertThat(outcome.entries()).isEqualTo(40);
      assertThat(outcome.rejections()).isEqualTo(1);
      assertThat(rig.table.opened).isEqualTo(2);
      List<String> model = rig.model(40);
      List<String> twice = new ArrayList<>(model.subList(0, 7));
      twice.addAll(model.subList(7, 11));
      twice.addAll(model.subList(7, 40));
      assertThat(rig.table.texts()).isEqualTo(twice);
      assertThat(rig.promised().acknowledgedEntries()).isEqualTo(40);
      Spans.Span second = new Spans.Span(new Position(0, 1, 0), new Position(0, 2, 0));
      assertThat(rig.promised().resent().all()).containsExactly(second);
    }
  }

  @Test
  void saysElsewhereThanInTheLedgerHowFarItHasComeWhenItEnds() throws Exception {
    try (Rig rig = rig(0)) {
      rig.run(9);
      assertThat(rig.hold.ended).contains(new Position(0, 1, 2));
      assertThat(rig.hold.ended).contains(rig.promised().attempted());
      assertThat(rig.hold.closed).isTrue();
    }
  }

  /** A batch writer that cannot be closed may go on sending: no other may write as it then. */
  @Test
  void keepsItsNumberAsLongAsItsBatchWriterMaySend() throws Exception {
    try (Rig rig = rig(0)) {
      CountDownLatch answered = new CountDownLatch(1);
      rig.table.onClose = answered::await;
      IngestClient client = rig.client(40);
      rig.work(client);
      client.close();
      assertThat(rig.hold.closed).isFalse();
      List<Thread> sending = client.sender().sending();
      assertThat(sending).hasSize(1);
      answered.countDown();
      sending.get(0).join();
      assertThat(client.sender().sending()).isEmpty();
    }
  }

  @Test
  void givesAWindowUpAtTheLimitAndSaysThatItIsIndeterminate() throws Exception {
    try (Rig rig = rig(0)) {
      rig.table.faults.add(buffer -> {});
      rig.retryLimit = Duration.ofMillis(20);
      for (int i = 0; i < 1000; i++) {
        rig.table.faults.add(
            buffer -> {
              throw rejected(new TimedOutException("test"));
            });
      }
      assertThatThrownBy(() -> rig.run(40))
          .isInstanceOf(IngestFailure.class)
          .hasMessageContaining("gave a window up after")
          .hasMessageContaining("timed out");
      LedgerState state = rig.promised();
      assertThat(state.acknowledged()).isEqualTo(new Position(0, 1, 0));
      assertThat(state.attempted()).isEqualTo(new Position(0, 2, 0));
    }
  }

  @Test
  void doesNotRepeatWhatCannotPass() throws Exception {
    try (Rig rig = rig(0)) {
      rig.table.faults.add(
          buffer -> {
            throw new MutationsRejectedException(
                (AccumuloClient) null,
                List.of(new ConstraintViolationSummary("NoZeroes", (short) 7, "zero found", 1)),
                Map.of(),
                Set.of(),
                0,
                null);
          });
      assertThatThrownBy(() -> rig.run(40))
          .hasMessageContaining("NoZeroes")
          .hasMessageContaining("zero found");
      assertThat(rig.table.opened).isEqualTo(1);
      assertThat(rig.promised().indeterminate()).isTrue();
    }
  }

  @Test
  void saysThatTheTableWasDeleted() throws Exception {
    try (Rig rig = rig(0)) {
      rig.table.faults.add(
          buffer -> {
            throw new TableDeletedException("1");
          });
      assertThatThrownBy(() -> rig.run(40)).hasMessageContaining("the table was deleted");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1})
  void stopsAnywhereWithAllThatWasSentAcknowledgedAndResumesWithoutGapOrOverlap(
      double deleteProbability) throws Exception {
    for (int mutations : AROUND_THE_ENDS_OF_WINDOWS) {
      try (Rig rig = rig(deleteProbability)) {
        rig.stopAfter(mutations);
        WriterOutcome first = rig.run(1000);
        assertThat(rig.table.arrived).hasSize(mutations);
        assertThat(first.entries() + first.deletes()).isEqualTo(mutations);
        assertThat(rig.promised().acknowledged()).isEqualTo(first.position());
        assertThat(rig.promised().attempted()).isEqualTo(first.position());
        assertThat(first.inDoubt()).isFalse();
        rig.stopNoMore();
        rig.run(50);
        assertThat(rig.table.texts()).isEqualTo(rig.model(first.entries() + 50));
      }
    }
  }

  @Test
  void keepsARestIndeterminateThatAnEarlierAttemptHasSent() throws Exception {
    try (Rig rig = rig(0)) {
      rig.table.faults.add(
          buffer -> {
            throw rejected(new TimedOutException("test"));
          });
      rig.stopAfter(10);
      WriterOutcome outcome = rig.run(40);
      assertThat(outcome.entries()).isEqualTo(3);
      assertThat(outcome.inDoubt()).isTrue();
      assertThat(rig.promised().acknowledged()).isEqualTo(new Position(0, 0, 3));
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 1, 0));
    }
  }

  /** Nothing of a window that has no write in this attempt is there to be acknowledged. */
  @Test
  void whatWasRejectedAsAWholeWhenAStopCameStaysIndeterminate() throws Exception {
    try (Rig rig = rig(0)) {
      rig.table.faults.add(
          buffer -> {
            throw rejected(new TimedOutException("test"));
          });
      rig.stopAfter(7); // a whole window
      IngestClient client = rig.client(40);
      rig.work(client);
      assertThat(client.acknowledged()).isZero();
      client.close();
      assertThat(client.outcome().entries()).isZero();
      assertThat(client.outcome().inDoubt()).isTrue();
      assertThat(rig.promised().acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 1, 0));
      rig.stopNoMore();
      IngestClient next = rig.client(40);
      rig.work(next);
      assertThat(next.acknowledged()).as("windows of 7").isEqualTo(6);
      next.close();
      assertThat(rig.promised().acknowledgedEntries()).isEqualTo(40);
    }
  }

  @Test
  void resumesAfterADeathAnywhereWithTheWindowThatWasOnItsWay() throws Exception {
    for (int mutations = 1; mutations < 60; mutations += 5) {
      try (Rig rig = rig(0.5)) {
        die(rig, mutations);
        int arrived = rig.table.arrived.size();
        long acknowledged = rig.promised().acknowledgedEntries();
        rig.stopNoMore();
        WriterOutcome outcome = rig.run(80);
        List<String> model = rig.model(acknowledged + 80);
        assertThat(new LinkedHashSet<>(rig.table.texts())).containsExactlyElementsOf(model);
        assertThat(outcome.entries()).isEqualTo(80);
        assertThat(rig.promised().acknowledgedEntries()).isEqualTo(acknowledged + 80);
        assertThat(rig.table.arrived.size() - model.size()).isBetween(0, arrived);
      }
    }
  }

  /** Ends a client as kill -9 does: no flush, no close, what was buffered is lost. */
  private static void die(Rig rig, int mutations) throws Exception {
    int[] left = {mutations};
    rig.table.onAdd =
        () -> {
          if (--left[0] == 0) {
            throw new Death();
          }
        };
    IngestClient client = rig.client(1000);
    try {
      rig.work(client);
    } catch (Death expected) {
      assertThat(left[0]).isZero();
    }
  }

  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Windows of 7 at 70 writes a second: the third flush hangs for 5.05 s, until the stop. */
  @Test
  void windowsThatWereDueWhenAStopCameAreReported() throws Exception {
    try (Rig rig = rig(0)) {
      AtomicLong nanos = new AtomicLong();
      rig.rate = 70;
      rig.nanoClock = nanos::get;
      rig.stop = new StopSignal((asked, limit) -> nanos.addAndGet(limit.toNanos()));
      rig.table.faults.add(buffer -> {});
      rig.table.faults.add(buffer -> {});
      rig.table.faults.add(
          buffer -> {
            nanos.addAndGet(Duration.ofMillis(5_050).toNanos());
            rig.stop.ask("test");
            throw rejected(new TimedOutException("test"));
          });
      IngestClient client = rig.client(1_000_000);
      rig.work(client);
      client.close();
      Unanswered owed = client.unanswered();

      assertThat(owed.answered()).isEqualTo(2);
      assertThat(owed.underWay()).isEqualTo(1);
      assertThat(owed.neverBegun()).isEqualTo(50);
      assertThat(owed.oldestNanos() / 1e9).isCloseTo(5.05, within(1e-3));
      assertThat(owed.inWords("windows"))
          .contains("50 windows were due and never begun, 1 under way, the oldest for 5.1 s");
      assertThat(rig.unanswered())
          .singleElement()
          .satisfies(
              end -> {
                assertThat(end.operation()).isEqualTo("flush");
                assertThat(end.neverBegun()).isEqualTo(50);
              });
      assertThat(rig.latencies("flush.unanswered").getTotalCount()).isEqualTo(51);
      assertThat(rig.latencies("flush").getTotalCount()).isEqualTo(2);
    }
  }

  @Test
  void aStopAmidAWindowThatKeepsItsRateLeavesNothingDue() throws Exception {
    try (Rig rig = rig(0)) {
      AtomicLong nanos = new AtomicLong();
      rig.rate = 70;
      rig.nanoClock = nanos::get;
      rig.stop =
          new StopSignal(
              (asked, limit) -> {
                if (nanos.addAndGet(limit.toNanos()) > Duration.ofSeconds(1).toNanos()) {
                  rig.stop.ask("test");
                }
              });
      IngestClient client = rig.client(1_000_000);
      rig.work(client);
      client.close();

      Unanswered owed = client.unanswered();
      assertThat(owed.answered()).isGreaterThan(9);
      assertThat(owed).isEqualTo(new Unanswered(owed.answered(), 0, 0, 0));
    }
  }

  private static MutationsRejectedException rejected(Throwable cause) {
    return new MutationsRejectedException(
        (AccumuloClient) null, List.of(), Map.of(), Set.of("server:9997"), 0, cause);
  }
}
