// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import catena.stats.sample.ClientSampler.Bins;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientEventsTest {
  private final Bins bins = new Bins(new Grid(10_000), 0);

  private void add(Event event) {
    ClientSampler.add(event, bins);
  }

  @Test
  void windowsAndThroughputBecomeRates() {
    add(new Event.Flush(10_000, "ingest-w0", 0, 0, 0, 900, 100, 1, 10_000_000_000L));
    add(new Event.Throughput(10_000, "walk-1", false, 10, 50, 70, 0, 0, 0, 0, List.of()));
    add(new Event.Throughput(10_000, "ingest-w0", true, 10, 1, 0, 900, 0, 0, 0, List.of()));
    add(new Event.Note(10_000, "run", "nothing to count"));
    Bins.Bin bin = bins.close(10_000).get(10_000L);
    assertThat(bin.groups(10).get("ingest"))
        .containsEntry("acknowledged.rate", 90.0)
        .containsEntry("deleted.rate", 10.0)
        .containsEntry("windows.rate", 0.1)
        .doesNotContainKey("entries.rate");
    assertThat(bin.groups(10).get("walk"))
        .containsEntry("operations.rate", 5.0)
        .containsEntry("rows.rate", 7.0);
  }
}
