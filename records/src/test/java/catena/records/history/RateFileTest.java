// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.run.RunDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RateFileTest {
  @TempDir private Path files;

  private static RateStep step(int number, double asked, RateCause cause) {
    return new RateStep(
        number,
        "ramp",
        1,
        asked,
        asked - 1,
        1_000,
        21_000,
        cause,
        cause == RateCause.NONE ? List.of() : List.of("because"),
        new TreeMap<>(Map.of("flush", new RateStep.Latency(77, 0.01, 0.2, 0.9))),
        0.1,
        0.5,
        0.9);
  }

  private static RateFile file(RateState state, double rate, RateStep... steps) {
    return new RateFile(
        "ingest", "entries", List.of("so"), state, rate, 0, 0, "it is", List.of(steps));
  }

  private Optional<RateFile> read(RunDirectory run, Missing missing) {
    return new TolerantReader(run, missing).json(run.rate(), RateFile.class);
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    RateFile file =
        file(RateState.FOUND, 100, step(1, 100, RateCause.NONE), step(2, 200, RateCause.SERVERS));
    try (RunDirectory run = RunDirectory.at(files.toString())) {
      assertThat(read(run, new Missing())).isEmpty();
      file.writeTo(run);
      assertThat(read(run, new Missing())).contains(file);
    }
  }

  @Test
  void aFileThatIsCutOffIsMissingAndOneOfAnotherVersionSaysWhatItSays() throws Exception {
    RateFile file = file(RateState.FOUND, 100, step(1, 100, RateCause.NONE));
    try (RunDirectory run = RunDirectory.at(files.toString())) {
      file.writeTo(run);
      Path path = files.resolve(run.rate().getName());
      String text = Files.readString(path);
      Files.writeString(path, text.substring(0, text.length() / 2), StandardCharsets.UTF_8);
      Missing missing = new Missing();
      assertThat(read(run, missing)).isEmpty();
      assertThat(missing.sentences()).singleElement().asString().contains("cut off or damaged");

      Files.writeString(path, "{\"steps\": [{\"number\": 3, \"asked\": 5, \"new\": 1}]}");
      RateFile other = read(run, new Missing()).orElseThrow();
      assertThat(other.state()).isEqualTo(RateState.SEARCHING);
      assertThat(other.hasRate()).isFalse();
      assertThat(other.steps().get(0).held()).isFalse(); // a doubt is in favour of nothing
      assertThat(other.steps().get(0).longestP99()).isZero();
    }
  }

  @Test
  void beyondIsTheNearestRateAboveTheNumberThatDidNotHold() {
    RateStep held = step(1, 100, RateCause.NONE);
    RateStep early = step(2, 50, RateCause.SERVERS); // once, before it was tried again
    RateStep far = step(3, 200, RateCause.SERVERS);
    RateStep near = step(4, 110, RateCause.CLIENT);
    RateStep again = step(5, 110, RateCause.BUDGET);

    assertThat(file(RateState.FOUND, 100, held, early, far, near, again).beyond()).contains(again);
    assertThat(file(RateState.FOUND, 100, held, early).beyond()).isEmpty();
    assertThat(file(RateState.BROKEN_OFF, 0, held, far).beyond()).contains(far);
    assertThat(file(RateState.NEVER, 0, far, early).beyond()).contains(early);
    assertThat(file(RateState.BROKEN_OFF, 0, held, far).highestHeld()).contains(held);
  }
}
