// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companions;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.engine.PhasePerformer;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Run;
import catena.harness.engine.RunVerdict;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Phase;
import catena.records.fleet.FleetProgress;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which phases of a scenario a run performs, with a performer that does nothing. */
class RunPhasesTest {
  @TempDir private Path temp;
  private final StopSignal stop = new StopSignal();
  private final List<String> told = new ArrayList<>();
  private List<FleetProgress.Done> before = List.of();
  private boolean ousted;
  private int runs;

  /** Tells of the phases, whose parts come to these verdicts, else PASS. */
  private final class Performer extends PhasePerformer {
    private final Map<String, Verdict> verdicts;

    Performer(PhaseSettings settings, Map<String, Verdict> verdicts) {
      super(settings, Optional.empty());
      this.verdicts = verdicts;
    }

    @Override
    public List<FleetProgress.Done> performedBefore() {
      return before;
    }

    @Override
    public List<PartOutcome> perform(Phase phase, int index, RunContext run) {
      told.add(phase.words());
      if (phase.words().equals("stats")) {
        stop.ask("enough");
      }
      return phase.parts().stream()
          .map(part -> outcome(verdicts.getOrDefault(part.name(), Verdict.PASS)))
          .toList();
    }

    @Override
    public void over(int index, FleetProgress.Done phase, List<String> doubts) {
      if (!phase.leftOut().isEmpty()) {
        told.add("not " + index + ": " + phase.leftOut());
      }
    }

    @Override
    public void end(Consumer<PartOutcome> said) {
      said.accept(PartOutcome.fact("the workers ended"));
    }

    @Override
    public boolean isOusted() {
      return ousted;
    }

    @Override
    public void close() {
      told.add("closed");
    }
  }

  private static PartOutcome outcome(Verdict verdict) {
    return new PartOutcome(verdict, List.of(), Map.of(), Map.of(), List.of());
  }

  /** Goes through a scenario whose parts come to these verdicts, else PASS. */
  private VerdictFile run(Map<String, Verdict> verdicts, String... phases) throws Exception {
    told.clear();
    Scenario scenario =
        ScenarioFile.parse(
                Activities.SHIPPED,
                Path.of("x.yaml"),
                "name: x\nphases:\n" + String.join("\n", phases),
                List.of(),
                () -> 0)
            .get(0)
            .scenario();
    PhaseSettings settings =
        PlannedRun.resolve(
            scenario,
            ClusterSpec.usual(),
            new CommonOptions(),
            Activities.SHIPPED.settings(),
            Optional.empty());
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    PartEnvironment site =
        new PartEnvironment(
            () -> {
              throw new IllegalStateException("no cluster is asked");
            },
            true,
            CallerContext.NOTHING,
            List.of(),
            new Terminal(nowhere, nowhere),
            Clock.systemUTC(),
            7);
    try (RunDirectory directory =
        RunDirectory.at(temp.resolve("run-" + ++runs).toString(), new Configuration(false))) {
      PendingVerdict pending = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
      Verdict unused =
          new Run(
                  scenario,
                  settings,
                  Run.Form.SCENARIO,
                  RunVerdict.ofScenario(directory, pending),
                  Companions.NONE,
                  new Performer(settings, verdicts))
              .perform(site, stop);
      assertThat(told).last().as("the right to conclude is given back").isEqualTo("closed");
      told.remove(told.size() - 1);
      return VerdictFile.readFrom(directory).orElseThrow();
    }
  }

  private List<String> performed(Map<String, Verdict> verdicts, String... phases) throws Exception {
    VerdictFile unused = run(verdicts, phases);
    return told;
  }

  @Test
  void phasesFollowOneAnother() throws Exception {
    assertThat(performed(Map.of(), "  - createtable", "  - together: [ingest, walk]", "  - verify"))
        .containsExactly("createtable", "ingest+walk", "verify");
  }

  @Test
  void theVerdictOfAnEarlierPartDecidesAboutALaterPhase() throws Exception {
    String[] phases = {
      "  - together: [ingest, walk]",
      "  - verify",
      "  - {scan: , when: {walk: FAIL}}",
      "  - {walk: , when: {walk: PASS, verify: [PASS, UNKNOWN]}}"
    };
    assertThat(performed(Map.of("walk", Verdict.FAIL), phases))
        .containsExactly("ingest+walk", "verify", "scan", "not 3: walk is FAIL, not PASS");
    assertThat(performed(Map.of("verify", Verdict.UNKNOWN), phases))
        .containsExactly("ingest+walk", "verify", "not 2: walk is PASS, not FAIL", "walk");
    assertThat(performed(Map.of("verify", Verdict.FAIL), phases))
        .last()
        .isEqualTo("not 3: verify is FAIL, not PASS or UNKNOWN");
  }

  @Test
  void whatDependsOnAPhaseThatWasLeftOutIsLeftOutToo() throws Exception {
    assertThat(
            performed(
                Map.of(),
                "  - verify",
                "  - {scan: , when: {verify: FAIL}}",
                "  - {walk: , when: {scan: [PASS, FAIL, UNKNOWN]}}"))
        .containsExactly("verify", "not 1: verify is PASS, not FAIL", "not 2: scan was left out");
  }

  @Test
  void nothingBeginsOnceTheEndWasAskedFor() throws Exception {
    VerdictFile file = run(Map.of(), "  - ingest", "  - stats", "  - quiesce", "  - verify");
    assertThat(told).containsExactly("ingest", "stats");
    assertThat(file.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file.reasons())
        .contains("stopped before phase quiesce", "the run was broken off: enough");
  }

  @Test
  void whatWasPerformedBeforeCountsAndIsNotPerformedAgain() throws Exception {
    before =
        List.of(
            new FleetProgress.Done(List.of(PartOutcome.NOTHING), "", 5),
            new FleetProgress.Done(List.of(outcome(Verdict.FAIL)), "", 5));
    VerdictFile file =
        run(
            Map.of(),
            "  - ingest",
            "  - walk",
            "  - {scan: , when: {walk: FAIL}}",
            "  - {stats: , when: {walk: PASS}}");
    assertThat(told).containsExactly("scan", "not 3: walk is FAIL, not PASS");
    assertThat(file.verdict()).isEqualTo(Verdict.FAIL);
  }

  /** As where a coordinator that was asked to stop died before its verdict. */
  @Test
  void whatWasPerformedBeforeCountsThoughNothingFollows() throws Exception {
    before =
        List.of(
            new FleetProgress.Done(List.of(PartOutcome.NOTHING), "", 5),
            new FleetProgress.Done(List.of(outcome(Verdict.FAIL)), "", 5));
    stop.ask("enough");
    VerdictFile file = run(Map.of(), "  - ingest", "  - verify", "  - walk");
    assertThat(told).isEmpty();
    assertThat(file.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file.reasons())
        .contains("stopped before phase walk")
        .noneMatch(reason -> reason.contains("phase ingest") || reason.contains("nothing was"));
  }

  @Test
  void theVerdictIsLeftToTheProcessThatHasTakenTheRunOver() throws Exception {
    ousted = true;
    VerdictFile file = run(Map.of(), "  - ingest", "  - verify");
    assertThat(file.unfinished()).isTrue();
  }
}
