// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.records.journal.Event;
import com.google.common.util.concurrent.Uninterruptibles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes that are made one by one, against all that a writer writes in plain loops. */
class OperationWriterTest {
  @TempDir private Path temporary;

  private Rig rig(String updates) throws Exception {
    return new Rig(temporary, Rig.spec(0).with("updates", updates));
  }

  private static void write(OperationWriter writer, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      assertThat(writer.write()).isTrue();
    }
  }

  @Test
  void theyAreThoseOfAnyWriterInItsOrder() throws Exception {
    for (boolean buffered : new boolean[] {false, true}) {
      try (Rig rig = new Rig(temporary.resolve("" + buffered), with("4:zipfian:0.99"))) {
        OperationWriter writer = rig.operations(10, buffered);
        write(writer, 21 + 6 + 28 + 5);
        writer.close();
        assertThat(rig.table.texts()).isEqualTo(new ModelWrites(rig.spec, Rig.WRITER, 2).until(60));
        assertThat(rig.promised().acknowledged()).isEqualTo(new Position(1, 0, 5));
        assertThat(rig.promised().attempted()).isEqualTo(new Position(1, 0, 5));
        assertThat(rig.promised().acknowledgedEntries()).isEqualTo(60);
        assertThat(rig.hold.ended).contains(new Position(1, 0, 5));
        assertThat(rig.hold.closed).isTrue();
        // Whoever watches for stalls must know when nothing is to be acknowledged any more.
        assertThat(rig.told.get(0)).isInstanceOf(Event.ClientStarted.class);
        assertThat(rig.told.get(rig.told.size() - 1)).isInstanceOf(Event.ClientStopped.class);
      }
    }
  }

  private static void reject() throws MutationsRejectedException {
    throw new MutationsRejectedException(
        (AccumuloClient) null, List.of(), Map.of(), Set.of("server:9997"), 0, null);
  }

  private static GraphSpec with(String updates) {
    return Rig.spec(0).with("updates", updates);
  }

  @Test
  void theNextWriteIsKnownBeforeItIsMade() throws Exception {
    try (Rig rig = rig("2:hotspot:0.2:0.8")) {
      OperationWriter writer = rig.operations(4, false);
      WriteOrder order = new WriteOrder(rig.graph);
      Position at = Position.ORIGIN;
      while (at.block() == 0) {
        assertThat(writer.step()).isEqualTo(order.step(Rig.WRITER, at.block(), at.step()));
        assertThat(writer.node())
            .isEqualTo(
                new Node(Rig.WRITER, order.window(Rig.WRITER, at), order.index(Rig.WRITER, at)));
        write(writer, 1);
        at = order.advance(Rig.WRITER, at, 1);
      }
      assertThat(writer.step()).isEqualTo(Step.LAYER);
      writer.close();
    }
  }

  @Test
  void whatWasMadeOfAWindowIsAcknowledgedAtTheEndAndTheRestWasNeverSent() throws Exception {
    try (Rig rig = rig("2:uniform")) {
      OperationWriter writer = rig.operations(5, true);
      write(writer, 3);
      assertThat(rig.table.texts()).isEmpty();
      assertThat(rig.promised().acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 0, 5));
      writer.close();
      assertThat(rig.table.texts()).hasSize(3);
      assertThat(rig.promised().acknowledged()).isEqualTo(new Position(0, 0, 3));
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 0, 3));
      assertThat(rig.promised().closed()).isTrue();
    }
  }

  @Test
  void aRejectedWriteIsMadeAgainAndTheLedgerKnowsIt() throws Exception {
    for (boolean buffered : new boolean[] {false, true}) {
      try (Rig rig = new Rig(temporary.resolve("again" + buffered), with("2:uniform"))) {
        OperationWriter writer = rig.operations(4, buffered);
        write(writer, 2);
        rig.table.faults.add(buffer -> reject());
        write(writer, 5);
        writer.close();
        assertThat(new HashSet<>(rig.table.texts())).hasSize(7);
        assertThat(rig.table.content())
            .isEqualTo(new ModelWrites(rig.spec, Rig.WRITER, 1).content(7));
        assertThat(rig.promised().resent().hold(new Position(0, 0, 2))).isTrue();
        assertThat(rig.promised().acknowledged()).isEqualTo(new Position(0, 1, 0));
        assertThat(rig.told).anyMatch(Event.Rejected.class::isInstance);
      }
    }
  }

  @Test
  void aWriterThatGivesUpSaysSoAndWritesNoMore() throws Exception {
    try (Rig rig = rig("2:uniform")) {
      rig.retryLimit = Duration.ZERO;
      OperationWriter writer = rig.operations(4, false);
      write(writer, 1);
      rig.table.faults.add(buffer -> reject());
      assertThatThrownBy(writer::write)
          .isInstanceOf(IngestFailure.class)
          .hasMessageContaining("gave a write up");
      assertThat(writer.write()).isFalse();
      writer.close();
      assertThat(rig.promised().acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 0, 4));
    }
  }

  @Test
  void howLongItIsRepeatedCountsForEachWriteByItself() throws Exception {
    try (Rig rig = rig("2:uniform")) {
      AtomicLong nanos = new AtomicLong();
      rig.nanoClock = nanos::get;
      rig.retryLimit = Duration.ofSeconds(1);
      OperationWriter writer = rig.operations(4, false);
      for (int i = 0; i < 4; i++) {
        rig.table.faults.add(buffer -> reject());
        write(writer, 1);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        rig.table.faults.clear();
      }
      writer.close();
      assertThat(rig.promised().acknowledged()).isEqualTo(new Position(0, 0, 4));
      assertThat(rig.told)
          .filteredOn(Event.Rejected.class::isInstance)
          .extracting(event -> ((Event.Rejected) event).attempt())
          .containsExactly(1, 1, 1, 1);
    }
  }

  /** What is buffered is lost with the flush: nothing of it was acknowledged. */
  @Test
  void whatCannotBeFlushedAtTheEndStaysIndeterminate() throws Exception {
    try (Rig rig = rig("2:uniform")) {
      OperationWriter writer = rig.operations(5, true);
      assertThat(writer.number()).isEqualTo(Rig.WRITER);
      write(writer, 3);
      rig.table.faults.add(buffer -> reject());
      writer.close();
      assertThat(rig.table.texts()).isEmpty();
      assertThat(rig.promised().acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 0, 5));
      assertThat(rig.promised().closed()).isTrue();
      assertThat(rig.ledgerLines()).filteredOn(line -> line.contains("stopped")).hasSize(1);
      assertThat(writer.write()).as("it writes no more").isFalse();
      assertThat(rig.hold.closed).isTrue();
    }
  }

  @Test
  void aStopWhileItWaitsLeavesTheWindowIndeterminate() throws Exception {
    try (Rig rig = rig("2:uniform")) {
      OperationWriter writer = rig.operations(4, false);
      rig.table.faults.add(
          buffer -> {
            rig.stop.ask("test");
            reject();
          });
      assertThat(writer.write()).isFalse();
      int opened = rig.table.opened;
      assertThat(writer.write()).as("it writes no more").isFalse();
      assertThat(rig.table.opened).isEqualTo(opened);
      writer.close();
      assertThat(rig.promised().acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 0, 4));
      assertThat(rig.ledgerLines()).filteredOn(line -> line.contains("stopped")).hasSize(1);
    }
  }

  @Test
  void anInterruptBehindAFailureLeavesWhatWasPerhapsSentIndeterminate() throws Exception {
    for (boolean buffered : new boolean[] {false, true}) {
      try (Rig rig = new Rig(temporary.resolve("interrupt" + buffered), with("2:uniform"))) {
        OperationWriter writer = rig.operations(4, buffered);
        write(writer, 3);
        rig.table.faults.add(
            buffer -> {
              Thread.currentThread().interrupt();
              reject();
            });
        assertThatThrownBy(writer::write).isInstanceOf(InterruptedException.class);
        writer.close();
        // What is buffered went with the batch writer that failed.
        assertThat(rig.promised().acknowledged())
            .isEqualTo(buffered ? Position.ORIGIN : new Position(0, 0, 3));
        assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 0, 4));
      }
    }
  }

  /** One operation that was buffered, and no more, went with the batch writer that failed. */
  @Test
  void theOnlyWriteThatWentWithAFailedBatchWriterIsSentAgain() throws Exception {
    try (Rig rig = rig("2:uniform")) {
      OperationWriter writer = rig.operations(2, true);
      write(writer, 1);
      rig.table.faults.add(
          buffer -> {
            buffer.clear();
            reject();
          });
      write(writer, 1);
      assertThat(rig.table.content())
          .isEqualTo(new ModelWrites(rig.spec, Rig.WRITER, 1).content(2));
      writer.close();
      assertThat(rig.promised().acknowledged()).isEqualTo(new Position(0, 0, 2));
      assertThat(rig.promised().resent().hold(Position.ORIGIN)).isTrue();
    }
  }

  @Test
  void theOnlyWriteThatWentWithAFailedBatchWriterIsNotAcknowledgedByAStop() throws Exception {
    try (Rig rig = rig("2:uniform")) {
      OperationWriter writer = rig.operations(2, true);
      write(writer, 1);
      rig.table.faults.add(
          buffer -> {
            Thread.currentThread().interrupt();
            buffer.clear();
            reject();
          });
      assertThatThrownBy(writer::write).isInstanceOf(InterruptedException.class);
      writer.close();
      assertThat(rig.table.texts()).isEmpty();
      assertThat(rig.promised().acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 0, 2));
    }
  }

  /** A batch writer that cannot be closed may go on sending: no other may write as it then. */
  @Test
  void theNumberIsKeptAsLongAsABatchWriterMaySend() throws Exception {
    try (Rig rig = rig("2:uniform")) {
      CountDownLatch answered = new CountDownLatch(1);
      rig.table.onClose = answered::await;
      OperationWriter writer = rig.operations(2, false);
      write(writer, 2);
      writer.close();
      assertThat(rig.hold.ended).contains(new Position(0, 0, 2));
      assertThat(rig.hold.closed).isFalse();
      answered.countDown();
    }
  }

  @Test
  void noFlushHoldsTwoUpdatesOfANodeWhicheverClientSendsIt() throws Exception {
    try (Rig rig = rig("6:zipfian:1.5")) {
      List<Set<String>> flushes = new ArrayList<>();
      List<Integer> sizes = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        rig.table.faults.add(
            buffer -> {
              Set<String> keys = new HashSet<>();
              buffer.forEach(write -> keys.add(write.key()));
              flushes.add(keys);
              sizes.add(buffer.size());
            });
      }
      rig.run(21 + 6 + 20);
      rig.told.clear();
      OperationWriter writer = rig.operations(7, true);
      write(writer, 22);
      writer.close();
      assertThat(
              rig.told.stream().filter(Event.Flush.class::isInstance).map(Event.Flush.class::cast))
          .as("windows as long as asked for, within each pass over seven nodes")
          .extracting(Event.Flush::entries)
          .containsExactly(1L, 7L, 7L, 7L);
      for (int i = 0; i < flushes.size(); i++) {
        assertThat(flushes.get(i)).hasSize(sizes.get(i));
      }
      assertThat(flushes).hasSizeGreaterThan(10);
      assertThat(rig.table.content())
          .isEqualTo(new ModelWrites(rig.spec, Rig.WRITER, 1).content(69));
    }
  }

  /** What a flush holds of one node stays in its order, and is sent again as a whole. */
  @Test
  void updatesWithTheirOwnTimesAreFlushedOnceAWindow() throws Exception {
    for (String times : List.of("", ":timed")) {
      try (Rig rig = new Rig(temporary.resolve("timed" + times.length()), hot(times))) {
        OperationWriter writer = rig.operations(7, true);
        write(writer, 21 + 6);
        int before = rig.table.flushes;
        write(writer, 14);
        assertThat(rig.table.flushes - before).isEqualTo(times.isEmpty() ? 14 : 2);
        rig.table.faults.add(
            buffer -> {
              buffer.clear();
              reject();
            });
        write(writer, 7 + 3);
        writer.close();
        ModelWrites model = new ModelWrites(rig.spec, Rig.WRITER, 1);
        assertThat(rig.table.texts()).isEqualTo(model.until(21 + 6 + 24));
        assertThat(rig.promised().acknowledged()).isEqualTo(new Position(0, 7, 3));
      }
    }
  }

  /** All updates go to one node of 21. */
  private static GraphSpec hot(String times) {
    return with("9:zipf:9" + times);
  }

  /** Each client would wait as long as a batch writer does, one after the other. */
  @Test
  void anEndWaitsForNoServerThatDoesNotAnswer() throws Exception {
    try (Rig rig = rig("2:uniform");
        Rig another = new Rig(temporary.resolve("another"), with("2:uniform"))) {
      OperationWriter writer = rig.operations(5, true);
      write(writer, 3);
      CountDownLatch never = new CountDownLatch(1);
      rig.table.faults.add(
          buffer -> {
            Uninterruptibles.awaitUninterruptibly(never);
            reject();
          });
      assertTimeoutPreemptively(Duration.ofSeconds(60), writer::close);
      never.countDown();
      another.silent = rig.silent;
      OperationWriter next = another.operations(5, true);
      write(next, 3);
      next.close();
      assertThat(another.table.texts()).as("it does not wait as well").isEmpty();
      assertThat(another.promised().attempted()).isEqualTo(new Position(0, 0, 5));
      assertThat(rig.promised().acknowledged()).isEqualTo(Position.ORIGIN);
      assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 0, 5));
    }
  }
}
