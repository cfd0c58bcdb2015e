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
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs: what changed, and what is only noise. */
class ComparisonTest {
  /** Runs of an hour that differ by chance only. */
  private static final List<String> ALIKE = List.of("fast", "x", "y", "z");

  /** They are only read: to write and to read one takes longer than to compare it. */
  @TempDir private static Path shared;

  private static List<RunHistory> alike;

  @TempDir private Path directory;

  @BeforeAll
  static void writeRunsThatAreAlike() throws Exception {
    alike = new ArrayList<>();
    for (String name : ALIKE) {
      RunFiles files = new RunFiles(shared.resolve(name));
      try (RunDirectory run =
          new SyntheticRun(files, 1 + alike.size(), 3600, 30, 1).write().open()) {
        alike.add(read(run));
      }
    }
  }

  @Test
  void aSlowerRunIsSeenInRateAndNotInWhatIsEqual() throws Exception {
    RunFiles slow =
        new SyntheticRun(new RunFiles(directory.resolve("slow")), 2, 3600, 30, 0.5).write();
    slow.text("settings.properties", "ingest.clients=2\n");
    try (RunDirectory a = new RunFiles(shared.resolve("fast")).open();
        RunDirectory b = slow.open();
        RunDirectory to = RunDirectory.at(directory.resolve("both").toString())) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(a, b), to);
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
    Page whole = page(alike.subList(0, 2));
    assertThat(whole.differences())
        .singleElement()
        .asString()
        .endsWith(": no figure differs by more than chance explains.");
    assertThat(whole.comparison().get(0).note()).contains("Welch's t test").doesNotContain("Too");
    List<RunHistory> minutes = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      RunFiles files = new RunFiles(directory.resolve(name));
      try (RunDirectory run =
          new SyntheticRun(files, 1 + minutes.size(), 60, 30, 1).write().open()) {
        minutes.add(read(run));
      }
    }
    Page brief = page(minutes);
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
    assertThat(page(runs).differences())
        .containsExactly(
            "scan against walk: no figure can be compared, the runs have nothing in common.");
  }

  @Test
  void whatIsToBeSaidOfManyRunsIsSaidOnce() {
    assertThat(page(alike).differences())
        .singleElement()
        .asString()
        .startsWith("x to z (3 runs) against fast: no figure differs by more than chance");
  }

  private static Page page(List<RunHistory> runs) {
    return new PageMaker(runs, ZoneOffset.UTC).page(0);
  }

  private static RunHistory read(RunDirectory run) throws Exception {
    return RunReader.read(run, RunFiles.LATER);
  }
}
