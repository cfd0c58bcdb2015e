// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.harness.instance.Tablets;
import com.google.common.math.Stats;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * The test table's tablets and their files, counted by the metadata table's own servers: a few
 * entries for each tablet come over the network, however many files it has. Between two scans of
 * many tablets ({@link Tablets#rest}) the figures are absent.
 */
public final class MetadataSource extends Source {
  private final AccumuloClient client;
  private final BlockingSupplier<Set<String>> tservers;
  private final String table;
  private final LongSupplier nanoClock;
  private OptionalLong due = OptionalLong.empty();

  /**
   * A source.
   *
   * @param tservers knows the servers that may host a tablet
   * @param table the name of the test table, which need not exist
   */
  public MetadataSource(
      AccumuloClient client,
      BlockingSupplier<Set<String>> tservers,
      String table,
      LongSupplier nanoClock) {
    super("metadata", Set.of(), EnumSet.range(Metric.FILES, Metric.META_HOSTED));
    this.nanoClock = nanoClock;
    this.client = client;
    this.tservers = tservers;
    this.table = table;
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
    Reading reading = files(tablets);
    // Without the live servers from ZooKeeper this number is unknown, and the rest is known.
    Optional<Integer> without = tservers.attempt().map(live -> tablets.unhosted(live).size());
    without.ifPresent(n -> reading.table(Metric.META_HOSTED, tablets.all().size() - n));
    return reading;
  }

  /**
   * The files of tablets; the figures for each tablet only if there is one. A tablet without any
   * counts as one with none, which the collector of old left out.
   */
  static Reading files(Tablets tablets) {
    Stats files = Stats.of(tablets.all().stream().mapToLong(each -> each.fileCount().orElse(0)));
    Reading reading =
        new Reading().table(Metric.FILES, files.sum()).table(Metric.META_TABLETS, files.count());
    return files.count() == 0
        ? reading
        : reading
            .table(Metric.FILES_MIN, files.min())
            .table(Metric.FILES_MAX, files.max())
            .table(Metric.FILES_MEAN, files.mean())
            .table(Metric.FILES_SD, files.populationStandardDeviation());
  }
}
