// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

/**
 * What a command concludes, with the exit status that says so.
 *
 * <p>The constants stand from best to worst, so that verdicts combine by {@link #and}: a proven
 * fault outweighs a doubt, a doubt outweighs a missed budget, and only nothing at all is a pass.
 */
public enum Verdict {
  /** Every check was completed and found nothing. */
  PASS(0),
  /** The data is right and a declared budget was missed. */
  BUDGET(3),
  /** A check could not be completed; a doubt is never a pass. */
  UNKNOWN(2),
  /** At least one finding. */
  FAIL(1);

  /** Exit status of a usage or settings error, which is no verdict: nothing was started. */
  public static final int USAGE = 64;

  private final int exitStatus;

  Verdict(int exitStatus) {
    this.exitStatus = exitStatus;
  }

  /** The exit status of a command that ends with this verdict. */
  public int exitStatus() {
    return exitStatus;
  }

  /** The verdict of two checks together: the worse of both. */
  public Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
