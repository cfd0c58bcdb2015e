// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TableTest {
  private record Server(String name, double seconds, Optional<String> rack) {}

  private static final List<Server> SERVERS =
      List.of(
          new Server("a", 4.2, Optional.empty()), new Server("b", Double.NaN, Optional.empty()));

  private static Table.Columns<Server> columns() {
    return Table.<Server>of("servers", "Servers", "")
        .words("Name", Server::name)
        .numbers("After", Unit.SECONDS, Server::seconds)
        .known("Rack", Server::rack)
        .marked(server -> new Table.Mark("fault-1", "#fault-1", ""));
  }

  @Test
  void aCellHasTheNumberAndItsWords() {
    Table table = columns().rows(SERVERS);
    assertThat(table.rows().get(0).cells().get(1)).isEqualTo(Cell.of(4.2, Unit.SECONDS));
    assertThat(table.texts()).containsExactly(List.of("a", "4.20 s", "–"), List.of("b", "–", "–"));
  }

  @Test
  void theUnitAlignsACellToTheRightWhateverItsText() {
    Table table =
        Table.<String>of("settings", "Settings", "")
            .words("Value", value -> value)
            .numbers("Length", Unit.COUNT, String::length)
            .cells("At", Unit.TIME, value -> Cell.time(0, ZoneOffset.UTC))
            .rows(List.of("1 GB"));
    assertThat(table.columns())
        .extracting(Table.Column::numeric)
        .containsExactly(false, true, false);
  }

  @Test
  void aColumnInWhichNoRowSaysAnythingIsLeftOut() {
    assertThat(columns().withoutEmpty(SERVERS).titles()).containsExactly("Name", "After");
    assertThat(columns().rows(SERVERS).titles()).containsExactly("Name", "After", "Rack");
  }

  @Test
  void eachTableAndRowOfSeveralRunsHasItsOwnName() {
    Table second = columns().rows(SERVERS).ofRun("-2", "slow");
    assertThat(second.id()).isEqualTo("servers-2");
    assertThat(second.title()).isEqualTo("Servers: slow");
    assertThat(second.rows().get(0).mark())
        .isEqualTo(new Table.Mark("fault-1-2", "#fault-1-2", ""));
  }

  @Test
  void aColumnOfAPercentileIsNamedByItAndIsADashWithoutLatencies() {
    Histogram latencies = new Histogram(3);
    latencies.recordValue(2_000_000);
    Table table =
        Table.<Optional<Histogram>>of("latency", "Latency", "")
            .latencies("%s before", row -> row.orElse(null), 50, 99.9, 100)
            .rows(List.of(Optional.of(latencies), Optional.empty()));
    assertThat(table.titles()).containsExactly("p50 before", "p99.9 before", "max before");
    assertThat(table.rows().get(0).cells().get(2).value()).isBetween(1.99, 2.01);
    assertThat(table.texts().get(1)).containsExactly("–", "–", "–");
  }

  @Test
  void aNumberThatIsNotKnownIsADashInEveryUnit() {
    for (Unit unit : Unit.values()) {
      assertThat(Cell.of(Double.NaN, unit, "4").text()).isEqualTo(Formats.NONE);
      assertThat(unit.inWords(Double.NaN)).isEqualTo(Formats.NONE);
    }
  }
}
