// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import catena.graph.function.Popularity;
import catena.graph.function.Ranks;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Which of the records an operation goes to: YCSB's {@code requestdistribution}.
 *
 * @param order how ranks of the popularity become numbers of records
 */
record Requests(Order order, Popularity popularity) {
  /** Gray and others, as in YCSB. */
  static final double EXPONENT = 0.99;

  /** A prime that divides no number of records: neighbours in rank are no neighbours in age. */
  private static final long SPREAD = 2_654_435_761L;

  /** Which records are popular. */
  enum Order {
    /** The first ones; as these stand in an order of popularity, they are scattered. */
    FIRST,
    /** The newest ones. */
    LATEST,
    /** One after the other. */
    SEQUENTIAL
  }

  /** The forms that {@link #parse} reads. */
  static final String FORMS =
      "uniform, zipfian, zipf:EXPONENT, latest[:EXPONENT], hotspot[:SET:OPERATIONS],"
          + " exponential[:PERCENTILE:PART] or sequential";

  /**
   * Reads a distribution by YCSB's name, followed by its numbers if they are not YCSB's.
   *
   * @throws IllegalArgumentException if it is none of {@link #FORMS}
   */
  static Requests parse(String text) {
    String name = text.toLowerCase(Locale.ROOT);
    int colon = name.indexOf(':');
    String word = colon < 0 ? name : name.substring(0, colon);
    String numbers = colon < 0 ? "" : name.substring(colon);
    return switch (word) {
      case "sequential" -> {
        if (colon >= 0) {
          throw new IllegalArgumentException("must be " + FORMS + ", not '" + text + "'");
        }
        yield new Requests(Order.SEQUENTIAL, Popularity.EVEN);
      }
      case "uniform", "zipfian", "zipf" -> new Requests(Order.FIRST, Popularity.parse(name));
      case "latest" -> new Requests(Order.LATEST, of("zipf", numbers, ":" + EXPONENT));
      case "hotspot" -> new Requests(Order.FIRST, of("hotspot", numbers, ":0.2:0.8"));
      case "exponential" ->
          new Requests(Order.LATEST, of("exponential", numbers, ":95:0.8571428571"));
      default -> throw new IllegalArgumentException("must be " + FORMS + ", not '" + text + "'");
    };
  }

  private static Popularity of(String name, String numbers, String otherwise) {
    return Popularity.parse(name + (numbers.isEmpty() ? otherwise : numbers));
  }

  /** Draws numbers of records for one client. */
  static final class Source {
    private final Requests requests;
    private final SplittableRandom random;
    private Ranks ranks;
    private long turn;

    /**
     * A source.
     *
     * @param turn where it begins if records come one after the other
     */
    Source(Requests requests, SplittableRandom random, long turn) {
      this.requests = requests;
      this.random = random;
      this.turn = turn;
    }

    /**
     * The number of one of so many records. By YCSB's zipfian law an inserted record has the rank
     * of a loaded one, which does not change as more are inserted; the hottest comes in the middle.
     *
     * @param loaded how many of them were there before any was inserted
     */
    long next(long loaded, long records) {
      if (requests.order == Order.SEQUENTIAL) {
        return Math.floorMod(turn++, records);
      }
      boolean ranked = requests.popularity.law() == Popularity.Law.OF_YCSB && records > loaded;
      long over = ranked ? loaded : records;
      if (ranks == null || ranks.size() != over) {
        ranks = requests.popularity.over(over);
      }
      while (true) {
        long rank = ranks.of(random.nextDouble());
        long place = ranked ? random.nextLong(1 + (records - 1) / loaded) : 0;
        long number = Math.floorMod(rank * SPREAD + over / 2, over) + place * over;
        if (place == 0) {
          return requests.order == Order.LATEST ? records - 1 - rank : rank;
        } else if (number < records) {
          return number;
        }
      }
    }
  }
}
