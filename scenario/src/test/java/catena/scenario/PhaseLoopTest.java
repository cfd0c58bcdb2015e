package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.scenario.Scenario.Phase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhaseLoopTest {
  private final StopSignal stop = new StopSignal();
  private final List<String> told = new ArrayList<>();

  /** Goes through a scenario whose parts come to these verdicts, else PASS. */
  private List<String> run(Map<String, Verdict> verdicts, String... phases) throws Exception {
    Scenario scenario =
        ScenarioFile.parse(
            Activities.SHIPPED,
            Path.of("x.yaml"),
            "name: x\nphases:\n" + String.join("\n", phases));
    PhaseLoop.Steps steps =
        new PhaseLoop.Steps() {
          @Override
          public List<PartOutcome> perform(Phase phase) {
            told.add(phase.words());
            if (phase.words().equals("stats")) {
              stop.ask("enough");
            }
            return phase.parts().stream()
                .map(part -> outcome(verdicts.getOrDefault(part.name(), Verdict.PASS)))
                .toList();
          }

          @Override
          public void leaveOut(Phase phase, String why) {
            told.add("not " + phase.words() + ": " + why);
          }

          @Override
          public void stoppedBefore(Phase phase) {
            told.add("stopped before " + phase.words());
          }
        };
    new PhaseLoop(stop, steps).run(scenario.phases());
    return told;
  }

  private static PartOutcome outcome(Verdict verdict) {
    return new PartOutcome(verdict, List.of(), Map.of(), Map.of(), List.of());
  }

  @Test
  void phasesFollowOneAnother() throws Exception {
    assertThat(run(Map.of(), "  - createtable", "  - together: [ingest, walk]", "  - verify"))
        .containsExactly("createtable", "ingest+walk", "verify");
  }

  @Test
  void whatAnEarlierPartCameToDecidesAboutALaterPhase() throws Exception {
    String[] phases = {
      "  - together: [ingest, walk]",
      "  - verify",
      "  - {scan: , when: {walk: FAIL}}",
      "  - {walk: , when: {walk: PASS, verify: [PASS, UNKNOWN]}}"
    };
    assertThat(run(Map.of("walk", Verdict.FAIL), phases))
        .containsExactly("ingest+walk", "verify", "scan", "not walk: walk is FAIL, not PASS");
    told.clear();
    assertThat(run(Map.of("verify", Verdict.UNKNOWN), phases))
        .containsExactly("ingest+walk", "verify", "not scan: walk is PASS, not FAIL", "walk");
    told.clear();
    assertThat(run(Map.of("verify", Verdict.FAIL), phases))
        .last()
        .isEqualTo("not walk: verify is FAIL, not PASS or UNKNOWN");
  }

  @Test
  void whatDependsOnAPhaseThatWasLeftOutIsLeftOutToo() throws Exception {
    assertThat(
            run(
                Map.of(),
                "  - verify",
                "  - {scan: , when: {verify: FAIL}}",
                "  - {walk: , when: {scan: [PASS, FAIL, UNKNOWN]}}"))
        .containsExactly(
            "verify", "not scan: verify is PASS, not FAIL", "not walk: scan was left out");
  }

  @Test
  void nothingBeginsOnceTheEndWasAskedFor() throws Exception {
    assertThat(run(Map.of(), "  - ingest", "  - stats", "  - quiesce", "  - verify"))
        .containsExactly("ingest", "stats", "stopped before quiesce");
  }
}
