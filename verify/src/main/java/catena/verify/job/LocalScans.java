// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.verify.row.RowRange;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.IsolatedScanner;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The scans of a job whose tasks are threads of this process.
 *
 * <p>There are as many tasks as threads, which share the process's client and take the next range
 * whenever they have finished one. With Accumulo's input format each range would be a task with its
 * own client, and the submission would locate the tablets of all ranges first: most of a second,
 * even for a small table.
 */
final class LocalScans implements Closeable {
  /**
   * How many entries a tablet server sends at a time. The default of 1,000 is under the limit of
   * 512 KB ({@code table.scan.max.memory}), which some 2,500 entries of a graph without payload
   * reach.
   */
  private static final int BATCH = 2_500;

  private static final String KEY = "catena.verify.local.scans";

  /** The scans of jobs that are not over, by the name in the job's configuration. */
  private static final Map<String, LocalScans> OPEN = new ConcurrentHashMap<>();

  /**
   * A scan of rows.
   *
   * @param entries that it returns
   * @param end ends it
   */
  record LocalScan(Iterator<Map.Entry<Key, Value>> entries, Runnable end) {}

  private final String name = UUID.randomUUID().toString();

  /** Begins to scan rows. */
  private final FailableFunction<RowRange, LocalScan, IOException> opener;

  private final Queue<RowRange> left;
  private final int ranges;
  private final int tasks;

  private LocalScans(
      FailableFunction<RowRange, LocalScan, IOException> opener,
      List<RowRange> ranges,
      int threads) {
    this.opener = opener;
    this.left = new ConcurrentLinkedQueue<>(ranges);
    this.ranges = ranges.size();
    this.tasks = Math.max(1, Math.min(threads, ranges.size()));
  }

  /**
   * Makes a job whose tasks are threads of this process scan ranges of rows, until closed.
   *
   * @param threads how many of the job's tasks run at a time
   */
  static LocalScans begin(
      Job job,
      FailableFunction<RowRange, LocalScan, IOException> opener,
      List<RowRange> ranges,
      int threads) {
    LocalScans scans = new LocalScans(opener, ranges, threads);
    OPEN.put(scans.name, scans);
    job.getConfiguration().set(KEY, scans.name);
    LocalJobFiles.use(job.getConfiguration());
    job.setInputFormatClass(Format.class);
    return scans;
  }

  /**
   * Scans a table with one client.
   *
   * @param isolated whether each row is to come as it was at one moment; one that the servers
   *     cannot keep whole is read again
   */
  static FailableFunction<RowRange, LocalScan, IOException> of(
      AccumuloClient client,
      String table,
      Authorizations authorizations,
      ConsistencyLevel level,
      boolean isolated) {
    return rows -> {
      Scanner scanner;
      try {
        Scanner plain = client.createScanner(table, authorizations);
        scanner = isolated ? new IsolatedScanner(plain) : plain;
      } catch (TableNotFoundException e) {
        throw new IOException(e);
      }
      scanner.setConsistencyLevel(level);
      scanner.setBatchSize(BATCH);
      scanner.setRange(rows.toRange());
      return new LocalScan(scanner.iterator(), scanner::close);
    };
  }

  /** Forgets the job: its tasks get no more ranges. */
  @Override
  public void close() {
    left.clear();
    OPEN.remove(name);
  }

  private float progress() {
    return 1 - (float) left.size() / ranges;
  }

  private static LocalScans named(String name) throws IOException {
    LocalScans scans = OPEN.get(name);
    if (scans == null) {
      throw new IOException("the verification to which this task belongs has ended");
    }
    return scans;
  }

  /** The ranges that one of the tasks takes. */
  static final class Split extends InputSplit implements Writable {
    private String name;
    private LocalScans scans;
    private Optional<RowRange> range = Optional.empty();

    /** Made by Hadoop. */
    Split() {}

    private Split(String name) {
      this.name = name;
    }

    /** Takes the next range that no task has taken; empty if there is none. */
    Optional<RowRange> next() {
      range = Optional.ofNullable(scans.left.poll());
      return range;
    }

    @Override
    public long getLength() {
      return 0;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) throws IOException {
      Text.writeString(out, name);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      name = Text.readString(in);
      scans = named(name);
    }
  }

  /** Splits a job into as many tasks as there are threads. */
  static final class Format extends InputFormat<Key, Value> {
    /** Made by Hadoop. */
    Format() {}

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
      LocalScans scans = named(context.getConfiguration().get(KEY));
      return Stream.<InputSplit>generate(() -> new Split(scans.name)).limit(scans.tasks).toList();
    }

    @Override
    public RecordReader<Key, Value> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return new RangeRecordReader();
    }
  }

  /** Reads the range that its split took last. */
  private static final class RangeRecordReader extends RecordReader<Key, Value> {
    private Split split;
    private RowRange at;
    private LocalScan scan;
    private Map.Entry<Key, Value> entry;

    @Override
    public void initialize(InputSplit given, TaskAttemptContext context) {
      split = (Split) given;
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      RowRange asked = split.range.orElse(null);
      if (asked == null) {
        return false;
      }
      if (!asked.equals(at)) {
        close();
        scan = split.scans.opener.apply(asked);
        at = asked;
      }
      if (!scan.entries.hasNext()) {
        return false;
      }
      entry = scan.entries.next();
      return true;
    }

    @Override
    public Key getCurrentKey() {
      return entry.getKey();
    }

    @Override
    public Value getCurrentValue() {
      return entry.getValue();
    }

    @Override
    public float getProgress() {
      return split.scans.progress();
    }

    @Override
    public void close() {
      if (scan != null) {
        scan.end.run();
        scan = null;
      }
    }
  }

  /**
   * The local file system of jobs in this process. Hadoop's own starts a process ({@code chmod})
   * for each file and each directory that a job makes, where its native library is not loaded: 45
   * of them for the smallest job, which took half of its time.
   */
  static final class LocalJobFiles extends LocalFileSystem {
    /** Made by Hadoop. */
    public LocalJobFiles() {
      super(new Raw());
    }

    /** Makes a job that runs in this process use it for all of its local files. */
    public static void use(Configuration job) {
      job.setClass("fs.file.impl", LocalJobFiles.class, FileSystem.class);
      // Else the first use of local files in this process has decided their class.
      job.setBoolean("fs.file.impl.disable.cache", true);
    }

    private static final class Raw extends RawLocalFileSystem {
      @Override
      public void setPermission(Path path, FsPermission permission) throws IOException {
        if (permission.getStickyBit()) {
          super.setPermission(path, permission);
          return;
        }
        try {
          var unused =
              Files.setPosixFilePermissions(
                  pathToFile(path).toPath(),
                  PosixFilePermissions.fromString(permission.toString()));
        } catch (UnsupportedOperationException e) { // no file system of that kind
          super.setPermission(path, permission);
        }
      }
    }
  }
}
