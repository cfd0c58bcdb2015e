package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.Activity;
import catena.harness.activity.Effect;
import catena.harness.words.Nearest;
import catena.harness.words.Problems;
import catena.harness.words.UsageException;
import catena.scenario.Scenario.Part;
import catena.scenario.Scenario.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads scenarios: YAML files, each with a name, settings and phases. */
final class ScenarioFile {
  private static final String TOGETHER = "together";
  private static final String EXPECTED = "name, about, cluster, settings, phases";

  private final Path file;
  private final String text;
  private final Problems problems = new Problems();
  private final Map<String, Integer> seen = new HashMap<>();
  private final Activities activities;

  private ScenarioFile(Activities activities, Path file, String text) {
    this.activities = activities;
    this.file = file;
    this.text = text;
  }

  /**
   * The file that is meant by a word: a path, or the name of a scenario that is shipped.
   *
   * @throws UsageException if there is no such file, naming those that are shipped
   */
  static Path find(String word) {
    List<Path> candidates = new ArrayList<>(List.of(Path.of(word)));
    shipped().ifPresent(directory -> candidates.add(directory.resolve(word + ".yaml")));
    return candidates.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "There is no scenario file %s; shipped are: %s%s"
                        .formatted(
                            word,
                            shippedNames().isEmpty() ? "none" : String.join(", ", shippedNames()),
                            Nearest.hint(word, shippedNames()))));
  }

  private static Optional<Path> shipped() {
    return Optional.ofNullable(System.getProperty("catena.home"))
        .map(home -> Path.of(home, "conf", "scenarios"))
        .filter(Files::isDirectory);
  }

  /** The names of those that are shipped, in alphabetical order. */
  static List<String> shippedNames() {
    List<String> names = new ArrayList<>();
    shipped()
        .ifPresent(
            directory -> {
              for (java.io.File each : directory.toFile().listFiles()) {
                names.add(each.getName().replace(".yaml", ""));
              }
            });
    names.sort(null);
    return names;
  }

  /**
   * Reads one.
   *
   * @throws UsageException with all that is wrong with it
   */
  static Scenario read(Activities activities, Path file) {
    try {
      return parse(activities, file, Files.readString(file));
    } catch (IOException e) {
      throw new UsageException("The scenario " + file + " cannot be read: " + e);
    }
  }

  static Scenario parse(Activities activities, Path file, String text) {
    return new ScenarioFile(activities, file, text).parse();
  }

  private Scenario parse() {
    Map<String, Object> top = map("the file", load());
    top.keySet()
        .forEach(
            key ->
                problems.unless(
                    List.of(EXPECTED.split(", ")).contains(key),
                    file + ": " + key + " is not expected here; write " + EXPECTED));
    String name = String.valueOf(top.getOrDefault("name", ""));
    problems.unless(
        name.matches("[a-z0-9][a-z0-9-]*"),
        file
            + ": name must be a word of lower-case letters, digits and dashes, not '"
            + name
            + "'");
    List<Phase> phases = phases(top.get("phases"));
    problems.unless(
        !phases.isEmpty(), file + ": phases must list at least one of " + activities.words());
    checkVerified(phases);
    ClusterSpec cluster = OwnCluster.spec(file, texts("cluster", top.get("cluster")), problems);
    Map<String, String> settings = texts("settings", top.get("settings"));
    problems.throwIfAny();
    return new Scenario(
        name, String.valueOf(top.getOrDefault("about", name)), cluster, settings, phases);
  }

  /** What is done to the table behind the last verification can never be a pass. */
  private void checkVerified(List<Phase> phases) {
    boolean verified = false;
    for (Part part : phases.stream().flatMap(phase -> phase.parts().stream()).toList()) {
      verified |= part.activity().effect() == Effect.VERIFIES;
    }
    for (int i = phases.size() - 1; verified && i >= 0; i--) {
      for (Part part : phases.get(i).parts()) {
        if (part.activity().effect() == Effect.VERIFIES) {
          return;
        }
        problems.unless(
            !part.activity().effect().changes(),
            file + ": " + part.name() + " comes after the last verify: add verify behind it");
      }
    }
  }

  private Object load() {
    try {
      return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    } catch (YAMLException e) {
      throw new UsageException("The scenario " + file + " is not YAML: " + e.getMessage());
    }
  }

  private List<Phase> phases(Object node) {
    List<Phase> phases = new ArrayList<>();
    if (node instanceof List<?> list) {
      list.forEach(item -> phase(item).ifPresent(phases::add));
    }
    return phases;
  }

  /** A phase is a part, or {@code together} with a list of parts. */
  private Optional<Phase> phase(Object item) {
    if (item instanceof Map<?, ?> entry && entry.containsKey(TOGETHER)) {
      return together(entry);
    }
    return part(item).map(part -> new Phase(List.of(part)));
  }

  private Optional<Phase> together(Map<?, ?> entry) {
    List<Part> parts = new ArrayList<>();
    if (entry.size() == 1 && entry.get(TOGETHER) instanceof List<?> list) {
      list.forEach(item -> part(item).ifPresent(parts::add));
    }
    problems.unless(!parts.isEmpty(), file + ": together must have a list of phases below it");
    parts.stream()
        .map(Part::activity)
        .filter(activity -> !activity.besideOthers())
        .forEach(
            activity -> problems.add(file + ": " + activity.name() + " needs a phase of its own"));
    return parts.isEmpty() ? Optional.empty() : Optional.of(new Phase(parts));
  }

  /** A part is a word, or a word with settings of its own. */
  private Optional<Part> part(Object item) {
    Map<String, Object> entry =
        item instanceof Map<?, ?>
            ? map("a phase", item)
            : java.util.Collections.singletonMap(String.valueOf(item), null);
    if (entry.size() != 1) {
      problems.add(
          file + ": a phase is one word, with its settings below it, not " + entry.keySet());
      return Optional.empty();
    }
    String word = entry.keySet().iterator().next();
    Optional<Activity> activity = activities.of(word);
    problems.unless(
        activity.isPresent(),
        file + ": there is no phase '" + word + "'; phases are " + activities.words());
    return activity.map(known -> new Part(name(known), known, texts(word, entry.get(word))));
  }

  /** The word for the first of its kind, then {@code walk-2} and so on. */
  private String name(Activity activity) {
    int nth = seen.merge(activity.name(), 1, Integer::sum);
    return nth == 1 ? activity.name() : activity.name() + "-" + nth;
  }

  private Map<String, String> texts(String where, Object node) {
    Map<String, String> texts = new LinkedHashMap<>();
    map(where, node)
        .forEach((key, value) -> texts.put(key, value == null ? "" : String.valueOf(value)));
    return texts;
  }

  private Map<String, Object> map(String where, Object node) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (node instanceof Map<?, ?> given) {
      given.forEach((key, value) -> map.put(String.valueOf(key), value));
    } else if (node != null) {
      problems.add(file + ": " + where + " must be keys with values");
    }
    return map;
  }
}
