// SPDX-License-Identifier: Apache-2.0
package catena.verify.references;

import catena.records.verdict.Finding;
import catena.verify.exact.ExactConclusion;
import catena.verify.job.JobInSteps;
import catena.verify.result.PassResult;
import catena.verify.row.ReferenceRecord;
import catena.verify.row.RowRange;
import catena.verify.row.Tally;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.io.LongWritable;

/** References mode of a graph's whole table by one thread, and in a fixed order. */
public final class ReferencesInSteps {
  /** What the reducer says of a row, or of no row. */
  record Line(long row, String text) {}

  private ReferencesInSteps() {}

  /**
   * Scans, joins and concludes.
   *
   * @param ranges the ranges, which fill the table
   * @param sink takes what is found
   */
  public static PassResult verify(
      ExactConclusion.Context context,
      List<RowRange> ranges,
      JobInSteps.Scans scans,
      FailableConsumer<Finding, Exception> sink)
      throws InterruptedException {
    ReferencesConclusion conclusion =
        new ReferencesConclusion(context, List.of(RowRange.ALL), ranges, row -> false, sink);
    return conclude(conclusion, new JobInSteps(JobInSteps.newConfiguration(), ranges, scans));
  }

  /** Concludes from what a job says, as far as it comes. */
  static PassResult conclude(ReferencesConclusion conclusion, JobInSteps job)
      throws InterruptedException {
    Tally counted = new Tally();
    try {
      List<Line> lines = new ArrayList<>();
      job.run(
          new ReferencesMapper(),
          LongWritable.class,
          ReferenceRecord.class,
          new ReferencesReducer(),
          (row, text) -> lines.add(new Line(row.get(), text.toString())));
      counted = job.counted();
      for (Line line : lines) {
        conclusion.range(line.text);
      }
      for (Line line : lines) {
        conclusion.row(line.row, line.text);
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // as a task that fails ends a job
      conclusion.broken(e);
    }
    return conclusion.conclude(counted, 0);
  }
}
