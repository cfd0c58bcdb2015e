package catena.report.history;

import java.util.Arrays;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;

/**
 * One number for each of up to {@link #MOST} equally long blocks of a run.
 *
 * <p>Rates of neighbouring seconds depend on one another, and a test that takes each for a
 * measurement of its own finds a difference between any two runs. Blocks are long and few.
 */
public final class Blocks {
  /** The most blocks that a run is cut into. */
  public static final int MOST = 30;

  /** Fewer than these in one of the runs cannot tell anything at the level asked for. */
  public static final int FEWEST = 5;

  /** A difference that chance brings about more often than this does not stand out. */
  public static final double LEVEL = 0.01;

  public static final Blocks NONE = new Blocks(new double[0]);

  private final double[] values;

  public Blocks(double[] values) {
    this.values = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
  }

  public int size() {
    return values.length;
  }

  /** Whether both runs have enough blocks to be compared. */
  public boolean comparable(Blocks other) {
    return values.length >= FEWEST && other.values.length >= FEWEST;
  }

  /**
   * How often chance alone would bring about a difference as large as between these blocks and
   * others: the two-sided p of a Mann–Whitney U test, which assumes no distribution.
   */
  public double chance(Blocks other) {
    return new MannWhitneyUTest().mannWhitneyUTest(values, other.values);
  }
}
