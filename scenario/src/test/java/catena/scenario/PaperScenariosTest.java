// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.fleet.ClientAssignment;
import catena.harness.command.CommonOptions;
import catena.harness.engine.DryRun;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.server.Role;
import catena.records.settings.Texts;
import catena.records.words.Document;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios of the benchmark paper: at scale 1 their numbers are the paper's own. */
class PaperScenariosTest {
  private static final Path HOME = Path.of("../conf/scenarios/paper");

  /**
   * One row of a table, typed from the paper's text.
   *
   * @param table its number
   * @param row as the scenario names it
   * @param servers tablet servers
   * @param clients of ingest in the row's own phase; 0 where it has none
   * @param begins entries in the table before the row, in billions
   * @param ends entries after it, in billions
   * @param hours how long the row lasts at most; 0 where its entries alone say when it is over
   * @param threshold the split threshold in GB; 0 where the paper does not tell
   * @param tablets of each server; 0 where it is not presplit
   */
  record Printed(
      String table,
      String row,
      int servers,
      int clients,
      double begins,
      double ends,
      double hours,
      int threshold,
      int tablets) {
    /** Whether the text says 4 query threads, as of general tables and on EC2; else 16. */
    boolean hasFewThreads() {
      return table.equals("6-9") || table.startsWith("7-");
    }

    @Override
    public String toString() {
      return table + " " + row;
    }
  }

  static List<Printed> printed() {
    List<Printed> all = new ArrayList<>();
    // 6-1: three clients a server, 10^9 entries for each server
    all.add(new Printed("6-1", "300", 287, 861, 0, 287, 0, 128, 30));
    all.add(new Printed("6-1", "500", 488, 1464, 0, 488, 0, 128, 40));
    all.add(new Printed("6-1", "1000", 980, 2940, 0, 980, 0, 128, 32));
    // 6-2: 26 hours, 7.56 T; begun with 942 tablet servers
    all.add(new Printed("6-2", "1000", 942, 2826, 0, 7560, 0, 128, 33));
    // 6-3
    all.add(new Printed("6-3", "1 GB", 287, 287, 0, 89.98, 0, 1, 0));
    all.add(new Printed("6-3", "128 GB", 287, 287, 211, 488, 0, 128, 0));
    // 6-4; first rows begin with some millions
    all.add(new Printed("6-4", "300, 1 GB", 287, 287, 0, 90, 0, 1, 0));
    all.add(new Printed("6-4", "500, 1 GB", 488, 488, 0, 102, 0, 1, 0));
    all.add(new Printed("6-4", "500, 10 GB", 488, 488, 102, 449, 0, 10, 0));
    all.add(new Printed("6-4", "500, 128 GB", 488, 488, 452, 559, 0, 128, 0));
    all.add(new Printed("6-4", "1000, 1 GB", 980, 980, 91, 314, 0, 1, 0));
    all.add(new Printed("6-4", "1000, 128 GB", 980, 980, 430, 1025, 0, 128, 0));
    // 6-5: 100, 250 and 500 clients, a threshold of 4 GB
    all.add(new Printed("6-5", "100 clients", 250, 100, 0, 96.74, 0, 4, 0));
    all.add(new Printed("6-5", "250 clients", 250, 250, 96.74, 193.63, 0, 4, 0));
    all.add(new Printed("6-5", "500 clients", 250, 500, 193.63, 356.5, 0, 4, 0));
    // 6-6
    all.add(new Printed("6-6", "300, walk", 286, 0, 705, 705, 1.0, 128, 33));
    all.add(new Printed("6-6", "300, batch walk", 286, 0, 705, 705, 0.81, 128, 33));
    all.add(new Printed("6-6", "500, walk", 480, 0, 1000, 1000, 1.46, 128, 33));
    all.add(new Printed("6-6", "500, batch walk", 480, 0, 1000, 1000, 1.07, 128, 33));
    all.add(new Printed("6-6", "1000, walk", 946, 0, 1000, 1000, 1.5, 128, 33));
    all.add(new Printed("6-6", "1000 with 7.56T, walk", 938, 0, 7560, 7560, 8.3, 128, 33));
    all.add(new Printed("6-6", "1000, batch walk", 946, 0, 1000, 1000, 0.8, 128, 33));
    // 6-7
    all.add(new Printed("6-7", "300, walk", 287, 0, 280, 280, 2.777, 1, 0));
    all.add(new Printed("6-7", "300, batch walk", 287, 0, 280, 280, 0.9913, 1, 0));
    all.add(new Printed("6-7", "500, walk", 486, 0, 635.2, 635.2, 2.16, 1, 0));
    all.add(new Printed("6-7", "500, batch walk", 486, 0, 635.2, 635.2, 2.78, 1, 0));
    all.add(new Printed("6-7", "1000, walk", 984, 0, 314.5, 314.5, 2.11, 1, 0));
    all.add(new Printed("6-7", "1000, batch walk", 984, 0, 314.5, 314.5, 0.593, 1, 0));
    all.add(new Printed("6-7", "1000 with 128 GB, walk", 984, 0, 1288.6, 1288.6, 0.391, 128, 0));
    all.add(
        new Printed("6-7", "1000 with 128 GB, batch walk", 984, 0, 1288.6, 1288.6, 5.068, 128, 0));
    // 6-8: partial is 90, 150 and 300 clients
    all.add(new Printed("6-8", "300, full, walk", 286, 286, 705, 978, 3.5, 128, 33));
    all.add(new Printed("6-8", "500, full, walk", 478, 478, 1000, 1180, 1.44, 128, 33));
    all.add(new Printed("6-8", "500, part, walk", 478, 150, 1250, 1380, 2.6, 128, 33));
    all.add(new Printed("6-8", "1000, full, walk", 946, 946, 1000, 1250, 0.98, 128, 33));
    all.add(new Printed("6-8", "1000 with 7.56T, full, walk", 938, 938, 7560, 7800, 3.2, 128, 33));
    all.add(new Printed("6-8", "1000, part, walk", 946, 300, 1250, 1360, 1.1, 128, 33));
    // 6-9
    all.add(new Printed("6-9", "300, full, walk", 287, 287, 488, 525, 1.18, 1, 0));
    all.add(new Printed("6-9", "300, partial, walk", 287, 90, 605, 626, 1.04, 1, 0));
    all.add(new Printed("6-9", "300, full, batch walk", 287, 287, 525, 603, 2.494, 1, 0));
    all.add(new Printed("6-9", "300, partial, batch walk", 287, 90, 626, 680, 2.43, 1, 0));
    all.add(new Printed("6-9", "500, full, walk", 486, 486, 1580, 1725, 1.97, 1, 0));
    all.add(new Printed("6-9", "500, partial, walk", 486, 150, 1731, 1767, 0.86, 1, 0));
    all.add(new Printed("6-9", "1000, full, walk", 984, 984, 416, 420, 0.84, 1, 0));
    all.add(new Printed("6-9", "1000, partial, walk", 984, 300, 424, 428, 0.72, 1, 0));
    all.add(new Printed("6-9", "1000, partial, walk from 1289B", 984, 300, 1289, 1335, 1.01, 1, 0));
    // 6-10: clients of 10^9 entries for 5.5 and 6 hours; then tables of other sizes: the paper's
    // clients had written 54, 49 and 86 billion by then, and a faster cluster's write more
    all.add(new Printed("6-10", "300, ingest", 287, 287, 0, 287, 5.5, 1, 0));
    all.add(new Printed("6-10", "300, walk", 287, 0, 322, 322, 2.7, 1, 0));
    all.add(new Printed("6-10", "300, batch walk", 287, 0, 322, 322, 0.5, 1, 0));
    all.add(new Printed("6-10", "500, ingest", 488, 488, 0, 488, 5.5, 1, 0));
    all.add(new Printed("6-10", "500, walk", 488, 0, 1074, 1074, 2.7, 1, 0));
    all.add(new Printed("6-10", "500, batch walk", 488, 0, 1074, 1074, 2.7, 1, 0));
    all.add(new Printed("6-10", "1000, ingest", 980, 980, 0, 980, 6.0, 1, 0));
    all.add(new Printed("6-10", "1000, walk", 980, 0, 1208, 1208, 2.1, 1, 0));
    all.add(new Printed("6-10", "1000, batch walk", 980, 0, 1208, 1208, 0.5, 1, 0));
    // 6-11
    all.add(new Printed("6-11", "500, no ACL", 488, 488, 0, 34.5, 0, 0, 0));
    all.add(new Printed("6-11", "500, with ACL", 488, 488, 0, 33.5, 0, 0, 0));
    all.add(new Printed("6-11", "1000, no ACL", 980, 980, 0, 86, 0, 0, 0));
    all.add(new Printed("6-11", "1000, with ACL", 980, 980, 0, 75.5, 0, 0, 0));
    // 6-12
    all.add(new Printed("6-12", "300, 1.46B", 287, 0, 1.46, 1.46, 0, 0, 0));
    all.add(new Printed("6-12", "1000, 12.3B", 980, 0, 12.3, 12.3, 0, 0, 0));
    all.add(new Printed("6-12", "1000, 1T", 980, 0, 1000, 1000, 0, 0, 0));
    // 7-1: one client a server
    all.add(new Printed("7-1", "16", 10, 10, 0, 4.58, 0, 128, 40));
    all.add(new Printed("7-1", "100", 100, 100, 0, 56.6, 0, 128, 15));
    all.add(new Printed("7-1", "330", 330, 330, 0, 105, 0, 128, 15));
    all.add(new Printed("7-1", "500", 500, 500, 0, 170, 0, 128, 15));
    all.add(new Printed("7-1", "1000", 995, 995, 0, 205.4, 0, 128, 15));
    // 7-2
    all.add(new Printed("7-2", "1000", 942, 2826, 0, 332, 0, 128, 15));
    // 7-3: the first row's 10.718M, which its rate and period make billions
    all.add(new Printed("7-3", "16", 10, 10, 0, 10.718, 0, 1, 0));
    all.add(new Printed("7-3", "100", 100, 100, 0, 1.3, 0, 1, 0));
    all.add(new Printed("7-3", "500", 500, 500, 0, 27.332, 0, 1, 0));
    // 7-4
    all.add(new Printed("7-4", "100, walk", 100, 0, 12.82, 12.82, 0.94, 128, 15));
    all.add(new Printed("7-4", "100, batch walk", 100, 0, 12.82, 12.82, 0.94, 128, 15));
    all.add(new Printed("7-4", "330, walk", 330, 0, 105.074, 105.074, 0.92, 128, 15));
    all.add(new Printed("7-4", "330, batch walk", 330, 0, 105.074, 105.074, 0.57, 128, 15));
    all.add(new Printed("7-4", "500, walk", 500, 0, 171.605, 171.605, 0.92, 128, 15));
    all.add(new Printed("7-4", "500, batch walk", 500, 0, 171.605, 171.605, 0.94, 128, 15));
    all.add(new Printed("7-4", "1000, walk", 995, 0, 207.358, 207.358, 0.43, 128, 15));
    all.add(new Printed("7-4", "1000, batch walk", 995, 0, 207.358, 207.358, 0.51, 128, 15));
    // 7-5
    all.add(new Printed("7-5", "100, walk", 100, 0, 143.112, 143.112, 3.58, 1, 0));
    all.add(new Printed("7-5", "100, batch walk", 100, 0, 143.112, 143.112, 1.9, 1, 0));
    all.add(new Printed("7-5", "500, walk", 500, 0, 27.295, 27.295, 0.90, 1, 0));
    all.add(new Printed("7-5", "500, batch walk", 500, 0, 27.295, 27.295, 1.33, 1, 0));
    // 7-6 and 7-7: partial is 30 and 150 clients, a threshold of 128 GB
    all.add(new Printed("7-6", "100, full, walk", 100, 100, 8.6, 10.5, 0.59, 128, 15));
    all.add(new Printed("7-6", "100, partial, walk", 100, 30, 10.5, 14.0, 0.71, 128, 15));
    all.add(new Printed("7-6", "500, full, walk", 500, 500, 3.9, 6.2, 0.25, 128, 15));
    all.add(new Printed("7-6", "500, partial, walk", 500, 150, 7.0, 9.1, 0.28, 128, 15));
    all.add(new Printed("7-7", "100, full, walk", 100, 100, 1.4, 4.0, 0.55, 128, 0));
    all.add(new Printed("7-7", "100, partial, walk", 100, 30, 4.1, 7.4, 0.73, 128, 0));
    all.add(new Printed("7-7", "500, full, walk", 500, 500, 1.5, 2.4, 0.27, 128, 0));
    all.add(new Printed("7-7", "500, partial, walk", 500, 150, 2.4, 3.1, 0.29, 128, 0));
    // 7-8
    all.add(new Printed("7-8", "100, no ACL", 100, 100, 0, 1.7, 0, 0, 0));
    all.add(new Printed("7-8", "100, with ACL", 100, 100, 0, 1.6, 0, 0, 0));
    all.add(new Printed("7-8", "500, no ACL", 500, 500, 0, 1.4, 0, 0, 0));
    all.add(new Printed("7-8", "500, with ACL", 500, 500, 0, 1.7, 0, 0, 0));
    return all;
  }

  /** Rows of the tables of YCSB: workloads by number of nodes; 500 and 100 lack some. */
  private static List<String> ofYcsb(String table) {
    List<String> inserts = List.of("F 10 KB", "F 100 KB", "F 1 MB", "F 10 MB", "F 100 MB");
    List<String> all = List.of("A", "B", "C", "D", "E");
    List<String> rows = new ArrayList<>();
    for (String nodes :
        table.startsWith("6") ? List.of("300", "500", "1000") : List.of("10", "100")) {
      boolean lacks = nodes.equals("500");
      Stream.concat(
              lacks && table.equals("6-13") ? Stream.of("E") : all.stream(),
              lacks && table.equals("6-14")
                  ? Stream.of()
                  : inserts.stream()
                      .filter(
                          row ->
                              !table.equals("7-10")
                                  || nodes.equals("10")
                                  || !row.equals("F 100 MB")))
          .forEach(row -> rows.add(nodes + ", " + row));
    }
    return rows;
  }

  private static final List<String> YCSB = List.of("6-13", "6-14", "7-9", "7-10");

  private static List<String> rowsOf(String table) {
    return YCSB.contains(table)
        ? ofYcsb(table)
        : printed().stream().filter(p -> p.table().equals(table)).map(Printed::row).toList();
  }

  @Test
  void theTablesOfYcsbHaveThePapersRecordsOperationsAndThreads() {
    for (String table : YCSB) {
      long threads = table.equals("6-13") || table.equals("7-9") ? 1 : 50;
      for (ScenarioFile.Planned planned : at(table)) {
        for (Phase phase : planned.scenario().phases()) {
          for (Part part : phase.parts()) {
            Map<String, String> settings = new LinkedHashMap<>(planned.scenario().settings());
            settings.putAll(part.settings());
            if (part.activity().name().equals("ycsb")) {
              assertThat(settings).containsEntry("ycsb.clients", "" + threads);
              assertThat(settings.get("ycsb.count"))
                  .isEqualTo(phase.row().isPresent() ? "" + 10_000 / threads : "");
            } else if (part.activity().name().equals("ingest")) {
              // Records, and a second entry of each of the last layer that closes the block.
              long records = Long.parseLong(settings.get("graph.flush.interval")) * 2 * threads;
              assertThat(records).isEqualTo(10_000);
            }
          }
        }
      }
    }
  }

  private static List<ScenarioFile.Planned> at(String table, String... given) {
    List<String> all = new ArrayList<>(List.of(given));
    if (!table.endsWith("-2")) { // sustained once
      all.add("rounds=1");
    }
    return ScenarioFile.read(Activities.SHIPPED, HOME.resolve(table + ".yaml"), all, () -> 0);
  }

  /** Scenario and place of the phase that is a row. */
  private record Found(Map<String, String> parameters, Scenario scenario, int phase) {
    static Found of(Printed printed) {
      List<Found> found = new ArrayList<>();
      for (ScenarioFile.Planned planned : at(printed.table(), "scale=1")) {
        List<Phase> phases = planned.scenario().phases();
        for (int i = 0; i < phases.size(); i++) {
          if (phases.get(i).row().filter(printed.row()::equals).isPresent()) {
            found.add(new Found(planned.row().parameters(), planned.scenario(), i));
          }
        }
      }
      assertThat(found).as("phases that are row " + printed).hasSize(1);
      return found.get(0);
    }

    List<Part> parts() {
      return scenario.phases().get(phase).parts();
    }

    Map<String, String> settings(Part part) {
      Map<String, String> settings = new LinkedHashMap<>(scenario.settings());
      settings.putAll(part.settings());
      return settings;
    }

    private double written(Phase phase) {
      return phase.parts().stream()
          .filter(part -> part.activity().name().equals("ingest"))
          .map(this::settings)
          .mapToDouble(
              given ->
                  Double.parseDouble(given.get("ingest.entries"))
                      * Double.parseDouble(given.get("ingest.clients")))
          .sum();
    }

    /** Billions of entries that all phases before one have written. */
    double before(int to) {
      return scenario.phases().subList(0, to).stream().mapToDouble(this::written).sum() / 1e9;
    }

    /** The threshold that was set last. */
    String threshold() {
      String key = "table.prop.table.split.threshold";
      String last = scenario.settings().get(key);
      for (Phase each : scenario.phases().subList(0, phase)) {
        for (Part part : each.parts()) {
          last = part.settings().getOrDefault(key, last);
        }
      }
      return last;
    }
  }

  @ParameterizedTest
  @MethodSource("printed")
  void atScaleOneTheNumbersAreThePapersOwn(Printed printed) {
    Found row = Found.of(printed);
    assertThat(row.parameters()).containsEntry("servers", "" + printed.servers());
    assertThat(row.scenario().settings())
        .as("section 5.6, and the defaults of the suite that section 5.4 tells")
        .containsEntry("graph.checksum", "false")
        .containsEntry("graph.flush.interval", "1000000");
    // Each client writes a whole number of entries.
    assertThat(row.before(row.phase())).isEqualTo(printed.begins(), within(1e-4));
    assertThat(row.before(row.phase() + 1)).isEqualTo(printed.ends(), within(1e-4));
    List<Long> duration = new ArrayList<>();
    for (Part part : row.parts()) {
      Map<String, String> settings = row.settings(part);
      switch (part.activity().name()) {
        case "ingest" ->
            assertThat(settings).containsEntry("ingest.clients", "" + printed.clients());
        case "walk" ->
            assertThat(settings)
                .containsEntry("walk.clients", "" + printed.servers())
                .containsEntry("read.wait", "10ms");
        case "batchwalk" ->
            assertThat(settings)
                .containsEntry("batchwalk.clients", "" + printed.servers())
                .containsEntry("read.wait", "180000ms")
                .containsEntry("batchwalk.threads", printed.hasFewThreads() ? "4" : "16");
        default -> assertThat(part.activity().name()).isEqualTo("verify");
      }
      duration.addAll(
          Stream.ofNullable(settings.get(part.activity().name() + ".duration"))
              .map(Texts::parseDuration)
              .map(Duration::toSeconds)
              .toList());
    }
    if (printed.hours() > 0) {
      assertThat(duration).containsExactly(Math.round(printed.hours() * 3600));
    }
    if (printed.threshold() > 0) {
      assertThat(Texts.parseSize(row.threshold())).isEqualTo((long) printed.threshold() << 30);
    }
    assertThat(row.scenario().settings().get("table.splits.per.tserver"))
        .isEqualTo(
            printed.tablets() > 0
                ? "" + printed.tablets()
                : printed.table().equals("6-12") ? "32" : null);
  }

  static List<String> tables() throws IOException {
    try (Stream<Path> files = Files.list(HOME)) {
      return files
          .map(file -> file.getFileName().toString().replace(".yaml", ""))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void smallRowsAreRepeatedByTurnsAndThoseOfThePapersSizeAreNot(String table) {
    Path file = HOME.resolve(table + ".yaml");
    List<ScenarioFile.Planned> small =
        ScenarioFile.read(Activities.SHIPPED, file, List.of(), () -> 0);
    int rounds = table.endsWith("-2") ? 1 : 3;
    assertThat(small).hasSize(rounds * at(table).size());
    if (!YCSB.contains(table)) {
      assertThat(ScenarioFile.read(Activities.SHIPPED, file, List.of("scale=1"), () -> 0))
          .hasSize(at(table).size());
    }
    assertThat(small)
        .as("on one cluster each row, repeated ones too, has a table of its own")
        .extracting(planned -> planned.scenario().settings().get("table.name"))
        .doesNotContainNull()
        .doesNotHaveDuplicates();
  }

  @Test
  void thereIsAScenarioForEachTableAndARowForEachOfItsRows() throws IOException {
    List<String> wanted = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      wanted.add("6-" + i);
    }
    for (int i = 1; i <= 8; i++) {
      wanted.add("7-" + i);
    }
    wanted.addAll(YCSB);
    assertThat(tables()).containsExactlyInAnyOrderElementsOf(wanted);
    for (String table : tables()) {
      List<String> rows =
          at(table).stream()
              .flatMap(planned -> planned.scenario().phases().stream())
              .flatMap(phase -> phase.row().stream())
              .toList();
      assertThat(rows).as(table).containsExactlyInAnyOrderElementsOf(rowsOf(table));
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void theReportHasARowOfEachName(String table) throws IOException {
    Map<?, ?> tables;
    try (InputStream in = catena.report.Reports.class.getResourceAsStream("table/paper.yaml")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      tables = (Map<?, ?>) Document.values("paper.yaml", text).get(0).get("tables");
    }
    List<?> rows = (List<?>) ((Map<?, ?>) tables.get(table)).get("rows");
    assertThat(rows.stream().map(row -> ((Map<?, ?>) row).get("row").toString()).toList())
        .containsExactlyInAnyOrderElementsOf(rowsOf(table));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void theDefaultFitsALaptop(String table) {
    List<ScenarioFile.Planned> rows = at(table);
    List<PlannedRun> entries =
        PlannedRun.of(rows, new CommonOptions(), Activities.SHIPPED.settings(), Optional.empty());
    assertThat(entries).hasSameSizeAs(rows);
    for (PlannedRun entry : entries) {
      Scenario scenario = entry.scenario();
      assertThat(scenario.name()).isEqualTo("paper-" + table);
      assertThat(scenario.experiment()).contains(table);
      assertThat(entry.cluster().number(Role.TSERVER)).isBetween(1, 3);
      assertThat(entry.time().orElseThrow())
          .as(table + " " + entry.row().label())
          .isLessThan(Duration.ofMinutes(table.endsWith("-2") ? 50 : 20));
      assertThat(new DryRun(scenario, entry.settings()).outlook().entries()).isPositive();
    }
  }

  static List<String> ofPapers() throws IOException {
    Path home = HOME.getParent();
    try (Stream<Path> files = Files.walk(home, 2)) {
      return files
          .map(file -> home.relativize(file).toString())
          .filter(name -> name.matches("(nodes|paper|placement|rate|ycsb|ycsbpp)/.*"))
          .sorted()
          .toList();
    }
  }

  /** The numbers of clients are those of the table, by however many processes it is done. */
  @ParameterizedTest
  @MethodSource("ofPapers")
  void fourWorkersWriteAsMuchAsOneProcess(String name) {
    List<ScenarioFile.Planned> rows =
        ScenarioFile.read(Activities.SHIPPED, HOME.resolveSibling(name), List.of(), () -> 0);
    assertThat(entries(rows, Optional.of(new ClientAssignment(4, 1))))
        .isEqualTo(entries(rows, Optional.empty()));
  }

  private static List<Long> entries(
      List<ScenarioFile.Planned> rows, Optional<ClientAssignment> deal) {
    return PlannedRun.of(rows, new CommonOptions(), Activities.SHIPPED.settings(), deal).stream()
        .map(row -> new DryRun(row.scenario(), row.settings()).outlook().entries())
        .toList();
  }

  /** What compares no work: verdicts, recoveries, steps that begin unmeasured, and empty caches. */
  private static final Set<String> NOT_WARM =
      Set.of("bulk-agitated", "placement/recovery", "rate/ycsb", "placement/ycsb");

  static Stream<Arguments> sweeps() throws IOException {
    Path home = HOME.getParent();
    try (Stream<Path> files = Files.walk(home, 2)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .map(file -> home.relativize(file).toString().replace(".yaml", ""))
          .filter(name -> !NOT_WARM.contains(name))
          .sorted()
          .map(name -> Arguments.of(name, shipped(name)))
          .filter(each -> ((List<?>) each.get()[1]).size() > 1)
          .toList()
          .stream();
    }
  }

  private static List<ScenarioFile.Planned> shipped(String name) {
    Path file = HOME.resolveSibling(name + ".yaml");
    return ScenarioFile.read(Activities.SHIPPED, file, List.of(), () -> 0);
  }

  /** Else the first of two rows would be slower, since servers compile. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("sweeps")
  void whatIsComparedComesBehindTheSameWork(String name, List<ScenarioFile.Planned> all) {
    assertThat(all)
        .as("some runs have rows")
        .anyMatch(
            planned -> planned.scenario().phases().stream().anyMatch(it -> it.row().isPresent()));
    for (ScenarioFile.Planned planned : all) {
      Set<String> done = new TreeSet<>();
      for (Phase phase : planned.scenario().phases()) {
        List<String> kinds =
            phase.parts().stream()
                .filter(part -> part.activity().description().clients().isPresent())
                .map(part -> part.activity().name())
                .toList();
        if (phase.row().isPresent()) {
          assertThat(done).as(name + ", row " + phase.row().get()).containsAll(kinds);
        }
        done.addAll(kinds);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"6-7", "6-10", "7-5"})
  void walksBeginOnceTheTableSplitsNoMore(String table) {
    for (ScenarioFile.Planned planned : at(table)) {
      assertThat(planned.scenario().phases().stream().map(Phase::words))
          .containsSequence("flush", "pause", "compact", "balance", "walk+batchwalk", "walk");
    }
    assertThat(at(table, "scale=1").get(0).scenario().phases().stream().map(Phase::words))
        .as("as in the paper")
        .doesNotContain("pause", "compact", "balance", "walk+batchwalk");
  }

  /** The table is spread, without anything left to compact, before it is read. */
  @ParameterizedTest
  @CsvSource({
    "6-6, compact balance walk+batchwalk walk",
    "7-4, compact balance walk+batchwalk walk",
    "6-8, compact balance walk ingest+walk",
    "7-6, compact balance walk ingest+walk",
    "7-7, compact balance walk ingest+walk",
    "6-9, flush pause compact balance",
  })
  void rowsWithReadersBeginOnATableThatIsSteady(String table, String words) {
    for (ScenarioFile.Planned planned : at(table)) {
      assertThat(planned.scenario().phases().stream().map(Phase::words))
          .containsSequence(words.split(" "));
    }
    assertThat(at(table, "scale=1").get(0).scenario().phases().stream().map(Phase::words))
        .as("as in the paper")
        .doesNotContain("pause", "compact", "balance");
  }

  @ParameterizedTest
  @CsvSource({
    "7-1, ingest.entries, 2000000",
    "7-6, ingest.duration, 30s",
    "7-7, ingest.duration, 30s",
  })
  void rowsHaveOneLengthAtTheDefaultSize(String table, String setting, String value) {
    for (ScenarioFile.Planned planned : at(table)) {
      Phase row =
          planned.scenario().phases().stream()
              .filter(phase -> phase.row().isPresent())
              .findFirst()
              .orElseThrow();
      Map<String, String> settings = new HashMap<>(planned.scenario().settings());
      settings.putAll(row.parts().get(0).settings());
      assertThat(settings).containsEntry(setting, value);
    }
  }

  /** Rows of the paper that the default size makes one and the same. */
  @ParameterizedTest
  @MethodSource("tables")
  void whereRowsAreTheSameHereTheListSaysSo(String table) {
    Set<List<Object>> different = new HashSet<>();
    List<ScenarioFile.Planned> all = at(table);
    for (ScenarioFile.Planned planned : all) {
      Map<String, String> settings = new HashMap<>(planned.scenario().settings());
      settings.remove("table.name");
      List<Map<String, String>> parts =
          planned.scenario().parts().stream().map(Part::settings).toList();
      different.add(List.of(planned.cluster().number(Role.TSERVER), settings, parts));
    }
    if (different.size() < all.size()) {
      assertThat(all.get(0).scenario().about()).endsWith(" are alike.");
    }
  }

  @ParameterizedTest
  @CsvSource({"6-2, losses, 11", "7-2, losses-five, 5"})
  void sustainedIsHalfAnHourWithAsManyServersLostAsInThePaper(String table, String policy, int lost)
      throws IOException {
    Scenario scenario = at(table).get(0).scenario();
    assertThat(scenario.phases().get(1).words()).isEqualTo("ingest+agitate");
    assertThat(scenario.settings())
        .containsEntry("ingest.duration", "1800s")
        .containsEntry("agitate.policy", policy);
    String file = "../conf/agitation/" + policy + ".yaml";
    Map<?, ?> losses = Document.values(file, Files.readString(Path.of(file))).get(0);
    Map<?, ?> kill = (Map<?, ?>) ((List<?>) losses.get("faults")).get(0);
    long first = Texts.parseDuration((String) kill.get("first")).toSeconds();
    long every = Texts.parseDuration((String) kill.get("every")).toSeconds();
    assertThat(1 + (1800 - first) / every).isEqualTo(lost);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "columns: 3; moru; is not copied (moru)",
        "delete.probability: 0.5; {ycsb: {ycsb.update: 0}}; ycsb works on records that stay",
        "columns: 3; {ycsb: {ycsb.update: 0, ycsb.read.fields: one}}; graph.max.cf=1",
        "max.cf: 1; {ycsb: {ycsb.update: 0, ycsb.read.fields: one}}; graph.columns above 1",
        "rows: ordered; {verify: {verify.sample: 0.1}}; verify.sample takes a part of each window",
        "rows: ordered, table.splits: 3; ingest; has no points for them",
      })
  void whatATableCannotHaveIsRefusedBeforeAnythingBegins(
      String graph, String part, String why, @TempDir Path temp) throws IOException {
    String text = "name: a\nphases: [{createtable: {graph.%s}}, %s]\n";
    Path refused = Files.writeString(temp.resolve("a.yaml"), text.formatted(graph, part));
    CommandLine line = CommandLine.run("run", refused.toString(), "--dry-run");
    assertThat(line.notes()).contains(why);
    assertThat(line.status()).isEqualTo(64);
  }

  @Test
  void updatesAfterFilesAreRefusedBeforeAnythingBegins(@TempDir Path temp) throws IOException {
    String phases = "phases: [createtable, bulk, {ycsb: {ycsb.update: 0.5}}, verify]\n";
    Path without = Files.writeString(temp.resolve("a.yaml"), "name: a\n" + phases);
    CommandLine none = CommandLine.run("run", without.toString(), "--dry-run");
    assertThat(none.status()).isEqualTo(64);
    assertThat(none.notes()).contains("ycsb updates records", "load by ingest (files hold no");
    String updates = "settings: {graph.updates: '9:zipfian'}\n";
    Path with = Files.writeString(temp.resolve("b.yaml"), "name: b\n" + updates + phases);
    CommandLine files = CommandLine.run("run", with.toString(), "--dry-run");
    assertThat(files.status()).isEqualTo(64);
    assertThat(files.notes()).contains("is not loaded by files (bulk, ingest.bulk)");
    Path sent = temp.resolve("c.yaml");
    Files.writeString(sent, "name: c\n" + updates + phases.replace("bulk", "ingest"));
    assertThat(CommandLine.run("run", sent.toString(), "--dry-run").status()).isZero();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void everyRunIsVerified(String table) {
    for (ScenarioFile.Planned planned : at(table)) {
      List<Phase> phases = planned.scenario().phases();
      assertThat(phases.get(phases.size() - 1).words()).isEqualTo("verify");
    }
  }

  @Test
  void theSetsOfTheCellLevelSecurityTestAreThePapers() throws IOException {
    assertThat(lines("visibilities.txt"))
        .containsExactlyInAnyOrder(
            "A", "B", "C", "D", "E", "A&B", "A&C", "A&D", "A&E", "A|B", "A|C", "A|D", "A|E",
            "A&B&C", "A&B&D", "A&B&E", "A|B|C", "A|B|D", "A|B|E");
    assertThat(lines("authorizations.txt"))
        .containsExactlyInAnyOrder("A", "B", "C", "D", "E", "A,B,C,D,E");
    for (String table : List.of("6-11", "7-8")) {
      for (ScenarioFile.Planned planned : at(table)) {
        boolean with = planned.row().label().contains("with ACL");
        assertThat(planned.scenario().settings())
            .containsEntry("graph.visibilities.file", with ? "conf/security/visibilities.txt" : "")
            .containsEntry("verify.auths.file", with ? "conf/security/authorizations.txt" : "");
      }
    }
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(Path.of("../conf/security", file)).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .toList();
  }
}
