package catena.harness.plan;

import catena.harness.history.TolerantReader;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code phases.json} holds: a scenario as one run has it, its expressions worked out.
 *
 * @param scenario its name
 * @param experiment whose table the rows belong to: {@code 6-3} of the benchmark paper
 * @param row which run of a sweep it is, from 1
 * @param label what tells it from the other runs of the sweep; empty where there is one
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
  /** Copies; what an older or damaged file does not say is empty. */
  public RunPlan {
    scenario = scenario == null ? "" : scenario;
    experiment = experiment == null ? Optional.empty() : experiment;
    label = label == null ? "" : label;
    parameters = parameters == null ? Map.of() : new LinkedHashMap<>(parameters);
    phases = phases == null ? List.of() : List.copyOf(phases);
  }

  /**
   * One phase.
   *
   * @param words as the journal names it
   * @param row what it is called in the experiment's table; empty where it is no row
   * @param parts the names of its parts
   */
  public record Phase(String words, Optional<String> row, List<String> parts) {
    /** Copies; what an older or damaged file does not say is empty. */
    public Phase {
      words = words == null ? "" : words;
      row = row == null ? Optional.empty() : row;
      parts = parts == null ? List.of() : List.copyOf(parts);
    }
  }

  /** Replaces {@code phases.json} of a run directory. */
  public void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.phases(), Json.PRETTY.writeValueAsBytes(this), "the plan of the phases");
  }

  /** What a run directory says; empty where it says nothing, or nothing that can be read. */
  public static Optional<RunPlan> readFrom(RunDirectory directory, TolerantReader files) {
    return files.json(directory.phases(), RunPlan.class);
  }
}
