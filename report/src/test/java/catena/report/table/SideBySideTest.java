// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.history.RunPlan;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.report.Reports;
import catena.report.RunFiles;
import catena.report.SyntheticRun;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.page.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideBySideTest {
  @TempDir private Path directory;

  private RunFiles files(String name, long seed) {
    return files(name, seed, 600);
  }

  private RunFiles files(String name, long seed, long seconds) {
    return new SyntheticRun(new RunFiles(directory.resolve(name)), seed, seconds, 30, 1).write();
  }

  private static RunHistory read(RunDirectory run) throws Exception {
    return RunReader.read(run, RunFiles.LATER);
  }

  @Test
  void runsStandSideBySideWithWhatWasFoundInEach() throws Exception {
    RunFiles good = files("good", 1);
    RunFiles bad = files("bad", 2);
    Files.writeString(
        directory.resolve("bad/verdict.json"),
        "{\"verdict\": \"FAIL\", \"findings\": {\"LOST\": 36000}}");
    try (RunDirectory a = good.open();
        RunDirectory b = bad.open();
        RunDirectory to = RunDirectory.at(directory.resolve("both").toString())) {
      Table table = SideBySide.of(List.of(read(a), read(b))).get(0);
      assertThat(table.titles())
          .startsWith("Run", "Verdict", "Written", "batchwalk /s")
          .contains("ingest /s", "flush p99", "Faults", "Whole after")
          .endsWith("LOST");
      assertThat(table.texts().get(0)).startsWith("good", "PASS").endsWith("0");
      assertThat(table.texts().get(1)).startsWith("bad", "FAIL").endsWith("36,000");
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(a, b), to);
    }
    assertThat(Files.readString(directory.resolve("both/report.html")))
        .contains("The runs side by side");
    assertThat(Files.readAllLines(directory.resolve("both/report/runs.csv")))
        .anyMatch(row -> row.startsWith("bad,FAIL,") && row.endsWith(",36000"));
  }

  /** Of five runs or more the comparison comes first; what did not pass stays open. */
  @Test
  void manyRunsThatPassedAreFoldedAndTheOthersAreNot() throws Exception {
    List<RunDirectory> runs = new ArrayList<>();
    try (RunDirectory to = RunDirectory.at(directory.resolve("all").toString())) {
      for (int i = 0; i < 4; i++) {
        runs.add(files("run" + i, i, 90).open());
      }
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE).write(runs, to);
      assertThat(Files.readString(directory.resolve("all/report.html")))
          .doesNotContain("Runs that passed", "Each run against the first");
      assertThat(withoutScripts(directory.resolve("all/report.html")))
          .containsSubsequence("Verdict of run0", "Verdict of run3", "id=\"comparison\"");

      RunFiles bad = files("bad", 9, 90);
      Files.writeString(directory.resolve("bad/verdict.json"), "{\"verdict\": \"FAIL\"}");
      runs.add(bad.open());
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE).write(runs, to);
      assertThat(withoutScripts(directory.resolve("all/report.html")))
          .containsSubsequence(
              "Verdict of bad",
              "Runs that passed",
              "4 of 5",
              "Verdict of run0",
              "</details>",
              "Each run against the first",
              "run1 against run0");
    } finally {
      for (RunDirectory run : runs) {
        run.close();
      }
    }
  }

  /** What stands on a page, which a search goes through many times: its scripts are a megabyte. */
  private static String withoutScripts(Path page) throws Exception {
    return Files.readString(page).replaceAll("(?s)<script.*?</script>", "");
  }

  /** A run of a sweep in which four writers wrote so many entries in ten seconds. */
  private RunDirectory row(String sweep, int number, String label, long entries) throws Exception {
    String name = "%s/row-%03d".formatted(sweep, number);
    RunFiles files = new RunFiles(Files.createDirectories(directory.resolve(name)));
    long end = RunFiles.BEGIN + 10_000;
    files.events(
        "ingest-w0",
        new Event.ClientStarted(RunFiles.BEGIN, "ingest-w0", "writes"),
        new Event.Flush(end, "ingest-w0", 0, 0, 0, entries, 0, 10_000_000_000L, 10_000_000_000L),
        new Event.ClientStopped(end, "ingest-w0", "done"));
    RunDirectory run = files.open();
    new RunPlan("x", Optional.empty(), number, label, Map.of(), List.of()).writeTo(run);
    return run;
  }

  private static String cell(Table table, int row, String column) {
    return table.texts().get(row).get(table.titles().indexOf(column));
  }

  @Test
  void repetitionsOfARowAreOneLineWithMedianAndRange() throws Exception {
    try (RunDirectory a = row("s", 1, "n=1, repetition 1", 1_000);
        RunDirectory b = row("s", 2, "n=2, repetition 1", 4_000);
        RunDirectory c = row("s", 3, "n=3, repetition 1", 900);
        RunDirectory d = row("s", 4, "n=1, repetition 2", 2_000);
        RunDirectory e = row("s", 5, "n=2, repetition 2", 3_000);
        RunDirectory f = row("s", 6, "n=3, repetition 2", 1_100);
        RunDirectory to = RunDirectory.at(directory.resolve("all").toString())) {
      VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of()).writeTo(a);
      VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 7L)).writeTo(d);
      List<RunDirectory> runs = List.of(a, b, c, d, e, f);
      List<RunHistory> read = new ArrayList<>();
      for (RunDirectory each : runs) {
        read.add(read(each));
      }

      Table medians = SideBySide.of(read).get(0);
      assertThat(medians.title()).isEqualTo("The runs side by side: medians");
      assertThat(medians.texts())
          .extracting(row -> row.get(0))
          .containsExactly("n=1, median of 2", "n=2, median of 2", "n=3, median of 2");
      assertThat(cell(medians, 0, "Verdict")).isEqualTo("1 PASS, 1 FAIL");
      assertThat(cell(medians, 0, "LOST")).isEqualTo("4 (0 to 7)");
      assertThat(cell(medians, 0, "ingest /s")).isEqualTo("150 (100 to 200)");
      assertThat(cell(medians, 1, "ingest /s")).isEqualTo("350 (300 to 400), higher");
      assertThat(cell(medians, 2, "ingest /s")).as("they overlap").isEqualTo("100 (90 to 110)");

      Table each = SideBySide.of(read).get(1);
      assertThat(each.folded()).isTrue();
      assertThat(each.rows()).hasSize(6);
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE).write(runs, to);
    }
    assertThat(Files.readAllLines(directory.resolve("all/report/runs-medians.csv")))
        .anyMatch(
            row ->
                row.startsWith("\"n=2, median of 2\",")
                    && row.contains(",350,\"350 (300 to 400), higher\""));
    assertThat(Files.readAllLines(directory.resolve("all/report/runs.csv"))).hasSize(7);
    assertThat(Files.readString(directory.resolve("all/report.txt")).replaceAll("\\s+", " "))
        .contains("350 (300 to 400), higher");
    assertThat(Files.readString(directory.resolve("all/report.html")))
        .contains("350 (300 to 400), higher", "<details><summary><h3 id=\"t-runs\">");
  }

  @Test
  void whatOneRepetitionLacksIsCounted() throws Exception {
    try (RunDirectory a = row("s", 1, "repetition 1", 1_000);
        RunDirectory b = row("s", 2, "repetition 2", 3_000);
        RunDirectory c = new RunFiles(Files.createDirectories(directory.resolve("s/3"))).open()) {
      new RunPlan("x", Optional.empty(), 3, "repetition 3", Map.of(), List.of()).writeTo(c);
      Table medians = SideBySide.of(List.of(read(a), read(b), read(c))).get(0);
      assertThat(medians.texts().get(0).get(0)).isEqualTo("x, median of 3");
      assertThat(cell(medians, 0, "ingest /s")).isEqualTo("200 (100 to 300) in 2 of 3");
    }
  }

  /** The same row before and after a change is compared, and not taken together. */
  @Test
  void runsOfOtherSweepsAndRunsOfNoneAreNoRepetitions() throws Exception {
    try (RunDirectory a = row("before", 1, "n=1, repetition 1", 1_000);
        RunDirectory b = row("after", 1, "n=1, repetition 1", 2_000);
        RunDirectory c = row("after", 2, "", 2_000);
        RunDirectory d = row("after", 3, "", 2_000)) {
      assertThat(SideBySide.of(List.of(read(a), read(b), read(c), read(d))))
          .singleElement()
          .satisfies(table -> assertThat(table.folded()).isFalse())
          .extracting(table -> table.rows().size())
          .isEqualTo(4);
    }
  }

  /** As in a sweep over the number of servers, whose latencies are to be compared. */
  @Test
  void theNumberOfServersIsListedWhereItDiffers() throws Exception {
    RunFiles one = files("one", 1);
    RunFiles other = files("other", 2);
    try (RunDirectory a = one.open();
        RunDirectory b = other.open()) {
      assertThat(SideBySide.of(List.of(read(a), read(b))).get(0).titles())
          .doesNotContain("Tablet servers");
    }
    RunFiles more = new RunFiles(directory.resolve("more"));
    more.text("scenario.yaml", "name: more\ncluster:\n  tserver: 7\n");
    try (RunDirectory a = one.open();
        RunDirectory c = more.open()) {
      Table table = SideBySide.of(List.of(read(a), read(c))).get(0);
      int column = table.titles().indexOf("Tablet servers");
      assertThat(table.texts().get(0).get(column)).isNotEqualTo("7");
      assertThat(table.texts().get(1).get(column)).isEqualTo("7");
    }
  }
}
