package catena.cluster.local;

import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.Network;
import catena.cluster.spec.Security;
import catena.cluster.spec.Tiers;
import catena.cluster.spec.Volume;
import catena.records.server.Role;
import catena.records.settings.Texts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.accumulo.core.conf.Property;
import org.apache.accumulo.core.conf.PropertyType;

/** What the options of a start ask for; null is what was not said. */
public record ClusterRequest(
    Integer datanodes,
    Integer managers,
    Integer tservers,
    Integer sservers,
    Integer compactors,
    Integer hosts,
    boolean yarn,
    String volume,
    Integer zookeeperTimeout,
    String accumuloHome,
    String security,
    String disks,
    Boolean syncOnClose,
    Map<String, String> tiers,
    List<String> site) {

  /**
   * Checks nothing yet.
   *
   * @param tiers values by the words of {@link Tiers#WORDS}; those that were not said are not there
   */
  public ClusterRequest {
    tiers = Map.copyOf(tiers);
    site = List.copyOf(site);
  }

  /** Whether anything was asked for. */
  public boolean any() {
    return yarn
        || !site.isEmpty()
        || !tiers.isEmpty()
        || Stream.of(
                datanodes,
                managers,
                tservers,
                sservers,
                compactors,
                hosts,
                volume,
                zookeeperTimeout,
                accumuloHome,
                security,
                disks,
                syncOnClose)
            .anyMatch(Objects::nonNull);
  }

  /**
   * The spec with what was asked for instead of what it says.
   *
   * @throws IllegalArgumentException if something cannot be as asked, with all problems of a kind
   */
  public ClusterSpec applyTo(ClusterSpec before) {
    ClusterSpec secured = security == null ? before : before.withSecurity(Security.of(security));
    ClusterSpec spec = spread(volume == null ? secured : secured.withVolume(Volume.of(volume)));
    Map<Role, Integer> numbers = new LinkedHashMap<>(spec.servers());
    numbers().forEach(numbers::put);
    Map<String, String> properties = new LinkedHashMap<>(spec.site());
    site.forEach(each -> addProperty(each, properties));
    Duration timeout =
        zookeeperTimeout == null ? spec.zookeeperTimeout() : Duration.ofSeconds(zookeeperTimeout);
    ClusterSpec asked =
        new ClusterSpec(
            numbers,
            spec.heapMegabytes(),
            spec.volume(),
            timeout,
            properties,
            spec.hosts(),
            spec.accumuloHome(),
            spec.security(),
            disks(spec.disks()));
    ClusterSpec brought = accumuloHome == null ? asked : asked.withAccumulo(Path.of(accumuloHome));
    return yarn ? brought.withYarn() : brought;
  }

  private Disks disks(Disks before) {
    Disks asked = disks == null ? before : before.sized(Texts.parseSize(disks));
    asked = syncOnClose == null ? asked : asked.syncing(syncOnClose);
    if (before.tiered().isEmpty()) {
      Tiers.problem(tiers)
          .ifPresent(
              problem -> {
                throw new IllegalArgumentException("--placement-by volumes: " + problem);
              });
    }
    for (String word : Tiers.WORDS) {
      if (tiers.containsKey(word)) {
        asked = tiered(asked, word, tiers.get(word));
      }
    }
    return asked;
  }

  private static Disks tiered(Disks disks, String word, String value) {
    try {
      return disks.tiered(word, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--" + word.replace('.', '-') + " " + value + ": " + e.getMessage(), e);
    }
  }

  /** A cluster that is spread already keeps its numbers of servers. */
  private ClusterSpec spread(ClusterSpec spec) {
    if (hosts != null && hosts < 1) {
      throw new IllegalArgumentException(
          "--hosts takes 1 to %d, not %d; without it all is on the loopback address"
              .formatted(Network.MOST_WORKERS, hosts));
    }
    return hosts == null || hosts == spec.hosts() ? spec : spec.withHosts(hosts);
  }

  private Map<Role, Integer> numbers() {
    Map<Role, Integer> numbers = new LinkedHashMap<>();
    numbers.put(Role.DATANODE, datanodes);
    numbers.put(Role.MANAGER, managers);
    numbers.put(Role.TSERVER, tservers);
    numbers.put(Role.SSERVER, sservers);
    numbers.put(Role.COMPACTOR, compactors);
    numbers.put(Role.COORDINATOR, compactors == null || compactors == 0 ? null : 1);
    numbers.values().removeIf(Objects::isNull);
    return numbers;
  }

  private static void addProperty(String text, Map<String, String> properties) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "-o takes key=value, not '" + text + "'; write for example -o gc.cycle.delay=30s");
    }
    String key = text.substring(0, equals).strip();
    String value = text.substring(equals + 1).strip();
    check(key, value);
    properties.put(key, value);
  }

  /**
   * Finds out whether Accumulo would start with a site property.
   *
   * @throws IllegalArgumentException if it has no such property, or that cannot be its value
   */
  public static void check(String key, String value) {
    if (!known(key)) {
      throw new IllegalArgumentException(
          "Accumulo knows no property '" + key + "'; look its name up in Accumulo's documentation");
    }
    if (!Property.isValidProperty(key, value)) {
      throw new IllegalArgumentException(
          "'" + value + "' is no value for " + key + ", which Accumulo would refuse to start with");
    }
  }

  /**
   * Whether Accumulo has a property of this name, or leaves names below a prefix to its users; its
   * own check lets every name pass that begins as some property does.
   */
  private static boolean known(String key) {
    return Property.getPropertyByKey(key) != null
        || Arrays.stream(Property.values())
            .filter(each -> each.getType() == PropertyType.PREFIX)
            .map(Property::getKey)
            .filter(prefix -> prefix.indexOf('.') < prefix.length() - 1)
            .anyMatch(prefix -> key.startsWith(prefix) && key.length() > prefix.length());
  }
}
