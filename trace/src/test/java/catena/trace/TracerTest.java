// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import static catena.trace.HandWrittenRun.LOWER;
import static catena.trace.HandWrittenRun.ONE;
import static catena.trace.HandWrittenRun.TWO;
import static catena.trace.HandWrittenRun.UPPER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.UnaskedConnection;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.records.history.Causes;
import catena.records.history.Missing;
import catena.records.history.RunPlan;
import catena.records.history.TolerantReader;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.ledger.Ledger;
import catena.records.run.Json;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.trace.cause.LossGroup;
import catena.trace.cause.LossGroups;
import catena.trace.cause.Wording;
import catena.trace.record.Loss;
import catena.trace.record.LossReader;
import catena.trace.record.RowRemains;
import catena.trace.record.RunRecord;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Maps;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** From runs written by hand: what was planted is what is named. */
class TracerTest {
  @TempDir private Path temp;

  private HandWrittenRun run;

  @BeforeEach
  void aRunOfTwoTablets() throws IOException {
    run = new HandWrittenRun(temp);
    run.hosted(0, LOWER, ONE).hosted(0, UPPER, TWO).hosted(0, "!0<", TWO);
    run.hosted(0, "+r<", TWO);
    run.wrote(0, 10, 20, 30, 40);
    run.event(new Event.ClientStopped(HandWrittenRun.at(50), "ingest-w0", "done"));
  }

  private List<Node> lower(long window) {
    return run.nodes(0, window, LOWER);
  }

  private static Causes.Group only(Causes causes) {
    assertThat(causes.groups()).hasSize(1);
    return causes.groups().get(0);
  }

  private static int fault(Causes.Group group) {
    return group.fault().orElseThrow().id();
  }

  @Test
  void aLossIsTracedToTheKillOfItsServerAmongManyFaults() throws IOException {
    run.fault(5, 1, "kill", "tserver-1@" + ONE).recovered(8, 1);
    run.fault(21, 2, "kill", "tserver-2@" + TWO).recovered(24, 2);
    run.fault(22, 3, "kill", "datanode-1@host1:55").recovered(25, 3);
    run.fault(23, 4, "kill", "tserver-1@" + ONE).recovered(29, 4);
    run.fault(24, 5, "kill", "manager-1@host3:7").recovered(29, 5);
    run.fault(45, 6, "kill", "tserver-1@" + ONE).recovered(49, 6);
    run.hosted(24, LOWER, null).hosted(26, LOWER, TWO);
    run.found(60, FindingKind.LOST, lower(1));
    run.settings("ingest.durability", "none");

    Causes.Group group = only(run.traced());

    assertThat(fault(group)).isEqualTo(4);
    assertThat(group.fault().orElseThrow().targets()).containsExactly("tserver-1@" + ONE);
    assertThat(group.server()).contains("tserver-1 " + ONE);
    assertThat(group.kinds()).isEqualTo(Map.of("LOST", (long) lower(1).size()));
    assertThat(group.tablets()).containsExactly(LOWER);
    assertThat(group.writers()).containsExactly(0);
    assertThat(group.from()).isEqualTo(HandWrittenRun.at(20));
    assertThat(group.suspicion())
        .contains("Fault 4 (kill)", "3.0 s after", "ingest.durability=none");
    assertThat(group.evidence())
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("fault 4", "its process is gone")
                    .contains(
                        ", healed 1970-01-12 13:47:08.000, recovered 1970-01-12 13:47:09.000"))
        .anySatisfy(line -> assertThat(line).contains("also: fault 3", "datanode-1"))
        .anySatisfy(line -> assertThat(line).contains("also: fault 5", "manager-1"))
        .noneSatisfy(line -> assertThat(line).contains("fault 1,"));
  }

  /** What a log has outlives the server, so that durability is named where there is none only. */
  @ParameterizedTest
  @CsvSource({
    "ingest.durability, none, true", "ingest.durability, log, true",
    "table.durability, none, true", "table.durability, log, true",
    "ingest.durability, flush, false", "table.durability, sync, false",
    "other.durability, none, false"
  })
  void aDurabilityIsNamedIfItIsWeak(String key, String value, boolean named) throws IOException {
    run.fault(23, 4, "kill", "tserver-1@" + ONE).recovered(29, 4);
    run.found(60, FindingKind.LOST, lower(1));
    run.settings(key, value);
    String words =
        "; with " + key + "=" + value + " what was acknowledged need not outlive its server";

    String suspicion = only(run.traced()).suspicion();
    assertThat(suspicion.contains(words)).isEqualTo(named);
    assertThat(suspicion.contains("need not outlive")).isEqualTo(named);
  }

  /** Where a tablet is, and what is in it, may be wrong after the catalog's host was gone. */
  @Test
  void aFaultOfWhoHostedTheCatalogIsSuspectedIfNoneIsNearer() throws IOException {
    run.fault(24, 1, "kill", "tserver-2@" + TWO).recovered(26, 1);
    run.found(60, FindingKind.LOST, lower(1));

    Causes.Group group = only(run.traced());

    assertThat(fault(group)).isEqualTo(1);
    assertThat(group.server()).contains(ONE);
    assertThat(group.suspicion()).contains("hit a server of the metadata table", ONE);
  }

  /** Each of them is traced, as if it had its own line. */
  @Test
  void findingsThatShareALineAreTracedEachByItself() throws IOException {
    run.fault(24, 1, "kill", "tserver-1@" + ONE).recovered(26, 1);
    run.foundTogether(60, FindingKind.LOST, lower(1));
    Causes together = run.traced();

    assertThat(together.traced()).isEqualTo(lower(1).size()).isGreaterThan(1);
    assertThat(together.leftOut()).isZero();
    assertThat(together.groups())
        .singleElement()
        .satisfies(group -> assertThat(group.fault()).isPresent());
  }

  @Test
  void findingsOfWhichOnlyTheNumberIsKnownAreCountedAndNotTraced() throws IOException {
    run.found(60, FindingKind.LOST, lower(1));
    run.foundByNumber(60, FindingKind.LOST, lower(1).get(0), 1000);

    Causes causes = run.traced();
    assertThat(causes.traced()).isEqualTo(lower(1).size());
    assertThat(causes.leftOut()).isEqualTo(1000);
    assertThat(causes.total()).isEqualTo(1000 + lower(1).size());
  }

  @Test
  void eachCauseHasItsShareOfMoreFindingsThanCanBeTraced() throws IOException {
    run.fault(24, 1, "kill", "tserver-1@" + ONE).recovered(26, 1);
    run.fault(34, 2, "kill", "tserver-2@" + TWO).recovered(36, 2);
    run.found(60, FindingKind.LOST, lower(1));
    run.found(60, FindingKind.LOST, run.nodes(0, 2, UPPER));
    lower(1).forEach(node -> verified(FindingKind.LOST, node));
    int all = lower(1).size() + run.nodes(0, 2, UPPER).size();

    Causes causes = run.tracedWith(all / 2);

    assertThat(causes.traced()).isEqualTo(all / 2);
    assertThat(causes.leftOut()).isEqualTo(all - all / 2);
    Causes read =
        new TolerantReader(run.run, new Missing())
            .json(run.run.causes(), Causes.class)
            .orElseThrow();
    assertThat(read).isEqualTo(causes);
    assertThat(read.isSample()).isTrue();
    assertThat(read.total()).isEqualTo(all);
    assertThat(read.groups().stream().mapToLong(g -> read.scaled(g.findings())).sum())
        .as("together they are all of them, but for rounding")
        .isCloseTo(all, Offset.offset(1L));
    assertThat(causes.groups())
        .extracting(TracerTest::fault)
        .as("the last that was found is not left out")
        .containsExactlyInAnyOrder(1, 2);
    assertThat(CausesPage.lines(causes, "x"))
        .anySatisfy(
            line ->
                assertThat(line).contains("Lost writes found: " + all + ", of which " + all / 2))
        .anySatisfy(line -> assertThat(line).startsWith("1. about "))
        .anySatisfy(line -> assertThat(line).contains("of those traced: "));
    assertThat(CausesPage.facts(causes))
        .contains("traced: %d of %d lost writes, drawn evenly".formatted(all / 2, all));
  }

  /** What a reader saw of rows that are in the file is not more that is lost. */
  @Test
  void rowsThatAreFoundTwiceAreCountedAboutOnceWhereNotAllAreTraced() throws IOException {
    List<Node> all = new ArrayList<>(lower(0));
    all.addAll(lower(1));
    run.found(60, FindingKind.LOST, all);
    run.foundByNumber(60, FindingKind.LOST, run.nodes(0, 2, LOWER).get(0), 1000);
    assertThat(run.tracedWith(all.size() / 4).total()).isEqualTo(1000 + all.size());

    for (int i = 0; i < all.size(); i += 2) {
      run.seen(50, FindingKind.LOST, all.get(i));
    }
    assertThat((double) run.tracedWith(all.size() / 4).total() - 1000)
        .isCloseTo(all.size(), Offset.offset(all.size() / 5.0));
  }

  /** The file of the settings has what the last phase that set one had. */
  @ParameterizedTest
  @CsvSource({"sync, none, false", "none, none, true"})
  void aDurabilityIsNamedWhereNoPhaseHadAnother(String first, String last, boolean named)
      throws IOException {
    run.fault(23, 4, "kill", "tserver-1@" + ONE).recovered(29, 4);
    run.found(60, FindingKind.LOST, lower(1));
    run.settings("ingest.durability", last);
    new RunPlan(
            "x",
            Optional.empty(),
            1,
            "",
            Map.of(),
            List.of(phase("ingest", first), phase("ingest-2", last)))
        .writeTo(run.run);
    assertThat(only(run.traced()).suspicion().contains("need not outlive")).isEqualTo(named);
  }

  private static RunPlan.Phase phase(String part, String durability) {
    Map<String, String> own = Map.of("ingest.durability", durability);
    return new RunPlan.Phase("ingest", Optional.empty(), List.of(part), Map.of(part, own));
  }

  @Test
  void aLossThatNoFaultExplainsSaysSo() throws IOException {
    run.fault(5, 1, "kill", "tserver-1@" + ONE).recovered(8, 1);
    run.fault(70, 2, "kill", "tserver-1@" + ONE).recovered(75, 2);
    run.fault(25, 3, "kill", "monitor-1@host3:7").recovered(29, 3);
    run.found(60, FindingKind.LOST, lower(1));

    Causes causes = run.traced();

    Causes.Group group = only(causes);
    assertThat(group.fault()).isEmpty();
    assertThat(group.suspicion()).startsWith("No fault explains these");
    assertThat(causes.unexplained()).isEqualTo(lower(1).size());
  }

  /** A verification of the run into a separate directory, which has neither graph nor faults. */
  private Causes judgedElsewhere(List<String> runs) throws IOException {
    run.write(false);
    try (HandWrittenRun other = new HandWrittenRun(temp.resolve("other"))) {
      Files.delete(other.path.resolve("graph.json"));
      if (!runs.isEmpty()) {
        other.event(new Event.LedgersRead(HandWrittenRun.at(55), "verify", runs));
      }
      other.event(new Event.ClientStarted(HandWrittenRun.at(56), "verify", "verify"));
      other.settings("ingest.durability", "default");
      if (runs.contains(temp.toUri().toString())) {
        other.foundTogether(60, FindingKind.LOST, lower(1));
      } else {
        // No graph is there to say which rows these are, or none that is known to be theirs.
        other
            .found(60, FindingKind.LOST, lower(1))
            .foundByNumber(60, FindingKind.LOST, lower(1).get(0), 7);
      }
      return other.traced();
    }
  }

  @Test
  void whatAnotherDirectorysVerificationFoundIsTracedByTheRecordOfTheRunThatWrote()
      throws IOException {
    run.fault(23, 4, "kill", "tserver-1@" + ONE).recovered(29, 4);
    run.hosted(24, LOWER, null).hosted(26, LOWER, TWO);
    run.settings("ingest.durability", "none");

    Causes causes = judgedElsewhere(List.of(temp.toUri().toString()));

    Causes.Group group = only(causes);
    assertThat(fault(group)).isEqualTo(4);
    assertThat(group.cause()).isEqualTo("fault 4, kill tserver-1@" + ONE);
    assertThat(group.findings()).isEqualTo(lower(1).size()).isGreaterThan(1);
    assertThat(group.suspicion()).contains("ingest.durability=none");
    assertThat(causes.unexplained() + causes.unrecorded()).isZero();
    assertThat(causes.unhosted()).as("the tablets of a run that is long over").isEmpty();
    assertThat(causes.notes()).anyMatch(note -> note.contains(temp + " were read, too"));
  }

  @Test
  void noFaultExplainsWhatWasWrittenWhileTheRunThatWroteRecordedNone() throws IOException {
    Causes causes = judgedElsewhere(List.of(temp.toUri().toString()));

    assertThat(only(causes).cause()).isEqualTo("no fault explains them");
    assertThat(causes.unexplained()).isEqualTo(lower(1).size());
    assertThat(causes.unrecorded()).isZero();
  }

  @Test
  void theCauseIsNotKnownWhereTheRunThatWroteIsNotThere() throws IOException {
    String gone = temp.resolve("gone").toUri().toString();

    Causes causes = judgedElsewhere(List.of(gone));

    assertThat(only(causes).suspicion())
        .isEqualTo("The cause is not known: the record of " + gone + " was not read.");
    assertThat(causes.unexplained()).isZero();
    assertThat(causes.unrecorded()).isEqualTo(causes.traced()).isPositive();
    assertThat(causes.total()).isEqualTo(causes.traced() + 7);
    assertThat(causes.notes()).contains("of 7 only the number is known: not traced");
  }

  @Test
  void theCauseIsNotKnownWhereNothingWasRecordedBetweenTheRunAndALaterVerification()
      throws IOException {
    run.event(new Event.RunStarted(HandWrittenRun.at(75), "verify", "verify"));
    run.foundTogether(80, FindingKind.LOST, lower(1));

    Causes causes = run.traced();

    assertThat(only(causes).suspicion())
        .isEqualTo(
            "The cause is not known: nothing that was read records all of the time from these"
                + " writes to the findings.");
    assertThat(causes.unrecorded()).isEqualTo(lower(1).size());
  }

  /** As one in the directory of the run, which records no begin of its own. */
  @Test
  void theEndOfTheRunIsTheEndOfItsRecord() throws IOException {
    run.event(new Event.RunEnded(HandWrittenRun.at(50), "run", Verdict.PASS));
    run.foundTogether(120, FindingKind.LOST, lower(1));
    assertThat(only(run.traced()).cause()).startsWith("cause not known, nothing that was read");
  }

  @Test
  void aVerificationRightAfterTheRunLeavesNoGapInTheRecord() throws IOException {
    run.event(new Event.RunEnded(HandWrittenRun.at(50), "run", Verdict.PASS));
    run.event(new Event.RunStarted(HandWrittenRun.at(60), "verify", "verify"));
    run.foundTogether(65, FindingKind.LOST, lower(1));

    assertThat(only(run.traced()).cause()).isEqualTo("no fault explains them");
  }

  /** As an earlier version left it. */
  @Test
  void theCauseIsNotKnownWhereTheDirectoryDoesNotSayWhatItJudged() throws IOException {
    Causes causes = judgedElsewhere(List.of());

    assertThat(only(causes).cause()).startsWith("cause not known, nothing that was read records");
    assertThat(causes.unexplained()).isZero();
  }

  @Test
  void aRowThatIsLostAndReferredToIsOneLoss() throws IOException {
    run.found(60, FindingKind.UNDEFINED, lower(1));
    run.found(61, FindingKind.LOST, lower(1));
    run.found(62, FindingKind.UNDEFINED, lower(1));
    run.found(62, FindingKind.UNDEFINED, lower(2));

    assertThat(only(run.traced()).kinds())
        .isEqualTo(Map.of("LOST", (long) lower(1).size(), "UNDEFINED", (long) lower(2).size()));
  }

  /** A delete marker in each row that was found. */
  private String suspicionOfMarkers(HandWrittenRun from) throws IOException {
    from.write(false);
    try (RunRecord record = RunRecord.read(from.run, 1000)) {
      RowRemains marker = new RowRemains(List.of(), List.of("A1.rf"), Optional.empty());
      List<Loss> losses = LossReader.read(record).stream().map(loss -> loss.with(marker)).toList();
      LossGroups groups = new LossGroups(record);
      Wording wording = new Wording(record, ZoneOffset.UTC);
      return wording.suspicion(groups.of(losses, Set.of()).get(0));
    }
  }

  /** A server that had the rows was killed, and another client deleted them. */
  @Test
  void aFaultIsNotBlamedForTheRestOfWhatAnotherClientDeleted() throws IOException {
    HandWrittenRun large = new HandWrittenRun(temp.resolve("large"), 0, 100, 3);
    large.hosted(0, LOWER, ONE).hosted(0, UPPER, TWO).wrote(0, 10, 20, 30, 40);
    large.event(new Event.ClientStopped(HandWrittenRun.at(50), "ingest-w0", "done"));
    large.fault(23, 4, "kill", "tserver-1@" + ONE).recovered(29, 4);
    List<Node> many =
        IntStream.range(0, 100)
            .mapToObj(index -> new Node(0, 1, index))
            .filter(node -> large.row(node).compareTo("4") < 0)
            .toList();
    large.found(60, FindingKind.LOST, many);
    large.write(false);
    assertThat(many).as("more than are searched for").hasSizeGreaterThan(20);
    RowRemains marker = new RowRemains(List.of(), List.of("A1.rf"), Optional.empty());
    RowRemains nowhere = new RowRemains(List.of(), List.of(), Optional.empty());

    assertThat(regrouped(large, rows -> Maps.toMap(rows, row -> marker)))
        .singleElement()
        .satisfies(group -> assertThat(group.cause()).isEqualTo(LossGroup.Cause.DELETED))
        .satisfies(group -> assertThat(group.losses()).hasSameSizeAs(many));
    assertThat(
            regrouped(
                large, rows -> Maps.toMap(rows, row -> row.equals(rows.get(0)) ? nowhere : marker)))
        .as("one of them was not deleted: who knows of the rest")
        .extracting(LossGroup::cause)
        .containsExactly(LossGroup.Cause.DELETED, LossGroup.Cause.BY_FAULT);
    assertThat(regrouped(large, rows -> Map.of(rows.get(0), marker)))
        .as("only one could be searched for")
        .extracting(group -> group.losses().size())
        .containsExactly(1, many.size() - 1);
    large.close();
  }

  private static List<LossGroup> regrouped(
      HandWrittenRun from, FailableFunction<List<Loss>, Map<Loss, RowRemains>, IOException> search)
      throws IOException {
    try (RunRecord record = RunRecord.read(from.run, 1000)) {
      LossGroups groups = new LossGroups(record);
      List<Loss> losses = LossReader.read(record);
      return Tracer.searched(losses, groups.of(losses, Set.of()), groups, search);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FindingKind.class,
      names = {"LOST", "UNDEFINED"})
  void deletesOfTheWriterItselfAreNotBlamedOnAnother(FindingKind kind) throws IOException {
    run.found(60, kind, lower(1));
    assertThat(suspicionOfMarkers(run)).contains("another client deleted the rows");

    try (HandWrittenRun deletes = new HandWrittenRun(temp.resolve("deletes"), 1)) {
      deletes.hosted(0, LOWER, ONE).hosted(0, UPPER, TWO);
      deletes.wrote(0, 10, 20, 30, 40);
      deletes.event(new Event.ClientStopped(HandWrittenRun.at(50), "ingest-w0", "done"));
      deletes.found(60, kind, deletes.nodes(0, 1, LOWER));
      assertThat(suspicionOfMarkers(deletes))
          .startsWith("No fault explains these: none touched")
          .doesNotContain("another client");
    }
  }

  @Test
  void aFaultAfterTheFindingIsNoSuspect() throws IOException {
    run.seen(22, FindingKind.LOST, lower(1).get(0));
    run.found(60, FindingKind.LOST, lower(1).subList(0, 1));
    run.fault(23, 1, "kill", "tserver-1@" + ONE).recovered(29, 1);

    assertThat(only(run.traced()).fault()).isEmpty();
  }

  @Test
  void aTabletThatMovedBetweenIsTracedToItsNewServer() throws IOException {
    run.hosted(21, LOWER, TWO);
    run.fault(24, 1, "kill", "tserver-1@" + ONE).recovered(26, 1);
    run.fault(27, 2, "kill", "tserver-2@" + TWO).recovered(29, 2);
    run.hosted(28, LOWER, ONE);
    run.found(60, FindingKind.LOST, lower(1));

    Causes.Group group = only(run.traced());

    assertThat(fault(group)).isEqualTo(2);
    assertThat(group.server()).contains("tserver-1 " + ONE);
    assertThat(group.suspicion()).contains("hosted the tablets later on");
    assertThat(group.evidence())
        .anySatisfy(line -> assertThat(line).contains("moved: ", TWO))
        .anySatisfy(line -> assertThat(line).contains("also: fault 1"));
  }

  /** The lower half of a tablet that is split has a new name; the upper half keeps the old one. */
  @ParameterizedTest
  @CsvSource({"tserver-2, hosted the tablets later on", "tserver-1, hosted them no more"})
  void aRowThatASplitGaveAnotherTabletIsTracedToItsServer(String killed, String did)
      throws IOException {
    run.hosted(21, "2;2000000000000000", TWO).hosted(21, LOWER, ONE);
    run.fault(24, 1, "kill", killed + "@" + (killed.endsWith("2") ? TWO : ONE)).recovered(26, 1);
    run.found(
        60,
        FindingKind.LOST,
        lower(1).stream().filter(node -> run.row(node).compareTo("2") < 0).toList());

    Causes.Group group = only(run.traced());

    assertThat(fault(group)).isEqualTo(1);
    assertThat(group.suspicion()).contains(did);
  }

  @Test
  void aWindowThatWasSentAgainIsTracedToTheHostOfTheLastAttempt() throws IOException {
    HandWrittenRun again = new HandWrittenRun(temp.resolve("again"));
    again.hosted(0, LOWER, ONE).hosted(14.5, LOWER, TWO);
    again.fault(13, 1, "kill", "tserver-1@" + ONE).recovered(15, 1);
    again.fault(45, 2, "kill", "tserver-2@" + TWO).recovered(48, 2);
    try (Ledger ledger = again.ledger(0)) {
      Position end = new Position(0, 1, 0);
      ledger.intend(Position.ORIGIN, end, 10, 0, HandWrittenRun.at(12));
      again.event(new Event.Rejected(HandWrittenRun.at(15), "ingest-w0", 0, "late", 1, 1_000));
      ledger.intend(Position.ORIGIN, end, 10, 0, HandWrittenRun.at(16));
      ledger.acknowledge(HandWrittenRun.at(40));
      long sinceFirstFlush = TimeUnit.SECONDS.toNanos(26);
      long sinceBegin = TimeUnit.SECONDS.toNanos(28);
      again.event(
          new Event.Flush(
              HandWrittenRun.at(40), "ingest-w0", 0, 0, 0, 10, 0, sinceFirstFlush, sinceBegin));
      ledger.close(HandWrittenRun.at(50));
    }
    again.found(60, FindingKind.LOST, again.nodes(0, 0, LOWER));

    Causes.Group group = only(again.traced());

    assertThat(fault(group)).isEqualTo(2);
    assertThat(group.server()).contains("tserver-2 " + TWO);
    assertThat(group.suspicion()).contains("A tie: ", "tserver-1 " + ONE, "fault 1 (kill)");
    again.close();
  }

  /**
   * One window from 12 s to 40 s, whose tablet moved at 14.5 s from the first server to the other.
   */
  private HandWrittenRun moving(String name) throws IOException {
    HandWrittenRun moving = new HandWrittenRun(temp.resolve(name));
    moving.hosted(0, LOWER, ONE).hosted(14.5, LOWER, TWO);
    try (Ledger ledger = moving.ledger(0)) {
      ledger.intend(Position.ORIGIN, new Position(0, 1, 0), 10, 0, HandWrittenRun.at(12));
      ledger.acknowledge(HandWrittenRun.at(40));
      ledger.close(HandWrittenRun.at(50));
    }
    return moving;
  }

  @Test
  void onlyAServerThatHostedTheTabletWhileItWasWrittenIsSuspectedOfThatTime() throws IOException {
    try (HandWrittenRun other = moving("other");
        HandWrittenRun host = moving("host")) {
      other.fault(13, 1, "kill", "tserver-3@host9:1009").recovered(20, 1);
      other.found(60, FindingKind.LOST, other.nodes(0, 0, LOWER));
      assertThat(only(other.traced()).fault()).isEmpty();

      host.fault(13, 1, "kill", "tserver-1@" + ONE).recovered(20, 1);
      host.found(60, FindingKind.LOST, host.nodes(0, 0, LOWER));
      Causes.Group group = only(host.traced());
      assertThat(fault(group)).isEqualTo(1);
      assertThat(group.suspicion())
          .containsPattern(", [0-9.]+ s before the first of them was sent");
      assertThat(group.evidence())
          .as("where the tablet went after the fault, though before the acknowledgement")
          .anySatisfy(line -> assertThat(line).startsWith("moved: ").contains(LOWER, TWO));
    }
  }

  /** It was slowed down or refused some of them, until the tablet moved. */
  @Test
  void aServerWithAFaultInItsJvmGoesOnTakingWrites() throws IOException {
    HandWrittenRun slow = new HandWrittenRun(temp.resolve("slow"));
    slow.hosted(0, LOWER, ONE).hosted(21, LOWER, TWO);
    slow.fault(13, 1, "jvm", "tserver-1@" + ONE).recovered(22, 1);
    slow.wrote(0, 10, 20, 30);
    slow.found(60, FindingKind.LOST, slow.nodes(0, 1, LOWER));

    assertThat(only(slow.traced()).server()).contains("tserver-1 " + ONE);
    slow.close();
  }

  @Test
  void aDataNodeOnTheServersHostIsSuspectedMoreThanAnother() throws IOException {
    run.settings("ingest.durability", "none");
    run.fault(22, 1, "kill", "datanode-2@host2:55").recovered(25, 1);
    run.fault(23, 2, "kill", "datanode-1@host1:55").recovered(26, 2);
    run.found(60, FindingKind.LOST, lower(1));

    Causes.Group group = only(run.traced());
    assertThat(fault(group)).isEqualTo(2);
    assertThat(group.suspicion())
        .contains("hit a DataNode on the host of " + ONE)
        .as("what is in files is no matter of a server's memory")
        .doesNotContain("need not outlive");
    assertThat(group.evidence())
        .anySatisfy(line -> assertThat(line).contains("also: fault 1", "datanode-2"));
  }

  @Test
  void aRestartIsSuspectedAsMuchAsAKill() throws IOException {
    run.fault(23, 1, "restart", "tserver-1@" + ONE).recovered(26, 1);
    run.fault(24, 2, "kill", "tserver-1@" + ONE).recovered(27, 2);
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(fault(only(run.traced()))).as("the first after the writes").isEqualTo(1);
  }

  @Test
  void twoGroupsAreRankedByTheStrengthOfTheSuspicion() throws IOException {
    run.fault(21, 1, "pause", "datanode-2@host2:55").recovered(24, 1);
    run.fault(32, 2, "kill", "tserver-1@" + ONE).recovered(36, 2);
    run.found(60, FindingKind.LOST, run.nodes(0, 1, UPPER));
    run.found(60, FindingKind.LOST, lower(2).subList(0, 1));
    run.fault(61, 3, "kill", "tserver-2@" + TWO).recovered(66, 3);

    Causes causes = run.traced();

    assertThat(causes.groups()).extracting(TracerTest::fault).containsExactly(2, 1);
    assertThat(causes.groups()).extracting(Causes.Group::rank).containsExactly(1, 2);
    assertThat(causes.groups())
        .extracting(group -> group.server().orElse(""))
        .contains("tserver-2 " + TWO);
    assertThat(causes.unexplained()).isZero();
  }

  @Test
  void aTornJournalIsSaidAndTheRestIsUsed() throws IOException {
    run.fault(23, 1, "kill", "tserver-1@" + ONE);
    run.found(60, FindingKind.LOST, lower(1));

    Causes causes = run.traced(true);

    assertThat(fault(only(causes))).isEqualTo(1);
    assertThat(causes.notes())
        .anySatisfy(note -> assertThat(note).contains("cut off", "all.jsonl"));
  }

  @Test
  void aStaleHeadIsTracedToTheTimeOfItsRewrite() throws IOException {
    run.fault(21, 1, "kill", "tserver-1@" + ONE).recovered(25, 1);
    run.fault(43, 2, "kill", "tserver-1@" + ONE).recovered(46, 2);
    Node head = lower(0).get(0);
    run.found(60, FindingKind.STALE, List.of(head));

    Causes.Group group = only(run.traced());

    assertThat(group.from()).isEqualTo(HandWrittenRun.at(40));
    assertThat(fault(group)).isEqualTo(2);
  }

  /** It was found before its writer wrote it again, and what took it came before that. */
  @Test
  void aLostHeadThatWasRewrittenSinceIsTracedToTheTimeOfItsFirstWrite() throws IOException {
    run.fault(12, 1, "kill", "tserver-1@" + ONE).recovered(16, 1);
    run.found(30, FindingKind.LOST, List.of(lower(0).get(0)));

    Causes.Group group = only(run.traced());

    assertThat(group.from()).isEqualTo(HandWrittenRun.at(10));
    assertThat(fault(group)).isEqualTo(1);
  }

  @Test
  void aJournalWithAHoleDoesNotSayThatThereWasNoFault() throws IOException {
    run.found(60, FindingKind.LOST, lower(1));
    assertThat(only(run.traced(true)).cause()).startsWith("cause not known, nothing that was read");
  }

  @Test
  void aFaultThatWasPlannedAndNotDoneIsNoHole() throws IOException {
    run.event(new Event.FaultDoubted(HandWrittenRun.at(25), "agitate", 1, "prove", "not done"));
    run.found(60, FindingKind.LOST, lower(1));
    assertThat(only(run.traced()).cause()).isEqualTo("no fault explains them");
  }

  @Test
  void aFaultWhoseBeginIsNotOnRecordIsAHole() throws IOException {
    run.recovered(25, 1).found(60, FindingKind.LOST, lower(1));
    assertThat(only(run.traced()).cause()).startsWith("cause not known, nothing that was read");
  }

  @Test
  void aResurrectedEntryIsTracedToTheTimeOfItsDelete() throws IOException {
    try (HandWrittenRun deleting = new HandWrittenRun(temp.resolve("deleting"), 1)) {
      deleting.hosted(0, LOWER, ONE).hosted(0, UPPER, TWO);
      deleting.wrote(0, 10, 20, 30, 40, 50, 60);
      deleting.fault(55, 1, "kill", "tserver-1@" + ONE).recovered(58, 1);
      deleting.fault(61, 2, "kill", "tserver-1@" + ONE).recovered(64, 2);
      deleting.found(70, FindingKind.RESURRECTED, deleting.nodes(0, 0, LOWER));

      Causes.Group group = only(deleting.traced());

      assertThat(group.from()).isEqualTo(HandWrittenRun.at(60));
      assertThat(fault(group)).isEqualTo(2);
    }
  }

  /** In a table of several cells a lost rewrite of one of them is told so, and not as STALE. */
  @Test
  void aTornRowHasLostAPartOfItsWrite() throws IOException {
    run.fault(23, 1, "kill", "tserver-1@" + ONE).recovered(26, 1);
    run.found(60, FindingKind.TORN, lower(1));

    Causes.Group group = only(run.traced());

    assertThat(group.kinds()).containsOnlyKeys("TORN");
    assertThat(fault(group)).isEqualTo(1);
  }

  @Test
  void anOrderlyStopIsSuspectedLessThanAKill() throws IOException {
    run.fault(21, 1, "stop", "tserver-1@" + ONE).recovered(22, 1);
    run.fault(23, 2, "kill", "tserver-1@" + ONE).recovered(26, 2);
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(fault(only(run.traced()))).isEqualTo(2);
  }

  @Test
  void aServerIsKnownByItsNameOnceItsAddressWasSaid() throws IOException {
    run.event(new Event.ServerBack(HandWrittenRun.at(1), "agitate", "tserver", "tserver-1@" + ONE));
    run.fault(23, 1, "kill", "tserver-1").recovered(26, 1);
    run.found(60, FindingKind.LOST, lower(1));

    Causes.Group group = only(run.traced());

    assertThat(group.suspicion()).contains("which had acknowledged these writes and hosted");
    assertThat(group.server()).contains("tserver-1 " + ONE);
  }

  @Test
  void aServerThatWasAddedIsKnownByItsName() throws IOException {
    run.event(
        new Event.ServerAdded(
            HandWrittenRun.at(1), "addservers", "tserver", "tserver-1@" + ONE, "registered"));
    run.fault(23, 1, "kill", "tserver-1").recovered(26, 1);
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(only(run.traced()).server()).contains("tserver-1 " + ONE);
  }

  @Test
  void aWholeHostThatIsCutOffHitsItsServer() throws IOException {
    run.fault(23, 1, "cut", "host1").recovered(26, 1);
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(fault(only(run.traced()))).isEqualTo(1);
  }

  @Test
  void aHostIsKnownByItsAddressToo() throws IOException {
    run.fault(23, 1, "cut", "host-1@host1").recovered(26, 1);
    run.fault(24, 2, "cut", "host-7").recovered(27, 2);
    run.found(60, FindingKind.LOST, lower(1));

    Causes.Group group = only(run.traced());

    assertThat(fault(group)).isEqualTo(1);
    assertThat(group.suspicion()).contains("which had acknowledged these writes");
    assertThat(group.evidence())
        .anySatisfy(line -> assertThat(line).contains("also: fault 2, cut host-7"));
  }

  @Test
  void aServerThatFellUnaskedIsNamedAndIsNoPlannedFault() throws IOException {
    run.event(new Event.ServerLost(HandWrittenRun.at(24), "agitate", "tserver", ONE));
    run.found(60, FindingKind.LOST, lower(1));

    Causes causes = run.traced();

    assertThat(only(causes).fault()).isEmpty();
    assertThat(only(causes).suspicion()).startsWith("No planned fault").contains(ONE);
    assertThat(causes.unexplained()).isZero();
  }

  @Test
  void aSourceOfFiguresThatFallsSilentIsNoServer() throws IOException {
    run.event(new Event.ServerLost(HandWrittenRun.at(24), "stats", "source", "manager"));
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(only(run.traced()).suspicion()).startsWith("No fault explains these");
  }

  @Test
  void aServerThatAFaultTookIsNotAlsoLostByItself() throws IOException {
    run.fault(23, 1, "kill", "tserver-1@" + ONE);
    run.event(new Event.ServerLost(HandWrittenRun.at(24), "agitate", "tserver", ONE));
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(only(run.traced()).evidence())
        .isNotEmpty()
        .noneSatisfy(l -> assertThat(l).contains("unasked"));
  }

  @Test
  void aServerThatFellWhileItsHostWasCutOffIsNotAlsoLostByItself() throws IOException {
    run.fault(23, 1, "cut", "host-1@host1");
    run.event(new Event.ServerLost(HandWrittenRun.at(24), "agitate", "tserver", ONE));
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(only(run.traced()).evidence())
        .isNotEmpty()
        .noneSatisfy(l -> assertThat(l).contains("unasked"));
  }

  /** Until the cluster may notice it, and no longer. */
  @Test
  void aServerThatFellSoonAfterAFaultHadEndedWasTakenByIt() throws IOException {
    run.fault(12, 1, "kill", "tserver-1@" + ONE).recovered(14, 1);
    run.event(new Event.ServerLost(HandWrittenRun.at(43), "agitate", "tserver", ONE));
    run.event(new Event.ServerLost(HandWrittenRun.at(45), "agitate", "tserver", ONE));
    run.found(60, FindingKind.LOST, run.nodes(0, 3, LOWER));

    assertThat(only(run.traced()).evidence())
        .filteredOn(line -> line.contains("unasked"))
        .singleElement()
        .asString()
        .contains("13:47:25"); // 45 s into the run
  }

  @Test
  void theDataNodeOnTheServersHostIsSuspectedBeforeTheRestOfHdfs() throws IOException {
    run.fault(23, 1, "kill", "namenode-1@host1:54").recovered(29, 1);
    run.fault(24, 2, "kill", "datanode-2@host2:55").recovered(29, 2);
    run.fault(22, 3, "kill", "datanode-1@host1:55").recovered(29, 3);
    run.found(60, FindingKind.LOST, lower(1));

    Causes.Group group = only(run.traced());

    assertThat(fault(group)).isEqualTo(3);
    assertThat(group.suspicion()).contains("hit a DataNode on the host of host1:1001");
  }

  @Test
  void aChangeOfTheTableItselfIsSuspectedAndOneOfAnotherTableIsNot() throws IOException {
    run.fault(23, 1, "merge", "another").recovered(29, 1);
    run.fault(22, 2, "merge", "ci").recovered(29, 2);
    run.found(60, FindingKind.LOST, lower(1));

    Causes.Group group = only(run.traced());

    assertThat(fault(group)).isEqualTo(2);
    assertThat(group.suspicion()).contains("changed the table while");
    assertThat(group.evidence())
        .isNotEmpty()
        .noneSatisfy(line -> assertThat(line).contains("fault 1,"));
  }

  @Test
  void aTabletThatStayedWhereItWasHasNotMoved() throws IOException {
    run.fault(24, 1, "kill", "tserver-1@" + ONE).recovered(26, 1);
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(only(run.traced()).evidence())
        .isNotEmpty()
        .noneSatisfy(line -> assertThat(line).contains("moved: "));
  }

  /** As a part of a run whose cluster is gone. */
  @Test
  void whatTheCompanionSaysInTheEndIsWhatWasTraced() throws Exception {
    run.fault(23, 7, "kill", "tserver-1@" + ONE);
    run.hosted(33, LOWER, null, "file:/wal/host1+1001/abc");
    run.write(false);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    PartEnvironment site =
        new PartEnvironment(
            () -> {
              throw new AssertionError("there is no cluster");
            },
            false,
            CallerContext.NOTHING,
            List.of(),
            new Terminal(nowhere, nowhere),
            Clock.systemUTC(),
            1);
    try (Journal journal = new Journal(run.run.append(run.run.events("trace")), e -> {})) {
      RunContext context =
          new RunContext("trace", site, run.run, journal, Optional.empty(), new StopSignal());
      Settings settings = Settings.resolve(TraceCompanion.SETTINGS, List.of());
      PartOutcome outcome = new TraceCompanion().after(context, settings);
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons()).singleElement().asString().contains("fault 7", "abc");
    }
  }

  @Test
  void aTabletThatWasLeftWithoutAHostIsADoubtThatNamesServerLogAndFault() throws IOException {
    run.fault(23, 7, "kill", "tserver-1@" + ONE);
    run.hosted(33, LOWER, null, "file:/wal/host1+1001/abc");

    Causes causes = run.traced();

    Causes.Unhosted tablet = causes.unhosted().get(0);
    assertThat(CausesPage.inWords(tablet))
        .contains(LOWER, "tserver-1", ONE, "fault 7", "kill", "abc");
    PartOutcome outcome = Tracer.outcome(causes);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly(CausesPage.inWords(tablet));

    run.hosted(50, LOWER, TWO); // as where a run is resumed, and ends well
    assertThat(Tracer.outcome(run.traced())).isEqualTo(PartOutcome.NOTHING);
    assertThat(
            new TolerantReader(run.run, new Missing())
                .json(run.run.causes(), Causes.class)
                .orElseThrow()
                .isEmpty())
        .as("that nothing stays of the first trace")
        .isTrue();
  }

  /** Neither in {@code causes.txt} nor where the output is no terminal. */
  @Test
  void nothingOfALongBulletIsCut() {
    String logs =
        IntStream.range(0, 200).mapToObj(i -> "log-" + i).collect(Collectors.joining(" "));
    Causes.Group group =
        new Causes.Group(
            1,
            new TreeMap<>(Map.of("LOST", 5L)),
            5,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            "",
            List.of(),
            0,
            0,
            "",
            List.of(logs));

    List<String> lines =
        CausesPage.lines(new Causes(List.of(group), 5, 0, 0, List.of(), List.of()), "x");

    assertThat(String.join(" ", lines).replaceAll(" +", " ")).contains("- " + logs);
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  /** A look at all tablets that began before a fault, and ended after it. */
  @Test
  void aTabletThatWasSeenWithoutAHostByTheLookDuringWhichAFaultCameNamesTheFault()
      throws IOException {
    run.fault(24.5, 7, "kill", "tserver-1@" + ONE).hosted(24, LOWER, null);
    assertThat(CausesPage.inWords(run.traced().unhosted().get(0))).contains("fault 7", "kill");
  }

  @Test
  void aTabletThatIsWithoutAHostLongAfterARecoveryNamesNoFault() throws IOException {
    run.fault(23, 1, "kill", "tserver-1@" + ONE).recovered(26, 1);
    run.hosted(60, LOWER, null);
    assertThat(run.traced().unhosted())
        .singleElement()
        .satisfies(tablet -> assertThat(tablet.fault()).isEmpty());
  }

  @Test
  void aTabletThatWasSplitAwayIsNotWithoutAHost() throws IOException {
    run.hosted(25, "2;6000000000000000", TWO);
    run.event(new Event.TabletGone(HandWrittenRun.at(26), "tablets", "2;6000000000000000"));

    Causes causes = run.traced();

    assertThat(causes.isEmpty()).isTrue();
    assertThat(Tracer.outcome(causes)).isEqualTo(PartOutcome.NOTHING);
    assertThat(temp.resolve("causes.txt")).doesNotExist();
  }

  @Test
  void withoutARecordOfTabletsTheFaultsAreStillThere() throws IOException {
    try (HandWrittenRun bare = new HandWrittenRun(temp.resolve("bare"))) {
      bare.wrote(0, 10, 20);
      bare.fault(23, 1, "kill", "tserver-1@" + ONE).fault(24, 2, "kill", "manager-1@h:1");
      bare.found(60, FindingKind.LOST, bare.nodes(0, 1, LOWER));

      Causes causes = bare.traced();

      assertThat(only(causes).server()).isEmpty();
      assertThat(fault(only(causes))).isEqualTo(1);
      assertThat(causes.notes()).anySatisfy(n -> assertThat(n).contains("was not recorded"));
    }
  }

  @Test
  void theClusterIsAskedForTheFilesOfWhatIsLost() throws IOException {
    run.found(60, FindingKind.LOST, lower(1));

    assertThat(run.traced().notes())
        .as("without one")
        .anySatisfy(note -> assertThat(note).contains("were not read", "with -c"));
    assertThatThrownBy(() -> run.tracedWith(UnaskedConnection.make()))
        .isInstanceOf(AssertionError.class);
  }

  /** Only a tserver of which one does not know where it is may be the one that took the write. */
  @Test
  void aServerOfAnotherRoleIsNoSuspectWhereTheWritesHostIsNotKnown() throws IOException {
    try (HandWrittenRun bare = new HandWrittenRun(temp.resolve("bare"))) {
      bare.wrote(0, 10, 20);
      bare.event(new Event.ClientStarted(HandWrittenRun.at(5), "ingest-w0", "ingest"));
      bare.fault(23, 1, "kill", "monitor-1@h:1").fault(24, 2, "kill", "gc-1");
      bare.found(60, FindingKind.LOST, bare.nodes(0, 1, LOWER));

      Causes causes = bare.traced();

      assertThat(only(causes).fault()).isEmpty();
      assertThat(causes.unexplained()).isEqualTo(bare.nodes(0, 1, LOWER).size());
    }
  }

  @Test
  void otherFindingsAreCountedAndNotTraced() throws IOException {
    run.found(60, FindingKind.CORRUPT, lower(1));
    lower(1).forEach(node -> verified(FindingKind.CORRUPT, node));

    Causes causes = run.traced();

    assertThat(causes.groups()).isEmpty();
    assertThat(causes.notes())
        .anySatisfy(note -> assertThat(note).contains(lower(1).size() + " CORRUPT"));
  }

  /** What a verification found, as its journal has it, and that it ended. */
  private void verified(FindingKind kind, Node node) {
    long at = HandWrittenRun.at(60);
    run.event(new Event.FindingSeen(at, "verify", Finding.of(kind, run.row(node), at)));
    run.event(new Event.Verified(at, "verify", Verdict.FAIL, ""));
  }

  /** The table was repaired, and verified again: the file of findings is empty. */
  @Test
  void whatALaterVerificationDoesNotFindAnyMoreIsNotTraced() throws IOException {
    run.fault(23, 4, "kill", "tserver-1@" + ONE).recovered(29, 4);
    lower(1).forEach(node -> verified(FindingKind.LOST, node));
    assertThat(run.traced().isEmpty()).isTrue();
    Files.delete(temp.resolve("findings.jsonl"));
    assertThat(only(Tracer.trace(run.run, Optional.empty(), ZoneOffset.UTC)).findings())
        .as("those of a verification that left no file")
        .isEqualTo(lower(1).size());
  }

  @Test
  void thePageFitsATerminalAndTheJsonHasWhatWasAgreed() throws IOException {
    run.fault(23, 4, "kill", "tserver-1@" + ONE).recovered(29, 4);
    run.event(
        new Event.FaultRecovered(
            HandWrittenRun.at(29), "agitate", 4, new TreeMap<>(Map.of("rehost.s", 4.0))));
    run.found(60, FindingKind.LOST, lower(1));
    run.found(61, FindingKind.LOST, run.nodes(0, 2, UPPER));

    Causes causes = run.traced();

    List<String> page = Files.readAllLines(temp.resolve("causes.txt"));
    assertThat(page).hasSizeBetween(8, 60);
    assertThat(page).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    JsonNode json = Json.LINES.readTree(temp.resolve("causes.json").toFile());
    JsonNode first = json.path("groups").path(0);
    assertThat(first.path("rank").asInt()).isEqualTo(1);
    assertThat(first.path("kinds").path("LOST").asInt()).isEqualTo(lower(1).size());
    assertThat(first.path("fault").path("id").asInt()).isEqualTo(4);
    assertThat(first.path("fault").path("startedAt").asLong()).isEqualTo(HandWrittenRun.at(23));
    assertThat(json.path("groups").path(1).get("fault").isNull()).isTrue();
    assertThat(json.path("unexplained").asLong()).isEqualTo(causes.unexplained());
    assertThat(Json.LINES.treeToValue(json, Causes.class)).isEqualTo(causes);
    assertThat(Tracer.outcome(causes).facts())
        .anySatisfy(fact -> assertThat(fact).contains("fault 4", "kill"))
        .allSatisfy(fact -> assertThat(fact).hasSizeLessThan(79));
  }
}
