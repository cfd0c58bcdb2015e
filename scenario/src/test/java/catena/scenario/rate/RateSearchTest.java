// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.history.RateState;
import catena.scenario.rate.RateSearch.Conclusion;
import catena.scenario.rate.RateSearch.SearchPlan;
import catena.scenario.rate.RateSearch.Stage;
import catena.scenario.rate.RateSearch.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The search against simulated clusters. */
class RateSearchTest {
  private static final SearchPlan PLAN = new SearchPlan(1000, 10, 1e9, 0.05, 0.15, 3, 2, 200);

  private final List<Trial> trials = new ArrayList<>();

  /** Says whether a cluster holds a rate. */
  private interface Cluster {
    boolean holds(Trial trial);
  }

  private Conclusion search(SearchPlan plan, Cluster cluster) {
    RateSearch search = new RateSearch(plan);
    trials.clear();
    for (Optional<Trial> next = search.next(); next.isPresent(); next = search.next()) {
      trials.add(next.get());
      search.took(cluster.holds(next.get()));
    }
    return search.conclusion().orElseThrow();
  }

  private Conclusion search(Cluster cluster) {
    return search(PLAN, cluster);
  }

  private static Cluster cliff(double capacity) {
    return trial -> trial.rate() <= capacity;
  }

  private static Conclusion found(Conclusion came) {
    assertThat(came.state()).isEqualTo(RateState.FOUND);
    return came;
  }

  private long steps(Stage stage) {
    return trials.stream().filter(trial -> trial.stage() == stage).count();
  }

  @Test
  void aCliffIsFoundToTheResolutionWhereverItIs() {
    for (double capacity : new double[] {11, 70, 999, 1000, 1001, 3_333, 47_000, 12_345_678}) {
      Conclusion found = found(search(cliff(capacity)));

      assertThat(found.rate()).isBetween(capacity / 1.05, capacity);
      assertThat(found.low()).isBetween(capacity / 1.05, found.rate());
      assertThat(found.high()).isBetween(found.rate(), capacity);
      assertThat(trials.get(trials.size() - 1).stage()).isEqualTo(Stage.CONFIRM);
      assertThat(trials.get(trials.size() - 1).rate()).isEqualTo(found.rate());
    }
  }

  @Test
  void itDoublesThenBisectsThenRepeatsFromNearbyThenConfirms() {
    search(cliff(5_000));

    assertThat(trials.subList(0, 4)).extracting(Trial::rate).containsExactly(1e3, 2e3, 4e3, 8e3);
    assertThat(trials.get(4)).isEqualTo(new Trial(Stage.RAMP, 1, 8_000)); // tried once more
    assertThat(trials.get(5).stage()).isEqualTo(Stage.BISECT);
    assertThat(trials.get(5).rate()).isEqualTo(Math.sqrt(4e3 * 8e3));
    assertThat(trials).extracting(Trial::repeat).contains(1, 2, 3).doesNotContain(4);
    assertThat(trials.stream().filter(trial -> trial.repeat() > 1))
        .allMatch(trial -> trial.rate() > 4_000 && trial.rate() < 6_500);
    assertThat(steps(Stage.CONFIRM)).isEqualTo(1);
    assertThat(trials).hasSizeLessThan(35);
  }

  @Test
  void aRepeatTriesOtherRatesThanTheOneBefore() {
    search(cliff(5_000));
    List<Double> first =
        trials.stream().filter(trial -> trial.repeat() == 1).map(Trial::rate).toList();
    List<Double> second =
        trials.stream()
            .filter(trial -> trial.repeat() == 2 && trial.stage() != Stage.CONFIRM)
            .map(Trial::rate)
            .toList();

    assertThat(second).isNotEmpty().doesNotContainAnyElementsOf(first);
  }

  @Test
  void aLittleNoiseIsTheSpread() {
    int told = 0;
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Conclusion came =
          search(trial -> trial.rate() <= 20_000 * (0.98 + 0.04 * random.nextDouble()));

      if (came.state() == RateState.FOUND) {
        told++;
        assertThat(came.rate()).isBetween(20_000 * 0.98 / 1.11, 20_000 * 1.02);
        assertThat(came.high()).isLessThanOrEqualTo(came.low() * 1.15);
      }
    }
    assertThat(told).isGreaterThan(190);
  }

  /** Never a number that is far off, however uneven the cluster is. */
  @Test
  void muchNoiseLeavesMostSearchesUndecided() {
    int told = 0;
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Conclusion came = search(trial -> trial.rate() <= 20_000 * (0.3 + random.nextDouble() * 1.4));

      if (came.state() == RateState.FOUND) {
        told++;
        assertThat(came.high()).isLessThanOrEqualTo(came.low() * 1.15);
        assertThat(came.rate()).isBetween(20_000 * 0.3 / 1.05, 20_000 * 1.7);
      } else {
        assertThat(came.state()).isEqualTo(RateState.CANNOT_TELL);
      }
    }
    assertThat(told).isLessThan(60);
  }

  @Test
  void oneBadMomentIsNoLimit() {
    boolean[] had = {false};
    Conclusion found =
        found(
            search(
                trial -> {
                  if (trial.rate() == 4_000 && !had[0]) {
                    had[0] = true;
                    return false;
                  }
                  return trial.rate() <= 50_000;
                }));

    assertThat(had[0]).isTrue();
    assertThat(found.rate()).isBetween(50_000 / 1.05, 50_000.0);
  }

  @Test
  void searchesThatFindDifferentRatesAreUndecided() {
    Conclusion came = search(trial -> trial.rate() <= (trial.repeat() == 1 ? 40_000 : 30_000));

    assertThat(came.why()).contains("differ by", "15 % is allowed");
    long percent = Math.round(100 * (came.high() / came.low() - 1));
    assertThat(came.why()).contains(", which differ by " + percent + " %, and ");
    assertThat(came.low()).isBetween(30_000 / 1.05, 30_000.0);
    assertThat(came.high()).isBetween(40_000 / 1.05, 40_000.0);
    assertThat(trials).extracting(Trial::repeat).doesNotContain(3);
  }

  /** After a rate that was too much the cluster does less for some time. */
  @Test
  void aClusterThatMustRecoverFromTooMuchGivesNoNumberThatItDoesNotHold() {
    for (int rest = 1; rest <= 6; rest++) {
      int length = rest;
      int[] tired = {0};
      Conclusion came =
          search(
              trial -> {
                double capacity = tired[0] > 0 ? 12_000 : 20_000;
                tired[0] = Math.max(0, tired[0] - 1);
                if (trial.rate() > capacity) {
                  tired[0] = length;
                  return false;
                }
                return true;
              });

      if (came.state() == RateState.FOUND) {
        assertThat(came.rate()).isBetween(12_000 / 1.05, 20_000.0);
        assertThat(came.high()).isLessThanOrEqualTo(came.low() * 1.15);
      } else {
        assertThat(came.state()).isEqualTo(RateState.CANNOT_TELL);
      }
    }
  }

  @Test
  void aRateThatIsHeldShortlyAndNotForLongIsNotTheNumber() {
    Conclusion less =
        search(trial -> trial.rate() <= (trial.stage() == Stage.CONFIRM ? 19_000 : 20_000));
    assertThat(found(less).rate()).isBetween(19_000 / 1.05, 19_000.0);
    assertThat(less.low()).isEqualTo(less.rate());

    Conclusion muchLess =
        search(trial -> trial.rate() <= (trial.stage() == Stage.CONFIRM ? 10_000 : 20_000));
    assertThat(muchLess.state()).isEqualTo(RateState.CANNOT_TELL);
    assertThat(muchLess.why()).contains("the confirming run did not hold");
  }

  @Test
  void belowTheLeastRateNoConfirmingRunIsTried() {
    SearchPlan least = new SearchPlan(1000, 1000, 1e9, 0.05, 0.15, 1, 1, 200);
    Conclusion came =
        search(least, trial -> trial.stage() != Stage.CONFIRM && trial.rate() <= 1_000);
    assertThat(came.why())
        .isEqualTo("the confirming run did not hold 1000/s, and no rate below rate.least is tried");
  }

  @Test
  void whatIsNeverHeldIsSaidSo() {
    assertThat(search(trial -> false)).isEqualTo(new Conclusion(RateState.NEVER, 0, 0, 0, ""));
    assertThat(trials.get(trials.size() - 1).rate()).isEqualTo(10);
    assertThat(trials).allMatch(trial -> trial.rate() >= 10);
  }

  @Test
  void whatIsHeldUpToTheLimitIsAtLeastThat() {
    SearchPlan limited = new SearchPlan(1000, 10, 5_500, 0.05, 0.15, 2, 2, 200);

    assertThat(search(limited, trial -> true))
        .isEqualTo(new Conclusion(RateState.AT_LEAST, 5_500, 5_500, 5_500, ""));
    assertThat(trials).allMatch(trial -> trial.rate() <= 5_500);
    assertThat(steps(Stage.CONFIRM)).isEqualTo(1);
    assertThat(search(limited, cliff(5_400)).state()).isEqualTo(RateState.FOUND);
  }

  @Test
  void aLimitThatOneSearchHeldAndTheNextDidNotIsNoLimit() {
    SearchPlan limited = new SearchPlan(1000, 10, 5_500, 0.05, 0.15, 2, 2, 200);
    Conclusion came = search(limited, trial -> trial.repeat() == 1 || trial.rate() < 5_100);

    assertThat(found(came).rate()).isLessThan(5_100);
    assertThat(came.high()).isEqualTo(5_500);
  }

  @Test
  void theClientsOwnLimitEndsTheSearchLikeAnyOther() {
    // Whose limit it is the judge of a step says; the search must come to an end all the same.
    assertThat(search(cliff(777_777)).state()).isEqualTo(RateState.FOUND);
  }

  @Test
  void aSearchHasAnEndWhateverHappens() {
    for (int seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Conclusion came = search(trial -> random.nextBoolean());
      assertThat(trials).hasSizeLessThanOrEqualTo(200);
      assertThat(came).isNotNull();
    }
    SearchPlan few = new SearchPlan(1, 1, 1e9, 0.01, 0.15, 3, 2, 5);
    assertThat(search(few, trial -> true).why()).contains("after 5 steps");
  }

  @Test
  void aPlanThatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new SearchPlan(1, 2, 3, 0.05, 0.15, 1, 1, 9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SearchPlan(2, 1, 3, 0.2, 0.15, 1, 1, 9))
        .isInstanceOf(IllegalArgumentException.class);
    RateSearch over = new RateSearch(new SearchPlan(1, 1, 1, 0.05, 0.15, 1, 1, 9));
    over.took(false);
    assertThat(over.next()).isEmpty();
    assertThatThrownBy(() -> over.took(true)).isInstanceOf(IllegalStateException.class);
  }
}
