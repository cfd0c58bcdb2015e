// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.verify.row.RowRange;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * The ranges of rows that one map task goes through, one after the other.
 *
 * <p>The task's record reader returns the entries of the range that was taken last, and then that
 * there are no more of them, until the next range is taken.
 */
@FunctionalInterface
public interface TaskRanges {
  /** Takes the next range; empty if there is none left for this task. */
  Optional<RowRange> next();

  /**
   * Those of a split.
   *
   * @throws ClassCastException if it was made by none of this package's input formats
   */
  static TaskRanges of(InputSplit split) {
    if (split instanceof LocalScans.Split local) {
      return local::next;
    }
    Queue<RowRange> one = new ArrayDeque<>(List.of(SplitRange.of(split)));
    return () -> Optional.ofNullable(one.poll());
  }
}
