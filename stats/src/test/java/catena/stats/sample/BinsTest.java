// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.WorkDone.Counted;
import catena.stats.sample.ClientSampler.Bins;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BinsTest {
  private static final Offset<Double> EXACT = Offset.offset(1e-6);

  private final Bins bins = new Bins(new Grid(1_000), 10_000);

  private static double entries(Bins.Bin bin) {
    return bin.all(1).get("acknowledged.rate");
  }

  @Test
  void anAmountIsSpreadOverItsTime() {
    bins.spread("ingest", Counted.ACKNOWLEDGED, 300, 11_500, 14_500);
    SortedMap<Long, Bins.Bin> closed = bins.close(15_000);
    assertThat(closed.keySet()).containsExactly(11_000L, 12_000L, 13_000L, 14_000L, 15_000L);
    assertThat(closed.values().stream().map(BinsTest::entries))
        .containsExactly(0.0, 50.0, 100.0, 100.0, 50.0);
  }

  @Test
  void whatWasDoneBeforeTheBeginningIsLeftOut() {
    bins.spread("ingest", Counted.ACKNOWLEDGED, 200, 9_000, 11_000);
    bins.spread("ingest", Counted.ACKNOWLEDGED, 77, 8_000, 9_500);
    assertThat(entries(bins.close(11_000).get(11_000L))).isCloseTo(100, EXACT);
  }

  @Test
  void whatComesLateIsAddedToTheOldestOpenBin() {
    var unused = bins.close(15_000);
    bins.spread("ingest", Counted.ACKNOWLEDGED, 400, 12_000, 16_000);
    bins.spread("ingest", Counted.ACKNOWLEDGED, 5, 12_000, 12_000);
    assertThat(entries(bins.close(16_000).get(16_000L))).isCloseTo(405, EXACT);
  }

  @Test
  void aClockThatIsSetBackBeginsAnewAndLosesNothing() {
    bins.spread("ingest", Counted.ACKNOWLEDGED, 300, 11_500, 14_500);
    bins.spread("ingest", Counted.ACKNOWLEDGED, 7, 2_000, 2_500);
    assertThat(bins.restart(3_000).values().stream().mapToDouble(BinsTest::entries).sum())
        .as("the one thing was done after the clock was set back")
        .isCloseTo(300, EXACT);
    bins.spread("ingest", Counted.ACKNOWLEDGED, 5, 3_200, 3_700);
    SortedMap<Long, Bins.Bin> closed = bins.close(4_000);
    assertThat(closed.keySet()).containsExactly(4_000L);
    assertThat(entries(closed.get(4_000L))).isCloseTo(5, EXACT);
  }

  @Test
  void aMomentOnThePointBelongsToTheIntervalBeforeIt() {
    bins.spread("walk", Counted.OPERATIONS, 1, 12_000, 12_000);
    Histogram interval = new Histogram(3);
    interval.recordValue(2_000_000_000L);
    bins.latencies("lookup", interval, 12_000);
    Bins.Bin bin = bins.close(12_000).get(12_000L);
    assertThat(bin.groups(1).get("walk")).containsEntry("operations.rate", 1.0);
    assertThat(bin.all(1).get("latency.lookup.p50")).isCloseTo(2, Offset.offset(0.01));
  }
}
