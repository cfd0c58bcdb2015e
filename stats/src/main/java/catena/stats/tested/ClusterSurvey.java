// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.harness.accumulo.Connection;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Web;
import catena.harness.instance.ZooKeepers;
import catena.records.run.Json;
import catena.records.server.Role;
import catena.records.settings.Texts;
import catena.records.tested.ServerGroup;
import catena.records.tested.Tested.Server;
import catena.records.threads.Bounded;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.accumulo.core.client.admin.InstanceOperations;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.conf.Configuration;

/**
 * Queries every source that knows something of the servers; what cannot be found out is reported
 * and never thrown.
 */
public class ClusterSurvey {
  private static final String VOLUMES = "instance.volumes";
  private static final int ZOOKEEPER_PORT = 2181;
  private static final int HTTP_PORT = 9870;
  private static final int HTTPS_PORT = 9871;

  /** Beyond this, DataNodes are not asked for their JVM: each is one more request. */
  private static final int MOST_ASKED = 100;

  /**
   * The four-letter word that ZooKeeper answers unless it is configured otherwise ({@code
   * 4lw.commands.whitelist}), and its version in the answer.
   */
  private static final String QUESTION = "srvr";

  private static final Pattern VERSION =
      Pattern.compile("Zookeeper version: ([^,\\s]+?)(?:-([0-9a-f]{7,40}))?,");

  private static final Comparator<Server> BY_ROLE_AND_ADDRESS =
      Comparator.comparing((Server each) -> Role.of(each.role()).orElseThrow())
          .thenComparing(Server::address);

  private final Connection connection;
  private final Configuration hadoop;
  private final Duration limit;
  private final Web web = new Web();
  private final List<String> unknown = new ArrayList<>();

  /**
   * Sends no query yet.
   *
   * @param hadoop knows where the NameNodes' web interfaces are
   * @param limit for each source that is queried
   */
  public ClusterSurvey(Connection connection, Configuration hadoop, Duration limit) {
    this.connection = connection;
    this.hadoop = hadoop;
    this.limit = limit;
  }

  /** The name of the instance. */
  String instance() {
    return connection.properties().getProperty("instance.name");
  }

  /** Its id. */
  String instanceId() {
    return connection.instanceId();
  }

  /**
   * How long the end of a run waits for the queries that go on: for one that is not answered, as on
   * a cluster that has just been started, and not for several.
   */
  Duration lastLimit() {
    return limit.multipliedBy(3).dividedBy(2);
  }

  /** What could not be found out until now and why, one sentence each. */
  List<String> unknown() {
    return List.copyOf(unknown);
  }

  /**
   * The servers that there are, as far as they are known.
   *
   * @param system the configuration, which names the volumes
   */
  List<Server> servers(Map<String, String> system) throws InterruptedException {
    List<Server> servers = new ArrayList<>(accumulo());
    String volumes = system.getOrDefault(VOLUMES, "");
    servers.addAll(hdfs(nameNodes(List.of(volumes.split(",", -1)), hadoop)));
    servers.addAll(zookeepers());
    LocalProcesses here = LocalProcesses.now();
    List<Server> known = servers.stream().map(here::known).sorted(BY_ROLE_AND_ADDRESS).toList();
    reportGaps(known);
    return known;
  }

  private List<Server> accumulo() throws InterruptedException {
    Map<String, String> versions = tserverVersions();
    try (ServerLocks locks = connection.locks(limit)) {
      return locks.read().stream()
          .map(
              lock ->
                  Server.at(lock.role(), lock.address().toString(), !lock.held())
                      .or(
                          Optional.ofNullable(versions.get(lock.address().toString())),
                          Optional.empty(),
                          Optional.empty()))
          .distinct()
          .toList();
    } catch (IOException e) {
      unknown.add("Accumulo's servers are not known: " + Reasons.of(e));
      return List.of();
    }
  }

  private Map<String, String> tserverVersions() throws InterruptedException {
    Map<String, String> versions = new TreeMap<>();
    Threads.attempt(
            () -> versions.putAll(ManagerStatus.tserverVersions(connection.client(), limit)))
        .map(e -> "The manager does not say the tservers' versions: " + Reasons.of(e))
        .ifPresent(unknown::add);
    return versions;
  }

  private List<Server> zookeepers() {
    List<Server> servers = new ArrayList<>();
    for (Server each : zookeepers(connection.zookeepers())) {
      try {
        servers.add(asked(each, limit));
      } catch (IOException e) {
        unknown.add(
            "ZooKeeper at %s does not say its version: %s"
                .formatted(each.address(), Reasons.of(e)));
        servers.add(each);
      }
    }
    return servers;
  }

  /** One sentence for each role with something missing, not one for each server. */
  private void reportGaps(List<Server> servers) {
    for (ServerGroup group : ServerGroup.of(servers)) {
      List<String> gaps = new ArrayList<>();
      if (group.versions().containsKey(ServerGroup.UNKNOWN)) {
        gaps.add("the version");
      }
      if (group.jvms().containsKey(ServerGroup.UNKNOWN)) {
        gaps.add("the JVM");
      }
      if (!gaps.isEmpty()) {
        unknown.add(
            "Of "
                + (group.number() == 1
                    ? "the "
                    : "some or all " + group.number() + " servers of role ")
                + group.role()
                + " this is not known: "
                + String.join(" and ", gaps)
                + "; only a process of this machine can be inspected");
      }
    }
  }

  /** What is in effect in the system; empty if it cannot be read. */
  SortedMap<String, String> system() throws InterruptedException {
    InstanceOperations instance = connection.client().instanceOperations();
    return asked("The system's configuration", instance::getSystemConfiguration);
  }

  /** What is in effect for a table; empty if it cannot be read, or there is no such table. */
  SortedMap<String, String> table(String table) throws InterruptedException {
    return asked(
        "The configuration of table " + table,
        () ->
            connection.client().tableOperations().exists(table)
                ? connection.client().tableOperations().getConfiguration(table)
                : Map.of());
  }

  private SortedMap<String, String> asked(
      String what, FailableSupplier<Map<String, String>, Exception> question)
      throws InterruptedException {
    SortedMap<String, String> found = new TreeMap<>();
    Threads.attempt(() -> found.putAll(Bounded.call("asking Accumulo", limit, question::get)))
        .map(e -> what + " is not known: " + Reasons.of(e))
        .filter(sentence -> !unknown.contains(sentence))
        .ifPresent(unknown::add);
    return found;
  }

  /** The servers that a connection string names, a path behind them left out. */
  static List<Server> zookeepers(String connection) {
    return Texts.commaList(connection.replaceFirst("/.*", "")).stream()
        .map(each -> each.matches(".*:\\d+") ? each : each + ":" + ZOOKEEPER_PORT)
        .map(each -> Server.at(Role.ZOOKEEPER, each, false))
        .toList();
  }

  /**
   * The server with its version.
   *
   * @param limit for the connection, and for each part of the answer
   * @throws IOException if it does not answer, or does not report a version
   */
  static Server asked(Server server, Duration limit) throws IOException {
    int colon = server.address().lastIndexOf(':');
    int port = Integer.parseInt(server.address().substring(colon + 1));
    InetSocketAddress address = new InetSocketAddress(server.host(), port);
    return parsed(server, ZooKeepers.fourLetters(address, QUESTION, limit));
  }

  static Server parsed(Server server, String answer) throws IOException {
    Matcher version = VERSION.matcher(answer);
    if (!version.find()) {
      String said = answer.strip();
      throw new IOException(
          said.isEmpty()
              ? "it closed the connection without an answer"
              : "it answered " + said.lines().findFirst().orElse(""));
    }
    return server.or(
        Optional.of(version.group(1)), Optional.ofNullable(version.group(2)), Optional.empty());
  }

  /**
   * The NameNodes of volumes; volumes of other file systems have none.
   *
   * @return by the address of its remote procedures, or the name of the web interface where that is
   *     unknown, where the pages of each are
   */
  static Map<String, URI> nameNodes(List<String> volumes, Configuration hadoop) {
    Map<String, URI> found = new LinkedHashMap<>();
    for (String volume : volumes) {
      URI uri = URI.create(volume.strip());
      if ("hdfs".equals(uri.getScheme()) && uri.getAuthority() != null) {
        found.putAll(nameNodes(uri, hadoop));
      }
    }
    return found;
  }

  private static Map<String, URI> nameNodes(URI volume, Configuration hadoop) {
    boolean secure = hadoop.get("dfs.http.policy", "").equals("HTTPS_ONLY");
    String key = "dfs.namenode." + (secure ? "https" : "http") + "-address";
    String scheme = secure ? "https://" : "http://";
    String service = volume.getAuthority();
    Map<String, URI> all = new LinkedHashMap<>();
    for (String id : hadoop.getTrimmedStringCollection("dfs.ha.namenodes." + service)) {
      String suffix = "." + service + "." + id;
      String rpc = hadoop.getTrimmed("dfs.namenode.rpc-address" + suffix, service + "/" + id);
      String host = rpc.contains(":") ? rpc.substring(0, rpc.lastIndexOf(':')) : id;
      all.put(rpc, pages(scheme, hadoop.getTrimmed(key + suffix, ""), host, secure));
    }
    if (all.isEmpty()) {
      String named = hadoop.getTrimmed(key + ofOne(service, hadoop), "");
      all.put(service, pages(scheme, named, volume.getHost(), secure));
    }
    return all;
  }

  /** Ends the keys of a nameservice with one NameNode, which has no id; of none, nothing does. */
  private static String ofOne(String service, Configuration hadoop) {
    return hadoop.getTrimmedStringCollection("dfs.nameservices").stream()
        .map(each -> "." + each)
        .filter(each -> hadoop.getTrimmed("dfs.namenode.rpc-address" + each, "").equals(service))
        .findFirst()
        .orElse("");
  }

  /** Where the configuration names no host, as by default, it is the volume's. */
  private static URI pages(String scheme, String named, String host, boolean secure) {
    if (named.isEmpty()) {
      return URI.create(scheme + host + ":" + (secure ? HTTPS_PORT : HTTP_PORT));
    }
    return URI.create(scheme + named.replaceFirst("^0\\.0\\.0\\.0", host));
  }

  /**
   * The NameNodes, and the DataNodes that they know, as the NameNodes' web interface reports them
   * ({@code /jmx}).
   */
  List<Server> hdfs(Map<String, URI> nameNodes) throws InterruptedException {
    List<Server> servers = new ArrayList<>();
    Set<String> known = new LinkedHashSet<>();
    for (Map.Entry<String, URI> each : nameNodes.entrySet()) {
      Server server = Server.at(Role.NAMENODE, each.getKey(), false);
      try {
        JsonNode info =
            web.bean(each.getValue(), "Hadoop:service=NameNode,name=NameNodeInfo", limit);
        server = nameNode(server, info, each.getValue().toString());
        for (Server dataNode : dataNodes(info, each.getValue().getScheme())) {
          if (known.add(dataNode.address())) {
            servers.add(dataNode);
          }
        }
      } catch (IOException | IllegalArgumentException e) { // no address of the web is the latter
        unknown.add("The NameNode " + each.getKey() + " does not answer: " + Reasons.of(e));
      }
      servers.add(server);
    }
    return servers;
  }

  private Server nameNode(Server server, JsonNode info, String pages) throws InterruptedException {
    // "3.3.6, r1be78238728da9266a4f88195058f08fd012bf9c"
    Optional<String> build =
        text(info, "Version")
            .filter(version -> version.contains(", r"))
            .map(version -> version.substring(version.indexOf(", r") + 3));
    Optional<String> version =
        text(info, "SoftwareVersion")
            .or(() -> text(info, "Version").map(all -> all.replaceFirst(",.*", "")));
    return server.or(version, build, jvm(server, pages));
  }

  private List<Server> dataNodes(JsonNode info, String scheme)
      throws IOException, InterruptedException {
    List<Server> all = new ArrayList<>();
    // A text that holds JSON: by name, each DataNode's addresses and version.
    JsonNode live = Json.LINES.readTree(text(info, "LiveNodes").orElse("{}"));
    for (Map.Entry<String, JsonNode> each : live.properties()) {
      JsonNode node = each.getValue();
      Server server =
          Server.at(Role.DATANODE, text(node, "xferaddr").orElse(each.getKey()), false)
              .or(text(node, "version"), Optional.empty(), Optional.empty());
      String field = scheme.equals("https") ? "infoSecureAddr" : "infoAddr";
      Optional<String> pages = text(node, field).filter(any -> all.size() < MOST_ASKED);
      all.add(
          pages.isEmpty()
              ? server
              : server.or(
                  Optional.empty(), Optional.empty(), jvm(server, scheme + "://" + pages.get())));
    }
    return all;
  }

  private Optional<String> jvm(Server server, String pages) throws InterruptedException {
    try {
      JsonNode runtime = web.bean(URI.create(pages), "java.lang:type=Runtime", limit);
      return text(runtime, "VmVersion")
          .map(version -> version + text(runtime, "VmVendor").map(of -> " of " + of).orElse(""));
    } catch (IOException | IllegalArgumentException e) {
      unknown.add(
          "The JVM of %s %s is not known: %s"
              .formatted(server.role(), server.address(), Reasons.of(e)));
      return Optional.empty();
    }
  }

  private static Optional<String> text(JsonNode node, String field) {
    return Optional.of(node.path(field).asText("")).filter(text -> !text.isBlank());
  }
}
