// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import static catena.harness.instance.ZooKeepers.ask;

import catena.harness.accumulo.Holder;
import catena.harness.instance.EphemeralHold;
import catena.harness.instance.ZooKeeperPaths;
import catena.harness.instance.ZooKeepers;
import catena.records.run.Json;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.curator.RetryPolicy;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.GetDataBuilder;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Reads and writes the nodes of one run in ZooKeeper; for any thread. An {@link IOException} means
 * that ZooKeeper could not be reached now, and says nothing about the run.
 */
public final class FleetNodes implements Closeable {
  private static final Logger LOG = LogManager.getLogger(FleetNodes.class);
  private static final int EPOCH_BITS = 32;

  /** The version of an order that this process neither gave nor took over. */
  private static final int NOT_TAKEN = -1;

  private static final long NO_SESSION = 0;

  private final CuratorFramework curator;
  private final String root;
  private final Duration session;
  private final Members members;
  private volatile CuratorWatcher watcher;

  /** The version of the order in ZooKeeper that this process gave or took over. */
  private int orderVersion = NOT_TAKEN;

  /** What this process ordered last, whether ZooKeeper answered or not. */
  private Order given;

  /** What this process said of itself when it took the right to coordinate; null before that. */
  private Holder me;

  /** The session in which it did so. */
  private long coordinating = NO_SESSION;

  private FleetNodes(CuratorFramework curator, String root, Duration session) {
    this.curator = curator;
    this.root = root;
    this.session = session;
    this.members = new Members(curator, root + "/members");
  }

  /**
   * Connects.
   *
   * @param id of the run; see {@link ZooKeeperPaths#idOfRun}
   * @param secret of the run: only processes that know it may use the nodes; empty: all may
   * @param limit for the connection, and for each request: no request is retried after it, and the
   *     last try ends within twice the limit
   * @throws UsageException if ZooKeeper does not answer within the limit
   */
  public static FleetNodes open(String zookeepers, String id, String secret, Duration limit) {
    RetryPolicy tries = new BoundedExponentialBackoffRetry(100, 1000, 3);
    RetryPolicy retry =
        (count, elapsedMillis, sleeper) ->
            elapsedMillis < limit.toMillis() && tries.allowRetry(count, elapsedMillis, sleeper);
    String root = ZooKeeperPaths.ofRun(id);
    CuratorFramework curator =
        secret.isEmpty()
            ? ZooKeepers.curator(zookeepers, limit, retry)
            : ZooKeepers.curator(zookeepers, limit, retry, root, secret);
    ZooKeepers.start(curator, zookeepers, limit);
    try {
      int granted = curator.getZookeeperClient().getZooKeeper().getSessionTimeout();
      return new FleetNodes(curator, root, Duration.ofMillis(granted));
    } catch (Exception e) { // the connection was lost again
      curator.close();
      throw new UsageException("ZooKeeper at " + zookeepers + " does not answer: " + e);
    }
  }

  /**
   * The session timeout, after which ZooKeeper removes the ephemeral nodes of a silent process: the
   * one that ZooKeeper granted, which may be less than the requested one.
   */
  public Duration session() {
    return session;
  }

  /** How long to wait until what a dead process held is free, with a margin for the news. */
  public Duration untilGone() {
    return session().multipliedBy(5).dividedBy(3);
  }

  /** Notifies a worker when there is a connection again, on a Curator thread. */
  public void onConnected(Runnable listener) {
    curator
        .getConnectionStateListenable()
        .addListener(
            (client, state) -> {
              if (state.isConnected()) {
                listener.run();
              }
            });
  }

  /** Whether there is a connection now. */
  public boolean connected() {
    return curator.getZookeeperClient().isConnected();
  }

  // --- the run ---------------------------------------------------------------------------------

  /** Writes the specification of this run, and the node for clock queries. */
  public void specify(Specification specification) throws IOException {
    write("specification", specification);
    write("clock", "");
  }

  /** The specification of this run; empty if none was written, or the run is over. */
  public Optional<Specification> specification() throws IOException {
    return read("specification", Specification.class);
  }

  private void write(String name, Object value) throws IOException {
    String path = root + "/" + name;
    byte[] content = Json.LINES.writeValueAsBytes(value);
    ask(
        "write " + path,
        () -> curator.create().orSetData().creatingParentsIfNeeded().forPath(path, content));
  }

  private <T> Optional<T> read(String name, Class<T> type) throws IOException {
    return read(curator, root + "/" + name, type, null);
  }

  /** Reads a node, with a watch if that is not null; empty if it does not exist. */
  static <T> Optional<T> read(
      CuratorFramework curator, String path, Class<T> type, CuratorWatcher watch)
      throws IOException {
    return ask(
        "read " + path,
        () -> {
          try {
            GetDataBuilder get = curator.getData();
            byte[] content = (watch == null ? get : get.usingWatcher(watch)).forPath(path);
            return Optional.of(Json.LINES.readValue(content, type));
          } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
          }
        });
  }

  /** Removes all nodes of the run from ZooKeeper. */
  public void remove() throws IOException {
    ask(
        "remove " + root,
        () -> curator.delete().quietly().deletingChildrenIfNeeded().forPath(root));
  }

  // --- the coordinator and its orders ------------------------------------------------------------

  /**
   * Takes the right to coordinate, and with it, in one transaction, the right to order: a process
   * that had it before, and was paused meanwhile, cannot order any more. A process that had the
   * right itself and lost its session gets it again, with the same term.
   *
   * @param wait how long to wait for another coordinator to vanish
   * @return the current order, by this process's term; empty while another one coordinates
   * @throws OrdersTakenException if this process had the right, and another one took it since, or
   *     removed the run
   */
  public synchronized Optional<Order> coordinate(Holder as, Duration wait) throws IOException {
    me = as;
    if (orderVersion != NOT_TAKEN) {
      confirm(); // throws if another process took it: no use in waiting
    }
    byte[] content = Json.LINES.writeValueAsBytes(as);
    String right = root + "/coordinator";
    return ask(
        "become the coordinator",
        () -> EphemeralHold.whenFree(curator, right, wait, () -> taken(right, content)));
  }

  private Optional<Order> taken(String right, byte[] me) throws Exception {
    String path = root + "/order";
    while (true) {
      boolean again = orderVersion != NOT_TAKEN;
      try {
        Stat stat = new Stat();
        byte[] there = curator.getData().storingStatIn(stat).forPath(path);
        int before = again ? orderVersion : stat.getVersion();
        Order next = again ? given : Json.LINES.readValue(there, Order.class).taken();
        byte[] content = Json.LINES.writeValueAsBytes(next);
        try {
          var create = curator.transactionOp().create().withMode(CreateMode.EPHEMERAL);
          var set = curator.transactionOp().setData().withVersion(before);
          orderVersion =
              curator
                  .transaction()
                  .forOperations(create.forPath(right, me), set.forPath(path, content))
                  .get(1)
                  .getResultStat()
                  .getVersion();
        } catch (KeeperException.NodeExistsException e) {
          // ours, if we had it before, or the answer to an earlier try was lost
          byte[] now = curator.getData().storingStatIn(stat).forPath(path);
          if (!Arrays.equals(now, content) || EphemeralHold.owner(curator, right, me).isEmpty()) {
            return Optional.empty();
          }
          orderVersion = stat.getVersion();
        }
        given = next;
        coordinating = EphemeralHold.owner(curator, right, me).orElse(NO_SESSION);
        return Optional.of(next);
      } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
        if (again) {
          throw new OrdersTakenException();
        }
        create(path); // or an order came in between: the next read gets it
      }
    }
  }

  private void create(String path) throws Exception {
    byte[] none = Json.LINES.writeValueAsBytes(Order.NONE);
    try {
      String unused = curator.create().creatingParentsIfNeeded().forPath(path, none);
    } catch (KeeperException.NodeExistsException e) {
      LOG.debug("there is one already", e);
    }
  }

  /**
   * Queries who coordinates, and takes that right again if the session in which this process took
   * it is over.
   *
   * @return whether this process has it now: not while the node of its former session still exists
   * @throws OrdersTakenException if another process took it since, or removed the run
   */
  public synchronized boolean stillCoordinates() throws IOException {
    boolean another = coordinator().filter(holder -> !holder.equals(me)).isPresent();
    long now =
        ask("know the session", () -> curator.getZookeeperClient().getZooKeeper().getSessionId());
    return (!another && now == coordinating) || coordinate(me, Duration.ZERO).isPresent();
  }

  /** This process, if it coordinates, or tried to. */
  public synchronized Optional<Holder> me() {
    return Optional.ofNullable(me);
  }

  /** The process that coordinates; empty if there is none. */
  public Optional<Holder> coordinator() throws IOException {
    return read("coordinator", Holder.class);
  }

  /**
   * Writes an order; for the process that took the right to. It is a versioned write and not
   * Curator's {@code SharedValue}, which takes a write whose answer was lost for refused, and in
   * which every process that reads the node creates it.
   *
   * @throws OrdersTakenException if another process took that right since, or removed the run
   * @throws IllegalStateException if this process never took it
   */
  public synchronized void order(Order order) throws IOException {
    if (orderVersion == NOT_TAKEN) {
      throw new IllegalStateException("become the coordinator first");
    }
    given = order;
    String path = root + "/order";
    orderVersion =
        ask("write " + path, () -> written(path, order)).orElseThrow(OrdersTakenException::new);
  }

  /** The version after the write; empty if this process did not write what is there. */
  private Optional<Integer> written(String path, Order order) throws Exception {
    byte[] content = Json.LINES.writeValueAsBytes(order);
    while (true) {
      try {
        return Optional.of(
            curator.setData().withVersion(orderVersion).forPath(path, content).getVersion());
      } catch (KeeperException.BadVersionException e) {
        Stat now = new Stat();
        byte[] there = curator.getData().storingStatIn(now).forPath(path);
        // A process that takes over raises the term: so this is our write, whose answer was lost.
        boolean ours = Json.LINES.readValue(there, Order.class).term() == order.term();
        if (!ours || now.getVersion() != orderVersion + 1) {
          return Optional.empty();
        }
        orderVersion = now.getVersion();
      } catch (KeeperException.NoNodeException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * Writes this process's last order again: that proves that it has the right to.
   *
   * @throws OrdersTakenException if another process took that right since, or removed the run
   */
  public synchronized void confirm() throws IOException {
    order(given);
  }

  /**
   * Reads the current order, {@link Order#NONE} if there is none; with the watch that {@link
   * #watchOrder} set.
   */
  public Order order() throws IOException {
    // If there is no order yet, members read the first one in time, since they read now and then.
    return read(curator, root + "/order", Order.class, watcher).orElse(Order.NONE);
  }

  /**
   * Sets who is notified when the order changes after it was read; to be called once. It is always
   * the same object: so ZooKeeper keeps one watch, however often it is set.
   *
   * @param changed run by a ZooKeeper thread, after changes of the connection, too
   */
  public void watchOrder(Runnable changed) {
    watcher = event -> changed.run();
  }

  // --- members ---------------------------------------------------------------------------------

  /** The members of the run. */
  public Members members() {
    return members;
  }

  // --- clocks ----------------------------------------------------------------------------------

  /**
   * How far this host's clock is from the leader's, measured by the time stamps that the leader
   * gives to writes; all processes of the run write one node for this.
   *
   * @param tries how many writes to measure it with
   * @throws IOException also before {@link #specify}
   */
  public ClockOffset clock(Clock clock, int tries) throws IOException {
    List<ClockOffset> answers = new ArrayList<>();
    for (int i = 0; i < tries; i++) {
      long asked = clock.millis();
      long from = System.nanoTime();
      Stat stat =
          ask("ask for the time", () -> curator.setData().forPath(root + "/clock", new byte[0]));
      double took = (System.nanoTime() - from) / 1e6;
      answers.add(ClockOffset.of(asked, took, stat.getMtime(), stat.getMzxid() >>> EPOCH_BITS));
    }
    return Collections.min(answers, ClockOffset.BEST_FIRST);
  }

  /** Ends the session, and with it all that this process holds in ZooKeeper. */
  @Override
  public void close() {
    members.close();
    curator.close();
  }
}
