package catena.cluster.health;

import catena.cluster.control.MembershipAnswer;
import catena.cluster.record.ClusterRecord;
import catena.cluster.record.Json;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.TreeSet;

/** Asks the NameNode and the ResourceManager how they are and who is with them. */
final class HadoopSurvey {
  private final Web web;

  HadoopSurvey(Web web) {
    this.web = web;
  }

  /** The NameNode, with the data addresses of its live DataNodes. */
  MembershipAnswer nameNode(String address) throws InterruptedException {
    try {
      JsonNode state = bean(address, "NameNodeInfo");
      String safemode = state.path("Safemode").asText();
      return safemode.isEmpty()
          ? MembershipAnswer.ready(liveDataNodes(state))
          : MembershipAnswer.problem(inSafeMode(safemode));
    } catch (IOException e) {
      return MembershipAnswer.problem("does not answer");
    }
  }

  /** The NameNode says itself when it is for want of disk space, and then waits for ever. */
  private static String inSafeMode(String said) {
    return said.contains("Resources are low")
        ? "is in safe mode, since it is low on disk space"
        : "is in safe mode";
  }

  private JsonNode bean(String address, String name) throws IOException, InterruptedException {
    String query = "/jmx?qry=Hadoop:service=NameNode,name=" + name;
    JsonNode beans = web.json(URI.create("http://" + address + query)).path("beans");
    if (beans.isEmpty()) {
      throw new IOException("no " + name + " yet");
    }
    return beans.get(0);
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
      JsonNode nodes = web.json(URI.create("http://" + address + "/ws/v1/cluster/nodes"));
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
