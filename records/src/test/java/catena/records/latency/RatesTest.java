// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatesTest {
  private static final long SECOND = 1_000_000_000;

  private final Rates rates = new Rates();

  private void add(long nanos, long operations, long rows, long entries, long bytes) {
    rates.add(new Interval(nanos, operations, rows, entries, bytes, 0, 0, List.of()));
  }

  @Test
  void allIntervalsCountAndTheMostIsOfWholeSeconds() {
    add(2 * SECOND, 10, 20, 30, 4096);
    add(SECOND, 40, 40, 40, 1024);
    add(SECOND / 2, 100, 1_000, 12_000, 2048);

    assertThat(rates.operations()).isEqualTo(150);
    assertThat(rates.rows()).isEqualTo(1_060);
    assertThat(rates.entries()).isEqualTo(12_070);
    assertThat(rates.bytes()).isEqualTo(7_168);
    assertThat(rates.lines("lookups"))
        .containsExactly(
            "150 lookups, 43/s, at most 40/s",
            "1,060 rows, 303/s; 12,070 entries, 3449/s; 2.0 KiB/s");
  }

  @Test
  void ratesAreOfTheTimeAtWorkIfThatIsTold() {
    add(2 * SECOND, 10, 20, 30, 4096);

    assertThat(rates.lines("scans", Duration.ofMillis(500)))
        .containsExactly(
            "10 scans, 20/s, at most 5.0/s", "20 rows, 40/s; 30 entries, 60/s; 8.0 KiB/s");
  }

  @Test
  void ofNothingThereIsNoRateAndNoMost() {
    add(SECOND / 2, 1, 0, 0, 0);
    assertThat(rates.lines("scans"))
        .containsExactly("1 scans, 2.0/s", "0 rows, 0/s; 0 entries, 0/s; 0 B/s");

    Rates none = new Rates();
    assertThat(none.lines("scans"))
        .containsExactly("0 scans, 0/s", "0 rows, 0/s; 0 entries, 0/s; 0 B/s");
  }
}
