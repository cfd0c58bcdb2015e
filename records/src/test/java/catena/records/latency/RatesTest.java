// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatesTest {
  private final Rates rates = new Rates();

  private void add(double seconds, long operations, long rows, long entries, long bytes) {
    rates.add(List.of(done(seconds, operations, rows, entries, bytes)));
  }

  private static Event.Throughput done(
      double seconds, long operations, long rows, long entries, long bytes) {
    return new Event.Throughput(
        0, "walk-0", false, seconds, operations, rows, entries, bytes, 0, 0, List.of());
  }

  @Test
  void allIntervalsCountAndTheMostIsOfWholeSeconds() {
    add(2, 10, 20, 30, 4096);
    add(1, 40, 40, 40, 1024);
    add(0.5, 100, 1_000, 12_000, 2048);

    assertThat(rates.lines("lookups", Duration.ofMillis(3_500)))
        .containsExactly(
            "150 lookups, 43/s, at most 40/s",
            "1,060 rows, 303/s; 12,070 entries, 3449/s; 2.0 KiB/s");
  }

  @Test
  void ratesAreOfTheTimeAtWorkIfThatIsGiven() {
    add(2, 10, 20, 30, 4096);

    assertThat(rates.lines("scans", Duration.ofMillis(500)))
        .containsExactly(
            "10 scans, 20/s, at most 5.0/s", "20 rows, 40/s; 30 entries, 60/s; 8.0 KiB/s");
  }

  @Test
  void clientsThatWorkAtTheSameTimeAddUpToOneInterval() {
    rates.add(List.of(done(2, 10, 20, 30, 4096), done(1, 5, 5, 5, 0)));

    assertThat(rates.lines("scans", Duration.ofSeconds(2)))
        .containsExactly(
            "15 scans, 7.5/s, at most 7.5/s", "25 rows, 13/s; 35 entries, 18/s; 2.0 KiB/s");
  }

  @Test
  void withoutRowsThereIsNoRateAndNoMost() {
    add(0.5, 1, 0, 0, 0);
    assertThat(rates.lines("scans", Duration.ofMillis(500)))
        .containsExactly("1 scans, 2.0/s", "0 rows, 0/s; 0 entries, 0/s; 0 B/s");

    Rates none = new Rates();
    assertThat(none.lines("scans", Duration.ZERO))
        .containsExactly("0 scans, 0/s", "0 rows, 0/s; 0 entries, 0/s; 0 B/s");
  }
}
