// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;

/**
 * How much the instance and the table take up in the file systems of the instance's volumes.
 *
 * <p>To add up a directory of a million files holds the NameNode's lock for seconds. So the sums
 * are asked for no more than a tenth of the time: where they take long, a sample has those of an
 * earlier one.
 */
public final class HdfsSource implements Source {
  /** What is summed up of a directory, of all volumes and of the table. */
  private static final Map<ClusterMetric, ToDoubleFunction<Usage>> SUMMARY =
      Map.of(
          ClusterMetric.HDFS_BYTES, usage -> usage.bytes,
          ClusterMetric.HDFS_DIRECTORIES, usage -> usage.directories,
          ClusterMetric.HDFS_FILES, usage -> usage.files);

  private final AccumuloClient client;
  private final String table;
  private final Configuration hadoop;
  private final LongSupplier nanoClock;
  private final SparedQuestion spared = new SparedQuestion();
  private final List<Volume> volumes = new ArrayList<>();

  /** As they were asked for last. */
  private Optional<Sums> sums = Optional.empty();

  /**
   * What directories hold.
   *
   * @param table empty if it has no files, or none yet
   */
  private record Sums(Usage all, Optional<Usage> table) {}

  private record Volume(FileSystem fs, Path root) {}

  /**
   * A source over the volumes that the instance names.
   *
   * @param hadoop knows how a volume's URI is reached; copied
   */
  public HdfsSource(AccumuloClient client, String table, Configuration hadoop) {
    this(client, table, hadoop, System::nanoTime);
  }

  HdfsSource(AccumuloClient client, String table, Configuration hadoop, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.client = client;
    this.table = table;
    this.hadoop = impatient(hadoop);
  }

  /** A NameNode that is gone is a gap of one sample, not one of minutes. */
  private static Configuration impatient(Configuration given) {
    Configuration hadoop = new Configuration(given);
    hadoop.setBoolean("fs.automatic.close", false);
    hadoop.setInt("ipc.client.connect.max.retries", 0);
    hadoop.setInt("ipc.client.connect.max.retries.on.timeouts", 0);
    hadoop.setInt("ipc.client.connect.timeout", 5_000);
    hadoop.setInt("ipc.client.rpc-timeout.ms", 20_000);
    hadoop.setInt("dfs.client.failover.max.attempts", 2);
    return hadoop;
  }

  @Override
  public String name() {
    return "hdfs";
  }

  @Override
  public Set<ClusterMetric> cluster() {
    Set<ClusterMetric> all = EnumSet.copyOf(SUMMARY.keySet());
    all.add(ClusterMetric.HDFS_USED);
    all.add(ClusterMetric.HDFS_REMAINING);
    return all;
  }

  @Override
  public Set<ClusterMetric> table() {
    return SUMMARY.keySet();
  }

  @Override
  public Reading read(Duration limit)
      throws IOException, AccumuloException, AccumuloSecurityException {
    if (volumes.isEmpty()) {
      open();
    }
    long began = nanoClock.getAsLong();
    if (sums.isEmpty() || spared.isDue(began)) {
      sums = Optional.of(sums());
      spared.asked(began, nanoClock.getAsLong());
    }
    Reading reading = new Reading();
    long used = 0;
    long remaining = 0;
    for (FileSystem fs : fileSystems()) {
      FsStatus status = fs.getStatus();
      used += status.getUsed();
      remaining += status.getRemaining();
    }
    reading.cluster(ClusterMetric.HDFS_USED, used).cluster(ClusterMetric.HDFS_REMAINING, remaining);
    Sums now = sums.get();
    SUMMARY.forEach(
        (metric, of) -> {
          reading.cluster(metric, of.applyAsDouble(now.all));
          now.table.ifPresent(own -> reading.table(metric, of.applyAsDouble(own)));
        });
    return reading;
  }

  private void open() throws IOException, AccumuloException, AccumuloSecurityException {
    String named = client.instanceOperations().getSystemConfiguration().get("instance.volumes");
    List<Volume> opened = new ArrayList<>();
    for (String volume : named.split(",", -1)) {
      URI uri = URI.create(volume.strip());
      opened.add(new Volume(FileSystem.newInstance(uri, hadoop), new Path(uri)));
    }
    volumes.addAll(opened);
  }

  /** Each once, however many volumes it has. */
  private Collection<FileSystem> fileSystems() {
    Map<URI, FileSystem> byUri = new LinkedHashMap<>();
    volumes.forEach(volume -> byUri.putIfAbsent(volume.fs.getUri(), volume.fs));
    return byUri.values();
  }

  private Sums sums() throws IOException {
    Usage all = new Usage();
    for (Volume volume : volumes) {
      all.add(volume.fs.getContentSummary(volume.root));
    }
    return new Sums(all, tableUsage());
  }

  private Optional<Usage> tableUsage() throws IOException {
    Optional<String> id = Optional.ofNullable(client.tableOperations().tableIdMap().get(table));
    Usage own = new Usage();
    for (Volume volume : id.isPresent() ? volumes : List.<Volume>of()) {
      try {
        own.add(volume.fs.getContentSummary(new Path(volume.root, "tables/" + id.get())));
      } catch (FileNotFoundException e) {
        // The table has no files on this volume, or none yet.
      }
    }
    return Optional.of(own).filter(usage -> usage.directories > 0);
  }

  /** A sum over volumes. */
  private static final class Usage {
    private long bytes;
    private long directories;
    private long files;

    void add(ContentSummary summary) {
      bytes += summary.getLength();
      directories += summary.getDirectoryCount();
      files += summary.getFileCount();
    }
  }

  @Override
  public void close() {
    for (Volume volume : volumes) {
      try {
        volume.fs.close();
      } catch (IOException e) {
        // Only read from: nothing is lost with it.
      }
    }
  }

  /** When to ask again what is dear to answer: no more than a tenth of the time. */
  static final class SparedQuestion {
    private static final int SHARE = 10;

    private boolean asked;
    private long dueNanos;

    /** Whether it is time to ask. */
    boolean isDue(long nowNanos) {
      return !asked || nowNanos - dueNanos >= 0;
    }

    /** Takes note of when it was asked and when the answer came. */
    void asked(long beganNanos, long endedNanos) {
      asked = true;
      dueNanos = beganNanos + SHARE * (endedNanos - beganNanos);
    }
  }
}
