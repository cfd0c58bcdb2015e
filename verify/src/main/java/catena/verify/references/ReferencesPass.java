// SPDX-License-Identifier: Apache-2.0
package catena.verify.references;

import catena.graph.judge.FindingKind;
import catena.harness.job.JobRun;
import catena.records.verdict.Finding;
import catena.verify.exact.ExactPass;
import catena.verify.job.VerifyContext;
import catena.verify.job.VerifySettings;
import catena.verify.result.PassResult;
import catena.verify.row.ReferenceRecord;
import catena.verify.row.RowRange;
import catena.verify.row.Tally;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;

/**
 * References mode with one set of authorizations, as a job; the table needs no graph.
 *
 * @param authorizations with which the table is scanned
 */
public record ReferencesPass(VerifyContext session, Authorizations authorizations) {
  private static final int REDUCERS_ON_YARN = 8;

  /** Scans, joins and concludes. */
  public PassResult run() throws Exception {
    long begin = System.nanoTime();
    long known = session.book().faults().getOrDefault(FindingKind.CORRUPT, 0L);
    List<RowRange> ranges = session.ranges();
    ReferencesConclusion conclusion =
        new ReferencesConclusion(
            ExactPass.context(session, authorizations, (left, rows) -> {}),
            session.asked(ranges),
            ranges,
            session.book().known()::contains,
            this::found);
    Tally counted = new Tally();
    long shuffled = 0;
    try (JobRun run = new JobRun(job(ranges), session.runner())) {
      Optional<String> failure = run.run("verify references", session.watch());
      session.checkTable();
      counted = Tally.of(run.counters());
      shuffled = run.shuffledBytes();
      if (failure.isPresent()) {
        conclusion.broken(failure.get());
      } else {
        LongWritable row = new LongWritable();
        ReferenceRecord joined = new ReferenceRecord();
        run.read(row, joined, (of, record) -> conclusion.range(record));
        run.read(row, joined, (of, record) -> conclusion.row(of.get(), record));
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      conclusion.broken(e);
    }
    long millis = (System.nanoTime() - begin) / 1_000_000;
    return conclusion.conclude(counted, known).with(shuffled, millis);
  }

  private Job job(List<RowRange> ranges) throws Exception {
    Job job = session.newJob("catena verify references", authorizations, ranges);
    job.getConfiguration().setLong(ReferencesMapper.FROM, session.within().firstNumber());
    job.getConfiguration().setLong(ReferencesMapper.TO, session.within().endNumber());
    job.setJarByClass(ReferencesMapper.class);
    job.setMapperClass(ReferencesMapper.class);
    job.setReducerClass(ReferencesReducer.class);
    int reducers = session.settings().get(VerifySettings.REDUCERS);
    int automatic = session.runner().isLocal() ? session.runner().threads() : REDUCERS_ON_YARN;
    job.setNumReduceTasks(reducers > 0 ? reducers : automatic);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(ReferenceRecord.class);
    return job;
  }

  private void found(Finding finding) throws IOException {
    session.book().fault(finding.kind(), finding.row());
    session
        .book()
        .add(
            finding
                .withDetail("mode", "references")
                .withDetail("authorizations", authorizations.toString()));
  }
}
