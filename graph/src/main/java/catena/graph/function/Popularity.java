// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;

/**
 * How often each of some records is requested, whatever their number: the request distributions of
 * YCSB (Cooper and others, "Benchmarking Cloud Serving Systems with YCSB", 2010, section 4.1), each
 * with its inverse.
 *
 * <p>A sampler alone would not do. Updates of a graph are drawn from such a distribution, too, and
 * a reader must find out which of them wrote a row; so each distribution is given by its cumulative
 * probabilities, from which both directions follow ({@link Ranks}). Samplers in libraries have no
 * inverse. All is computed with {@link StrictMath}, since every process that reads a table must
 * compute the same bits.
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

  /**
   * Zipf's law: the probability of rank k is in proportion to {@code (k + 1)^-exponent}.
   *
   * <p>Sums of up to {@link #TERMS} terms are added up; larger ones follow from the Euler-Maclaurin
   * formula, whose error is below that of a double there. So a distribution over 10^9 ranks takes
   * no longer to create than one over a hundred.
   */
  static final class Zipfian {
    /** {@code ScrambledZipfianGenerator.ITEM_COUNT}. */
    private static final long ITEMS = 10_000_000_000L;

    /** {@code ZipfianGenerator.ZIPFIAN_CONSTANT}. */
    private static final double YCSB_EXPONENT = 0.99;

    /** Enough steps for the guess to be off by a few ranks at most. */
    private static final int STEPS = 6;

    /** From this number of terms on, the formula is as exact as the sum. */
    private static final int TERMS = 64;

    private final double exponent;

    /** The sums of the first terms, by their number. */
    private final double[] sums = new double[TERMS + 1];

    /** The constant that the formula leaves out, the same for every number of terms. */
    private final double constant;

    private final double all;

    private Zipfian(long size, double exponent) {
      this.exponent = exponent;
      for (int i = 1; i <= TERMS; i++) {
        sums[i] = sums[i - 1] + power(i, -exponent);
      }
      this.constant = sums[TERMS] - formula(TERMS);
      this.all = sum(size);
    }

    /** The law over this number of ranks. */
    static Ranks over(long size, double exponent) {
      Zipfian law = new Zipfian(size, exponent);
      return new Ranks(size, law::share, law::near);
    }

    /**
     * YCSB's {@code ScrambledZipfianGenerator} (core 0.17.0): Zipf's law over 10^10 items, each of
     * which is hashed to one of the records. The first items make their records popular; all others
     * are spread evenly. So rank k has the probability {@code (k + 1)^-0.99 / 26.469}, and an equal
     * part of the rest.
     */
    static Ranks scrambled(long size) {
      Zipfian law = new Zipfian(Math.max(ITEMS, size), YCSB_EXPONENT);
      double even = (1 - law.below(size)) / size;
      LongToDoubleFunction share = rank -> law.below(rank) + even * rank;
      return new Ranks(size, share, unit -> law.nearScrambled(unit, size, even, share));
    }

    private double below(long rank) {
      return rank <= 0 ? 0 : share(rank);
    }

    /** Uses Newton's method, from above: the sum rises ever more slowly. */
    private double nearScrambled(double unit, long size, double even, LongToDoubleFunction share) {
      double first = below(1);
      double rank = Math.min(near(unit), size - 1.0);
      for (int i = 0; i < STEPS; i++) {
        double slope = first * power(rank + 1, -YCSB_EXPONENT) + even;
        double next = rank + (unit - share.applyAsDouble((long) rank)) / slope;
        rank = Math.max(0, Math.min(size - 1.0, next));
      }
      return rank;
    }

    /** The sum of {@code i^-exponent} for i from 1 to n. */
    private double sum(long n) {
      return n <= TERMS ? sums[(int) n] : constant + formula((double) n);
    }

    private double formula(double n) {
      double term = power(n, -exponent);
      double square = n * n;
      return PowerLaw.integral(1 - exponent, n)
          + term / 2
          - exponent * term / (12 * n)
          + exponent * (exponent + 1) * (exponent + 2) * term / (720 * n * square)
          - exponent
              * (exponent + 1)
              * (exponent + 2)
              * (exponent + 3)
              * (exponent + 4)
              * term
              / (30240 * n * square * square);
    }

    private static double power(double base, double exponent) {
      return StrictMath.pow(base, exponent);
    }

    private double share(long rank) {
      return sum(rank) / all;
    }

    private double near(double unit) {
      double area = unit * all;
      if (area < sums[TERMS]) {
        int rank = 0;
        while (sums[rank + 1] <= area) {
          rank++;
        }
        return rank;
      }
      // The sum and the integral differ by half of the next term.
      return PowerLaw.inverseOfIntegral(1 - exponent, area - constant) - 0.5;
    }
  }
}
