// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.LedgerTotals;
import catena.records.run.RunDirectory;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands at the top of a report, from the files that verdicts and ledgers are written as. */
class VerdictAgeTest {
  private static final LedgerHeader HEADER = new LedgerHeader("i", "1", "f", 0, new UUID(1, 2));

  @TempDir private Path directory;
  private RunFiles files;

  @BeforeEach
  void write() {
    files = new SyntheticRun(new RunFiles(directory), 5, 90, 30, 1).write();
  }

  private Ledger ledger(RunDirectory run) throws IOException {
    return run.fileSystem().exists(run.ledger(77))
        ? Ledger.resume(run.fileSystem(), run.ledger(77), HEADER, 1, RunDirectory.LEASE_LIMIT)
        : Ledger.create(run.fileSystem(), run.ledger(77), HEADER);
  }

  private void acknowledge(RunDirectory run, long from, long to) throws IOException {
    try (Ledger ledger = ledger(run)) {
      ledger.intend(new Position(0, 0, from), new Position(0, 0, to), to - from, 0, 1);
      ledger.acknowledge(2);
    }
  }

  private void pass(RunDirectory run) throws IOException {
    Proof proof = new Proof(List.of("1,500 of 1,500 entries"), Optional.of(LedgerTotals.of(run)));
    PendingVerdict.begin(run, RunFiles.LATER, "verify")
        .conclude(VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of()).withProof(proof));
  }

  @Test
  void aPassThatIsOlderThanTheDataIsShownAsSuch() throws IOException {
    try (RunDirectory run = files.open()) {
      acknowledge(run, 0, 1500);
      pass(run);
      assertThat(files.report())
          .contains("<p class=\"word\">PASS</p>")
          .containsPattern(
              "(?s)<b>Compared at 2026-11-28 11:07:00</b>.*1,500 of 1,500 entries.*Ledgers read: 1,"
                  + " none damaged.*<dt>Findings.*<dt>Faults.*<dt>Entries written");
      acknowledge(run, 1500, 4000);
      assertThat(files.report())
          .contains("<p class=\"word\">PASS, OUTDATED</p>", "2,500 entries and 0 deletes")
          .contains("PASS as of 2026-11-28 11:07:00; since then")
          .doesNotContain("Everything that was acknowledged is there");
    }
  }

  /** A ledger that is there and cannot be read may hold what nobody compared. */
  @Test
  void aPassThatCannotBeComparedWithALedgerIsNoPass() throws IOException {
    try (RunDirectory run = files.open()) {
      acknowledge(run, 0, 1500);
      pass(run);
      Files.createDirectory(Path.of(run.ledger(5).toUri()));
      assertThat(files.report())
          .contains("<section class=\"head unknown\"", "<p class=\"word\">PASS, OUTDATED</p>")
          .contains("it is not known whether ledgers have grown since the verdict")
          .contains("Ledgers read: 1, none damaged");
      assertThat(Files.readString(directory.resolve("junit.xml"))).contains("errors=\"1\"");
    }
  }

  /** The reason is that of {@code verdict.json}, which has the time with all its digits. */
  @Test
  void anEarlierVerdictIsNamedInPlainWords() throws IOException {
    Instant at = Instant.parse("2026-11-27T19:48:11.555312846Z");
    String before = VerdictFile.of(Verdict.UNKNOWN, List.of(), Map.of(), Map.of()).at(at).inWords();
    files.verdict(
        Verdict.UNKNOWN, List.of("written to since " + before + ": verify again"), Map.of());
    assertThat(files.report())
        .contains(
            "<li>written to since 2026-11-27 19:48:11, when it was UNKNOWN: verify again</li>")
        .doesNotContain("555312846");
    assertThat(Files.readString(directory.resolve("report.txt")))
        .contains("written to since 2026-11-27 19:48:11,")
        .doesNotContain("555312846");
  }

  @Test
  void aVerdictThatIsNotFinishedIsNone() throws IOException {
    try (RunDirectory run = files.open()) {
      PendingVerdict pending = PendingVerdict.begin(run, RunFiles.LATER, "the run");
      assertThat(files.report())
          .contains("<p class=\"word\">NO VERDICT</p>", "verdict.json is not finished");
      pending.found();
      assertThat(files.report()).contains("<p class=\"word\">FAIL</p>", "a fault was found");
    }
  }
}
