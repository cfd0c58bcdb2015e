// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.Web;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MonitorSourceTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String MANAGER =
      "{\"managerState\":\"NORMAL\",\"unassignedTablets\":4,\"deadTabletServersCount\":1}";
  private static final String TABLES =
      """
      {"table":[
       {"tablename":"ci","tablets":8,"onlineTablets":7,"recs":100,"recsInMemory":30,"ingestRate":5.5,
        "query":2.5,"majorCompactions":{"running":1,"queued":2},"minorCompactions":{"running":3,"queued":4}},
       {"tablename":"accumulo.metadata","tablets":2,"onlineTablets":2,"recs":10,"recsInMemory":1,
        "ingestRate":0.5,"query":1,"majorCompactions":{"running":0,"queued":1}}]}
      """;
  private static final String TSERVERS =
      """
      {"servers":[{"holdtime":1500,"lastContact":200},{"holdtime":0,"lastContact":9000}]}
      """;

  private final Map<String, String> pages = new ConcurrentHashMap<>();
  private HttpServer server;
  private Source source;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String page = pages.get(exchange.getRequestURI().getPath());
          byte[] body = (page == null ? "none" : page).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(page == null ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    source = Sources.monitor(new Web(), () -> Optional.of(address), "ci");
    pages.put("/rest/manager", MANAGER);
    pages.put("/rest/tables", TABLES);
    pages.put("/rest/tservers", TSERVERS);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void tablesAreAddedUpAndTheTestTableStandsApart() throws Exception {
    Reading reading = source.read(LIMIT);
    assertThat(reading.cluster())
        .containsEntry(Metric.ENTRIES, 110.0)
        .containsEntry(Metric.INGEST, 6.0)
        .containsEntry(Metric.TABLETS, 10.0)
        .containsEntry(Metric.MAJOR_QUEUED, 3.0)
        .containsEntry(Metric.UNASSIGNED, 4.0)
        .containsEntry(Metric.DEAD_TSERVERS, 1.0)
        .containsEntry(Metric.HOLD, 1.5)
        .containsEntry(Metric.SILENCE, 9.0);
    assertThat(reading.table())
        .containsEntry(Metric.ENTRIES, 100.0)
        .containsEntry(Metric.IN_MEMORY, 30.0)
        .containsEntry(Metric.HOSTED, 7.0)
        .containsEntry(Metric.MINOR_RUNNING, 3.0);
    assertThat(reading.cluster().keySet()).isEqualTo(source.cluster());
    assertThat(reading.table().keySet()).isEqualTo(source.table());
  }

  /** ZooKeeper has it in either way. */
  @Test
  void anAddressMayEndWithASlash() throws Exception {
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    Source ended = Sources.monitor(new Web(), () -> Optional.of(address), "ci");
    assertThat(ended.read(LIMIT).cluster()).containsEntry(Metric.ENTRIES, 110.0);
  }

  @Test
  void aTableThatIsNotThereHasNoFigures() throws Exception {
    pages.put("/rest/tables", "{\"table\":[]}");
    assertThat(source.read(LIMIT).table()).isEmpty();
  }

  @Test
  void aMonitorWithoutAManagerHasNoFigures() {
    pages.put("/rest/manager", "{\"manager\":\"No Managers running\",\"managerState\":null}");
    assertThatThrownBy(() -> source.read(LIMIT)).hasMessageContaining("no manager");
  }

  @Test
  void whatTheMonitorCannotSayIsNotTakenForNothing() {
    pages.remove("/rest/tables");
    assertThatThrownBy(() -> source.read(LIMIT)).hasMessageContaining("404");
  }
}
