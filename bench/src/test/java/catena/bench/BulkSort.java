// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import catena.harness.job.NumberedTasks;
import catena.harness.job.Runner;
import catena.harness.job.TaskGraph;
import catena.ingest.bulk.CutFiles;
import catena.records.words.Amounts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.rfile.RFileWriter;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/**
 * The same RFiles written by a job whose tasks list their rows in order, and by one that computes
 * nodes window by window and has them sorted; by turns, without a cluster.
 */
public final class BulkSort {
  private static final String GRAPH = "bench.graph.";
  private static final String TASKS = "bench.tasks";
  private static final String WINDOWS = "bench.windows";
  private static final String DIRECTORY = "bench.directory";
  private static final int ROUNDS = 3;

  private BulkSort() {}

  /** Measures; the first argument is the number of nodes in a window, the second of windows. */
  public static void main(String[] args) throws Exception {
    int interval = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    int windows = args.length > 1 ? Integer.parseInt(args[1]) : 10;
    Map<String, String> properties = new TreeMap<>(GraphSpec.ofSeed(7).toProperties());
    properties.put("flush.interval", Integer.toString(interval));
    GraphSpec spec = GraphSpec.fromProperties(properties);
    for (int round = 0; round <= ROUNDS; round++) {
      measure("listed in order", false, spec, windows, round);
      measure("sorted", true, spec, windows, round);
    }
  }

  private static void measure(String what, boolean sorts, GraphSpec spec, int windows, int round)
      throws Exception {
    try (Runner runner = Runner.local("bench", 0)) {
      Job job = Job.getInstance(runner.configuration(), what);
      Configuration conf = job.getConfiguration();
      Path directory = runner.nextOutput();
      FileSystem fs = directory.getFileSystem(conf);
      fs.mkdirs(directory);
      TaskGraph.write(conf, GRAPH, spec);
      conf.setInt(TASKS, runner.wantedRanges());
      conf.setInt("mapreduce.client.completion.pollinterval", 10); // 5,000 ms would be most of it
      NumberedTasks.configure(conf, runner.wantedRanges());
      conf.setInt(WINDOWS, windows);
      conf.set(DIRECTORY, directory.toString());
      job.setInputFormatClass(NumberedTasks.class);
      job.setOutputFormatClass(NullOutputFormat.class);
      job.setMapOutputKeyClass(Key.class);
      job.setMapOutputValueClass(Value.class);
      if (sorts) {
        job.setMapperClass(ByWindows.class);
        job.setPartitionerClass(ByRow.class);
        job.setReducerClass(Files.class);
        job.setNumReduceTasks(runner.wantedRanges());
      } else {
        job.setMapperClass(ByRows.class);
        job.setNumReduceTasks(0);
      }
      long began = System.nanoTime();
      if (!job.waitForCompletion(false)) {
        throw new IOException(what + " failed");
      }
      double seconds = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
      long entries = (long) spec.flushInterval() * windows;
      long written = fs.getContentSummary(directory).getLength();
      if (round > 0) { // the first one warms up
        System.out.printf(
            java.util.Locale.ROOT,
            "%-16s %s entries, %s of files, %.1f s, %s, %.0f bytes shuffled and %.1f records"
                + " spilled per entry%n",
            what,
            Amounts.grouped(entries),
            Amounts.grouped(written),
            seconds,
            Amounts.rate(entries / seconds),
            (double) counter(job, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES) / entries,
            (double) counter(job, TaskCounter.SPILLED_RECORDS) / entries);
      }
    }
  }

  private static long counter(Job job, TaskCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  private static int number(Mapper<?, ?, ?, ?>.Context context) {
    return NumberedTasks.number(context.getInputSplit());
  }

  /** Writes the file of a range of rows. */
  public static final class ByRows extends Mapper<NullWritable, NullWritable, Key, Value> {
    @Override
    protected void map(
        NullWritable key,
        NullWritable value,
        Mapper<NullWritable, NullWritable, Key, Value>.Context context)
        throws IOException {
      Configuration conf = context.getConfiguration();
      Graph graph = new Graph(TaskGraph.read(conf, GRAPH));
      int number = number(context);
      long width = Long.MAX_VALUE / conf.getInt(TASKS, 1) + 1;
      long to = number + 1 == conf.getInt(TASKS, 1) ? Long.MAX_VALUE : (number + 1) * width;
      Path directory = new Path(conf.get(DIRECTORY));
      EntryEncoder encoder = new EntryEncoder(graph);
      NodeCursor at = graph.nodes(number * width, to, Map.of(0, (long) conf.getInt(WINDOWS, 1)));
      try (CutFiles files =
          new CutFiles(
              directory.getFileSystem(conf), directory, "m" + number + "-", List.of(), Map.of())) {
        while (at.advance()) {
          encoder.encodeFirst(at.writer(), at.window(), at.index());
          files.add(encoder, 1);
        }
        var unused = files.seal();
      }
    }
  }

  /** Computes the nodes of some windows in the order in which they are written. */
  public static final class ByWindows extends Mapper<NullWritable, NullWritable, Key, Value> {
    @Override
    protected void map(
        NullWritable key,
        NullWritable value,
        Mapper<NullWritable, NullWritable, Key, Value>.Context context)
        throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      Graph graph = new Graph(TaskGraph.read(conf, GRAPH));
      EntryEncoder encoder = new EntryEncoder(graph);
      int tasks = conf.getInt(TASKS, 1);
      for (int window = 0; window < conf.getInt(WINDOWS, 1); window++) {
        for (int i = number(context); i < graph.spec().flushInterval(); i += tasks) {
          encoder.encodeFirst(0, window, i);
          context.write(
              new Key(
                  encoder.row(),
                  encoder.family(),
                  encoder.qualifier(),
                  encoder.visibilityBytes(),
                  1),
              new Value(encoder.value()));
        }
      }
    }
  }

  /** Even parts of the rows. */
  public static final class ByRow extends Partitioner<Key, Value> {
    @Override
    public int getPartition(Key key, Value value, int partitions) {
      long row = NodeCodec.row(key.getRowData().toArray());
      return (int) (row / (Long.MAX_VALUE / partitions + 1));
    }
  }

  /** Writes what was sorted into a file. */
  public static final class Files extends Reducer<Key, Value, Key, Value> {
    @Override
    public void run(Reducer<Key, Value, Key, Value>.Context context)
        throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      String name = "r" + context.getTaskAttemptID().getTaskID().getId() + ".rf";
      Path file = new Path(conf.get(DIRECTORY), name);
      try (RFileWriter writer =
          RFile.newWriter().to(file.toString()).withFileSystem(file.getFileSystem(conf)).build()) {
        while (context.nextKey()) {
          for (Value value : context.getValues()) {
            writer.append(context.getCurrentKey(), value);
          }
        }
      }
    }
  }
}
