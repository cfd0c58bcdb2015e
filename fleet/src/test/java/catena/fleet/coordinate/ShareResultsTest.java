// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseCall.SlotShare;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
import catena.graph.judge.FindingKind;
import catena.records.fleet.ShareOutcome;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shares of a phase come to, where some of their workers are dead. */
class ShareResultsTest {
  private static final WorkerId DEAD = new WorkerId(0, 1);
  private static final WorkerId SUCCESSOR = new WorkerId(0, 2);
  private static final WorkerId ALIVE = new WorkerId(1, 1);

  private static final int MOST_LINES = 20;

  private static final PhaseCall NOBODY = PhaseCalls.of(0, "walk", slot -> true);

  @TempDir Path temp;
  private RunDirectory run;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private static PhaseCall reading(IntFunction<List<String>> reads) {
    return PhaseCalls.sharing(
        0, "walk", slot -> new SlotShare(true, reads.apply(slot), reads.apply(slot)));
  }

  private static NavigableSet<WorkerId> of(WorkerId... workers) {
    return new TreeSet<>(List.of(workers));
  }

  private ShareResults results() {
    return new ShareResults(run, seen -> seen.finding().kind() == FindingKind.LOST);
  }

  private void share(WorkerId worker, int generation, PartOutcome walk) throws IOException {
    new ShareOutcome(
            worker.node(),
            generation,
            OptionalDouble.of(1),
            false,
            Optional.empty(),
            Map.of("walk", walk))
        .writeTo(run);
  }

  private static Event.WorkerBegan began(int generation) {
    return new Event.WorkerBegan(1, "worker-0-1", DEAD.node(), generation, "walk", 3, false);
  }

  private static Event.FindingSeen found(FindingKind kind, int row) {
    return new Event.FindingSeen(1, "walk.w0-0", Finding.of(kind, "000000000000000" + row, 1));
  }

  private void journal(Event... events) throws IOException {
    try (Journal journal =
        new Journal(
            run.append(run.events(ClientName.worker(0, 1))),
            e -> {
              throw new IllegalStateException(e);
            })) {
      List.of(events).forEach(journal::add);
    }
  }

  @Test
  void findingsOfAnEarlierPhaseCountOnce() throws IOException {
    journal(
        began(1),
        found(FindingKind.LOST, 1),
        found(FindingKind.LOST, 2),
        began(2),
        found(FindingKind.LOST, 3));
    share(DEAD, 1, PartOutcome.fact("two were found"));
    share(ALIVE, 1, PartOutcome.NOTHING);
    share(ALIVE, 2, PartOutcome.NOTHING);
    PhaseResult first = results().of(1, NOBODY, of(DEAD, ALIVE), of(DEAD, ALIVE), of());
    assertThat(first.fleet().findings()).isEmpty();
    PhaseResult second = results().of(2, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(second.fleet().findings()).containsExactly(Map.entry(FindingKind.LOST, 1L));
    assertThat(second.skew().max()).isEqualTo(3);
    PhaseResult third = results().of(3, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(third.fleet().findings()).as("it had not begun").isEmpty();
    assertThat(third.fleet().verdict()).isEqualTo(Verdict.UNKNOWN); // no share of 1-1
  }

  @Test
  void aShareThatCannotBeReadIsADoubt() throws IOException {
    share(ALIVE, 1, PartOutcome.NOTHING);
    try (Stream<Path> files = Files.walk(temp)) {
      Path written =
          files.filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
      Files.writeString(written, "{");
    }
    PhaseResult result = results().of(1, NOBODY, of(ALIVE), of(ALIVE), of());
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.fleet().reasons()).singleElement().asString().contains(ALIVE.node());
  }

  @Test
  void anyFaultThatADeadWorkerFoundDecides() throws IOException {
    share(ALIVE, 1, PartOutcome.NOTHING);
    journal(began(1), found(FindingKind.LOST, 1), found(FindingKind.LATE, 2));
    PhaseResult result = results().of(1, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.fleet().findings()).hasSize(2);
  }

  @Test
  void whatIsNoFaultDecidesNothing() throws IOException {
    share(ALIVE, 1, PartOutcome.NOTHING);
    journal(began(1), found(FindingKind.LATE, 1), found(FindingKind.LATE, 2));
    PhaseResult result = results().of(1, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aReadyWorkerThatNeverBeganIsNamedAndAPartOfNoneIsADoubt() throws IOException {
    idle(SUCCESSOR);
    share(ALIVE, 1, PartOutcome.fact("walked"));
    PhaseCall call =
        PhaseCalls.sharing(
            0,
            "walk+scan",
            slot ->
                new SlotShare(
                    true, slot == 0 ? List.of("walk", "scan") : List.of("walk"), List.of()));
    PhaseResult result = results().of(1, call, of(SUCCESSOR, ALIVE), of(SUCCESSOR, ALIVE), of());
    assertThat(result.fleet().facts()).contains("worker 0 (attempt 2) was ready and never began");
    assertThat(result.parts().get("walk").verdict()).isEqualTo(Verdict.PASS);
    assertThat(result.parts().get("scan").reasons()).containsExactly("scan: no worker began it");
    share(SUCCESSOR, 1, PartOutcome.fact("walked"));
    PhaseResult all = results().of(1, call, of(SUCCESSOR, ALIVE), of(SUCCESSOR, ALIVE), of());
    assertThat(all.fleet().facts()).noneMatch(fact -> fact.contains("never began"));
    assertThat(all.parts()).doesNotContainKey("scan");
  }

  private void idle(WorkerId worker) throws IOException {
    new ShareOutcome(worker.node(), 1, OptionalDouble.empty(), true, Optional.empty(), Map.of())
        .writeTo(run);
  }

  @Test
  void aShareOfOneWhoWasGivenUpCounts() throws IOException {
    journal(began(1));
    share(DEAD, 1, PartOutcome.doubt("the right to write was lost"));
    share(ALIVE, 1, PartOutcome.fact("walked"));
    PhaseResult result = results().of(1, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(result.parts().get("walk").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.lost()).containsExactly(DEAD);
  }

  @Test
  void whatComesAfterAPhaseWasJudgedCountsBeforeTheVerdict() throws IOException {
    ShareResults results = results();
    journal(began(1));
    share(ALIVE, 1, PartOutcome.fact("walked"));
    PhaseResult unused = results.of(1, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(results.late()).isEqualTo(PartOutcome.NOTHING);
    journal(found(FindingKind.LOST, 1));
    assertThat(results.late().verdict()).as("by its journal").isEqualTo(Verdict.FAIL);
    share(DEAD, 1, PartOutcome.doubt("the right to write was lost"));
    PartOutcome late = results.late();
    assertThat(late.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(late.reasons())
        .containsExactly(
            "shares/1-0-1.json, or that worker's journal, says UNKNOWN",
            "the right to write was lost");
    assertThat(results.late()).as("once").isEqualTo(PartOutcome.NOTHING);
    assertThat(results().late().verdict()).as("to a successor, too").isEqualTo(Verdict.UNKNOWN);
  }

  /** Its session was over before it was reported to be ready. */
  @Test
  void whoBeganUnheardIsLostAndWhoDidNotMayHaveDoneSoBeforeTheVerdict() throws IOException {
    share(ALIVE, 2, PartOutcome.fact("walked"));
    journal(began(1), found(FindingKind.LOST, 1));
    ShareResults results = results();
    PhaseResult result = results.of(2, NOBODY, of(ALIVE), of(ALIVE), of(DEAD));
    assertThat(result.lost()).as("it began another phase").isEmpty();
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.PASS);
    assertThat(results.late()).isEqualTo(PartOutcome.NOTHING);
    journal(began(2), found(FindingKind.LOST, 2));
    assertThat(results.late().verdict()).isEqualTo(Verdict.FAIL);
    PhaseResult begun = results().of(2, NOBODY, of(ALIVE), of(ALIVE), of(DEAD));
    assertThat(begun.lost()).containsExactly(DEAD);
    assertThat(begun.fleet().findings()).containsExactly(Map.entry(FindingKind.LOST, 1L));
  }

  @Test
  void theWorstClockIsReportedWithTheBeginnings() throws IOException {
    new ShareOutcome(
            ALIVE.node(),
            1,
            OptionalDouble.of(2),
            false,
            Optional.of(new ShareOutcome.ClockSeen(12.5, 3)),
            Map.of())
        .writeTo(run);
    share(SUCCESSOR, 1, PartOutcome.NOTHING);
    PhaseResult result = results().of(1, NOBODY, of(SUCCESSOR, ALIVE), of(SUCCESSOR, ALIVE), of());
    assertThat(result.fleet().facts())
        .containsExactly(
            "2 workers began 1.0 ms (p50), 2.0 ms (p99), 2.0 ms (max) after the named time;"
                + " clocks of hosts were up to 12.5 ms from ZooKeeper's, and had moved by up to"
                + " 3.0 ms: times of different hosts differ by so much");
  }

  @Test
  void aShareThatIsNotInTheDirectoryIsADoubt() throws IOException {
    share(ALIVE, 1, PartOutcome.NOTHING);
    PhaseResult result = results().of(1, NOBODY, of(DEAD, ALIVE), of(DEAD, ALIVE), of());
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.fleet().reasons())
        .singleElement()
        .asString()
        .startsWith("what the share of worker 0 came to is not in the run directory");
  }

  @Test
  void whatADeadReaderHadInHandIsADoubtOfItsPart() throws IOException {
    share(ALIVE, 1, PartOutcome.fact("walked"));
    journal(began(1));
    IntFunction<List<String>> reads = slot -> slot == 0 ? List.of("walk", "scan") : List.of();
    PhaseResult result = results().of(1, reading(reads), of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(result.parts().get("walk").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.parts().get("walk").reasons())
        .containsExactly(
            "walk: worker 0 was lost, and the rows that it was to read again are not judged");
    assertThat(result.parts().get("scan").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aDeadReaderWhoseSuccessorFinishedIsNoDoubt() throws IOException {
    share(SUCCESSOR, 1, PartOutcome.fact("walked"));
    assertThat(walkWithASuccessor()).isEqualTo(Verdict.PASS);
  }

  /** It came when the phase was about to end, and read nothing. */
  @Test
  void aSuccessorThatNeverBeganLeavesTheDoubt() throws IOException {
    idle(SUCCESSOR);
    assertThat(walkWithASuccessor()).isEqualTo(Verdict.UNKNOWN);
  }

  /** What all come to, where one began and died, another took its place, and a third went on. */
  private Verdict walkWithASuccessor() throws IOException {
    share(ALIVE, 1, PartOutcome.fact("walked"));
    journal(began(1));
    IntFunction<List<String>> walks = slot -> List.of("walk");
    PhaseResult result =
        results().of(1, reading(walks), of(DEAD, SUCCESSOR, ALIVE), of(SUCCESSOR, ALIVE), of());
    return result.parts().get("walk").verdict();
  }

  @Test
  void aPhaseToWhoseEndNoWorkerCameIsADoubt() throws IOException {
    PhaseResult none = results().of(1, NOBODY, of(DEAD), of(), of());
    assertThat(none.fleet().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(none.fleet().reasons()).containsExactly("no worker completed the phase");
    assertThat(none.fleet().facts())
        .containsExactly(
            "worker 0 was lost before it wrote anything", "worker 0 was ready and never began");
    assertThat(none.skew().workers()).isZero();
  }

  @Test
  void aJournalThatCannotBeReadIsADoubtAndItsWorkerMayHaveBegun() throws IOException {
    share(ALIVE, 1, PartOutcome.fact("walked"));
    RawLocalFileSystem files =
        new RawLocalFileSystem() {
          @Override
          public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer)
              throws IOException {
            if (file.getName().equals(run.events(ClientName.worker(0, 1)).getName())) {
              throw new IOException("planted");
            }
            return super.open(file, buffer);
          }
        };
    files.initialize(URI.create("file:///"), new Configuration(false));
    PhaseResult result =
        new ShareResults(RunDirectory.on(files, run.root()), seen -> true)
            .of(1, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.fleet().reasons())
        .singleElement()
        .asString()
        .isEqualTo("what worker 0 found before it was lost cannot be read: planted");
    assertThat(result.fleet().facts()).noneMatch(fact -> fact.contains("never began"));
  }

  /** Its file could not be written, or not read, and what it found is in its journal alone. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatADoneWorkerFoundCountsWithoutItsShare(boolean damaged) throws IOException {
    if (damaged) {
      share(DEAD, 1, PartOutcome.NOTHING);
      Path shares = Path.of(run.root().toUri().getPath()).resolve("shares");
      try (Stream<Path> files = Files.list(shares)) {
        Files.writeString(files.findFirst().orElseThrow(), "{");
      }
    }
    journal(began(1));
    PhaseResult clean = results().of(1, NOBODY, of(DEAD), of(DEAD), of());
    assertThat(clean.fleet().verdict()).isEqualTo(Verdict.UNKNOWN);
    journal(found(FindingKind.LOST, 1));
    PhaseResult result = results().of(1, NOBODY, of(DEAD), of(DEAD), of());
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.fleet().findings()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(result.fleet().tally()).doesNotContainKey("workers lost");
    assertThat(result.fleet().reasons()).hasSize(1);
  }

  /** When one that joined late began says nothing of how punctual the others were. */
  @Test
  void oneThatJoinedLateAndDiedIsNotAmongTheBeginnings() throws IOException {
    share(ALIVE, 1, PartOutcome.NOTHING);
    journal(new Event.WorkerBegan(1, "worker-0-1", DEAD.node(), 1, "walk", 9_000, true));
    PhaseResult result = results().of(1, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(result.skew().workers()).isEqualTo(1);
    assertThat(result.skew().max()).isEqualTo(1);
  }

  @Test
  void howLateADeadWorkerBeganIsThatOfThePhase() throws IOException {
    share(ALIVE, 1, PartOutcome.NOTHING);
    journal(began(1), new Event.WorkerBegan(1, "worker-0-1", DEAD.node(), 2, "scan", 9, false));
    PhaseResult result = results().of(1, NOBODY, of(DEAD, ALIVE), of(ALIVE), of());
    assertThat(result.skew().workers()).isEqualTo(2);
    assertThat(result.skew().max()).isEqualTo(3);
  }

  @Test
  void theFirstOfManyLinesAreKeptAndTheOthersCounted() throws IOException {
    for (int lines : new int[] {MOST_LINES, MOST_LINES + 1, MOST_LINES + 7}) {
      List<String> each = IntStream.range(0, lines).mapToObj(i -> "line " + i).toList();
      PartOutcome much = new PartOutcome(Verdict.UNKNOWN, each, Map.of(), Map.of(), each);
      share(ALIVE, 1, much);
      PartOutcome walk = results().of(1, NOBODY, of(ALIVE), of(ALIVE), of()).parts().get("walk");
      for (List<String> kept : List.of(walk.reasons(), walk.facts())) {
        if (lines == MOST_LINES) {
          assertThat(kept).isEqualTo(each);
        } else {
          assertThat(kept)
              .hasSize(MOST_LINES + 1)
              .startsWith("line 0")
              .endsWith(
                  "line " + (MOST_LINES - 1),
                  "and " + (lines - MOST_LINES) + " more lines in shares/");
        }
      }
    }
  }

  @Test
  void aShareThatIsDamagedIsADoubt() throws IOException {
    share(ALIVE, 1, PartOutcome.fact("walked"));
    Path damaged = Path.of(run.share(1, ALIVE.node()).toUri().getPath());
    Files.writeString(damaged, "{\"worker\": ");
    PhaseResult result = results().of(1, NOBODY, of(ALIVE), of(ALIVE), of());
    assertThat(result.fleet().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.fleet().reasons()).isNotEmpty();
    assertThat(result.took()).containsExactly(ALIVE);
  }

  @Test
  void sharesThatCannotBeListedBeforeTheVerdictAreADoubt() throws IOException {
    share(ALIVE, 1, PartOutcome.fact("walked"));
    RawLocalFileSystem files =
        new RawLocalFileSystem() {
          @Override
          public org.apache.hadoop.fs.FileStatus[] listStatus(org.apache.hadoop.fs.Path of)
              throws IOException {
            throw new IOException("planted");
          }
        };
    files.initialize(URI.create("file:///"), new Configuration(false));
    PartOutcome late = new ShareResults(RunDirectory.on(files, run.root()), seen -> true).late();
    assertThat(late.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(late.reasons())
        .containsExactly("shares cannot be read again before the verdict: planted");
  }

  @Test
  void whatIsNoShareIsLeftAlone() throws IOException {
    share(ALIVE, 1, PartOutcome.fact("walked"));
    Path shares = Path.of(run.share(1, ALIVE.node()).toUri().getPath()).getParent();
    for (String other : List.of("notes.json", "x-1-1.json", "1-1.json", "1-0-0x.json")) {
      Files.writeString(shares.resolve(other), "{}");
    }
    assertThat(results().shares(1)).containsExactly(ALIVE);
    assertThat(results().late()).as("it passed").isEqualTo(PartOutcome.NOTHING);
  }

  @Test
  void whoLeftAShareOfAPhaseIsKnown() throws IOException {
    share(ALIVE, 1, PartOutcome.NOTHING);
    share(ALIVE, 2, PartOutcome.NOTHING);
    share(SUCCESSOR, 2, PartOutcome.NOTHING);
    assertThat(results().shares(1)).containsExactly(ALIVE);
    assertThat(results().shares(2)).containsExactlyInAnyOrder(SUCCESSOR, ALIVE);
    assertThat(results().shares(3)).isEmpty();
  }
}
