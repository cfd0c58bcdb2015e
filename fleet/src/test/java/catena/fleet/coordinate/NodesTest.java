// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.WorkerRanges;
import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Members.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.WorkerId;
import catena.harness.accumulo.Holder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run has in ZooKeeper: who orders, what is ordered, and who takes part. */
@Timeout(60)
class NodesTest extends OneFleetEach {
  private FleetNodes first;
  private FleetNodes second;

  @BeforeEach
  void nodes() {
    first = fleet.nodes();
    second = fleet.nodes();
  }

  private Holder holder(String host) {
    return fleet.terms(1, host).me();
  }

  private Order taken(FleetNodes by, String host) throws IOException {
    return by.coordinate(holder(host), Duration.ZERO).orElseThrow();
  }

  @Test
  void whoHasNotTakenTheRightOrdersNothing() throws Exception {
    assertThat(first.order()).isEqualTo(Order.NONE);
    assertThat(first.coordinator()).isEmpty();
    assertThat(first.specification()).isEmpty();
    assertThatThrownBy(() -> first.order(Order.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("become the coordinator first");
    assertThat(first.session()).isEqualTo(PretendFleet.SESSION);
    assertThat(first.untilGone()).isEqualTo(PretendFleet.SESSION.multipliedBy(5).dividedBy(3));
  }

  @Test
  void oneAtATimeHasTheRight() throws Exception {
    Order mine = taken(first, "one");
    assertThat(mine.term()).isEqualTo(1);
    assertThat(second.coordinate(holder("two"), Duration.ZERO)).isEmpty();
    assertThat(first.stillCoordinates()).isTrue();
    assertThat(first.coordinator()).contains(holder("one"));
    Order next = mine.prepare(0, "walk");
    first.order(next);
    first.confirm();
    assertThat(second.order()).isEqualTo(next);
  }

  @Test
  void whoLostItsSessionHasTheRightAgainByTheSameTerm() throws Exception {
    Order mine = taken(first, "one");
    Order next = mine.prepare(2, "walk");
    first.order(next);
    fleet.endCoordinatorsSession();
    assertThat(second.coordinator()).isEmpty();
    assertThat(taken(first, "one")).isEqualTo(next);
    assertThat(second.coordinator()).contains(holder("one"));
    assertThat(second.order().term()).isEqualTo(1);
  }

  @Test
  void afterAnotherHasTakenItTheFirstOrdersNothingMore() throws Exception {
    Order mine = taken(first, "one");
    first.order(mine.prepare(2, "walk"));
    Order others = fleet.takenOver(second, "two");
    assertThat(others.term()).isEqualTo(2);
    assertThat(others.words()).isEqualTo("walk");
    assertThatThrownBy(() -> first.order(mine)).isInstanceOf(OrdersTakenException.class);
    assertThatThrownBy(first::confirm).isInstanceOf(OrdersTakenException.class);
    assertThatThrownBy(() -> first.stillCoordinates()).isInstanceOf(OrdersTakenException.class);
    assertThat(second.order()).isEqualTo(others);
    assertThat(second.stillCoordinates()).isTrue();
    second.remove();
    assertThatThrownBy(second::confirm)
        .as("the run is removed")
        .isInstanceOf(OrdersTakenException.class);
    assertThat(second.order()).isEqualTo(Order.NONE);
  }

  @Test
  void aChangeOfTheOrderIsNotified() throws Exception {
    Order mine = taken(first, "one");
    CountDownLatch told = new CountDownLatch(1);
    second.watchOrder(told::countDown);
    assertThat(second.order()).isEqualTo(mine);
    assertThat(told.getCount()).isEqualTo(1);
    first.order(mine.prepare(0, "walk"));
    assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private static Member member(int attempt) {
    return new Member(new WorkerId(0, attempt), "there", 17, new ClockOffset(3, 1, 1));
  }

  @Test
  void aPlaceIsOneSessionsUntilItsNodeIsGone() throws Exception {
    assertThat(first.members().asked()).isEmpty();
    assertThat(first.members().say(member(1))).isTrue();
    assertThat(first.members().sayAgain()).isTrue();
    assertThat(second.members().say(member(2))).isFalse();
    assertThat(second.members().sayAgain()).isFalse();
    Member ready = member(1).at(3, Member.Step.READY);
    assertThat(first.members().say(ready)).isTrue();
    assertThat(second.members().asked()).containsOnlyKeys(0).containsValue(ready);
    fleet.endSession("members/0");
    assertThat(second.members().asked()).isEmpty();
    assertThat(second.members().sayAgain()).as("the place is free").isTrue();
    assertThat(first.members().asked()).containsValue(member(2));
  }

  @Test
  void theClockIsThatOfTheLeader() throws Exception {
    first.specify(fleet.specification(1));
    ClockOffset offset = first.clock(Clock.systemUTC(), 3);
    assertThat(Math.abs(offset.millis())).isLessThan(1_000 + offset.roundTripMillis());
    assertThat(offset.roundTripMillis()).isPositive();
    ClockOffset wrong = first.clock(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-50)), 1);
    assertThat(wrong.millis()).isGreaterThan(45_000);
    assertThat(wrong.beyond(Duration.ofSeconds(1), "h").orElseThrow()).contains("behind");
  }

  @Test
  void halvesOfWorkersShareNoneAndLeaveNoneOut() {
    assertThat(WorkerRanges.parse("0%-50%").of(4)).containsExactly(0, 1);
    assertThat(WorkerRanges.parse("50%-100%").of(4)).containsExactly(2, 3);
  }
}
