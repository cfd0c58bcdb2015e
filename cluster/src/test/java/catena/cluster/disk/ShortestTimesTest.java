// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.disk.DiskSupport.ThrottleProbe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the times say of a limit by which 512 KiB should take half a second. */
class ShortestTimesTest {
  @ParameterizedTest
  @CsvSource({
    "0.01, 0.29, does not limit disks",
    "0.01, 0.3, ''",
    "0.15, 0.3, ''",
    "0.16, 0.3, is not known",
    "0.25, 0.5, ''",
    "0.26, 0.5, is not known",
    "9, 0.1, does not limit disks"
  })
  void aLimitHoldsIfItTakesLongAndMuchLongerThanWithout(double free, double limited, String told) {
    String problem = new ThrottleProbe.ShortestTimes(free, limited).problem("read").orElse("");
    assertThat(problem.isEmpty()).isEqualTo(told.isEmpty());
    assertThat(problem).contains(told);
    if (!told.isEmpty()) {
      assertThat(problem).contains("512 KiB were read in %.2f s".formatted(limited));
    }
  }

  @Test
  void theShortestOfEachCounts() {
    ThrottleProbe.ShortestTimes times =
        ThrottleProbe.ShortestTimes.NONE.with(3, 7).with(4, 6).with(2, 9);
    assertThat(times).isEqualTo(new ThrottleProbe.ShortestTimes(2, 6));
  }

  @Test
  void whatShouldTakeHalfASecondIsSaid() {
    assertThat(new ThrottleProbe.ShortestTimes(0.01, 0.02).problem("written").orElseThrow())
        .contains("written in 0.02 s", "should take 0.50 s");
  }
}
