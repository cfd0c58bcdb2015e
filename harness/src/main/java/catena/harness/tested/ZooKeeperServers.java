package catena.harness.tested;

import static java.nio.charset.StandardCharsets.US_ASCII;

import catena.harness.instance.Role;
import catena.harness.tested.Tested.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks each ZooKeeper server for its version, by the four-letter word {@code srvr}, the one that
 * ZooKeeper answers unless it is told otherwise ({@code 4lw.commands.whitelist}).
 */
final class ZooKeeperServers {
  private static final String QUESTION = "srvr";
  private static final int DEFAULT_PORT = 2181;

  /** An answer is some hundred bytes; what is longer is none. */
  private static final int MOST_BYTES = 65_536;

  private static final Pattern VERSION =
      Pattern.compile("Zookeeper version: ([^,\\s]+?)(?:-([0-9a-f]{7,40}))?,");

  private ZooKeeperServers() {}

  /** The servers that a connection string names, a path behind them left out. */
  static List<Server> named(String zookeepers) {
    return Arrays.stream(zookeepers.replaceFirst("/.*", "").split(",", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .map(each -> each.matches(".*:\\d+") ? each : each + ":" + DEFAULT_PORT)
        .map(each -> Server.at(Role.ZOOKEEPER, each, false))
        .toList();
  }

  /**
   * The server with its version.
   *
   * @param limit for the connection, and for each part of the answer
   * @throws IOException if it does not answer, or does not tell
   */
  static Server asked(Server server, Duration limit) throws IOException {
    int colon = server.address().lastIndexOf(':');
    int millis = (int) limit.toMillis();
    try (Socket socket = new Socket()) {
      int port = Integer.parseInt(server.address().substring(colon + 1));
      socket.connect(new InetSocketAddress(server.host(), port), millis);
      socket.setSoTimeout(millis);
      socket.getOutputStream().write(QUESTION.getBytes(US_ASCII));
      socket.getOutputStream().flush();
      String answer = new String(socket.getInputStream().readNBytes(MOST_BYTES), US_ASCII);
      return parsed(server, answer);
    }
  }

  static Server parsed(Server server, String answer) throws IOException {
    Matcher version = VERSION.matcher(answer);
    if (!version.find()) {
      String said = answer.strip();
      throw new IOException(
          said.isEmpty()
              ? "it closed the connection without an answer"
              : "it answered " + said.lines().findFirst().orElse(""));
    }
    return server.or(
        Optional.of(version.group(1)), Optional.ofNullable(version.group(2)), Optional.empty());
  }
}
