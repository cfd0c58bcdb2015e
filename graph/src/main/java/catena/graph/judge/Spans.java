// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Disjoint stretches of one writer's order of writes, in order, and how many times each was sent;
 * immutable.
 *
 * <p>There are at most {@link #MOST}, so that memory does not grow with the length of a run: beyond
 * that the earliest are merged into one, with all writes between them. A merged stretch is marked
 * as such ({@link #mergedUpTo}); how many times any of it was sent is not known, so that a
 * judgement by it can only be a doubt.
 */
public final class Spans {
  /** The most stretches: some megabytes. */
  public static final int MOST = 100_000;

  /** How many times a merged stretch was sent: not known, some of it once. */
  public static final int MERGED = 0;

  /** No stretches. */
  public static final Spans NONE = new Spans(new Span[0]);

  /**
   * The writes from one point up to another, exclusive.
   *
   * @param from the first write
   * @param to the write after the last one; after {@code from}
   * @param times how many times each of them was sent at most, or {@link #MERGED}
   */
  public record Span(Position from, Position to, int times) {
    /** Refuses an empty stretch. */
    public Span {
      if (!from.isBefore(to) || times < MERGED) {
        throw new IllegalArgumentException("empty: " + from + " to " + to + " times " + times);
      }
    }

    /** Writes that were sent once more than known before: twice, if nothing was known. */
    public Span(Position from, Position to) {
      this(from, to, 2);
    }

    /** Whether the write at a point belongs to this stretch. */
    public boolean holds(Position at) {
      return !at.isBefore(from) && at.isBefore(to);
    }

    private boolean canJoin(Span behind) {
      return to.equals(behind.from) && times == behind.times;
    }
  }

  private final Span[] spans;

  private Spans(Span[] spans) {
    this.spans = spans;
  }

  /** Refuses stretches that overlap, are in another order, or could be joined. */
  public Spans(List<Span> all) {
    this(all.toArray(Span[]::new));
    for (int i = 1; i < spans.length; i++) {
      if (spans[i].from.isBefore(spans[i - 1].to) || spans[i - 1].canJoin(spans[i])) {
        throw new IllegalArgumentException("not apart, in order: " + all);
      }
    }
  }

  /** All stretches, in their order. */
  public List<Span> all() {
    return Collections.unmodifiableList(Arrays.asList(spans));
  }

  /**
   * These and one more. The times of writes in both are added: of {@code n} times and {@code m}
   * times, one is the same.
   */
  public Spans with(Span more) {
    List<Span> pieces = new ArrayList<>();
    int first = endingBefore(more.from);
    int next = first;
    Position open = more.from;
    for (; next < spans.length && !more.to.isBefore(spans[next].from); next++) {
      Span span = spans[next];
      int both =
          span.times == MERGED || more.times == MERGED ? MERGED : span.times + more.times - 1;
      piece(pieces, span.from, earlier(span.to, more.from), span.times);
      piece(pieces, open, earlier(span.from, more.to), more.times);
      piece(pieces, later(span.from, more.from), earlier(span.to, more.to), both);
      piece(pieces, later(span.from, more.to), span.to, span.times);
      open = later(open, span.to);
    }
    piece(pieces, open, more.to, more.times);
    pieces.sort(Comparator.comparing(Span::from));
    return replaced(first, next, joined(pieces)).merged();
  }

  /** These without the writes from one point up to another, exclusive. */
  public Spans without(Position from, Position to) {
    List<Span> rest = new ArrayList<>();
    int first = endingBefore(from);
    int next = first;
    for (; next < spans.length && spans[next].from.isBefore(to); next++) {
      Span span = spans[next];
      piece(rest, span.from, earlier(span.to, from), span.times);
      piece(rest, later(span.from, to), span.to, span.times);
    }
    return next == first ? this : replaced(first, next, rest);
  }

  private static List<Span> joined(List<Span> pieces) {
    List<Span> joined = new ArrayList<>();
    for (Span piece : pieces) {
      Span last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && last.canJoin(piece)) {
        joined.set(joined.size() - 1, new Span(last.from, piece.to, last.times));
      } else {
        joined.add(piece);
      }
    }
    return joined;
  }

  /** Copies the array once: a writer that sends again adds to its end, whatever the number. */
  private Spans replaced(int from, int to, List<Span> by) {
    Span[] next = new Span[spans.length - (to - from) + by.size()];
    System.arraycopy(spans, 0, next, 0, from);
    for (int i = 0; i < by.size(); i++) {
      next[from + i] = by.get(i);
    }
    System.arraycopy(spans, to, next, from + by.size(), spans.length - to);
    return new Spans(next);
  }

  private Spans merged() {
    if (spans.length <= MOST) {
      return this;
    }
    int count = spans.length - MOST + 1;
    Span one = new Span(spans[0].from, spans[count - 1].to, MERGED);
    boolean joins = one.canJoin(spans[count]);
    Span whole = joins ? new Span(one.from, spans[count].to, MERGED) : one;
    return replaced(0, joins ? count + 1 : count, List.of(whole));
  }

  private static void piece(List<Span> pieces, Position from, Position to, int times) {
    if (from.isBefore(to)) {
      pieces.add(new Span(from, to, times));
    }
  }

  /** Whether the write at a point belongs to a stretch; takes a few comparisons. */
  public boolean hold(Position at) {
    return of(at) != null;
  }

  /**
   * How many times the write at a point was sent at most: 1 if it belongs to no stretch, and {@link
   * #MERGED} if it is not known.
   */
  public int times(Position at) {
    Span span = of(at);
    return span == null ? 1 : span.times;
  }

  /** The end of the merged stretch to which the write at a point belongs, if any. */
  public Optional<Position> mergedUpTo(Position at) {
    return Optional.ofNullable(of(at)).filter(span -> span.times == MERGED).map(Span::to);
  }

  private Span of(Position at) {
    int i = endingBefore(at);
    if (i < spans.length && spans[i].to.equals(at)) {
      i++;
    }
    return i < spans.length && spans[i].holds(at) ? spans[i] : null;
  }

  /** How many stretches end before a point: the next one ends at it or after it. */
  private int endingBefore(Position at) {
    int low = 0;
    int high = spans.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (spans[middle].to.isBefore(at)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static Position earlier(Position one, Position other) {
    return one.isBefore(other) ? one : other;
  }

  private static Position later(Position one, Position other) {
    return one.isBefore(other) ? other : one;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Spans of && Arrays.equals(spans, of.spans);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(spans);
  }

  @Override
  public String toString() {
    return all().toString();
  }
}
