// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.FaultRecord;
import catena.records.history.Span;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What writers, or readers, did in each second of a phase, as a share of what is usual for those of
 * them that reported that second.
 *
 * <p>Usual is the median over quiet seconds: no fault was open then, nor had one been for {@link
 * FaultCosts#SETTLING_SECONDS} s. If single seconds differ much without a fault, rates are averaged
 * over so many seconds that they hardly do: a dip is a rate that is rare without a fault.
 */
public final class RelativeRates {
  /** How long after the begin of a phase no second is quiet. */
  static final int STARTING_SECONDS = 10;

  /** A rate below this share of the usual one is a dip. */
  static final double BACK = 0.8;

  /** Rates are even if without a fault no more than this share of the time is a dip. */
  private static final double BY_CHANCE = 0.05;

  /** If more than this share of the time without a fault is a dip, dips say nothing of faults. */
  private static final double UNEVEN = 0.2;

  /** The numbers of seconds over which rates are averaged, tried until they are steady. */
  private static final List<Integer> WIDTHS = List.of(1, 2, 5, 10, 20, 30, 60);

  private final long first;
  private final int count;

  /** Which seconds after the first one are without a fault. */
  private final BitSet quiet;

  /** How many clients of each group reported each second. */
  private final Map<Work, int[]> reporting = new LinkedHashMap<>();

  /**
   * A phase.
   *
   * @param faults of the run
   * @param works of those whose rates they are
   */
  RelativeRates(Span span, List<FaultRecord> faults, Collection<Work> works) {
    this.first = -Math.floorDiv(-span.from(), 1000);
    this.count = (int) Math.max(0, Math.floorDiv(span.to(), 1000) - first);
    this.quiet = new BitSet(count);
    quiet.set(Math.min(STARTING_SECONDS, count), count);
    faults.forEach(this::disturbed);
    works.forEach(work -> reporting.put(work, work.clients(first, count)));
  }

  private void disturbed(FaultRecord fault) {
    long from = Math.floorDiv(fault.startedAt(), 1000) - first;
    long to =
        fault.endedAt().isEmpty()
            ? count
            : fault.endedAt().getAsLong() / 1000 + 1 + FaultCosts.SETTLING_SECONDS - first;
    if (from < count && to > 0) {
      quiet.clear((int) Math.max(0, from), (int) Math.min(count, Math.max(from, to)));
    }
  }

  /**
   * The rate in each second, as a share of the usual one.
   *
   * @param shares the share in each second; NaN if no client reported
   * @param usual the usual rate per second of the most clients that reported at the same time
   * @param width the number of seconds over which rates are steady without a fault
   * @param lowByChance the share of the quiet time that is a dip, too, from 0 to 1
   */
  public record OfSeconds(
      long first, ImmutableDoubleArray shares, double usual, int width, double lowByChance) {
    /** The index of the second of a time, counted from the first; may be negative. */
    int index(long at) {
      return (int) (Math.floorDiv(at, 1000) - first);
    }

    /** How many seconds there are. */
    int size() {
      return shares.length();
    }

    /** The share of one second; NaN if no client reported. */
    double at(int second) {
      return shares.get(second);
    }

    /** The average share of some seconds; NaN if one of them is not known. */
    double over(int from, int to) {
      return RelativeRates.over(shares, from, to);
    }
  }

  /** How many quiet seconds there are that a client reported. */
  int quietSeconds() {
    return (int) quiet.stream().filter(i -> i < count && known(i)).count();
  }

  private boolean known(int second) {
    return reporting.values().stream().anyMatch(clients -> clients[second] > 0);
  }

  /** The shares; empty if too few seconds are quiet, or rates are uneven at any width. */
  Optional<OfSeconds> shares() {
    int seconds = quietSeconds();
    if (seconds < FaultCosts.FEWEST_QUIET) {
      return Optional.empty();
    }
    Optional<OfSeconds> best = Optional.empty();
    for (int width : WIDTHS) {
      if (covered(width) < seconds / 2) { // most stretches are shorter: the rest are exceptions
        break;
      }
      OfSeconds shares = shares(width);
      if (shares.lowByChance() <= BY_CHANCE) {
        return Optional.of(shares);
      }
      if (best.isEmpty() || shares.lowByChance() < best.get().lowByChance()) {
        best = Optional.of(shares);
      }
    }
    return best.filter(shares -> shares.lowByChance() <= UNEVEN);
  }

  /** The number of quiet seconds that lie in a quiet stretch of so many seconds. */
  private int covered(int width) {
    BitSet covered = new BitSet(count);
    windows(width).forEach(i -> covered.set(i, i + width));
    return covered.cardinality();
  }

  private OfSeconds shares(int width) {
    double[] expected = new double[count];
    double[] done = new double[count];
    reporting.forEach(
        (work, clients) -> {
          double usual = usual(work.served(), clients, width);
          for (int i = 0; usual > 0 && i < count; i++) {
            if (clients[i] > 0) {
              expected[i] += usual * clients[i];
              done[i] += work.served().sum(first + i, first + i + 1);
            }
          }
        });
    ImmutableDoubleArray shares =
        ImmutableDoubleArray.copyOf(
            IntStream.range(0, count)
                .mapToDouble(i -> expected[i] > 0 ? done[i] / expected[i] : Double.NaN));
    double most = Arrays.stream(expected).max().orElse(0);
    double[] undisturbed =
        windows(width).mapToDouble(i -> over(shares, i, i + width)).filter(v -> v >= 0).toArray();
    double low = Arrays.stream(undisturbed).filter(v -> v < BACK).count();
    double byChance = undisturbed.length == 0 ? 1 : low / undisturbed.length;
    return new OfSeconds(first, shares, most, width, byChance);
  }

  private static double over(ImmutableDoubleArray shares, int from, int to) {
    return shares.subArray(from, to).stream().average().orElseThrow();
  }

  /** The median rate of one client of a group; NaN if no client reported a quiet time. */
  private double usual(RateBins done, int[] clients, int width) {
    double[] rates =
        windows(width)
            .filter(i -> isSteady(clients, i, i + width))
            .mapToDouble(i -> done.sum(first + i, first + i + width) / width / clients[i])
            .sorted()
            .toArray();
    return rates.length == 0 ? Double.NaN : rates[(rates.length - 1) / 2];
  }

  /** Whether the same number of clients, at least one, reported every second of a range. */
  private static boolean isSteady(int[] clients, int from, int to) {
    return clients[from] > 0 && Arrays.stream(clients, from, to).allMatch(n -> n == clients[from]);
  }

  /** The begins of all stretches of so many seconds that are quiet throughout. */
  private IntStream windows(int width) {
    return quiet.stream().filter(i -> i + width <= count && quiet.nextClearBit(i) >= i + width);
  }
}
