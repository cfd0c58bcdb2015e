package catena.scenario;

import java.util.List;
import java.util.Map;

/**
 * What a run is to do.
 *
 * @param name a word, part of the run directory's name
 * @param about one sentence for people
 * @param cluster how many servers of each role a cluster of its own has, where not the usual number
 * @param settings what differs from the defaults in all phases
 * @param phases in their order, at least one
 */
record Scenario(
    String name,
    String about,
    Map<String, Integer> cluster,
    Map<String, String> settings,
    List<Phase> phases) {

  Scenario {
    cluster = Map.copyOf(cluster);
    settings = Map.copyOf(settings);
    phases = List.copyOf(phases);
  }

  /**
   * One step of a scenario.
   *
   * @param settings what differs in this phase alone
   */
  record Phase(Activity activity, Map<String, String> settings) {
    Phase {
      settings = Map.copyOf(settings);
    }
  }
}
