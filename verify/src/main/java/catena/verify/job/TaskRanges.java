// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.verify.row.RowRange;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.accumulo.hadoopImpl.mapreduce.RangeInputSplit;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * The ranges of rows that one map task scans, one after the other.
 *
 * <p>The task's record reader returns the entries of the range that was taken last, and then that
 * there are no more of them, until the next range is taken.
 *
 * <p>The one class here that imports what is not Accumulo's public API: a mapper that computes what
 * must be in its range has to know the range, also where the scan returns nothing, and the public
 * API hands the split out without saying what it covers.
 */
@FunctionalInterface
public interface TaskRanges {
  /** Takes the next range; empty if there is none left for this task. */
  Optional<RowRange> next();

  /**
   * Those of a split.
   *
   * @throws ClassCastException if neither Accumulo's input format nor this package's made it
   */
  static TaskRanges of(InputSplit split) {
    if (split instanceof LocalScans.Split local) {
      return local::next;
    }
    RowRange its = RowRange.of(((RangeInputSplit) split).getRange());
    Queue<RowRange> one = new ArrayDeque<>(List.of(its));
    return () -> Optional.ofNullable(one.poll());
  }
}
