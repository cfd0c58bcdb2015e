// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.command.Progress.ProgressText;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {
  private static final long SECOND = 1_000_000_000;
  private static final Situation QUIET =
      new Situation(0, List.of(), OptionalInt.of(0), Map.of("flush", Duration.ofMillis(680)));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(out, true, UTF_8);
  private final Terminal terminal = new Terminal(stream, stream, true, false, ZoneOffset.UTC);
  private long now;
  private long done;
  private long acknowledged;
  private long sent;
  private Optional<String> waiting = Optional.empty();

  private ProgressTask ingest(long total) {
    return ProgressTask.of("ingest", "entries", () -> done)
        .upTo(OptionalLong.of(total))
        .answeredBy(new ProgressTask.Replies("no acknowledgement", () -> acknowledged, () -> sent))
        .timedAs(() -> Optional.of("flush"))
        .waitingFor(() -> waiting);
  }

  private ProgressText text(ProgressTask task) {
    return new ProgressText(task, 0);
  }

  private String line(ProgressText text, long count, long nanos) {
    done = count;
    return text.line(nanos, Optional.empty());
  }

  /** What is on the screen once all control sequences have done their work. */
  private List<String> screen() {
    StringBuilder shown = new StringBuilder();
    for (String piece : out.toString(UTF_8).split("(?<=\n)|(?=\r)|(?=\u001b\\[1A)", -1)) {
      if (piece.startsWith("\r\u001b[K")) {
        shown.setLength(shown.lastIndexOf("\n") + 1);
        shown.append(piece.substring(4));
      } else if (piece.startsWith("\u001b[1A")) {
        shown.setLength(shown.lastIndexOf("\n"));
        shown.append(piece.substring(4));
      } else {
        shown.append(piece);
      }
    }
    return shown.toString().lines().toList();
  }

  private void tick(Progress progress, int seconds) {
    now += seconds * SECOND;
    progress.tick();
  }

  @Test
  void aLineShowsCountRateShareAndTimeLeft() {
    ProgressText text =
        text(ProgressTask.of("ingest", "entries", () -> done).upTo(OptionalLong.of(1_000_000)));

    assertThat(line(text, 200_000, 10 * SECOND))
        .isEqualTo("ingest: 200,000 entries, 20.0 k/s, 20 %, 40s left");
    assertThat(line(text, 200_000, 20 * SECOND))
        .isEqualTo("ingest: 200,000 entries, 0/s, 20 %, 1m20s left");
    done = 1_000_000;
    assertThat(text.summary(100 * SECOND))
        .isEqualTo("ingest: 1,000,000 entries in 1m40s, 10.0 k/s");
    assertThat(text.summary(Duration.ofSeconds(50)))
        .isEqualTo("ingest: 1,000,000 entries in 50s, 20.0 k/s");
  }

  @Test
  void theTimeLeftIsTheShorterOfCountAndTime() {
    ProgressTask walk =
        ProgressTask.of("walk", "rows", () -> done).within(Optional.of(Duration.ofSeconds(30)));

    assertThat(line(text(walk), 5, 10 * SECOND)).isEqualTo("walk: 5 rows, 0.5/s, 20s left");
    assertThat(line(text(walk.upTo(OptionalLong.of(1000))), 10, 10 * SECOND))
        .isEqualTo("walk: 10 rows, 1.0/s, 1 %, 20s left");
    assertThat(line(text(walk.upTo(OptionalLong.of(20))), 10, 10 * SECOND))
        .isEqualTo("walk: 10 rows, 1.0/s, 50 %, 10s left");

    ProgressText later = new ProgressText(walk, 7 * SECOND);
    assertThat(line(later, 10, 17 * SECOND)).isEqualTo("walk: 10 rows, 1.0/s, 20s left");
    ProgressText counted = new ProgressText(walk.upTo(OptionalLong.of(20)), 7 * SECOND);
    assertThat(line(counted, 10, 17 * SECOND))
        .as("what went before it began does not count")
        .isEqualTo("walk: 10 rows, 1.0/s, 50 %, 10s left");
  }

  @Test
  void whereNothingIsKnownNothingIsSaid() {
    ProgressText text =
        text(ProgressTask.of("verify", "entries", () -> 0).upTo(OptionalLong.of(0)));

    assertThat(text.line(0, Optional.empty())).isEqualTo("verify: 0 entries, 0/s");
    assertThat(text.bar(0, Optional.empty())).isEqualTo("verify 0 of 0  0/s");
  }

  @Test
  void theBarShowsAllThatAPersonWatchesIn80Columns() {
    ProgressText text = text(ingest(2_100_000));
    done = 389_400;
    acknowledged = 1;

    assertThat(text.bar(6 * SECOND, Optional.of(QUIET)))
        .isEqualTo(
            "ingest 19 % 389 k of 2.1 M  64.9 k/s  26s left  p99 680 ms  findings 0  fault –")
        .hasSizeLessThan(80);
  }

  @Test
  void aFindingAndAFaultAreNeverLeftOutForTheRest() {
    ProgressText text = text(ingest(2_100_000_000_000L));
    done = 389_400_000_000L;
    acknowledged = 1;
    Situation bad =
        new Situation(
            79, List.of("kill tserver-1@127.0.0.1:12345", "pause"), OptionalInt.empty(), Map.of());

    assertThat(text.bar(6000 * SECOND, Optional.of(bad)))
        .isEqualTo("ingest 19 % 389 G  findings 79  fault kill tserver-1@127.0.0.1:12345 +1")
        .hasSizeLessThan(80);
  }

  @Test
  void theRateOfTheBarIsThatOfTheLastTenSeconds() {
    ProgressText text = text(ProgressTask.of("scan", "ranges", () -> done));
    for (int second = 0; second <= 100; second++) {
      done = second < 50 ? second * 1000L : 50_000;
      String bar = text.bar(second * SECOND, Optional.empty());
      if (second == 49) {
        assertThat(bar).isEqualTo("scan 49.0 k ranges  1000/s");
      } else if (second == 70) {
        assertThat(bar).isEqualTo("scan 50.0 k ranges  0/s");
      }
    }
  }

  /** The clock goes on, the work does not: so did a run whose servers hosted nothing. */
  @Test
  void whereNothingIsAcknowledgedTheLineGoesOnAndSaysSo() {
    Progress progress = new Progress(terminal, ingest(400_000), () -> now);
    done = 29_999;
    acknowledged = 3;
    terminal.situation(QUIET);
    tick(progress, 1);
    assertThat(screen()).last().asString().contains("30.0 k/s").doesNotContain("acknowledge");

    tick(progress, 9);
    assertThat(screen()).last().asString().doesNotContain("acknowledge");
    tick(progress, 1);
    assertThat(screen()).last().asString().contains("no acknowledgement for 10s");

    terminal.situation(new Situation(0, List.of(), OptionalInt.of(17), Map.of()));
    tick(progress, 190);
    assertThat(screen())
        .containsExactly(
            "ingest 7 % 30.0 k  no acknowledgement for 3m20s; 17 tablets without a host");

    acknowledged++;
    tick(progress, 1);
    assertThat(screen()).last().asString().doesNotContain("acknowledge");
    progress.close();
    assertThat(screen()).containsExactly("ingest: 29,999 entries in 3m22s, 149/s");
  }

  @Test
  void withoutATerminalALineSaysTheSame() {
    Terminal plain = new Terminal(stream, stream, false, false, ZoneOffset.UTC);
    Progress progress = new Progress(plain, ingest(400_000), () -> now);
    plain.situation(new Situation(2, List.of("kill"), OptionalInt.of(1), Map.of()));
    done = 200_000;
    sent = 150_000;
    acknowledged = 1;
    tick(progress, 10);
    tick(progress, 10);
    assertThat(screen())
        .containsExactly(
            "ingest: 200,000 entries, 20.0 k/s, 50 %, 10s left, findings 2, fault kill",
            "ingest: 200,000 entries, 0/s, 50 %, 20s left, no acknowledgement for 10s,"
                + " 150 k sent; 1 tablet without a host, findings 2, fault kill");
  }

  @Test
  void whileItOnlyWaitsItSaysForWhat() {
    ProgressText text = text(ingest(400_000));
    waiting = Optional.of("79 missing rows, 20s left");

    assertThat(text.line(SECOND, Optional.empty()))
        .isEqualTo("ingest: waiting for 79 missing rows, 20s left");
    assertThat(text.bar(SECOND, Optional.of(QUIET)))
        .isEqualTo("ingest waiting for 79 missing rows, 20s left  p99 680 ms  findings 0  fault –");
    assertThat(text.summary(20 * SECOND)).isEqualTo("ingest: 20s");
    done = 7;
    assertThat(text.summary(20 * SECOND))
        .as("what came before the wait")
        .isEqualTo("ingest: 7 entries in 20s, 0.4/s");
  }

  @Test
  void whatIsPrintedStandsAboveTheLinesOfAllParts() {
    Progress ingest = new Progress(terminal, ingest(100), () -> now);
    Progress walk =
        new Progress(terminal, ProgressTask.of("walk", "lookups", () -> done), () -> now);
    tick(ingest, 1);
    tick(walk, 0);
    terminal.event(3_723_000, "kill tserver-1");
    terminal.line("a result");
    done = 50;
    tick(ingest, 1);
    assertThat(screen())
        .containsExactly(
            "01:02:03 kill tserver-1",
            "a result",
            "ingest 50 % 50 of 100  25/s  2s left",
            "walk 0 lookups  0/s");

    ingest.close();
    assertThat(screen())
        .containsExactly(
            "01:02:03 kill tserver-1",
            "a result",
            "ingest: 50 entries in 2s, 25/s",
            "walk 0 lookups  0/s");
    walk.close();
    assertThat(screen()).last().isEqualTo("walk: 50 lookups in 2s, 25/s");
  }

  /** As where what is asked how far it is answers when its phase is over. */
  @Test
  void whatIsDrawnTooLateDoesNotStay() {
    AtomicReference<Progress> late = new AtomicReference<>();
    ProgressTask task =
        ProgressTask.of("walk", "lookups", () -> done)
            .waitingFor(
                () -> {
                  Optional.ofNullable(late.getAndSet(null)).ifPresent(Progress::close);
                  return waiting;
                });
    done = 7;
    now = SECOND;
    Progress progress = new Progress(terminal, task, () -> now);
    late.set(progress);
    tick(progress, 1);
    assertThat(screen()).containsExactly("walk: 7 lookups in 1s, 7.0/s");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPhaseEndsWithItsSummary(boolean interactive) {
    Terminal either = new Terminal(stream, stream, interactive, false, ZoneOffset.UTC);

    Progress.start(
            either, ProgressTask.of("ingest", "entries", () -> 1234).upTo(OptionalLong.of(1234)))
        .close();

    assertThat(screen()).last().asString().startsWith("ingest: 1,234 entries in ");
  }
}
