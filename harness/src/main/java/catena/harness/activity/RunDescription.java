package catena.harness.activity;

import catena.harness.command.CommandContext;
import catena.harness.run.Environment;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * With what a command works: {@code settings.properties} and {@code environment.json}. What another
 * has said of its run stays; what carries it on is put beside it, in {@code resumed-<milliseconds
 * since 1970>.json}, and keys that nobody has named yet are added to the settings.
 */
final class RunDescription {
  private static final String SEED = "graph.seed";

  private final RunDirectory directory;
  private final CommandContext context;

  RunDescription(RunDirectory directory, CommandContext context) {
    this.directory = directory;
    this.context = context;
  }

  /**
   * With what an earlier run is carried on.
   *
   * @param settings the effective ones
   */
  private record Resumption(Environment environment, SortedMap<String, String> settings) {}

  /** Whether nobody has described the run yet. */
  boolean isMissing() throws IOException {
    return directory.read(directory.settings()).isEmpty();
  }

  /**
   * Describes it.
   *
   * @param carriesOn whether the command goes on with what another has begun
   * @param settled settings that are known only now
   * @param seed of the run, where the graph's was to be drawn
   */
  void write(boolean carriesOn, Settings settings, Map<String, String> settled, long seed)
      throws IOException {
    Optional<byte[]> before = directory.read(directory.settings());
    if (before.isPresent() && !carriesOn) {
      return;
    }
    SortedMap<String, String> effective = new TreeMap<>(settings.effective());
    effective.computeIfPresent(SEED, (key, given) -> given.isBlank() ? Long.toString(seed) : given);
    effective.putAll(settled);
    Environment here = Environment.here(context.clock(), context.words());
    if (before.isEmpty()) {
      here.writeTo(directory);
    } else {
      directory.writePrivately(
          directory.resumption(here.startMillis()),
          Json.PRETTY.writeValueAsBytes(new Resumption(here, effective)),
          "with what the run is carried on");
      effective.putAll(parse(before.get()));
    }
    directory.writeSettings(effective);
  }

  private static Map<String, String> parse(byte[] content) throws IOException {
    Properties properties = new Properties();
    properties.load(new ByteArrayInputStream(content));
    Map<String, String> values = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
    return values;
  }
}
