package catena.recompute.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What those who write, or those who read, did in each whole second of a phase as a share of what
 * is usual for those who have told of that second; by the definition in {@code docs/report.md}.
 */
final class Usual {
  static final int SETTLING = 30;
  static final int FEWEST = 20;
  static final double BACK = 0.8;
  private static final int STARTING = 10;
  private static final double EVEN = 0.05;
  private static final double UNEVEN = 0.2;
  private static final List<Integer> WIDTHS = List.of(1, 2, 5, 10, 20, 30, 60);

  /** Rates over so many seconds. */
  static final class Steady {
    private final int width;
    private final double[] shares;
    private final double rate;
    private double low = 1;

    private Steady(int width, double[] shares, double rate) {
      this.width = width;
      this.shares = shares;
      this.rate = rate;
    }

    int width() {
      return width;
    }

    /** The usual rate a second, at the most. */
    double rate() {
      return rate;
    }

    /** Which share of the quiet time is a dip, too. */
    double low() {
      return low;
    }

    /** What was done in a second of what is usual; NaN where nobody told. */
    double at(int second) {
      return shares[second];
    }

    /** The same on average from a second on. */
    double over(int from) {
      double sum = 0;
      for (int i = from; i < from + width; i++) {
        sum += shares[i];
      }
      return sum / width;
    }

    boolean knows(int second) {
      return !Double.isNaN(shares[second]);
    }
  }

  /** What one group did in each second, and how many of its clients told of it. */
  private static final class Member {
    private final double[] done;
    private final int[] told;

    private Member(double[] done, int[] told) {
      this.done = done;
      this.told = told;
    }

    private double[] done() {
      return done;
    }

    private int[] told() {
      return told;
    }
  }

  final long first;
  final int count;
  private final boolean[] quiet;
  private final List<Member> members = new ArrayList<>();

  Usual(Stretch phase, List<Group> groups, Journal journal) {
    first = -Math.floorDiv(-phase.from(), 1000);
    count = (int) Math.max(0, Math.floorDiv(phase.to(), 1000) - first);
    quiet = new boolean[count];
    for (int i = 0; i < count; i++) {
      quiet[i] = i >= STARTING && isQuiet(first + i, journal.faults);
    }
    for (Group group : groups) {
      int[] told = new int[count];
      for (Stretch life : journal.witnesses(group.name).lives()) {
        for (int i = 0; i < count; i++) {
          boolean whole = life.from() <= (first + i) * 1000 && (first + i + 1) * 1000 <= life.to();
          told[i] += whole ? 1 : 0;
        }
      }
      members.add(new Member(group.served().each(first * 1000, 1000, count), told));
    }
  }

  private static boolean isQuiet(long second, List<Fault> faults) {
    return faults.stream()
        .noneMatch(
            fault ->
                second >= Math.floorDiv(fault.at(), 1000)
                    && (fault.ended().isEmpty()
                        || second <= fault.ended().getAsLong() / 1000 + SETTLING));
  }

  int quietSeconds() {
    int seconds = 0;
    for (int i = 0; i < count; i++) {
      int second = i;
      seconds += quiet[i] && members.stream().anyMatch(m -> m.told()[second] > 0) ? 1 : 0;
    }
    return seconds;
  }

  /** Over the fewest seconds over which rates are even; empty if they never are. */
  Optional<Steady> steady() {
    int seconds = quietSeconds();
    Steady best = null;
    for (int width : seconds < FEWEST ? List.<Integer>of() : WIDTHS) {
      if (covered(width) < seconds / 2) {
        break;
      }
      Steady steady = over(width);
      if (best == null || steady.low() < best.low()) {
        best = steady;
      }
      if (steady.low() <= EVEN) {
        return Optional.of(steady);
      }
    }
    return Optional.ofNullable(best).filter(steady -> steady.low() <= UNEVEN);
  }

  /** The begins of all stretches of so many seconds that are quiet throughout. */
  private List<Integer> stretches(int width) {
    List<Integer> begins = new ArrayList<>();
    int run = 0;
    for (int i = 0; i < count; i++) {
      run = quiet[i] ? run + 1 : 0;
      if (run >= width) {
        begins.add(i - width + 1);
      }
    }
    return begins;
  }

  private int covered(int width) {
    boolean[] in = new boolean[count];
    stretches(width).forEach(i -> Arrays.fill(in, i, i + width, true));
    int covered = 0;
    for (boolean each : in) {
      covered += each ? 1 : 0;
    }
    return covered;
  }

  private Steady over(int width) {
    double[] usual = members.stream().mapToDouble(member -> usual(member, width)).toArray();
    double[] shares = new double[count];
    double most = 0;
    for (int i = 0; i < count; i++) {
      double expected = 0;
      double done = 0;
      for (int m = 0; m < usual.length; m++) {
        if (members.get(m).told()[i] > 0 && usual[m] > 0) {
          expected += usual[m] * members.get(m).told()[i];
          done += members.get(m).done()[i];
        }
      }
      shares[i] = expected > 0 ? done / expected : Double.NaN;
      most = Math.max(most, expected);
    }
    Steady steady = new Steady(width, shares, most);
    double[] undisturbed =
        stretches(width).stream().mapToDouble(steady::over).filter(v -> v >= 0).toArray();
    if (undisturbed.length > 0) {
      steady.low =
          Arrays.stream(undisturbed).filter(v -> v < BACK).count() / (double) undisturbed.length;
    }
    return steady;
  }

  /** The median rate of one client in quiet stretches in which equally many told, and some. */
  private double usual(Member member, int width) {
    List<Double> rates = new ArrayList<>();
    for (int i : stretches(width)) {
      int told = member.told()[i];
      boolean equally = told > 0;
      double done = 0;
      for (int s = i; s < i + width; s++) {
        equally &= member.told()[s] == told;
        done += member.done()[s];
      }
      if (equally) {
        rates.add(done / width / told);
      }
    }
    rates.sort(null);
    return rates.isEmpty() ? Double.NaN : rates.get((rates.size() - 1) / 2);
  }
}
