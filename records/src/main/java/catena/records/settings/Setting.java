// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One declared setting: its key, how its value is read, what is allowed, its default.
 *
 * <p>A setting whose key ends with a dot stands for every key that begins with it ({@link
 * #ofPrefix}).
 *
 * @param <T> the type of its values
 * @param key the dotted key
 * @param defaultText the default as one would write it
 * @param allowed what values are allowed, in words
 * @param description what the setting is for, in a sentence
 * @param parser reads a value; throws an {@link IllegalArgumentException} if the text is no allowed
 *     one
 * @param names what may follow the key if that is a prefix; empty: anything
 */
public record Setting<T>(
    String key,
    String defaultText,
    String allowed,
    String description,
    Function<String, T> parser,
    Set<String> names) {

  /** Checks the default. */
  public Setting {
    if (!key.endsWith(".")) {
      T unused = parser.apply(defaultText);
    }
  }

  /** Those of several lists, in their order. */
  @SafeVarargs
  public static List<Setting<?>> all(List<? extends Setting<?>>... lists) {
    List<Setting<?>> all = new ArrayList<>();
    for (List<? extends Setting<?>> list : lists) {
      all.addAll(list);
    }
    return List.copyOf(all);
  }

  /** A setting of any type; the parser throws {@link IllegalArgumentException} for a bad text. */
  public static <T> Setting<T> of(
      String key,
      String defaultText,
      String allowed,
      String description,
      Function<String, T> parser) {
    return new Setting<>(key, defaultText, allowed, description, parser, Set.of());
  }

  /** A whole number from min to max, both allowed. */
  public static Setting<Long> ofLong(
      String key, long defaultValue, long min, long max, String description) {
    String allowed = "a whole number " + range(min, max);
    return of(
        key, Long.toString(defaultValue), allowed, description, within(Long::valueOf, min, max));
  }

  /** A whole number from min to max, both allowed. */
  public static Setting<Integer> ofInt(
      String key, int defaultValue, int min, int max, String description) {
    String allowed = "a whole number " + range(min, max);
    return of(
        key,
        Integer.toString(defaultValue),
        allowed,
        description,
        within(Integer::valueOf, min, max));
  }

  /** The most of something, at least 1; empty, as by default, for no limit. */
  public static Setting<Optional<Long>> ofLimit(String key, String description) {
    return optional(ofLong(key, 1, 1, Long.MAX_VALUE, description));
  }

  /** A number from min to max, both allowed; never infinite, never NaN. */
  public static Setting<Double> ofDouble(
      String key, double defaultValue, double min, double max, String description) {
    String allowed = "a number " + range(Texts.plain(min), Texts.plain(max));
    return of(
        key, Texts.plain(defaultValue), allowed, description, within(Texts::finite, min, max));
  }

  /** {@code true} or {@code false}, nothing else. */
  public static Setting<Boolean> ofBoolean(String key, boolean defaultValue, String description) {
    return of(key, Boolean.toString(defaultValue), "true or false", description, Texts::bool);
  }

  /** Any text, and by default the empty one. */
  public static Setting<String> ofString(String key, String description) {
    return ofString(key, "", description);
  }

  /** Any text. */
  public static Setting<String> ofString(String key, String defaultValue, String description) {
    return of(key, defaultValue, "any text", description, text -> text);
  }

  /** Texts separated by commas, blanks around them dropped; empty text is the empty list. */
  public static Setting<List<String>> ofList(String key, String defaultText, String description) {
    return of(key, defaultText, "a list separated by commas", description, Texts::commaList);
  }

  /** A time span such as {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}, {@code 3d}. */
  public static Setting<Duration> ofDuration(
      String key, String defaultText, Duration min, Duration max, String description) {
    String allowed =
        "a time span such as 500ms, 30s, 2m, 1h or 3d, "
            + range(Texts.duration(min), Texts.duration(max));
    return of(key, defaultText, allowed, description, within(Texts::parseDuration, min, max));
  }

  /** A time span from nothing to ten years. */
  public static Setting<Duration> ofDuration(String key, String defaultText, String description) {
    return ofDuration(key, defaultText, Duration.ZERO, Duration.ofDays(3650), description);
  }

  /** How long something lasts, from 1 ms to ten years; empty, as by default, for no limit. */
  public static Setting<Optional<Duration>> ofTimeLimit(String key, String description) {
    Duration most = Duration.ofDays(3650);
    return optional(ofDuration(key, "1ms", Duration.ofMillis(1), most, description));
  }

  /** A time span from min to max, read as seconds with their fraction. */
  public static Setting<Double> ofSeconds(
      String key, String defaultText, Duration min, Duration max, String description) {
    Setting<Duration> span = ofDuration(key, defaultText, min, max, description);
    return of(
        key, defaultText, span.allowed, description, text -> span.parse(text).toMillis() / 1e3);
  }

  /** Two time spans {@code min:max}, such as {@code 120s:180s}, the first not the longer one. */
  public static Setting<DurationRange> ofDurationRange(
      String key, String defaultText, String description) {
    String allowed = "two time spans min:max such as 120s:180s";
    return of(key, defaultText, allowed, description, DurationRange::parse);
  }

  /** A size in bytes such as {@code 512}, {@code 64K}, {@code 64M}, {@code 1G}. */
  public static Setting<Long> ofSize(
      String key, String defaultText, String min, String max, String description) {
    String allowed = "a size in bytes such as 64K, 64M or 1G, " + range(min, max);
    return of(
        key,
        defaultText,
        allowed,
        description,
        within(Texts::parseSize, Texts.parseSize(min), Texts.parseSize(max)));
  }

  /** One of an enum's constants, written in lower case with {@code -} for {@code _}. */
  public static <E extends Enum<E>> Setting<E> ofEnum(
      String key, E defaultValue, String description) {
    Class<E> type = defaultValue.getDeclaringClass();
    String allowed = "one of " + Texts.words(type).collect(joining(", "));
    return of(
        key,
        Texts.enumText(defaultValue),
        allowed,
        description,
        text -> Texts.parseEnum(type, text));
  }

  /** One of some words, which stand for values. */
  public static <T> Setting<T> ofWord(
      String key, String defaultText, Map<String, T> words, String description) {
    return of(
        key,
        defaultText,
        "one of " + String.join(", ", words.keySet()),
        description,
        text ->
            Optional.ofNullable(words.get(text.strip().toLowerCase(Locale.ROOT)))
                .orElseThrow(IllegalArgumentException::new));
  }

  /** The same setting, but empty text (also its default) stands for no value. */
  public static <T> Setting<Optional<T>> optional(Setting<T> setting) {
    return of(
        setting.key,
        "",
        "empty or " + setting.allowed,
        setting.description,
        text -> text.isEmpty() ? Optional.empty() : Optional.of(setting.parser.apply(text)));
  }

  /**
   * All keys that begin with a prefix, as a map from the rest of the key to the text; {@code
   * table.prop.} for instance.
   *
   * @param prefix ends with a dot
   */
  public static Setting<SortedMap<String, String>> ofPrefix(String prefix, String description) {
    if (!prefix.endsWith(".")) {
      throw new IllegalArgumentException(prefix + " does not end with a dot");
    }
    return of(
        prefix, "", "any key that starts with " + prefix, description, text -> new TreeMap<>());
  }

  /**
   * The same for some keys only, each with a value as another setting has.
   *
   * @param names what may follow the prefix
   * @param each says what values are allowed
   */
  public static Setting<SortedMap<String, String>> ofPrefix(
      String prefix, SortedSet<String> names, Setting<?> each, String description) {
    String allowed = each.allowed + "; KEY is one of " + String.join(", ", names);
    Function<String, SortedMap<String, String>> parser =
        text -> {
          Object unused = each.parser.apply(text);
          return new TreeMap<>();
        };
    return new Setting<>(prefix, "", allowed, description, parser, names);
  }

  /** Whether this setting stands for all keys that begin with its own. */
  public boolean isPrefix() {
    return key.endsWith(".");
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the text is no allowed value
   */
  public T parse(String text) {
    return parser.apply(text);
  }

  boolean covers(String otherKey) {
    boolean anyName = isPrefix() && names.isEmpty();
    return anyName
        ? otherKey.startsWith(key) && otherKey.length() > key.length()
        : keys().anyMatch(otherKey::equals);
  }

  /** What it may be called by, as far as that is known: its key, or that of each of its names. */
  public Stream<String> keys() {
    return names.isEmpty() ? Stream.of(key) : names.stream().map(key::concat);
  }

  @Override
  public String toString() {
    return key;
  }

  private static <C extends Comparable<C>> Function<String, C> within(
      Function<String, C> parser, C min, C max) {
    return text -> {
      C value = parser.apply(text.strip());
      if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
        throw new IllegalArgumentException(text + " is out of range");
      }
      return value;
    };
  }

  private static String range(Object min, Object max) {
    if (min.equals(Long.MIN_VALUE) && max.equals(Long.MAX_VALUE)) {
      return "of 64 bits";
    }
    if (max.equals(Long.MAX_VALUE) || max.equals(Integer.MAX_VALUE)) {
      return "of at least " + min;
    }
    return String.format(Locale.ROOT, "from %s to %s", min, max);
  }
}
