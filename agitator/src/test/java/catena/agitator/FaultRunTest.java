// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import catena.agitator.observe.Observation;
import catena.agitator.observe.PlantedLooks;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.history.FaultHistory;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each step of a fault's life, and each way in which it may fail. */
@Timeout(60)
class FaultRunTest {
  private static final Duration NONE = Duration.ZERO;
  private static final long START = SteppedTime.START;

  @TempDir Path directory;
  private final SteppedTime time = new SteppedTime();
  private final StopSignal stop = time.signal();
  private Surroundings around;
  private FaultRun life;

  @BeforeEach
  void surround() throws Exception {
    around = new Surroundings(directory, time, stop);
    around.control.set("gc-1", ServerState.RUNNING, 7, 0);
    around.control.set("monitor-1", ServerState.RUNNING, 8, 0);
    time.afterEachWait(around::poll);
    time.begin();
  }

  @AfterEach
  void close() throws IOException {
    around.close();
  }

  private static Duration seconds(double number) {
    return Duration.ofMillis((long) (1000 * number));
  }

  private static TimedFault planned(String fault, Duration hold, String... targets) {
    return new TimedFault(
        3, NONE, fault, List.of(targets), hold, new TreeMap<>(), Optional.empty());
  }

  private FaultResult live(TimedFault planned) throws InterruptedException {
    return live(planned, around.context());
  }

  private FaultResult live(TimedFault planned, FaultContext context) throws InterruptedException {
    life = new FaultRun(context, planned, START);
    return life.run();
  }

  private FaultResult kill(Duration hold) throws InterruptedException {
    return live(planned("kill", hold, "gc-1"));
  }

  /** The names of the events, in their order. */
  private List<String> names() throws IOException {
    return around.allEvents().stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  private void assertDoubt(FaultResult result, String step, String... words) throws IOException {
    assertThat(result.doubts()).singleElement().asString().contains(words);
    assertThat(around.allEvents(Event.FaultDoubted.class))
        .singleElement()
        .isEqualTo(
            new Event.FaultDoubted(
                around.allEvents(Event.FaultDoubted.class).get(0).at(),
                "agitate",
                3,
                step,
                result.doubts().get(0)));
    assertThat(around.notes).contains(result.doubts().get(0));
  }

  /** What a process knows of it that takes the run over. */
  private List<String> knownToASuccessor() throws IOException {
    List<Event> unused = around.allEvents(); // all of it is on record then
    return AbandonedFaults.doubts(around.run, "agitate", "agitate");
  }

  // What goes well.

  @Test
  void aFaultThatGoesWellTakesEveryStepInItsOrder() throws Exception {
    FaultResult result = kill(seconds(20));
    assertThat(result.doubts()).isEmpty();
    assertThat(result.begun() && result.proven() && result.healed() && result.recovered()).isTrue();
    assertThat(around.control.done).containsExactly("kill gc-1", "start gc-1");
    assertThat(names())
        .containsExactly(
            "FaultStarted", "FaultDone", "FaultProven", "FaultHealed", "FaultRecovered");
    assertThat(around.allEvents())
        .startsWith(
            new Event.FaultStarted(START, "agitate", 3, "kill", List.of("gc-1"), START, List.of()),
            new Event.FaultDone(START, "agitate", 3),
            new Event.FaultProven(START, "agitate", 3, "gc-1: process 7 is gone"),
            new Event.FaultHealed(START + 20_000, "agitate", 3, "gc-1 started"));
    assertThat(around.open()).isEmpty();
    assertThat(around.watchdog.held()).isEmpty();
    assertThat(life.isOver()).isTrue();
    assertThat(life.leftDamage()).isFalse();
    assertThat(knownToASuccessor()).isEmpty();
  }

  @Test
  void whoDiesAfterItIsOverDiesUnasked() throws Exception {
    around.watchdog.see(quick());
    kill(NONE);
    around.control.set("monitor-1", ServerState.DEAD, 8, 0);
    around.watchdog.see(quick());
    assertThat(around.watchdog.doubts())
        .singleElement()
        .asString()
        .contains("monitor-1 died without being asked to while no fault was open");
    assertThat(knownToASuccessor())
        .singleElement()
        .asString()
        .startsWith("agitate, before the run was taken over: monitor-1 died without being asked");
    FaultHistory history = new FaultHistory();
    around.allEvents().forEach(history::accept);
    assertThat(history.headless()).as("it is of no fault").isZero();
  }

  /** A process that takes over while HDFS still holds the dead one's journal writes beside it. */
  @Test
  void whatTheSecondOfThreeProcessesHadToSayIsKnownToTheThird() throws Exception {
    around.context().journal().add(new Event.FaultDoubted(1, "agitate", 1, "heal", "the first"));
    try (Journal beside =
        new Journal(
            around.run.append(around.run.events("agitate-2")),
            e -> {
              throw new AssertionError(e);
            })) {
      beside.add(new Event.FaultDoubted(2, "agitate", 1, "heal", "the second"));
    }
    assertThat(knownToASuccessor())
        .containsExactlyInAnyOrder(
            "agitate, before the run was taken over: the first",
            "agitate, before the run was taken over: the second");
  }

  @Test
  void whatAProcessHadToSayOfItsFaultsOutlivesIt() throws Exception {
    startNeverSucceeds();
    FaultResult result = kill(seconds(1));
    assertThat(result.doubts()).singleElement().asString().contains("could not be healed");
    assertThat(knownToASuccessor())
        .containsExactly("agitate, before the run was taken over: " + result.doubts().get(0));
    assertThat(AbandonedFaults.doubts(around.run, "agitate", "agitate-2"))
        .as("another part")
        .isEmpty();
    assertThat(AbandonedFaults.doubts(around.run, "run", "agitate")).as("no journal").isEmpty();
  }

  @Test
  void aFaultNotSeenToHitIsADoubtOfTheProcessTakingOver() throws Exception {
    var journal = around.context().journal();
    for (int process = 1; process <= 3; process++) { // the number begins anew with each of them
      journal.add(
          new Event.FaultStarted(process, "agitate", 1, "kill", List.of("gc-1"), 0, List.of()));
    }
    journal.add(new Event.FaultProven(4, "agitate", 1, "it is gone"));
    assertThat(knownToASuccessor())
        .hasSize(2)
        .containsOnly(
            "agitate, before the run was taken over: fault 1, kill gc-1 was begun, and it was"
                + " not seen whether it took effect");
  }

  private Observation.Quick quick() {
    return new Observation.Quick(
        time.millis(), time.millis(), around.control.list(), Optional.empty());
  }

  @Test
  void recoveryIsMeasuredFromTheInjection() throws Exception {
    FaultResult result = kill(seconds(20));
    assertThat(result.measures())
        .containsExactly(
            entry("healed.s", 20.0), entry("healing.s", 20.0), entry("recovered.s", 20.25));
    assertThat(around.allEvents(Event.FaultRecovered.class))
        .containsExactly(new Event.FaultRecovered(START + 20_250, "agitate", 3, result.measures()));
  }

  @Test
  void itIsRecordedAndJournaledBeforeItIsDone() throws Exception {
    List<String> seen = new ArrayList<>();
    around.control.before(
        what -> {
          try {
            List<String> open = around.open().stream().map(InjectedFault::words).toList();
            List<String> told =
                around.events().stream().map(Event::getClass).map(Class::getSimpleName).toList();
            seen.add(what + " " + open + " " + told + " " + around.watchdog.held());
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
    assertThat(kill(NONE).doubts()).isEmpty();
    assertThat(seen.get(0)).isEqualTo("kill gc-1 [fault 3, kill of gc-1] [FaultStarted] [gc-1]");
    assertThat(seen.get(1)).startsWith("start gc-1 [fault 3, kill of gc-1]").endsWith("[gc-1]");
  }

  @Test
  void aHoldIsCountedFromTheInjectionAndEndsNotBeforeTheProof() throws Exception {
    around.control.idle("kill");
    time.at(seconds(3), () -> around.control.set("gc-1", ServerState.DEAD, 7, 0));
    assertThat(kill(seconds(20)).doubts()).isEmpty();
    assertThat(around.allEvents(Event.FaultProven.class).get(0).at())
        .isBetween(START + 3_000, START + 3_250);
    assertThat(around.allEvents(Event.FaultHealed.class).get(0).at()).isEqualTo(START + 20_000);
  }

  @Test
  void aShortHoldStillWaitsForTheProof() throws Exception {
    around.control.idle("kill");
    time.at(seconds(3), () -> around.control.set("gc-1", ServerState.DEAD, 7, 0));
    assertThat(kill(seconds(1)).doubts()).isEmpty();
    assertThat(around.allEvents(Event.FaultHealed.class).get(0).at())
        .isBetween(START + 3_000, START + 3_250);
  }

  @Test
  void aClockSetBackDuringTheProofMakesNoHoldLonger() throws Exception {
    around.control.idle("kill");
    AtomicBoolean once = new AtomicBoolean();
    time.afterEachWait(
        () -> {
          if (!once.getAndSet(true)) {
            time.back(Duration.ofHours(1));
            around.control.set("gc-1", ServerState.DEAD, 7, 0);
          }
        });
    assertThat(kill(seconds(20)).proven()).isTrue();
    long proven = around.allEvents(Event.FaultProven.class).get(0).at();
    assertThat(around.allEvents(Event.FaultHealed.class).get(0).at()).isEqualTo(proven + 20_000);
  }

  // It cannot be begun.

  /** Else the end of the other one's hold would start what this one keeps down. */
  @Test
  void whoIsHitByAnotherFaultIsLeftAloneUntilThatIsHealed() throws Exception {
    Set<ServerId> held = Set.of(FakeControl.id("gc-1"));
    around.watchdog.hold(held);
    time.at(
        seconds(5),
        () -> {
          around.watchdog.healing(held);
          around.watchdog.release();
        });
    around.control.set("gc-1", ServerState.PAUSED, 7, 0);
    assertThat(kill(NONE).doubts()).isEmpty();
    assertThat(around.allEvents(Event.FaultStarted.class).get(0).at())
        .isBetween(START + 5_000, START + 5_250);
  }

  /** As when two faults are due at once, and each has found the server free. */
  @Test
  void whoIsHitByAnotherFaultSinceItWasFoundIsLeftAlone() throws Exception {
    around.control.set("gc-1", ServerState.RUNNING, 7, 1);
    around.whenAsked = // for the rows that gc-1 holds
        () -> around.watchdog.hold(Set.of(FakeControl.id("gc-1")));
    FaultResult result = kill(NONE);
    assertThat(result.doubts())
        .singleElement()
        .asString()
        .contains("was not done: another fault hit one of [gc-1], which is down already");
    assertThat(around.control.done).isEmpty();
    assertThat(around.watchdog.held()).as("by the other one").hasSize(1);
  }

  @Test
  void whoIsHitByAnotherFaultForLongerThanTheLimitIsNamed() throws Exception {
    around.watchdog.hold(Set.of(FakeControl.id("gc-1")));
    FaultResult result = live(planned("rolling-restart", NONE, "monitor-1", "gc-1"));
    assertDoubt(
        result,
        "prove",
        "was not done: another fault hit one of [monitor-1, gc-1], which is down already");
    assertThat(around.control.done).isEmpty();
  }

  @Test
  void whoIsNotThereIsNamedAndNothingIsDone() throws Exception {
    FaultResult result = live(planned("kill", NONE, "gc-2"));
    assertDoubt(result, "prove", "fault 3, kill of gc-2 was not done", "there is no server gc-2");
    assertThat(result.begun()).isFalse();
    assertThat(result.victims()).isEmpty();
    assertThat(names()).containsExactly("FaultDoubted");
    assertThat(around.control.done).isEmpty();
    assertThat(around.open()).isEmpty();
    assertThat(time.passed()).as("nobody waits for it").isEqualTo(NONE);
  }

  @Test
  void whatWasNeverBegunLeavesNoDamage() throws Exception {
    live(planned("kill", NONE, "gc-2"));
    assertThat(life.isOver()).isTrue();
    assertThat(life.leftDamage()).isFalse();
  }

  @Test
  void whoHostsSomethingIsSoughtUntilTheLimit() throws Exception {
    FaultResult result = live(planned("kill", NONE, "tserver@metadata"));
    assertDoubt(result, "prove", "was not done", "no tserver answers");
    assertThat(time.passed()).isBetween(seconds(100), seconds(100.25));
    assertThat(around.clientsAsked).isGreaterThan(100);
    assertThat(around.open()).isEmpty();
  }

  @Test
  void aStopEndsTheSearchAndNothingIsBegun() throws Exception {
    time.at(seconds(5), () -> stop.ask("stopped by a signal"));
    FaultResult result = live(planned("kill", NONE, "tserver@metadata"));
    assertDoubt(result, "prove", "was not done: stopped by a signal");
    assertThat(time.passed()).isEqualTo(seconds(5));
    assertThat(result.begun()).isFalse();
  }

  @Test
  void nothingNewIsBegunAfterAStop() throws Exception {
    stop.ask("stopped by a signal");
    assertDoubt(kill(NONE), "prove", "was not done: stopped by a signal");
    assertThat(around.control.done).isEmpty();
    assertThat(around.open()).isEmpty();
  }

  @Test
  void whatCannotBeWrittenDownIsNotDone() throws Exception {
    UnhealedFaults nowhere = new UnhealedFaults(List.of(directory.resolve("gone")));
    FaultResult result = live(planned("kill", NONE, "gc-1"), around.context(nowhere));
    assertDoubt(result, "prove", "was not done, it cannot be written down", "gone");
    assertThat(names()).containsExactly("FaultDoubted");
    assertThat(around.control.done).isEmpty();
    assertThat(result.begun()).isFalse();
  }

  @Test
  void aVictimThatWasNotHitIsNotHeldDown() throws Exception {
    UnhealedFaults nowhere = new UnhealedFaults(List.of(directory.resolve("gone")));
    live(planned("kill", NONE, "gc-1"), around.context(nowhere));
    assertThat(around.watchdog.held()).isEmpty();
  }

  @Test
  void whoIsDownAlreadyIsNotKilledAndNothingIsProven() throws Exception {
    around.control.set("gc-1", ServerState.DEAD, 7, 0);
    for (String word : List.of("kill", "stop", "pause", "restart")) {
      FaultResult result = live(planned(word, NONE, "gc-1"));
      assertThat(result.doubts())
          .containsExactly(
              "fault 3, %s of gc-1 was not done: gc-1 is down already".formatted(word));
      assertThat(result.begun() || result.proven()).isFalse();
    }
    assertThat(names()).containsOnly("FaultDoubted");
    assertThat(around.control.done).isEmpty();
    assertThat(around.open()).isEmpty();
    assertThat(time.passed()).isBetween(seconds(400), seconds(401));
  }

  @Test
  void whoIsDownIsWaitedForAndHitWhenItIsBack() throws Exception {
    around.control.set("gc-1", ServerState.DEAD, 7, 0);
    time.at(seconds(5), () -> around.control.set("gc-1", ServerState.RUNNING, 17, 0));
    assertThat(kill(NONE).doubts()).isEmpty();
    assertThat(around.allEvents(Event.FaultStarted.class).get(0).at())
        .isBetween(START + 5_000, START + 5_250);
    assertThat(around.control.done).containsExactly("kill gc-1", "start gc-1");
  }

  @Test
  void aStopEndsTheWaitForWhoIsDown() throws Exception {
    around.control.set("gc-1", ServerState.DEAD, 7, 0);
    time.at(seconds(5), () -> stop.ask("stopped by a signal"));
    assertDoubt(kill(NONE), "prove", "was not done: stopped by a signal");
    assertThat(time.passed()).isEqualTo(seconds(5));
  }

  @Test
  void ofASiteThoseAreKilledThatAreUp() throws Exception {
    around.control.set("tserver-1", ServerState.DEAD, 9, 0);
    around.control.set("tserver-2", ServerState.RUNNING, 10, 0);
    FaultResult result = live(planned("kill", NONE, "site"));
    assertThat(result.victims()).extracting(Victim::name).containsExactly("tserver-2");
    assertThat(around.control.done).startsWith("kill tserver-2").doesNotContain("kill tserver-1");
    around.control.set("tserver-2", ServerState.DEAD, 10, 0);
    assertThat(live(planned("kill", NONE, "site")).doubts())
        .containsExactly("fault 3, kill of site was not done: site is down already");
  }

  @Test
  void whatIsRestartedInTurnMayBeDown() throws Exception {
    around.control.set("gc-1", ServerState.DEAD, 7, 0);
    FaultResult result = live(planned("rolling-restart", NONE, "gc-1", "monitor-1"));
    assertThat(result.victims()).extracting(Victim::name).containsExactly("gc-1", "monitor-1");
    assertThat(around.control.done)
        .containsExactly("stop gc-1", "start gc-1", "stop monitor-1", "start monitor-1");
  }

  @Test
  void aStopEndsARestartInTurnAndWhoIsDownIsStarted() throws Exception {
    around.control.before(
        what -> {
          if (what.equals("stop gc-1")) {
            stop.ask("stopped by a signal");
          }
        });
    FaultResult result = live(planned("rolling-restart", seconds(20), "gc-1", "monitor-1"));
    assertDoubt(result, "prove", "could not be done: a stop was asked for");
    assertThat(around.control.done).containsExactly("stop gc-1", "start gc-1");
    assertThat(result.healed()).isTrue();
    assertThat(around.down()).isEmpty();
    assertThat(around.open()).isEmpty();
  }

  // It cannot be done.

  @Test
  void whatCannotBeDoneIsHealedAtOnceAllTheSame() throws Exception {
    around.control.fails("kill", new IOException("permission denied to planted"));
    FaultResult result = kill(seconds(20));
    assertDoubt(result, "prove", "kill of gc-1 could not be done: permission denied to planted");
    assertThat(names()).containsExactly("FaultStarted", "FaultDoubted", "FaultHealed");
    assertThat(around.allEvents(Event.FaultHealed.class).get(0))
        .isEqualTo(new Event.FaultHealed(START, "agitate", 3, "gc-1 runs"));
    assertThat(result.begun() && result.healed()).isTrue();
    assertThat(result.proven()).isFalse();
    assertThat(result.recovered()).as("there was nothing to recover from").isFalse();
    assertThat(result.measures()).isEmpty();
    assertThat(life.leftDamage()).isFalse();
    assertThat(around.open()).isEmpty();
  }

  @Test
  void whatWasDoneByHalfIsHealed() throws Exception {
    around.control.before(
        what -> {
          if (what.equals("kill monitor-1")) {
            around.control.fails("kill", new IOException("planted"));
          }
        });
    FaultResult result = live(planned("kill", NONE, "gc-1", "monitor-1"));
    assertDoubt(result, "prove", "could not be done: planted");
    assertThat(around.control.done).containsExactly("kill gc-1", "start gc-1");
    assertThat(around.down()).isEmpty();
  }

  @Test
  void aDefectInTheInjectionDoesNotKeepItFromBeingHealed() throws Exception {
    around.control.fails("kill", new AssertionError("planted"));
    FaultResult result = kill(NONE);
    assertDoubt(result, "prove", "could not be done", "AssertionError: planted");
    assertThat(result.healed()).isTrue();
    assertThat(around.open()).isEmpty();
  }

  @Test
  void anInterruptedInjectionIsHealed() throws Exception {
    around.control.before(
        what -> {
          if (what.startsWith("kill")) {
            around.control.set("gc-1", ServerState.DEAD, 7, 0);
          }
        });
    around.control.fails("kill", new InterruptedException("planted"));
    assertThatThrownBy(() -> kill(NONE)).isInstanceOf(InterruptedException.class);
    assertThat(around.control.done).containsExactly("start gc-1");
    assertThat(around.open()).isEmpty();
    assertThat(around.watchdog.held()).isEmpty();
    assertThat(life.isOver()).isTrue();
  }

  @Test
  void aLifeThatBrokeOffIsTheResultItHadWithOneMoreDoubt() throws Exception {
    around.control.fails("kill", new InterruptedException("planted"));
    assertThatThrownBy(() -> kill(NONE)).isInstanceOf(InterruptedException.class);
    FaultResult result = life.brokeOff(new InterruptedException("planted"));
    assertDoubt(result, "recover", "fault 3, kill of gc-1 broke off", "planted");
    assertThat(result.begun() && result.healed()).isTrue();
    assertThat(result.victims()).extracting(Victim::name).containsExactly("gc-1");
  }

  @Test
  void aLifeThatBreaksOffSaysWhatItWasUpTo() throws Exception {
    FaultRun unborn = new FaultRun(around.context(), planned("kill", NONE, "gc-1"), START);
    FaultResult nothing = unborn.brokeOff(new InterruptedException("planted"));
    assertDoubt(nothing, "prove", "broke off", "planted");
    assertThat(nothing.begun() || nothing.recovered()).isFalse();
    assertThat(nothing.measures()).isEmpty();
    assertThat(unborn.isOver()).isFalse();
    around.control.fails("start", new InterruptedException("planted"));
    assertThatThrownBy(() -> kill(NONE)).isInstanceOf(InterruptedException.class);
    FaultResult unhealed = life.brokeOff(new InterruptedException("planted"));
    assertThat(unhealed.begun()).isTrue();
    assertThat(unhealed.healed()).isFalse();
    assertThat(around.allEvents(Event.FaultDoubted.class))
        .extracting(Event.FaultDoubted::step)
        .containsExactly("prove", "heal");
    assertThat(around.open()).as("it stays written down").isNotEmpty();
  }

  @Test
  void itsCostAndItsDoubtAreBothKnown() throws Exception {
    around.control.idle("kill");
    FaultResult result = kill(NONE);
    assertThat(result.recovered()).isTrue();
    assertThat(result.measures()).containsKey("recovered.s");
    assertThat(result.doubts()).hasSize(1);
  }

  // It is not proven.

  @Test
  void whatNothingShowsIsADoubtAfterTheLimitAndIsHealed() throws Exception {
    around.control.idle("kill");
    FaultResult result = kill(NONE);
    assertDoubt(result, "prove", "is not proven after 10.0 s: gc-1: process 7 is there");
    assertThat(names())
        .containsExactly(
            "FaultStarted", "FaultDone", "FaultDoubted", "FaultHealed", "FaultRecovered");
    assertThat(result.proven()).isFalse();
    assertThat(result.recovered()).isTrue();
    assertThat(around.open()).isEmpty();
  }

  @Test
  void aWitnessWhoCannotBeAskedIsAskedAgain() throws Exception {
    around.control.before(what -> hide("gc-1", what.startsWith("kill")));
    time.at(seconds(2), () -> around.control.set("gc-1", ServerState.DEAD, 7, 0));
    assertThat(kill(NONE).doubts()).isEmpty();
    assertThat(around.allEvents(Event.FaultProven.class).get(0).at())
        .isBetween(START + 2_000, START + 2_250);
  }

  private void hide(String server, boolean really) {
    if (really) {
      around.control.idle("kill");
      around.control.servers.remove(FakeControl.id(server));
    }
  }

  @Test
  void whyTheWitnessCouldNotBeAskedIsTheReason() throws Exception {
    around.control.before(what -> hide("gc-1", what.startsWith("kill")));
    time.at(seconds(11), () -> around.control.set("gc-1", ServerState.DEAD, 7, 0));
    FaultResult result = kill(NONE);
    assertDoubt(result, "prove", "is not proven after 10.0 s: there is no server gc-1");
    assertThat(result.recovered()).as("it could be healed as soon as it was seen").isTrue();
  }

  @Test
  void aProofThatBreaksIsADoubtAtOnceWithTheTimeThatItTook() throws Exception {
    around.control.before(
        what -> {
          if (what.startsWith("kill")) {
            around.control.fails("list", new IllegalStateException("planted"));
          }
        });
    assertDoubt(kill(NONE), "prove", "is not proven after 0.0 s: planted");
  }

  // It is not healed.

  @Test
  void healingIsTriedAgainUntilItSucceeds() throws Exception {
    IOException failure = new IOException("planted");
    around.control.fails("start", failure, failure, failure);
    FaultResult result = kill(NONE);
    assertThat(result.doubts()).isEmpty();
    assertThat(result.healed()).isTrue();
    assertThat(around.allEvents(Event.FaultHealed.class).get(0).at()).isEqualTo(START + 750);
  }

  private void startNeverSucceeds() {
    around.control.before(
        what -> {
          if (what.startsWith("start")) {
            around.control.fails("start", new IOException("no java"));
          }
        });
  }

  @Test
  void whatCannotBeHealedStaysWrittenDown() throws Exception {
    startNeverSucceeds();
    FaultResult result = kill(NONE);
    assertDoubt(result, "heal", "kill of gc-1 could not be healed: no java");
    assertThat(names()).containsExactly("FaultStarted", "FaultDone", "FaultProven", "FaultDoubted");
    assertThat(around.open())
        .extracting(InjectedFault::words)
        .containsExactly("fault 3, kill of gc-1");
    assertThat(result.proven()).isTrue();
    assertThat(result.healed() || result.recovered()).isFalse();
    assertThat(result.measures()).isEmpty();
    assertThat(life.leftDamage()).isTrue();
    assertThat(time.passed()).isBetween(seconds(100), seconds(100.5));
  }

  @Test
  void whoCouldNotBeHealedIsHeldDownNoMore() throws Exception {
    startNeverSucceeds();
    kill(NONE);
    assertThat(around.watchdog.held()).isEmpty();
  }

  // It is not recovered from.

  @Test
  void aClusterThatDoesNotBecomeWholeIsADoubtAndStaysWrittenDown() throws Exception {
    time.at(seconds(1), () -> around.control.set("monitor-1", ServerState.DEAD, 8, 0));
    FaultResult result = kill(seconds(2));
    assertDoubt(result, "recover", "is not recovered from after 100.0 s: monitor-1 is missing");
    assertThat(names())
        .containsExactly("FaultStarted", "FaultDone", "FaultProven", "FaultHealed", "FaultDoubted");
    assertThat(around.open()).hasSize(1);
    assertThat(result.healed()).isTrue();
    assertThat(result.recovered()).isFalse();
    assertThat(life.leftDamage()).isTrue();
  }

  @Test
  void withoutALaterObservationNothingIsRecovered() throws Exception {
    PlantedLooks.whole(around.watch, START, new TreeSet<>());
    time.at(seconds(1), around::pollsEnd);
    assertDoubt(kill(seconds(2)), "recover", "after 100.0 s: the cluster could not be asked");
  }

  /** As the observations of before have later times where the clock was set back during a fault. */
  @Test
  void anObservationOfBeforeIsNoneOfAfterItsHealingWhateverItsTime() throws Exception {
    PlantedLooks.whole(around.watch, START + 50_000, new TreeSet<>());
    time.at(seconds(1), around::pollsEnd);
    assertDoubt(kill(seconds(2)), "recover", "after 100.0 s: the cluster could not be asked");
  }

  @Test
  void anIncompleteObservationIsNone() throws Exception {
    time.at(seconds(1), around::pollsEnd);
    time.at(
        seconds(3), () -> PlantedLooks.blind(around.watch, time.millis(), "no metadata is read"));
    assertDoubt(kill(seconds(2)), "recover", "after 100.0 s: no metadata is read");
  }

  @Test
  void itIsOpenUntilTheClusterIsWhole() throws Exception {
    time.at(seconds(1), () -> around.control.set("monitor-1", ServerState.DEAD, 8, 0));
    List<Integer> open = new ArrayList<>();
    time.at(
        seconds(30),
        () -> {
          open.add(openNow());
          around.control.set("monitor-1", ServerState.RUNNING, 8, 0);
        });
    FaultResult result = kill(seconds(2));
    assertThat(open).containsExactly(1);
    assertThat(openNow()).isZero();
    assertThat(result.measures().get("recovered.s")).isBetween(30.0, 30.25);
  }

  private int openNow() {
    try {
      return around.open().size();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void whomAnotherFaultHoldsDownIsNotMissed() throws Exception {
    around.control.set("monitor-1", ServerState.PAUSED, 8, 0);
    around.watchdog.hold(Set.of(FakeControl.id("monitor-1")));
    assertThat(kill(NONE).doubts()).isEmpty();
  }

  @Test
  void aHealingThatCannotBeWrittenDownIsReported() throws Exception {
    around.control.before(
        what -> {
          if (what.startsWith("start")) {
            replaceByFullDirectory(around.place.resolve(RunDirectory.OPEN_FAULTS));
          }
        });
    assertThat(kill(NONE).doubts()).isEmpty();
    assertThat(around.notes)
        .anySatisfy(
            note ->
                assertThat(note)
                    .contains("fault 3, kill of gc-1: that it is healed cannot be written down"));
  }

  private static void replaceByFullDirectory(Path file) {
    try {
      Files.delete(file);
      Files.createDirectories(file.resolve("full"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  // A stop in the middle.

  @Test
  void aStopEndsTheHoldAndHeals() throws Exception {
    time.at(seconds(5), () -> stop.ask("enough"));
    FaultResult result = kill(Duration.ofMinutes(10));
    assertThat(result.doubts()).isEmpty();
    assertThat(around.allEvents(Event.FaultHealed.class).get(0).at()).isEqualTo(START + 5_000);
    assertThat(result.recovered()).isTrue();
    assertThat(around.open()).isEmpty();
  }

  @Test
  void aStopDoesNotEndTheProof() throws Exception {
    around.control.idle("kill");
    time.at(seconds(1), () -> stop.ask("enough"));
    time.at(seconds(3), () -> around.control.set("gc-1", ServerState.DEAD, 7, 0));
    FaultResult result = kill(Duration.ofMinutes(10));
    assertThat(result.doubts()).isEmpty();
    assertThat(result.proven()).isTrue();
    assertThat(around.allEvents(Event.FaultHealed.class).get(0).at())
        .isBetween(START + 3_000, START + 3_250);
  }

  @Test
  void afterAStopHealingIsTriedForHalfAMinuteMore() throws Exception {
    startNeverSucceeds();
    time.at(seconds(10), () -> stop.ask("enough"));
    assertDoubt(kill(NONE), "heal", "could not be healed");
    assertThat(time.passed()).isBetween(seconds(40), seconds(41));
    assertThat(around.open()).hasSize(1);
  }

  @Test
  void afterAStopTheRecoveryIsAwaitedForHalfAMinuteMore() throws Exception {
    around.control.set("monitor-1", ServerState.DEAD, 8, 0);
    time.at(seconds(10), () -> stop.ask("enough"));
    assertDoubt(kill(NONE), "recover", "is not recovered from after 40.");
    assertThat(time.passed()).isBetween(seconds(40), seconds(41));
  }

  @Test
  void aStopMakesNoLimitLonger() throws Exception {
    around.recoveryLimit = seconds(20);
    around.control.set("monitor-1", ServerState.DEAD, 8, 0);
    time.at(seconds(10), () -> stop.ask("enough"));
    assertDoubt(kill(NONE), "recover", "is not recovered from after 20.");
  }

  // The journals.

  @Test
  void aJournalThatFailsStopsNoStep() throws Exception {
    around.file.close();
    FaultResult result = kill(NONE);
    assertThat(result.doubts()).isEmpty();
    assertThat(result.recovered()).isTrue();
    assertThat(around.unwritten).hasSize(1);
    assertThat(around.open()).isEmpty();
  }

  @Test
  void journalsThatCannotBeReadShowNoCostAndAreNamed() throws Exception {
    RawLocalFileSystem broken =
        new RawLocalFileSystem() {
          @Override
          public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
            throw new IOException("planted");
          }
        };
    broken.initialize(java.net.URI.create("file:///"), new Configuration());
    around.witnesses(RunDirectory.on(broken, new org.apache.hadoop.fs.Path(directory.toUri())));
    FaultResult result = kill(NONE);
    assertThat(result.doubts()).isEmpty();
    assertThat(around.notes)
        .anySatisfy(
            note ->
                assertThat(note)
                    .contains(
                        "fault 3, kill of gc-1: the journals do not show what it cost", "planted"));
    assertThat(around.allEvents(Event.FaultRecovered.class).get(0).measures())
        .containsOnlyKeys("healing.s", "healed.s", "recovered.s");
  }

  /** One writer's windows of a second each, a hundred entries in each second of a span. */
  private void ingest(Journal journal, int from, int until) {
    for (int second = from; second < until; second++) {
      journal.add(
          new Event.Flush(
              START + second * 1000L, "writer", 1, 1, 1, 100, 0, 10_000_000, 1_000_000_000));
    }
    journal.flush();
  }

  private Journal writer() throws IOException {
    return new Journal(around.run.append(around.run.events("writer")), e -> {});
  }

  @Test
  void theFirstWindowThatWasSentAfterTheInjectionIsWaitedFor() throws Exception {
    try (Journal writer = writer()) {
      ingest(writer, -60, 1);
      time.at(seconds(30), () -> ingest(writer, 29, 30));
      FaultResult result = kill(seconds(10));
      assertThat(result.measures())
          .containsEntry("first.flush.s", 29.0)
          .containsEntry("recovered.s", 10.25)
          .doesNotContainKeys("dip.depth.ratio", "dip.s", "query.dip.s");
      assertThat(time.passed()).isBetween(seconds(30), seconds(30.5));
      assertThat(life.isOver()).isTrue();
    }
  }

  @Test
  void aWriterThatIsNeverAnsweredIsGivenUp() throws Exception {
    try (Journal writer = writer()) {
      ingest(writer, -60, 1);
      FaultResult result = kill(seconds(10));
      assertThat(result.measures()).doesNotContainKey("first.flush.s");
      assertThat(time.passed()).isBetween(seconds(70), seconds(71));
    }
  }

  @Test
  void writersThatHaveEndedAreNotWaitedFor() throws Exception {
    try (Journal writer = writer()) {
      ingest(writer, -60, 1);
      writer.add(new Event.ClientStopped(START + 500, "writer", "done"));
      writer.flush();
      kill(seconds(10));
      assertThat(time.passed()).isEqualTo(seconds(10.25));
    }
  }

  @Test
  void aStopEndsTheWaitForTheWriters() throws Exception {
    try (Journal writer = writer()) {
      ingest(writer, -60, 1);
      time.at(seconds(20), () -> stop.ask("enough"));
      FaultResult result = kill(seconds(10));
      assertThat(result.recovered()).isTrue();
      assertThat(time.passed()).isEqualTo(seconds(20));
    }
  }

  // What ZooKeeper still has of a process that is gone.

  private static final int PORT = 9997;

  private FaultResult tserver(String fault) throws Exception {
    around.control.set("tserver-1", ServerState.RUNNING, 9, PORT);
    around.locks.hold(Role.TSERVER, PORT, 0x1f);
    return live(planned(fault, NONE, "tserver-1"));
  }

  @Test
  void aKillOfOneThatHeldItsLockSaysSo() throws Exception {
    time.at(seconds(4), () -> around.locks.end(0x1f));
    tserver("kill");
    assertThat(around.allEvents(Event.FaultProven.class).get(0).evidence())
        .contains("process 9 is gone", "the lock that it held in ZooKeeper is gone");
  }

  @Test
  void aKillOfOneThatWaitedSaysSoAndIsNotNoticed() throws Exception {
    around.control.set("manager-1", ServerState.RUNNING, 9, PORT);
    around.locks.hold(Role.MANAGER, 1, 0x3f).await(Role.MANAGER, PORT, 0x1f);
    time.at(
        seconds(4),
        () -> {
          around.locks.end(0x1f);
          PlantedLooks.locks(around.watch, time.millis(), Set.of(0x3fL));
        });
    FaultResult result = live(planned("kill", NONE, "manager@standby"));
    assertThat(result.doubts()).isEmpty();
    assertThat(result.victims()).extracting(Victim::name).containsExactly("manager-1");
    assertThat(around.allEvents(Event.FaultProven.class).get(0).evidence())
        .contains("it waits for the lock in ZooKeeper no more");
    assertThat(result.measures()).doesNotContainKey("notice.s");
  }

  @Test
  void theManagerThatIsAtWorkIsFound() throws Exception {
    around.control.set("manager-1", ServerState.RUNNING, 9, 1);
    around.control.set("manager-2", ServerState.RUNNING, 10, 2);
    around.locks.await(Role.MANAGER, 1, 0x1f).hold(Role.MANAGER, 2, 0x2f);
    time.at(seconds(1), () -> around.locks.end(0x2f));
    FaultResult result = live(planned("kill", NONE, "manager@active"));
    assertThat(result.victims()).extracting(Victim::name).containsExactly("manager-2");
    assertThat(result.victims().get(0).waited()).isFalse();
  }

  @Test
  void anActiveManagerIsSoughtWhileThereIsNone() throws Exception {
    around.control.set("manager-1", ServerState.RUNNING, 9, 1);
    around.locks.await(Role.MANAGER, 1, 0x1f);
    time.at(seconds(5), () -> around.locks.end(0x1f).hold(Role.MANAGER, 1, 0x2f));
    time.at(seconds(8), () -> around.locks.end(0x2f));
    FaultResult result = live(planned("kill", NONE, "manager@active"));
    assertThat(result.doubts()).isEmpty();
    assertThat(around.allEvents(Event.FaultStarted.class).get(0).at())
        .isBetween(START + 5_000, START + 5_500);
  }

  @Test
  void aRestartCountsFromTheKillThoughItIsDoneOnlyWhenTheServerIsBack() throws Exception {
    around.control.before(
        what -> {
          if (what.startsWith("start")) {
            pass(seconds(5)); // that is how long a start takes
          }
        });
    FaultResult result = live(planned("restart", NONE, "gc-1"));
    assertThat(around.allEvents(Event.FaultStarted.class).get(0).at()).isEqualTo(START);
    assertThat(around.allEvents(Event.FaultDone.class).get(0).at()).isEqualTo(START + 5_000);
    assertThat(result.measures())
        .containsExactly(
            entry("healed.s", 5.0), entry("healing.s", 5.0), entry("recovered.s", 5.25));
  }

  private void pass(Duration duration) {
    try {
      boolean unused = stop.await(duration);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theEndOfAProcessIsPolled() throws Exception {
    around.control.lingers(7);
    time.at(seconds(3), around.control::lingersNoMore);
    assertThat(live(planned("restart", NONE, "gc-1")).doubts()).isEmpty();
    assertThat(around.allEvents(Event.FaultProven.class).get(0).at())
        .isBetween(START + 3_000, START + 3_250);
  }

  @Test
  void whoIsReplacedAndLivesOnIsNoProof() throws Exception {
    around.control.lingers(7);
    FaultResult result = live(planned("restart", NONE, "gc-1"));
    assertDoubt(result, "prove", "is not proven after 10.0 s");
  }
}
