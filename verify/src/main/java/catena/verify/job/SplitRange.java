// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.verify.row.RowRange;
import org.apache.accumulo.hadoopImpl.mapreduce.RangeInputSplit;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Which rows a mapper was given.
 *
 * <p>The one class here that imports what is not Accumulo's public API: a mapper that computes what
 * must be in its range has to know the range, also where the scan returns nothing, and the public
 * API hands the split out without saying what it covers.
 */
public final class SplitRange {
  private SplitRange() {}

  /**
   * The rows of a split that Accumulo's input format made.
   *
   * @throws ClassCastException if another input format made it
   */
  public static RowRange of(InputSplit split) {
    return RowRange.of(((RangeInputSplit) split).getRange());
  }
}
