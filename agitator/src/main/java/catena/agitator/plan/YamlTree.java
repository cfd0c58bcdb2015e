package catena.agitator.plan;

import catena.records.words.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** Keys with values of a YAML file, whose misfits are collected and not thrown. */
final class YamlTree {
  private final String where;
  private final Map<String, Object> values;
  private final Problems problems;

  private YamlTree(String where, Map<String, Object> values, Problems problems) {
    this.where = where;
    this.values = values;
    this.problems = problems;
  }

  static YamlTree parse(String where, String text, Problems problems) {
    try {
      Object root = yaml().load(text);
      return new YamlTree(where, map(where, root, problems), problems);
    } catch (YAMLException e) {
      problems.add(where + " is not YAML: " + e.getMessage());
      problems.throwIfAny();
      throw new IllegalStateException(e);
    }
  }

  /** Every value is a text: YAML would make 63 of the victims 1:3. */
  private static Yaml yaml() {
    LoaderOptions loading = new LoaderOptions();
    DumperOptions dumping = new DumperOptions();
    Resolver texts =
        new Resolver() {
          @Override
          protected void addImplicitResolvers() {
            // none: nothing is taken for a number
          }
        };
    return new Yaml(
        new SafeConstructor(loading), new Representer(dumping), dumping, loading, texts);
  }

  private static Map<String, Object> map(String where, Object node, Problems problems) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (node instanceof Map<?, ?> given) {
      given.forEach((key, value) -> map.put(String.valueOf(key), value));
    } else if (node != null && !node.equals("")) {
      problems.add(where + " must be keys with values, not '" + node + "'");
    }
    return map;
  }

  void only(Set<String> keys) {
    values.keySet().stream()
        .filter(key -> !keys.contains(key))
        .forEach(
            key ->
                problems.add(
                    where + ": " + key + " is not expected; write " + new TreeSet<>(keys)));
  }

  Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).map(String::valueOf).map(String::strip);
  }

  Optional<String> required(String key) {
    Optional<String> text = text(key);
    problems.unless(text.isPresent(), where + ": " + key + " is missing");
    return text;
  }

  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((key, value) -> texts.put(key, String.valueOf(value)));
    return texts;
  }

  YamlTree below(String key) {
    return new YamlTree(
        where + ": " + key, map(where + ": " + key, values.get(key), problems), problems);
  }

  List<String> list(String key) {
    if (values.get(key) instanceof List<?> list) {
      return list.stream().map(String::valueOf).toList();
    }
    problems.unless(
        values.get(key) == null, where + ": " + key + " must be a list, such as [zookeeper]");
    return List.of();
  }

  List<YamlTree> children(String key) {
    List<YamlTree> children = new ArrayList<>();
    if (values.get(key) instanceof List<?> list) {
      for (Object item : list) {
        String place = where + ": " + key + " " + (children.size() + 1);
        children.add(new YamlTree(place, map(place, item, problems), problems));
      }
    } else if (values.get(key) != null) {
      problems.add(where + ": " + key + " must be a list");
    }
    return children;
  }
}
