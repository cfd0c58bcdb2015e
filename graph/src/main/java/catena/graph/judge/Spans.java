package catena.graph.judge;

import catena.graph.Position;
import java.util.ArrayList;
import java.util.List;

/**
 * Stretches of one writer's order of writes, none of which touch; immutable.
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
   */
  public record Span(Position from, Position to) {
    /** Refuses an empty stretch. */
    public Span {
      if (!from.isBefore(to)) {
        throw new IllegalArgumentException("empty: " + from + " to " + to);
      }
    }

    /** Whether the write at a point belongs to it. */
    public boolean holds(Position at) {
      return !at.isBefore(from) && at.isBefore(to);
    }
  }

  /** Refuses stretches that touch or stand in another order. */
  public Spans {
    all = List.copyOf(all);
    for (int i = 1; i < all.size(); i++) {
      if (!all.get(i - 1).to.isBefore(all.get(i).from)) {
        throw new IllegalArgumentException("not apart, in order: " + all);
      }
    }
  }

  /** These and one more. */
  public Spans with(Span more) {
    List<Span> next = new ArrayList<>();
    Span joined = more;
    for (Span span : all) {
      if (span.to.isBefore(joined.from)) {
        next.add(span);
      } else if (!joined.to.isBefore(span.from)) {
        joined = new Span(earlier(span.from, joined.from), later(span.to, joined.to));
      }
    }
    next.add(joined);
    for (Span span : all) {
      if (joined.to.isBefore(span.from)) {
        next.add(span);
      }
    }
    if (next.size() > MOST) {
      next.set(0, new Span(next.get(0).from, next.get(1).to));
      next.remove(1);
    }
    return new Spans(next);
  }

  /** Whether the write at a point belongs to one of them; a few comparisons. */
  public boolean hold(Position at) {
    int low = 0;
    int high = all.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Span span = all.get(middle);
      if (span.holds(at)) {
        return true;
      }
      if (at.isBefore(span.from)) {
        high = middle - 1;
      } else {
        low = middle + 1;
      }
    }
    return false;
  }

  private static Position earlier(Position one, Position other) {
    return one.isBefore(other) ? one : other;
  }

  private static Position later(Position one, Position other) {
    return one.isBefore(other) ? other : one;
  }
}
