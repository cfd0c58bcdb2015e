// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.RunPlan;
import catena.records.journal.Event;
import catena.records.placement.Place;
import catena.records.placement.PlacedBy;
import catena.records.placement.PlacementSample;
import catena.records.placement.Tier;
import catena.records.run.RunDirectory;
import catena.report.Reports;
import catena.report.RunFiles;
import catena.report.SyntheticRun;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.page.Plot;
import catena.report.page.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementTablesTest {
  private static final long GIGABYTE = 1_000_000_000;

  @TempDir private Path directory;

  /** A run that stored 8 GB, some of it on fast disks; logs were there and asked for there. */
  private RunFiles files(String name, long fastGigabytes, Tier logs, Tier seen) throws Exception {
    return files(name, fastGigabytes, logs, seen, 1);
  }

  private RunFiles files(String name, long fastGigabytes, Tier logs, Tier seen, double speed)
      throws Exception {
    return files(name, fastGigabytes, logs, seen, speed, PlacedBy.POLICIES);
  }

  private RunFiles files(
      String name, long fastGigabytes, Tier logs, Tier seen, double speed, PlacedBy by)
      throws Exception {
    RunFiles files =
        new SyntheticRun(new RunFiles(directory.resolve(name)), 1, 200, 30, speed).write();
    files.text(
        "placement.csv",
        String.join(
            "\n",
            PlacementSample.HEADER,
            new PlacementSample(1, Place.WAL, seen, Optional.of(logs), 3, 70L << 20, by).line(),
            new PlacementSample(
                    1,
                    Place.ALL,
                    Tier.SLOW,
                    Optional.empty(),
                    0,
                    (8 - fastGigabytes) * GIGABYTE,
                    by)
                .line(),
            new PlacementSample(
                    1, Place.ALL, Tier.FAST, Optional.empty(), 0, fastGigabytes * GIGABYTE, by)
                .line(),
            ""));
    return files;
  }

  private List<String> costs(RunFiles one, RunFiles two, String into) throws Exception {
    try (RunDirectory a = one.open();
        RunDirectory b = two.open();
        RunDirectory to = RunDirectory.at(directory.resolve(into).toString())) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(a, b), to);
    }
    return Files.readAllLines(directory.resolve(into + "/report/placement-cost.csv"));
  }

  private List<String> table(RunFiles files, String run, String table) throws Exception {
    try (RunDirectory one = files.open()) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(one), one);
    }
    return Files.readAllLines(directory.resolve(run + "/report/" + table + ".csv"));
  }

  @Test
  void runsAreComparedWithTheOneThatHasAllOnSlowDisks() throws Exception {
    RunFiles wal = files("wal", 1, Tier.FAST, Tier.FAST);
    RunFiles slow = files("slow", 0, Tier.SLOW, Tier.SLOW);
    // What each run draws for itself is no difference.
    wal.text("settings.properties", "table.name=a\ngraph.seed=1\n");
    slow.text("settings.properties", "table.name=b\ngraph.seed=2\n");
    List<String> costs = costs(wal, slow, "both");
    assertThat(costs.get(0)).contains("ingest /s", "ingest cost per /s", "ingest to all slow");
    // 0.15 × 7 / 0.8 + 2 × 1 / 0.5 = 5.3125, and 0.15 × 8 / 0.8 = 1.5; the same throughput.
    assertThat(costs).anyMatch(row -> row.startsWith("wal,wal,") && row.contains(",5.3125,"));
    assertThat(costs).anyMatch(row -> row.startsWith("slow,nothing,") && row.contains(",1.5,"));
    assertThat(costs).anyMatch(row -> row.startsWith("wal,") && row.contains(",3.54"));
    assertThat(costs).anyMatch(row -> row.startsWith("slow,") && row.contains(",1,"));
    assertThat(Files.readString(directory.resolve("both/report.txt")))
        .contains("What storage of this placement costs", "divided by that of the first run");
  }

  /** The placement that was swept is no number. */
  @Test
  void costIsDrawnAgainstWhatWasSwept() throws Exception {
    RunFiles wal = files("wal", 1, Tier.FAST, Tier.FAST);
    RunFiles slow = files("slow", 0, Tier.SLOW, Tier.SLOW);
    plan(slow, "all-slow");
    plan(wal, "wal-fast");
    costs(slow, wal, "swept");
    List<String> drawn = Files.readAllLines(directory.resolve("swept/report/swept-cost.csv"));
    assertThat(drawn.get(0)).isEqualTo("run,curve,placement,cost");
    assertThat(drawn)
        .anyMatch(row -> row.matches(".*\"ingest, cost per /s\",all-slow,[\\d.E-]+"))
        .anyMatch(row -> row.matches(".*\"ingest, cost per /s\",wal-fast,[\\d.E-]+"));
    assertThat(Files.readString(directory.resolve("swept/report.html")))
        .contains(
            "Cost of storage per throughput against placement",
            "\"names\":[\"all-slow\",\"wal-fast\"]");
  }

  @Test
  void withoutAPlacementThereIsNoCost() throws Exception {
    RunFiles one = new SyntheticRun(new RunFiles(directory.resolve("a")), 1, 60, 30, 1).write();
    RunFiles two = new SyntheticRun(new RunFiles(directory.resolve("b")), 1, 60, 30, 1).write();
    plan(one, "1");
    plan(two, "2");
    try (RunDirectory a = one.open();
        RunDirectory b = two.open()) {
      assertThat(SweptPlot.of(List.of(read(a), read(b))))
          .extracting(Plot::id)
          .contains("swept-rate")
          .doesNotContain("swept-cost");
    }
  }

  private static RunHistory read(RunDirectory run) throws Exception {
    return RunReader.read(run, RunFiles.LATER);
  }

  private static void plan(RunFiles files, String placement) throws Exception {
    try (RunDirectory run = files.open()) {
      Map<String, String> swept = Map.of("placement", placement);
      new RunPlan("x", Optional.empty(), 1, "", swept, List.of()).writeTo(run);
    }
  }

  @Test
  void medianAndRangeOfRepetitionsAreInItsCosts() throws Exception {
    RunFiles one = files("one", 1, Tier.FAST, Tier.FAST);
    RunFiles two = files("two", 3, Tier.FAST, Tier.FAST);
    for (RunFiles each : List.of(one, two)) {
      try (RunDirectory run = each.open()) {
        String label = "repetition " + (each == one ? 1 : 2);
        new RunPlan("x", Optional.empty(), 1, label, Map.of(), List.of()).writeTo(run);
      }
    }
    costs(one, two, "repeated");
    assertThat(Files.readAllLines(directory.resolve("repeated/report/placement-cost-medians.csv")))
        .hasSize(2)
        .last()
        .asString()
        // 5.3125 of one, and 0.15 × 5 / 0.8 + 2 × 3 / 0.5 = 12.9375 of the other
        .startsWith("\"x, median of 2\",wal,policies,")
        .contains(",9.125,9.13 (5.3125 to 12.9375),");
  }

  /** Rows take turns in each repetition: what made all of one slower is no merit of a placement. */
  @Test
  void aRepetitionIsComparedWithTheSlowOneOfItsOwnRound() throws Exception {
    List<RunHistory> runs = new ArrayList<>();
    for (int round = 1; round <= 2; round++) {
      for (Tier logs : List.of(Tier.SLOW, Tier.FAST)) {
        RunFiles files =
            files(logs.word() + round, logs == Tier.FAST ? 1 : 0, logs, logs, 3 - round);
        try (RunDirectory run = files.open()) {
          String label = "placement=%s, repetition %d".formatted(logs.word(), round);
          new RunPlan("x", Optional.empty(), 1, label, Map.of(), List.of()).writeTo(run);
          runs.add(read(run));
        }
      }
    }
    List<Double> own = column(runs, "ingest cost per /s");
    assertThat(own.get(2)).as("the second round is slower").isGreaterThan(1.5 * own.get(0));
    assertThat(column(runs, "ingest to all slow"))
        .containsExactly(1.0, own.get(1) / own.get(0), 1.0, own.get(3) / own.get(2));
    assertThat(column(runs.subList(1, 3), "ingest to all slow"))
        .as("a round without a slow one")
        .containsExactly(Double.NaN, 1.0);
  }

  private static List<Double> column(List<RunHistory> runs, String title) {
    Table costs =
        PlacementTables.of(runs).stream()
            .filter(table -> table.id().equals("placement-cost"))
            .findFirst()
            .orElseThrow();
    int column = costs.titles().indexOf(title);
    return costs.rows().stream().map(row -> row.cells().get(column).value()).toList();
  }

  @Test
  void runsThatDidSomethingElseAreNoMeasure() throws Exception {
    RunFiles wal = files("wal", 1, Tier.FAST, Tier.FAST);
    RunFiles slow = files("slow", 0, Tier.SLOW, Tier.SLOW);
    wal.text("settings.properties", "table.name=a\ngraph.seed=1\nycsb.read=0.5\n");
    slow.text("settings.properties", "table.name=b\ngraph.seed=1\nycsb.read=0.95\n");
    List<String> costs = costs(wal, slow, "other");
    assertThat(costs).anyMatch(row -> row.startsWith("wal,") && !row.contains(",3.54"));
    assertThat(costs).anyMatch(row -> row.startsWith("slow,") && row.contains(",1,"));
  }

  @Test
  void policiesAndVolumesAreNotComparedWithEachOther() throws Exception {
    RunFiles wal = files("wal", 1, Tier.FAST, Tier.FAST, 1, PlacedBy.VOLUMES);
    RunFiles slow = files("slow", 0, Tier.SLOW, Tier.SLOW, 1, PlacedBy.POLICIES);
    wal.text("settings.properties", "table.name=a\ngraph.seed=1\n");
    slow.text("settings.properties", "table.name=b\ngraph.seed=1\n");
    List<String> costs = costs(wal, slow, "means");
    assertThat(costs).anyMatch(row -> row.startsWith("wal,wal,volumes,") && !row.contains(",3.54"));
    assertThat(costs).anyMatch(row -> row.startsWith("slow,nothing,policies,"));
    RunFiles same = files("same", 0, Tier.SLOW, Tier.SLOW, 1, PlacedBy.VOLUMES);
    same.text("settings.properties", "table.name=b\ngraph.seed=1\n");
    assertThat(costs(wal, same, "same-means"))
        .anyMatch(row -> row.startsWith("wal,wal,volumes,") && row.contains(",3.54"));
  }

  @Test
  void tablesOfAnotherSizeHaveTheirOwnCost() throws Exception {
    RunFiles slow = files("slow", 0, Tier.SLOW, Tier.SLOW);
    slow.text("settings.properties", "price.tables=8000000000\n");
    List<String> costs = table(slow, "slow", "placement-cost");
    assertThat(costs.get(0)).contains("Cost at size", "ingest at size to all slow");
    // The run had 8 GB that are no tables: 0.15 × 16 / 0.8 in place of 0.15 × 8 / 0.8.
    assertThat(costs.get(1)).contains(",1.5,3,");
    assertThat(Files.readString(directory.resolve("slow/report.txt")))
        .containsIgnoringWhitespaces("as if the tables had 7.5 GiB");
  }

  @Test
  void whatWasElsewhereShowsInTheShare() throws Exception {
    RunFiles wrong = files("wrong", 1, Tier.FAST, Tier.SLOW);
    assertThat(table(wrong, "wrong", "placement-places"))
        .contains("wrong,wal,fast,policies,0,3,0,73400320");
  }

  @Test
  void recoveryIsListedWithItsSpreadWhereThereWereFaults() throws Exception {
    RunFiles files = files("killed", 0, Tier.SLOW, Tier.SLOW);
    assertThat(table(files, "killed", "placement-recovery"))
        .hasSize(2)
        .last()
        .asString()
        .contains("killed,nothing,policies,", " to ");
  }

  @Test
  void theThroughputOfYcsbIsThatOfItsOperations() throws Exception {
    RunFiles files = files("ycsb", 0, Tier.SLOW, Tier.SLOW);
    long begin = RunFiles.BEGIN;
    long end = begin + 20_000;
    files.events(
        "ycsb",
        new Event.ClientStarted(begin, "ycsb-0", "ycsb"),
        new Event.Throughput(end, "ycsb-0", false, 20, 40, 2000, 2000, 1, 0.5, 0, List.of()),
        new Event.ClientStopped(end, "ycsb-0", "done"));
    files.latencies(
        "ycsb",
        List.of(
            new RunFiles.Recorded("operation", end, Collections.nCopies(40, 1_000_000L)),
            new RunFiles.Recorded("scan", end, Collections.nCopies(40, 1_000_000L))));
    files.latencies(
        "ycsb-2",
        List.of(new RunFiles.Recorded("operation", end, Collections.nCopies(400, 1_000_000L))));
    List<String> costs = table(files, "ycsb", "placement-cost");
    assertThat(costs.get(0)).contains("operation /s").doesNotContain("ycsb");
    // 1.5 for two operations a second, each of 50 rows
    assertThat(costs.get(1)).contains(",2,0.75,1");
  }

  /** The first part has made ready for it. */
  @Test
  void theThroughputIsThatOfTheRowIfAPhaseIsOne() throws Exception {
    RunFiles files = files("rows", 0, Tier.SLOW, Tier.SLOW);
    long begin = RunFiles.BEGIN + 10_000;
    files.events(
        "ingest-2",
        new Event.ClientStarted(begin, "ingest-2-w9", "writes"),
        new Event.Flush(
            begin + 10_000, "ingest-2-w9", 9, 0, 0, 20, 0, 10_000_000_000L, 10_000_000_000L),
        new Event.ClientStopped(begin + 10_000, "ingest-2-w9", "done"));
    try (RunDirectory run = files.open()) {
      Optional<String> none = Optional.empty();
      List<RunPlan.Phase> phases =
          List.of(
              new RunPlan.Phase("ingest", none, List.of("ingest"), Map.of()),
              new RunPlan.Phase("ingest", Optional.of("slow"), List.of("ingest-2"), Map.of()));
      new RunPlan("x", none, 1, "", Map.of(), phases).writeTo(run);
    }
    List<String> costs = table(files, "rows", "placement-cost");
    assertThat(costs.get(0)).contains("ingest /s").doesNotContain("walk /s");
    // 1.5 for two entries a second
    assertThat(costs.get(1)).contains(",2,0.75,1");
  }

  @Test
  void ofOtherRunsThereIsNothing() {
    assertThat(PlacementTables.of(List.of())).isEmpty();
  }

  @Test
  void smallCostsKeepTheirDigits() {
    assertThat(PlacementTables.money(0).text()).isEqualTo("0.0000");
    assertThat(PlacementTables.money(0.0625).text()).isEqualTo("0.0625");
    assertThat(PlacementTables.money(0.0000123).text()).isEqualTo("1.23e-05");
    assertThat(PlacementTables.money(Double.NaN).text()).isEqualTo("–");
  }
}
