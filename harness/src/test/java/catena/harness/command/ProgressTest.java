package catena.harness.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void aLineTellsCountRateShareAndTimeLeft() {
    ProgressText text =
        new ProgressText("ingest", "entries", OptionalLong.of(1_000_000), Optional.empty(), 0);

    assertThat(text.line(200_000, 10 * SECOND))
        .isEqualTo("ingest: 200,000 entries, 20.0 k/s, 20 %, 40s left");
    assertThat(text.line(200_000, 20 * SECOND))
        .isEqualTo("ingest: 200,000 entries, 0/s, 20 %, 1m20s left");
    assertThat(text.summary(1_000_000, 100 * SECOND))
        .isEqualTo("ingest: 1,000,000 entries in 1m40s, 10.0 k/s");
  }

  @Test
  void theTimeLeftIsTheShorterOfCountAndTime() {
    Optional<Duration> limit = Optional.of(Duration.ofSeconds(30));

    assertThat(
            new ProgressText("walk", "rows", OptionalLong.empty(), limit, 0).line(5, 10 * SECOND))
        .isEqualTo("walk: 5 rows, 0.5/s, 20s left");
    assertThat(
            new ProgressText("walk", "rows", OptionalLong.of(1000), limit, 0).line(10, 10 * SECOND))
        .isEqualTo("walk: 10 rows, 1.0/s, 1 %, 20s left");
    assertThat(
            new ProgressText("walk", "rows", OptionalLong.of(20), limit, 0).line(10, 10 * SECOND))
        .isEqualTo("walk: 10 rows, 1.0/s, 50 %, 10s left");
  }

  @Test
  void whereNothingIsKnownNothingIsSaid() {
    ProgressText text =
        new ProgressText("verify", "entries", OptionalLong.of(0), Optional.empty(), 0);

    assertThat(text.line(0, 0)).isEqualTo("verify: 0 entries, 0/s");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPhaseEndsWithItsSummary(boolean interactive) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, UTF_8);
    Terminal terminal = new Terminal(stream, stream, interactive);

    Progress.start(
            terminal, "ingest", "entries", OptionalLong.of(1234), Optional.empty(), () -> 1234)
        .close();

    assertThat(out.toString(UTF_8).lines().toList())
        .last()
        .asString()
        .startsWith("ingest: 1,234 entries in ");
  }
}
