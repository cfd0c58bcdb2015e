// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.harness.instance.Web;
import catena.records.run.Json;
import catena.records.server.Role;
import catena.records.tested.Tested.Server;
import catena.records.words.Reasons;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * The NameNodes and DataNodes of the instance's volumes, as the NameNodes' web interface reports
 * them ({@code /jmx}).
 *
 * @param limit for each request
 * @param unknown takes what could not be found out, a sentence each
 */
record HdfsServers(Web web, Duration limit, Consumer<String> unknown) {
  private static final int HTTP_PORT = 9870;
  private static final int HTTPS_PORT = 9871;

  /** Beyond this, DataNodes are not asked for their JVM: each is one more request. */
  private static final int MOST_ASKED = 100;

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
        found.putAll(of(uri, hadoop));
      }
    }
    return found;
  }

  private static Map<String, URI> of(URI volume, Configuration hadoop) {
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

  /** The NameNodes, and the DataNodes that they know. */
  List<Server> servers(Map<String, URI> nameNodes) throws InterruptedException {
    List<Server> servers = new ArrayList<>();
    Set<String> known = new LinkedHashSet<>();
    for (Map.Entry<String, URI> each : nameNodes.entrySet()) {
      Server server = Server.at(Role.NAMENODE, each.getKey(), false);
      try {
        JsonNode info =
            web.bean(each.getValue(), "Hadoop:service=NameNode,name=NameNodeInfo", limit);
        server = nameNode(server, info, each.getValue());
        for (Server dataNode : dataNodes(info, each.getValue().getScheme())) {
          if (known.add(dataNode.address())) {
            servers.add(dataNode);
          }
        }
      } catch (IOException e) {
        unknown.accept("The NameNode " + each.getKey() + " does not answer: " + Reasons.of(e));
      }
      servers.add(server);
    }
    return servers;
  }

  private Server nameNode(Server server, JsonNode info, URI pages) throws InterruptedException {
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
                  Optional.empty(),
                  Optional.empty(),
                  jvm(server, URI.create(scheme + "://" + pages.get()))));
    }
    return all;
  }

  private Optional<String> jvm(Server server, URI pages) throws InterruptedException {
    try {
      JsonNode runtime = web.bean(pages, "java.lang:type=Runtime", limit);
      return text(runtime, "VmVersion")
          .map(version -> version + text(runtime, "VmVendor").map(of -> " of " + of).orElse(""));
    } catch (IOException e) {
      unknown.accept(
          "The JVM of %s %s is not known: %s"
              .formatted(server.role(), server.address(), Reasons.of(e)));
      return Optional.empty();
    }
  }

  private static Optional<String> text(JsonNode node, String field) {
    return Optional.of(node.path(field).asText("")).filter(text -> !text.isBlank());
  }
}
