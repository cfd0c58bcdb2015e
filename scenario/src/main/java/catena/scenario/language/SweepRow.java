// SPDX-License-Identifier: Apache-2.0
package catena.scenario.language;

import catena.records.history.RunPlan;
import com.google.common.collect.Maps;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One row of a sweep: the parameters of one run.
 *
 * @param number from 1
 * @param label what distinguishes it: {@code clients=2, threads=4}; empty for a single row
 * @param parameters their texts by name, {@code row} and {@code repetition} among them
 * @param drawn the names of those that were drawn
 */
public record SweepRow(
    int number, String label, Map<String, String> parameters, Set<String> drawn) {
  /** The number of the row, from 1. */
  public static final String ROW = "row";

  /** Which of equal rows it is, from 1. */
  public static final String REPETITION = RunPlan.REPETITION;

  /** Which turn it is of phases that are repeated, from 1; known within these only. */
  public static final String TURN = "turn";

  static final List<String> OWN = List.of(ROW, REPETITION, TURN);

  /** Copies the parameters. */
  public SweepRow {
    drawn = Collections.unmodifiableSet(new LinkedHashSet<>(drawn));
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** {@code row 2 (clients=2)}. */
  public String inWords() {
    return "row " + number + (label.isEmpty() ? "" : " (" + label + ")");
  }

  /** The values that were drawn: {@code wal=16M, memory=24M}; empty if there are none. */
  public String drawnInWords() {
    return drawn.stream()
        .map(name -> name + "=" + parameters.get(name))
        .collect(Collectors.joining(", "));
  }

  /** The parameters of the file, without those that every row has. */
  public Map<String, String> given() {
    return Maps.filterKeys(parameters, name -> !OWN.contains(name));
  }
}
