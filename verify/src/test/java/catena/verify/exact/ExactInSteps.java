// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.read.check.ScanTask;
import catena.records.verdict.Finding;
import catena.verify.exact.ExactPass.ExactMapper;
import catena.verify.job.JobInSteps;
import catena.verify.result.PassResult;
import catena.verify.row.RowRange;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Exact mode of a whole table by one thread, and in a fixed order. */
public final class ExactInSteps {
  private ExactInSteps() {}

  /**
   * Scans, settles and concludes.
   *
   * @param ranges the ranges, which fill the table
   * @param sink takes what is found, each fault once
   */
  public static PassResult verify(
      ExactConclusion.Context context,
      List<RowRange> ranges,
      JobInSteps.Scans scans,
      FailableConsumer<Finding, Exception> sink)
      throws Exception {
    Configuration conf = JobInSteps.newConfiguration();
    new ScanTask(
            context.graph().orElseThrow(),
            context.before().promise(),
            context.reader().authorizations(),
            context.reader().isolated())
        .writeTo(conf);
    ExactConclusion conclusion = new ExactConclusion(context, List.of(RowRange.ALL), ranges, sink);
    new JobInSteps(conf, ranges, scans)
        .run(
            new ExactMapper(context.clock()),
            BytesWritable.class,
            BytesWritable.class,
            new Reducer<>(),
            conclusion::record);
    return conclusion.conclude();
  }
}
