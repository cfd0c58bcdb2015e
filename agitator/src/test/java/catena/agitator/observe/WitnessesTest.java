package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.FakeControl;
import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.FakeTables;
import catena.harness.instance.ServerLocks;
import catena.harness.journal.Event;
import catena.harness.journal.Journal;
import catena.harness.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of looks, logs, reads and the other clients' journals. */
@Timeout(60)
class WitnessesTest {
  @TempDir Path directory;

  private static Observation.Quick look(long at) {
    return new Observation.Quick(at, List.of(), Optional.empty());
  }

  @Test
  void looksAreKeptFromATimeOnAndTheOldestAreForgotten() {
    ObservationWindow<Observation.Quick> window = new ObservationWindow<>(3);
    for (long at = 1; at <= 5; at++) {
      window.add(look(at));
    }
    assertThat(window.since(0)).extracting(Observation.Quick::at).containsExactly(3L, 4L, 5L);
    assertThat(window.since(4)).extracting(Observation.Quick::at).containsExactly(4L, 5L);
    assertThat(window.since(6)).isEmpty();
  }

  @Test
  void ofALogTheLargestSizeCountsAlsoAfterItIsCollected() throws IOException {
    Path one = Files.write(directory.resolve("one"), new byte[100]);
    Path two = Files.write(directory.resolve("two"), new byte[7]);
    List<String> logs =
        List.of(one.toUri().toString(), two.toUri().toString(), "file:///gone", ":");
    LogSizes sizes = new LogSizes();
    assertThat(sizes.sum(logs)).as("nothing was seen").isEmpty();
    sizes.see(logs);
    assertThat(sizes.sum(logs)).hasValue(107);
    Files.write(one, new byte[50]);
    Files.delete(two);
    sizes.see(logs);
    assertThat(sizes.sum(logs)).hasValue(107);
    assertThat(sizes.sum(List.of("file:///gone"))).isEmpty();
    assertThat(sizes.sum(Set.of())).isEmpty();
  }

  private static ClusterUnderTest field(FakeTables tables) {
    return new ClusterUnderTest(
        new FakeControl(),
        new ServerLocks("127.0.0.1:1", "none", Duration.ofMillis(1)),
        tables::client,
        FakeTables.TABLE,
        Duration.ofSeconds(1));
  }

  @Test
  void aProbeReadsUntilItSucceeds() throws Exception {
    FakeTables tables = new FakeTables().failScans(2);
    Clock clock = Clock.fixed(Instant.ofEpochMilli(77), ZoneOffset.UTC);
    List<String> doubts = new CopyOnWriteArrayList<>();
    ReadProbe probe = ReadProbe.start(field(tables), "row", clock, () -> false, doubts::add);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("read-probe")) {
        thread.join();
      }
    }
    assertThat(probe.succeeded()).isEqualTo(OptionalLong.of(77));
    assertThat(tables.failing()).isZero();
    assertThat(doubts).isEmpty();
  }

  @Test
  void aProbeThatDiesIsADoubtAndSaysWhatIsMissing() throws Exception {
    List<String> doubts = new CopyOnWriteArrayList<>();
    CountDownLatch told = new CountDownLatch(1);
    ReadProbe probe =
        ReadProbe.start(
            field(new FakeTables()),
            "row",
            Clock.systemUTC(),
            () -> {
              throw new AssertionError("planted");
            },
            doubt -> {
              doubts.add(doubt);
              told.countDown();
            });
    told.await();
    assertThat(doubts)
        .singleElement()
        .asString()
        .contains("nobody knows when row row could be read again", "planted");
    assertThat(probe.succeeded()).isEmpty();
  }

  private static Event.Flush flush(long at, long millis) {
    return new Event.Flush(at, "w", 1, 1, 1, 60, 40, millis * 1_000_000, 1_000_000_000);
  }

  @Test
  void aWindowThatWasUnderWayProvesNothing() throws Exception {
    try (RunDirectory run =
            RunDirectory.at(directory.resolve("r").toString(), new Configuration());
        Journal journal = new Journal(run.append(run.events("w")), e -> {})) {
      ClientJournals journals = new ClientJournals(run);
      journals.read();
      assertThat(journals.any()).isFalse();
      assertThat(journals.firstFlush(0)).isEmpty();
      journal.add(flush(10_000, 6_000));
      journal.flush();
      journals.read();
      assertThat(journals.any()).isTrue();
      assertThat(journals.firstFlush(5_000)).as("sent before").isEmpty();
      journal.add(flush(12_000, 3_000));
      journal.add(flush(11_000, 1_000));
      journal.flush();
      journals.read();
      assertThat(journals.firstFlush(5_000)).hasValue(11_000);
      assertThat(journals.firstFlush(4_000)).hasValue(10_000);
    }
  }

  @Test
  void readersAreFollowedByTheirThroughputAndWhatIsReadTwiceCountsOnce() throws Exception {
    try (RunDirectory run =
            RunDirectory.at(directory.resolve("r").toString(), new Configuration());
        Journal journal = new Journal(run.append(run.events("reader")), e -> {})) {
      ClientJournals journals = new ClientJournals(run);
      for (int second = 1; second <= 120; second++) {
        double rows = second > 80 && second <= 100 ? 50 : 100;
        Map<String, Double> values = Map.of("seconds", 1.0, "rows", rows);
        journal.add(
            new Event.Measured(second * 1000L, "reader", "throughput", new TreeMap<>(values)));
        journal.add(new Event.Measured(second * 1000L, "reader", "another", new TreeMap<>(values)));
        journal.flush();
        journals.read();
      }
      assertThat(journals.any()).isTrue();
      assertThat(journals.ingestDip(80_000, 120_000)).isEmpty();
      Rates.Dip dip = journals.queryDip(80_000, 120_000).orElseThrow();
      assertThat(dip.depth()).isBetween(0.49, 0.51);
      assertThat(dip.seconds()).isBetween(16.0, 22.0);
    }
  }

  @Test
  void whatIsMissingIsToldButForWhomAFaultHoldsDown() {
    Observation.Whole look =
        new Observation.Whole(
            1,
            new TreeMap<>(
                Map.of(
                    FakeControl.id("gc-1"), "is dead", FakeControl.id("tserver-1"), "is paused")),
            List.of(),
            Optional.empty());
    assertThat(look.missing(Set.of()).orElseThrow())
        .contains("gc-1 is dead", "tserver-1 is paused");
    assertThat(look.missing(Set.of(FakeControl.id("gc-1")))).contains("tserver-1 is paused");
    assertThat(look.missing(Set.copyOf(look.missing().keySet()))).isEmpty();
  }
}
