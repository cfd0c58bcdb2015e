// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.records.fixture.HeldFileSystem;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.LedgerTotals;
import catena.records.run.RunDirectory;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PendingVerdictTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

  @TempDir private Path temp;
  private RunDirectory run;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private VerdictFile file() throws IOException {
    return VerdictFile.readFrom(run).orElseThrow();
  }

  private static VerdictFile end(Verdict verdict) {
    return VerdictFile.of(verdict, List.of("why"), Map.of("looked at", 3L), Map.of());
  }

  @Test
  void fromTheFirstMomentTheFileSaysThatNothingIsKnown() throws IOException {
    PendingVerdict.begin(run, CLOCK, "the run");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).containsExactly("the run is not finished");
    assertThat(file().at()).contains("2026-01-02T03:04:05Z");
    assertThat(file().unfinished()).isTrue();
  }

  @Test
  void whoGoesOnDoesNotForgetTheFaultThatWasFound() throws IOException {
    PendingVerdict.begin(run, CLOCK, "the run").found();
    PendingVerdict.join(run, CLOCK, "walk").conclude(end(Verdict.FAIL));
    PendingVerdict next = PendingVerdict.resume(run, CLOCK, "the run");
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().unfinished()).isTrue();
    assertThat(file().reasons()).contains("before it: FAIL as of 2026-01-02T03:04:05Z");
    assertThat(next.conclude(end(Verdict.PASS)).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whoGoesOnWithoutAFaultMayPass() throws IOException {
    PendingVerdict unused = PendingVerdict.begin(run, CLOCK, "the run");
    PendingVerdict next = PendingVerdict.resume(run, CLOCK, "the run");
    assertThat(next.conclude(end(Verdict.PASS)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void whatIsAnotherProcessesToConcludeIsLeftToIt() throws IOException {
    PendingVerdict pending = PendingVerdict.begin(run, CLOCK, "the run");
    VerdictFile.of(Verdict.PASS, List.of("of another process"), Map.of(), Map.of()).writeTo(run);
    pending.fencedBy(
        new PendingVerdict.Fence() {
          @Override
          public boolean mayWrite() {
            return false;
          }

          @Override
          public void concluding(VerdictFile last) throws IOException {
            throw new IOException("taken over: " + last.verdict());
          }
        });
    pending.found();
    pending.abandon("taken over");
    assertThatThrownBy(() -> pending.conclude(end(Verdict.PASS)))
        .isInstanceOf(IOException.class)
        .hasMessage("taken over: FAIL");
    assertThat(file().reasons()).containsExactly("of another process");
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void anEarlierVerdictIsNamedUntilTheEnd() throws IOException {
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 1079L)).writeTo(run);
    PendingVerdict pending = PendingVerdict.begin(run, CLOCK, "verify");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).contains("before it: FAIL: 1,079 LOST");
    pending.conclude(end(Verdict.PASS));
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().reasons()).containsExactly("why");
    assertThat(file().unfinished()).isFalse();
  }

  @Test
  void anEarlierVerdictThatCannotBeReadIsNoObstacle() throws IOException {
    Files.writeString(temp.resolve("verdict.json"), "{\"verdict\":");
    PendingVerdict.begin(run, CLOCK, "verify");
    assertThat(file().reasons()).anyMatch(reason -> reason.contains("cannot be read"));
  }

  @Test
  void anEarlierVerdictThatSaysNothingIsADoubt() throws IOException {
    Files.writeString(temp.resolve("verdict.json"), "{}");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    PendingVerdict.replace(run, CLOCK, "the verification").conclude(end(Verdict.UNKNOWN));
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void theFirstFaultMakesTheFileAFailAndNothingTakesItBack() throws IOException {
    PendingVerdict pending = PendingVerdict.begin(run, CLOCK, "the run");
    pending.found();
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().reasons()).containsExactly("a fault was found", "the run is not finished");
    pending.found();
    assertThat(pending.conclude(end(Verdict.PASS)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().tally()).containsEntry("looked at", 3L);
  }

  @Test
  void whatIsGivenUpIsUnknownUnlessAFaultWasFound() throws IOException {
    PendingVerdict.begin(run, CLOCK, "the run").abandon("no host");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).containsExactly("not completed: no host");
    PendingVerdict failed = PendingVerdict.begin(run, CLOCK, "the run");
    failed.found();
    failed.abandon("no host");
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().unfinished()).isFalse();
    failed.abandon("again");
    assertThat(file().reasons()).containsExactly("not completed: no host", "a fault was found");
  }

  @Test
  void whatIsWithdrawnLeavesWhatStoodThereButForAFault() throws IOException {
    PendingVerdict.begin(run, CLOCK, "the run").withdraw();
    assertThat(VerdictFile.readFrom(run)).isEmpty();
    end(Verdict.FAIL).writeTo(run);
    PendingVerdict second = PendingVerdict.join(run, CLOCK, "walk");
    assertThat(file().unfinished()).isTrue();
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    second.withdraw();
    assertThat(file().unfinished()).isFalse();
    PendingVerdict third = PendingVerdict.begin(run, CLOCK, "the run");
    third.found();
    third.withdraw();
    assertThat(file().reasons()).contains("a fault was found");
  }

  @Test
  void whatIsWithdrawnLeavesWhatOthersHaveConcludedSince() throws IOException {
    end(Verdict.PASS).writeTo(run);
    PendingVerdict refused = PendingVerdict.join(run, CLOCK, "ingest");
    PendingVerdict walk = PendingVerdict.join(run, CLOCK, "walk");
    PendingVerdict scan = PendingVerdict.join(run, CLOCK, "scan");
    VerdictFile both = walk.conclude(end(Verdict.FAIL));
    assertThat(both.verdict()).isEqualTo(Verdict.FAIL);
    refused.withdraw();
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().reasons())
        .containsExactly(
            "a fault was found",
            "scan is not finished",
            "before it: FAIL as of 2026-01-02T03:04:05Z");
    scan.withdraw();
    assertThat(file()).isEqualTo(both.before().orElseThrow());
    PendingVerdict verify = PendingVerdict.replace(run, CLOCK, "the verification");
    PendingVerdict.join(run, CLOCK, "walk").conclude(end(Verdict.PASS));
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    verify.withdraw();
    assertThat(file().verdict()).as("what it was to replace").isEqualTo(Verdict.FAIL);
    assertThat(file().unfinished()).isFalse();
  }

  @Test
  void whatReplacesIsAFailWhereAnotherHasFoundSomethingMeanwhile() throws IOException {
    for (boolean ended : List.of(true, false)) {
      PendingVerdict pending = PendingVerdict.begin(run, CLOCK, "the run");
      PendingVerdict walk = PendingVerdict.join(run, CLOCK, "walk");
      walk.found();
      if (ended) {
        walk.conclude(end(Verdict.PASS));
      }
      VerdictFile last = pending.conclude(end(Verdict.PASS));
      assertThat(last.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(file()).isEqualTo(last);
      assertThat(last.unfinished()).isFalse();
    }
  }

  /** What it had found before is known to the verification, and not what it finds beside it. */
  @Test
  @Timeout(60)
  void aVerificationIsToldOfWhatIsFoundAgain() throws Exception {
    PendingVerdict walk = PendingVerdict.join(run, CLOCK, "walk");
    walk.found();
    PendingVerdict verify = PendingVerdict.replace(run, CLOCK, "the verification");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    while (file().verdict() == Verdict.UNKNOWN) {
      walk.found();
      Thread.sleep(50);
    }
    assertThat(verify.conclude(end(Verdict.PASS)).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whoBeganAfterAVerificationIsAtWorkStillWhenItEnds() throws IOException {
    PendingVerdict verify = PendingVerdict.replace(run, CLOCK, "the verification");
    PendingVerdict ingest = PendingVerdict.join(run, CLOCK, "ingest");
    verify.conclude(end(Verdict.PASS));
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons())
        .containsExactly("ingest is not finished", "before it: PASS as of 2026-01-02T03:04:05Z");
    ingest.withdraw();
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
  }

  /** The verification that was to replace it was killed. */
  @Test
  void whatWasToBeReplacedIsNamedByWhoComesNext() throws IOException {
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 1079L)).writeTo(run);
    PendingVerdict unused = PendingVerdict.replace(run, CLOCK, "the verification");
    PendingVerdict.join(run, CLOCK, "walk").conclude(end(Verdict.PASS));
    assertThat(file().reasons()).contains("before it: FAIL: 1,079 LOST");
    assertThat(file().unfinished()).isTrue();
    unused = PendingVerdict.replace(run, CLOCK, "the verification");
    assertThat(file().reasons()).anyMatch(reason -> reason.startsWith("before it: FAIL"));
  }

  @Test
  void aVerificationThatBreaksOffReplacesNoFailure() throws IOException {
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 1079L)).writeTo(run);
    PendingVerdict.replace(run, CLOCK, "the verification").abandon("no host");
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().reasons())
        .containsExactly("not completed: no host", "before it: FAIL: 1,079 LOST");
  }

  @Test
  void aVerificationThatBreaksOffKeepsNoFailureThatAnotherHasReplaced() throws IOException {
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 9L)).writeTo(run);
    PendingVerdict first = PendingVerdict.replace(run, CLOCK, "the verification");
    PendingVerdict second = PendingVerdict.replace(run, CLOCK, "the verification");
    VerdictFile unused = first.conclude(end(Verdict.PASS));
    second.abandon("no host");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  /** By the one that is to replace it, or by one that reads beside it. */
  @Test
  void aFaultOfWhoWasKilledIsNotForgottenWhereTheNextVerificationBreaksOff() throws IOException {
    for (boolean verifies : List.of(true, false)) {
      end(Verdict.PASS).writeTo(run);
      PendingVerdict killed =
          verifies
              ? PendingVerdict.replace(run, CLOCK, "the verification")
              : PendingVerdict.join(run, CLOCK, "walk");
      killed.found();
      PendingVerdict.replace(run, CLOCK, "the verification").abandon("no host");
      assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
      assertThat(file().reasons())
          .containsExactly("not completed: no host", "before it: FAIL as of 2026-01-02T03:04:05Z");
      assertThat(file().unfinished()).isFalse();
    }
  }

  @Test
  void aFaultOfWhoWasKilledIsNotForgottenWhereTheNextVerificationIsRefused() throws IOException {
    end(Verdict.PASS).writeTo(run);
    PendingVerdict.replace(run, CLOCK, "the verification").found();
    PendingVerdict refused = PendingVerdict.replace(run, CLOCK, "the verification");
    PendingVerdict walk = PendingVerdict.join(run, CLOCK, "walk");
    refused.withdraw();
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    walk.conclude(end(Verdict.PASS));
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
  }

  /** What was counted then is named, and not that another has begun since and was killed. */
  @Test
  void aFailureThatIsKnownIsNamedWithItsNumbersThoughAProcessWasKilledSince() throws IOException {
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 79L)).writeTo(run);
    PendingVerdict.join(run, CLOCK, "walk").found();
    PendingVerdict.replace(run, CLOCK, "the verification").abandon("no host");
    assertThat(file().reasons())
        .containsExactly("not completed: no host", "before it: FAIL: 79 LOST");
  }

  @Test
  void aVerificationThatEndsInDoubtTakesNoFailureAwayAndOneThatIsCompletedDoes()
      throws IOException {
    VerdictFile.of(Verdict.FAIL, List.of(), Map.of(), Map.of(FindingKind.LOST, 79L)).writeTo(run);
    PendingVerdict.replace(run, CLOCK, "the verification").conclude(end(Verdict.UNKNOWN));
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().reasons()).containsExactly("why", "before it: FAIL: 79 LOST");
    assertThat(file().unfinished()).isFalse();
    PendingVerdict.replace(run, CLOCK, "the verification").conclude(end(Verdict.PASS));
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().reasons()).containsExactly("why");
  }

  /** Whether a process is dead or at work is not known: what it would have said is missing. */
  @Test
  void whoWasKilledIsAtWorkUntilSomethingReplacesIt() throws IOException {
    end(Verdict.PASS).writeTo(run);
    PendingVerdict unused = PendingVerdict.join(run, CLOCK, "ingest");
    VerdictFile walk = PendingVerdict.join(run, CLOCK, "walk").conclude(end(Verdict.PASS));
    assertThat(walk.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(walk.reasons()).startsWith("ingest is not finished");
    unused = PendingVerdict.join(run, CLOCK, "ingest");
    assertThat(file().reasons())
        .startsWith("ingest is not finished", "before it: PASS as of 2026-01-02T03:04:05Z");
    PendingVerdict.join(run, CLOCK, "ingest").conclude(end(Verdict.UNKNOWN));
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().unfinished()).as("it says what they would have said").isFalse();
    unused = PendingVerdict.join(run, CLOCK, "walk");
    PendingVerdict.replace(run, CLOCK, "the verification").conclude(end(Verdict.PASS));
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().unfinished()).isFalse();
  }

  /** As while ZooKeeper is asked whether this process may conclude the run. */
  @Test
  void whatIsFoundWhileARunConcludesCounts() throws IOException {
    PendingVerdict pending = PendingVerdict.begin(run, CLOCK, PendingVerdict.THE_RUN);
    pending.fencedBy(
        new PendingVerdict.Fence() {
          @Override
          public boolean mayWrite() {
            return true;
          }

          @Override
          public void concluding(VerdictFile last) throws IOException {
            assertThat(last.verdict()).isEqualTo(Verdict.PASS);
            PendingVerdict.join(run, CLOCK, "walk").conclude(end(Verdict.FAIL));
          }
        });
    assertThat(pending.conclude(end(Verdict.PASS)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().reasons()).contains("before it: FAIL as of 2026-01-02T03:04:05Z");
    PendingVerdict unused = PendingVerdict.begin(run, CLOCK, PendingVerdict.THE_RUN);
    PendingVerdict.join(run, CLOCK, "walk").found();
    assertThat(PendingVerdict.publish(run, end(Verdict.PASS))).isTrue();
    assertThat(file().verdict()).as("by the process that took it over").isEqualTo(Verdict.FAIL);
    assertThat(file().reasons()).contains("found by walk, which is not finished");
    end(Verdict.UNKNOWN).writeTo(run);
    assertThat(PendingVerdict.publish(run, end(Verdict.PASS))).isFalse();
    assertThat(file().verdict()).as("it was published before").isEqualTo(Verdict.UNKNOWN);
  }

  /** It could do so no more: it may be killed right after its finding. */
  @Test
  @Timeout(60)
  void whatIsFoundWhileAnotherReplacesTheFileIsNotLost() throws Exception {
    Path elsewhere = temp.resolve("as-on-hdfs");
    RunDirectory remote =
        RunDirectory.on(new HeldFileSystem(), new org.apache.hadoop.fs.Path(elsewhere.toUri()));
    for (RunDirectory each : List.of(run, remote)) {
      PendingVerdict pending = PendingVerdict.replace(each, CLOCK, "the verification");
      PendingVerdict walk = PendingVerdict.join(each, CLOCK, "walk");
      Thread finding = new Thread(walk::found);
      pending.conclude(
          before -> {
            finding.start();
            Uninterruptibles.joinUninterruptibly(finding, Duration.ofMillis(500));
            return end(Verdict.PASS);
          });
      finding.join();
      assertThat(VerdictFile.readFrom(each).orElseThrow().verdict()).isEqualTo(Verdict.FAIL);
      assertThat(each.fileSystem().listStatus(each.root())).as("no claim is left").hasSize(1);
      each.fileSystem().delete(each.root(), true);
    }
  }

  @Test
  void whoIsGivenUpLeavesTheFailureOfAnother() throws IOException {
    PendingVerdict given = PendingVerdict.join(run, CLOCK, "ingest");
    PendingVerdict.join(run, CLOCK, "walk").conclude(end(Verdict.FAIL));
    given.abandon("no host");
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().unfinished()).isFalse();
  }

  @Test
  void thereIsOneEnd() throws IOException {
    PendingVerdict pending = PendingVerdict.begin(run, CLOCK, "the run");
    pending.conclude(end(Verdict.PASS));
    pending.found();
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
    assertThatIllegalStateException().isThrownBy(() -> pending.conclude(end(Verdict.PASS)));
  }

  @Test
  void aVerdictIsOutdatedOnceMoreWasAcknowledged() throws IOException {
    LedgerHeader header = new LedgerHeader("i", "1", "f00d", 0, new UUID(1, 2));
    try (Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(0), header)) {
      write(ledger, 0, 1500);
      VerdictFile pass =
          end(Verdict.PASS)
              .withProof(new Proof(List.of("1,500 of 1,500"), Optional.of(LedgerTotals.of(run))))
              .at(CLOCK.instant());
      pass.writeTo(run);
      assertThat(file()).isEqualTo(pass);
      assertThat(file().outdated(run)).isEmpty();
      LedgerHeader next = new LedgerHeader("i", "1", "f00d", 1, new UUID(1, 3));
      Ledger.create(run.fileSystem(), run.ledger(1), next).close();
      assertThat(file().outdated(run)).as("a writer that has only begun").isEmpty();
      write(ledger, 1500, 4000);
      assertThat(file().outdated(run))
          .contains(
              "PASS as of 2026-01-02T03:04:05Z; since then 2,500 entries and 0 deletes were"
                  + " acknowledged and not compared: verify again");
    }
    assertThat(VerdictFile.age(run)).isEqualTo(file().outdated(run)).isPresent();
    run.setAside("1");
    assertThat(file().outdated(run))
        .contains(
            "PASS as of 2026-01-02T03:04:05Z; since then its table was made anew, or ledgers were"
                + " lost: verify again");
    Files.writeString(temp.resolve("verdict.json"), "{");
    assertThat(VerdictFile.age(run)).isEmpty();
    assertThat(end(Verdict.PASS).outdated(run)).isEmpty();
  }

  private static void write(Ledger ledger, long from, long to) throws IOException {
    ledger.intend(new Position(0, 0, from), new Position(0, 0, to), to - from, 0, 1);
    ledger.acknowledge(2);
    ledger.sync();
  }

  @Test
  void aFileOfAnEarlierVersionIsRead() throws IOException {
    Files.writeString(
        temp.resolve("verdict.json"),
        "{\"verdict\":\"PASS\",\"reasons\":[],\"tally\":{\"x\":1},\"findings\":{}}");
    assertThat(file())
        .isEqualTo(VerdictFile.of(Verdict.PASS, List.of(), Map.of("x", 1L), Map.of()));
    assertThat(file().outdated(run)).isEmpty();
  }
}
