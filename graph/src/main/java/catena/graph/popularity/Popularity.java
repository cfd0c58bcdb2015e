// SPDX-License-Identifier: Apache-2.0
package catena.graph.popularity;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How often each of some records is requested, whatever their number.
 *
 * @param numbers the parameters of the law, in its order
 */
public record Popularity(Law law, List<Double> numbers) {
  /** The laws. */
  public enum Law {
    /** Every record equally often. */
    EVEN("uniform", 0),
    /** YCSB's zipfian law, for any number of records. */
    OF_YCSB("zipfian", 0),
    /** Zipf's law, by its exponent: more than 0; YCSB's is 0.99. */
    ZIPF("zipfian", 1),
    /**
     * A hot set: which part of the records it is (YCSB's hotspotdatafraction), and which part of
     * the operations goes there (YCSB's hotspotopnfraction), evenly in either.
     */
    HOT("hotspot", 2),
    /**
     * Falling from record to record by the same factor: the percentile of the operations that go to
     * the first part of the records (YCSB's exponential.percentile), and that part (YCSB's
     * exponential.frac).
     */
    FALLING("exponential", 2);

    private final String word;
    private final int numbers;

    Law(String word, int numbers) {
      this.word = word;
      this.numbers = numbers;
    }

    private boolean isMeant(String text, int given) {
      return given == numbers && (text.equals(word) || (this == ZIPF && text.equals("zipf")));
    }
  }

  /** The forms that {@link #parse} reads, for messages. */
  public static final String FORMS =
      "uniform, zipfian, zipf:EXPONENT, hotspot:SET:OPERATIONS or exponential:PERCENTILE:PART";

  /** Every record equally often. */
  public static final Popularity EVEN = new Popularity(Law.EVEN, List.of());

  /** Refuses numbers that the law cannot have. */
  public Popularity {
    numbers = List.copyOf(numbers);
    switch (law) {
      case EVEN, OF_YCSB -> {}
      case ZIPF ->
          require(
              numbers.get(0) > 0 && numbers.get(0) <= 10,
              "the exponent must be more than 0, at most 10");
      case HOT ->
          require(
              numbers.stream().allMatch(part -> part > 0 && part < 1),
              "both parts must be more than 0 and less than 1");
      case FALLING ->
          require(
              numbers.get(0) > 0
                  && numbers.get(0) < 100
                  && numbers.get(1) > 0
                  && numbers.get(1) <= 1,
              "the percentile must be in 0 to 100, the part in 0 to 1");
    }
  }

  private static void require(boolean sound, String otherwise) {
    if (!sound) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Zipf's law of an exponent. */
  public static Popularity zipf(double exponent) {
    return new Popularity(Law.ZIPF, List.of(exponent));
  }

  /** The distribution over this number of records. */
  public Ranks over(long records) {
    return switch (law) {
      case EVEN -> new Ranks(records, rank -> (double) rank / records, unit -> unit * records);
      case OF_YCSB -> Zipfian.scrambled(records);
      case ZIPF -> Zipfian.over(records, numbers.get(0));
      case HOT -> hot(records, numbers.get(0), numbers.get(1));
      case FALLING -> falling(records, numbers.get(0), numbers.get(1));
    };
  }

  /** A hot set of at least one rank, and not of all of them if there are several. */
  private static Ranks hot(long size, double set, double operations) {
    long hot = Math.max(1, Math.min(size, (long) (size * set)));
    double there = hot == size ? 1 : operations;
    return new Ranks(
        size,
        rank ->
            rank <= hot ? there * rank / hot : there + (1 - there) * (rank - hot) / (size - hot),
        unit ->
            unit < there ? unit / there * hot : hot + (unit - there) / (1 - there) * (size - hot));
  }

  /** Its first part gets the percentile before the distribution is cut off at the last rank. */
  private static Ranks falling(long size, double percentile, double part) {
    double decay = -StrictMath.log1p(-percentile / 100) / (size * part);
    double all = -StrictMath.expm1(-decay * size);
    return new Ranks(
        size,
        rank -> -StrictMath.expm1(-decay * rank) / all,
        unit -> -StrictMath.log1p(-unit * all) / decay);
  }

  /**
   * Reads what {@link #text} writes.
   *
   * @throws IllegalArgumentException if the text is none of {@link #FORMS}
   */
  public static Popularity parse(String text) {
    List<String> words = Arrays.asList(text.split(":", -1));
    for (Law law : Law.values()) {
      if (law.isMeant(words.get(0), words.size() - 1)) {
        try {
          return new Popularity(law, words.stream().skip(1).map(Double::valueOf).toList());
        } catch (NumberFormatException notNumbers) {
          // falls through to the one message
        }
      }
    }
    throw new IllegalArgumentException("must be " + FORMS + ", not '" + text + "'");
  }

  /**
   * The distribution as {@link #parse} reads it. Zipf's own law has the name that it has in tables
   * from before it got a shorter one.
   */
  public String text() {
    return law.word + numbers.stream().map(each -> ":" + each).collect(Collectors.joining());
  }
}
