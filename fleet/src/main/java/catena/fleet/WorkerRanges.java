// SPDX-License-Identifier: Apache-2.0
package catena.fleet;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Which workers of a run do a part.
 *
 * @param ranges a worker does the part if it is in any of them
 */
public record WorkerRanges(List<Range> ranges) {
  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?|(\\d{1,3})%-(\\d{1,3})%");

  /**
   * Consecutive workers.
   *
   * @param from the first number, or the percentage of workers before the first
   * @param to the last number, or the percentage of workers up to the last
   */
  public record Range(int from, int to, boolean percent) {
    boolean has(int slot, int workers) {
      // In integers, so that 0%-50% and 50%-100% never share or leave out a worker.
      return percent
          ? 100L * slot >= (long) from * workers && 100L * slot < (long) to * workers
          : slot >= from && slot <= to;
    }
  }

  /** All workers. */
  public static final WorkerRanges ALL = new WorkerRanges(List.of(new Range(0, 100, true)));

  /** Copies the ranges. */
  public WorkerRanges {
    ranges = List.copyOf(ranges);
  }

  /**
   * Reads {@code all}, {@code 0-2,5} or {@code 0%-50%}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static WorkerRanges parse(String text) {
    if (text.strip().equals("all")) {
      return ALL;
    }
    List<Range> ranges = new ArrayList<>();
    for (String word : Splitter.on(',').trimResults().split(text)) {
      Matcher matcher = RANGE.matcher(word);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("'" + word + "' is no worker and no range of workers");
      }
      ranges.add(range(matcher));
    }
    return new WorkerRanges(ranges);
  }

  private static Range range(Matcher matcher) {
    boolean percent = matcher.group(3) != null;
    int from = Integer.parseInt(matcher.group(percent ? 3 : 1));
    String end = matcher.group(percent ? 4 : 2);
    int to = end == null ? from : Integer.parseInt(end);
    if (to < from || (percent && (to > 100 || to == from))) {
      throw new IllegalArgumentException(matcher.group() + " has its end before its beginning");
    }
    return new Range(from, to, percent);
  }

  /** The slots of those workers, in order, in a run with this number of workers. */
  public List<Integer> of(int workers) {
    return IntStream.range(0, workers)
        .filter(slot -> ranges.stream().anyMatch(range -> range.has(slot, workers)))
        .boxed()
        .toList();
  }
}
