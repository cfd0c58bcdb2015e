// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.activity.PreparedPart;
import catena.harness.activity.RunContext;
import catena.harness.engine.ParallelPhase.PhaseMember;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.fleet.FleetProgress;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * A way to perform the phases of a run: their parts in this process, or, in a subclass, by others
 * that it coordinates.
 */
public class PhasePerformer implements Closeable {
  private static final Logger LOG = LogManager.getLogger(PhasePerformer.class);

  private final PhaseSettings settings;
  private final Optional<PreparedPart> prepared;

  /**
   * Performs phases.
   *
   * @param prepared the one part that there is, if it was prepared before its phase begins
   */
  public PhasePerformer(PhaseSettings settings, Optional<PreparedPart> prepared) {
    this.settings = settings;
    this.prepared = prepared;
  }

  /** The outcomes of phases that another process has performed before, in their order. */
  public List<FleetProgress.Done> performedBefore() {
    return List.of();
  }

  /**
   * Begins what is needed for the phases.
   *
   * @throws catena.records.words.UsageException if it cannot be done as asked; nothing is begun
   * @throws Exception if it could not be begun
   */
  public void begin(RunContext run) throws Exception {
    // nothing is needed
  }

  /**
   * Performs a phase.
   *
   * @param index of the phase in the scenario
   * @return the outcomes of its parts, in their order, and after them whatever else is to be
   *     reported
   * @throws Exception if nothing was done before it, or the performer itself fails
   */
  public List<PartOutcome> perform(Phase phase, int index, RunContext run) throws Exception {
    return phase.parts().size() == 1
        ? List.of(only(phase.parts().get(0), index, run))
        : ParallelPhase.perform(
            phase.parts().stream().map(part -> member(part, settings.of(part), run)).toList(),
            run.stop());
  }

  /** Notes a doubt about the run for a process that takes it over; for any thread. */
  public void hold(String why) {
    // no other process can go on with the run
  }

  /**
   * Takes note of a phase that is over, performed or left out, in the order of the phases.
   *
   * @param doubts what makes the run doubtful until now, a sentence each
   * @throws Exception if the note could not be taken
   */
  public void over(int index, FleetProgress.Done phase, List<String> doubts) throws Exception {
    // a process that performs all phases needs no note
  }

  /**
   * Ends what was begun.
   *
   * @param said takes what there is to say of it, also where ending fails
   * @throws Exception if some of it may be left
   */
  public void end(Consumer<PartOutcome> said) throws Exception {
    // nothing was begun
  }

  /** Whether another process goes on with the run: its verdict is that one's. */
  public boolean isOusted() {
    return false;
  }

  /** Gives back the right to conclude the run, once its verdict is written; reports a failure. */
  @Override
  public void close() {
    // no other process has it
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
    } catch (InterruptedException e) { // asked to end, maybe by its own stop alone
      if (index == 0 && run.stop().asked()) {
        throw e;
      }
      return PartOutcome.doubt(part.name() + " was stopped before it was done");
    } catch (Exception e) {
      if (index == 0) {
        throw e;
      }
      LOG.error("{} failed", part.name(), e);
      return PartOutcome.doubt(part.name() + " failed: " + Reasons.of(e));
    }
  }
}
