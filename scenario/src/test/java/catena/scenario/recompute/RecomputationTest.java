package catena.scenario.recompute;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.run.Compressed;
import catena.harness.run.RunDirectory;
import catena.harness.tested.Tested;
import catena.recompute.Recomputation;
import catena.report.Reports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the report shows of a run, against what a module without its code makes of the files. */
class RecomputationTest {
  private static final Clock LATER =
      Clock.fixed(Instant.ofEpochMilli(1_800_000_000_000L), ZoneOffset.UTC);

  /** A seed whose run has writers, readers and faults. */
  private static final long FULL = 5;

  /** A seed whose run has faults both before and after its half. */
  private static final long FAULTS = 3;

  @TempDir Path run;

  private void report(ZoneId zone) throws IOException {
    try (RunDirectory directory = RunDirectory.open(run.toString(), new Configuration())) {
      new Reports(LATER, zone).write(directory);
    }
  }

  private List<String> differences() throws IOException {
    return Recomputation.of(run, run).lines().stream()
        .filter(line -> line.contains(": shown "))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 5, 8, 11, 13})
  void nothingDiffers(long seed) throws IOException {
    PlantedRun.write(run, seed, 100 + (int) (seed % 7) * 60);
    report(seed % 2 == 0 ? ZoneOffset.UTC : ZoneId.of("Asia/Kolkata"));
    Recomputation recomputation = Recomputation.of(run, run);
    assertThat(recomputation.differences()).as(String.join("\n", recomputation.lines())).isZero();
    assertThat(recomputation.compared()).isGreaterThan(2000);
    assertThat(recomputation.lines())
        .filteredOn(line -> line.contains(".csv, not recomputed"))
        .isEmpty();
  }

  /** As a collector leaves those that are long. */
  @Test
  void nothingDiffersWhereSamplesAreCompressed() throws IOException {
    PlantedRun.write(run, FULL, 100);
    try (RunDirectory directory = RunDirectory.open(run.toString(), new Configuration())) {
      List<org.apache.hadoop.fs.Path> plain = directory.samples();
      assertThat(plain).isNotEmpty();
      for (org.apache.hadoop.fs.Path file : plain) {
        Compressed.replace(directory, file);
      }
      assertThat(directory.samples()).hasSameSizeAs(plain).doesNotContainAnyElementsOf(plain);
    }
    report(ZoneOffset.UTC);

    Recomputation recomputation = Recomputation.of(run, run);
    assertThat(recomputation.differences()).as(String.join("\n", recomputation.lines())).isZero();
    assertThat(recomputation.lines())
        .filteredOn(line -> line.contains(".csv, not recomputed"))
        .isEmpty();
  }

  /** Neither makes decades of it. */
  @Test
  void nothingDiffersWhereAClockWasWrong() throws IOException {
    PlantedRun.write(run, FULL, 100);
    Files.writeString(
        run.resolve("events/wrong.jsonl"),
        "{\"type\":\"Note\",\"at\":1000,\"client\":\"x\",\"text\":\"1970\"}\n");
    report(ZoneOffset.UTC);

    assertThat(differences()).isEmpty();
    assertThat(Files.readString(run.resolve("report.txt")))
        .contains("left out, of times that are not the run's: 1");
  }

  /** As verification writes many findings of one window. */
  @Test
  void nothingDiffersWhereALineStandsForManyFindings() throws IOException {
    PlantedRun.write(run, FULL, 100);
    Files.writeString(
        run.resolve("findings.jsonl"),
        "{\"kind\":\"LOST\",\"row\":\"00\",\"foundMillis\":1,\"referrers\":[],\"detail\":{},"
            + "\"together\":{\"findings\":7000}}\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    report(ZoneOffset.UTC);

    assertThat(differences()).isEmpty();
    assertThat(Files.readString(run.resolve("report.txt"))).containsPattern("7,0\\d\\d LOST");
  }

  /** A grid of ten seconds. */
  @Test
  void nothingDiffersInALongRun() throws IOException {
    PlantedRun.write(run, FULL, 1500);
    report(ZoneOffset.UTC);
    assertThat(differences()).isEmpty();
  }

  /** As scenarios that repeat phases have them: each has a usual rate and faults of its own. */
  @Test
  void nothingDiffersWherePhasesHaveTheSameName() throws IOException {
    PlantedRun.write(run, FAULTS, 1500);
    String event = "{\"type\":\"%s\",\"at\":%d,\"client\":\"run\",\"phase\":\"ingest+walk\"%s}\n";
    String again =
        event.formatted("PhaseEnded", 1_795_000_771_000L, ",\"reason\":\"done\"")
            + event.formatted("PhaseStarted", 1_795_000_771_500L, "");
    Path journal = run.resolve("events/run.jsonl");
    List<String> lines = Files.readAllLines(journal);
    int first =
        IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).contains("ingest+walk"))
            .findFirst()
            .orElseThrow();
    lines.set(first, lines.get(first) + "\n" + again.strip());
    Files.writeString(journal, String.join("\n", lines));
    report(ZoneOffset.UTC);

    assertThat(differences()).isEmpty();
    assertThat(Files.readString(run.resolve("report.html")))
        .containsPattern("(?s)(Ingest, ingest.walk: .*){2}");
  }

  private void added(String lines) throws IOException {
    Files.writeString(
        run.resolve("additions.csv"),
        "number,server,address,begun_ms,registered_ms,hosting_ms,balanced_ms,tablets\n" + lines);
  }

  /** One server has all of its times, the other was begun and did not come. */
  @Test
  void serversThatWereAddedAreAsTheirFileSays() throws IOException {
    PlantedRun.write(run, FULL, 100);
    String whole = "1,tserver-3,h:1,1795000050000,1795000053500,1795000061000,1795000080000,12\n";
    added(whole + "2,tserver-4,,1795000090000,,,,\n");
    report(ZoneOffset.UTC);
    assertThat(differences()).isEmpty();
    assertThat(Recomputation.of(run, run).lines())
        .anyMatch(line -> line.contains("servers-added.csv"))
        .noneMatch(line -> line.contains("servers-added.csv, not recomputed"));

    added(whole.replace("1795000053500", "1795000054500") + "2,tserver-4,,1795000090000,,,,\n");
    assertThat(differences())
        .anyMatch(line -> line.contains("Registered after") && line.contains("shown 3.50 s"));
  }

  @Test
  void aTableOfServersThatNobodyAddedIsNoticed() throws IOException {
    PlantedRun.write(run, FULL, 100);
    added("1,tserver-3,h:1,1795000050000,1795000053500,,,\n");
    report(ZoneOffset.UTC);
    Files.delete(run.resolve("additions.csv"));
    assertThat(Recomputation.of(run, run).differences()).isPositive();
  }

  /** Alone, in a phase of many parts, and of a worker. */
  @Test
  void theMixesOfYcsbAreCountedByTheirOperations() throws IOException {
    PlantedRun.write(run, FULL, 100);
    for (String client : List.of("ycsb-0", "ycsb-2-1", "ycsb-2.w3-0")) {
      Files.writeString(
          run.resolve("events/" + client + ".jsonl"),
          ("{\"type\":\"Throughput\",\"at\":1795000050000,\"client\":\"%s\",\"writes\":false,"
                  + "\"seconds\":20.0,\"operations\":3000,\"rows\":700,\"entries\":700,\"bytes\":63000}\n")
              .formatted(client));
    }
    report(ZoneOffset.UTC);

    assertThat(differences()).isEmpty();
    assertThat(Files.readString(run.resolve("report.txt"))).contains("ycsb operations");
  }

  /** Neither a sample does nor a scenario that asks for no number. */
  @Test
  void whereOnlyWhatWasTestedTellsTheServersTheyAreCountedThere() throws IOException {
    PlantedRun.write(run, FULL, 100);
    for (String file : List.of("stats/stats.out", "stats/cluster.jsonl")) {
      Files.delete(run.resolve(file));
    }
    Files.writeString(run.resolve("scenario.yaml"), "name: x\ncluster: {tserver: '${least}'}\n");
    Optional<String> unknown = Optional.empty();
    List<Tested.Server> servers =
        IntStream.range(0, 3)
            .mapToObj(i -> new Tested.Server("tserver", "h:" + i, false, unknown, unknown, unknown))
            .toList();
    try (RunDirectory directory = RunDirectory.open(run.toString(), new Configuration())) {
      new Tested(
              List.of(
                  new Tested.Snapshot(
                      "2026-11-22T09:00:00Z", "x", "x", "1-2-3", servers, List.of(), List.of())))
          .writeTo(directory);
    }
    report(ZoneOffset.UTC);

    assertThat(differences()).isEmpty();
    assertThat(Files.readString(run.resolve("report/phases.csv"))).contains(",3,");
  }

  private void planted() throws IOException {
    PlantedRun.write(run, FULL, 200);
    report(ZoneOffset.UTC);
    assertThat(differences()).isEmpty();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Drops the last line of a file that begins in a way. */
  private void drop(String file, String begin) throws IOException {
    List<String> lines = Files.readAllLines(run.resolve(file));
    String last =
        lines.stream().filter(line -> line.startsWith(begin)).reduce((a, b) -> b).orElseThrow();
    lines.remove(lines.lastIndexOf(last));
    Files.write(run.resolve(file), utf8(String.join("\n", lines) + "\n"));
  }

  @Test
  void oneCellOfAFileIsNamed() throws IOException {
    planted();
    Path file = run.resolve("report/tservers.csv");
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst(",3\r\n", ",4\r\n"));
    assertThat(differences())
        .singleElement()
        .asString()
        .startsWith("tservers.csv: ")
        .endsWith("tablet servers: shown 4, recomputed 3.0");
  }

  @Test
  void aFlushThatIsNotInTheJournalIsNamed() throws IOException {
    planted();
    drop("events/ingest.jsonl", "{\"type\":\"Flush\"");
    assertThat(differences())
        .anyMatch(line -> line.startsWith("ingest-rate.csv: ") && line.contains("written /s"))
        .anyMatch(line -> line.startsWith("flush-time.csv: "))
        .anyMatch(line -> line.startsWith("phases.csv: ") && line.contains("Average"))
        .anyMatch(line -> line.startsWith("report.txt: ") && line.contains("Entries written"));
  }

  @Test
  void anIntervalThatIsNotInALatencyLogIsNamed() throws IOException {
    planted();
    drop("latency/lookup.hlog", "Tag=lookup,");
    assertThat(differences())
        .anyMatch(line -> line.startsWith("latency-lookup.csv: "))
        .anyMatch(line -> line.startsWith("heat-lookup.csv: "))
        .anyMatch(line -> line.startsWith("histogram-lookup.csv: "))
        .anyMatch(line -> line.startsWith("report.txt: Latency, lookup"))
        .noneMatch(line -> line.startsWith("latency-range.csv: "));
  }

  @Test
  void aFaultAndASampleThatAreNotThereAreNamed() throws IOException {
    planted();
    drop("events/agitate.jsonl", "{\"type\":\"FaultStarted\"");
    drop("stats/cluster.jsonl", "{");
    assertThat(differences())
        .anyMatch(line -> line.startsWith("faults.csv: "))
        .anyMatch(line -> line.startsWith("recovery.csv: "))
        .anyMatch(line -> line.startsWith("tables-hdfs-bytes.csv: "))
        .anyMatch(line -> line.startsWith("report.txt: ") && line.contains("Faults"))
        .anyMatch(line -> line.startsWith("report.txt: section Faults: shown a section"));
  }
}
