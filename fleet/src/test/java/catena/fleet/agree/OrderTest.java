// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.agree.Members.Member;
import catena.fleet.agree.Order.State;
import catena.records.journal.ClientName;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said to workers, and what they say of themselves. */
class OrderTest {
  private static final WorkerId ZERO = new WorkerId(0, 1);
  private static final WorkerId SECOND = new WorkerId(3, 2);

  @Test
  void anOrderGoesThroughItsStates() {
    Order order = Order.NONE;
    assertThat(order.generation()).isZero();
    assertThat(order.term()).isZero();
    assertThat(order.state()).isEqualTo(State.WAIT);
    order = order.prepare(2, "walk");
    assertThat(order)
        .isEqualTo(new Order(1, 2, "walk", State.PREPARE, 0, 0, 0, "", 0, List.of(), Map.of()));
    order = order.go(1_000, Optional.of(Duration.ofSeconds(5)), 9);
    assertThat(order)
        .isEqualTo(new Order(1, 2, "walk", State.GO, 1_000, 6_000, 9, "", 0, List.of(), Map.of()));
    assertThat(order.go(1_000, Optional.empty(), 9).endAtMillis()).as("no time ends it").isZero();
    order = order.in(State.END, "enough");
    assertThat(order)
        .isEqualTo(
            new Order(1, 2, "walk", State.END, 1_000, 6_000, 9, "enough", 0, List.of(), Map.of()));
    order = order.overBy().taken().overBy();
    assertThat(order.over()).containsExactly(0, 1);
    assertThat(order.term()).isEqualTo(1);
    assertThat(order.reason()).isEqualTo("enough");
    assertThat(order.state()).isEqualTo(State.END);
    assertThat(order.prepare(3, "scan").over()).containsExactly(0, 1);
    assertThat(order.prepare(3, "scan").generation()).isEqualTo(2);
    assertThat(order.prepare(3, "scan").reason()).isEmpty();
  }

  @Test
  void aVerdictStaysThatOfItsTerm() {
    Order concluded = Order.after(4, 6, List.of(5, 6)).in(State.CONCLUDED, "");
    assertThat(concluded.generation()).isEqualTo(4);
    assertThat(concluded.term()).isEqualTo(7);
    assertThat(concluded.taken()).isEqualTo(concluded);
    assertThat(concluded.in(State.STOP, "").taken().term()).isEqualTo(8);
  }

  @Test
  void whoIsGivenUpIsGoneWithAllBeforeIt() {
    Order order = Order.NONE.without(List.of(SECOND, ZERO)).without(List.of(new WorkerId(3, 1)));
    assertThat(order.gone()).isEqualTo(Map.of(0, 1, 3, 2));
    assertThat(order.isGone(SECOND)).isTrue();
    assertThat(order.isGone(new WorkerId(3, 1))).isTrue();
    assertThat(order.isGone(new WorkerId(3, 3))).isFalse();
    assertThat(order.isGone(new WorkerId(1, 1))).isFalse();
    assertThat(order.taken().prepare(1, "x").go(1, Optional.empty(), 1).gone())
        .isEqualTo(Map.of(0, 1, 3, 2));
  }

  @Test
  void whatIsLastIsNotFollowed() {
    for (State state : State.values()) {
      assertThat(Order.NONE.in(state, "").isLast())
          .as(state.toString())
          .isEqualTo(List.of(State.OVER, State.STOP, State.CONCLUDED).contains(state));
    }
  }

  @Test
  void whatAnOlderProcessDidNotSayIsEmpty() throws Exception {
    Order old = Json.LINES.readValue("{\"generation\":3,\"phase\":1}", Order.class);
    assertThat(old).isEqualTo(new Order(3, 1, "", State.WAIT, 0, 0, 0, "", 0, List.of(), Map.of()));
    Order order = Order.after(1, 2, List.of(0, 1)).prepare(1, "walk").without(List.of(SECOND));
    assertThat(Json.LINES.readValue(Json.LINES.writeValueAsBytes(order), Order.class))
        .isEqualTo(order);
  }

  @Test
  void aWorkerIsNamedByItsSlotAndAttempt() {
    assertThat(SECOND.node()).isEqualTo("3-2");
    assertThat(WorkerId.of("3-2")).contains(SECOND);
    for (String none : List.of("", "3", "3-", "a-1", "3-2-1", "1234567890-1")) {
      assertThat(WorkerId.of(none)).as(none).isEmpty();
    }
    assertThat(ZERO.inWords()).isEqualTo("worker 0");
    assertThat(SECOND.inWords()).isEqualTo("worker 3 (attempt 2)");
    assertThatThrownBy(() -> new WorkerId(-1, 1)).hasMessage("slot -1, attempt 1");
    assertThatThrownBy(() -> new WorkerId(0, 0)).hasMessage("slot 0, attempt 0");
    assertThat(List.of(SECOND, new WorkerId(0, 2), new WorkerId(3, 1), ZERO).stream().sorted())
        .containsExactly(ZERO, new WorkerId(0, 2), new WorkerId(3, 1), SECOND);
  }

  @Test
  void whoHasAJournalIsKnown(@TempDir Path temp) throws Exception {
    try (RunDirectory directory = RunDirectory.at(temp.toString(), new Configuration(false))) {
      assertThat(WorkerId.known(directory)).isEmpty();
      for (String name : List.of(ClientName.worker(3, 2), ClientName.worker(0, 1), "run")) {
        Path journal = Path.of(directory.events(name).toUri().getPath());
        Files.createDirectories(journal.getParent());
        Files.writeString(journal, "");
      }
      assertThat(WorkerId.known(directory)).containsExactly(ZERO, SECOND);
    }
  }

  @Test
  void aMemberIsSoFarWithOnePhase() {
    Member member = new Member(SECOND, "host", 17, new ClockOffset(0, 1, 1));
    assertThat(member.has(Member.Step.JOINED, 0)).isTrue();
    assertThat(member.has(Member.Step.READY, 0)).isFalse();
    Member ready = member.at(4, Member.Step.READY);
    assertThat(ready.has(Member.Step.READY, 4)).isTrue();
    assertThat(ready.has(Member.Step.JOINED, 4)).isTrue();
    assertThat(ready.has(Member.Step.DONE, 4)).isFalse();
    assertThat(ready.has(Member.Step.READY, 5)).isFalse();
    assertThat(ready.inWords()).isEqualTo("worker 3 (attempt 2), process 17 on host");
    assertThat(ready.clock()).isEqualTo(member.clock());
  }

  @Test
  void aClockIsJudgedByTheBestAnswerOfTheLastLeader() {
    ClockOffset one = ClockOffset.of(1_000, 10, 1_105, 1);
    assertThat(one.millis()).isEqualTo(100);
    ClockOffset best =
        Collections.min(
            List.of(new ClockOffset(1, 1, 1), new ClockOffset(7, 20, 2), new ClockOffset(5, 10, 2)),
            ClockOffset.BEST_FIRST);
    assertThat(best).isEqualTo(new ClockOffset(5, 10, 2));
    assertThat(best.now(() -> java.time.Instant.ofEpochMilli(50))).isEqualTo(55);
    Duration limit = Duration.ofSeconds(1);
    assertThat(new ClockOffset(1_005, 10, 1).beyond(limit, "h")).as("at the bound").isEmpty();
    assertThat(new ClockOffset(-1_005, 10, 1).beyond(limit, "h")).isEmpty();
    assertThat(new ClockOffset(1_306, 10, 1).beyond(limit, "h"))
        .contains("clock of h is 1.3 s behind ZooKeeper's, more than 1s");
    assertThat(new ClockOffset(-3_206, 10, 1).beyond(limit, "h"))
        .contains("clock of h is 3.2 s ahead of ZooKeeper's, more than 1s");
  }
}
