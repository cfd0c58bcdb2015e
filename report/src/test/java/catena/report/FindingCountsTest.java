// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.report.ReportCommand.RunList;
import com.google.common.base.Splitter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that tells how many findings a run has tells the same number, also where the records
 * of the findings are cut off and only the verdict has counted them all.
 */
class FindingCountsTest {
  private static final long AT = RunFiles.BEGIN;

  @TempDir private Path directory;
  private Path run;
  private RunFiles files;

  @BeforeEach
  void write() {
    run = directory.resolve("run");
    files =
        new RunFiles(run)
            .events(
                "run",
                new Event.RunStarted(AT, "run", "quick"),
                new Event.PhaseStarted(AT, "run", "verify"),
                new Event.PhaseEnded(AT + 5_000, "run", "verify", "done"),
                new Event.RunEnded(AT + 6_000, "run", Verdict.FAIL));
  }

  private void concluded(Map<FindingKind, Long> findings) throws Exception {
    try (RunDirectory open = files.open()) {
      VerdictFile.of(Verdict.FAIL, List.of("found"), Map.of(), findings).writeTo(open);
    }
  }

  private void saw(FindingKind kind, String row) {
    files.events("verify", new Event.FindingSeen(AT + 1_000, "verify", Finding.of(kind, row, AT)));
  }

  private String reported() throws Exception {
    try (RunDirectory open = files.open()) {
      ResultsFile.put(open, files.read());
    }
    return files.report();
  }

  /** The number in the list of runs, in the table of results, and on the page. */
  private void assertShown(long total, String kinds) throws Exception {
    String page = reported();
    assertThat(page).contains(kinds);
    String junit = Files.readString(run.resolve("junit.xml"));
    for (String kind : Splitter.on(", ").split(kinds)) {
      assertThat(junit).contains(kind);
    }
    List<String> csv = Files.readAllLines(directory.resolve("results.csv"));
    int column = Splitter.on(',').splitToList(csv.get(0)).indexOf("findings");
    assertThat(Splitter.on(',').splitToList(csv.get(1)).get(column))
        .isEqualTo(Long.toString(total));
    try (RunDirectory all = RunDirectory.open(directory.toString())) {
      assertThat(RunList.of(all, RunFiles.LATER, ZoneOffset.UTC).lines())
          .anyMatch(line -> line.matches("run +FAIL +" + total + " .* quick"));
    }
  }

  @Test
  void recordsThatAreWhole() throws Exception {
    saw(FindingKind.LOST, "01");
    saw(FindingKind.LOST, "02");
    concluded(Map.of(FindingKind.LOST, 2L));
    assertShown(2, "2 LOST");
  }

  /** A line that stands for many counts as many; without the graph their rows are not known. */
  @Test
  void recordsOfWhichSomeShareALine() throws Exception {
    Finding lost = Finding.of(FindingKind.LOST, "01", AT).withOrigin(Origin.of(0, 0, 1, 3));
    files.text("findings.jsonl", Findings.line(lost) + "\n");
    files.text(
        "findings.jsonl",
        Findings.line(lost.standingFor(new Finding.Together(5, Optional.of("3,5-8")))) + "\n");
    files.text(
        "findings.jsonl",
        Findings.line(
                Finding.of(FindingKind.STALE, "02", AT)
                    .standingFor(new Finding.Together(900, Optional.empty())))
            + "\n");
    concluded(Map.of());
    assertShown(906, "6 LOST, 900 STALE");
  }

  /** No verification looks for what only readers see. */
  @Test
  void whatReadersSawIsThereBesideWhatAVerificationWrote() throws Exception {
    files.text("findings.jsonl", Findings.line(Finding.of(FindingKind.LOST, "01", AT)) + "\n");
    files.events(
        "walk",
        new Event.FindingSeen(AT, "walk-0", Finding.of(FindingKind.LOST, "01", AT)),
        new Event.FindingSeen(AT, "walk-0", Finding.of(FindingKind.DUPLICATED, "02", AT)));
    concluded(Map.of(FindingKind.LOST, 1L, FindingKind.DUPLICATED, 1L));
    assertShown(2, "1 LOST");
    assertThat(files.read().findings().first(FindingKind.DUPLICATED))
        .extracting(seen -> seen.finding().row())
        .containsExactly("02");
    assertThat(files.read().findings().counts()).containsEntry(FindingKind.LOST, 1L);
  }

  /** The table was repaired, and verified again: the file of findings is empty. */
  @Test
  void recordsOfAVerificationThatAnotherHasReplaced() throws Exception {
    saw(FindingKind.LOST, "01");
    files.events("verify", new Event.Verified(AT + 2_000, "verify", Verdict.FAIL, "found"));
    files.events(
        "walk", new Event.FindingSeen(AT, "walk-0", Finding.of(FindingKind.LATE, "02", AT)));
    files.text("findings.jsonl", "");
    concluded(Map.of());
    assertShown(1, "1 LATE");
    assertThat(Files.readString(run.resolve("junit.xml"))).doesNotContain("1 LOST");
    files.events(
        "verify",
        new Event.FindingSeen(AT + 3_000, "verify", Finding.of(FindingKind.LOST, "03", AT)));
    assertThat(reported()).as("one more that was killed").contains("1 LOST");
  }

  /** A repeated part, and one that was killed: what replaces them is of another part's name. */
  @Test
  void recordsOfARepeatedVerificationThatAnotherHasReplaced() throws Exception {
    files.events(
        "run",
        new Event.FindingSeen(AT + 1_000, "verify-2", Finding.of(FindingKind.LOST, "01", AT)));
    files.events("verify", new Event.Verified(AT + 9_000, "verify", Verdict.PASS, ""));
    files.text("findings.jsonl", "");
    concluded(Map.of());
    reported();
    assertThat(Files.readString(run.resolve("junit.xml"))).doesNotContain("1 LOST");
  }

  @Test
  void recordsThatAreCutOff() throws Exception {
    saw(FindingKind.LOST, "01");
    concluded(Map.of(FindingKind.LOST, 5L, FindingKind.STALE, 1L));
    assertShown(6, "5 LOST, 1 STALE");
  }

  @Test
  void recordsThatAreMissing() throws Exception {
    concluded(Map.of(FindingKind.LOST, 7L));
    String page = reported();
    assertThat(page).contains("the file of findings is missing");
    assertThat(Files.readString(run.resolve("junit.xml"))).contains("7 LOST");
    assertThat(Files.readString(directory.resolve("results.csv"))).contains(",7,");
  }
}
