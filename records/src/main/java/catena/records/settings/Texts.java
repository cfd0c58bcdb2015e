// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Values with units, as a person writes them. */
public final class Texts {
  /** The milliseconds of each unit, the largest first. */
  private static final Map<String, Long> UNITS =
      ImmutableMap.of("d", 86_400_000L, "h", 3_600_000L, "m", 60_000L, "s", 1_000L, "ms", 1L);

  private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private static final Pattern DURATION =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)(ms|s|m|h|d)");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([KMGT]?)B?");

  private Texts() {}

  /** What a shipped file {@code NAME.properties} next to a class says, by key. */
  public static SortedMap<String, String> table(Class<?> owner, String name) {
    try (InputStream file = owner.getResourceAsStream(name + ".properties")) {
      Properties all = new Properties();
      all.load(new InputStreamReader(file, StandardCharsets.UTF_8));
      return new TreeMap<>(Maps.fromProperties(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads {@code 500ms}, {@code 30s}, {@code 1.5m}, {@code 1h}, {@code 3d} or {@code 0}.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  public static Duration parseDuration(String text) {
    String trimmed = text.strip();
    if (trimmed.equals("0")) {
      return Duration.ZERO;
    }
    Matcher matcher = DURATION.matcher(trimmed);
    checkArgument(matcher.matches(), "%s is no time span", text);
    BigDecimal unit = BigDecimal.valueOf(UNITS.get(matcher.group(2)));
    BigDecimal millis = new BigDecimal(matcher.group(1)).multiply(unit);
    checkArgument(millis.compareTo(LONGEST) <= 0, "%s is too long", text);
    return Duration.ofMillis(millis.longValue());
  }

  /** Writes a time span in its largest whole unit; what {@link #parseDuration} reads back. */
  public static String duration(Duration span) {
    long millis = span.toMillis();
    if (millis == 0) {
      return "0";
    }
    return UNITS.entrySet().stream()
        .filter(unit -> millis % unit.getValue() == 0)
        .findFirst()
        .map(unit -> millis / unit.getValue() + unit.getKey())
        .orElseThrow();
  }

  /**
   * Reads {@code 512}, {@code 64K}, {@code 64M}, {@code 1G}, {@code 1T}; units are powers of 1024.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  public static long parseSize(String text) {
    Matcher matcher = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT));
    checkArgument(matcher.matches(), "%s is no size", text);
    int shift = matcher.group(2).isEmpty() ? 0 : 10 * (1 + "KMGT".indexOf(matcher.group(2)));
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text + " is too large", e);
    }
  }

  static double finite(String text) {
    double value = Double.parseDouble(text);
    checkArgument(Double.isFinite(value), "%s is not finite", text);
    return value;
  }

  /** A number as a person writes it: {@code 0} and {@code 1000000000}, not 0.0 and 1.0E9. */
  static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /**
   * Reads {@code true} and {@code false}.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static boolean bool(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text + " is neither true nor false");
    };
  }

  /** The parts of a text between its commas, blanks around them dropped, empty ones left out. */
  public static List<String> commaList(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /** The word for a constant: its name in lower case, with hyphens. */
  public static String enumText(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The constant with a word.
   *
   * @param what the type is called
   * @throws IllegalArgumentException if there is none, with all words that there are
   */
  public static <E extends Enum<E>> E enumOf(Class<E> type, String what, String word) {
    return find(type, word)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no %s '%s'; there are %s"
                        .formatted(what, word, words(type).collect(Collectors.joining(", ")))));
  }

  /** The constant with a word; empty if there is none. */
  public static <E extends Enum<E>> Optional<E> find(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> enumText(each).equals(word))
        .findFirst();
  }

  /** The words for all constants of a type. */
  public static <E extends Enum<E>> Stream<String> words(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Texts::enumText);
  }

  static <E extends Enum<E>> E parseEnum(Class<E> type, String text) {
    return Enum.valueOf(type, text.strip().toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
