// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The values that a command runs with, each checked; made by {@link #resolve}. */
public final class Settings {
  private final Map<Setting<?>, Object> values;
  private final SortedMap<String, String> effective;
  private final Map<String, String> origins;
  private final Set<String> read;

  private Settings(
      Map<Setting<?>, Object> values,
      SortedMap<String, String> effective,
      Map<String, String> origins,
      Set<String> read) {
    this.values = values;
    this.effective = effective;
    this.origins = origins;
    this.read = read;
  }

  /**
   * As {@link #resolve(Collection, Collection, List, Problems)} where no other setting exists.
   *
   * @throws UsageException with all problems at once
   */
  public static Settings resolve(Collection<? extends Setting<?>> declared, List<Layer> layers) {
    Problems problems = new Problems();
    Settings settings = resolve(declared, declared, layers, problems);
    problems.throwIfAny();
    return settings;
  }

  /**
   * Lays the layers over the defaults, the last one that names a key wins; a setting with a problem
   * has its default.
   *
   * @param declared what the command reads
   * @param known what any command reads; such a key is let pass in a layer that is not strict
   * @param problems takes unknown keys, keys that the command does not read, and texts that are no
   *     allowed value
   */
  public static Settings resolve(
      Collection<? extends Setting<?>> declared,
      Collection<? extends Setting<?>> known,
      List<Layer> layers,
      Problems problems) {
    Resolution resolution = new Resolution(declared, known, problems);
    layers.forEach(resolution::lay);
    return resolution.settings();
  }

  /**
   * The value of a setting.
   *
   * @throws IllegalArgumentException if the command did not declare it
   */
  @SuppressWarnings("unchecked") // the value was made by the same setting's parser
  public <T> T get(Setting<T> setting) {
    if (!values.containsKey(setting)) {
      throw new IllegalArgumentException(setting.key() + " is read but not declared");
    }
    read.add(setting.key());
    return (T) values.get(setting);
  }

  /**
   * The same with other values in place of the defaults of settings that were not given.
   *
   * @param others keys that are declared; the last entry of a key counts
   * @throws UsageException with each text that is no allowed value, and each key that is not
   *     declared
   */
  public Settings filled(List<Layer.Entry> others) {
    Problems problems = new Problems();
    Resolution resolution = new Resolution(values.keySet(), values.keySet(), problems);
    resolution.lay(new Layer(others, true));
    origins.forEach(
        (key, origin) ->
            resolution.chosen.put(key, new Layer.Entry(key, effective.get(key), origin)));
    problems.throwIfAny();
    Settings filled = resolution.settings();
    return new Settings(filled.values, filled.effective, filled.origins, read);
  }

  /** Every key with the text of its value, in the order of the keys. */
  public SortedMap<String, String> effective() {
    return Collections.unmodifiableSortedMap(effective);
  }

  /** Where a key's value was said; empty for a default. */
  public Optional<String> origin(String key) {
    return Optional.ofNullable(origins.get(key));
  }

  /** Declared keys that {@link #get} was not asked for yet: dead settings, for tests. */
  public Set<String> unread() {
    Set<String> unread = new TreeSet<>();
    values.keySet().forEach(setting -> unread.add(setting.key()));
    unread.removeAll(read);
    return unread;
  }

  /** The work of one call of resolve. */
  private static final class Resolution {
    private final Map<String, Setting<?>> declared;
    private final Map<String, Setting<?>> known;
    private final Problems problems;
    private final Map<String, Layer.Entry> chosen = new HashMap<>();

    Resolution(
        Collection<? extends Setting<?>> declared,
        Collection<? extends Setting<?>> known,
        Problems problems) {
      this.declared = byKey(declared.stream());
      this.known = byKey(Stream.concat(declared.stream(), known.stream()));
      this.problems = problems;
    }

    private static Map<String, Setting<?>> byKey(Stream<? extends Setting<?>> settings) {
      return settings.collect(
          Collectors.toMap(Setting::key, Function.identity(), (a, b) -> a, LinkedHashMap::new));
    }

    void lay(Layer layer) {
      for (Layer.Entry entry : layer.entries()) {
        Optional<Setting<?>> owner = find(known, entry.key());
        if (owner.isEmpty()) {
          problems.add(unknown(entry));
        } else if (find(declared, entry.key()).isEmpty()) {
          problems.unless(
              !layer.strict(),
              entry.origin() + ": " + entry.key() + " is not read by this command; leave it out");
        } else if (valid(owner.get(), entry)) {
          chosen.put(entry.key(), entry);
        }
      }
    }

    private static Optional<Setting<?>> find(Map<String, Setting<?>> settings, String key) {
      Setting<?> exact = settings.get(key);
      if (exact != null && !exact.isPrefix()) {
        return Optional.of(exact);
      }
      return settings.values().stream()
          .filter(setting -> setting.isPrefix() && setting.covers(key))
          .findFirst()
          .map(Function.identity());
    }

    private boolean valid(Setting<?> setting, Layer.Entry entry) {
      try {
        setting.parse(entry.text());
        return true;
      } catch (IllegalArgumentException e) {
        problems.add(
            "%s: %s=%s is not allowed; give %s"
                .formatted(entry.origin(), entry.key(), entry.text(), setting.allowed()));
        return false;
      }
    }

    private String unknown(Layer.Entry entry) {
      String instead = Texts.table(Settings.class, "gone").get(entry.key());
      if (instead != null) {
        return "%s: %s is no setting any more: %s".formatted(entry.origin(), entry.key(), instead);
      }
      List<String> keys = known.values().stream().flatMap(Setting::keys).toList();
      return "%s: %s is no setting%s"
          .formatted(entry.origin(), entry.key(), Nearest.hint(entry.key(), keys));
    }

    Settings settings() {
      Map<Setting<?>, Object> values = new HashMap<>();
      SortedMap<String, String> effective = new TreeMap<>();
      for (Setting<?> setting : declared.values()) {
        if (setting.isPrefix()) {
          SortedMap<String, String> under = under(setting.key());
          under.forEach((rest, text) -> effective.put(setting.key() + rest, text));
          values.put(setting, under);
        } else {
          Layer.Entry entry = chosen.get(setting.key());
          String text = entry == null ? setting.defaultText() : entry.text();
          effective.put(setting.key(), text);
          values.put(setting, setting.parse(text));
        }
      }
      Map<String, String> origins = new HashMap<>();
      chosen.forEach((key, entry) -> origins.put(key, entry.origin()));
      return new Settings(values, effective, origins, ConcurrentHashMap.newKeySet());
    }

    private SortedMap<String, String> under(String prefix) {
      SortedMap<String, String> under = new TreeMap<>();
      chosen.forEach(
          (key, entry) -> {
            if (key.startsWith(prefix)) {
              under.put(key.substring(prefix.length()), entry.text());
            }
          });
      return Collections.unmodifiableSortedMap(under);
    }
  }
}
