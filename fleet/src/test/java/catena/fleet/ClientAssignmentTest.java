// SPDX-License-Identifier: Apache-2.0
package catena.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.FleetSettings.Per;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientAssignmentTest {
  private static List<Integer> deal(
      int workers, int tservers, int clients, Per per, String places) {
    ClientAssignment deal = new ClientAssignment(workers, tservers);
    return IntStream.range(0, workers)
        .mapToObj(slot -> deal.share(clients, per, WorkerRanges.parse(places), slot))
        .toList();
  }

  @Test
  void clientsAreOfEachWorkerOfAllOrOfEachTserver() {
    assertThat(deal(3, 5, 2, Per.WORKER, "all")).containsExactly(2, 2, 2);
    assertThat(deal(3, 5, 7, Per.TOTAL, "all")).containsExactly(3, 2, 2);
    assertThat(deal(3, 5, 2, Per.TSERVER, "all")).containsExactly(4, 3, 3);
    assertThat(deal(3, 5, 2, Per.TOTAL, "all")).containsExactly(1, 1, 0);
  }

  @Test
  void workersHaveRoles() {
    assertThat(deal(4, 1, 6, Per.TOTAL, "0-1,3")).containsExactly(2, 2, 0, 2);
    assertThat(deal(4, 1, 1, Per.WORKER, "2")).containsExactly(0, 0, 1, 0);
    assertThat(deal(3, 1, 1, Per.WORKER, "9")).containsExactly(0, 0, 0);
  }

  @Test
  void sharesOfWorkersLeaveNoneOutAndTakeNoneTwice() {
    for (int workers = 1; workers < 40; workers++) {
      int all = 0;
      for (String range : List.of("0%-33%", "33%-67%", "67%-100%")) {
        all += WorkerRanges.parse(range).of(workers).size();
      }
      assertThat(all).as("%d workers", workers).isEqualTo(workers);
    }
    assertThat(WorkerRanges.parse("0%-50%").of(5)).containsExactly(0, 1, 2);
  }

  @Test
  void whatIsNoRangeIsRefused() {
    for (String wrong : List.of("", "a", "3-1", "50%-20%", "0%-120%", "1,,2", "-1")) {
      assertThatThrownBy(() -> WorkerRanges.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
