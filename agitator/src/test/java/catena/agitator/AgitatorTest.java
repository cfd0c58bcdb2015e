// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static com.google.common.util.concurrent.Uninterruptibles.awaitUninterruptibly;
import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.fault.FakeTables;
import catena.agitator.fault.GoingOn;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.TimedFault;
import catena.agitator.plan.Plan;
import catena.cluster.spec.ServerState;
import catena.records.journal.Event;
import catena.records.server.Role;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which fault of a plan begins when, and which does not begin. */
@Timeout(60)
class AgitatorTest {
  private static final String THRESHOLD = "table.split.threshold";
  private static final Duration LONG = Duration.ofHours(1);

  @TempDir Path directory;
  private final FastTime time = new FastTime();
  private final StopSignal stop = time.signal();
  private Surroundings around;
  private int planned;

  @BeforeEach
  void surround() throws Exception {
    around = new Surroundings(directory, time, stop);
    around.control.set("tserver-1", ServerState.RUNNING, 7, 0);
    around.control.set("tserver-2", ServerState.RUNNING, 8, 0);
    around.control.set("gc-1", ServerState.RUNNING, 9, 0);
    time.afterEachWait(around::poll);
  }

  @AfterEach
  void close() throws IOException {
    around.close();
  }

  private TimedFault fault(String fault, Duration at, Duration hold, String... targets) {
    planned++;
    return new TimedFault(
        planned, at, fault, List.of(targets), hold, new TreeMap<>(), Optional.empty());
  }

  private TimedFault kill(Duration at, Duration hold, String... targets) {
    return fault("kill", at, hold, targets);
  }

  private static Plan plan(boolean gate, Map<Role, Integer> most, TimedFault... faults) {
    return new Plan("test", 1, gate, Duration.ZERO, Plan.ANY, new TreeMap<>(most), List.of(faults));
  }

  private List<FaultResult> agitate(Plan plan) throws InterruptedException {
    return new Agitator(around.context(), plan, Clusters.small()).run();
  }

  private static void assertGood(List<FaultResult> results) {
    assertThat(results)
        .isNotEmpty()
        .allSatisfy(
            result -> {
              assertThat(result.doubts()).isEmpty();
              assertThat(result.proven() && result.recovered()).isTrue();
            });
  }

  @Test
  void eachFaultBeginsAtItsTimeAndTheResultsAreInTheOrderOfThePlan() throws Exception {
    List<FaultResult> results =
        agitate(
            plan(
                false,
                Map.of(),
                kill(Duration.ofSeconds(5), Duration.ofSeconds(5), "tserver-1"),
                kill(Duration.ofSeconds(60), Duration.ZERO, "gc-1")));
    assertGood(results);
    assertThat(results).extracting(result -> result.planned().id()).containsExactly(1, 2);
    List<Event.FaultStarted> started = around.allEvents(Event.FaultStarted.class);
    assertThat(started).extracting(Event.FaultStarted::id).containsExactly(1, 2);
    assertThat(started.get(1).intendedAt() - started.get(0).intendedAt()).isEqualTo(55_000);
    assertThat(started)
        .allSatisfy(event -> assertThat(event.at()).isGreaterThanOrEqualTo(event.intendedAt()));
    assertThat(around.control.done)
        .containsExactly("kill tserver-1", "start tserver-1", "kill gc-1", "start gc-1");
  }

  @Test
  void aShortWaitIsNotReported() throws Exception {
    assertGood(
        agitate(
            plan(
                false,
                Map.of(Role.TSERVER, 1),
                kill(Duration.ofSeconds(1), Duration.ofSeconds(10), "tserver-1"),
                kill(Duration.ofSeconds(2), Duration.ZERO, "tserver-2"))));
    long[] started =
        around.allEvents(Event.FaultStarted.class).stream()
            .mapToLong(event -> event.at() - event.intendedAt())
            .toArray();
    assertThat(started[1]).as("it waited").isGreaterThan(5_000);
    assertThat(around.notes).noneMatch(note -> note.matches(".*(been waiting|waits no longer).*"));
  }

  private TimedFault during(GoingOn what, TimedFault fault) {
    return new TimedFault(
        fault.id(),
        fault.at(),
        fault.fault(),
        fault.targets(),
        fault.hold(),
        fault.options(),
        Optional.of(what));
  }

  @Test
  void aSplitGoesOnUntilTheLastOfSeveralIsOver() {
    FaultContext context = around.context();
    context.acts("split", true);
    context.acts("split", true);
    context.acts("split", false);
    assertThat(context.goingOn()).contains(GoingOn.SPLIT);
    context.acts("split", false);
    assertThat(context.goingOn()).doesNotContain(GoingOn.SPLIT);
  }

  @Test
  void aFaultThatIsToHitDuringAMergeWaitsForOneAndTheJournalSaysSo() throws Exception {
    long start = time.millis();
    time.afterEachWait(
        () -> {
          around.poll();
          if (time.millis() - start > 30_000) {
            around.operations = Set.of("TABLE_MERGE", "TABLE_COMPACT");
          }
        });
    assertGood(
        agitate(
            plan(
                false,
                Map.of(),
                during(GoingOn.MERGE, kill(Duration.ofSeconds(1), Duration.ZERO, "tserver-1")),
                kill(Duration.ofSeconds(5), Duration.ofSeconds(1), "gc-1"),
                kill(Duration.ofSeconds(300), Duration.ZERO, "tserver-2"))));
    List<Event.FaultStarted> started = around.allEvents(Event.FaultStarted.class);
    assertThat(started).extracting(Event.FaultStarted::id).containsExactly(2, 1, 3);
    assertThat(started.get(0).during()).as("before any merge").isEmpty();
    assertThat(started.get(1).at() - start).isGreaterThan(30_000);
    assertThat(started.get(1).during()).containsExactly("merge", "compaction");
  }

  @Test
  void aFaultWhoseTimeIsOverBeforeAnyImportIsLeftOutAndNoDoubt() throws Exception {
    List<FaultResult> results =
        agitate(
            plan(
                false,
                Map.of(),
                during(GoingOn.IMPORT, kill(Duration.ofSeconds(1), Duration.ZERO, "tserver-1")),
                kill(Duration.ofSeconds(20), Duration.ZERO, "gc-1")));
    assertGood(results);
    assertThat(results).extracting(result -> result.planned().id()).containsExactly(2);
    assertThat(around.notes)
        .contains("fault 1, kill of tserver-1 was left out: no import was seen in its time");
  }

  @Test
  void noMoreFaultsAreOpenThanAllowed() throws Exception {
    TimedFault[] faults = {
      kill(Duration.ofSeconds(1), Duration.ofSeconds(60), "tserver-1"),
      kill(Duration.ofSeconds(2), Duration.ofSeconds(60), "gc-1"),
      kill(Duration.ofSeconds(3), Duration.ZERO, "tserver-2")
    };
    assertGood(
        agitate(new Plan("test", 1, false, Duration.ZERO, 2, new TreeMap<>(), List.of(faults))));
    List<Event.FaultStarted> started = around.allEvents(Event.FaultStarted.class);
    assertThat(started.get(1).at()).isLessThan(healed(started.get(0).id()));
    assertThat(started.get(2).at() - started.get(0).at()).isGreaterThanOrEqualTo(60_000);
  }

  /** A fault may be held for longer than the limit of a recovery. */
  @Test
  void aFaultWaitsForOneThatIsOpenForLongerThanTheLimit() throws Exception {
    around.recoveryLimit = Duration.ofSeconds(30);
    TimedFault[] faults = {
      kill(Duration.ZERO, Duration.ofMinutes(2), "tserver-1"),
      kill(Duration.ofSeconds(5), Duration.ZERO, "gc-1")
    };
    assertGood(
        agitate(new Plan("test", 1, false, Duration.ZERO, 1, new TreeMap<>(), List.of(faults))));
    List<Event.FaultStarted> started = around.allEvents(Event.FaultStarted.class);
    assertThat(started.get(1).at() - started.get(0).at()).isGreaterThanOrEqualTo(120_000);
  }

  /** Servers that are down may be so for longer than the limit of a recovery, too. */
  @Test
  void aFaultWaitsForServersThatAreDownForLongerThanTheLimit() throws Exception {
    around.recoveryLimit = Duration.ofSeconds(30);
    assertGood(
        agitate(
            plan(
                false,
                Map.of(Role.TSERVER, 1),
                kill(Duration.ZERO, Duration.ofMinutes(2), "tserver-1"),
                kill(Duration.ofSeconds(5), Duration.ZERO, "tserver-2"))));
    List<Event.FaultStarted> started = around.allEvents(Event.FaultStarted.class);
    assertThat(started.get(1).at() - started.get(0).at()).isGreaterThanOrEqualTo(120_000);
  }

  /** Else the second would take what the first has done for what is to be restored. */
  @Test
  void aFaultThatRestoresWhatItFoundWaitsForTheOneOfItsKind() throws Exception {
    FakeTables tables = new FakeTables();
    tables.client().tableOperations().setProperty(FakeTables.TABLE, THRESHOLD, "1G");
    tables
        .client()
        .tableOperations()
        .addSplits(FakeTables.TABLE, new TreeSet<>(List.of(new Text("g"), new Text("m"))));
    FaultContext context = around.context(tables::client);
    Duration hold = Duration.ofSeconds(60);
    for (String word : List.of("split-threshold", "offline", "merge")) {
      Plan plan =
          plan(
              false,
              Map.of(),
              fault(word, Duration.ofSeconds(1), hold, "table"),
              fault("flush", Duration.ofSeconds(2), Duration.ZERO, "table"),
              fault(word, Duration.ofSeconds(3), Duration.ZERO, "table"));
      String other = "fault %d, flush of table".formatted(planned - 1);
      CountDownLatch begun = new CountDownLatch(1);
      time.afterEachWait(
          () -> {
            around.poll();
            if (around.notes.contains(other)) {
              begun.countDown();
            } else if (Thread.currentThread().getName().equals("fault")) {
              boolean unused = awaitUninterruptibly(begun, Duration.ofSeconds(10));
            } // or on a slow machine a hold may be over before the other is written down
          });
      assertGood(new Agitator(context, plan, Clusters.small()).run());
      assertThat(started(planned - 1)).as("others do not wait").isLessThan(healed(planned - 2));
      assertThat(started(planned))
          .as("the second " + word)
          .isGreaterThanOrEqualTo(healed(planned - 2));
    }
    assertThat(tables.client().tableOperations().getTableProperties(FakeTables.TABLE))
        .containsEntry(THRESHOLD, "1G");
  }

  private long started(int fault) throws IOException {
    return around.allEvents(Event.FaultStarted.class).stream()
        .filter(event -> event.id() == fault)
        .findFirst()
        .orElseThrow()
        .at();
  }

  private long healed(int fault) throws IOException {
    return around.allEvents(Event.FaultHealed.class).stream()
        .filter(event -> event.id() == fault)
        .findFirst()
        .orElseThrow()
        .at();
  }

  @Test
  void theGateOpensOnceTheClusterHasBeenWholeForLongEnough() throws Exception {
    Duration settle = Duration.ofMinutes(1);
    TimedFault[] faults = {
      kill(Duration.ofSeconds(1), Duration.ofSeconds(5), "tserver-1"),
      kill(Duration.ofSeconds(2), Duration.ZERO, "gc-1")
    };
    long start = time.millis();
    assertGood(
        agitate(new Plan("test", 1, true, settle, Plan.ANY, new TreeMap<>(), List.of(faults))));

    List<Event.FaultStarted> started = around.allEvents(Event.FaultStarted.class);
    List<Event.FaultRecovered> recovered = around.allEvents(Event.FaultRecovered.class);
    assertThat(started.get(0).at() - start).as("nothing to settle").isLessThan(settle.toMillis());
    assertThat(started.get(1).at() - recovered.get(0).at())
        .isGreaterThanOrEqualTo(settle.toMillis());
  }

  @Test
  void noMoreAreDownAtOnceThanThePlanAllows() throws Exception {
    assertGood(
        agitate(
            plan(
                false,
                Map.of(Role.TSERVER, 1),
                kill(Duration.ZERO, Duration.ofSeconds(5), "tserver-1"),
                kill(Duration.ZERO, Duration.ZERO, "tserver-2"))));
    assertThat(around.control.done)
        .containsExactly("kill tserver-1", "start tserver-1", "kill tserver-2", "start tserver-2");
  }

  /** It may be any of them: it counts as one more that is down. */
  @Test
  void aServerThatIsAimedAtByWhatItDoesWaitsForTheOthersOfItsRole() throws Exception {
    List<FaultResult> results =
        agitate(
            plan(
                false,
                Map.of(Role.TSERVER, 1),
                kill(Duration.ZERO, Duration.ofSeconds(5), "tserver-1"),
                kill(Duration.ZERO, Duration.ZERO, "tserver@table")));
    assertThat(results).hasSize(2);
    assertThat(around.allEvents(Event.FaultDoubted.class))
        .as("there is no table: it was its turn, and it could not be done")
        .singleElement()
        .satisfies(
            doubt -> {
              assertThat(doubt.id()).isEqualTo(2);
              assertThat(doubt.at())
                  .isGreaterThanOrEqualTo(around.allEvents(Event.FaultHealed.class).get(0).at());
            });
    assertThat(around.control.done).containsExactly("kill tserver-1", "start tserver-1");
  }

  /** Once it is found it has a name, and is not one of its role beside that. */
  @Test
  void aServerThatWasFoundByWhatItDoesCountsOnce() throws Exception {
    around.control.set("manager-1", ServerState.RUNNING, 11, 1);
    around.control.set("manager-2", ServerState.RUNNING, 12, 2);
    around.locks.hold(Role.MANAGER, 1, 101).await(Role.MANAGER, 2, 102);
    around.control.before(
        what -> {
          if (what.equals("kill manager-1")) {
            around.locks.end(101);
          } else if (what.startsWith("kill")) {
            around.locks.end(102);
            stop.ask("both are down");
          }
        });
    Plan both =
        plan(
            false,
            Map.of(Role.MANAGER, 2),
            kill(Duration.ZERO, LONG, "manager@active"),
            kill(Duration.ofSeconds(5), LONG, "manager@standby"));
    assertGood(new Agitator(around.context(), both, Clusters.middling()).run());
    assertThat(around.control.done.subList(0, 2))
        .containsExactly("kill manager-1", "kill manager-2");
  }

  @Test
  void asManyAreDownAtOnceAsThePlanAllows() throws Exception {
    AtomicInteger kills = new AtomicInteger();
    around.control.before(
        what -> {
          if (what.startsWith("kill") && kills.incrementAndGet() == 2) {
            stop.ask("both are down");
          }
        });
    assertGood(
        agitate(
            plan(
                false,
                Map.of(Role.TSERVER, 2),
                kill(Duration.ZERO, LONG, "tserver-1"),
                kill(Duration.ofSeconds(5), LONG, "tserver-2"))));
    assertThat(around.control.done.subList(0, 2))
        .containsExactlyInAnyOrder("kill tserver-1", "kill tserver-2");
  }

  @Test
  void allServersOfARoleThatThePlanDoesNotNameMayBeDown() throws Exception {
    assertGood(
        agitate(plan(false, Map.of(Role.TSERVER, 1), kill(Duration.ZERO, Duration.ZERO, "gc-1"))));
  }

  @Test
  void oneAfterTheOtherCountsAsOne() throws Exception {
    assertGood(
        agitate(
            plan(
                false,
                Map.of(Role.TSERVER, 1),
                fault("rolling-restart", Duration.ZERO, Duration.ZERO, "tserver-1", "tserver-2"))));
    assertThat(around.control.done)
        .containsExactly("stop tserver-1", "start tserver-1", "stop tserver-2", "start tserver-2");
  }

  @Test
  void oneAfterTheOtherIsNotBegunWhereOneMoreIsTooMany() throws Exception {
    around.recoveryLimit = Duration.ofSeconds(5);
    around.watchdog.hold(Set.of(FakeControl.id("tserver-1")));
    List<FaultResult> results =
        agitate(
            plan(
                false,
                Map.of(Role.TSERVER, 1),
                fault("rolling-restart", Duration.ZERO, Duration.ZERO, "tserver-2")));
    assertThat(results.get(0).doubts())
        .singleElement()
        .asString()
        .contains("too many servers would be down", "tserver-1", "tserver-2");
    assertThat(around.control.done).isEmpty();
  }

  @Test
  void aFaultForWhichTooManyStayDownIsNotDoneAndSaysWhy() throws Exception {
    around.recoveryLimit = Duration.ofSeconds(5);
    around.watchdog.hold(Set.of(FakeControl.id("tserver-1")));
    List<FaultResult> results =
        agitate(
            plan(
                false,
                Map.of(Role.TSERVER, 1),
                kill(Duration.ZERO, Duration.ZERO, "tserver-2"),
                kill(Duration.ZERO, Duration.ZERO, "gc-1")));
    assertThat(results.get(0).doubts())
        .singleElement()
        .asString()
        .contains(
            "fault 1, kill of tserver-2 and 1 after it were not done",
            "too many servers would be down",
            "tserver-1");
    assertThat(results.get(1).doubts()).as("the first one's reason speaks for it").isEmpty();
    assertThat(results).noneMatch(FaultResult::begun);
    assertThat(around.allEvents(Event.FaultDoubted.class))
        .extracting(Event.FaultDoubted::id)
        .containsExactly(1, 2);
    assertThat(around.control.done).isEmpty();
  }

  @Test
  void withAGateAFaultWaitsForTheRecoveryOfThoseBefore() throws Exception {
    List<String> seen = new ArrayList<>();
    around.control.before(
        what -> {
          if (what.startsWith("kill")) {
            seen.add(what + " " + around.down() + " " + open());
          }
        });
    around.poll();
    assertGood(
        agitate(
            plan(
                true,
                Map.of(),
                kill(Duration.ZERO, Duration.ofSeconds(5), "tserver-1"),
                kill(Duration.ZERO, Duration.ofSeconds(5), "gc-1"))));
    assertThat(seen)
        .containsExactly(
            "kill tserver-1 [] [fault 1, kill of tserver-1]",
            "kill gc-1 [] [fault 2, kill of gc-1]");
  }

  private List<String> open() {
    try {
      return around.open().stream().map(InjectedFault::words).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void withAGateNothingFollowsAFaultThatLeftDamage() throws Exception {
    around.recoveryLimit = Duration.ofSeconds(5);
    around.control.before(
        what -> {
          if (what.startsWith("start")) {
            around.control.fails("start", new IOException("no java"));
          }
        });
    around.poll();
    List<FaultResult> results =
        agitate(
            plan(
                true,
                Map.of(),
                kill(Duration.ZERO, Duration.ZERO, "tserver-1"),
                kill(Duration.ZERO, Duration.ZERO, "gc-1")));
    assertThat(results.get(0).doubts()).singleElement().asString().contains("could not be healed");
    assertThat(results.get(1).doubts())
        .singleElement()
        .asString()
        .contains("fault 2, kill of gc-1 was not done", "has not recovered", "tserver-1");
    assertThat(around.control.done).containsExactly("kill tserver-1");
  }

  @Test
  void aFaultThatCouldNotBeDoneDoesNotShutTheGateAndIsNoRecovery() throws Exception {
    around.control.fails("kill", new IOException("planted"));
    around.poll();
    List<FaultResult> results =
        agitate(
            plan(
                true,
                Map.of(),
                kill(Duration.ZERO, Duration.ZERO, "gc-1"),
                kill(Duration.ofSeconds(1), Duration.ZERO, "tserver-1")));
    assertThat(results.get(0).healed()).isTrue();
    assertThat(results.get(0).recovered()).isFalse();
    assertGood(results.subList(1, 2));
    assertThat(around.allEvents(Event.FaultRecovered.class))
        .extracting(Event.FaultRecovered::id)
        .containsExactly(2);
    assertThat(AgitatePhase.outcome(results, List.of()).tally())
        .containsEntry("faults healed", 2L)
        .containsEntry("faults recovered from", 1L);
  }

  @Test
  void aFaultThatWasNeverBegunDoesNotShutTheGateForGood() throws Exception {
    AtomicInteger waits = new AtomicInteger();
    time.afterEachWait(
        () -> {
          int number = waits.incrementAndGet(); // the first is for the first fault's time
          boolean ill = number > 1 && number < 20;
          around.control.set("gc-1", ill ? ServerState.DEAD : ServerState.RUNNING, 9, 0);
          around.poll();
        });
    List<FaultResult> results =
        agitate(
            plan(
                true,
                Map.of(),
                kill(Duration.ZERO, Duration.ZERO, "gc-2"),
                kill(Duration.ofSeconds(1), Duration.ZERO, "tserver-1")));
    assertThat(results.get(0).begun()).isFalse();
    assertThat(results.get(0).doubts()).singleElement().asString().contains("no server gc-2");
    assertGood(results.subList(1, 2));
  }

  @Test
  void afterAStopNothingIsBegunAndWhatIsOpenIsHealed() throws Exception {
    around.control.before(what -> stop.ask("enough"));
    List<FaultResult> results =
        agitate(
            plan(
                false,
                Map.of(),
                kill(Duration.ZERO, LONG, "gc-1"),
                kill(LONG, Duration.ZERO, "tserver-1"),
                kill(LONG, Duration.ZERO, "tserver-2")));
    assertGood(results.subList(0, 1));
    assertThat(results.get(1).doubts())
        .containsExactly("fault 2, kill of tserver-1 and 1 after it were not done: enough");
    assertThat(results.get(2).doubts()).isEmpty();
    assertThat(around.control.done).containsExactly("kill gc-1", "start gc-1");
    assertThat(around.open()).isEmpty();
  }

  @Test
  void whoIsInterruptedHealsBeforeItEnds() throws Exception {
    AtomicReference<Throwable> end = new AtomicReference<>();
    Plan plan =
        plan(
            false,
            Map.of(),
            kill(Duration.ZERO, LONG, "gc-1"),
            kill(LONG, Duration.ZERO, "tserver-1"));
    Thread agitating =
        new Thread(
            () -> {
              try {
                agitate(plan);
              } catch (InterruptedException e) {
                end.set(e);
              }
            });
    around.control.before(
        what -> {
          if (what.startsWith("kill")) {
            agitating.interrupt();
          }
        });
    agitating.start();
    agitating.join();
    assertThat(end.get()).isInstanceOf(InterruptedException.class);
    assertThat(around.control.done).containsExactly("kill gc-1", "start gc-1");
    assertThat(around.open()).isEmpty();
    assertThat(stop.reason()).contains("interrupted");
  }

  @Test
  void aLifeThatBreaksOffIsADoubtAndWasBegunAllTheSame() throws Exception {
    around.control.fails("kill", new InterruptedException("planted"));
    List<FaultResult> results =
        agitate(plan(false, Map.of(), kill(Duration.ZERO, Duration.ZERO, "gc-1")));
    assertThat(results)
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.begun() && result.healed()).isTrue();
              assertThat(result.doubts())
                  .singleElement()
                  .asString()
                  .contains("fault 1, kill of gc-1 broke off", "planted");
            });
    assertThat(AgitatePhase.outcome(results, List.of()).reasons())
        .noneMatch(reason -> reason.contains("no fault was carried out"));
  }
}
