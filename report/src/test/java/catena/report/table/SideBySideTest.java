// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.run.RunDirectory;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideBySideTest {
  @TempDir private Path directory;

  private RunFiles files(String name, long seed) throws Exception {
    return new SyntheticRun(new RunFiles(directory.resolve(name)), seed, 600, 30, 1).write();
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
      Table table = SideBySide.of(List.of(read(a), read(b)));
      assertThat(table.titles())
          .startsWith("Run", "Verdict", "Written", "batchwalk /s")
          .contains("ingest /s", "flush p99", "Faults", "Whole after")
          .endsWith("LOST");
      assertThat(table.texts().get(0)).startsWith("good", "PASS").endsWith("0");
      assertThat(table.texts().get(1)).startsWith("bad", "FAIL").endsWith("36,000");
      new Reports(RunFiles.LATER, ZoneOffset.UTC).write(List.of(a, b), to);
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
        runs.add(files("run" + i, i).open());
      }
      new Reports(RunFiles.LATER, ZoneOffset.UTC).write(runs, to);
      assertThat(Files.readString(directory.resolve("all/report.html")))
          .doesNotContain("Runs that passed", "Each run against the first")
          .containsSubsequence("Verdict of run0", "Verdict of run3", "id=\"comparison\"");

      RunFiles bad = files("bad", 9);
      Files.writeString(directory.resolve("bad/verdict.json"), "{\"verdict\": \"FAIL\"}");
      runs.add(bad.open());
      new Reports(RunFiles.LATER, ZoneOffset.UTC).write(runs, to);
      assertThat(Files.readString(directory.resolve("all/report.html")))
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

  /** As in a sweep over the number of servers, whose latencies are to be compared. */
  @Test
  void theNumberOfServersIsListedWhereItDiffers() throws Exception {
    RunFiles one = files("one", 1);
    RunFiles other = files("other", 2);
    try (RunDirectory a = one.open();
        RunDirectory b = other.open()) {
      assertThat(SideBySide.of(List.of(read(a), read(b))).titles())
          .doesNotContain("Tablet servers");
    }
    RunFiles more = new RunFiles(directory.resolve("more"));
    more.text("scenario.yaml", "name: more\ncluster:\n  tserver: 7\n");
    try (RunDirectory a = one.open();
        RunDirectory c = more.open()) {
      Table table = SideBySide.of(List.of(read(a), read(c)));
      int column = table.titles().indexOf("Tablet servers");
      assertThat(table.texts().get(0).get(column)).isNotEqualTo("7");
      assertThat(table.texts().get(1).get(column)).isEqualTo("7");
    }
  }
}
