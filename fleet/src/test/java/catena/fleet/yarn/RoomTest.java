package catena.fleet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoomTest {
  private static final int MASTER = 512;

  private static Room room(Room.Node... nodes) {
    return new Room(List.of(nodes), 8192);
  }

  private static Room.Node node(long memory, long used) {
    return new Room.Node("host", memory, used);
  }

  @Test
  void aNodeHoldsAsManyWorkersAsFitBesideTheMaster() {
    assertThat(room(node(4096, 0)).whole(MASTER, 1024)).isEqualTo(3);
    assertThat(room(node(4608, 0)).whole(MASTER, 1024)).isEqualTo(4);
    assertThat(room(node(4096, 1024)).free(MASTER, 1024)).isEqualTo(2);
  }

  /** Memory of two nodes does not make one container. */
  @Test
  void noContainerLiesOnTwoNodes() {
    assertThat(room(node(1500, 0), node(1500, 0)).whole(MASTER, 1024)).isEqualTo(1);
  }

  @Test
  void theMasterLiesWhereItCostsNoWorker() {
    assertThat(room(node(2048, 0), node(1536, 0)).whole(MASTER, 1024)).isEqualTo(3);
  }

  @Test
  void whereTheMasterHasNoRoomNobodyHas() {
    assertThat(room(node(400, 0), node(400, 0)).whole(MASTER, 256)).isZero();
  }

  @Test
  void whatFitsIsNotRefused() {
    assertThat(room(node(4096, 4000)).refusal(3, MASTER, 1024))
        .as("others may end, so that it fits")
        .isEmpty();
  }

  @Test
  void whatNeverFitsIsRefusedWithItsNumbers() {
    assertThat(room(node(4096, 0)).refusal(5, MASTER, 1024))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("room for 3 workers of 1024 MB")
                    .contains("4096 MB on 1 node")
                    .contains("5 are asked for")
                    .contains("fleet.yarn.heap"));
  }

  @Test
  void aContainerThatYarnNeverGivesIsRefused() {
    assertThat(new Room(List.of(node(65536, 0)), 4096).refusal(1, MASTER, 5000))
        .hasValueSatisfying(
            why -> assertThat(why).contains("no container more than 4096 MB").contains("5000 MB"));
  }

  @Test
  void withoutNodesNothingRuns() {
    assertThat(room().refusal(1, MASTER, 1024))
        .hasValueSatisfying(why -> assertThat(why).contains("no node at work"));
  }

  @Test
  void howMuchIsFreeIsSaid() {
    assertThat(room(node(4096, 3072), node(4096, 5000)).now(1536))
        .isEqualTo("1024 MB of its 8192 MB on 2 nodes are free, and a worker needs 1536 MB");
  }
}
