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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.WritableUtils;

/** References mode of a graph's whole table by one thread, and in a fixed order. */
public final class ReferencesInSteps {
  /** What the reducer says of a row, or of no row. */
  private record Joined(long row, ReferenceRecord record) {}

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
    Configuration conf = JobInSteps.newConfiguration();
    try {
      List<Joined> joined = new ArrayList<>();
      job.run(
          new ReferencesMapper(),
          LongWritable.class,
          ReferenceRecord.class,
          new ReferencesReducer(),
          (row, record) -> joined.add(new Joined(row.get(), WritableUtils.clone(record, conf))));
      counted = job.counted();
      for (Joined each : joined) {
        conclusion.range(each.record);
      }
      for (Joined each : joined) {
        conclusion.row(each.row, each.record);
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // as a task that fails ends a job
      conclusion.broken(e);
    }
    return conclusion.conclude(counted, 0);
  }
}
