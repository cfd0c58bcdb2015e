// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import catena.graph.EntryEncoder;
import catena.graph.NodeCursor;
import catena.graph.WriteOrder;
import catena.harness.job.NumberedTasks;
import catena.harness.job.TaskGraph;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Writes the file of one range of rows, in the order in which the graph lists its nodes: nothing is
 * sorted and nothing shuffled.
 *
 * <p>Its output is the file's load plan as JSON, and how many entries the file has; an empty range
 * has no file. An attempt has its own directory and moves the file out of it once it is complete.
 */
public final class FileMapper extends Mapper<NullWritable, NullWritable, Text, LongWritable> {
  private static final String BOUNDS = "catena.bulk.bounds";
  private static final int TELL_EVERY = 10_000;

  /** What the tasks of a load count. */
  enum LoadCount {
    /** Entries that were written into files. */
    ENTRIES
  }

  /** Made by Hadoop. */
  public FileMapper() {}

  /**
   * Sets which ranges there are, and so how many tasks.
   *
   * @param bounds the first row of each range, and the row after the last
   */
  static void setBounds(Configuration conf, List<Long> bounds) {
    List<String> texts = bounds.stream().map(bound -> Long.toString(bound)).toList();
    TaskGraph.set(conf, BOUNDS, String.join(",", texts));
    NumberedTasks.configure(conf, bounds.size() - 1);
  }

  @Override
  protected void map(NullWritable key, NullWritable value, Context context)
      throws IOException, InterruptedException {
    LoadTask task = LoadTask.readFrom(context.getConfiguration());
    int number = NumberedTasks.number(context.getInputSplit());
    FileSystem fs = task.directory().getFileSystem(context.getConfiguration());
    Path own = new Path(task.directory(), "_" + context.getTaskAttemptID());
    if (!fs.mkdirs(own)) {
      throw new IOException(own + " could not be made");
    }
    String prefix = "m%05d-".formatted(number);
    try (CutFiles files = new CutFiles(fs, own, prefix, List.of(), task.table())) {
      long entries = write(task, rows(task, number, context), files, context);
      String plan = files.seal().toJson();
      if (entries > 0) {
        move(fs, own, task.directory());
        context.write(new Text(plan), new LongWritable(entries));
      }
    }
    fs.delete(own, true);
  }

  /** The nodes of a task's range. No task reads its rows: the graph says what belongs there. */
  private static NodeCursor rows(LoadTask task, int number, Context context) {
    String[] bounds = TaskGraph.get(context.getConfiguration(), BOUNDS).split(",", -1);
    long from = Long.parseLong(bounds[number]);
    return task.graph().nodes(from, Long.parseLong(bounds[number + 1]), task.population());
  }

  private static long write(LoadTask task, NodeCursor at, CutFiles files, Context context)
      throws IOException {
    EntryEncoder encoder = new EntryEncoder(task.graph());
    WriteOrder order = new WriteOrder(task.graph());
    long entries = 0;
    long reported = 0;
    while (at.advance()) {
      if (task.graph().isDeleted(at.writer(), at.block())) {
        continue;
      }
      boolean closed = order.isRewritten(at.node());
      if (closed) {
        encoder.encodeClosing(at.writer(), at.window(), at.index());
        files.add(encoder, task.millis() + 1);
        entries++;
      }
      if (!closed || task.everyVersion()) {
        encoder.encodeFirst(at.writer(), at.window(), at.index());
        files.add(encoder, task.millis());
        entries++;
      }
      if (entries - reported >= TELL_EVERY) {
        context.getCounter(LoadCount.ENTRIES).increment(entries - reported);
        reported = entries;
        context.progress();
      }
    }
    context.getCounter(LoadCount.ENTRIES).increment(entries - reported);
    return entries;
  }

  /** Replaces the file that an earlier attempt may have moved: it holds the same. */
  private static void move(FileSystem fs, Path own, Path directory) throws IOException {
    for (var file : fs.listStatus(own)) {
      Path to = new Path(directory, file.getPath().getName());
      fs.delete(to, false);
      if (!fs.rename(file.getPath(), to)) {
        throw new IOException(file.getPath() + " could not be moved to " + to);
      }
    }
  }
}
