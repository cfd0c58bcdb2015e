// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.records.server.Role;
import catena.records.settings.Texts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.accumulo.core.conf.Property;
import org.apache.accumulo.core.conf.PropertyType;

/**
 * A spec that is being changed, by its fields or by the words that scenarios and the options of a
 * start have for them. It is checked when all is said.
 */
final class ClusterDraft {
  /** What decides about other numbers comes before those that say otherwise. */
  private static final List<String> WORDS =
      Stream.of(
              List.of(
                  "security",
                  "volume",
                  "hosts",
                  "zookeeper.timeout",
                  "accumulo",
                  "disks",
                  "sync.on.close",
                  "instrument"),
              Tiers.WORDS,
              NodeLimits.WORDS)
          .flatMap(List::stream)
          .toList();

  /** The prefix of Accumulo's own properties. */
  private static final String SITE = "site.";

  final Map<Role, Integer> servers = new EnumMap<>(Role.class);
  private final Map<String, String> site;
  Disks disks;
  NodeLimits nodes;
  private Duration zookeeperTimeout;
  private boolean instrument;
  private Volume volume;
  private int hosts;
  private String accumuloHome;
  private Security security;

  ClusterDraft(ClusterSpec before) {
    this.servers.putAll(before.servers());
    this.site = new TreeMap<>(before.site());
    this.volume = before.volume();
    this.zookeeperTimeout = before.zookeeperTimeout();
    this.hosts = before.hosts();
    this.accumuloHome = before.accumuloHome();
    this.security = before.security();
    this.disks = before.disks();
    this.instrument = before.instrument();
    this.nodes = before.nodes();
  }

  /** The spec as it is now. */
  ClusterSpec spec() {
    return new ClusterSpec(
        servers,
        volume,
        zookeeperTimeout,
        site,
        hosts,
        accumuloHome,
        security,
        disks,
        instrument,
        nodes);
  }

  /** No fewer of a role than this. */
  void atLeast(Role role, int number) {
    servers.merge(role, number, Math::max);
  }

  /** On a local volume there is no HDFS. */
  private void volume(Volume other) {
    volume = other;
    boolean hdfs = other == Volume.HDFS;
    servers.put(Role.NAMENODE, hdfs ? 1 : 0);
    servers.put(Role.DATANODE, hdfs ? Math.max(1, servers.getOrDefault(Role.DATANODE, 0)) : 0);
  }

  /** What is spread over as many hosts already keeps its numbers of servers. */
  private void hosts(int number) {
    if (number != hosts) {
      hosts = number;
      atLeast(Role.TSERVER, number);
      if (volume == Volume.HDFS) {
        atLeast(Role.DATANODE, number);
      }
    }
  }

  /** With a KDC if it is Kerberos. */
  private void security(Security other) {
    security = other;
    servers.put(Role.KDC, other == Security.KERBEROS ? 1 : 0);
  }

  /** Takes what words say, in its own order; what is refused is reported with its word. */
  void take(Map<String, String> words, BiConsumer<String, String> refused) {
    if (disks.tiered().isEmpty()) {
      Tiers.problem(words).ifPresent(problem -> refused.accept(Tiers.BY, problem));
    }
    Set<String> ordered = new LinkedHashSet<>(WORDS);
    ordered.addAll(words.keySet());
    ordered.retainAll(words.keySet());
    for (String word : ordered) {
      String value = words.get(word);
      try {
        if (!take(word, value)) {
          refused.accept(
              "",
              "there is no role '%s'; write %s, %s, or %sPROPERTY of Accumulo"
                  .formatted(word, Role.words(), String.join(", ", WORDS), SITE));
        }
      } catch (NumberFormatException e) {
        refused.accept(word, "'%s' is no number".formatted(value));
      } catch (IllegalArgumentException e) {
        refused.accept(word, e.getMessage());
      }
    }
  }

  /** Whether there is such a word. */
  private boolean take(String word, String value) {
    switch (word) {
      case "hosts" -> hosts(Integer.parseInt(value));
      case "volume" -> volume(Volume.of(value));
      case "accumulo" -> accumuloHome = home(value);
      case "disks" -> disks = disks.sized(Texts.parseSize(value));
      case "sync.on.close" -> disks = disks.syncing(Texts.bool(value));
      case "instrument" -> instrument = Texts.bool(value);
      case "security" -> security(Security.of(value));
      case "zookeeper.timeout" -> zookeeperTimeout = Texts.parseDuration(value);
      default -> {
        return takeOther(word, value);
      }
    }
    return true;
  }

  private boolean takeOther(String word, String value) {
    Optional<Role> role = Role.of(word);
    if (word.startsWith(SITE)) {
      String key = word.substring(SITE.length());
      checkProperty(key, value);
      site.put(key, value);
    } else if (Tiers.WORDS.contains(word)) {
      disks = disks.tiered(word, value);
    } else if (NodeLimits.WORDS.contains(word)) {
      nodes = nodes.with(word, value);
    } else if (role.isPresent()) {
      servers.put(role.get(), Integer.parseInt(value));
    } else {
      return false;
    }
    return true;
  }

  private static String home(String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("name the directory of an Accumulo 2.1.x");
    }
    return Path.of(value).toAbsolutePath().normalize().toString();
  }

  /** Finds out whether Accumulo would start with a site property. */
  private static void checkProperty(String key, String value) {
    if (!isKnown(key)) {
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
  private static boolean isKnown(String key) {
    return Property.getPropertyByKey(key) != null
        || Arrays.stream(Property.values())
            .filter(each -> each.getType() == PropertyType.PREFIX)
            .map(Property::getKey)
            .filter(prefix -> prefix.indexOf('.') < prefix.length() - 1)
            .anyMatch(prefix -> key.startsWith(prefix) && key.length() > prefix.length());
  }
}
