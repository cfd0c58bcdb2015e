// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What {@code phases.json} holds: a scenario as one run has it, its expressions worked out.
 *
 * @param scenario its name
 * @param experiment whose table the rows belong to: {@code 6-3} of the benchmark paper
 * @param row which run of a sweep it is, from 1
 * @param label what distinguishes it from the other runs of the sweep; empty where there is one
 * @param parameters their texts by name, in the order of the file
 * @param phases in their order; the journal begins each of them, in this order
 */
public record RunPlan(
    String scenario,
    Optional<String> experiment,
    int row,
    String label,
    Map<String, String> parameters,
    List<Phase> phases) {
  /** Copies the collections. */
  public RunPlan {
    parameters = new LinkedHashMap<>(parameters);
    phases = List.copyOf(phases);
  }

  /** The word before the number of a repetition, which ends the label of a row of several. */
  public static final String REPETITION = "repetition";

  /** What all repetitions of this row have for a label; empty if it is not repeated. */
  public Optional<String> repeated() {
    String row = label.replaceFirst("(^|, )" + REPETITION + " \\d+$", "");
    return row.equals(label) ? Optional.empty() : Optional.of(row.isEmpty() ? scenario : row);
  }

  /** The number of the repetition of its row that this is; empty if the row is not repeated. */
  public Optional<String> repetition() {
    return repeated().map(row -> label.substring(label.lastIndexOf(' ') + 1));
  }

  /**
   * One phase.
   *
   * @param words as the journal names it
   * @param row what it is called in the experiment's table; empty where it is no row
   * @param parts the names of its parts
   * @param settings by part, the values that phases of the run set for themselves, so that {@code
   *     settings.properties} knows only the last
   */
  public record Phase(
      String words,
      Optional<String> row,
      List<String> parts,
      Map<String, Map<String, String>> settings) {
    /** Copies the collections. */
    public Phase {
      parts = List.copyOf(parts);
      settings = new LinkedHashMap<>(settings);
    }
  }

  /**
   * The value that a setting had in a phase: that of the last part up to it that reads it.
   *
   * @param phase counted from 0
   * @return empty where no part up to there reads it, or where none of the run sets it for itself
   */
  public Optional<String> setting(String key, int phase) {
    return phases.subList(0, phase + 1).stream()
        .flatMap(each -> each.settings().values().stream())
        .map(own -> own.get(key))
        .filter(Objects::nonNull)
        .reduce((earlier, later) -> later);
  }

  /** Whether a part of any phase has its own value of a setting. */
  public boolean varies(String key) {
    return phases.stream()
        .flatMap(each -> each.settings().values().stream())
        .anyMatch(own -> own.containsKey(key));
  }

  /** Replaces {@code phases.json} of a run directory; readable by the owner only. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writePrivately(
        directory.phases(), Json.PRETTY.writeValueAsBytes(this), "the plan of the phases");
  }
}
