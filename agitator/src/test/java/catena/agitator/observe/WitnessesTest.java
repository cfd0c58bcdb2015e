// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.FakeControl;
import catena.agitator.FakeLocks;
import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.FakeTables;
import catena.agitator.fault.Victim;
import catena.harness.instance.Tablet;
import catena.harness.instance.Tablet.Location;
import catena.harness.instance.Tablets;
import catena.harness.watch.RunFollower;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of looks, logs, reads and the other clients' journals. */
@Timeout(60)
class WitnessesTest {
  @TempDir Path directory;

  private static Observation.Quick poll(long at) {
    return new Observation.Quick(at, at + 1, List.of(), Optional.empty());
  }

  @Test
  void observationsAreKeptFromATimeOnAndTheOldestAreDropped() {
    ClusterWatch.ObservationWindow<Observation.Quick> window =
        new ClusterWatch.ObservationWindow<>(3);
    for (long at = 1; at <= 5; at++) {
      window.add(poll(at));
    }
    assertThat(window.since(0)).extracting(Observation.Quick::began).containsExactly(3L, 4L, 5L);
    assertThat(window.since(4)).extracting(Observation.Quick::began).containsExactly(4L, 5L);
    assertThat(window.since(6)).isEmpty();
    assertThat(window.before(5, look -> true)).contains(poll(4));
    assertThat(window.before(5, look -> look.began() < 4)).contains(poll(3));
    assertThat(window.before(3, look -> true)).isEmpty();
  }

  @Test
  void theLargestSizeOfALogCountsAlsoAfterItIsCollected() throws IOException {
    Path one = Files.write(directory.resolve("one"), new byte[100]);
    Path two = Files.write(directory.resolve("two"), new byte[7]);
    List<String> logs =
        List.of(one.toUri().toString(), two.toUri().toString(), "file:///gone", ":");
    ClusterWatch.LogSizes sizes = new ClusterWatch.LogSizes();
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
        new FakeLocks(),
        tables::client,
        FakeTables.TABLE,
        Duration.ofSeconds(1));
  }

  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(77), ZoneOffset.UTC);
  private static final HeldRow ROW = new HeldRow(new Text("row"), new Location("h:1", "1f"));

  private static Victim victim(long session) {
    return new Victim(
        "tserver-1", Optional.of("h:1"), Optional.of(7L), Optional.of(session), false);
  }

  private static ReadProbes probe(FakeTables tables, List<String> doubts, HeldRow... rows) {
    return ReadProbes.start(field(tables), "2", List.of(rows), CLOCK, doubts::add);
  }

  private static void awaitDone(ReadProbes probes) throws InterruptedException {
    while (!probes.isDone()) {
      Thread.sleep(10);
    }
  }

  @Test
  void aProbeReadsFromTheHitOnUntilItSucceeds() throws Exception {
    FakeTables tables = new FakeTables().host("2;row", "h:1", "1f").failScans(2);
    List<String> doubts = new CopyOnWriteArrayList<>();
    try (ReadProbes probes = probe(tables, doubts, ROW)) {
      while (tables.failing() > 0 || tables.scanned("accumulo.metadata") < 2) {
        Thread.sleep(10); // it looks where the tablet is, and that is no proof
      }
      assertThat(tables.scanned(FakeTables.TABLE)).as("a read would prove nothing").isZero();
      assertThat(probes.first()).isEmpty();
      tables.failScans(2);
      probes.hit(victim(0x1f));
      awaitDone(probes);
      assertThat(probes.first()).isEqualTo(OptionalLong.of(77));
      assertThat(tables.failing()).isZero();
    }
    assertThat(doubts).isEmpty();
  }

  /** One that tries for longer waits ever longer between its tries, and would tell a late time. */
  @Test
  void aProbeReadsItsRowAndGivesEachTryASecond() throws Exception {
    FakeTables tables = new FakeTables();
    try (ReadProbes probes = probe(tables, new ArrayList<>(), ROW)) {
      probes.hit(victim(0x1f));
      awaitDone(probes);
      assertThat(probes.hitAt()).hasValue(77);
      assertThat(tables.patience()).isEqualTo(1_000);
      assertThat(tables.range()).isEqualTo(new Range(ROW.row()));
    }
  }

  /** As one that was sent to a halted server, while new ones are stuck in its queue. */
  @Test
  void aReadThatHangsCountsWhenItIsAnsweredInTheEnd() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    FakeTables tables = new FakeTables().host("2;row", "h:1", "1f").answerFrom(goesOn);
    try (ReadProbes probes = probe(tables, new ArrayList<>(), ROW)) {
      probes.hit(victim(0x1f));
      while (tables.scanned(FakeTables.TABLE) == 0) {
        Thread.sleep(10);
      }
      tables.answerFrom(new CountDownLatch(1)); // later ones never are
      while (tables.scanned(FakeTables.TABLE) < 2) {
        Thread.sleep(10);
      }
      assertThat(probes.first()).isEmpty();
      goesOn.countDown();
      awaitDone(probes);
      assertThat(probes.first()).hasValue(77);
    }
  }

  @Test
  void aRowWhoseTabletWasGivenToAnotherMayBeReadBeforeItsServerIsGone() throws Exception {
    FakeTables tables = new FakeTables().host("2;row", "h:1", "1f");
    try (ReadProbes probes = probe(tables, new ArrayList<>(), ROW)) {
      while (tables.scanned("accumulo.metadata") < 2) {
        Thread.sleep(10);
      }
      assertThat(probes.first()).isEmpty();
      tables.host("2;row", "h:1", "2f"); // the same address, another server
      awaitDone(probes);
      assertThat(probes.first()).hasValue(77);
    }
  }

  @Test
  void theFirstRowThatIsServedCountsAndAnotherServersHitIsNotItsOwn() throws Exception {
    FakeTables tables = new FakeTables().host("2;row", "h:1", "1f");
    HeldRow other = new HeldRow(new Text("other"), new Location("h:2", "2f"));
    try (ReadProbes probes = probe(tables, new ArrayList<>(), ROW, other)) {
      probes.hit(
          new Victim("tserver-3", Optional.of("h:3"), Optional.empty(), Optional.empty(), false));
      assertThat(probes.first()).isEmpty();
      probes.hit(
          new Victim("tserver-2", Optional.of("h:2"), Optional.empty(), Optional.empty(), false));
      awaitDone(probes);
      assertThat(probes.first()).isPresent();
    }
  }

  @Test
  void allRowsOfAHostAreHitWithIt() throws Exception {
    FakeTables tables = new FakeTables().host("2;row", "h:1", "1f");
    List<String> doubts = new CopyOnWriteArrayList<>();
    try (ReadProbes probes = probe(tables, doubts, ROW)) {
      while (tables.scanned("accumulo.metadata") < 2) {
        Thread.sleep(10);
      }
      assertThat(tables.scanned(FakeTables.TABLE)).as("nobody is hit as yet").isZero();
      assertThat(probes.isDone()).isFalse();
      probes.hit(Victim.named("host-1"));
      awaitDone(probes);
      assertThat(probes.first()).as("by the clock of the test").hasValue(77);
      assertThat(tables.scanned(FakeTables.TABLE)).isPositive();
    }
    assertThat(doubts).isEmpty();
  }

  @Test
  void whereThereIsNothingToReadTheProbesAreDone() {
    assertThat(probe(new FakeTables(), new ArrayList<>()).isDone()).isTrue();
  }

  @Test
  void aProbeThatDiesIsADoubtAndSaysWhatIsMissing() throws Exception {
    List<String> doubts = new CopyOnWriteArrayList<>();
    CountDownLatch told = new CountDownLatch(1);
    ClusterUnderTest broken =
        new ClusterUnderTest(
            new FakeControl(),
            new FakeLocks(),
            () -> {
              throw new AssertionError("planted");
            },
            FakeTables.TABLE,
            Duration.ofSeconds(1));
    ReadProbes probes =
        ReadProbes.start(
            broken,
            "2",
            List.of(ROW),
            Clock.systemUTC(),
            doubt -> {
              doubts.add(doubt);
              told.countDown();
            });
    told.await();
    assertThat(doubts)
        .singleElement()
        .asString()
        .contains("it is not known when row row could be read again", "planted");
    assertThat(probes.first()).isEmpty();
  }

  @Test
  void aRowOfEachOfSomeTabletsIsChosenAlsoOfTheLast() {
    List<Tablet> tablets = new ArrayList<>();
    for (String name : List.of("1;x", "2;b", "2;d", "2;f", "2<", "3<")) {
      String session = name.equals("2;d") ? "2f" : "1f";
      tablets.add(Tablet.at(name, Optional.of(new Location("h:1", session)), List.of()));
    }
    Tablets all = new Tablets(tablets);
    assertThat(HeldRow.of(all, "2", at -> at.session().equals("1f"), 8))
        .extracting(held -> held.row().toString())
        .containsExactly("b", "f", "f\0");
    assertThat(HeldRow.of(all, "3", at -> true, 8))
        .extracting(held -> held.row().toString())
        .containsExactly("\0");
    assertThat(HeldRow.of(all, "2", at -> true, 2)).hasSize(2);
    assertThat(HeldRow.of(all, "2", at -> false, 2)).isEmpty();
  }

  private static Event.Flush flush(long at, long millis) {
    return new Event.Flush(at, "w", 1, 1, 1, 60, 40, millis * 1_000_000, 1_000_000_000);
  }

  @Test
  void aWindowThatWasUnderWayProvesNothing() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.resolve("r").toString());
        Journal journal = new Journal(run.append(run.events("w")), e -> {})) {
      ClientJournals journals =
          new ClientJournals(new RunFollower(run, Clock.systemUTC(), note -> {}));
      journals.read();
      assertThat(journals.anyWrites()).isFalse();
      assertThat(journals.firstFlush(0)).isEmpty();
      journal.add(flush(10_000, 6_000));
      journal.flush();
      journals.read();
      assertThat(journals.anyWrites()).isTrue();
      assertThat(journals.firstFlush(5_000)).as("sent before").isEmpty();
      journal.add(flush(12_000, 3_000));
      journal.add(flush(11_000, 1_000));
      journal.add(new Event.ClientStopped(13_000, "w", "done"));
      journal.flush();
      journals.read();
      assertThat(journals.firstFlush(5_000)).hasValue(11_000);
      assertThat(journals.firstFlush(4_000)).hasValue(10_000);
      assertThat(journals.anyWrites()).as("it has ended").isFalse();
    }
  }

  @Test
  void missingServersAreNamedExceptThoseThatAFaultHoldsDown() {
    Observation.Whole look =
        new Observation.Whole(
            1,
            1,
            new TreeMap<>(
                Map.of(
                    FakeControl.id("gc-1"), "is dead", FakeControl.id("tserver-1"), "is paused")),
            List.of(),
            Set.of(),
            Set.of(),
            Optional.empty());
    assertThat(look.missing(Set.of()).orElseThrow())
        .contains("gc-1 is dead", "tserver-1 is paused");
    assertThat(look.missing(Set.of(FakeControl.id("gc-1")))).contains("tserver-1 is paused");
    assertThat(look.missing(Set.copyOf(look.missing().keySet()))).isEmpty();
  }
}
