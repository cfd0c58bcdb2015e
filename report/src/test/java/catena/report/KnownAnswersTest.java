// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.graph.judge.FindingKind;
import catena.records.history.Causes;
import catena.records.history.RecoveryMeasure;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.history.WorkDone;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.sample.ClassicField;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import catena.report.history.LatencyTrack;
import catena.report.history.PhaseFigures;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.RunState;
import catena.report.history.Work;
import catena.report.page.Comparison;
import catena.report.page.EvidenceMaker;
import catena.report.page.FaultTables;
import catena.report.page.Formats;
import catena.report.page.HeadMaker;
import catena.report.page.Page;
import catena.report.page.Page.Tile;
import catena.report.page.PageMaker;
import catena.report.page.Plot;
import catena.report.page.Plots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of hand-written runs, worked out again without the code that is tested. */
class KnownAnswersTest {
  private static final long T0 = RunFiles.BEGIN;

  @TempDir private Path directory;

  private RunFiles files() {
    return new RunFiles(directory);
  }

  private static Event.Flush flush(int writer, long from, long to, long entries, long deletes) {
    long nanos = (to - from) * 1_000_000;
    return new Event.Flush(
        T0 + to, ClientName.writer("ingest", writer), writer, 0, 0, entries, deletes, nanos, nanos);
  }

  @Test
  void twoWritersForTenSeconds() throws Exception {
    files()
        .events(
            "run",
            new Event.RunStarted(T0, "run", "tiny"),
            new Event.PhaseStarted(T0, "run", "ingest"),
            new Event.PhaseEnded(T0 + 10_000, "run", "ingest", "done"),
            new Event.RunEnded(T0 + 10_000, "run", Verdict.PASS))
        .events(
            "ingest",
            flush(0, 0, 2_000, 1_000, 0),
            flush(0, 2_000, 10_000, 2_000, 0),
            flush(1, 1_000, 2_000, 500, 100),
            flush(1, 5_500, 6_500, 0, 300))
        .text("verdict.json", "{\"verdict\":\"PASS\",\"reasons\":[],\"tally\":{},\"findings\":{}}");

    RunHistory run = files().read();
    List<Tile> tiles = HeadMaker.of(run, ZoneOffset.UTC).tiles();

    assertThat(run.life()).isEqualTo(RunState.FINISHED);
    assertThat(tiles)
        .contains(
            new Tile("Entries written", "3,500", "and 400 deleted"),
            new Tile("Duration", "10s", "from " + Formats.time(T0, ZoneOffset.UTC)),
            // 3,500 entries in 10 s, deletes are counted apart; in the second from 1 to 2: 500 +
            // 500.
            new Tile("Ingest entries per second", "350", "on average; at most 1,000 over 1 s"),
            new Tile("Faults", "none", "injected"),
            new Tile("Findings", "none", ""));
    Series rates = run.journal().puts().rates(run.span(), 1);
    assertThat(rates.known()).containsExactly(500, 1000, 250, 250, 250, 250, 250, 250, 250, 250);
    assertThat(PageMaker.phases(run).texts().get(0))
        .startsWith("ingest", "ingest entries", "2")
        .endsWith("10s", "1,000", "350");
    assertThat(run.journal().flushes().largest(run.span(), 1).max()).isEqualTo(8_000);
  }

  /** The grid of a run of 4,000 s has intervals of 10 s: no maximum for work of 2 s. */
  @Test
  void ofWorkThatIsShorterThanTheGridNoMaximumIsSaid() throws Exception {
    files()
        .events(
            "run",
            new Event.RunStarted(T0, "run", "short"),
            new Event.PhaseStarted(T0, "run", "ingest"),
            new Event.PhaseEnded(T0 + 2_000, "run", "ingest", "done"),
            new Event.RunEnded(T0 + 4_000_000, "run", Verdict.PASS))
        .events(
            "ingest",
            new Event.ClientStarted(T0, "ingest-w0", "ingest"),
            flush(0, 0, 2_000, 20_000, 0),
            new Event.ClientStopped(T0 + 2_000, "ingest-w0", "done"));

    RunHistory run = files().read();
    assertThat(run.rateSeconds()).isGreaterThan(2);
    assertThat(HeadMaker.of(run, ZoneOffset.UTC).tiles())
        .contains(new Tile("Ingest entries per second", "10 k", "on average"));
    assertThat(PhaseFigures.of(run))
        .singleElement()
        .satisfies(
            figures -> {
              assertThat(figures.maximum()).isNaN();
              assertThat(figures.average()).isEqualTo(10_000);
            });
  }

  /** The plots have the offset of the run's begin, the tables that of each time. */
  @Test
  void ofARunInWhichTheClockIsChangedThePageSaysWhatItsPlotsHave() throws Exception {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    long begin = Instant.parse("2026-10-24T10:00:00Z").toEpochMilli();
    files().events("run", new Event.RunStarted(begin, "run", "autumn"));
    PageMaker before = new PageMaker(List.of(files().read()), berlin);
    assertThat(before.page(begin).made()).endsWith(", times in Europe/Berlin");

    long end = Instant.parse("2026-10-26T10:00:00Z").toEpochMilli();
    files().events("run", new Event.RunEnded(end, "run", Verdict.PASS));
    RunHistory run = files().read();
    assertThat(new PageMaker(List.of(run), berlin).page(end).made())
        .endsWith(", times in Europe/Berlin, in plots UTC+02:00 throughout");
    assertThat(new PageMaker(List.of(run), ZoneOffset.UTC).page(end).made())
        .endsWith(", times in UTC");
    assertThat(new PageMaker(List.of(run, run), berlin).page(end).made())
        .as("plots of several runs have no time of day")
        .endsWith(", times in Europe/Berlin");
  }

  /** A host whose clock is wrong, or a line without a time, adds no decades. */
  @Test
  void whatIsOfNoTimeOfTheRunIsLeftOutAndCounted() throws Exception {
    files()
        .events(
            "ingest",
            flush(0, 0, 2_000, 1_000, 0),
            flush(0, 2_000, 10_000, 2_000, 0),
            new Event.Note(0, "ingest-w0", "near 1970"),
            flush(0, -T0, 9_000, 7_000, 0), // sent for 56 years
            new Event.Note(T0 * 2, "ingest-w0", "in decades"));

    RunHistory run = files().read();
    assertThat(run.span()).isEqualTo(new Span(T0, T0 + 10_000));
    assertThat(run.journal().puts().total()).isEqualTo(3_000);
    assertThat(run.missing())
        .contains("left out, of times that are not the run's: 3 (events, samples, intervals)");
  }

  @Test
  void ratesAddUpToWhatWasAcknowledged() {
    Random random = new Random(7);
    RateBins spread = new RateBins();
    double sum = 0;
    for (int i = 0; i < 10_000; i++) {
      long from = T0 + random.nextInt(3_600_000);
      double amount = random.nextInt(5_000);
      spread.add(from, from + random.nextInt(20_000), amount);
      sum += amount;
    }
    Span active = spread.active().orElseThrow();
    double added = 0;
    for (double rate : spread.rates(new Span(active.from(), active.to() + 30_000), 30).known()) {
      added += rate * 30;
    }
    assertThat(spread.total()).isEqualTo(sum);
    assertThat(added).isCloseTo(sum, within(sum * 1e-9));
  }

  private static Event.Throughput read(long at, int reader) {
    String client = ClientName.reader("walk", reader);
    return new Event.Throughput(T0 + at, client, false, 10, 50, 4_000, 5_000, 0, 0, 0, List.of());
  }

  @Test
  void readersRatesComeFromTheirTotals() throws Exception {
    files().events("walk", read(10_000, 1), read(20_000, 1), read(20_000, 2));

    RunHistory run = files().read();

    Work walk = run.journal().work().get("walk");
    assertThat(walk.label()).isEqualTo("walk rows");
    assertThat(walk.of(WorkDone.Counted.OPERATIONS).total()).isEqualTo(150);
    // 12,000 rows in 20 s; 800 a second while both read.
    assertThat(Comparison.figures(run))
        .filteredOn(figure -> figure.name().startsWith("walk rows"))
        .extracting(figure -> Math.round(figure.value()))
        .containsExactly(600L, 800L);
    assertThat(run.journal().work().get("walk").clients()).isEqualTo(2);
  }

  @Test
  void aStallWithinAWindowShowsInWhatWasSent() throws Exception {
    List<Long> counts = List.of(500L, 0L, 0L, 700L);
    files()
        .events(
            "ingest",
            new Event.Throughput(T0 + 4_000, "ingest-w0", true, 4, 1, 0, 1200, 0, 0, 0, counts),
            flush(0, 0, 4_000, 1_200, 0));

    Series drawn =
        Plots.of(List.of(files().read())).stream()
            .filter(plot -> plot.id().equals("ingest-sent"))
            .map(plot -> ((Plot.TimePlot) plot).lines().get(0).series())
            .findFirst()
            .orElseThrow();

    assertThat(drawn.known()).containsExactly(500, 0, 0, 700);
  }

  @Test
  void latenciesAreThoseOfAllClientsTogether() throws Exception {
    Random random = new Random(3);
    Histogram all = new Histogram(3);
    for (String client : List.of("walk-1", "walk-2")) {
      List<RunFiles.Recorded> intervals = new ArrayList<>();
      for (int i = 1; i <= 30; i++) {
        List<Long> nanos = new ArrayList<>();
        for (int n = 0; n < 200; n++) {
          nanos.add((long) (1e6 * Math.exp(random.nextGaussian())));
        }
        nanos.forEach(all::recordValue);
        intervals.add(new RunFiles.Recorded("lookup", T0 + i * 10_000L, nanos));
      }
      files().latencies(client, intervals);
    }
    files()
        .events(
            "run",
            new Event.RunStarted(T0, "run", "x"),
            new Event.Note(T0 + 300_000, "run", "end"));

    RunHistory run = files().read();

    LatencyTrack track = run.latencies().get("lookup");
    for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
      assertThat(track.total().getValueAtPercentile(percentile))
          .isEqualTo(all.getValueAtPercentile(percentile));
    }
    assertThat(track.total().getTotalCount()).isEqualTo(12_000);
    assertThat(track.slices()).hasSize(30);
    assertThat(HeadMaker.of(run, ZoneOffset.UTC).latency().texts().get(0))
        .containsExactly(
            "lookup",
            "12,000",
            Formats.millis(all.getMean() / 1e6),
            Formats.millis(all.getValueAtPercentile(50) / 1e6),
            Formats.millis(all.getValueAtPercentile(90) / 1e6),
            Formats.millis(all.getValueAtPercentile(95) / 1e6),
            Formats.millis(all.getValueAtPercentile(99) / 1e6),
            Formats.millis(all.getValueAtPercentile(99.9) / 1e6),
            Formats.millis(all.getMaxValue() / 1e6));
    long drawn =
        Plots.of(List.of(run)).stream()
            .filter(plot -> plot instanceof Plot.HeatPlot)
            .flatMap(plot -> ((Plot.HeatPlot) plot).cells().stream())
            .mapToLong(Plot.Cell::count)
            .sum();
    assertThat(drawn).isEqualTo(12_000);
  }

  @Test
  void latenciesStandWhereTheyWereRecorded() throws Exception {
    // Intervals of 10 s that begin 4.4 s after the run: two full ones, a gap, and one cut short.
    files()
        .events(
            "run", new Event.RunStarted(T0, "run", "x"), new Event.Note(T0 + 60_000, "run", "end"))
        .latencies(
            "walk",
            List.of(
                new RunFiles.Recorded("lookup", T0 + 14_400, List.of(1_000_000L)),
                new RunFiles.Recorded("lookup", T0 + 24_400, List.of(2_000_000L)),
                new RunFiles.Recorded("batch", T0 + 50_000, List.of(2_000_000L)),
                new RunFiles.Recorded("lookup", T0 + 57_800, List.of(3_000_000L))));

    LatencyTrack track = files().read().latencies().get("lookup");

    assertThat(track.times())
        .containsExactly(
            new Span(T0 + 4_400, T0 + 14_400),
            new Span(T0 + 14_400, T0 + 24_400),
            new Span(T0 + 50_000, T0 + 57_800));
    Plot.TimePlot plot =
        (Plot.TimePlot)
            Plots.of(List.of(files().read())).stream()
                .filter(each -> each.id().equals("latency-lookup"))
                .findFirst()
                .orElseThrow();
    Series drawn = plot.lines().get(0).drawn();
    assertThat(drawn.size()).as("three intervals, the gap, and the end").isEqualTo(5);
    assertThat(drawn.time(2)).isEqualTo(T0 + 24_400);
    assertThat(drawn.value(2)).isNaN();
    assertThat(drawn.time(4)).isEqualTo(T0 + 57_800);
    assertThat(drawn.value(4)).isNaN();
  }

  @Test
  void faultsAndTheirRecovery() throws Exception {
    files()
        .events(
            "agitate",
            started(1, 0, "kill"),
            new Event.FaultProven(T0 + 500, "agitate", 1, "gone"),
            new Event.FaultHealed(T0 + 20_000, "agitate", 1, "started"),
            recovered(1, 30_000, 10),
            started(2, 60_000, "kill"),
            new Event.FaultProven(T0 + 61_000, "agitate", 2, "gone"),
            new Event.FaultHealed(T0 + 70_000, "agitate", 2, "started"),
            recovered(2, 80_000, 20),
            started(3, 100_000, "pause"),
            new Event.FaultDoubted(T0 + 130_000, "agitate", 3, "prove", "it answers"));

    RunHistory run = files().read();

    assertThat(HeadMaker.of(run, ZoneOffset.UTC).tiles())
        .contains(
            new Tile(
                "Faults",
                "3",
                "2 proven, 2 recovered; whole within 30 s (healed after 20 s);" + " 1 in doubt"));
    assertThat(FaultTables.kinds(run).texts())
        .containsExactly(
            List.of(
                "kill tserver", "2", "2", "2", "2", "0", "15 s (20 s, n 2)", "25 s (30 s, n 2)"),
            List.of("pause tserver", "1", "0", "0", "0", "1", "–", "–"));
    assertThat(run.faults())
        .extracting(fault -> fault.span(run.span().to()))
        .containsExactly(
            new Span(T0, T0 + 30_000),
            new Span(T0 + 60_000, T0 + 80_000),
            new Span(T0 + 100_000, T0 + 130_000));
  }

  /** A fault is by the clock of who agitates, the first flush after it by that of a worker. */
  @Test
  void theDistanceOfTheHostsClocksIsInTheNoteOnTheRecovery() throws Exception {
    files().events("agitate", started(1, 0, "kill"), recovered(1, 30_000, 10));
    assertThat(FaultTables.kinds(files().read()).note())
        .as("without workers")
        .doesNotContain("ZooKeeper");
    files()
        .events(
            "run",
            new Event.WorkerJoined(T0, "run", "0-1", "one", 5, 3.5, 1, 7),
            new Event.WorkerJoined(T0, "run", "1-1", "two", 6, -250, 4, 7),
            new Event.WorkerJoined(T0, "run", "2-1", "two", 7, 12, 1, 7));
    assertThat(FaultTables.kinds(files().read()).note())
        .endsWith(
            "were up to 252 ms from ZooKeeper's when they joined: the first flush is known no"
                + " better.");
  }

  private static Event.FaultStarted started(int id, long at, String kind) {
    return new Event.FaultStarted(
        T0 + at, "agitate", id, kind, List.of("tserver-1"), T0 + at, List.of());
  }

  private static Event.FaultRecovered recovered(int id, long at, double seconds) {
    return new Event.FaultRecovered(
        T0 + at, "agitate", id, new TreeMap<>(Map.of(RecoveryMeasure.RECOVERED.key(), seconds)));
  }

  @Test
  void aFaultThatWasNotDoneIsNotRecoveredFrom() throws Exception {
    files()
        .events(
            "agitate",
            started(1, 0, "kill"),
            new Event.FaultDoubted(T0 + 100, "agitate", 1, "prove", "could not be done"),
            new Event.FaultHealed(T0 + 200, "agitate", 1, "started"),
            recovered(1, 4_700, 4.7));

    RunHistory run = files().read();

    assertThat(HeadMaker.of(run, ZoneOffset.UTC).tiles())
        .contains(new Tile("Faults", "1", "0 proven, 0 recovered; 1 in doubt"));
    assertThat(FaultTables.kinds(run).texts())
        .containsExactly(List.of("kill tserver", "1", "0", "1", "0", "1"));
    assertThat(Comparison.figures(run)).noneMatch(figure -> figure.name().startsWith("kill"));
  }

  @Test
  void recoveryIsListedByKindAndRoleWithItsNumberOfFaults() throws Exception {
    fault(1, 0, "kill", "tserver-1@h:1", Map.of("rehost.s", 46.4, "notice.s", 20.0), 50, 60);
    fault(2, 100, "kill", "tserver-2@h:1", Map.of("rehost.s", 37.2), 50, 72);
    fault(3, 200, "kill", "datanode-1@h:2", Map.of("notice.s", 2.0, "dip.s", 48.0), 10, 16);
    fault(4, 300, "cut", "tserver-1@h:1", Map.of(), 10, 20);

    RunHistory run = files().read();

    assertThat(HeadMaker.of(run, ZoneOffset.UTC).tiles())
        .contains(
            new Tile(
                "Faults",
                "4",
                "4 proven, 4 recovered; tablets hosted within 46.40 s, whole"
                    + " within 72 s (healed after 50 s)"));
    assertThat(FaultTables.kinds(run).titles())
        .endsWith("Notice", "Rehost", "Healed after", "Whole");
    assertThat(FaultTables.kinds(run).texts())
        .extracting(row -> row.get(0) + " | " + String.join(" | ", row.subList(6, row.size())))
        .containsExactly(
            "cut tserver | – | – | 10 s (10 s, n 1) | 20 s (20 s, n 1)",
            "kill datanode | 2 s (2 s, n 1) | – | 10 s (10 s, n 1) | 16 s (16 s, n 1)",
            "kill tserver | 20 s (20 s, n 1) | 41.80 s (46.40 s, n 2) | 50 s (50 s, n 2)"
                + " | 66 s (72 s, n 2)");
    assertThat(Comparison.figures(run))
        .filteredOn(figure -> figure.name().equals("kill tserver: rehost, median"))
        .singleElement()
        .satisfies(
            figure -> {
              assertThat(figure.value()).isCloseTo(41.8, within(1e-9));
              assertThat(figure.cases()).isEqualTo(2);
            });
    assertThat(files().report()).contains("Begun late by", "3.50 s");
  }

  private void fault(
      int id,
      long at,
      String kind,
      String target,
      Map<String, Double> measures,
      int healed,
      int whole) {
    long begin = T0 + at * 1000;
    files()
        .events(
            "agitate",
            new Event.FaultStarted(
                begin, "agitate", id, kind, List.of(target), begin - 3_500, List.of()),
            new Event.FaultProven(begin + 500, "agitate", id, "gone"),
            new Event.FaultHealed(begin + healed * 1000L, "agitate", id, "started"),
            new Event.FaultRecovered(
                begin + whole * 1000L, "agitate", id, new TreeMap<>(measures)));
  }

  @Test
  void anEmptyTableHasNothingInItAtTheBegin() throws Exception {
    long odd = 326;
    files()
        .events(
            "run",
            new Event.RunStarted(T0 + odd, "run", "tiny"),
            new Event.PhaseStarted(T0 + odd, "run", "ingest"),
            new Event.PhaseEnded(T0 + 10_100, "run", "ingest", "done"))
        .events(
            "ingest",
            new Event.ClientStarted(T0 + odd, "ingest-w0", "ingest"),
            flush(0, odd, 900, 8_885, 0),
            flush(0, 900, 10_050, 1_000, 100),
            new Event.ClientStopped(T0 + 10_060, "ingest-w0", "done"));
    String gone = " 3" + " -".repeat(25) + "\n";
    files().text("stats/stats.out", (T0 + 1_000) + gone + (T0 + 9_000) + gone);

    RunHistory run = files().read();

    List<String> row = PageMaker.phases(run).texts().get(0);
    assertThat(row.subList(3, 7)).containsExactly("3", "–", "0", "9,785");
    assertThat(Plots.of(List.of(run)).stream().filter(Plot.TimePlot.class::isInstance))
        .flatExtracting(plot -> ((Plot.TimePlot) plot).lines())
        .isNotEmpty()
        .allMatch(line -> line.series().time(0) >= run.span().from());
  }

  @Test
  void whatWasNotAnsweredAtTheEndIsShown() throws Exception {
    files()
        .events(
            "walk",
            read(10_000, 1),
            new Event.Unanswered(T0 + 10_000, "walk-1", "lookup", 605, 2, 793, 20.5),
            new Event.Unanswered(T0 + 10_000, "walk-2", "lookup", 700, 0, 0, 0));

    assertThat(files().report()).contains("Not answered when the phase ended");
    assertThat(HeadMaker.of(files().read(), ZoneOffset.UTC).latency().note())
        .endsWith(
            "Not in these numbers: lookup: 2 under way and 793 due and never begun when a phase"
                + " ended.");
    assertThat(Files.readAllLines(directory.resolve("report/unanswered.csv")))
        .hasSize(2)
        .anyMatch(line -> line.startsWith("walk-1,lookup,") && line.endsWith(",605,2,793,20.5"));
  }

  @Test
  void samplesOfTheCollectorAndItsGaps() throws Exception {
    String fields = " 3 5 6 7 900 8 9 10 24 23 11 12 13 14 15 16 17 18 19 20 21 22 1 9 4.5 1.5\n";
    files()
        .text("stats/stats.out", T0 + fields + (T0 + 30_000) + fields.replaceAll("\\S+", "-"))
        .text("stats/stats.out", (T0 + 60_000) + fields)
        .text(
            "stats/cluster.jsonl",
            "{\"at\":%d,\"scope\":\"cluster\",\"values\":{\"hold.time\":2.5},\"absent\":[\"fate.operations\"]}\n"
                .formatted(T0));

    RunHistory run = files().read();

    Series servers = run.samples().of(ClassicField.TABLET_SERVERS);
    assertThat(servers.size()).isEqualTo(3);
    assertThat(servers.value(1)).isNaN();
    assertThat(run.tservers()).isEqualTo(3);
    assertThat(run.samples().of(ClassicField.AVG_FILES_PER_TABLET).known())
        .containsExactly(4.5, 4.5);
    assertThat(run.samples().of(ClassicField.STDDEV_FILES_PER_TABLET).known()).endsWith(1.5);
    assertThat(run.samples().of("cluster", "hold.time").known()).endsWith(2.5);
    assertThat(run.samples().of("cluster", "fate.operations").known()).isEmpty();
    assertThat(Plots.of(List.of(run)))
        .filteredOn(plot -> plot.id().equals("table-entries"))
        .singleElement()
        .satisfies(
            plot -> assertThat(plot.words().about()).as("more than is there").contains("deleted"));
    assertThat(files().report())
        .contains("rewritten and deleted entries until these are compacted");
    assertThat(Files.readAllLines(directory.resolve("report/tservers.csv")))
        .hasSize(4)
        .anyMatch(line -> line.endsWith("30.0,"))
        .anyMatch(line -> line.endsWith("60.0,3"));
  }

  @Test
  void findingsAreCountedAndShown() throws Exception {
    for (int i = 0; i < 30; i++) {
      files().text("findings.jsonl", finding(FindingKind.LOST, i));
    }
    Causes.Group group =
        new Causes.Group(
            1,
            new TreeMap<>(Map.of("LOST", 30L)),
            30,
            List.of("2;1"),
            Optional.of("tserver-1 h:1"),
            Optional.of(new Causes.CausingFault(3, "kill", List.of("tserver-1"), T0)),
            "fault 3, kill tserver-1",
            List.of(0),
            T0,
            T0 + 1,
            "The log was not synced.",
            List.of("a line"));
    files()
        .text("findings.jsonl", finding(FindingKind.STALE, 99))
        .causes(new Causes(List.of(group), 1, 0, 0, List.of(), List.of()));

    RunHistory run = files().read();

    assertThat(HeadMaker.of(run, ZoneOffset.UTC).tiles())
        .contains(new Tile("Findings", "31", "30 LOST, 1 STALE"));
    assertThat(EvidenceMaker.of(run, ZoneOffset.UTC))
        .extracting(Page.Evidence::title)
        .containsExactly("Causes", "Cause 1: 30 LOST", "30 LOST", "1 STALE");
    assertThat(files().report())
        .contains("The log was not synced.", "Fault 3, kill of tserver-1", "a line")
        .contains("The first 5 of 30 follow.");
  }

  @Test
  void countsOfASampleAreScaled() throws Exception {
    files()
        .causes(
            new Causes(
                List.of(group(1, 31_987, 3), group(2, 68_013, 0)),
                68_013,
                0,
                640_000,
                List.of(),
                List.of()));

    String page = files().report();

    assertThat(EvidenceMaker.of(files().read(), ZoneOffset.UTC))
        .extracting(Page.Evidence::title)
        .containsExactly("Causes", "Cause 1: about 237,000 LOST", "Cause 2: about 503,000 LOST");
    assertThat(page)
        .contains(
            "Lost writes found: 740,000, of which 100,000, drawn evenly, were traced",
            "No fault explains about 503,000 of them",
            "31,987 of 100,000 traced findings, scaled to about 237,000 of 740,000");
  }

  private static Causes.Group group(int rank, long findings, int fault) {
    return new Causes.Group(
        rank,
        new TreeMap<>(Map.of("LOST", findings)),
        findings,
        List.of("2;1"),
        Optional.of("tserver-1 h:1"),
        fault == 0
            ? Optional.empty()
            : Optional.of(new Causes.CausingFault(fault, "kill", List.of("tserver-1"), T0)),
        "fault, or none",
        List.of(0),
        T0,
        T0 + 1,
        "The log was not synced.",
        List.of("a line"));
  }

  @Test
  void aTabletWithoutAHostIsShownWithItsLogAndItsFault() throws Exception {
    Causes.Unhosted tablet =
        new Causes.Unhosted(
            "2;5<",
            Optional.of("tserver-2 h:9"),
            1,
            List.of("wal-7"),
            Optional.of(new Causes.CausingFault(4, "kill", List.of("tserver-2"), T0)));
    files()
        .causes(
            new Causes(List.of(), 0, 0, 0, List.of(tablet), List.of("The recording ended early.")));

    assertThat(EvidenceMaker.of(files().read(), ZoneOffset.UTC))
        .singleElement()
        .satisfies(
            page -> {
              assertThat(page.title()).isEqualTo("A tablet without a host");
              assertThat(page.facts()).containsExactly("The recording ended early.");
              assertThat(page.lines())
                  .singleElement()
                  .asString()
                  .contains("2;5<", "tserver-2 h:9", "fault 4, kill of tserver-2", "needs wal-7");
            });
  }

  private static String finding(FindingKind kind, int row) throws Exception {
    Finding finding = Finding.of(kind, "%016x".formatted(row), T0);
    return catena.records.run.Json.LINES.writeValueAsString(finding) + "\n";
  }
}
