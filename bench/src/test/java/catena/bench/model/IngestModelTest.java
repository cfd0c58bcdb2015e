// SPDX-License-Identifier: Apache-2.0
package catena.bench.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.bench.model.Cell.Ingest;
import catena.bench.model.Cell.Machine;
import catena.bench.model.Cell.Use;
import catena.bench.model.Cell.Verify;
import catena.bench.model.IngestModel.Estimate;
import catena.bench.model.IngestModel.Station;
import catena.records.words.Document;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IngestModelTest {
  /**
   * One million entries into ten tablets on ten servers, by ten clients that send 100 at a time.
   */
  private static final Cell PRESPLIT =
      cell(10, new Ingest(10, 200 * 357, 2, 10, 0, 1e18, 0, 1_000_000));

  /** From one tablet to 41 on 41 servers and more: each is full with 750 of 41 bytes and 1,000. */
  private static final Cell SPLIT =
      cell(50, new Ingest(50, 200 * 357, 2, 1, 0, 41_000, 0, 750 * 41));

  private static final IngestModel FITTED = new IngestModel().fittedTo(Cell.all());

  private static Cell cell(int servers, Cell.Work work) {
    return new Cell("9-9", "row", Machine.AWB, servers, work, 1, Use.HELD_OUT, null);
  }

  /** Nothing takes any time. */
  private static IngestModel free() {
    IngestModel model = new IngestModel();
    for (Parameter none :
        List.of(
            Parameter.WORK,
            Parameter.MERGING,
            Parameter.READING,
            Parameter.SORTING,
            Parameter.METADATA,
            Parameter.ANSWER,
            Parameter.PAUSE,
            Parameter.START)) {
      model = model.with(none, 0);
    }
    return model
        .with(Parameter.DISK, Double.POSITIVE_INFINITY)
        .with(Parameter.NETWORK, Double.POSITIVE_INFINITY)
        .with(Parameter.AWB_LOSS, 1)
        .with(Parameter.EC2_LOSS, 1);
  }

  private static void assertAlone(IngestModel model, Cell cell, Station station, double rate) {
    Estimate estimate = model.of(cell);
    assertThat(estimate.limits()).isEqualTo(station);
    assertThat(estimate.rate()).isCloseTo(rate, within(rate / 1e6));
  }

  @Test
  void aStationAloneGivesItsOwnRate() {
    // 12 cores / (24 µs x 2), ten servers
    assertAlone(
        free().with(Parameter.WORK, 24).with(Parameter.AWB_LOSS, 2),
        PRESPLIT,
        Station.CPU,
        2_500_000);
    // two logs of 86 bytes and three copies of 41: 295 bytes on ten disks of 2.95 MB/s
    assertAlone(free().with(Parameter.DISK, 2.95), PRESPLIT, Station.DISK, 1_000_000);
    // 86 bytes, two logs of 86, two copies of 41: 340 bytes
    assertAlone(free().with(Parameter.NETWORK, 3.4), PRESPLIT, Station.NETWORK, 100_000);
    // two threads send 100 entries to ten servers, each in half a second: 2 x 100 / 10 / 0.5
    assertAlone(free().with(Parameter.ANSWER, 0.5), PRESPLIT, Station.BATCH_WRITER, 400);
    // 40 splits of 2 s for 30,750 entries
    assertAlone(free().with(Parameter.PAUSE, 2), SPLIT, Station.MANAGER, 30_750 / 80.0);
    assertAlone(free().with(Parameter.METADATA, 2), SPLIT, Station.METADATA, 30_750 / 80.0);
    Cell job = cell(10, new Verify(60, 240, 1_000_000));
    assertAlone(free().with(Parameter.START, 50), job, Station.JOB, 20_000);
    // 60 mappers read at 10 µs, 120 cores sort at 60 µs
    assertAlone(
        free().with(Parameter.READING, 10).with(Parameter.SORTING, 60),
        job,
        Station.CPU,
        1e6 / (10 / 60.0 + 60 / 120.0));
  }

  @Test
  void mergingGrowsWithTheTableAndNotBelowItsFirstSize() {
    IngestModel model =
        free()
            .with(Parameter.WORK, 10)
            .with(Parameter.MERGING, 5)
            .with(Parameter.AWB_MEMORY, 1)
            .with(Parameter.FLAT, 100_000);
    assertAlone(model, PRESPLIT, Station.CPU, 120 / 10e-6);
    assertAlone(model.with(Parameter.FLAT, 25_000), PRESPLIT, Station.CPU, 120 / 15e-6);
  }

  @Test
  void oneTabletUsesOneServer() {
    Cell one = cell(10, new Ingest(10, 200 * 357, 2, 1, 0, 1e18, 0, 1_000_000));
    assertAlone(free().with(Parameter.WORK, 12), one, Station.CPU, 1_000_000);
  }

  /** On a node the slowest counts alone; each of them is faster here than its processors. */
  @ParameterizedTest
  @EnumSource(names = {"DISK", "NETWORK", "AWB_DISKS"})
  void doublingAStationThatDoesNotLimitChangesNothing(Parameter parameter) {
    IngestModel model =
        free()
            .with(Parameter.WORK, 240)
            .with(Parameter.DISK, 100)
            .with(Parameter.NETWORK, 100)
            .with(Parameter.ANSWER, 0.0001);
    assertThat(model.of(PRESPLIT).limits()).isEqualTo(Station.CPU);
    assertThat(model.with(parameter, 2 * model.of(parameter)).of(PRESPLIT))
        .isEqualTo(model.of(PRESPLIT));
    assertThat(model.with(Parameter.AWB_CORES, 24).of(PRESPLIT).rate())
        .isGreaterThan(1.2 * model.of(PRESPLIT).rate());
  }

  @Test
  void theMetadataTabletDoesNotCountNextToASlowerManager() {
    IngestModel model = free().with(Parameter.PAUSE, 5).with(Parameter.METADATA, 1);
    assertThat(model.with(Parameter.METADATA, 2).of(SPLIT)).isEqualTo(model.of(SPLIT));
    assertThat(model.with(Parameter.METADATA, 10).of(SPLIT).limits()).isEqualTo(Station.METADATA);
  }

  @Test
  void aFittedParameterReproducesItsCells() {
    List<Cell> fits = Cell.all().stream().filter(cell -> cell.fits() != null).toList();
    assertThat(fits).hasSize(5).extracting(Cell::use).containsOnly(Use.FITTED);
    assertThat(BesidePaper.lines(FITTED, fits))
        .allSatisfy(line -> assertThat(line.ratio()).isCloseTo(1, within(1e-3)));
    assertThat(Parameter.values())
        .filteredOn(Parameter::isFitted)
        .containsExactlyInAnyOrderElementsOf(fits.stream().map(Cell::fits).toList());
  }

  @Test
  void otherRowsToFitToAreTried() {
    IngestModel model = free().with(Parameter.WORK, 10);
    List<Cell> rows =
        Stream.of(30, 60, 120)
            .map(
                cores ->
                    PRESPLIT.printing(model.with(Parameter.AWB_CORES, cores).of(PRESPLIT).rate()))
            .toList();
    assertThat(BesidePaper.otherFits(model, rows, List.of(Parameter.AWB_LOSS)))
        .isEqualTo("row: 0 of 2; row: 0 of 2; row: 0 of 2");
    assertThat(
            BesidePaper.otherFits(
                model, List.of(rows.get(0), rows.get(0)), List.of(Parameter.AWB_LOSS)))
        .isEqualTo("row: 1 of 1; row: 1 of 1");
  }

  private static String printed(IngestModel model, List<Cell> cells, int status) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertThat(BesidePaper.print(model, cells, new PrintStream(bytes, true, UTF_8)))
        .isEqualTo(status);
    return bytes.toString(UTF_8);
  }

  @Test
  void aCellThatIsMadeWrongIsNamedAndNoOther() {
    List<Cell> right =
        Cell.all().stream().map(cell -> cell.printing(FITTED.of(cell).rate())).toList();
    assertThat(printed(FITTED, right, 0)).doesNotContain("wrong").contains("18 of 18 are right");
    for (double off : new double[] {0.79, 1.35}) {
      List<Cell> planted =
          right.stream()
              .map(
                  cell ->
                      cell.name().equals("6-3, 1 GB") ? cell.printing(off * cell.printed()) : cell)
              .toList();
      assertThat(printed(FITTED, planted, 1))
          .contains("| 6-3, 1 GB |", "17 of 18 are right", "no predictions")
          .containsOnlyOnce("wrong: ")
          .contains("wrong: 6-3, 1 GB");
    }
  }

  /** As docs/measurements/scale.md says. */
  @Test
  void whatThePapersCellsComeTo() {
    assertThat(printed(FITTED, Cell.all(), 1))
        .contains("9 of 18 are right", "1 of 2 are right")
        .contains("| 7-1, 1000 | 14.08 M/s | 14.10 M/s | 1.00 | right | batch writer |")
        .contains("| 6-12, 1000, 1T | 16.34 M/s | 161.05 M/s | 9.86 | wrong | cpu |");
  }

  @Test
  void theCellsAreThoseOfTheReport() throws Exception {
    try (InputStream in =
        IngestModelTest.class.getResourceAsStream("/catena/report/table/paper.yaml")) {
      Map<?, ?> tables =
          (Map<?, ?>)
              Document.values("paper.yaml", new String(in.readAllBytes(), UTF_8))
                  .get(0)
                  .get("tables");
      int compared = 0;
      for (Cell cell : Cell.all()) {
        if (tables.get(cell.table()) instanceof Map<?, ?> table) {
          Map<String, Map<?, ?>> rows = new LinkedHashMap<>();
          ((List<?>) table.get("rows"))
              .forEach(row -> rows.put(((Map<?, ?>) row).get("row").toString(), (Map<?, ?>) row));
          assertThat(rows).as(cell.table()).containsKey(cell.row());
          Map<?, ?> averages = (Map<?, ?>) rows.get(cell.row()).get("averages");
          String kind = cell.work() instanceof Ingest ? "ingest" : "verify";
          assertThat(((Number) averages.get(kind)).doubleValue())
              .as(cell.name())
              .isEqualTo(cell.printed());
          assertThat(((Number) rows.get(cell.row()).get("servers")).intValue())
              .as(cell.name())
              .isEqualTo(cell.servers());
          compared++;
        }
      }
      assertThat(compared).isEqualTo(23);
    }
  }
}
