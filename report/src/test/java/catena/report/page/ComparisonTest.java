// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.report.Reports;
import catena.report.RunFiles;
import catena.report.SyntheticRun;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs: what changed, and what is only noise. */
class ComparisonTest {
  @TempDir private Path directory;

  @Test
  void aSlowerRunIsSeenInRateAndNotInWhatIsEqual() throws Exception {
    RunFiles fast =
        new SyntheticRun(new RunFiles(directory.resolve("fast")), 1, 3600, 30, 1).write();
    RunFiles slow =
        new SyntheticRun(new RunFiles(directory.resolve("slow")), 2, 3600, 30, 0.5).write();
    slow.text("settings.properties", "ingest.clients=2\n");
    try (RunDirectory a = fast.open();
        RunDirectory b = slow.open();
        RunDirectory to = RunDirectory.at(directory.resolve("both").toString())) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC).write(List.of(a, b), to);
    }
    List<String> rows = Files.readAllLines(directory.resolve("both/report/comparison-1.csv"));

    assertThat(rows)
        .anyMatch(
            row ->
                row.matches("\"ingest entries, average\",.*,-0\\.(49|50)\\d*,\"yes, worse, p .*"));
    assertThat(rows)
        .as("by kind and role, with the number of faults")
        .anyMatch(
            row ->
                row.matches(
                    "\"kill tserver: rehost, median\",[\\d.]+,[^,]* s \\(of 4\\),.*,too few to"
                        + " compare.*"));
    assertThat(rows).anyMatch(row -> row.matches("\"walk rows, average\",.*\"no, p = .*"));
    String text = Files.readString(directory.resolve("both/report.txt")).replaceAll("\\s+", " ");
    assertThat(text)
        .containsPattern(
            "slow against fast: [^:]*ingest entries, average (49|50)\\.\\d % lower \\(worse\\);"
                + " .*[a-z] stands? out\\.");
    assertThat(Files.readString(directory.resolve("both/report.html")))
        .contains("<div class=\"differences\"><p>slow against fast: ", "<tr class=\"worse\">");
    assertThat(Files.readString(directory.resolve("both/report/differences.csv")))
        .contains("ingest.clients,4,2");
  }

  @Test
  void runsThatAreAlikeOrTooShortAreSaidToBe() throws Exception {
    Page whole = compared(3600);
    assertThat(whole.differences())
        .singleElement()
        .asString()
        .endsWith(": no figure differs by more than chance explains.");
    assertThat(whole.comparison().get(0).note()).contains("Welch's t test").doesNotContain("Too");
    Page brief = compared(60);
    assertThat(brief.differences()).as("nothing to say first").isEmpty();
    assertThat(brief.comparison().get(0).note())
        .isEqualTo(
            "Too short to test what changed: that takes 10 blocks of at least 30 s, or 5 faults,"
                + " in each.");
  }

  @Test
  void runsThatHaveNothingInCommonAreSaidToBeOfNoUseFirst() throws Exception {
    long begin = RunFiles.BEGIN;
    List<RunHistory> runs = new ArrayList<>();
    for (String name : List.of("walk", "scan")) {
      RunFiles files = new RunFiles(Files.createDirectories(directory.resolve("none/" + name)));
      String client = name + "-0";
      files.events(
          client,
          new Event.ClientStarted(begin, client, name),
          new Event.Throughput(begin + 9_000, client, false, 9, 40, 40, 40, 1, 0.5, 0, List.of()),
          new Event.ClientStopped(begin + 9_000, client, "done"));
      try (RunDirectory run = files.open()) {
        runs.add(read(run));
      }
    }
    assertThat(new PageMaker(runs, ZoneOffset.UTC).page(0).differences())
        .containsExactly(
            "scan against walk: no figure can be compared, the runs have nothing in common.");
  }

  @Test
  void whatIsToBeSaidOfManyRunsIsSaidOnce() throws Exception {
    List<RunHistory> runs = new ArrayList<>();
    for (String name : List.of("w", "x", "y", "z")) {
      Path here = directory.resolve("many").resolve(name);
      try (RunDirectory run =
          new SyntheticRun(new RunFiles(here), runs.size(), 3600, 30, 1).write().open()) {
        runs.add(read(run));
      }
    }
    assertThat(new PageMaker(runs, ZoneOffset.UTC).page(0).differences())
        .singleElement()
        .asString()
        .startsWith("x to z (3 runs) against w: no figure differs by more than chance");
  }

  private Page compared(long seconds) throws Exception {
    Path here = directory.resolve("alike-" + seconds);
    try (RunDirectory a =
            new SyntheticRun(new RunFiles(here.resolve("a")), 1, seconds, 30, 1).write().open();
        RunDirectory b =
            new SyntheticRun(new RunFiles(here.resolve("b")), 2, seconds, 30, 1).write().open()) {
      return new PageMaker(List.of(read(a), read(b)), ZoneOffset.UTC).page(0);
    }
  }

  private static RunHistory read(RunDirectory run) throws Exception {
    return RunReader.read(run, RunFiles.LATER);
  }
}
