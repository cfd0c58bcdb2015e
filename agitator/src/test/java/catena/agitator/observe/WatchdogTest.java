// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.AbandonedFaults;
import catena.agitator.FakeControl;
import catena.agitator.UnhealedFaults;
import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Victim;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerLocks;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {
  @TempDir Path directory;
  private final FakeControl control = new FakeControl();
  private RunDirectory run;
  private Journal journal;
  private Watchdog watchdog;
  private long now;

  @BeforeEach
  void open() throws IOException {
    run = RunDirectory.at(directory.resolve("run").toString());
    journal = new Journal(run.append(run.events("agitate")), e -> {});
    ClusterUnderTest field =
        new ClusterUnderTest(
            control,
            new ServerLocks("127.0.0.1:1", "none", Duration.ofMillis(1))::read,
            () -> null,
            "table",
            Duration.ofSeconds(1));
    watchdog = new Watchdog(field, journal, "agitate", note -> {});
    control.set("gc-1", ServerState.RUNNING, 7, 1).set("tserver-1", ServerState.RUNNING, 8, 2);
    poll();
  }

  @AfterEach
  void close() throws IOException {
    watchdog.close();
    journal.close();
    run.close();
  }

  /** One poll, five seconds after the one before. */
  private void poll() {
    now += 5_000;
    watchdog.see(new Observation.Quick(now, now, control.list(), Optional.of(List.of())));
  }

  private List<String> news() throws IOException {
    journal.flush();
    List<String> told = new ArrayList<>();
    JournalReader.read(
        run.fileSystem(),
        run.events("agitate"),
        event -> {
          if (event instanceof Event.ServerLost lost) {
            told.add("lost " + lost.server());
          } else if (event instanceof Event.ServerBack back) {
            told.add("back " + back.server());
          }
        });
    return told;
  }

  @Test
  void aServerThatDiesUnaskedIsADoubtAndIsStartedAgain() throws Exception {
    control.set("gc-1", ServerState.DEAD, 7, 1);
    poll();
    poll();
    control.awaitDone(1);
    assertThat(control.done).containsExactly("start gc-1");
    assertThat(watchdog.doubts())
        .singleElement()
        .asString()
        .contains("gc-1", "without being asked", "gc-1.log");
    poll();
    assertThat(news())
        .containsExactly(
            "back tserver-1@127.0.0.1:2",
            "back gc-1@127.0.0.1:1",
            "lost gc-1@127.0.0.1:1",
            "back gc-1@127.0.0.1:99");
  }

  /** A process that takes the run over has nothing else of this one. */
  @Test
  void theDeathOfAThreadIsAtOnceInTheJournalToo() throws Exception {
    watchdog.doubt(now, "the thread watch-servers died");
    journal.flush();
    assertThat(watchdog.doubts()).containsExactly("the thread watch-servers died");
    assertThat(AbandonedFaults.doubts(run, "agitate", "agitate"))
        .containsExactly("agitate, before the run was taken over: the thread watch-servers died");
  }

  @Test
  void aServerThatAFaultHoldsDownIsLeftAlone() throws Exception {
    Set<catena.harness.instance.ServerId> held = Set.of(FakeControl.id("gc-1"));
    watchdog.hold(held);
    control.set("gc-1", ServerState.DEAD, 7, 1);
    poll();
    poll();
    assertThat(control.done).isEmpty();
    assertThat(watchdog.held()).isEqualTo(held);
    assertThat(news()).contains("lost gc-1@127.0.0.1:1");
    watchdog.healing(held);
    poll();
    control.awaitDone(1);
    assertThat(control.done).containsExactly("start gc-1");
    assertThat(watchdog.doubts()).isEmpty();
  }

  /** As where a fault could not be healed within its limit: nobody else raises its victim. */
  @Test
  void whoIsStillDownWhenItsFaultIsOverIsStarted() throws Exception {
    Set<catena.harness.instance.ServerId> held = Set.of(FakeControl.id("gc-1"));
    watchdog.hold(held);
    control.set("gc-1", ServerState.DEAD, 7, 1);
    poll();
    watchdog.healing(held);
    watchdog.release();
    poll();
    watchdog.close();
    assertThat(control.done).containsExactly("start gc-1");
  }

  @Test
  void whatFallsWithAFaultIsAConsequenceAndIsRaisedTogether() throws Exception {
    watchdog.hold(Set.of(FakeControl.id("zookeeper-1")));
    control.set("gc-1", ServerState.DEAD, 7, 1).set("tserver-1", ServerState.DEAD, 8, 2);
    poll();
    assertThat(control.done).as("others may follow").isEmpty();
    poll();
    control.awaitDone(2);
    assertThat(control.done).containsExactlyInAnyOrder("start gc-1", "start tserver-1");
    assertThat(watchdog.doubts()).isEmpty();
  }

  @Test
  void openFaultsAreWrittenDownAtEveryPlaceAndRubbedOut() throws IOException {
    Path one = java.nio.file.Files.createDirectory(directory.resolve("one"));
    Path two = java.nio.file.Files.createDirectory(directory.resolve("two"));
    UnhealedFaults open = new UnhealedFaults(List.of(one, two));
    InjectedFault kill =
        new InjectedFault(
            3,
            "kill",
            List.of(
                new Victim("gc-1", Optional.of("h:1"), Optional.of(7L), Optional.of(5L), false)),
            new java.util.TreeMap<>(),
            new java.util.TreeMap<>(java.util.Map.of("before", "1G")));
    open.add(kill);
    assertThat(AbandonedFaults.find(List.of(one))).containsExactly(kill);
    assertThat(AbandonedFaults.find(List.of(one, two))).containsExactly(kill);
    open.remove(kill);
    assertThat(AbandonedFaults.find(List.of(two))).isEmpty();
  }
}
