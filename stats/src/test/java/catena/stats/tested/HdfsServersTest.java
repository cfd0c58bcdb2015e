// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.server.Role;
import catena.records.tested.Tested.Server;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HdfsServersTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final ClusterSurvey survey = new ClusterSurvey(null, new Configuration(false), LIMIT);
  private HttpServer server;
  private URI pages;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jmx",
        exchange -> {
          String body = answers.getOrDefault(exchange.getRequestURI().getQuery(), "{\"beans\":[]}");
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    pages = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private List<Server> servers() throws InterruptedException {
    return survey.hdfs(Map.of("nn:8020", pages));
  }

  @Test
  void theNameNodeReportsItselfAndItsDataNodes() throws Exception {
    String nodes =
        "{\\\"h1:9866\\\":{\\\"infoAddr\\\":\\\"%s\\\",\\\"xferaddr\\\":\\\"10.0.0.1:9866\\\",\\\"version\\\":\\\"3.3.6\\\"}}"
            .formatted(pages.getAuthority());
    answers.put(
        "qry=Hadoop:service=NameNode,name=NameNodeInfo",
        "{\"beans\":[{\"Version\":\"3.3.6,"
            + " r1be78238\",\"SoftwareVersion\":\"3.3.6\",\"LiveNodes\":\""
            + nodes
            + "\"}]}");
    answers.put(
        "qry=java.lang:type=Runtime",
        "{\"beans\":[{\"VmVersion\":\"17.0.15+6\",\"VmVendor\":\"Debian\"}]}");
    List<Server> found = servers();
    assertThat(survey.unknown()).isEmpty();
    assertThat(found).extracting(Server::role).containsExactly("datanode", "namenode");
    assertThat(found).extracting(Server::address).containsExactly("10.0.0.1:9866", "nn:8020");
    assertThat(found).allSatisfy(each -> assertThat(each.version()).contains("3.3.6"));
    assertThat(found).allSatisfy(each -> assertThat(each.jvm()).contains("17.0.15+6 of Debian"));
    assertThat(found.get(1).build()).contains("1be78238");
  }

  @Test
  void whereAServerHasAnAddressThatIsNoneOfTheWebTheOthersAreKnown() throws Exception {
    String nodes =
        "{\\\"h1:9866\\\":{\\\"infoAddr\\\":\\\"::1:9864\\\",\\\"version\\\":\\\"3.3.6\\\"}}";
    answers.put(
        "qry=Hadoop:service=NameNode,name=NameNodeInfo",
        "{\"beans\":[{\"LiveNodes\":\"" + nodes + "\"}]}");
    assertThat(servers()).extracting(Server::address).containsExactly("h1:9866", "nn:8020");
    assertThat(survey.unknown())
        .anyMatch(line -> line.startsWith("The JVM of datanode h1:9866 is not"));
    Map<String, URI> odd = Map.of("n_n:8020", URI.create("http://n_n:9870"));
    assertThat(survey.hdfs(odd)).hasSize(1);
    assertThat(survey.unknown())
        .anyMatch(line -> line.startsWith("The NameNode n_n:8020 does not answer"));
  }

  @Test
  void aNameNodeThatReportsNothingIsThereAndUnknown() throws Exception {
    List<Server> found = servers();
    assertThat(found).containsExactly(Server.at(Role.NAMENODE, "nn:8020", false));
    assertThat(survey.unknown())
        .hasSize(1)
        .first()
        .asString()
        .contains("NameNode nn:8020 does not answer");
  }

  @Test
  void theWebInterfaceIsWhereTheSiteSaysElseAtItsUsualPort() {
    Configuration hadoop = new Configuration(false);
    List<String> volumes = List.of("hdfs://n1:8020/accumulo", "hdfs://n1:8020/b", "file:/x");
    assertThat(ClusterSurvey.nameNodes(volumes, hadoop))
        .containsExactly(Map.entry("n1:8020", URI.create("http://n1:9870")));
    hadoop.set("dfs.namenode.http-address", "0.0.0.0:50070");
    assertThat(ClusterSurvey.nameNodes(volumes, hadoop))
        .containsExactly(Map.entry("n1:8020", URI.create("http://n1:50070")));
    hadoop.set("dfs.http.policy", "HTTPS_ONLY");
    assertThat(ClusterSurvey.nameNodes(volumes, hadoop))
        .containsExactly(Map.entry("n1:8020", URI.create("https://n1:9871")));
  }

  @Test
  void aNameserviceWithOneIsKnownByItsAddress() {
    Configuration hadoop = new Configuration(false);
    hadoop.set("dfs.nameservices", "prod, test");
    hadoop.set("dfs.namenode.rpc-address.prod", "n1:8020");
    hadoop.set("dfs.namenode.rpc-address.test", "n2:8020");
    hadoop.set("dfs.namenode.http-address.prod", "n1:9999");
    hadoop.set("dfs.namenode.http-address.test", "0.0.0.0:9998");
    assertThat(
            ClusterSurvey.nameNodes(
                List.of("hdfs://n1:8020/accumulo", "hdfs://n2:8020/accumulo"), hadoop))
        .containsExactly(
            Map.entry("n1:8020", URI.create("http://n1:9999")),
            Map.entry("n2:8020", URI.create("http://n2:9998")));
  }

  @Test
  void aNameserviceHasSeveral() {
    Configuration hadoop = new Configuration(false);
    hadoop.set("dfs.ha.namenodes.prod", "a,b");
    hadoop.set("dfs.namenode.rpc-address.prod.a", "n1:8020");
    hadoop.set("dfs.namenode.http-address.prod.a", "n1:9999");
    hadoop.set("dfs.namenode.rpc-address.prod.b", "n2:8020");
    assertThat(ClusterSurvey.nameNodes(List.of("hdfs://prod/accumulo"), hadoop))
        .containsExactly(
            Map.entry("n1:8020", URI.create("http://n1:9999")),
            Map.entry("n2:8020", URI.create("http://n2:9870")));
  }
}
