// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.Members.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.Workers.WorkerEnd;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RosterTest {
  private static final WorkerId ZERO = new WorkerId(0, 1);
  private static final WorkerId ONE = new WorkerId(1, 1);
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private static final int NOW = 7;
  private static final Order BEFORE = Order.after(NOW, 0, List.of());

  private Roster roster = new Roster(Duration.ofSeconds(30), BEFORE);

  private static Member member(WorkerId worker) {
    return new Member(worker, "there", 17, new ClockOffset(0, 1, 1));
  }

  private static List<Member> all(WorkerId... workers) {
    return Stream.of(workers).map(RosterTest::member).toList();
  }

  private List<Roster.Change> changes(long second, List<Member> there, WorkerEnd... ended) {
    roster.haveEnded(List.of(ended));
    roster.update(there, second * SECOND);
    return roster.changes();
  }

  private List<String> step(long second, List<Member> there, WorkerEnd... ended) {
    return changes(second, there, ended).stream()
        .map(change -> change.kind() + " " + change.worker().node())
        .toList();
  }

  @Test
  void whoComesJoinsOnce() {
    assertThat(step(0, all(ZERO))).containsExactly("JOINED 0-1");
    assertThat(step(1, all(ZERO, ONE))).containsExactly("JOINED 1-1");
    assertThat(step(2, all(ZERO, ONE))).isEmpty();
    assertThat(roster.alive()).containsExactly(ZERO, ONE);
  }

  @Test
  void aSessionThatIsOverIsNoLostWorkerUntilTheLimit() {
    step(0, all(ZERO, ONE));
    assertThat(step(10, all(ZERO))).containsExactly("UNSEEN 1-1");
    assertThat(step(39, all(ZERO))).isEmpty();
    assertThat(roster.alive()).contains(ONE);
    assertThat(step(39, all(ZERO, ONE))).containsExactly("SEEN 1-1");
    assertThat(step(50, all(ZERO))).containsExactly("UNSEEN 1-1");
    assertThat(step(80, all(ZERO))).containsExactly("LOST 1-1");
    assertThat(roster.alive()).containsExactly(ZERO);
    assertThat(step(81, all(ZERO, ONE))).as("given up is given up").isEmpty();
    assertThat(roster.alive()).containsExactly(ZERO);
  }

  @Test
  void whileNoWorkerCanBeSeenNoneIsMissed() {
    step(0, all(ZERO, ONE));
    assertThat(step(1, all(ZERO))).containsExactly("UNSEEN 1-1");
    roster.blind();
    assertThat(step(100, all(ZERO))).as("it may have had no way to come back").isEmpty();
    assertThat(step(129, all(ZERO))).isEmpty();
    assertThat(step(130, all(ZERO))).containsExactly("LOST 1-1");
  }

  @Test
  void aProcessThatEndedIsLostAtOnce() {
    step(0, all(ZERO, ONE));
    WorkerEnd killed = new WorkerEnd(1, 1, OptionalInt.of(137), "status 137 (killed)");
    List<Roster.Change> changes = changes(1, all(ZERO, ONE), killed);
    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).kind()).isEqualTo(Roster.Kind.LOST);
    assertThat(changes.get(0).reason()).isEqualTo("its process ended: status 137 (killed)");
    assertThat(changes.get(0).refused()).isFalse();
    assertThat(roster.alive()).containsExactly(ZERO);
  }

  @Test
  void aProcessThatEndsBeforeItJoinsIsReportedToo() {
    WorkerEnd refused = new WorkerEnd(1, 1, OptionalInt.of(64), "status 64");
    List<Roster.Change> changes = changes(0, all(ZERO), refused);
    assertThat(changes)
        .extracting(Roster.Change::kind)
        .containsExactly(Roster.Kind.JOINED, Roster.Kind.LOST);
    assertThat(changes.get(1).reason()).contains("before it joined");
    assertThat(changes.get(1).refused()).isTrue();
  }

  @Test
  void whoIsGivenUpForAReasonIsGivenUpOnce() {
    step(0, all(ZERO));
    roster.giveUp(ZERO, "not ready");
    roster.giveUp(ZERO, "not ready");
    assertThat(roster.changes()).extracting(Roster.Change::reason).containsExactly("not ready");
    assertThat(roster.lost()).containsExactly(ZERO);
    assertThat(roster.alive()).isEmpty();
  }

  @Test
  void aCoordinatorThatTakesOverKnowsWhoWasLost() {
    roster = new Roster(Duration.ofSeconds(30), BEFORE.without(List.of(ONE)));
    assertThat(step(0, all(ZERO, ONE))).containsExactly("JOINED 0-1");
    assertThat(roster.alive()).containsExactly(ZERO);
  }

  @Test
  void howFarAMemberIsCountsForThePhaseOfWhichItIsSaid() {
    Member ready = member(ZERO).at(NOW, Member.Step.READY);
    step(0, List.of(member(ONE).at(NOW - 1, Member.Step.DONE), ready));
    assertThat(roster.ready()).containsExactly(ZERO);
    assertThat(roster.unready()).containsExactly(ONE);
    assertThat(roster.done()).isEmpty();
    step(1, List.of(member(ONE).at(NOW, Member.Step.DONE), ready));
    assertThat(roster.ready()).as("who is done was ready").containsExactly(ZERO, ONE);
    assertThat(roster.atWork()).containsExactly(ZERO);
    roster.inPhase(NOW + 1);
    step(2, List.of(member(ONE).at(NOW, Member.Step.DONE), ready));
    assertThat(roster.unready()).containsExactly(ZERO, ONE);
  }

  @Test
  void whoIsOutOfSightMayHaveBeenReadyAndIsWaitedFor() {
    step(0, all(ZERO, ONE));
    assertThat(roster.isOver()).as("no worker is ready").isTrue();
    step(1, all(ZERO));
    assertThat(roster.atWork()).containsExactly(ONE);
    roster.haveShares(List.of(ONE));
    assertThat(roster.atWork()).as("it has come to the end").isEmpty();
    step(2, all(ZERO, ONE));
    assertThat(roster.isOver()).isTrue();
  }
}
