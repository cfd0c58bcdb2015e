package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Activity;
import catena.records.settings.Layer;
import catena.records.verdict.Verdict;
import catena.scenario.phase.Condition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a run is to do.
 *
 * @param name a word, part of the run directory's name
 * @param about one sentence for people
 * @param experiment whose table the run's rows belong to: {@code 6-3} of the benchmark paper
 * @param expected what a run of it should come to where that is not PASS; it changes no verdict
 * @param cluster what the run starts for itself when it is given no cluster
 * @param layer what differs from the defaults in all phases, budgets among it
 * @param phases in their order, at least one
 */
record Scenario(
    String name,
    String about,
    Optional<String> experiment,
    Optional<Verdict> expected,
    ClusterSpec cluster,
    Layer layer,
    List<Phase> phases) {

  Scenario {
    phases = List.copyOf(phases);
  }

  /** The same on another cluster of its own. */
  Scenario with(ClusterSpec other) {
    return new Scenario(name, about, experiment, expected, other, layer, phases);
  }

  /** What differs from the defaults in all phases, by key. */
  Map<String, String> settings() {
    return texts(layer);
  }

  private static Map<String, String> texts(Layer layer) {
    Map<String, String> texts = new LinkedHashMap<>();
    layer.entries().forEach(entry -> texts.put(entry.key(), entry.text()));
    return texts;
  }

  /** All the parts of all phases, in their order. */
  List<Part> parts() {
    return phases.stream().flatMap(phase -> phase.parts().stream()).toList();
  }

  /**
   * One step of a scenario: a part, or several that go on at the same time.
   *
   * @param parts at least one
   * @param row what it is called among the rows of the run's table; empty if it is none
   * @param when all of which must hold, else the phase is left out
   */
  record Phase(List<Part> parts, Optional<String> row, List<Condition> when) {
    Phase {
      parts = List.copyOf(parts);
      when = List.copyOf(when);
    }

    /** A phase in any case that is no row of a table. */
    Phase(List<Part> parts) {
      this(parts, Optional.empty(), List.of());
    }

    /** The phase in a word or a few, for people and for the journal. */
    String words() {
      return parts.stream().map(part -> part.activity().name()).collect(Collectors.joining("+"));
    }
  }

  /**
   * One activity, as a phase wants it.
   *
   * @param name of the part within the scenario: the activity's word, with a number where it would
   *     not be the only one; names the journals and the latency logs of its clients
   * @param layer what differs in this part alone
   */
  record Part(String name, Activity activity, Layer layer) {
    /** A part whose settings come from no file. */
    Part(String name, Activity activity, Map<String, String> settings) {
      this(name, activity, Layer.of("phase " + name, settings));
    }

    /** What differs in this part alone, by key. */
    Map<String, String> settings() {
      return texts(layer);
    }
  }
}
