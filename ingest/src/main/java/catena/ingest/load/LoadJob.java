// SPDX-License-Identifier: Apache-2.0
package catena.ingest.load;

import catena.graph.GraphSpec;
import catena.harness.command.Terminal;
import catena.harness.job.JobRun;
import catena.harness.job.NumberedTasks;
import catena.harness.job.Runner;
import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.accumulo.core.data.LoadPlan;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;

/** Writes the files of a load by a job, with a task for each range of rows. */
final class LoadJob {
  private final Runner runner;
  private final LoadTask task;

  LoadJob(Runner runner, LoadTask task) {
    this.runner = runner;
    this.task = task;
  }

  /**
   * The result of the job.
   *
   * @param plan where each file is to go
   * @param files how many there are
   * @param failure why they are not complete; empty if they are
   */
  record Written(LoadPlan plan, int files, Optional<String> failure) {}

  /**
   * Writes the files.
   *
   * @param bounds rows at which they are cut, as returned by {@link #bounds}
   * @param patience how long nothing may be written
   */
  Written run(List<Long> bounds, Terminal terminal, StopSignal stop, Duration patience)
      throws Exception {
    Job job = Job.getInstance(runner.configuration(), "catena bulk");
    job.setInputFormatClass(NumberedTasks.class);
    job.setMapperClass(FileMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    TaskRows.configure(job.getConfiguration(), bounds);
    task.writeTo(job.getConfiguration());
    JobRun.Watch watch =
        new JobRun.Watch(
            terminal,
            stop,
            patience,
            runner.poll(),
            "nothing was written for %s (job.stall.limit): is HDFS in order, and has YARN room?",
            FileMapper.LoadCount.ENTRIES,
            "entries",
            OptionalLong.of(task.entries()),
            "nothing written");
    LoadPlan.Builder plan = LoadPlan.builder();
    try (JobRun run = new JobRun(job, runner.nextOutput())) {
      Optional<String> failure = run.run("bulk files", watch);
      if (failure.isPresent()) {
        return new Written(plan.build(), 0, failure);
      }
      int[] files = new int[1];
      long[] entries = new long[1];
      run.read(
          new Text(),
          new LongWritable(),
          (json, count) -> {
            plan.addPlan(LoadPlan.fromJson(json.toString()));
            files[0]++;
            entries[0] += count.get();
          });
      return new Written(plan.build(), files[0], differs(entries[0]));
    }
  }

  /** If a task lost some of its output, only a part would be loaded. */
  private Optional<String> differs(long entries) {
    return entries == task.entries()
        ? Optional.empty()
        : Optional.of(
            "the files have %s entries, and the graph has %s: they are not imported"
                .formatted(Amounts.grouped(entries), Amounts.grouped(task.entries())));
  }

  /**
   * The rows at which the files are cut: those after the table's split points that lie in the
   * graph's range, or some of them, evenly spaced, if there are more than tasks.
   *
   * @param splits rows as numbers, in their order; a tablet ends with one
   * @param most ranges
   */
  static List<Long> bounds(GraphSpec spec, List<Long> splits, int most) {
    List<Long> inner =
        splits.stream()
            .map(split -> split + 1)
            .filter(row -> row > spec.rowMin() && row < spec.rowMax())
            .distinct()
            .toList();
    List<Long> bounds = new ArrayList<>(List.of(spec.rowMin()));
    int some = Math.min(inner.size(), most - 1);
    for (int i = 0; i < some; i++) {
      bounds.add(inner.get((int) ((long) i * inner.size() / some)));
    }
    bounds.add(spec.rowMax());
    return bounds;
  }
}
