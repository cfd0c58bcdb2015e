// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.graph.Entry;
import catena.read.check.RangeMerge;
import catena.verify.row.RowRange;
import catena.verify.row.Tally;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.ReduceContextImpl;
import org.apache.hadoop.util.Progress;

/**
 * The job of a pass by one thread and in a fixed order: the real scans of a local job, its real
 * mapper and its real reducer. Hadoop's runner and its shuffle alone are replaced, by a loop and a
 * sort in memory.
 */
public final class JobInSteps {
  /** Scans of a table. */
  @FunctionalInterface
  public interface Scans {
    /** Begins to scan some rows. */
    RangeMerge.Scan open(Range rows) throws IOException;
  }

  @SuppressWarnings("ArrayRecordComponent") // none is compared with another
  private record Arrived(byte[] key, byte[] value) {}

  private final Configuration conf;
  private final List<RowRange> ranges;
  private final Scans scans;
  private final Counters counters = new Counters();
  private final TaskAttemptID attempt = new TaskAttemptID();

  /**
   * A job that has not begun.
   *
   * @param conf what its tasks are told
   * @param ranges the rows that its one task goes through, one after the other
   */
  public JobInSteps(Configuration conf, List<RowRange> ranges, Scans scans) {
    this.conf = conf;
    this.ranges = ranges;
    this.scans = scans;
  }

  /** The configuration of a job that knows nothing yet. */
  public static Configuration newConfiguration() {
    return new Configuration(false);
  }

  /** What the tasks have counted. */
  public Tally counted() {
    return Tally.of(counters);
  }

  /**
   * Has the mapper go through all ranges, brings what it says into order, and gives it to the
   * reducer.
   *
   * @param out takes each record, which is valid for that long
   */
  public <
          K extends WritableComparable<?>,
          V extends Writable,
          A extends WritableComparable<?>,
          B extends Writable>
      void run(
          Mapper<Key, Value, K, V> mapper,
          Class<K> keyClass,
          Class<V> valueClass,
          Reducer<K, V, A, B> reducer,
          FailableBiConsumer<A, B, Exception> out)
          throws Exception {
    Job job = Job.getInstance(conf);
    List<Arrived> arrived = new ArrayList<>();
    LocalScans open = LocalScans.begin(job, this::open, ranges, 1);
    try {
      LocalScans.Format format = new LocalScans.Format();
      for (InputSplit split : format.getSplits(job)) {
        map(mapper, job, format, sent((LocalScans.Split) split), arrived);
      }
    } finally {
      open.close();
    }
    @SuppressWarnings("unchecked") // a comparator of the class that it was asked for
    RawComparator<K> order = WritableComparator.get(keyClass);
    arrived.sort(
        Comparator.comparing(
            Arrived::key, (a, b) -> order.compare(a, 0, a.length, b, 0, b.length)));
    reducer.run(
        new WrappedReducer<K, V, A, B>()
            .getReducerContext(
                new ReduceContextImpl<>(
                    job.getConfiguration(),
                    attempt,
                    new InOrder(arrived.iterator()),
                    counter(),
                    counter(),
                    writer(out),
                    null,
                    new Reporter(),
                    order,
                    keyClass,
                    valueClass)));
  }

  private <K extends Writable, V extends Writable> void map(
      Mapper<Key, Value, K, V> mapper,
      Job job,
      LocalScans.Format format,
      InputSplit split,
      List<Arrived> arrived)
      throws Exception {
    FailableBiConsumer<K, V, Exception> shuffle =
        (key, value) -> arrived.add(new Arrived(bytes(key), bytes(value)));
    try (RecordReader<Key, Value> reader = format.createRecordReader(split, null)) {
      reader.initialize(split, null);
      mapper.run(
          new WrappedMapper<Key, Value, K, V>()
              .getMapContext(
                  new MapContextImpl<>(
                      job.getConfiguration(),
                      attempt,
                      reader,
                      writer(shuffle),
                      null,
                      new Reporter(),
                      split)));
    }
  }

  private LocalScans.LocalScan open(RowRange rows) throws IOException {
    RangeMerge.Scan scan = scans.open(rows.toRange());
    Iterator<Map.Entry<Key, Value>> entries =
        new Iterator<>() {
          private Entry next;

          @Override
          public boolean hasNext() {
            try {
              next = scan.next();
            } catch (IOException | InterruptedException e) {
              ExceptionUtils.rethrow(e); // as it came: it is told by its name
            }
            return next != null;
          }

          @Override
          public Map.Entry<Key, Value> next() {
            if (next == null) {
              throw new NoSuchElementException();
            }
            Key key = new Key(next.row(), next.family(), next.qualifier(), next.visibility(), 0L);
            return Map.entry(key, new Value(next.value()));
          }
        };
    return new LocalScans.LocalScan(entries, () -> {}); // whoever gave the scan ends it
  }

  /** A split as it comes to a task. */
  private static LocalScans.Split sent(LocalScans.Split split) throws IOException {
    DataInputBuffer in = new DataInputBuffer();
    byte[] bytes = bytes(split);
    in.reset(bytes, bytes.length);
    LocalScans.Split sent = new LocalScans.Split();
    sent.readFields(in);
    return sent;
  }

  private static byte[] bytes(Writable of) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    of.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Counter counter() {
    return new Counters().findCounter("none", "none");
  }

  private static <K, V> RecordWriter<K, V> writer(FailableBiConsumer<K, V, Exception> out) {
    return new RecordWriter<>() {
      @Override
      public void write(K key, V value) throws IOException, InterruptedException {
        try {
          out.accept(key, value);
        } catch (IOException | InterruptedException | RuntimeException e) {
          throw e;
        } catch (Exception e) {
          throw new IOException(e);
        }
      }

      @Override
      public void close(TaskAttemptContext context) {
        // nothing is kept
      }
    };
  }

  /** What a sort has brought into order, as the reducer of a real job is given it. */
  private static final class InOrder implements RawKeyValueIterator {
    private final Iterator<Arrived> left;
    private final DataInputBuffer key = new DataInputBuffer();
    private final DataInputBuffer value = new DataInputBuffer();

    InOrder(Iterator<Arrived> all) {
      left = all;
    }

    @Override
    public DataInputBuffer getKey() {
      return key;
    }

    @Override
    public DataInputBuffer getValue() {
      return value;
    }

    @Override
    public boolean next() {
      if (!left.hasNext()) {
        return false;
      }
      Arrived at = left.next();
      key.reset(at.key, at.key.length);
      value.reset(at.value, at.value.length);
      return true;
    }

    @Override
    public void close() {
      // nothing is open
    }

    @Override
    public Progress getProgress() {
      return new Progress();
    }
  }

  private final class Reporter extends StatusReporter {
    @Override
    public Counter getCounter(Enum<?> name) {
      return counters.findCounter(name);
    }

    @Override
    public Counter getCounter(String group, String name) {
      return counters.findCounter(group, name);
    }

    @Override
    public void progress() {
      // nobody looks
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void setStatus(String status) {
      // nobody looks
    }
  }
}
