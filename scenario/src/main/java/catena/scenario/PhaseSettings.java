package catena.scenario;

import catena.harness.command.CommonOptions;
import catena.harness.command.Problems;
import catena.harness.settings.Layer;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.scenario.Scenario.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The settings of each phase: default, then file, then scenario, then phase, then command line. */
final class PhaseSettings {
  private final Map<Phase, Settings> byPhase = new LinkedHashMap<>();
  private final SortedMap<String, String> effective = new TreeMap<>();

  /**
   * Resolves the settings of all the phases of a scenario.
   *
   * @throws catena.harness.command.UsageException with all problems of all phases
   */
  PhaseSettings(Scenario scenario, CommonOptions options, List<Setting<?>> known) {
    Problems problems = new Problems();
    List<Setting<?>> read = new ArrayList<>();
    scenario.phases().forEach(phase -> read.addAll(phase.activity().settings()));
    Layer ofScenario = Layer.of("scenario " + scenario.name(), scenario.settings());
    List<Layer> layers = new ArrayList<>();
    problems.check(() -> layers.addAll(options.layers(List.of(ofScenario))));
    options
        .seed()
        .ifPresent(
            given -> layers.add(Layer.of("--seed", Map.of("graph.seed", Long.toString(given)))));
    Settings whole = Settings.resolve(read, known, layers, problems);
    effective.putAll(whole.effective());
    for (Phase phase : scenario.phases()) {
      resolve(phase, known, layers, problems);
    }
    problems.throwIfAny();
  }

  private void resolve(Phase phase, List<Setting<?>> known, List<Layer> layers, Problems problems) {
    List<Layer> lenient = new ArrayList<>(layers.stream().map(Layer::lenient).toList());
    int belowCommandLine = Math.max(0, lenient.size() - 1);
    lenient.add(belowCommandLine, Layer.of("phase " + phase.activity().word(), phase.settings()));
    Problems own = new Problems();
    Settings settings = Settings.resolve(phase.activity().settings(), known, lenient, own);
    own.found().stream()
        .filter(problem -> !problems.found().contains(problem))
        .forEach(problems::add);
    byPhase.put(phase, settings);
    phase.settings().forEach((key, value) -> effective.put(key, value));
  }

  Settings of(Phase phase) {
    return byPhase.get(phase);
  }

  /** All the values, for {@code settings.properties}. */
  SortedMap<String, String> effective() {
    return effective;
  }
}
