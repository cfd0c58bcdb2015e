package catena.report.page;

import catena.records.words.Amounts;
import java.time.Duration;
import java.util.function.DoubleFunction;

/** In what the numbers of a column are, and how a person reads them there. */
public enum Unit {
  /** Words, and no numbers. */
  WORDS(Formats::short4),
  /** A moment, milliseconds since 1970; how it reads depends on the zone. */
  TIME(Formats::whole),
  /** Things that are counted one by one: {@code 1,234,567}. */
  COUNT(Formats::whole),
  /** Things, so many that the first digits say enough: {@code 98.0 k}. */
  AMOUNT(Formats::large),
  /** A number of any kind, with up to four digits that count. */
  NUMBER(Formats::short4),
  /** A rate: what the column is about, per second. */
  PER_SECOND(Formats::large),
  /** {@code 0.85 ms}, {@code 12.1 s}. */
  MILLIS(Formats::millis),
  /** {@code 4.20 s}, {@code 3m05s}. */
  SECONDS(Formats::seconds),
  /** How long something went on, whole seconds: {@code 45s}, {@code 2m10s}. */
  PERIOD(seconds -> Amounts.span(Duration.ofMillis(Math.round(seconds * 1000)))),
  /** {@code 512 B}, {@code 64.0 MiB}. */
  BYTES(bytes -> Amounts.bytes(Math.round(bytes))),
  /** {@code 64.0 MiB/s}. */
  BYTES_PER_SECOND(bytes -> Amounts.bytes(Math.round(bytes)) + "/s"),
  /** A share, from 0 to 1: {@code 12.5 %}. */
  SHARE(share -> Formats.short4(100 * share) + " %");

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final DoubleFunction<String> words;

  Unit(DoubleFunction<String> words) {
    this.words = words;
  }

  /** A number in words; what is not known (NaN) is a dash. */
  public String inWords(double number) {
    return Double.isNaN(number) ? Formats.NONE : words.apply(number);
  }

  /** Whether a column of it stands to the right. */
  public boolean isNumber() {
    return this != WORDS && this != TIME;
  }
}
