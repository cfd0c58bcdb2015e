// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import static catena.scenario.witness.PlantedKill.AT;
import static catena.scenario.witness.PlantedKill.shown;
import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.RecoveryMeasure;
import catena.scenario.witness.Sightings.Answer;
import catena.scenario.witness.Sightings.Hosting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservedTest {
  private static final Sightings SEEN = PlantedKill.seen();

  private final Observed observed = new Observed(SEEN, Duration.ofSeconds(1));

  /** The first three changes of hosts of the planted kill, and then others. */
  private static Sightings seenAndThen(Hosting... more) {
    List<Hosting> hostings = new ArrayList<>(SEEN.hostings().subList(0, 3));
    hostings.addAll(List.of(more));
    return new Sightings(
        SEEN.tableId(), SEEN.rows(), SEEN.processes(), SEEN.locks(), hostings, SEEN.operations());
  }

  @Test
  void aKillIsSeenInTheProcessesLocksLogsAndAnswers() {
    assertThat(observed.hit(shown())).contains(new Range(0.05, 0.1));
    assertThat(observed.notice(shown())).contains(new Range(10.1, 10.2));
    assertThat(observed.healing(shown())).contains(new Range(11.95, 12));
    assertThat(observed.rehost(shown(), 0)).contains(Range.exactly(15));
    assertThat(observed.wholeNotBefore(shown(), 0).low()).isEqualTo(15.9);
  }

  @Test
  void whatWasWrittenIsReadAgain(@TempDir Path directory) throws Exception {
    SEEN.writeTo(directory.resolve("a.seen"));
    assertThat(Sightings.read(directory.resolve("a.seen"))).isEqualTo(SEEN);
  }

  @Test
  void onlyAnswersToWhatBeganAfterTheHitCount() {
    // the operation of the moment of the injection ends at 15.3 s, those from 15.2 s on later
    assertThat(observed.firstRead(shown())).contains(Range.exactly(15.22));
    assertThat(observed.firstAcknowledgement(shown())).contains(new Range(13.72, 16.72));
  }

  @Test
  void aClientThatIsBusyWhenTheVictimIsHitKnowsOnlyThatItWasNotAnsweredLater() {
    long hit = AT + 100;
    List<Sightings.Operation> operations =
        List.of(
            new Sightings.Operation(PlantedKill.FIRST, true, AT, hit + 1700, Answer.YES),
            new Sightings.Operation(PlantedKill.FIRST, true, hit + 1900, hit + 1950, Answer.YES));
    Sightings busy =
        new Sightings(
            "2",
            List.of(PlantedKill.FIRST),
            SEEN.processes(),
            SEEN.locks(),
            SEEN.hostings(),
            operations);
    assertThat(new Observed(busy, Duration.ofSeconds(1)).firstAcknowledgement(shown()))
        .contains(new Range(-1.4, 3.55));
  }

  /**
   * A server without tablets is killed, 0.1 s after the injection, and writes hang from 0.3 s on.
   */
  private static Observed hangingLater() {
    long hit = AT + 100;
    List<Sightings.Operation> operations =
        List.of(
            new Sightings.Operation(PlantedKill.FIRST, true, AT - 200, AT - 150, Answer.YES),
            new Sightings.Operation(PlantedKill.FIRST, true, hit + 200, hit + 5000, Answer.YES),
            new Sightings.Operation(PlantedKill.FIRST, true, hit + 5100, hit + 5150, Answer.YES));
    return new Observed(
        new Sightings(
            "2",
            List.of(PlantedKill.FIRST),
            List.of(
                new Sightings.ProcessChange(AT - 60_000, AT - 60_000, "zookeeper-1", 9, 20009, 'S'),
                new Sightings.ProcessChange(AT + 50, hit, "zookeeper-1", 9, 20009, 'X')),
            List.of(),
            SEEN.hostings(),
            operations),
        Duration.ofSeconds(1));
  }

  @Test
  void whatWasAcknowledgedWhileTheObserverTriedNothingMayBeSo() {
    Shown.Fault fault = PlantedKill.killOf("zookeeper-1@127.0.0.1:20009");
    assertThat(hangingLater().untried(fault)).contains(new Range(0.1, 0.7));
    assertThat(hangingLater().firstAcknowledgement(fault)).contains(new Range(3.6, 6.6));
    assertThat(flushAgrees(fault, 0.3)).isTrue();
    assertThat(flushAgrees(fault, 5.2)).isTrue();
    assertThat(flushAgrees(fault, 1.9)).isFalse();
    assertThat(flushAgrees(fault, 8.1)).isFalse();
  }

  @Test
  void theTabletsOfATserverThatWasHitAnswerNoClient() {
    assertThat(observed.untried(shown())).isEmpty();
  }

  private static boolean flushAgrees(Shown.Fault fault, double told) {
    Shown shown =
        new Shown(
            List.of(PlantedKill.with(fault, RecoveryMeasure.FIRST_FLUSH, told)),
            Map.of(true, 1),
            new TreeMap<>(PlantedKill.SETTINGS));
    return Comparison.of(shown, hangingLater()).lines().stream()
        .filter(line -> line.measure().equals(RecoveryMeasure.FIRST_FLUSH.key()))
        .allMatch(Comparison.Line::agrees);
  }

  @Test
  void aTabletThatIsOnTheWayWhenTheVictimsComeBackMayBeTakenForOneOfThem() {
    Sightings more =
        seenAndThen(
            new Hosting(AT + 15_500, "2<;4000000000000000", "127.0.0.1:20002", false),
            new Hosting(AT + 16_500, "2<;4000000000000000", "127.0.0.1:20003", true));
    Observed other = new Observed(more, Duration.ofSeconds(1));
    assertThat(other.rehost(shown(), 400)).contains(Range.exactly(15));
    assertThat(other.rehost(shown(), 600)).contains(new Range(15, 16.5));
  }

  @Test
  void thatATabletWasUnloadedMayBeLoggedAfterItWasLoadedElsewhere() {
    List<Hosting> late =
        List.of(
            new Hosting(AT, "2<<", "127.0.0.1:20001", true),
            new Hosting(AT + 500, "2<<", "127.0.0.1:20002", true),
            new Hosting(AT + 700, "2<<", "127.0.0.1:20001", false));
    HostingHistory history =
        new HostingHistory(new Sightings("2", List.of(), List.of(), List.of(), late, List.of()));
    assertThat(Spans.of(history.unhosted(), 0).all()).isEmpty();
    assertThat(history.host("2", "any", AT + 800)).contains("127.0.0.1:20002");
  }

  @Test
  void whatWasLoadedWhileThereWasNoManagerIsLoggedLate() {
    Shown.Fault manager =
        new Shown.Fault(
            2,
            "kill",
            List.of("manager-1@127.0.0.1:1"),
            AT,
            AT,
            AT + 40_000,
            true,
            new java.util.TreeMap<>(java.util.Map.of("recovered.s", 20.0)),
            Shown.Cost.UNKNOWN,
            Shown.Cost.UNKNOWN);
    assertThat(observed.rehost(manager, 0)).contains(new Range(0.1, 15));
  }

  @Test
  void theTabletsOfAServerThatOnlyLosesItsLockAreWithoutAHostFromThen() {
    Sightings locksOnly =
        new Sightings(
            SEEN.tableId(), SEEN.rows(), List.of(), SEEN.locks(), SEEN.hostings(), List.of());
    assertThat(new HostingHistory(locksOnly).unhosted())
        .containsExactly(new Spans.Span(AT + 10_200, AT + 15_000));
    assertThat(new HostingHistory(SEEN).unhosted())
        .containsExactly(new Spans.Span(AT + 100, AT + 15_000));
  }

  @Test
  void aSilenceOfOneTabletIsOneOfEachClientThatNeedsAll() {
    Observed.Loss loss = observed.loss(shown(), true, 0.25, 1);
    assertThat(loss.silence().distance(Range.exactly(15.3))).isZero();
    assertThat(loss.silence().high() - loss.silence().low()).isLessThan(7.5);
    assertThat(loss.depth()).isEqualTo(Range.exactly(1));
    assertThat(loss.low().distance(Range.exactly(15))).isZero();
  }

  @Test
  void whoReadsIsHeldForSureOnlyWhileAllThatIsOutIsOut() {
    List<Sightings.Operation> operations =
        SEEN.operations().stream()
            .filter(
                o ->
                    o.write()
                        || o.row().equals(PlantedKill.FIRST)
                        || o.end() < AT
                        || o.begin() > AT + 30_000)
            .toList();
    Sightings both =
        new Sightings(
            SEEN.tableId(),
            SEEN.rows(),
            SEEN.processes(),
            SEEN.locks(),
            SEEN.hostings(),
            operations);
    Observed.Loss loss = new Observed(both, Duration.ofSeconds(1)).loss(shown(), false, 1, 1);
    assertThat(loss.silence().low()).isBetween(10.0, 15.3);
    assertThat(loss.silence().high()).isGreaterThan(30);
  }

  @Test
  void tabletsThatAreSpreadAnewAfterTheClusterWasWholeAreNotTheFaults() {
    Sightings spread =
        seenAndThen(
            new Hosting(AT + 20_000, "2<;4000000000000000", "127.0.0.1:20002", false),
            new Hosting(AT + 25_000, "2<;4000000000000000", "127.0.0.1:20003", true));
    Observed other = new Observed(spread, Duration.ofSeconds(1));
    assertThat(other.rehost(shown(), 1000)).contains(Range.exactly(15));
    assertThat(other.unhostedFor(shown(), 1000)).isEqualTo(14.9);
  }

  @Test
  void whereAllAnswerThereIsNoDip() {
    Shown.Fault later =
        new Shown.Fault(
            2,
            "kill",
            List.of("gc-1@127.0.0.1:1"),
            AT + 30_000,
            AT + 30_000,
            AT + 40_000,
            true,
            new java.util.TreeMap<>(),
            Shown.Cost.UNKNOWN,
            Shown.Cost.UNKNOWN);
    Observed.Loss loss = observed.loss(later, true, 0.25, 1);
    assertThat(loss.silence()).as("shorter than can be told").isEqualTo(new Range(0, 2.75));
    assertThat(loss.depth()).isEqualTo(Range.exactly(0));
    assertThat(observed.rehost(later, 1000)).isEmpty();
    assertThat(observed.notice(later)).isEqualTo(Optional.empty());
    assertThat(observed.firstRead(later)).isEmpty();
  }
}
