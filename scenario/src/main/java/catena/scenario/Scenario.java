package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Activity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run is to do.
 *
 * @param name a word, part of the run directory's name
 * @param about one sentence for people
 * @param cluster what the run starts for itself when it is given no cluster
 * @param settings what differs from the defaults in all phases
 * @param phases in their order, at least one
 */
record Scenario(
    String name,
    String about,
    ClusterSpec cluster,
    Map<String, String> settings,
    List<Phase> phases) {

  Scenario {
    settings = Map.copyOf(settings);
    phases = List.copyOf(phases);
  }

  /** The same on another cluster of its own. */
  Scenario with(ClusterSpec other) {
    return new Scenario(name, about, other, settings, phases);
  }

  /** All the parts of all phases, in their order. */
  List<Part> parts() {
    return phases.stream().flatMap(phase -> phase.parts().stream()).toList();
  }

  /**
   * One step of a scenario: a part, or several that go on at the same time.
   *
   * @param parts at least one
   */
  record Phase(List<Part> parts) {
    Phase {
      parts = List.copyOf(parts);
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
   * @param settings what differs in this part alone
   */
  record Part(String name, Activity activity, Map<String, String> settings) {
    Part {
      settings = Map.copyOf(settings);
    }
  }
}
