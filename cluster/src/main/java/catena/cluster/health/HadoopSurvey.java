// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.Json;
import catena.harness.instance.Web;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** Queries the NameNode and the ResourceManager for their state and their live nodes. */
record HadoopSurvey(Web web) {
  /** For each answer. */
  static final Duration LIMIT = Duration.ofSeconds(5);

  private static final String NAMENODE = "Hadoop:service=NameNode,name=NameNodeInfo";

  /** The NameNode, with the data addresses of its live DataNodes. */
  MembershipAnswer nameNode(String address) throws InterruptedException {
    try {
      JsonNode state = web.bean(URI.create("http://" + address), NAMENODE, LIMIT);
      String safemode = state.path("Safemode").asText();
      // It reports when the cause is a lack of disk space, and then waits forever.
      String cause =
          safemode.contains("Resources are low") ? ", since it is low on disk space" : "";
      return safemode.isEmpty()
          ? MembershipAnswer.ready(liveDataNodes(state))
          : MembershipAnswer.problem("is in safe mode" + cause);
    } catch (IOException e) {
      return MembershipAnswer.problem("does not answer");
    }
  }

  private static Set<String> liveDataNodes(JsonNode state) throws IOException {
    JsonNode live = Json.MAPPER.readTree(state.path("LiveNodes").asText("{}"));
    Set<String> addresses = new TreeSet<>();
    live.forEach(node -> addresses.add(numeric(node.path("xferaddr").asText())));
    return addresses;
  }

  /** The ResourceManager, with the web addresses of its running NodeManagers. */
  MembershipAnswer resourceManager(String address) throws InterruptedException {
    try {
      JsonNode nodes = web.json(URI.create("http://" + address + "/ws/v1/cluster/nodes"), LIMIT);
      Set<String> addresses = new TreeSet<>();
      for (JsonNode node : nodes.path("nodes").path("node")) {
        if (node.path("state").asText().equals("RUNNING")) {
          addresses.add(numeric(node.path("nodeHTTPAddress").asText()));
        }
      }
      return MembershipAnswer.ready(addresses);
    } catch (IOException e) {
      return MembershipAnswer.problem("does not answer");
    }
  }

  /** The address with the loopback's number instead of its name, which some servers give. */
  static String numeric(String address) {
    return address.replaceFirst("^localhost:", ClusterRecord.LOOPBACK + ":");
  }
}
