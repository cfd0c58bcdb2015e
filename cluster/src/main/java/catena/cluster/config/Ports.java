// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.RoleSpec;
import catena.records.server.Role;
import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Finds ports that no process listens on, and whether one listens on a port.
 *
 * <p>They are taken below the kernel's ephemeral range (from 32768 on Linux): a port the kernel
 * hands out freely may become the near end of some connection before the server comes to bind it.
 */
public final class Ports {
  private static final int FIRST = 15_000;
  private static final int LAST = 32_000;
  private static final int TRIES = 1_000;
  private static final int CONNECT_MILLIS = 2_000;

  private final RandomGenerator random;
  private final PortReservations reservations = PortReservations.ofMachine();
  private final Set<Integer> given = new HashSet<>();

  /**
   * Ports that are drawn.
   *
   * @param random from which they are
   */
  public Ports(RandomGenerator random) {
    this.random = random;
  }

  /** A free port for each name of a role's ports. */
  public synchronized Map<String, Integer> forRole(Role role) throws IOException {
    Map<String, Integer> ports = new LinkedHashMap<>();
    for (String name : RoleSpec.of(role).ports()) {
      ports.put(name, next());
    }
    return ports;
  }

  /**
   * Releases the reservations of servers that listen by now: any search for a port sees them.
   *
   * @param more ports that were drawn by another of this kind
   */
  public synchronized void settle(Collection<Integer> more) {
    Set<Integer> all = new HashSet<>(given);
    all.addAll(more);
    reservations.release(all);
  }

  private int next() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = random.nextInt(FIRST, LAST);
      if (free(port) && given.add(port) && reservations.take(port)) {
        return port;
      }
    }
    throw new ClusterException("no free port between " + FIRST + " and " + LAST);
  }

  /** Whether a process accepts connections there; a host that does not answer does not. */
  public static boolean listens(HostAndPort at) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(at.getHost(), at.getPort()), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a server could listen there now. */
  public static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true); // As the servers do; else a closed connection looks like one.
      socket.bind(new InetSocketAddress(InetAddresses.forString(ClusterRecord.LOOPBACK), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Keeps two clusters that start at the same time on one machine from choosing the same port: a
   * file for each port that was chosen, until its server had time to listen there.
   */
  record PortReservations(Path directory, Clock clock) {
    /** Longer than a server takes to start; after it, a listening server holds the port. */
    private static final Duration VALID = Duration.ofMinutes(3);

    /** Those of this user on this machine. */
    static PortReservations ofMachine() {
      return new PortReservations(
          Path.of(
              System.getProperty("java.io.tmpdir"),
              "catena-ports-" + System.getProperty("user.name")),
          Clock.systemUTC());
    }

    /**
     * Reserves a port.
     *
     * @return whether no other process has; also if reservations cannot be kept here, since they
     *     only make a rare accident rarer
     */
    boolean take(int port) {
      try {
        Files.createDirectories(directory);
        forget();
        return directory.resolve(Integer.toString(port)).toFile().createNewFile();
      } catch (IOException e) {
        return true;
      }
    }

    /** Takes reservations back that are of no more use, and leaves nothing behind. */
    void release(Collection<Integer> ports) {
      try {
        for (int port : ports) {
          Files.deleteIfExists(directory.resolve(Integer.toString(port)));
        }
        Files.deleteIfExists(directory);
      } catch (IOException e) {
        // Others are in it, or have just removed it; what is left is forgotten later.
      }
    }

    private void forget() throws IOException {
      long oldest = clock.millis() - VALID.toMillis();
      try (DirectoryStream<Path> taken = Files.newDirectoryStream(directory)) {
        for (Path each : taken) {
          long at = each.toFile().lastModified(); // 0 where another has just removed it
          if (at > 0 && at < oldest) {
            Files.deleteIfExists(each);
          }
        }
      }
    }
  }
}
