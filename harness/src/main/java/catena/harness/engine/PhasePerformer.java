// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import catena.harness.activity.RunContext;
import catena.records.fleet.FleetProgress;
import catena.records.verdict.PartOutcome;
import java.io.Closeable;
import java.util.List;
import java.util.function.Consumer;

/**
 * A way to perform the phases of a run: by this process alone ({@link LocalPhases}), or by others
 * that it coordinates.
 */
public interface PhasePerformer extends Closeable {
  /** The outcomes of phases that another process has performed before, in their order. */
  default List<FleetProgress.Done> performedBefore() {
    return List.of();
  }

  /**
   * Begins what is needed for the phases.
   *
   * @throws catena.records.words.UsageException if it cannot be done as asked; nothing is begun
   * @throws Exception if it could not be begun
   */
  default void begin(RunContext run) throws Exception {
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
  List<PartOutcome> perform(Scenario.Phase phase, int index, RunContext run) throws Exception;

  /**
   * Takes note of a phase that is over, performed or left out, in the order of the phases.
   *
   * @param doubts what makes the run doubtful until now
   * @throws Exception if the note could not be taken
   */
  default void over(int index, FleetProgress.Done phase, List<PartOutcome> doubts)
      throws Exception {
    // a process that performs all phases needs no note
  }

  /**
   * Ends what was begun.
   *
   * @param said takes what there is to say of it, also where ending fails
   * @throws Exception if some of it may be left
   */
  default void end(Consumer<PartOutcome> said) throws Exception {
    // nothing was begun
  }

  /** Whether another process goes on with the run: its verdict is that one's. */
  default boolean isOusted() {
    return false;
  }

  /** Gives back the right to conclude the run, once its verdict is written; reports a failure. */
  @Override
  default void close() {
    // no other process has it
  }
}
