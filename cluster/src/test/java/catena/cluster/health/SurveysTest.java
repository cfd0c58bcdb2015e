// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.instance.Web;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is made of the answers of those who must know, and of no answer. */
@Timeout(60)
class SurveysTest {
  private final HadoopSurvey survey = new HadoopSurvey(new Web());
  private HttpServer server;
  private volatile String said = "";
  private volatile int status = 200;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = said.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private MembershipAnswer nameNode(String answer) throws InterruptedException {
    said = answer;
    return survey.nameNode(address());
  }

  @Test
  void theNameNodeNamesItsLiveDataNodesByNumber() throws Exception {
    MembershipAnswer answer =
        nameNode(
            """
            {"beans": [{"Safemode": "", "LiveNodes":
             "{\\"a\\": {\\"xferaddr\\": \\"localhost:1\\"}, \\"b\\": {\\"xferaddr\\": \\"h:2\\"}}"}]}
            """);
    assertThat(answer).isEqualTo(MembershipAnswer.ready(Set.of("127.0.0.1:1", "h:2")));
    assertThat(answer.missing("127.0.0.1:1", "the NameNode")).isEmpty();
    assertThat(answer.missing("127.0.0.1:9", "the NameNode"))
        .contains("is not registered with the NameNode");
  }

  @Test
  void aNameNodeWithoutRoomSaysSo() throws Exception {
    String low =
        "{\"beans\": [{\"Safemode\": \"Safe mode is ON. Resources are low on NN. Please add\"}]}";
    assertThat(nameNode(low).problem()).contains("is in safe mode, since it is low on disk space");
  }

  @Test
  void aNameNodeThatIsNotReadySaysWhy() throws Exception {
    assertThat(nameNode("{\"beans\": [{\"Safemode\": \"Safe mode is ON\"}]}"))
        .isEqualTo(MembershipAnswer.problem("is in safe mode"));
    assertThat(nameNode("{\"beans\": []}"))
        .as("it has just been started")
        .isEqualTo(MembershipAnswer.problem("does not answer"));
    assertThat(nameNode("<html>").problem()).contains("does not answer");
    status = 500;
    assertThat(nameNode("{\"beans\": [{\"Safemode\": \"\"}]}").problem())
        .contains("does not answer");
  }

  @Test
  void aServerThatDoesNotAnswerKnowsNoMembers() throws Exception {
    server.stop(0);
    MembershipAnswer answer = survey.nameNode(address());
    assertThat(answer.problem()).contains("does not answer");
    assertThat(answer.missing("h:1", "the NameNode"))
        .contains("cannot be asked for, the NameNode does not answer");
    assertThat(survey.resourceManager(address()).problem()).contains("does not answer");
  }

  @Test
  void theResourceManagerNamesNodesThatRun() throws Exception {
    said =
        """
        {"nodes": {"node": [
          {"state": "RUNNING", "nodeHTTPAddress": "localhost:1"},
          {"state": "LOST", "nodeHTTPAddress": "h:2"}]}}
        """;
    assertThat(survey.resourceManager(address()).addresses()).containsExactly("127.0.0.1:1");
    said = "{\"nodes\": null}";
    assertThat(survey.resourceManager(address())).isEqualTo(MembershipAnswer.ready(Set.of()));
  }

  private static String zooKeeper(String answer) throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread speaker =
          new Thread(
              () -> {
                try (Socket asked = socket.accept()) {
                  asked.getInputStream().readNBytes(4);
                  asked.getOutputStream().write(answer.getBytes(UTF_8));
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      speaker.start();
      try (ZooKeeperSurvey zookeeper =
          new ZooKeeperSurvey("127.0.0.1", socket.getLocalPort(), "none")) {
        return zookeeper.problem().orElse("");
      } finally {
        speaker.join();
      }
    }
  }

  @Test
  void zooKeeperMustSayThatItIsWell() throws Exception {
    assertThat(zooKeeper("imok")).isEmpty();
    assertThat(zooKeeper("imnotok")).isEqualTo("does not say imok");
    assertThat(zooKeeper("")).isEqualTo("does not say imok");
    try (ZooKeeperSurvey nobody = new ZooKeeperSurvey("127.0.0.1", 1, "none")) {
      assertThat(nobody.problem()).contains("does not answer");
      assertThat(nobody.accumulo()).isEqualTo(MembershipAnswer.problem("does not answer"));
    }
  }

  @Test
  void anAnswerNamesTheMissingMember() {
    MembershipAnswer ready = MembershipAnswer.ready(Set.of("h:1"));
    assertThat(ready.missing("h:1", "zookeeper")).isEmpty();
    assertThat(ready.missing("h:2", "zookeeper")).contains("is not registered with zookeeper");
    MembershipAnswer silent = MembershipAnswer.problem("is in safe mode");
    assertThat(silent.missing("h:1", "the namenode"))
        .contains("cannot be asked for, the namenode is in safe mode");
    assertThat(silent.addresses()).isEmpty();
    assertThat(ready.problem()).isEmpty();
  }
}
