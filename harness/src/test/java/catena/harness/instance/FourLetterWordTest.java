// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FourLetterWordTest {
  private static InetSocketAddress at(ServerSocket server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  /** Answers once with what it was asked, so many times. */
  private static ServerSocket echo(int times) throws IOException {
    ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread thread =
        new Thread(
            () -> {
              try (Socket socket = server.accept()) {
                String word = new String(socket.getInputStream().readNBytes(4), US_ASCII);
                socket.getOutputStream().write(word.repeat(times).getBytes(US_ASCII));
              } catch (IOException e) {
                // the test tells
              }
            });
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  @Test
  void theWholeAnswerIsReturnedUpToTheLengthOfAnAnswer() throws IOException {
    Duration limit = Duration.ofSeconds(20);
    try (ServerSocket server = echo(3)) {
      assertThat(ZooKeepers.fourLetters(at(server), "ruok", limit)).isEqualTo("ruokruokruok");
    }
    try (ServerSocket silent = echo(0)) {
      assertThat(ZooKeepers.fourLetters(at(silent), "ruok", limit)).isEmpty();
    }
    try (ServerSocket endless = echo(50_000)) {
      assertThat(ZooKeepers.fourLetters(at(endless), "ruok", limit)).hasSize(65_536);
    }
  }

  @Test
  void oneThatTakesTheConnectionAndSaysNothingIsGivenUp() throws IOException {
    try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> ZooKeepers.fourLetters(at(mute), "ruok", Duration.ofMillis(200)))
          .isInstanceOf(IOException.class);
    }
  }
}
