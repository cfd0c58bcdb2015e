// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.RateCause;
import catena.records.history.RateFile;
import catena.records.history.RateState;
import catena.records.history.RateStep;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RateTableTest {
  private static RateStep step(
      int number, String stage, double asked, double done, RateCause cause, String... reasons) {
    return new RateStep(
        number,
        stage,
        1,
        asked,
        done,
        1_000,
        31_000,
        cause,
        List.of(reasons),
        new TreeMap<>(
            Map.of(
                "flush", new RateStep.Latency(1_200, 0.01, 0.25, 0.5),
                "lookup", new RateStep.Latency(30, 0.01, 0.002, 0.5))),
        0.04,
        0.456,
        0.9);
  }

  private static RateFile file(RateState state, double rate, RateStep... steps) {
    return new RateFile(
        "ingest", "entries", List.of(), state, rate, 0, 0, "That is it.", List.of(steps));
  }

  @Test
  void whatWasNotFoundIsConfirmedByNothing() {
    RateStep confirmed = step(1, "confirm", 10, 10, RateCause.NONE);

    assertThat(Search.lines(file(RateState.CANNOT_TELL, 10, confirmed)))
        .hasSize(3)
        .endsWith("That is it.");
    assertThat(Search.lines(file(RateState.FOUND, 10, confirmed))).hasSize(5);
    assertThat(Search.lines(file(RateState.AT_LEAST, 10, confirmed))).hasSize(5);
    assertThat(Search.lines(file(RateState.FOUND, 0, confirmed))).hasSize(3);
    assertThat(Search.lines(file(RateState.NEVER, 0))).containsExactly("That is it.");
  }

  @Test
  void theNearestStepAboveTheNumberIsTheOneThatWasNotHeldAndTheLastOfEquals() {
    RateFile found =
        file(
            RateState.FOUND,
            20,
            step(1, "ramp", 20, 10, RateCause.SERVERS, "at it"),
            step(2, "ramp", 30, 10, RateCause.SERVERS, "first"),
            step(3, "ramp", 30, 10, RateCause.BUDGET, "second"),
            step(4, "ramp", 40, 10, RateCause.SERVERS, "farther"));
    assertThat(found.beyond()).contains(found.steps().get(2));
    assertThat(found.highestHeld()).isEmpty();

    RateFile open =
        file(
            RateState.CANNOT_TELL,
            0,
            step(1, "ramp", 30, 30, RateCause.NONE),
            step(2, "ramp", 10, 10, RateCause.NONE),
            step(3, "ramp", 20, 10, RateCause.SERVERS),
            step(4, "ramp", 31, 10, RateCause.SERVERS));
    assertThat(open.highestHeld()).contains(open.steps().get(0));
    assertThat(open.beyond()).contains(open.steps().get(3));
  }
}
