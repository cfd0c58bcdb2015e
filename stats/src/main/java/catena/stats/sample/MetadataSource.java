// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.harness.instance.LiveTservers;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.harness.instance.Tablets;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * The test table's tablets and their files, counted by the metadata table's own servers: a few
 * entries for each tablet come over the network, however many files it has. Between two looks at
 * many tablets ({@link Tablets#rest}) the figures are absent.
 */
public final class MetadataSource implements Source {
  private final AccumuloClient client;
  private final LiveTservers tservers;
  private final String table;
  private final LongSupplier nanoClock;
  private OptionalLong due = OptionalLong.empty();

  /**
   * A source.
   *
   * @param tservers tells by whom a tablet may be hosted
   * @param table the name of the test table, which need not exist
   */
  public MetadataSource(AccumuloClient client, LiveTservers tservers, String table) {
    this(client, tservers, table, System::nanoTime);
  }

  MetadataSource(
      AccumuloClient client, LiveTservers tservers, String table, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.client = client;
    this.tservers = tservers;
    this.table = table;
  }

  @Override
  public String name() {
    return "metadata";
  }

  @Override
  public Set<ClusterMetric> cluster() {
    return EnumSet.noneOf(ClusterMetric.class);
  }

  @Override
  public Set<ClusterMetric> table() {
    return EnumSet.range(ClusterMetric.FILES, ClusterMetric.META_HOSTED);
  }

  @Override
  public Reading read(Duration limit) throws TableNotFoundException, InterruptedException {
    long began = nanoClock.getAsLong();
    if (due.isPresent() && began - due.getAsLong() < 0) {
      return new Reading();
    }
    String id = client.tableOperations().tableIdMap().get(table);
    if (id == null) {
      return new Reading();
    }
    Tablets tablets =
        new TabletReader(client, limit, TabletPart.LOCATION, TabletPart.FILE_COUNT).of(id);
    due = OptionalLong.of(began + Tablets.rest(tablets.all().size()).toNanos());
    Reading reading = TabletFiles.of(tablets).reading();
    hosted(tablets, reading);
    return reading;
  }

  /** Where ZooKeeper does not tell who lives nobody knows the number, and the rest is known. */
  private void hosted(Tablets tablets, Reading reading) throws InterruptedException {
    try {
      long without = tablets.unhosted(tservers.sessions()).size();
      reading.table(ClusterMetric.META_HOSTED, tablets.all().size() - without);
    } catch (IOException e) {
      // The figure is absent.
    }
  }

  /**
   * Adds up the files of tablets. A tablet without any counts as one with none, which the collector
   * of old left out.
   */
  static final class TabletFiles {
    private long tablets;
    private long files;
    private double squares;
    private long least = Long.MAX_VALUE;
    private long most;

    /** The files of tablets whose numbers of files were read. */
    static TabletFiles of(Tablets tablets) {
      TabletFiles files = new TabletFiles();
      tablets.all().forEach(tablet -> files.add(tablet.fileCount().orElse(0)));
      return files;
    }

    private void add(long count) {
      tablets++;
      files += count;
      squares += (double) count * count;
      least = Math.min(least, count);
      most = Math.max(most, count);
    }

    /** The figures; those for each tablet only if there is one. */
    Reading reading() {
      Reading reading =
          new Reading()
              .table(ClusterMetric.FILES, files)
              .table(ClusterMetric.META_TABLETS, tablets);
      if (tablets > 0) {
        double mean = (double) files / tablets;
        double variance = Math.max(0, squares / tablets - mean * mean);
        reading
            .table(ClusterMetric.FILES_MIN, least)
            .table(ClusterMetric.FILES_MAX, most)
            .table(ClusterMetric.FILES_MEAN, mean)
            .table(ClusterMetric.FILES_SD, Math.sqrt(variance));
      }
      return reading;
    }
  }
}
