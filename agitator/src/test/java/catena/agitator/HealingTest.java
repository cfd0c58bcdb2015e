// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.FakeTables;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Victim;
import catena.cluster.process.ClusterLock;
import catena.cluster.spec.ServerState;
import catena.harness.command.Terminal;
import catena.records.history.FaultHistory;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is done for an agitator that died, without a cluster that could become whole. */
@Timeout(60)
class HealingTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final SteppedTime time = new SteppedTime();
  private final StopSignal stop = time.signal();
  private Surroundings around;

  @BeforeEach
  void surround() throws Exception {
    around = new Surroundings(directory, time, stop);
    around.control.set("gc-1", ServerState.DEAD, 7, 0);
    around.control.set("tserver-1", ServerState.PAUSED, 8, 0);
    time.begin();
  }

  @AfterEach
  void close() throws IOException {
    around.close();
  }

  private Healing healing() {
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Settings settings =
        Settings.resolve(
            AgitateSettings.ALL,
            List.of(Layer.of("test", Map.of("agitate.recovery.limit", "10s"))));
    return new Healing(settings, new Terminal(out, out), time, stop);
  }

  private List<String> said() {
    return said.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static InjectedFault fault(int id, String word, String victim) {
    return new InjectedFault(
        id, word, List.of(Victim.named(victim)), new TreeMap<>(), new TreeMap<>());
  }

  private Verdict heal(InjectedFault... left) throws Exception {
    return heal(false, left);
  }

  private Verdict heal(boolean onceWhole, InjectedFault... left) throws Exception {
    Path run = around.run.local().orElseThrow();
    UnhealedFaults open = UnhealedFaults.of(around.run, "agitate-2", List.of(around.place, run));
    for (int i = left.length - 1; i >= 0; i--) {
      open.add(left[i]);
    }
    ClusterUnderTest field = around.context().field();
    return healing()
        .heal(AbandonedFaults.at(List.of(around.place), Optional.empty()), field, onceWhole);
  }

  @Test
  void whatIsOpenIsHealedAndRubbedOut() throws Exception {
    heal(fault(2, "pause", "tserver-1"), fault(1, "kill", "gc-1"));
    assertThat(around.control.done).containsExactly("resume tserver-1", "start gc-1");
    assertThat(said())
        .startsWith(
            "fault 2, pause of tserver-1: tserver-1 resumed",
            "fault 1, kill of gc-1: gc-1 started");
    assertThat(around.open()).isEmpty();
  }

  @Test
  void theRunOfTheFaultsRecordsTheHealingAndItsFileIsClearedToo() throws Exception {
    time.at(Duration.ofSeconds(2), () -> stop.ask("enough"));
    heal(fault(2, "pause", "tserver-1"), fault(1, "kill", "gc-1"));
    assertThat(OpenFaults.read(around.run.local().orElseThrow()).faults()).isEmpty();
    List<Event> told = new ArrayList<>();
    JournalReader.read(around.run.fileSystem(), around.run.events("heal"), told::add);
    assertThat(told)
        .containsExactly(
            new Event.FaultHealed(SteppedTime.START, "agitate-2", 2, "tserver-1 resumed"),
            new Event.FaultHealed(SteppedTime.START, "agitate-2", 1, "gc-1 started"));
    FaultHistory history = new FaultHistory();
    history.accept(
        new Event.FaultStarted(
            SteppedTime.START - 9, "agitate-2", 1, "kill", List.of("gc-1"), 0, List.of()));
    told.forEach(history::accept);
    assertThat(history.faults().get(0).endedAt()).hasValue(SteppedTime.START);
  }

  /** As when the agitator of an earlier run in this cluster died, too. */
  @Test
  void equalFaultsOfTwoRunsAreHealedInTheJournalOfEach() throws Exception {
    stop.ask("enough");
    InjectedFault kill = fault(1, "kill", "gc-1");
    Path run = around.run.local().orElseThrow();
    UnhealedFaults.of(around.run, "agitate", List.of(run)).add(kill);
    try (RunDirectory other =
        RunDirectory.at(directory.resolve("other").toString(), new Configuration(false))) {
      UnhealedFaults.of(other, "agitate", List.of(around.place)).add(kill);
      ClusterUnderTest field = around.context().field();
      healing()
          .heal(AbandonedFaults.at(List.of(run, around.place), Optional.empty()), field, false);
      for (RunDirectory each : List.of(around.run, other)) {
        List<Event> told = new ArrayList<>();
        JournalReader.read(each.fileSystem(), each.events("heal"), told::add);
        assertThat(told)
            .singleElement()
            .isInstanceOfSatisfying(
                Event.FaultHealed.class,
                healed -> assertThat(healed.client() + " " + healed.id()).isEqualTo("agitate 1"));
      }
    }
    assertThat(around.open()).isEmpty();
  }

  @Test
  void aRunThatIsNotKnownOrNotThereKeepsNothingFromBeingHealed() throws Exception {
    stop.ask("enough");
    InjectedFault kill = fault(1, "kill", "gc-1");
    new UnhealedFaults(List.of(around.place)).add(kill);
    ClusterUnderTest field = around.context().field();
    healing().heal(AbandonedFaults.at(List.of(around.place), Optional.empty()), field, false);
    assertThat(said()).anySatisfy(line -> assertThat(line).contains("in no journal is written"));
    try (RunDirectory gone =
        RunDirectory.at(directory.resolve("gone").toString(), new Configuration(false))) {
      UnhealedFaults.of(gone, "agitate", List.of(around.place)).add(kill);
    }
    Files.delete(directory.resolve("gone"));
    healing().heal(AbandonedFaults.at(List.of(around.place), Optional.empty()), field, false);
    assertThat(said())
        .anySatisfy(line -> assertThat(line).contains("cannot be written into", "gone"));
    assertThat(around.open()).isEmpty();
  }

  /** As HDFS while its NameNode is what is to be started. */
  @Test
  void aRunOnAFileSystemThatIsDownKeepsNothingFromBeingHealedThatIsKnownHere() throws Exception {
    stop.ask("enough");
    InjectedFault kill = fault(1, "kill", "gc-1");
    Path away = directory.resolve("away");
    new OpenFaults(Optional.of(away.toUri().toString()), Optional.of("agitate"), List.of(kill))
        .writeTo(OpenFaults.place(around.place));
    AbandonedFaults left = AbandonedFaults.at(List.of(around.place), Optional.empty());
    assertThat(left.faults()).containsExactly(kill);
    Files.createDirectory(away);
    healing().heal(left, around.context().field(), false);
    assertThat(around.control.done).containsExactly("start gc-1");
    assertThat(around.open()).isEmpty();
    Optional<String> run = Optional.of(directory.resolve("gone").toUri().toString());
    assertThatThrownBy(() -> AbandonedFaults.at(List.of(around.place), run))
        .isInstanceOf(UsageException.class);
  }

  @Test
  void serversAreHealedBeforeTables() throws Exception {
    heal(fault(2, "compact", "table"), fault(1, "kill", "gc-1"));
    assertThat(said())
        .startsWith(
            "fault 1, kill of gc-1: gc-1 started", "fault 2, compact of table: nothing to heal");
  }

  @Test
  void oneThatCannotBeHealedStaysWrittenDownAndTheOthersAreHealed() throws Exception {
    failing("resume", 30, "no such process");
    InjectedFault[] left = {fault(2, "pause", "tserver-1"), fault(1, "kill", "gc-1")};
    assertThat(heal(left)).isEqualTo(Verdict.UNKNOWN);
    assertThat(said())
        .containsExactly(
            "fault 1, kill of gc-1: gc-1 started",
            "fault 2, pause of tserver-1 could not be healed: no such process");
    assertThat(time.passed()).isEqualTo(Duration.ofSeconds(10));
    assertThat(around.open()).containsExactlyInAnyOrder(left);
  }

  private void failing(String what, int times, String how) {
    around.control.fails(
        what, Collections.nCopies(times, new IOException(how)).toArray(Throwable[]::new));
  }

  /** As a server's agent takes a moment to obey. */
  @Test
  void oneThatCannotBeHealedAtOnceIsTriedAgainUntilTheLimit() throws Exception {
    failing("resume", 3, "has not obeyed yet");
    heal(fault(2, "pause", "tserver-1"), fault(1, "kill", "gc-1"));
    assertThat(said())
        .startsWith(
            "fault 1, kill of gc-1: gc-1 started", "fault 2, pause of tserver-1: tserver-1 resumed")
        .noneMatch(line -> line.contains("could not be healed"));
    assertThat(around.open()).isEmpty();
  }

  @Test
  void aStopEndsTheAttemptsToHeal() throws Exception {
    failing("resume", 30, "no such process");
    time.at(Duration.ofSeconds(2), () -> stop.ask("enough"));
    assertThat(heal(fault(2, "pause", "tserver-1"))).isEqualTo(Verdict.UNKNOWN);
    assertThat(time.passed()).isEqualTo(Duration.ofSeconds(2));
    assertThat(around.open()).hasSize(1);
  }

  @Test
  void aDeadServerThatDoesNotStartIsSaidOnceAndTriedAgain() throws Exception {
    failing("start", 3, "no java");
    assertThat(heal(fault(2, "pause", "tserver-1"))).isEqualTo(Verdict.UNKNOWN);
    assertThat(around.control.done).containsExactly("resume tserver-1", "start gc-1");
    assertThat(said())
        .containsOnlyOnce("gc-1 could not be started, and is tried again: no java")
        .contains("gc-1 started");
  }

  @Test
  void whatDiedOfTheFaultsIsStartedAndAClusterThatIsNotWholeIsUnknown() throws Exception {
    assertThat(heal(fault(2, "pause", "tserver-1"))).isEqualTo(Verdict.UNKNOWN);
    assertThat(around.control.done).containsExactly("resume tserver-1", "start gc-1");
    assertThat(said())
        .last()
        .asString()
        .contains("the cluster is not whole", "the tablets cannot be seen", "no tserver answers");
    assertThat(time.passed()).isBetween(Duration.ofSeconds(10), Duration.ofMillis(10_500));
  }

  /** Who dies while it waits leaves it to the next one to see the cluster whole. */
  @Test
  void whoTakesARunOverForgetsNothingBeforeTheClusterIsWhole() throws Exception {
    assertThat(heal(true, fault(2, "pause", "tserver-1"))).isEqualTo(Verdict.UNKNOWN);
    assertThat(around.open()).hasSize(1);
  }

  /** The settings of {@code --heal} name a table by their default. */
  @Test
  void aTableIsHealedThatWasHit() throws Exception {
    FakeTables tables = new FakeTables();
    tables.client().tableOperations().setProperty(FakeTables.TABLE, "table.split.threshold", "16M");
    ClusterUnderTest field = around.context(tables::client).field().withTable("another");
    UnhealedFaults.of(around.run, "agitate-2", List.of(around.place))
        .add(fault(1, "split-threshold", FakeTables.TABLE));
    AbandonedFaults left = AbandonedFaults.at(List.of(around.place), Optional.empty());
    var unused = healing().heal(left, field, false);
    assertThat(tables.client().tableOperations().getTableProperties(FakeTables.TABLE))
        .doesNotContainKey("table.split.threshold");
    assertThat(said())
        .first()
        .asString()
        .isEqualTo("fault 1, split-threshold of table: table.split.threshold is what it was");
  }

  @Test
  void aStopEndsTheWaitForTheWhole() throws Exception {
    time.at(Duration.ofSeconds(2), () -> stop.ask("enough"));
    assertThat(heal()).isEqualTo(Verdict.UNKNOWN);
    assertThat(time.passed()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void whereNothingCouldBeWrittenDownTheRunMustBeNamed() {
    assertThatThrownBy(
            () ->
                healing()
                    .heal(
                        directory.resolve("client.properties"), Optional.empty(), Optional.empty()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--run-dir");
  }

  /** It would raise what is to be down, and the open faults would be written down nowhere. */
  @Test
  void whereAnAgitatorIsAtWorkNothingIsHealed() throws Exception {
    UnhealedFaults.of(around.run, "agitate", List.of(around.place)).add(fault(1, "kill", "gc-1"));
    try (FileChannel lock = AgitatePhase.lock(around.place)) {
      assertThat(ClusterLock.taken(lock)).isTrue();
      assertThatThrownBy(
              () ->
                  healing()
                      .heal(
                          directory.resolve("client.properties"),
                          Optional.empty(),
                          Optional.of(around.place.toString())))
          .isInstanceOf(UsageException.class)
          .hasMessageContainingAll("is at work at", around.place.toString());
    }
    assertThat(around.open()).hasSize(1);
    assertThat(said()).isEmpty();
  }

  /** Nothing seems to be open in a directory that is not there. */
  @Test
  void aRunThatIsNotThereIsNamedAndNotTakenForHealed() {
    assertThatThrownBy(
            () ->
                healing()
                    .heal(
                        directory.resolve("client.properties"),
                        Optional.empty(),
                        Optional.of(directory.resolve("typo").toString())))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("There is no run directory", "typo");
    assertThat(said()).isEmpty();
  }

  @Test
  void aClusterThatCannotBeReachedIsNamed() {
    assertThatThrownBy(
            () ->
                healing()
                    .heal(
                        directory.resolve("client.properties"),
                        Optional.empty(),
                        Optional.of(around.place.toString())))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("client.properties")
        .hasMessageContaining("cannot be read");
  }

  /** As a process leaves it that dies in a part, and another one finds it. */
  private void died(String part) throws IOException {
    Path run = around.run.local().orElseThrow();
    UnhealedFaults.of(around.run, part, List.of(run, around.place))
        .add(fault(1, "pause", "tserver-1"));
  }

  private void healOwn(RunDirectory run) throws Exception {
    healing().healOwn(run, "agitate", directory.resolve("no.properties"), Optional.empty());
  }

  @Test
  void aSuccessorHealsWhatItsPredecessorLeftOpen() throws Exception {
    died("agitate");
    assertThatThrownBy(() -> healOwn(around.run))
        .as("it asks for the cluster's servers")
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no.properties cannot be read");
    assertThat(said()).containsExactly("healing what the process left open that died in agitate");
    assertThat(around.open()).hasSize(1);
  }

  @Test
  void whatAnotherPartOrAnotherRunLeftOpenIsNotTheSuccessors() throws Exception {
    healOwn(around.run);
    died("agitate-2");
    healOwn(around.run);
    try (RunDirectory other =
        RunDirectory.at(directory.resolve("other").toString(), new Configuration(false))) {
      healOwn(other);
    }
    assertThat(said()).isEmpty();
    assertThat(around.open()).hasSize(1);
  }
}
