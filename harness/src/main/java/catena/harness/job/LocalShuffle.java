// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.Merger;
import org.apache.hadoop.mapred.Merger.Segment;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;

/**
 * Hands what the mappers of a job wrote to a reducer of the same process, by merging their files.
 *
 * <p>Hadoop's own way, which is taken where mappers were separate processes, checks the owner of
 * each file wherever Kerberos is required. Only its native library can do that: without it each job
 * in one process ends with "Secure IO is not possible without native code extensions". What this
 * protects are nodes that many users share; a process's own files, in its own directory, need no
 * such check.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class LocalShuffle<K, V> implements ShuffleConsumerPlugin<K, V> {
  /** Start, length and length as written of one reducer's part, as Hadoop's index has them. */
  private static final int RECORD = 3 * Long.BYTES;

  private Context<K, V> context;
  private Shuffle<K, V> others;

  /** Made by Hadoop. */
  public LocalShuffle() {}

  /** Has the reducers of a job take their input so where they are in their mappers' process. */
  static void use(Configuration conf) {
    conf.set("mapreduce.job.reduce.shuffle.consumer.plugin.class", LocalShuffle.class.getName());
  }

  @Override
  public void init(Context<K, V> given) {
    context = given;
    if (given.getLocalMapFiles() == null) {
      others = new Shuffle<>();
      others.init(given);
    }
  }

  @Override
  public RawKeyValueIterator run() throws IOException, InterruptedException {
    if (others != null) {
      return others.run();
    }
    JobConf conf = context.getJobConf();
    FileSystem files = FileSystem.getLocal(conf).getRaw();
    List<Segment<K, V>> segments = new ArrayList<>();
    for (MapOutputFile each : context.getLocalMapFiles().values()) {
      segments.add(segment(conf, files, each));
      context.getShuffledMapsCounter().increment(1);
      context.getMergedMapOutputsCounter().increment(1);
    }
    context.getCopyPhase().complete();
    return Merger.merge(
        conf,
        files,
        LocalShuffle.<K>type(conf.getMapOutputKeyClass()),
        LocalShuffle.<V>type(conf.getMapOutputValueClass()),
        context.getCodec(),
        segments,
        conf.getInt("mapreduce.task.io.sort.factor", 100),
        new Path(context.getReduceId().toString()),
        LocalShuffle.<K>order(conf),
        context.getReporter(),
        true,
        context.getSpilledRecordsCounter(),
        null,
        context.getMergePhase(),
        TaskType.REDUCE);
  }

  /** This reducer's part of what one mapper wrote. */
  private Segment<K, V> segment(JobConf conf, FileSystem files, MapOutputFile written)
      throws IOException {
    int part = context.getReduceId().getTaskID().getId();
    Path output = written.getOutputFile();
    // In an ApplicationMaster only the output knows where it is; its index is always next to it.
    ByteBuffer index = index(files, output.suffix(".index"));
    long start = index.getLong(part * RECORD);
    long length = index.getLong(part * RECORD + 2 * Long.BYTES);
    context.getReduceShuffleBytes().increment(length);
    return new Segment<>(conf, files, output, start, length, context.getCodec(), true);
  }

  /**
   * What Hadoop's index of a mapper's output holds: records, and their checksum.
   *
   * @throws IOException if it cannot be read, or is damaged
   */
  static ByteBuffer index(FileSystem files, Path file) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(files.getFileStatus(file).getLen())];
    try (FSDataInputStream in = files.open(file)) {
      in.readFully(bytes);
    }
    int end = bytes.length - Long.BYTES;
    CRC32 checksum = new CRC32();
    checksum.update(bytes, 0, end);
    ByteBuffer index = ByteBuffer.wrap(bytes);
    if (index.getLong(end) != checksum.getValue()) {
      throw new IOException("the index " + file + " of a mapper's output is damaged");
    }
    return index;
  }

  @SuppressWarnings("unchecked") // A job says by name what its mappers write.
  private static <T> Class<T> type(Class<?> named) {
    return (Class<T>) named;
  }

  @SuppressWarnings("unchecked")
  private static <T> RawComparator<T> order(JobConf conf) {
    return (RawComparator<T>) conf.getOutputKeyComparator();
  }

  @Override
  public void close() {
    if (others != null) {
      others.close();
    }
  }
}
