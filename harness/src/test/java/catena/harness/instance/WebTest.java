// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WebTest {
  @Test
  void aServerThatHangsInTheMiddleOfItsAnswerIsGivenUp() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread hanging = new Thread(() -> answerByHalf(server));
      hanging.setDaemon(true);
      hanging.start();
      URI address = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
      assertThatThrownBy(() -> new Web().json(address, Duration.ofSeconds(1)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no whole answer");
    }
  }

  @Test
  void theAnswerIsReadAndAnyOtherStatusIsAFailure() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", WebTest::answer);
    server.start();
    URI pages = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    Duration limit = Duration.ofSeconds(20);
    try {
      assertThat(new Web().json(pages.resolve("/status"), limit).path("status").asText())
          .isEqualTo("/status of application/json");
      assertThat(new Web().bean(pages, "one", limit).path("name").asText()).isEqualTo("one");
      assertThatThrownBy(() -> new Web().bean(pages, "none", limit))
          .isInstanceOf(IOException.class)
          .hasMessage(pages + " has no none");
      assertThatThrownBy(() -> new Web().json(pages.resolve("/gone"), limit))
          .isInstanceOf(IOException.class)
          .hasMessage(pages + "/gone answers with status 404");
    } finally {
      server.stop(0);
    }
    assertThatThrownBy(() -> new Web().json(pages, limit))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(pages + " does not answer: ")
        .hasMessageNotContaining("null");
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String asked = exchange.getRequestURI().toString();
    String body =
        switch (asked) {
          case "/jmx?qry=one" -> "{\"beans\": [{\"name\": \"one\"}, {\"name\": \"two\"}]}";
          case "/jmx?qry=none" -> "{\"beans\": []}";
          default ->
              "{\"status\": \"%s of %s\"}"
                  .formatted(asked, exchange.getRequestHeaders().getFirst("Accept"));
        };
    exchange.sendResponseHeaders(asked.equals("/gone") ? 404 : 200, body.length());
    exchange.getResponseBody().write(body.getBytes(US_ASCII));
    exchange.close();
  }

  private static void answerByHalf(ServerSocket server) {
    try (Socket socket = server.accept();
        InputStream in = socket.getInputStream()) {
      socket
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".getBytes(US_ASCII));
      while (in.read() >= 0) {
        // until the client gives up
      }
    } catch (IOException e) {
      // it has
    }
  }
}
