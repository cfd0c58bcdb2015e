// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import static org.assertj.core.api.Assertions.assertThat;

import catena.trace.record.SendTimes.WindowSpan;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SendTimesTest {
  private static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /** 100 writes from 10 s on, whose flush is called at a time and returns 2 s later. */
  private static WindowSpan called(long millis) {
    return new WindowSpan(10_000, millis, millis + 2_000, OptionalLong.empty(), 100);
  }

  @Test
  void theIndexDeterminesTheTime() {
    SendTimes times = new SendTimes(100, 1, UNKNOWN);
    assertThat(times.of(called(20_000), 0)).isEqualTo(new SendTime(10_100, 10_100, 10_100));
    assertThat(times.of(called(20_000), 49)).isEqualTo(new SendTime(15_000, 15_000, 15_000));
    assertThat(times.of(called(20_000), 99)).isEqualTo(new SendTime(20_000, 20_000, 20_000));
  }

  @Test
  void aWriteWaitsUntilItsBatchIsFull() {
    SendTimes times = new SendTimes(100, 40, UNKNOWN);
    assertThat(times.of(called(20_000), 9)).isEqualTo(new SendTime(11_000, 14_000, 14_000));
    assertThat(times.of(called(20_000), 39)).isEqualTo(new SendTime(14_000, 14_000, 14_000));
    assertThat(times.of(called(20_000), 85))
        .as("the last ones go with the flush")
        .isEqualTo(new SendTime(18_600, 20_000, 20_000));
  }

  @Test
  void orUntilItsLatencyIsOver() {
    SendTimes times = new SendTimes(100, Long.MAX_VALUE, 800);
    assertThat(times.of(called(20_000), 9)).isEqualTo(new SendTime(11_000, 11_500, 12_000));
    assertThat(times.of(called(20_000), 97)).isEqualTo(new SendTime(19_800, 20_000, 20_000));
  }

  @Test
  void aWriterThatWasHeldUpWroteAsUsualBeforeOrAfter() {
    SendTimes times = new SendTimes(100, 1, UNKNOWN);
    assertThat(times.of(called(60_000), 9)).isEqualTo(new SendTime(11_000, 11_000, 51_000));
    assertThat(new SendTimes(Double.NaN, 1, UNKNOWN).of(called(60_000), 9))
        .as("nobody knows what is usual")
        .isEqualTo(new SendTime(15_000, 15_000, 15_000));
  }

  @Test
  void aWindowThatWasSentAgainCountsFromThen() {
    WindowSpan again = new WindowSpan(10_000, 20_000, 50_000, OptionalLong.of(40_000), 100);
    assertThat(new SendTimes(100, 1, UNKNOWN).of(again, 49))
        .isEqualTo(new SendTime(15_000, 45_000, 50_000));
  }
}
