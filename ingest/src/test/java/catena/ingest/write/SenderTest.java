// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.graph.Position;
import catena.records.journal.Event;
import catena.records.latency.Unanswered;
import catena.records.ledger.Window;
import catena.records.threads.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TimedOutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sender measures, tells the ledger and owes, with a hand clock; windows are of 7. */
class SenderTest {
  @TempDir private Path temporary;

  private final AtomicLong nanos = new AtomicLong();
  private Rig rig;

  @BeforeEach
  void open() throws Exception {
    rig = new Rig(temporary, 0);
    rig.nanoClock = nanos::get;
    rig.stop = new StopSignal((asked, limit) -> nanos.addAndGet(limit.toNanos()));
  }

  @AfterEach
  void close() throws Exception {
    rig.close();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static MutationsRejectedException rejected() {
    return new MutationsRejectedException(
        (AccumuloClient) null,
        List.of(),
        Map.of(),
        Set.of("server:9997"),
        0,
        new TimedOutException("test"));
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }

  private List<String> stopped() throws Exception {
    return rig.ledgerLines().stream().filter(line -> line.contains("stopped")).toList();
  }

  /** 70 writes a second: the second window was due long before the first was acknowledged. */
  @Test
  void aFlushIsLateFromWhenTheLastWriteOfItsWindowWasDue() throws Exception {
    rig.rate = 70;
    rig.table.faults.add(buffer -> pass(Duration.ofSeconds(5)));
    WriterOutcome outcome = rig.run(14);

    assertThat(outcome.windows()).isEqualTo(2);
    Histogram flush = rig.latencies("flush");
    assertThat(flush.getTotalCount()).isEqualTo(2);
    // The first began when its last write was due, at 6/70 s, and the second was due at 13/70 s.
    assertThat(seconds(flush.getMaxValue())).isCloseTo(5.0, within(0.006));
    assertThat(seconds(flush.getMinValue())).isCloseTo(5 + 6.0 / 70 - 13.0 / 70, within(0.006));
    assertThat(seconds(rig.latencies("flush.service").getMinValue())).isZero();
    // The first write of the second window was due at 7/70 s, and each of the others later.
    assertThat(rig.events(Event.Throughput.class))
        .extracting(Event.Throughput::lateSeconds)
        .satisfiesOnlyOnce(
            late -> assertThat(late).isCloseTo(5 + 6.0 / 70 - 7.0 / 70, within(0.001)));
  }

  @Test
  void aFlushThatIsRepeatedTakesAsLongAsSinceTheFirstAttemptFailed() throws Exception {
    rig.table.faults.add(
        buffer -> {
          pass(Duration.ofSeconds(2));
          throw rejected();
        });
    rig.table.faults.add(buffer -> pass(Duration.ofSeconds(3)));
    rig.run(7);

    assertThat(seconds(rig.latencies("flush").getMaxValue())).isCloseTo(5.0, within(0.01));
  }

  /** It fails before its flush begins: the first attempt counts all the same. */
  @Test
  void aWindowThatFailsAsItIsHandedOverIsTimedFromThatFailure() throws Exception {
    int[] adds = {0};
    rig.table.onAdd =
        () -> {
          if (++adds[0] == 3) {
            pass(Duration.ofSeconds(2));
            throw new TimedOutException("test");
          }
        };
    rig.table.onClose = () -> pass(Duration.ofSeconds(4));
    rig.table.faults.add(buffer -> pass(Duration.ofSeconds(3)));
    rig.run(7);

    assertThat(seconds(rig.latencies("flush").getMaxValue())).isCloseTo(7.0, within(0.02));
  }

  @Test
  void eachWindowFailsForTheFirstTime() throws Exception {
    rig.retryLimit = Duration.ofSeconds(1);
    for (int window = 0; window < 4; window++) {
      rig.table.faults.add(
          buffer -> {
            throw rejected();
          });
      rig.table.faults.add(buffer -> pass(Duration.ofMinutes(1)));
    }
    WriterOutcome outcome = rig.run(28);

    assertThat(outcome.entries()).isEqualTo(28);
    assertThat(outcome.rejections()).isEqualTo(4);
    assertThat(rig.events(Event.Rejected.class))
        .extracting(Event.Rejected::attempt)
        .containsExactly(1, 1, 1, 1);
  }

  @Test
  void whatIsOnItsWayIsCountedUntilItIsAcknowledged() throws Exception {
    IngestClient client = rig.client(14);
    List<Long> added = new ArrayList<>();
    rig.table.onAdd = () -> added.add(client.entriesSent());
    rig.table.faults.add(buffer -> added.add(client.entriesSent()));
    rig.table.faults.add(
        buffer -> {
          rig.table.faults.add(again -> {});
          throw rejected();
        });
    rig.work(client);
    client.close();

    assertThat(added.subList(0, 8)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    assertThat(added.subList(8, 15))
        .as("the next window")
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(added.subList(15, 22)).as("once more").containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(client.entriesSent()).isZero();
    assertThat(client.entriesInSight()).isEqualTo(14);
  }

  /** Nothing was sent: nothing is in doubt, and nothing is owed. */
  @Test
  void aWindowOfWhichAStopLeftNothingIsTakenBack() throws Exception {
    IngestClient client = rig.client(100);
    Sender sender = client.sender();
    Window window = sender.plan().window(Position.ORIGIN, 7);
    rig.stop.ask("test");
    assertThat(sender.send(window)).isEmpty();

    assertThat(sender.inDoubt()).isFalse();
    assertThat(sender.underWay()).isZero();
    assertThat(client.unanswered()).isEqualTo(new Unanswered(0, 0, 0, 0));
    client.close();
    assertThat(rig.promised().attempted()).isEqualTo(Position.ORIGIN);
    assertThat(stopped()).isEmpty();
  }

  @Test
  void aWindowThatWasSentBeforeStaysInDoubtIfAStopComesBeforeItIsSentAgain() throws Exception {
    rig.table.faults.add(
        buffer -> {
          pass(Duration.ofSeconds(2));
          throw rejected();
        });
    IngestClient client = rig.client(100);
    int[] adds = {0};
    rig.table.onAdd = () -> adds[0]++;
    rig.onOpen =
        () -> {
          if (rig.table.opened == 1) {
            rig.stop.ask("test");
          }
        };
    assertThat(client.step()).isFalse();

    assertThat(adds[0]).isEqualTo(7);
    assertThat(client.sender().inDoubt()).isTrue();
    assertThat(client.sender().underWay()).isEqualTo(7);
    assertThat(rig.promised().acknowledged()).isEqualTo(Position.ORIGIN);
    assertThat(rig.promised().attempted()).isEqualTo(new Position(0, 1, 0));
    Unanswered owed = client.unanswered();
    assertThat(owed.underWay()).isEqualTo(1);
    client.close();
    assertThat(stopped()).hasSize(1);
    assertThat(client.outcome().inDoubt()).isTrue();
  }

  @Test
  void aWindowThatFailedWhenAStopCameIsLeftAndItsBatchWriterIsClosed() throws Exception {
    int[] closed = {0};
    rig.table.onClose = () -> closed[0]++;
    rig.table.faults.add(
        buffer -> {
          rig.stop.ask("test");
          throw rejected();
        });
    IngestClient client = rig.client(100);
    assertThat(client.step()).isFalse();

    assertThat(closed[0]).isEqualTo(1);
    assertThat(client.sender().isClosed()).isFalse();
    client.close();
    assertThat(stopped()).hasSize(1);
    assertThat(client.sender().isClosed()).isTrue();
    assertThat(rig.table.opened).as("none is opened any more").isEqualTo(1);
  }

  /** Its flush was under way for two seconds; its writes took seven before that. */
  @Test
  void withoutARateAWindowIsOwedFromWhenItsFlushBegan() throws Exception {
    rig.table.onAdd = () -> pass(Duration.ofSeconds(1));
    rig.table.faults.add(
        buffer -> {
          pass(Duration.ofSeconds(2));
          rig.stop.ask("test");
          throw rejected();
        });
    IngestClient client = rig.client(100);
    rig.work(client);

    Unanswered owed = client.unanswered();
    assertThat(owed.underWay()).isEqualTo(1);
    assertThat(seconds(owed.oldestNanos())).isCloseTo(2.0, within(1e-6));
    client.close();
  }

  /** It never came to its flush: its last write was due after 6/70 s. */
  @Test
  void withARateAWindowIsOwedFromWhenItsLastWriteWasDue() throws Exception {
    rig.rate = 70;
    int[] adds = {0};
    rig.table.onAdd =
        () -> {
          if (++adds[0] == 3) {
            pass(Duration.ofSeconds(5));
            rig.stop.ask("test");
            throw new TimedOutException("test");
          }
        };
    IngestClient client = rig.client(1_000_000);
    rig.work(client);

    Unanswered owed = client.unanswered();
    assertThat(owed.underWay()).isEqualTo(1);
    assertThat(seconds(owed.oldestNanos())).isCloseTo(5 + 2.0 / 70 - 6.0 / 70, within(1e-6));
    client.close();
  }

  @Test
  void thatTheEndCannotBeRecordedElsewhereIsReported() throws Exception {
    rig.hold.failure = Optional.of("planted");
    rig.run(7);

    assertThat(rig.said).containsExactly("rig: planted");
    assertThat(rig.hold.closed).isTrue();
    assertThat(rig.promised().closed()).isTrue();
  }
}
