package catena.recompute.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Amounts, each of which came about evenly between two times, or at once where they are equal. */
final class Spread {
  private record Piece(long from, long to, double amount) {
    /** How much of it came about in a stretch. */
    double in(Stretch stretch) {
      if (to <= from) {
        return stretch.from() <= to && to < stretch.to() ? amount : 0;
      }
      return amount * stretch.common(new Stretch(from, to)) / (to - from);
    }
  }

  private final List<Piece> pieces = new ArrayList<>();

  void add(long from, long to, double amount) {
    if (amount != 0) {
      pieces.add(new Piece(from, to, amount));
    }
  }

  double total() {
    return pieces.stream().mapToDouble(Piece::amount).sum();
  }

  double in(Stretch stretch) {
    return pieces.stream().mapToDouble(piece -> piece.in(stretch)).sum();
  }

  /** How much came about in each of so many stretches of a length, one behind the other. */
  double[] each(long from, long length, int count) {
    double[] sums = new double[count];
    for (Piece piece : pieces) {
      long first = Math.floorDiv(Math.min(piece.from, piece.to) - from, length);
      long last = Math.floorDiv(piece.to - from, length);
      for (long i = Math.max(0, first); i <= Math.min(count - 1, last); i++) {
        sums[(int) i] += piece.in(new Stretch(from + i * length, from + (i + 1) * length));
      }
    }
    return sums;
  }

  /** From the first begin to the last end. */
  Optional<Stretch> active() {
    return pieces.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Stretch(
                pieces.stream().mapToLong(p -> Math.min(p.from, p.to)).min().getAsLong(),
                pieces.stream().mapToLong(Piece::to).max().getAsLong()));
  }
}
