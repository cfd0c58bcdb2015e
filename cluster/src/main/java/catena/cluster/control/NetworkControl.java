// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import catena.harness.instance.ServerId;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * The network between the hosts of a cluster, where it can be cut and healed.
 *
 * <p>Hosts have names: {@code base} is the machine itself, where every client runs; {@code
 * zookeeper}, {@code namenode} and {@code manager} carry the servers that all others turn to;
 * {@code host-1}, {@code host-2}, … carry tservers, DataNodes, scan servers, compactors and the
 * managers that stand by.
 *
 * <p>A cut drops packets silently, as a broken cable does: no host is notified. Cuts are kept by
 * the operating system, so that they outlive the process that made them and any other can heal
 * them. Cutting what is cut and healing what is whole is no error.
 */
public interface NetworkControl {
  /** One direction in which nothing arrives. */
  record Cut(String from, String to) {}

  /** The names of all hosts, {@code base} first. */
  List<String> hosts();

  /**
   * The host that carries a server.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  String hostOf(ServerId server);

  /**
   * From now on nothing that a host of the one group sends reaches a host of the other and, unless
   * one way only is asked for, nothing comes back. A host that is in both groups still reaches
   * itself.
   *
   * @throws IllegalArgumentException if there is no such host
   * @throws IOException if the system refuses; what was cut by then is healed again by {@link
   *     #heal}
   */
  void cut(Set<String> from, Set<String> to, boolean oneWay)
      throws IOException, InterruptedException;

  /** Ends every cut between hosts of the two groups, in both directions. */
  void heal(Set<String> from, Set<String> to) throws IOException, InterruptedException;

  /** Ends every cut. */
  void healAll() throws IOException, InterruptedException;

  /** The cuts there are, made by any process. */
  List<Cut> cuts() throws IOException, InterruptedException;

  /**
   * Whether what the one host sends reaches the other, found out by sending something. It says
   * nothing of the way back.
   */
  boolean reachable(String fromHost, String toHost) throws IOException, InterruptedException;
}
