// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GridTest {
  private final Grid grid = Grid.of(Duration.ofSeconds(30));

  @Test
  void pointsAreMultiplesOfTheInterval() {
    assertThat(grid.after(60_000)).isEqualTo(90_000);
    assertThat(grid.after(60_001)).isEqualTo(90_000);
    assertThat(grid.after(59_999)).isEqualTo(60_000);
    assertThat(grid.after(-1)).isZero();
  }

  @Test
  void pointsBetweenTwoAreMissed() {
    assertThat(grid.between(30_000, 60_000)).isZero();
    assertThat(grid.between(30_000, 120_000)).isEqualTo(2);
  }

  @Test
  void afterAPointComesTheNextOneThatIsNotOverWhateverTheClockSays() {
    assertThat(grid.following(60_000, 60_001)).isEqualTo(90_000);
    assertThat(grid.following(60_000, 125_000)).isEqualTo(150_000);
    assertThat(grid.following(60_000, 59_000)).as("a little back").isEqualTo(90_000);
    assertThat(grid.following(3_660_000, 60_001)).as("an hour back").isEqualTo(90_000);
  }

  @Test
  void aSampleIsOverBeforeTheNextBegins() {
    assertThat(grid.limit()).isLessThan(Duration.ofSeconds(30));
    assertThat(Grid.of(Duration.ofSeconds(1)).limit()).isEqualTo(Duration.ofMillis(800));
    assertThatThrownBy(() -> new Grid(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
