// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
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
