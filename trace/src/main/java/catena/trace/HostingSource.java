// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.harness.instance.InstanceNodes;
import catena.harness.instance.Metadata;
import catena.harness.instance.Tablet;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.harness.instance.Tablets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * One source that records which server hosts each tablet; polled repeatedly.
 *
 * @param name what it is, for messages
 * @param tablets all its tablets, by name; throws if it cannot be read now
 */
public record HostingSource(
    String name, FailableSupplier<Map<String, Hosting>, Exception> tablets) {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /**
   * Where a tablet is.
   *
   * @param server host and port; empty if no tserver hosts it
   * @param logs write-ahead logs that it needs
   */
  public record Hosting(Optional<String> server, List<String> logs) {
    /** Sorts the logs, so that the same ones are equal. */
    public Hosting {
      logs = logs.stream().sorted().toList();
    }
  }

  /** The root tablet, as ZooKeeper records it. */
  public static HostingSource ofRoot(InstanceNodes nodes, Callable<Set<String>> tservers) {
    return new HostingSource(
        "ZooKeeper", () -> hosted(new Tablets(List.of(nodes.rootTablet())), tservers));
  }

  /** The tablets of the metadata table itself. */
  public static HostingSource ofMetadata(AccumuloClient client, Callable<Set<String>> tservers) {
    return new HostingSource(
        Metadata.ROOT_TABLE, () -> hosted(reader(client).ofMetadata(), tservers));
  }

  /** The tablets of a user's table, which need not exist yet. */
  public static HostingSource ofTable(
      AccumuloClient client, String table, Callable<Set<String>> tservers) {
    return new HostingSource(
        Metadata.TABLE,
        () -> {
          String id = client.tableOperations().tableIdMap().get(table);
          return hosted(id == null ? new Tablets(List.of()) : reader(client).of(id), tservers);
        });
  }

  private static TabletReader reader(AccumuloClient client) {
    return new TabletReader(client, LIMIT, TabletPart.LOCATION, TabletPart.LOGS);
  }

  /** Reads the live tservers after the tablets. */
  private static Map<String, Hosting> hosted(Tablets tablets, Callable<Set<String>> tservers)
      throws Exception {
    Set<String> sessions = tservers.call();
    Map<String, Hosting> hostings = new TreeMap<>();
    for (Tablet tablet : tablets.all()) {
      Optional<String> server = tablet.isHosted(sessions) ? tablet.address() : Optional.empty();
      hostings.put(tablet.name().text(), new Hosting(server, tablet.logs()));
    }
    return hostings;
  }
}
