// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Way;
import catena.read.plant.Fault;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.walker.ScanActivity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CanariesTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Check SCAN =
      new Check(CheckForm.of("scan", Way.READING, Map.of()), new ScanActivity(), Map.of(), false);

  private final Set<Mark> there = new TreeSet<>();
  private final List<String> told = new ArrayList<>();
  private final List<String> removed = new ArrayList<>();
  private final List<String> by = new ArrayList<>();
  private int made;
  private int unremovable;
  private int unfillable;
  private boolean unwritable;

  /** The rows of faults that cannot be healed. */
  private final Set<String> stuck = new HashSet<>();

  /** What the check makes of what is there. */
  private interface Look {
    TrialOutcome of(Set<Mark> marks) throws Exception;
  }

  private static TrialOutcome seen(Verdict verdict, Set<Mark> marks) {
    return new TrialOutcome(verdict, marks, List.of("why"), Optional.empty());
  }

  private Fault fault(FindingKind kind, String row, boolean heals) {
    if (!heals) {
      stuck.add(row);
    }
    Map<String, FindingKind> found = Map.of(row, kind);
    return new Fault(kind, "planted", List.of(), List.of(), found, found, Map.of());
  }

  private Canaries canaries(Look look, Fault... faults) {
    return canaries(look, List.of(SCAN), faults);
  }

  private Canaries canaries(Look look, List<Check> checks, Fault... faults) {
    return new Canaries(
        () -> {
          made++;
          String name = "side_" + made;
          return new Canaries.CanaryTable() {
            @Override
            public String name() {
              return name;
            }

            @Override
            public void fill() throws IOException {
              if (unfillable > 0) {
                unfillable--;
                throw new IOException("no server to write to");
              }
            }

            @Override
            public List<Fault> faults() {
              return List.of(faults);
            }

            @Override
            public void plant(Fault fault) throws IOException {
              if (unwritable) {
                throw new IOException("no server");
              }
              there.addAll(Mark.of(fault.whole()));
            }

            @Override
            public void heal(Fault fault) throws IOException {
              if (fault.whole().keySet().stream().anyMatch(stuck::contains)) {
                throw new IOException("no server");
              }
              there.removeAll(Mark.of(fault.whole()));
            }

            @Override
            public TrialOutcome perform(Check check, Fault fault, StopSignal stop, Duration limit)
                throws Exception {
              by.add(check.title());
              return look.of(there);
            }

            @Override
            public void remove(Duration limit) throws IOException {
              if (unremovable > 0) {
                unremovable--;
                throw new IOException("no manager");
              }
              there.clear();
              removed.add(name);
            }
          };
        },
        checks,
        LIMIT,
        7,
        told::add);
  }

  private static PartOutcome outcome(Canaries canaries) {
    return canaries.account().outcome(Duration.ofMinutes(10));
  }

  @Test
  void canariesThatAreNoticedAreAPassAndNoFindings() throws Exception {
    Canaries canaries =
        canaries(
            marks -> seen(Verdict.FAIL, marks),
            fault(FindingKind.LOST, "01", true),
            fault(FindingKind.STALE, "02", true));
    for (int i = 0; i < 4; i++) {
      canaries.next(new StopSignal());
    }
    canaries.end();
    assertThat(outcome(canaries).verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome(canaries).findings()).isEmpty();
    assertThat(outcome(canaries).facts()).containsExactly("canary: 4 of 4 were noticed, 0 missed");
    assertThat(told).filteredOn(words -> words.contains("STALE")).hasSize(2);
    assertThat(made).isEqualTo(1);
    assertThat(removed).containsExactly("side_1");
  }

  @Test
  void oneThatIsMissedIsADoubtWithASentence() throws Exception {
    List<Integer> looks = new ArrayList<>();
    Canaries canaries =
        canaries(
            marks -> {
              looks.add(1);
              return looks.size() == 2 ? seen(Verdict.PASS, Set.of()) : seen(Verdict.FAIL, marks);
            },
            fault(FindingKind.LOST, "01", true));
    for (int i = 0; i < 3; i++) {
      canaries.next(new StopSignal());
    }
    assertThat(outcome(canaries).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome(canaries).reasons())
        .containsExactly("a canary was missed: LOST (planted), looked for by scan");
    assertThat(outcome(canaries).facts()).containsExactly("canary: 2 of 3 were noticed, 1 missed");
  }

  @Test
  void aFindingThatWasNotPlantedAndOneWithoutAFailAreDoubts() throws Exception {
    Canaries alarmed =
        canaries(
            marks ->
                seen(
                    Verdict.FAIL,
                    Set.of(new Mark("01", FindingKind.LOST), new Mark("09", FindingKind.PHANTOM))),
            fault(FindingKind.LOST, "01", true));
    alarmed.next(new StopSignal());
    assertThat(outcome(alarmed).reasons())
        .singleElement()
        .asString()
        .contains("shows PHANTOM 09, not planted");
    Canaries lenient =
        canaries(marks -> seen(Verdict.PASS, marks), fault(FindingKind.LOST, "01", true));
    lenient.next(new StopSignal());
    assertThat(outcome(lenient).reasons())
        .singleElement()
        .asString()
        .contains("the verdict was PASS");
  }

  @Test
  void whatCannotBeCheckedIsNotMissedUnlessNothingEverIs() throws Exception {
    List<Verdict> verdicts = new ArrayList<>(List.of(Verdict.UNKNOWN, Verdict.FAIL));
    Canaries canaries =
        canaries(
            marks -> {
              Verdict next = verdicts.remove(0);
              return seen(next, next == Verdict.FAIL ? marks : Set.of());
            },
            fault(FindingKind.LOST, "01", true));
    canaries.next(new StopSignal());
    assertThat(outcome(canaries).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome(canaries).reasons()).singleElement().asString().contains("no canary was");
    canaries.next(new StopSignal());
    assertThat(outcome(canaries).verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome(canaries).facts()).containsExactly("canary: 1 of 2 were noticed, 0 missed");
  }

  @Test
  void aTableThatCannotBeHealedIsGivenUpForAnother() throws Exception {
    Canaries canaries =
        canaries(marks -> seen(Verdict.FAIL, marks), fault(FindingKind.LOST, "01", false));
    canaries.next(new StopSignal());
    canaries.next(new StopSignal());
    assertThat(made).isEqualTo(2);
    assertThat(removed).containsExactly("side_1", "side_2");
    assertThat(outcome(canaries).verdict()).as("both were noticed").isEqualTo(Verdict.PASS);
    assertThat(told)
        .hasSize(4)
        .filteredOn(words -> words.endsWith("one was not planted, or not healed: no server"))
        .hasSize(2);
  }

  /** The check had missed it before; that it cannot be healed makes it no better. */
  @Test
  void whatWasMissedIsMissedWhetherItCanBeHealedOrNot() throws Exception {
    Canaries canaries =
        canaries(marks -> seen(Verdict.PASS, Set.of()), fault(FindingKind.LOST, "01", false));
    canaries.next(new StopSignal());
    assertThat(outcome(canaries).reasons())
        .singleElement()
        .asString()
        .startsWith("a canary was missed");
  }

  @Test
  void aCheckThatCanNeverReadIsADoubtThoughAnotherNoticesItsOwn() throws Exception {
    Check walk =
        new Check(CheckForm.of("walk", Way.READING, Map.of()), new ScanActivity(), Map.of(), false);
    Canaries canaries =
        canaries(
            marks ->
                by.get(by.size() - 1).equals("walk")
                    ? seen(Verdict.UNKNOWN, Set.of())
                    : seen(Verdict.FAIL, marks),
            List.of(SCAN, walk),
            fault(FindingKind.LOST, "01", true));
    canaries.next(new StopSignal());
    canaries.next(new StopSignal());
    assertThat(outcome(canaries).verdict()).as("once: a fault may be why").isEqualTo(Verdict.PASS);
    canaries.next(new StopSignal());
    canaries.next(new StopSignal());
    assertThat(outcome(canaries).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome(canaries).reasons())
        .containsExactly("no canary was noticed by walk: the last could not be checked: why");
  }

  @Test
  void aTableThatCannotBeRemovedWhileServersAreDownIsRemovedAtTheEnd() throws Exception {
    unwritable = true;
    Fault later = fault(FindingKind.LOST, "01", true);
    Canaries canaries = canaries(marks -> seen(Verdict.FAIL, Set.copyOf(marks)), later);
    unremovable = 1;
    canaries.next(new StopSignal());
    unwritable = false;
    canaries.next(new StopSignal());
    canaries.end();
    assertThat(removed).containsExactlyInAnyOrder("side_1", "side_2");
    assertThat(outcome(canaries).verdict()).isEqualTo(Verdict.PASS);

    Canaries stuck = canaries(marks -> seen(Verdict.FAIL, Set.copyOf(marks)), later);
    stuck.next(new StopSignal());
    unremovable = 1;
    stuck.end();
    assertThat(outcome(stuck).reasons())
        .containsExactly(
            "the canary's table side_3 was not removed, delete it by hand: no manager");
  }

  @Test
  void aTableThatWasMadeAndNotWrittenIsRemoved() throws Exception {
    Canaries canaries =
        canaries(
            marks -> seen(Verdict.FAIL, Set.copyOf(marks)), fault(FindingKind.LOST, "01", true));
    unfillable = 1;
    canaries.next(new StopSignal());
    assertThat(removed).containsExactly("side_1");
    canaries.next(new StopSignal());
    canaries.end();
    assertThat(removed).containsExactly("side_1", "side_2");
    assertThat(outcome(canaries).facts()).containsExactly("canary: 1 of 1 were noticed, 0 missed");
  }

  @Test
  void whatIsCutShortByTheEndSaysNothing() throws Exception {
    StopSignal stop = new StopSignal();
    Canaries canaries =
        canaries(
            marks -> {
              stop.ask("the run is over");
              return seen(Verdict.PASS, Set.of());
            },
            fault(FindingKind.LOST, "01", true));
    canaries.next(stop);
    canaries.end();
    assertThat(there).as("healed all the same").isEmpty();
    assertThat(outcome(canaries).verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome(canaries).facts())
        .containsExactly("canary: none was looked for to the end, and one was due every 10m");
  }
}
