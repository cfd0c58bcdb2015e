// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.words.Amounts;
import java.time.Duration;
import java.util.function.DoubleFunction;

/** The unit of a column's numbers, and their format. */
public enum Unit {
  /** Words instead of numbers. */
  WORDS("", Formats::short4),
  /** A moment, milliseconds since 1970; its text depends on the time zone. */
  TIME("", Formats::whole),
  /** Things that are counted one by one: {@code 1,234,567}. */
  COUNT("", Formats::whole),
  /** Things, so many that the first digits suffice: {@code 98.0 k}. */
  AMOUNT("", Formats::large),
  /** A number of any kind, with up to four significant digits. */
  NUMBER("", Formats::short4),
  /** A rate: what the column is about, per second. */
  PER_SECOND("/s", Formats::large),
  /** {@code 0.85 ms}, {@code 12.1 s}. */
  MILLIS("ms", Formats::millis),
  /** {@code 4.20 s}, {@code 3m05s}. */
  SECONDS("s", Formats::seconds),
  /** How long something lasted, whole seconds: {@code 45s}, {@code 2m10s}. */
  PERIOD("s", seconds -> Amounts.span(Duration.ofMillis(Math.round(seconds * 1000)))),
  /** {@code 512 B}, {@code 64.0 MiB}. */
  BYTES("bytes", bytes -> Amounts.bytes(Math.round(bytes))),
  /** {@code 64.0 MiB/s}. */
  BYTES_PER_SECOND("bytes/s", bytes -> Amounts.bytes(Math.round(bytes)) + "/s"),
  /** A share, from 0 to 1: {@code 12.5 %}. */
  SHARE("ratio", share -> Formats.short4(100 * share) + " %");

  private final String symbol;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final DoubleFunction<String> words;

  Unit(String symbol, DoubleFunction<String> words) {
    this.symbol = symbol;
    this.words = words;
  }

  /** A number as text; what is not known (NaN) is a dash. */
  public String inWords(double number) {
    return Double.isNaN(number) ? Formats.NONE : words.apply(number);
  }

  /** The symbol after a column's title in files; empty for words, times and plain numbers. */
  public String symbol() {
    return symbol;
  }

  /** Whether its columns are aligned to the right. */
  public boolean isNumber() {
    return this != WORDS && this != TIME;
  }
}
