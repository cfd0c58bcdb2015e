// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.Web;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class YarnSourceTest {
  /** As the ResourceManager's REST interface documents it, each figure another one. */
  private static final String METRICS =
      """
      {"clusterMetrics":{"appsSubmitted":1,"appsCompleted":2,"appsPending":3,"appsRunning":4,
       "reservedMB":5,"availableMB":6,"allocatedMB":7,"reservedVirtualCores":8,
       "availableVirtualCores":9,"allocatedVirtualCores":10,"containersAllocated":11,
       "containersReserved":12,"containersPending":13,"totalMB":14,"totalVirtualCores":15,
       "totalNodes":16,"lostNodes":17,"unhealthyNodes":18,"decommissionedNodes":19,
       "rebootedNodes":20,"activeNodes":21}}
      """;

  private HttpServer server;
  private Source source;
  private volatile String page = METRICS;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/ws/v1/cluster/metrics",
        exchange -> {
          byte[] body = page.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    source =
        Sources.yarn(
            new Web(), URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/x"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void eachFigureIsTheOneThatYarnCallsSo() throws Exception {
    Reading reading = source.read(Duration.ofSeconds(30));
    assertThat(reading.cluster())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                Metric.YARN_RUNNING, 11.0,
                Metric.YARN_PENDING, 13.0,
                Metric.YARN_MAXIMUM, 15.0,
                Metric.YARN_NODES, 21.0,
                Metric.YARN_UNHEALTHY, 18.0));
    assertThat(reading.table()).isEmpty();
    assertThat(source.cluster()).isEqualTo(reading.cluster().keySet());
    assertThat(source.table()).isEmpty();
    assertThat(source.name()).isEqualTo("yarn");
  }

  @Test
  void anAnswerWithoutFiguresIsNamedAndIsNotZero() {
    page = "{\"somethingElse\":{}}";
    assertThatThrownBy(() -> source.read(Duration.ofSeconds(30)))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("/ws/v1/cluster/metrics", "no clusterMetrics");
  }
}
