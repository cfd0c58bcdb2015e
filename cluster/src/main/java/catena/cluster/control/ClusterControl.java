// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Server;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The servers of a cluster and what may be done to each of them.
 *
 * <p>Every method returns when the action is done, or throws when it could not be done within its
 * limit. Doing what is already so is no error.
 */
public interface ClusterControl {
  /** Every server of the cluster with its state, in the order of start. */
  List<Server> list() throws IOException;

  /** One of them; fails where there is no such server, or where its state cannot be found out. */
  default Server server(ServerId id) throws IOException {
    return list().stream()
        .filter(server -> server.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IOException("there is no server " + id));
  }

  /**
   * Starts a server unless it runs, and waits until it answers.
   *
   * @throws ClusterException if it does not, with the reason and the log
   */
  void start(ServerId id) throws IOException, InterruptedException;

  /** Starts several servers, at once where that can be done. */
  default void start(List<ServerId> ids) throws IOException, InterruptedException {
    for (ServerId id : ids) {
      start(id);
    }
  }

  /**
   * Why so many servers of a role cannot be added to this cluster, if they cannot; a sentence.
   * Nothing is changed.
   */
  default Optional<String> whyNotAdd(Role role, int count) throws IOException {
    return Optional.of("servers cannot be added to this cluster");
  }

  /**
   * Adds servers of a role to the cluster, which keeps running, and waits until each answers. From
   * then on they are among {@link #list}, and stopped with the others.
   *
   * @return the new ones, as many as were asked for
   * @throws ClusterException if they cannot be added: {@link #whyNotAdd}, or do not start; the
   *     cluster is then what it was before
   */
  default List<ServerId> add(Role role, int count) throws IOException, InterruptedException {
    throw new ClusterException(whyNotAdd(role, count).orElseThrow());
  }

  /**
   * The servers of a role that {@link #add} may start, since they are named and do not run; empty
   * where it makes new ones.
   */
  default List<ServerId> idle(Role role) throws IOException {
    return List.of();
  }

  /**
   * The same cluster, to which {@link #add} adds none but these of those that are named, and each
   * once: a server killed since does not run either, but is not new. Where it makes new ones, they
   * belong to no other caller.
   */
  default ClusterControl addingOnly(Collection<ServerId> idle) {
    return this;
  }

  /** Ends a server in an orderly way, and by force when that takes too long. */
  void stop(ServerId id) throws IOException, InterruptedException;

  /** Ends a server at once, as a crash would (SIGKILL), and waits until its process is gone. */
  void kill(ServerId id) throws IOException, InterruptedException;

  /**
   * Halts a server, which keeps its process and its connections (SIGSTOP).
   *
   * @throws ClusterException if it has no process
   */
  void pause(ServerId id) throws IOException, InterruptedException;

  /**
   * Lets a paused server go on (SIGCONT).
   *
   * @throws ClusterException if it has no process
   */
  void resume(ServerId id) throws IOException, InterruptedException;

  /**
   * What is wrong with each of the servers that are not at work, as the process, ZooKeeper and the
   * NameNode show it.
   */
  SortedMap<ServerId, String> missing() throws IOException, InterruptedException;

  /**
   * Whether the process that {@link #list} has shown under this number is still there, as the
   * operating system reports it; empty where that cannot be determined. Where the number was not
   * shown, any other process that has it counts too.
   */
  default Optional<Boolean> lives(long pid) {
    return Optional.empty();
  }

  /** How many DataNodes hold each block. */
  int replication();

  /** The network between the cluster's hosts, where it can be cut. */
  default Optional<NetworkControl> network() throws IOException {
    return Optional.empty();
  }

  /** The agent in the JVMs of Accumulo's servers, where they have it. */
  default Optional<Instrument> instrument() {
    return Optional.empty();
  }

  /** The disks that servers have to themselves, where their power can be cut. */
  default Optional<DiskControl> disks() throws IOException {
    return Optional.empty();
  }
}
