// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What {@code rate.json} holds: a search for the highest rate, as far as it has come.
 *
 * @param workload what was done at a rate: {@code ingest}, {@code walk}, {@code mixed}
 * @param unit what the rates count: {@code entries}, {@code lookups}
 * @param terms how it was searched and what was asked of each step, in sentences
 * @param rate the number, operations per second of all clients; 0 unless one was found
 * @param low the lowest result of the repeated searches and the confirming run; 0 without any
 * @param high the highest of these
 * @param sentence the result so far, for people
 * @param steps in the order of time
 */
public record RateFile(
    String workload,
    String unit,
    List<String> terms,
    RateState state,
    double rate,
    double low,
    double high,
    String sentence,
    List<RateStep> steps) {
  /** Copies the collections. */
  public RateFile {
    unit = unit.isEmpty() ? "operations" : unit;
    terms = List.copyOf(terms);
    state = state == null ? RateState.SEARCHING : state;
    steps = List.copyOf(steps);
  }

  /** Whether there is a number: one that was found, or the limit up to which all was held. */
  public boolean hasRate() {
    return (state == RateState.FOUND || state == RateState.AT_LEAST) && rate > 0;
  }

  /** The highest rate of a step that was held; empty if none was. */
  public Optional<RateStep> highestHeld() {
    return steps.stream().filter(RateStep::held).max(Comparator.comparingDouble(RateStep::asked));
  }

  /**
   * The step nearest above the number, else above the highest rate that was held, that did not hold
   * its own: of several the last.
   */
  public Optional<RateStep> beyond() {
    double number = hasRate() ? rate : highestHeld().map(RateStep::asked).orElse(0.0);
    return steps.stream()
        .filter(step -> !step.held() && step.asked() > number)
        .min(
            Comparator.comparingDouble(RateStep::asked)
                .thenComparing(Comparator.comparingInt(RateStep::number).reversed()));
  }

  /** Replaces {@code rate.json} of a run directory. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.rate(), Json.PRETTY.writeValueAsBytes(this), "the search for the highest rate");
  }
}
