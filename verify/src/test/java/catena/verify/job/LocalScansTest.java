// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.job.Runner;
import catena.verify.row.RowRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.Test;

/** Tasks of a real local job, which take ranges of a table that is made up. */
class LocalScansTest {
  private static final int THREADS = 2;

  /** What came of the ranges: {@code <first row> <entries>}, or why there was no end. */
  private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

  private static final Queue<String> TASKS = new ConcurrentLinkedQueue<>();

  /** Goes through its ranges as the exact mapper does: a range that fails ends no other. */
  public static final class Counting extends Mapper<Key, Value, Text, Text> {
    /** Made by Hadoop. */
    public Counting() {}

    @Override
    public void run(Context context) throws InterruptedException {
      TASKS.add(context.getTaskAttemptID().toString());
      TaskRanges ranges = TaskRanges.of(context.getInputSplit());
      for (Optional<RowRange> at = ranges.next(); at.isPresent(); at = ranges.next()) {
        String first = at.get().from().map(Text::toString).orElse("-");
        int entries = 0;
        try {
          while (context.nextKeyValue()) {
            assertThat(context.getCurrentKey().getRow().toString()).startsWith(first);
            entries++;
          }
          SEEN.add(first + " " + entries);
        } catch (IOException | IllegalStateException e) {
          SEEN.add(first + " " + e.getMessage());
        }
      }
    }
  }

  /** The scan of a range of as many entries as its first row says. */
  private record Scanned(Iterator<Map.Entry<Key, Value>> entries, String row)
      implements Iterator<Map.Entry<Key, Value>> {
    @Override
    public boolean hasNext() {
      if (row.equals("5") && !entries.hasNext()) {
        throw new IllegalStateException("planted");
      }
      return entries.hasNext();
    }

    @Override
    public Map.Entry<Key, Value> next() {
      return entries.next();
    }
  }

  private static List<RowRange> ranges(int number) {
    List<RowRange> ranges = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      ranges.add(new RowRange(Optional.of(new Text("" + i)), Optional.of(new Text("" + (i + 1)))));
    }
    return ranges;
  }

  private static Runner runner() throws IOException {
    return Runner.local("verify", THREADS);
  }

  private static Job job(Runner runner) throws IOException {
    SEEN.clear();
    TASKS.clear();
    Job job = Job.getInstance(runner.configuration(), "test");
    job.setMapperClass(Counting.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    return job;
  }

  private static void scan(
      Runner runner,
      Job job,
      FailableFunction<RowRange, LocalScans.LocalScan, IOException> opener,
      List<RowRange> ranges) {
    runner.atEnd(LocalScans.begin(job, opener, ranges, THREADS)::close);
  }

  private static LocalScans.LocalScan scan(RowRange range, Queue<String> closed) {
    String row = range.from().orElseThrow().toString();
    List<Map.Entry<Key, Value>> entries = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(row); i++) {
      entries.add(Map.entry(new Key(row + i), new Value()));
    }
    return new LocalScans.LocalScan(new Scanned(entries.iterator(), row), () -> closed.add(row));
  }

  @Test
  void asManyTasksAsThreadsTakeEachRangeOnceAndOneThatFailsEndsNoOther() throws Exception {
    Queue<String> closed = new ConcurrentLinkedQueue<>();
    CyclicBarrier both = new CyclicBarrier(THREADS);
    Queue<String> first = new ConcurrentLinkedQueue<>(List.of("0", "1"));
    try (Runner runner = runner()) {
      Job job = job(runner);
      scan(
          runner,
          job,
          range -> {
            String row = range.from().orElseThrow().toString();
            if (first.remove(row)) {
              await(both); // neither task may take all of them
            }
            if (row.equals("3")) {
              throw new IOException("cannot be opened");
            }
            return scan(range, closed);
          },
          ranges(8));

      assertThat(job.waitForCompletion(false)).isTrue();
    }
    assertThat(TASKS).hasSize(THREADS);
    assertThat(SEEN)
        .containsExactlyInAnyOrder(
            "0 0", "1 1", "2 2", "3 cannot be opened", "4 4", "5 planted", "6 6", "7 7");
    assertThat(closed).containsExactlyInAnyOrder("0", "1", "2", "4", "5", "6", "7");
  }

  private static void await(CyclicBarrier both) throws IOException {
    try {
      int unused = both.await(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException("the other task did not come", e);
    }
  }

  @Test
  void aJobThatOutlivesItsVerificationReadsNothing() throws Exception {
    Job job;
    try (Runner runner = runner()) {
      job = job(runner);
      scan(runner, job, range -> scan(range, new ConcurrentLinkedQueue<>()), ranges(8));
    }
    assertThatThrownBy(() -> new LocalScans.Format().getSplits(job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has ended");
  }

  @Test
  void thereAreNoMoreTasksThanRanges() throws Exception {
    try (Runner runner = runner()) {
      Job job = job(runner);
      scan(runner, job, range -> scan(range, new ConcurrentLinkedQueue<>()), ranges(1));
      assertThat(new LocalScans.Format().getSplits(job)).hasSize(1);
    }
  }
}
