// SPDX-License-Identifier: Apache-2.0
package catena.graph.popularity;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Which of some records are asked for how often, whatever their number. */
public sealed interface Popularity {
  /** Every record as often as any other. */
  record Even() implements Popularity {}

  /** YCSB's zipfian law, over whatever number of records. */
  record OfYcsb() implements Popularity {}

  /**
   * Zipf's law.
   *
   * @param exponent more than 0; YCSB's is 0.99
   */
  record Zipf(double exponent) implements Popularity {
    /** Refuses an exponent that is not positive. */
    public Zipf {
      require(exponent > 0 && exponent <= 10, "the exponent must be more than 0, at most 10");
    }
  }

  /**
   * A hot set.
   *
   * @param set which part of the records it is; YCSB's hotspotdatafraction
   * @param operations which part of the operations goes there; YCSB's hotspotopnfraction
   */
  record Hot(double set, double operations) implements Popularity {
    /** Refuses what are no parts. */
    public Hot {
      require(
          set > 0 && set < 1 && operations > 0 && operations < 1,
          "both parts must be more than 0 and less than 1");
    }
  }

  /**
   * Falling from record to record by the same factor.
   *
   * @param percentile of the operations that go to the first {@code part}; YCSB's
   *     exponential.percentile
   * @param part of the records; YCSB's exponential.frac
   */
  record Falling(double percentile, double part) implements Popularity {
    /** Refuses what is no percentile or no part. */
    public Falling {
      require(
          percentile > 0 && percentile < 100 && part > 0 && part <= 1,
          "the percentile must be in 0 to 100, the part in 0 to 1");
    }
  }

  private static void require(boolean sound, String otherwise) {
    if (!sound) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** The forms that {@link #parse} reads, for messages. */
  String FORMS =
      "uniform, zipfian, zipf:EXPONENT, hotspot:SET:OPERATIONS or exponential:PERCENTILE:PART";

  /** The distribution over so many records. */
  default Ranks over(long records) {
    if (this instanceof Zipf zipf) {
      return new Zipfian(records, zipf.exponent);
    } else if (this instanceof OfYcsb) {
      return new Scrambled(records);
    } else if (this instanceof Hot hot) {
      return new Hotspot(records, hot.set, hot.operations);
    } else if (this instanceof Falling falling) {
      return new Exponential(records, falling.percentile, falling.part);
    }
    return new Uniform(records);
  }

  /**
   * Reads what {@link #text} writes.
   *
   * @throws IllegalArgumentException if the text is none of {@link #FORMS}
   */
  static Popularity parse(String text) {
    String[] part = text.split(":", -1);
    try {
      List<Double> numbers =
          Arrays.stream(part).skip(1).map(Double::valueOf).collect(Collectors.toList());
      if (part[0].equals("uniform") && numbers.isEmpty()) {
        return new Even();
      } else if (part[0].equals("zipfian") && numbers.isEmpty()) {
        return new OfYcsb();
      } else if ((part[0].equals("zipf") || part[0].equals("zipfian")) && numbers.size() == 1) {
        return new Zipf(numbers.get(0));
      } else if (part[0].equals("hotspot") && numbers.size() == 2) {
        return new Hot(numbers.get(0), numbers.get(1));
      } else if (part[0].equals("exponential") && numbers.size() == 2) {
        return new Falling(numbers.get(0), numbers.get(1));
      }
    } catch (NumberFormatException notNumbers) {
      // falls through to the one message
    }
    throw new IllegalArgumentException("must be " + FORMS + ", not '" + text + "'");
  }

  /**
   * The distribution as {@link #parse} reads it. Zipf's own law is written as tables have it that
   * were made when it had no shorter name.
   */
  default String text() {
    if (this instanceof Zipf zipf) {
      return "zipfian:" + zipf.exponent;
    } else if (this instanceof OfYcsb) {
      return "zipfian";
    } else if (this instanceof Hot hot) {
      return "hotspot:" + hot.set + ":" + hot.operations;
    } else if (this instanceof Falling falling) {
      return "exponential:" + falling.percentile + ":" + falling.part;
    }
    return "uniform";
  }
}
