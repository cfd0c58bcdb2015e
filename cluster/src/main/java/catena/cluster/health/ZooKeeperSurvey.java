// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import catena.harness.instance.InstanceNodes;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Tablet;
import catena.harness.instance.ZooKeeperPaths;
import catena.harness.instance.ZooKeepers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Queries ZooKeeper for its state, and which of Accumulo's servers hold or wait for a lock there.
 *
 * <p>Every server of Accumulo, a standing-by manager too, puts its address into its lock's path or
 * data.
 */
public final class ZooKeeperSurvey implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final InetSocketAddress server;
  private final String place;
  private final ServerLocks locks;

  /** Opened when first asked. */
  private InstanceNodes nodes;

  ZooKeeperSurvey(String host, int port, String instance) {
    this.server = new InetSocketAddress(host, port);
    this.place = host + ":" + port;
    this.locks = new ServerLocks(place, instance, LIMIT);
  }

  /** Why the server is not ready, if it is not. */
  Optional<String> problem() {
    try {
      String answer = ZooKeepers.fourLetters(server, "ruok", LIMIT);
      return answer.equals("imok") ? Optional.empty() : Optional.of("does not say imok");
    } catch (IOException e) {
      return Optional.of("does not answer");
    }
  }

  /** Whether Accumulo has been initialised under this instance name. */
  public boolean initialised() throws IOException, InterruptedException {
    return locks.instanceId().isPresent();
  }

  /** ZooKeeper, with the addresses of Accumulo's registered servers, and which hold their lock. */
  MembershipAnswer accumulo() throws InterruptedException {
    Optional<String> problem = problem();
    if (problem.isPresent()) {
      return MembershipAnswer.problem(problem.get());
    }
    try {
      Set<String> addresses = new TreeSet<>();
      Set<String> holders = new TreeSet<>();
      for (ServerLocks.Lock lock : locks.read()) {
        String address = HadoopSurvey.numeric(lock.address().toString());
        addresses.add(address);
        if (lock.held()) {
          holders.add(address);
        }
      }
      return new MembershipAnswer(addresses, holders, Optional.empty());
    } catch (IOException e) {
      return MembershipAnswer.problem("does not answer");
    }
  }

  /**
   * The sessions of the tservers at some addresses, as the metadata tables write them. A lock
   * outlives its process until the session times out; callers that know the processes omit those.
   */
  public Set<String> sessions(Set<String> addresses) throws IOException, InterruptedException {
    return ServerLocks.sessions(
        locks.read().stream()
            .filter(lock -> addresses.contains(HadoopSurvey.numeric(lock.address().toString())))
            .toList());
  }

  /**
   * What stands in the way of tablets being hosted, if something does: a goal that a stop has left.
   */
  Optional<String> hindrance() throws IOException, InterruptedException {
    return goalState()
        .filter(goal -> !goal.equals(ZooKeeperPaths.NORMAL))
        .map(goal -> "the goal state of the manager is " + goal + "; start the whole cluster");
  }

  /** What the manager is to bring the instance to; empty before it is initialised. */
  public Optional<String> goalState() throws IOException, InterruptedException {
    Optional<InstanceNodes> open = nodes();
    return open.isPresent() ? open.get().goalState() : Optional.empty();
  }

  /** The root tablet, which is not in a table. */
  Tablet rootTablet() throws IOException, InterruptedException {
    return nodes().orElseThrow(() -> new IOException("Accumulo is not initialised")).rootTablet();
  }

  private synchronized Optional<InstanceNodes> nodes() throws IOException, InterruptedException {
    if (nodes == null) {
      nodes = locks.instanceId().map(id -> new InstanceNodes(place, id, LIMIT)).orElse(null);
    }
    return Optional.ofNullable(nodes);
  }

  @Override
  public synchronized void close() {
    locks.close();
    if (nodes != null) {
      nodes.close();
      nodes = null;
    }
  }
}
