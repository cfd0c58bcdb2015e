package catena.stats.client;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.journal.Event;
import catena.stats.metric.ClientMetric;
import catena.stats.sample.Grid;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClientEventsTest {
  private final Bins bins = new Bins(new Grid(10_000), 0);
  private final ClientEvents events = new ClientEvents(bins);

  @Test
  void windowsAndThroughputBecomeRates() {
    events.add(new Event.Flush(10_000, "ingest-w0", 0, 0, 0, 900, 100, 1, 10_000_000_000L));
    events.add(
        new Event.Measured(
            10_000,
            "walk-1",
            "throughput",
            new TreeMap<>(Map.of("seconds", 10.0, "operations", 50.0, "rows", 70.0))));
    events.add(new Event.Note(10_000, "run", "nothing to count"));
    Bin bin = bins.close(10_000).get(10_000L);
    assertThat(bin.groups(10).get("ingest"))
        .containsEntry(ClientMetric.ACKNOWLEDGED, 90.0)
        .containsEntry(ClientMetric.DELETED, 10.0)
        .containsEntry(ClientMetric.WINDOWS, 0.1);
    assertThat(bin.groups(10).get("walk"))
        .containsEntry(ClientMetric.OPERATIONS, 5.0)
        .containsEntry(ClientMetric.ROWS, 7.0);
  }

  @Test
  void clientsOfOneNameAreAGroup() {
    assertThat(ClientEvents.group("ingest-w12")).isEqualTo("ingest");
    assertThat(ClientEvents.group("batchwalk-0")).isEqualTo("batchwalk");
    assertThat(ClientEvents.group("run")).isEqualTo("run");
  }
}
