// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.harness.instance.FourLetterWord;
import catena.records.server.Role;
import catena.records.tested.Tested.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
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
    int port = Integer.parseInt(server.address().substring(colon + 1));
    InetSocketAddress address = new InetSocketAddress(server.host(), port);
    return parsed(server, FourLetterWord.ask(address, QUESTION, limit));
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
