// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import static catena.harness.instance.ZooKeepers.ask;

import catena.harness.accumulo.Holder;
import catena.harness.instance.EphemeralHold;
import catena.harness.instance.RunNode;
import catena.harness.instance.ZooKeepers;
import catena.records.run.Json;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
 * The nodes of one run in ZooKeeper, read and written; for any thread. An {@link IOException} says
 * that ZooKeeper could not be asked now, and nothing about the run.
 */
public final class FleetNodes implements Closeable {
  private static final Logger LOG = LogManager.getLogger(FleetNodes.class);
  private static final int EPOCH_BITS = 32;

  /** No version of the order. */
  private static final int NOT_TAKEN = -1;

  private static final long NO_SESSION = 0;

  private final CuratorFramework curator;
  private final String root;
  private final Duration session;
  private final Members members;
  private volatile CuratorWatcher watcher;

  /** Of the order that this process knows to be there, since it gave it or took it over. */
  private int orderVersion = NOT_TAKEN;

  /** What it ordered last, whether that was answered or not. */
  private Order given;

  /** The session by which it took the right to coordinate. */
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
   * @param id of the run; see {@link RunNode#idOf}
   * @param secret of the run: nodes are for those who know it; empty: for all
   * @param limit for the connection, and for each request: after it none is tried again, and a last
   *     try ends by twice the limit
   * @throws UsageException if ZooKeeper does not answer within the limit
   */
  public static FleetNodes open(String zookeepers, String id, String secret, Duration limit) {
    RetryPolicy tries = new BoundedExponentialBackoffRetry(100, 1000, 3);
    RetryPolicy retry =
        (count, elapsedMillis, sleeper) ->
            elapsedMillis < limit.toMillis() && tries.allowRetry(count, elapsedMillis, sleeper);
    String root = RunNode.path(id);
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
   * How long ZooKeeper keeps what this process holds once it hears nothing of it: as it has agreed
   * to, which may be less than was asked for.
   */
  public Duration session() {
    return session;
  }

  /** How long to wait for what a dead process held; a little is added for the news to arrive. */
  public Duration untilGone() {
    return session().multipliedBy(5).dividedBy(3);
  }

  /** Notifies a worker when there is a connection again, on a thread of Curator's. */
  public void onConnected(Runnable told) {
    curator
        .getConnectionStateListenable()
        .addListener(
            (client, state) -> {
              if (state.isConnected()) {
                told.run();
              }
            });
  }

  /** Whether there is a connection now. */
  public boolean connected() {
    return curator.getZookeeperClient().isConnected();
  }

  // --- the run ---------------------------------------------------------------------------------

  /** Says which run this is. */
  public void specify(Specification specification) throws IOException {
    write("specification", specification);
    write("clock", "");
  }

  /** Which run this is; empty if none was set, or it is over. */
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

  /** What a node says, with a watch, or null; empty if it is not there. */
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

  /** Removes all that the run has in ZooKeeper. */
  public void remove() throws IOException {
    ask(
        "remove " + root,
        () -> curator.delete().quietly().deletingChildrenIfNeeded().forPath(root));
  }

  // --- the coordinator and its orders ------------------------------------------------------------

  /**
   * Takes the right to coordinate, and with it, in one transaction, the right to order: a process
   * that had it before, and stood still meanwhile, cannot order any more. A process that had it
   * itself, and lost its session, has it again by the same term.
   *
   * @param wait how long to wait for another one to vanish
   * @return what is ordered now, by this process's term; empty if there is another one still
   * @throws OrdersTakenException if it was this process's, and another one took it since, or
   *     removed the run
   */
  public synchronized Optional<Order> coordinate(Holder me, Duration wait) throws IOException {
    if (orderVersion != NOT_TAKEN) {
      confirm(); // else it has nothing to wait for
    }
    byte[] content = Json.LINES.writeValueAsBytes(me);
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
          // ours, if it was before, or the answer to an earlier try was lost
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
        create(path); // or an order came in between: the next read has it
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
   * Asks who coordinates, and takes that right again where the session is over by which this
   * process took it.
   *
   * @return whether it has it now: not while the node of the session before is still there
   * @throws OrdersTakenException if another process took it since, or removed the run
   */
  public synchronized boolean stillCoordinates(Holder me) throws IOException {
    boolean another = coordinator().filter(holder -> !holder.equals(me)).isPresent();
    long now =
        ask("know the session", () -> curator.getZookeeperClient().getZooKeeper().getSessionId());
    return (!another && now == coordinating) || coordinate(me, Duration.ZERO).isPresent();
  }

  /** Who coordinates; empty if no process does. */
  public Optional<Holder> coordinator() throws IOException {
    return read("coordinator", Holder.class);
  }

  /**
   * Orders something; by the process that took the right to. It is a versioned write and not
   * Curator's {@code SharedValue}: that takes a write whose answer was lost for refused, and makes
   * the node from each process that reads it.
   *
   * @throws OrdersTakenException if another process took that right since, or removed the run
   * @throws IllegalStateException if it was never taken
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

  /** The version that it has then; empty if what is there is none of what this process wrote. */
  private Optional<Integer> written(String path, Order order) throws Exception {
    byte[] content = Json.LINES.writeValueAsBytes(order);
    while (true) {
      try {
        return Optional.of(
            curator.setData().withVersion(orderVersion).forPath(path, content).getVersion());
      } catch (KeeperException.BadVersionException e) {
        Stat now = new Stat();
        byte[] there = curator.getData().storingStatIn(now).forPath(path);
        // One that takes over raises the term: so it is one of ours, whose answer was lost.
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
   * Orders again what this process ordered last: that is the proof of its right to.
   *
   * @throws OrdersTakenException if another process took that right since, or removed the run
   */
  public synchronized void confirm() throws IOException {
    order(given);
  }

  /**
   * What is ordered now, {@link Order#NONE} if nothing was; with the watch that {@link #watchOrder}
   * gave.
   */
  public Order order() throws IOException {
    // Where there is no order its first read comes in time, since members ask now and then.
    return read(curator, root + "/order", Order.class, watcher).orElse(Order.NONE);
  }

  /**
   * Names who is notified when the order changes, once it has been read; to be called once. One
   * object for all the time: ZooKeeper then keeps one watch, however often it is asked for.
   *
   * @param changed run by a thread of ZooKeeper's, after changes of the connection, too
   */
  public void watchOrder(Runnable changed) {
    watcher = event -> changed.run();
  }

  // --- members ---------------------------------------------------------------------------------

  /** Who takes part. */
  public Members members() {
    return members;
  }

  // --- clocks ----------------------------------------------------------------------------------

  /**
   * How far this host's clock is from the leader's: what the leader stamps writes with, which all
   * processes of the run make to one node.
   *
   * @param tries how many writes
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
      answers.add(ClockOffset.of(asked, took, stat.getMtime(), epoch(stat.getMzxid())));
    }
    return ClockOffset.of(answers);
  }

  private static long epoch(long zxid) {
    return zxid >>> EPOCH_BITS;
  }

  /** Ends the session, and with it what this process held. */
  @Override
  public void close() {
    members.close();
    curator.close();
  }
}
