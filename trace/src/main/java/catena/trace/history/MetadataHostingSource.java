package catena.trace.history;

import catena.harness.instance.InstanceNodes;
import catena.harness.instance.LiveTservers;
import catena.harness.instance.Metadata;
import catena.harness.instance.Tablet;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.Part;
import catena.harness.instance.Tablets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.commons.lang3.function.FailableSupplier;

/** The tablets of one table, as the table above it, or ZooKeeper, has them. */
public final class MetadataHostingSource implements HostingSource {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final String name;
  private final FailableSupplier<Tablets, Exception> above;
  private final LiveTservers tservers;

  private MetadataHostingSource(
      String name, FailableSupplier<Tablets, Exception> above, LiveTservers tservers) {
    this.name = name;
    this.above = above;
    this.tservers = tservers;
  }

  /** The root tablet. */
  public static MetadataHostingSource ofRoot(InstanceNodes nodes, LiveTservers tservers) {
    return new MetadataHostingSource(
        "ZooKeeper", () -> new Tablets(List.of(nodes.rootTablet())), tservers);
  }

  /** The tablets of the metadata table itself. */
  public static MetadataHostingSource ofMetadata(AccumuloClient client, LiveTservers tservers) {
    return new MetadataHostingSource(
        Metadata.ROOT_TABLE, () -> reader(client).ofMetadata(), tservers);
  }

  /** The tablets of a user's table, which need not exist yet. */
  public static MetadataHostingSource ofTable(
      AccumuloClient client, String table, LiveTservers tservers) {
    return new MetadataHostingSource(
        Metadata.TABLE,
        () -> {
          String id = client.tableOperations().tableIdMap().get(table);
          return id == null ? new Tablets(List.of()) : reader(client).of(id);
        },
        tservers);
  }

  private static TabletReader reader(AccumuloClient client) {
    return new TabletReader(client, LIMIT, Part.LOCATION, Part.LOGS);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Map<String, Hosting> look() throws Exception {
    Tablets tablets = above.get();
    Set<String> sessions = tservers.sessions();
    Map<String, Hosting> hostings = new TreeMap<>();
    tablets.all().forEach(tablet -> hostings.put(tablet.name().text(), hosting(tablet, sessions)));
    return hostings;
  }

  private static Hosting hosting(Tablet tablet, Set<String> sessions) {
    Optional<String> server = tablet.isHosted(sessions) ? tablet.address() : Optional.empty();
    return new Hosting(server, tablet.logs());
  }
}
