// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import com.google.common.collect.Sets;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
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
import org.apache.hadoop.io.IOUtils;

/**
 * How much the instance and the table take up in the file systems of the instance's volumes.
 *
 * <p>To add up a directory of a million files holds the NameNode's lock for seconds. So the sums
 * are asked for no more than a tenth of the time: where they take long, a sample has those of an
 * earlier one.
 */
public final class HdfsSource extends Source {
  /** What is summed up of a directory, of all volumes and of the table. */
  private static final Map<Metric, ToDoubleFunction<ContentSummary>> SUMMARY =
      Map.of(
          Metric.HDFS_BYTES, ContentSummary::getLength,
          Metric.HDFS_DIRECTORIES, ContentSummary::getDirectoryCount,
          Metric.HDFS_FILES, ContentSummary::getFileCount);

  /** What is known of whole file systems alone. */
  private static final Set<Metric> OF_ALL = EnumSet.of(Metric.HDFS_USED, Metric.HDFS_REMAINING);

  /** The share of the time in which sums may be asked for: one in so many. */
  private static final int SHARE = 10;

  private final AccumuloClient client;
  private final String table;
  private final Configuration hadoop;
  private final LongSupplier nanoClock;
  private final Map<Path, FileSystem> volumes = new LinkedHashMap<>();
  private boolean opened;

  /** What directories hold, as it was asked for last, and when that is due again. */
  private Optional<Reading> sums = Optional.empty();

  private long dueNanos;

  /**
   * A source over the volumes that the instance names.
   *
   * @param hadoop knows how a volume's URI is reached; copied
   */
  public HdfsSource(
      AccumuloClient client, String table, Configuration hadoop, LongSupplier nanoClock) {
    super("hdfs", Sets.union(SUMMARY.keySet(), OF_ALL), SUMMARY.keySet());
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
  public Reading read(Duration limit)
      throws IOException, AccumuloException, AccumuloSecurityException {
    if (!opened) {
      open();
    }
    long began = nanoClock.getAsLong();
    if (sums.isEmpty() || began - dueNanos >= 0) {
      sums = Optional.of(sums());
      dueNanos = began + SHARE * (nanoClock.getAsLong() - began);
    }
    long used = 0;
    long remaining = 0;
    Map<URI, FileSystem> once = new LinkedHashMap<>(); // however many volumes each has
    volumes.values().forEach(fs -> once.putIfAbsent(fs.getUri(), fs));
    for (FileSystem fs : once.values()) {
      FsStatus status = fs.getStatus();
      used += status.getUsed();
      remaining += status.getRemaining();
    }
    Reading reading = new Reading();
    reading.add(sums.get());
    return reading.cluster(Metric.HDFS_USED, used).cluster(Metric.HDFS_REMAINING, remaining);
  }

  private void open() throws IOException, AccumuloException, AccumuloSecurityException {
    String named = client.instanceOperations().getSystemConfiguration().get("instance.volumes");
    for (String volume : named.split(",", -1)) {
      URI uri = URI.create(volume.strip());
      if (!volumes.containsKey(new Path(uri))) { // it is kept where a later one cannot be opened
        volumes.put(new Path(uri), FileSystem.newInstance(uri, hadoop));
      }
    }
    opened = true;
  }

  private Reading sums() throws IOException {
    Optional<String> id = Optional.ofNullable(client.tableOperations().tableIdMap().get(table));
    List<ContentSummary> all = new ArrayList<>();
    List<ContentSummary> own = new ArrayList<>();
    for (Map.Entry<Path, FileSystem> volume : volumes.entrySet()) {
      Path root = volume.getKey();
      all.add(volume.getValue().getContentSummary(root));
      if (id.isPresent()) {
        try {
          own.add(volume.getValue().getContentSummary(new Path(root, "tables/" + id.get())));
        } catch (FileNotFoundException e) {
          // The table has no files on this volume, or none yet.
        }
      }
    }
    Reading reading = new Reading();
    SUMMARY.forEach(
        (metric, of) -> {
          reading.cluster(metric, all.stream().mapToDouble(of).sum());
          if (own.stream().anyMatch(summary -> summary.getDirectoryCount() > 0)) {
            reading.table(metric, own.stream().mapToDouble(of).sum());
          }
        });
    return reading;
  }

  /** Only read from: nothing is lost with one that cannot be closed. */
  @Override
  void release() {
    IOUtils.closeStreams(volumes.values().toArray(FileSystem[]::new));
  }
}
