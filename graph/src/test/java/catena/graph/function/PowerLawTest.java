// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PowerLawTest {
  private static final int[] SIZES = {1, 2, 3, 7, 64, 1000, 20_001};

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 0.99, 1, 1.000001, 2, 4})
  void theIndicesThatPointToATargetAreAnInterval(double exponent) {
    for (int n : SIZES) {
      PowerLaw law = new PowerLaw(n, exponent);
      assertThat(law.first(0)).isZero();
      assertThat(law.first(n)).isEqualTo(n);
      int pointing = 0;
      for (int target = 0; target < n; target++) {
        assertThat(law.first(target + 1)).isGreaterThanOrEqualTo(law.first(target));
        for (int index = law.first(target); index < law.first(target + 1); index++) {
          assertThat(law.target(index)).as("%s of %s, %s", index, n, exponent).isEqualTo(target);
          pointing++;
        }
      }
      assertThat(pointing).isEqualTo(n);
    }
  }

  /** How often a target is pointed to is the law's, to the next whole number. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.99, 1, 1.5})
  void aTargetIsPointedToByTheLaw(double exponent) {
    int n = 100_000;
    PowerLaw law = new PowerLaw(n, exponent);
    double all = 0;
    for (int i = 0; i < 10_000_000; i++) {
      double x = 1 + (i + 0.5) * n / 1e7;
      all += Math.pow(x, -exponent) * n / 1e7;
    }
    for (int target : new int[] {0, 1, 2, 10, 100, 5000}) {
      double share = 0;
      for (int i = 0; i < 1000; i++) {
        share += Math.pow(target + 1 + (i + 0.5) / 1000, -exponent) / 1000;
      }
      int pointing = law.first(target + 1) - law.first(target);
      assertThat((double) pointing)
          .as("target %s", target)
          .isCloseTo(n * share / all, within(1 + 0.01 * n * share / all));
    }
  }

  @Test
  void theHotterTheLowerAndTheSteeperTheMoreSo() {
    PowerLaw law = new PowerLaw(1_000_000, 0.99);
    PowerLaw steeper = new PowerLaw(1_000_000, 1.5);
    assertThat(law.first(1)).isGreaterThan(30_000);
    assertThat(law.first(1)).isGreaterThan(law.first(2) - law.first(1));
    assertThat(steeper.first(1)).isGreaterThan(law.first(1));
  }

  @Test
  void withoutAnExponentEachIsPointedToOnce() {
    PowerLaw even = new PowerLaw(1000, 0);
    for (int i = 0; i < 1000; i++) {
      assertThat(even.first(i + 1) - even.first(i)).isBetween(0, 2);
    }
  }
}
