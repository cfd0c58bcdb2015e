// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a ZooKeeper server by one of its four-letter words ({@code 4lw.commands.whitelist}). */
public final class FourLetterWord {
  /** An answer is some hundred bytes; what is longer is none. */
  private static final int MOST_BYTES = 65_536;

  private FourLetterWord() {}

  /**
   * What a server answers; empty if it closes the connection without a word.
   *
   * @param word {@code ruok}, {@code srvr}
   * @param limit for the connection, and for each part of the answer
   * @throws IOException if it does not answer
   */
  public static String ask(InetSocketAddress server, String word, Duration limit)
      throws IOException {
    int millis = (int) limit.toMillis();
    try (Socket socket = new Socket()) {
      socket.connect(server, millis);
      socket.setSoTimeout(millis);
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      byte[] answer = socket.getInputStream().readNBytes(MOST_BYTES);
      return new String(answer, StandardCharsets.US_ASCII);
    }
  }
}
