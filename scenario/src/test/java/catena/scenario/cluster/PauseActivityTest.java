// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.fixture.NoCluster;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A pause, by a clock that goes on when somebody waits. */
class PauseActivityTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<Duration> waited = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private PartOutcome pause(StopSignal stop, String time) throws Exception {
    PauseActivity activity = new PauseActivity(nanos::get);
    Settings own =
        Settings.resolve(
            activity.settings(), List.of(Layer.of("test", Map.of("pause.time", time))));
    PartEnvironment site = NoCluster.site(out);
    RunContext run = new RunContext("pause", site, null, null, Optional.empty(), stop);
    return activity.prepare(site, own).perform(run);
  }

  private void pass(Duration time) {
    waited.add(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void itLastsAsLongAsItIsSet() throws Exception {
    PartOutcome outcome = pause(new StopSignal((asked, limit) -> pass(limit)), "5m");
    assertThat(waited).containsExactly(Duration.ofMinutes(5));
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.facts()).containsExactly("pause: 5m00s");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("pause: 300 s in 5m00s");
  }

  @Test
  void aStopEndsItAndItSaysWhen() throws Exception {
    StopSignal stop =
        new StopSignal((CountDownLatch asked, Duration limit) -> pass(Duration.ofSeconds(12)));
    stop.ask("interrupted");
    assertThat(pause(stop, "5m").facts()).containsExactly("pause: ended after 12s of 5m00s");
  }

  @Test
  void aPauseOfNothingIsRefused() {
    assertThatThrownBy(() -> pause(new StopSignal(), "0s"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("pause.time");
  }
}
