// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static catena.ingest.write.ImportDelivery.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.judge.Spans.Span;
import catena.records.journal.Event;
import catena.records.ledger.LedgerState;
import catena.records.ledger.Window;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportDeliveryTest {
  @TempDir Path temporary;

  private Rig rig(double deleteProbability) throws IOException {
    Rig rig = new Rig(temporary, deleteProbability);
    rig.loader = Optional.of(new FakeLoader(rig.table));
    return rig;
  }

  private static FakeLoader loader(Rig rig) {
    return rig.loader.orElseThrow();
  }

  @Test
  void theTableHoldsWhatALiveWriterWouldHaveWritten() throws Exception {
    for (double deletes : new double[] {0, 0.5, 1}) {
      Path own = temporary.resolve("of-" + deletes);
      try (Rig rig = new Rig(own, deletes)) {
        rig.loader = Optional.of(new FakeLoader(rig.table));
        WriterOutcome outcome = rig.run(123);
        assertThat(outcome.entries()).isEqualTo(123);
        assertThat(rig.table.content())
            .isEqualTo(new ModelWrites(rig.spec, Rig.WRITER, 12).content(123));
        LedgerState state = rig.promised();
        assertThat(state.acknowledgedEntries()).isEqualTo(123);
        assertThat(state.indeterminate()).isFalse();
        assertThat(state.imported().all())
            .containsExactly(new Span(Position.ORIGIN, state.attempted(), 1));
        assertThat(loader(rig).removed).isEqualTo(loader(rig).begun);
        // Deletes, and nothing else, were sent.
        assertThat(rig.table.opened).isEqualTo(outcome.deletes() > 0 ? 1 : 0);
      }
    }
  }

  @Test
  void anImportIsOneWindowOfTheLedger() throws Exception {
    try (Rig rig = rig(0)) {
      rig.run(21);
      assertThat(rig.promised().windows()).isEqualTo(1);
      assertThat(rig.promised().acknowledged()).isEqualTo(new Position(0, 3, 0));
    }
  }

  @Test
  void anImportOfWhichNothingWasTakenIsNoAttempt() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig)
          .whileImporting
          .add(
              entries -> {
                throw new AccumuloException("test");
              });
      loader(rig).ends.add(BulkLoader.End.NOTHING);
      WriterOutcome outcome = rig.run(21);
      assertThat(outcome.rejections()).isEqualTo(1);
      assertThat(rig.promised().resent().all()).isEmpty();
      assertThat(rig.promised().acknowledgedEntries()).isEqualTo(21);
      assertThat(rig.notes()).singleElement().asString().contains("nothing of it is in the table");
    }
  }

  /** It reported failure and has put in all. */
  @Test
  void anImportThatFailedAndWasTakenIsReportedAndSentAgain() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig)
          .whileImporting
          .add(
              entries -> {
                rig.table.arrived.addAll(entries);
                throw new AccumuloException("test");
              });
      loader(rig).ends.add(BulkLoader.End.TAKEN);
      rig.run(21);
      assertThat(rig.table.arrived).hasSize(42);
      Span all = new Span(Position.ORIGIN, new Position(0, 3, 0), 2);
      assertThat(rig.promised().resent().all()).containsExactly(all);
      assertThat(rig.notes())
          .singleElement()
          .asString()
          .contains("all of its files had been taken");
    }
  }

  @Test
  void filesThatCannotBeWrittenAreNoAttemptAndAreWrittenAgain() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig)
          .whileWriting
          .add(
              entries -> {
                throw new IOException("no DataNode");
              });
      rig.run(21);
      assertThat(loader(rig).begun).isEqualTo(2);
      assertThat(loader(rig).removed).isEqualTo(2);
      assertThat(rig.promised().resent().all()).isEmpty();
      assertThat(rig.table.arrived).hasSize(21);
    }
  }

  @Test
  void noRoomIsSaidAtOnceAndNothingIsHalfDone() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig)
          .whileWriting
          .add(
              entries -> {
                throw new DSQuotaExceededException(1, 2);
              });
      assertThatThrownBy(() -> rig.run(21))
          .isInstanceOf(IngestFailure.class)
          .hasMessageContaining("no room")
          .hasMessageContaining("ingest.bulk.dir");
      assertThat(rig.promised().indeterminate()).isFalse();
      assertThat(rig.table.arrived).isEmpty();
      assertThat(loader(rig).removed).isEqualTo(1);
    }
  }

  @Test
  void noRightToImportIsSaidAtOnce() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig)
          .whileImporting
          .add(
              entries -> {
                throw new AccumuloSecurityException("me", null);
              });
      assertThatThrownBy(() -> rig.run(21))
          .isInstanceOf(IngestFailure.class)
          .hasMessageContaining("grant Table.BULK_IMPORT");
      assertThat(rig.promised().indeterminate()).isFalse();
    }
  }

  @Test
  void anInternalErrorIsNotTriedAgain() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig)
          .whileWriting
          .add(
              entries -> {
                throw new IllegalStateException("test");
              });
      assertThatThrownBy(() -> rig.run(21)).isInstanceOf(IngestFailure.class);
      assertThat(loader(rig).begun).isEqualTo(1);
    }
  }

  @Test
  void aLoadPlanThatDoesNotFitIsSaidAtOnce() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig)
          .whileImporting
          .add(
              entries -> {
                throw new IllegalArgumentException("Load plan files differ from directory files");
              });
      assertThatThrownBy(() -> rig.run(21))
          .isInstanceOf(IngestFailure.class)
          .hasMessageContaining("files and load plan do not fit")
          .hasMessageContaining("differ from directory files");
      assertThat(rig.promised().indeterminate()).isFalse();
    }
  }

  @Test
  void anImportOfWhichNothingIsKnownInTheEndIsIndeterminate() throws Exception {
    try (Rig rig = rig(0)) {
      rig.retryLimit = Duration.ZERO;
      loader(rig)
          .whileImporting
          .add(
              entries -> {
                throw new AccumuloException("test");
              });
      loader(rig).ends.add(BulkLoader.End.UNDER_WAY);
      assertThatThrownBy(() -> rig.run(21)).isInstanceOf(IngestFailure.class);
      assertThat(rig.promised().indeterminate()).isTrue();
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 3, 0));
      rig.retryLimit = Duration.ofMinutes(1);
      rig.run(21);
      assertThat(rig.promised().indeterminate()).isFalse();
      assertThat(rig.promised().resent().times(Position.ORIGIN)).isEqualTo(2);
    }
  }

  @Test
  void aStopWhileFilesAreWrittenLeavesNothingBehind() throws Exception {
    try (Rig rig = rig(0)) {
      int[] left = {10};
      loader(rig).onAdd =
          () -> {
            if (--left[0] == 0) {
              rig.stop.ask("test");
            }
          };
      WriterOutcome outcome = rig.run(21);
      assertThat(outcome.entries()).isZero();
      assertThat(outcome.inDoubt()).isFalse();
      assertThat(rig.promised().attempted()).isEqualTo(Position.ORIGIN);
      assertThat(loader(rig).removed).isEqualTo(1);
    }
  }

  @Test
  void aStopWaitsForTheImportThatIsUnderWay() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig).onRun = () -> rig.stop.ask("test");
      WriterOutcome outcome = rig.run(100);
      assertThat(outcome.entries()).isEqualTo(21);
      assertThat(rig.promised().acknowledgedEntries()).isEqualTo(21);
      assertThat(rig.promised().indeterminate()).isFalse();
    }
  }

  /** Longer than a stop waits, by the sender's clock; by ours it takes no time. */
  @Test
  void anImportThatOutlivesAStopIsNotAcknowledged() throws Exception {
    try (Rig rig = rig(0)) {
      CountDownLatch over = new CountDownLatch(1);
      AtomicLong nanos = new AtomicLong();
      rig.nanoClock = () -> nanos.getAndAdd(rig.stop.asked() ? PATIENCE.toNanos() : 1);
      loader(rig).onRun =
          () -> {
            rig.stop.ask("test");
            Uninterruptibles.awaitUninterruptibly(over);
          };
      WriterOutcome outcome = rig.run(100);
      over.countDown();
      assertThat(outcome.entries()).isZero();
      assertThat(outcome.inDoubt()).isTrue();
      assertThat(rig.promised().acknowledgedEntries()).isZero();
      assertThat(rig.promised().indeterminate()).isTrue();
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 3, 0));
    }
  }

  /** The first may have taken all, whatever became of the next. */
  @Test
  void aStopWhileFilesAreWrittenAgainLeavesTheFirstImportInDoubt() throws Exception {
    for (int more = 0; more < 2; more++) {
      try (Rig rig = new Rig(temporary.resolve("of-" + more), 0)) {
        rig.loader = Optional.of(new FakeLoader(rig.table));
        loader(rig).ends.add(BulkLoader.End.UNDER_WAY);
        for (int i = 0; i <= more; i++) {
          loader(rig)
              .whileImporting
              .add(
                  entries -> {
                    throw new AccumuloException("test");
                  });
        }
        int[] left = {21 * (more + 1) + 5};
        loader(rig).onAdd =
            () -> {
              if (--left[0] == 0) {
                rig.stop.ask("test");
              }
            };
        IngestClient client = rig.client(21);
        rig.work(client);
        client.close();
        assertThat(client.outcome().inDoubt()).isTrue();
        assertThat(client.unanswered().underWay()).isEqualTo(1);
        assertThat(rig.promised().indeterminate()).isTrue();
        assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 3, 0));
      }
    }
  }

  @Test
  void theLatencyOfAnImportThatWasRepeatedCountsFromItsFirstAttempt() throws Exception {
    try (Rig rig = rig(0)) {
      AtomicLong nanos = new AtomicLong();
      rig.nanoClock = nanos::get;
      loader(rig)
          .whileImporting
          .add(
              entries -> {
                nanos.addAndGet(Duration.ofSeconds(5).toNanos());
                throw new AccumuloException("test");
              });
      rig.run(21);
      assertThat(rig.latencies("flush").getMaxValue() / 1e9).isCloseTo(5, within(0.01));
    }
  }

  @Test
  void aWriterGoesOnLiveWhereItsImportsEnded() throws Exception {
    try (Rig rig = rig(0)) {
      rig.run(24);
      rig.loader = Optional.empty();
      rig.run(40);
      assertThat(rig.table.content())
          .isEqualTo(new ModelWrites(rig.spec, Rig.WRITER, 12).content(64));
      assertThat(rig.promised().imported().all())
          .containsExactly(new Span(Position.ORIGIN, new Position(0, 3, 3), 1));
    }
  }

  @Test
  void theLatencyOfAnImportIsHowLongItTook() throws Exception {
    try (Rig rig = rig(0)) {
      AtomicLong nanos = new AtomicLong(Duration.ofDays(1).toNanos());
      rig.nanoClock = nanos::get;
      loader(rig).onAdd = () -> nanos.addAndGet(Duration.ofSeconds(1).toNanos());
      loader(rig).onRun = () -> nanos.addAndGet(Duration.ofSeconds(5).toNanos());
      rig.run(21);
      assertThat(rig.events(Event.Flush.class))
          .singleElement()
          .satisfies(
              flush -> {
                assertThat(flush.entries()).isEqualTo(21);
                assertThat(flush.durationNanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
                assertThat(flush.sinceLastNanos()).isEqualTo(Duration.ofSeconds(26).toNanos());
              });
      assertThat(rig.latencies("flush").getMaxValue() / 1e9).isCloseTo(5, within(0.01));
    }
  }

  private List<String> abandoned(Rig rig) throws IOException {
    return rig.ledgerLines().stream().filter(line -> line.startsWith("X ")).toList();
  }

  /** Exactly as long as it waits is not longer; it is checked again then. */
  @Test
  void anImportThatOutlivesAStopIsLeftAfterTheWaitAndReported() throws Exception {
    try (Rig rig = rig(0)) {
      CountDownLatch over = new CountDownLatch(1);
      long begin = Duration.ofDays(1).toNanos();
      long[] since = {0, PATIENCE.toNanos(), PATIENCE.toNanos() + 1};
      AtomicInteger looks = new AtomicInteger();
      Thread waiting = Thread.currentThread();
      rig.nanoClock =
          () -> {
            if (Thread.currentThread() != waiting || !rig.stop.asked()) {
              return begin;
            }
            int look = looks.getAndIncrement();
            return begin + (look < since.length ? since[look] : look * PATIENCE.toNanos());
          };
      loader(rig).onRun =
          () -> {
            rig.stop.ask("test");
            Uninterruptibles.awaitUninterruptibly(over);
          };
      IngestClient client = rig.client(100);
      rig.work(client);
      assertThat(looks).hasValue(since.length);
      client.close();

      assertThat(rig.said)
          .containsExactly(
              "rig: an import goes on though this process ends: its window is in doubt");
      assertThat(abandoned(rig)).singleElement().asString().startsWith("X 1000000 stopped ");
      assertThat(loader(rig).removed).isZero();
      List<Thread> importing = client.sender().sending();
      assertThat(importing).hasSize(1);
      assertThat(rig.hold.closed).as("the writer's number is given back").isFalse();
      over.countDown();
      importing.get(0).join();
      assertThat(client.sender().sending()).isEmpty();
    }
  }

  @Test
  void anImportThatEndedIsNoneThatGoesOn() throws Exception {
    try (Rig rig = rig(0)) {
      rig.run(42);
      assertThat(rig.said).isEmpty();
      assertThat(rig.hold.closed).isTrue();
    }
  }

  @Test
  void anImportThatSucceededAndCannotBeRemovedIsAcknowledgedAndReported() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig).stuck = Optional.of(new IOException("no NameNode"));
      rig.run(21);
      assertThat(rig.promised().acknowledgedEntries()).isEqualTo(21);
      assertThat(rig.promised().indeterminate()).isFalse();
      assertThat(rig.said)
          .containsExactly(
              "rig: what an import left could not be removed: java.io.IOException: no NameNode");
    }
  }

  @Test
  void filesThatCanNeitherBeWrittenNorRemovedReportBoth() throws Exception {
    try (Rig rig = rig(0)) {
      IOException planted = new DSQuotaExceededException(1, 2);
      loader(rig).stuck = Optional.of(new IOException("no NameNode"));
      loader(rig)
          .whileWriting
          .add(
              entries -> {
                throw planted;
              });
      assertThatThrownBy(() -> rig.run(21)).isInstanceOf(IngestFailure.class).hasCause(planted);
      assertThat(planted.getSuppressed()).containsExactly(loader(rig).stuck.get());
      assertThat(rig.promised().indeterminate()).isFalse();
    }
  }

  /** Whether they are in the table is not known, so that the attempt stays one. */
  @Test
  void aFailedImportWhoseFilesCannotBeRemovedIsInDoubtAndReportsBoth() throws Exception {
    try (Rig rig = rig(0)) {
      AccumuloSecurityException planted = new AccumuloSecurityException("me", null);
      loader(rig).stuck = Optional.of(new IOException("no NameNode"));
      loader(rig)
          .whileImporting
          .add(
              entries -> {
                throw planted;
              });
      assertThatThrownBy(() -> rig.run(21))
          .isInstanceOf(IngestFailure.class)
          .extracting(Throwable::getCause)
          .isSameAs(planted);
      assertThat(planted.getSuppressed()).containsExactly(loader(rig).stuck.get());
      assertThat(rig.promised().indeterminate()).isTrue();
      assertThat(rig.notes())
          .containsExactly(
              "an import failed: the user may not import into the table (DEFAULT_SECURITY_ERROR);"
                  + " grant Table.BULK_IMPORT; it is under way still, and may be in the table or"
                  + " not");
    }
  }

  /** A window of which a graph has fewer writes must never be imported as if it were whole. */
  @Test
  void aWindowThatSaysMoreWritesThanTheGraphHasIsNotImported() throws Exception {
    try (Rig rig = rig(0)) {
      rig.nanoClock = () -> 1;
      IngestClient client = rig.client(21);
      Sender sender = client.sender();
      ImportDelivery delivery =
          new ImportDelivery(sender, rig.graph, loader(rig), sender.recording(), rig.stop);
      Window window = new Window(Position.ORIGIN, new Position(0, 3, 0), 23, 0);
      assertThatThrownBy(() -> delivery.attempt(window))
          .isInstanceOf(AttemptFailed.class)
          .hasRootCauseMessage(window + " has fewer writes");
      assertThat(loader(rig).removed).isEqualTo(1);
      assertThat(rig.table.arrived).isEmpty();
      client.close();
      assertThat(rig.promised().attempted()).isEqualTo(Position.ORIGIN);
    }
  }

  @Test
  void anImportForWhichThereIsNoRoomLeftIsAFailure() throws Exception {
    GraphSpec narrow =
        Specs.of(
            GraphSpec.VERSION,
            42,
            0,
            7 * 64 * 16,
            7,
            3,
            100,
            100,
            List.of(""),
            GraphSpec.VisibilityScope.BLOCK,
            true,
            Payload.NONE,
            0,
            16);
    try (Rig rig = new Rig(temporary, narrow)) {
      rig.loader = Optional.of(new FakeLoader(rig.table));
      assertThatThrownBy(() -> rig.run(Long.MAX_VALUE))
          .isInstanceOf(IngestFailure.class)
          .hasMessageContaining("has filled its part of the rows");
    }
  }

  /** An import that has failed may be under way for minutes: an end does not wait so long. */
  @Test
  void aStopWhileAFailedImportIsRevokedIsNoFailure() throws Exception {
    try (Rig rig = rig(0)) {
      loader(rig)
          .whileImporting
          .add(
              entries -> {
                throw new AccumuloException("test");
              });
      loader(rig).onRevoke =
          () -> {
            rig.stop.ask("test");
            throw new InterruptedException("test");
          };
      WriterOutcome outcome = rig.run(21);
      assertThat(outcome.inDoubt()).isTrue();
      assertThat(rig.promised().indeterminate()).isTrue();
    }
  }
}
