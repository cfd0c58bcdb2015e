// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Missing;
import catena.records.run.RunDirectory;
import catena.records.words.Reasons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * What of a scenario's file a report tells; the file may be of another version of Catena.
 *
 * @param tservers how many the run's own cluster was to have
 */
public record ScenarioText(Optional<String> name, Optional<String> about, OptionalInt tservers) {
  static final ScenarioText NONE =
      new ScenarioText(Optional.empty(), Optional.empty(), OptionalInt.empty());

  static ScenarioText read(RunDirectory directory, Missing missing) {
    try {
      Optional<byte[]> content = directory.read(directory.scenario());
      return content.isEmpty()
          ? NONE
          : parse(new String(content.get(), StandardCharsets.UTF_8), missing);
    } catch (IOException e) {
      missing.add(directory.scenario().getName() + " cannot be read: " + Reasons.of(e));
      return NONE;
    }
  }

  static ScenarioText parse(String text, Missing missing) {
    try {
      if (new Yaml(new SafeConstructor(new LoaderOptions())).load(text) instanceof Map<?, ?> top) {
        return new ScenarioText(text(top, "name"), text(top, "about"), tservers(top));
      }
      missing.add("scenario.yaml is empty or cut off");
    } catch (YAMLException e) {
      missing.add("scenario.yaml is cut off or no YAML");
    }
    return NONE;
  }

  private static Optional<String> text(Map<?, ?> top, String key) {
    return Optional.ofNullable(top.get(key)).map(String::valueOf);
  }

  private static OptionalInt tservers(Map<?, ?> top) {
    return top.get("cluster") instanceof Map<?, ?> cluster
            && cluster.get("tserver") instanceof Integer number
        ? OptionalInt.of(number)
        : OptionalInt.empty();
  }
}
