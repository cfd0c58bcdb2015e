package catena.graph.judge;

import catena.graph.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stretches of one writer's order of writes, in order and apart, and how many times each was sent;
 * immutable.
 *
 * <p>There are at most {@link #MOST}: beyond that the two earliest are made one, with all that lies
 * between them, so that memory does not grow with the length of a run.
 *
 * @param all in their order
 */
public record Spans(List<Span> all) {
  /** How many are told apart. */
  public static final int MOST = 256;

  /** None. */
  public static final Spans NONE = new Spans(List.of());

  /**
   * The writes from one point up to, and without, another.
   *
   * @param from the first
   * @param to the one after the last; behind {@code from}
   * @param times how many times each of them was sent at most
   */
  public record Span(Position from, Position to, int times) {
    /** Refuses an empty stretch. */
    public Span {
      if (!from.isBefore(to)) {
        throw new IllegalArgumentException("empty: " + from + " to " + to);
      }
    }

    /** Writes that were sent once more than was known of them: twice, if nothing was. */
    public Span(Position from, Position to) {
      this(from, to, 2);
    }

    /** Whether the write at a point belongs to it. */
    public boolean holds(Position at) {
      return !at.isBefore(from) && at.isBefore(to);
    }
  }

  /** Refuses stretches that overlap, stand in another order, or could be one. */
  public Spans {
    all = List.copyOf(all);
    for (int i = 1; i < all.size(); i++) {
      Span before = all.get(i - 1);
      Span behind = all.get(i);
      if (behind.from.isBefore(before.to) || canJoin(before, behind)) {
        throw new IllegalArgumentException("not apart, in order: " + all);
      }
    }
  }

  private static boolean canJoin(Span before, Span behind) {
    return before.to.equals(behind.from) && before.times == behind.times;
  }

  /**
   * These and one more. What both have was sent so many times more: of {@code n} times and {@code
   * m} times one is the same.
   */
  public Spans with(Span more) {
    List<Span> pieces = new ArrayList<>();
    Position open = more.from;
    for (Span span : all) {
      piece(pieces, span.from, earlier(span.to, more.from), span.times);
      piece(pieces, open, earlier(span.from, more.to), more.times);
      Position from = later(span.from, more.from);
      piece(pieces, from, earlier(span.to, more.to), span.times + more.times - 1);
      piece(pieces, later(span.from, more.to), span.to, span.times);
      open = later(open, span.to);
    }
    piece(pieces, open, more.to, more.times);
    pieces.sort(Comparator.comparing(Span::from));
    List<Span> next = new ArrayList<>();
    for (Span piece : pieces) {
      Span last = next.isEmpty() ? null : next.get(next.size() - 1);
      if (last != null && canJoin(last, piece)) {
        next.set(next.size() - 1, new Span(last.from, piece.to, last.times));
      } else {
        next.add(piece);
      }
    }
    while (next.size() > MOST) {
      Span first = next.remove(0);
      Span second = next.remove(0);
      next.add(0, new Span(first.from, second.to, Math.max(first.times, second.times)));
      if (next.size() > 1 && canJoin(next.get(0), next.get(1))) {
        Span joined = next.remove(0);
        next.set(0, new Span(joined.from, next.get(0).to, joined.times));
      }
    }
    return new Spans(next);
  }

  /** These but for the writes from one point up to, and without, another. */
  public Spans without(Position from, Position to) {
    List<Span> rest = new ArrayList<>();
    for (Span span : all) {
      piece(rest, span.from, earlier(span.to, from), span.times);
      piece(rest, later(span.from, to), span.to, span.times);
    }
    return new Spans(rest);
  }

  private static void piece(List<Span> pieces, Position from, Position to, int times) {
    if (from.isBefore(to)) {
      pieces.add(new Span(from, to, times));
    }
  }

  /** Whether the write at a point belongs to one of them; a few comparisons. */
  public boolean hold(Position at) {
    return of(at) != null;
  }

  /** How many times the write at a point was sent at most: once if it belongs to none of them. */
  public int times(Position at) {
    Span span = of(at);
    return span == null ? 1 : span.times;
  }

  private Span of(Position at) {
    int low = 0;
    int high = all.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Span span = all.get(middle);
      if (span.holds(at)) {
        return span;
      }
      if (at.isBefore(span.from)) {
        high = middle - 1;
      } else {
        low = middle + 1;
      }
    }
    return null;
  }

  private static Position earlier(Position one, Position other) {
    return one.isBefore(other) ? one : other;
  }

  private static Position later(Position one, Position other) {
    return one.isBefore(other) ? other : one;
  }
}
