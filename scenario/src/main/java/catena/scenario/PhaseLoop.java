package catena.scenario;

import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.scenario.Scenario.Phase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The phases of a scenario in their order, of which each is performed, or left out as its
 * conditions have it; none begins once somebody has asked for the end.
 */
final class PhaseLoop {
  /** What is done in the loop. */
  interface Steps {
    /** Performs a phase; what each of its parts came to, in their order. */
    List<PartOutcome> perform(Phase phase) throws Exception;

    /** Takes note of a phase whose conditions do not hold. */
    void leaveOut(Phase phase, String why) throws Exception;

    /** Takes note of the first phase that did not begin any more. */
    void stoppedBefore(Phase phase);
  }

  private final StopSignal stop;
  private final Steps steps;

  /** What each part that was performed has come to, by its name. */
  private final Map<String, Verdict> outcomes = new HashMap<>();

  PhaseLoop(StopSignal stop, Steps steps) {
    this.stop = stop;
    this.steps = steps;
  }

  /** Goes through all of them. */
  void run(List<Phase> phases) throws Exception {
    for (Phase phase : phases) {
      if (stop.asked()) {
        steps.stoppedBefore(phase);
        return;
      }
      Optional<String> whyNot =
          phase.when().stream().flatMap(each -> each.whyNot(outcomes).stream()).findFirst();
      if (whyNot.isPresent()) {
        steps.leaveOut(phase, whyNot.get());
      } else {
        remember(phase, steps.perform(phase));
      }
    }
  }

  private void remember(Phase phase, List<PartOutcome> came) {
    for (int i = 0; i < came.size(); i++) {
      outcomes.put(phase.parts().get(i).name(), came.get(i).verdict());
    }
  }
}
