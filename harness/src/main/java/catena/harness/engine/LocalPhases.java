// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.activity.PreparedPart;
import catena.harness.activity.RunContext;
import catena.harness.engine.ParallelPhase.PhaseMember;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Performs the parts of each phase in this process. */
public class LocalPhases implements PhasePerformer {
  private static final Logger LOG = LogManager.getLogger(LocalPhases.class);

  private final PhaseSettings settings;
  private final Optional<PreparedPart> prepared;

  /**
   * Performs phases.
   *
   * @param prepared the one part that there is, if it was prepared before its phase begins
   */
  public LocalPhases(PhaseSettings settings, Optional<PreparedPart> prepared) {
    this.settings = settings;
    this.prepared = prepared;
  }

  @Override
  public List<PartOutcome> perform(Phase phase, int index, RunContext run) throws Exception {
    return phase.parts().size() == 1
        ? List.of(only(phase.parts().get(0), index, run))
        : ParallelPhase.perform(
            phase.parts().stream().map(part -> member(part, settings.of(part), run)).toList(),
            run.stop());
  }

  /**
   * A part of a phase that has several.
   *
   * @param own the settings that it is performed with
   */
  protected PhaseMember member(Part part, Settings own, RunContext run) {
    return new PhaseMember(
        part.name(),
        part.activity().forecast(own).endless(),
        signal -> guarded(signal, stop -> perform(part, own, run, stop)));
  }

  /** Performs a part as long as this process may. */
  protected PartOutcome guarded(
      StopSignal stop, FailableFunction<StopSignal, PartOutcome, Exception> part) throws Exception {
    return part.apply(stop);
  }

  /**
   * Performs a part.
   *
   * @param own the settings that it is performed with
   * @param run that it is a part of
   */
  protected PartOutcome perform(Part part, Settings own, RunContext run, StopSignal stop)
      throws Exception {
    RunContext its = run.of(part.name(), run.site(), stop);
    return prepared.isPresent()
        ? prepared.get().perform(its)
        : PreparedPart.perform(part.activity(), own, its);
  }

  /**
   * A part that fails is a doubt about what was done before it, which is not to be thrown away;
   * where nothing was done yet, it is the end.
   */
  private PartOutcome only(Part part, int index, RunContext run) throws Exception {
    try {
      return guarded(run.stop(), stop -> perform(part, settings.of(part), run, stop));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (index == 0) {
        throw e;
      }
      LOG.error("{} failed", part.name(), e);
      return PartOutcome.doubt(part.name() + " failed: " + Reasons.of(e));
    }
  }
}
