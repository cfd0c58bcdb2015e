// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.fleet.worker.FleetWorker;
import catena.fleet.worker.WorkerPhase.WorkerSetup;
import catena.records.journal.ClientName;
import catena.records.threads.StopSignal;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which worker a process becomes that joins, and why it may not. */
@Timeout(60)
class JoiningTest extends OneFleetEach {
  private FleetNodes coordinator;
  private final StopSignal signal = new StopSignal();

  @BeforeEach
  void nodes() {
    coordinator = fleet.nodes();
  }

  /** The run has so many workers, and this is ordered. */
  private void ordered(int workers, Order order) throws IOException {
    coordinator.specify(fleet.specification(workers));
    Order first = coordinator.coordinate(fleet.terms(workers, "here").me(), Duration.ZERO).get();
    coordinator.order(
        new Order(
            order.generation(),
            order.phase(),
            order.words(),
            order.state(),
            0,
            0,
            0,
            order.reason(),
            first.term(),
            List.of(),
            order.gone()));
  }

  private WorkerId join(int workers, OptionalInt slot, OptionalInt attempt) throws Exception {
    WorkerSetup setup = fleet.setup(fleet.specification(workers), slot, Clock.systemUTC(), signal);
    return FleetWorker.join(
            new WorkerSetup(
                setup.nodes(),
                setup.mine(),
                slot,
                attempt,
                setup.host(),
                fleet.limits,
                setup.directory(),
                setup.notes(),
                setup.clock(),
                setup.stop()))
        .me()
        .worker();
  }

  private void refused(int workers, OptionalInt slot, OptionalInt attempt, String... words) {
    assertThatThrownBy(() -> join(workers, slot, attempt))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(words);
  }

  private static OptionalInt none() {
    return OptionalInt.empty();
  }

  @Test
  void withoutACoordinatorNoWorkerJoins() {
    fleet.limits = PretendFleet.quick(Map.of("join", Duration.ZERO));
    refused(1, none(), none(), "No coordinator works on the run runs/joining-", "within 0s");
  }

  @Test
  void whoIsStoppedWhileItWaitsForACoordinatorWaitsNoMore() {
    signal.ask("Ctrl-C");
    assertThatThrownBy(() -> join(1, none(), none()))
        .isInstanceOf(InterruptedException.class)
        .hasMessage("Ctrl-C");
  }

  @Test
  void whereNothingMoreIsToBeDoneNoWorkerJoins() throws Exception {
    ordered(1, Order.NONE.in(Order.State.STOP, "the disk is full"));
    refused(1, none(), none(), "has nothing more to do", "it was stopped, the disk is full");
    coordinator.order(coordinator.order().in(Order.State.OVER, ""));
    refused(1, none(), none(), "has nothing more to do", "its last phase with workers is over");
  }

  @Test
  void theFirstPlaceThatIsFreeIsTaken() throws Exception {
    ordered(3, Order.NONE);
    assertThat(join(3, OptionalInt.of(1), none())).isEqualTo(new WorkerId(1, 1));
    assertThat(join(3, none(), none())).isEqualTo(new WorkerId(0, 1));
    assertThat(join(3, none(), OptionalInt.of(5))).isEqualTo(new WorkerId(2, 5));
    refused(3, none(), none(), "All 3 workers of the run runs/joining-", "one too many");
    refused(3, OptionalInt.of(3), none(), "3 workers, 0 to 2: worker 3 is one too many");
    assertThat(coordinator.members().asked()).containsOnlyKeys(0, 1, 2);
  }

  @Test
  void whoComesBehindOneThatWasGivenUpIsItsSuccessor() throws Exception {
    ordered(2, Order.NONE.without(List.of(new WorkerId(0, 2))));
    refused(
        2,
        OptionalInt.of(0),
        OptionalInt.of(2),
        "The run has given worker 0 (attempt 2) up",
        "a higher --attempt");
    assertThat(join(2, OptionalInt.of(0), none())).isEqualTo(new WorkerId(0, 3));
  }

  @Test
  void whoComesBehindOneThatHasAJournalIsItsSuccessor() throws Exception {
    ordered(2, Order.NONE);
    for (String name : List.of(ClientName.worker(0, 4), ClientName.worker(1, 7))) {
      Path journal = Path.of(directory.events(name).toUri().getPath());
      Files.createDirectories(journal.getParent());
      Files.writeString(journal, "");
    }
    assertThat(join(2, OptionalInt.of(0), none())).isEqualTo(new WorkerId(0, 5));
  }

  @Test
  void whatIsOrderedIsReadAgainByAll() throws Exception {
    ordered(1, Order.NONE);
    Order now = coordinator.order().prepare(4, "walk");
    coordinator.order(now);
    try (FleetNodes other = fleet.nodes()) {
      assertThat(other.order()).isEqualTo(now);
      assertThat(other.coordinator().map(holder -> holder.host())).isEqualTo(Optional.of("here"));
      assertThat(other.coordinate(fleet.terms(1, "there").me(), Duration.ZERO)).isEmpty();
      assertThat(other.specification()).contains(fleet.specification(1));
      assertThat(coordinator.stillCoordinates()).isTrue();
      assertThat(other.connected()).isTrue();
    }
    coordinator.remove();
    assertThat(coordinator.specification()).isEmpty();
  }
}
