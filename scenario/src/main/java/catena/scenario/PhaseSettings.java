package catena.scenario;

import catena.harness.activity.Given;
import catena.harness.command.CommonOptions;
import catena.harness.settings.Layer;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.harness.words.Problems;
import catena.scenario.Scenario.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of each part of a scenario: default, then file, then scenario, then phase, then
 * command line.
 */
final class PhaseSettings {
  private final Map<Part, Settings> byPart = new LinkedHashMap<>();
  private final SortedMap<String, String> effective = new TreeMap<>();
  private final Settings whole;
  private final Given given;

  /**
   * Resolves the settings of all the phases of a scenario.
   *
   * @throws catena.harness.words.UsageException with all problems of all phases
   */
  PhaseSettings(Scenario scenario, CommonOptions options, List<Setting<?>> known) {
    Problems problems = new Problems();
    List<Setting<?>> read = new ArrayList<>(Activities.COMPANIONS.settings());
    given = options.clientProps().isPresent() ? Given.NOTHING : Given.of(scenario.cluster());
    scenario.parts().forEach(part -> read.addAll(part.activity().settings()));
    Layer ofScenario = scenario.layer();
    List<Layer> layers = new ArrayList<>();
    problems.check(() -> layers.addAll(options.layers(List.of(ofScenario))));
    options
        .seed()
        .ifPresent(
            given -> layers.add(Layer.of("--seed", Map.of("graph.seed", Long.toString(given)))));
    whole = Settings.resolve(read, known, layers, problems);
    effective.putAll(whole.effective());
    int aboveScenario = layers.indexOf(ofScenario) + 1;
    for (Part part : scenario.parts()) {
      resolve(part, known, layers, aboveScenario, problems);
    }
    problems.throwIfAny();
  }

  private void resolve(
      Part part, List<Setting<?>> known, List<Layer> layers, int at, Problems problems) {
    List<Layer> lenient = new ArrayList<>(layers.stream().map(Layer::lenient).toList());
    lenient.add(at, part.layer());
    Problems found = new Problems();
    Settings settings = Settings.resolve(part.activity().settings(), known, lenient, found);
    if (found.found().isEmpty()) {
      part.activity().check(settings, given, found);
    }
    found.found().stream()
        .filter(problem -> !problems.found().contains(problem))
        .forEach(problems::add);
    byPart.put(part, settings);
    part.settings().forEach((key, value) -> effective.put(key, value));
  }

  Settings of(Part part) {
    return byPart.get(part);
  }

  /** Those of the run as a whole, which no part has changed. */
  Settings whole() {
    return whole;
  }

  /** All the values, for {@code settings.properties}. */
  SortedMap<String, String> effective() {
    return effective;
  }
}
