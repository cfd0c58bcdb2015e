package catena.fleet.agree;

import static catena.harness.instance.ZooKeepers.ask;

import catena.harness.accumulo.Holder;
import catena.harness.instance.EphemeralHold;
import catena.harness.instance.RunNode;
import catena.harness.instance.ZooKeepers;
import catena.records.run.Json;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import com.google.common.collect.Lists;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.RetryPolicy;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.GetDataBuilder;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The nodes of one run in ZooKeeper, read and written; for any thread. An {@link IOException} says
 * that ZooKeeper could not be asked now, and nothing about the run.
 */
public final class FleetNodes implements Closeable {
  private static final int EPOCH_BITS = 32;

  /** What one transaction removes; its request is far below ZooKeeper's limit of a megabyte. */
  private static final int MOST_AT_ONCE = 500;

  private final CuratorFramework curator;
  private final String root;
  private final Duration session;
  private volatile CuratorWatcher watcher;

  /** Of the last order that this process gave or took over; null before {@link #coordinate}. */
  private volatile Stat orderVersion;

  /** That order. */
  private volatile Order given;

  /** What is pushed; null before {@link #watch}. */
  private volatile CuratorCache cache;

  private FleetNodes(CuratorFramework curator, String root, Duration session) {
    this.curator = curator;
    this.root = root;
    this.session = session;
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

  /** Tells whenever there is a connection again, by a thread of Curator's. */
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

  /** Which run this is; empty if nobody has said so, or it is over. */
  public Optional<Specification> specification() throws IOException {
    return read("specification", Specification.class);
  }

  private void write(String name, Object value) throws IOException {
    String path = root + "/" + name;
    ask(
        "write " + path,
        () ->
            curator
                .create()
                .orSetData()
                .creatingParentsIfNeeded()
                .forPath(path, Json.LINES.writeValueAsBytes(value)));
  }

  private <T> Optional<T> read(String name, Class<T> type) throws IOException {
    return read(name, type, null);
  }

  /** With a watch, or null. */
  private <T> Optional<T> read(String name, Class<T> type, CuratorWatcher watch)
      throws IOException {
    String path = root + "/" + name;
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
   * Takes the right to coordinate, and with it, in one transaction, the right to order: whoever had
   * it before, and stood still meanwhile, cannot order any more. Whoever had it itself, and lost
   * its session, has it again by the same term.
   *
   * @param wait how long to wait for another one to vanish
   * @return what is ordered now, by this process's term; empty if there is another one still
   * @throws OrdersTakenException if it was this process's, and somebody else took it since, or
   *     removed the run
   */
  public synchronized Optional<Order> coordinate(Holder me, Duration wait) throws IOException {
    if (orderVersion != null) {
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
      Stat before = orderVersion;
      Order next = given;
      try {
        if (before == null) {
          before = new Stat();
          byte[] there = curator.getData().storingStatIn(before).forPath(path);
          next = Json.LINES.readValue(there, Order.class).taken();
        }
        byte[] content = Json.LINES.writeValueAsBytes(next);
        try {
          orderVersion =
              curator
                  .transaction()
                  .forOperations(
                      curator
                          .transactionOp()
                          .create()
                          .withMode(CreateMode.EPHEMERAL)
                          .forPath(right, me),
                      curator
                          .transactionOp()
                          .setData()
                          .withVersion(before.getVersion())
                          .forPath(path, content))
                  .get(1)
                  .getResultStat();
        } catch (KeeperException.NodeExistsException e) {
          // ours, if it was before, or the answer to an earlier try was lost
          Stat now = new Stat();
          boolean ours =
              EphemeralHold.owner(curator, right, me).isPresent()
                  && Arrays.equals(curator.getData().storingStatIn(now).forPath(path), content);
          if (!ours) {
            return Optional.empty();
          }
          orderVersion = now;
        }
        given = next;
        return Optional.of(next);
      } catch (KeeperException.BadVersionException e) {
        if (given != null) {
          throw new OrdersTakenException();
        } // else an order came in between: the next look has it
      } catch (KeeperException.NoNodeException e) {
        if (given != null) {
          throw new OrdersTakenException();
        }
        createOrder(path);
      }
    }
  }

  private void createOrder(String path) throws Exception {
    try {
      String unused =
          curator
              .create()
              .creatingParentsIfNeeded()
              .forPath(path, Json.LINES.writeValueAsBytes(Order.NONE));
    } catch (KeeperException.NodeExistsException e) {
      // somebody was faster
    }
  }

  /** Who coordinates; empty if nobody does. */
  public Optional<Holder> coordinator() throws IOException {
    return read("coordinator", Holder.class);
  }

  /**
   * Orders something; by whoever took the right to. It is a versioned write and not Curator's
   * {@code SharedValue}: that takes a write whose answer was lost for refused, does not tell the
   * leader's epoch, and makes the node from each process that looks.
   *
   * @return the epoch of the leader that took it
   * @throws OrdersTakenException if somebody else took that right since, or removed the run
   * @throws IllegalStateException if it was never taken
   */
  public synchronized long order(Order order) throws IOException {
    if (orderVersion == null) {
      throw new IllegalStateException("become the coordinator first");
    }
    String path = root + "/order";
    Optional<Stat> written =
        ask(
            "write " + path,
            () -> {
              byte[] content = Json.LINES.writeValueAsBytes(order);
              try {
                int version = orderVersion.getVersion();
                return Optional.of(curator.setData().withVersion(version).forPath(path, content));
              } catch (KeeperException.BadVersionException e) {
                // a write whose answer was lost is made again, and finds what it wrote itself
                Stat now = new Stat();
                byte[] there = curator.getData().storingStatIn(now).forPath(path);
                boolean mine =
                    Arrays.equals(there, content)
                        && now.getVersion() == orderVersion.getVersion() + 1;
                return Optional.of(now).filter(any -> mine);
              } catch (KeeperException.NoNodeException e) {
                return Optional.empty();
              }
            });
    orderVersion = written.orElseThrow(OrdersTakenException::new);
    given = order;
    return epoch(orderVersion.getMzxid());
  }

  /**
   * Orders again what this process ordered last: that is the proof of its right to.
   *
   * @throws OrdersTakenException if somebody else took that right since, or removed the run
   */
  public synchronized void confirm() throws IOException {
    long unused = order(given);
  }

  /**
   * What is ordered now, {@link Order#NONE} if nothing was; with the watch that {@link #watchOrder}
   * gave.
   */
  public Order order() throws IOException {
    // Where there is no order its first look comes in time, since members ask now and then.
    return read("order", Order.class, watcher).orElse(Order.NONE);
  }

  /**
   * Names who is told when the order changes, once it has been asked for; to be called once. One
   * object for all the time: ZooKeeper then keeps one watch, however often it is asked for.
   *
   * @param changed run by a thread of ZooKeeper's, after changes of the connection, too
   */
  public void watchOrder(Runnable changed) {
    watcher = event -> changed.run();
  }

  // --- members ---------------------------------------------------------------------------------

  /** Who takes part now, by slots. */
  public NavigableMap<Integer, Member> members() throws IOException {
    String path = root + "/members";
    return ask(
        "list " + path,
        () -> {
          NavigableMap<Integer, Member> members = new TreeMap<>();
          for (String slot : children(path)) {
            read("members/" + slot, Member.class)
                .ifPresent(member -> members.put(member.worker().slot(), member));
          }
          return members;
        });
  }

  private List<String> children(String path) throws Exception {
    try {
      return curator.getChildren().forPath(path);
    } catch (KeeperException.NoNodeException e) {
      return List.of(); // nobody yet
    }
  }

  /**
   * Takes the place of a slot, which is a node that is there or not. It is not Curator's {@code
   * PersistentNode}: where that finds the node it writes it, whosever it is (5.8.0), and two
   * processes would have one slot.
   *
   * @return empty if a process has it
   */
  public Optional<EphemeralHold> join(Member me) throws IOException {
    return ask(
        "join the run",
        () ->
            EphemeralHold.take(
                curator,
                root + "/members/" + me.worker().slot(),
                Json.LINES.writeValueAsBytes(me),
                Duration.ZERO));
  }

  /** Gives one up: if it lives, it may not come back. */
  public void giveUp(WorkerId worker) throws IOException {
    write("gone/" + worker.node(), worker);
  }

  /** Who was given up. */
  public NavigableSet<WorkerId> givenUp() throws IOException {
    return workers("gone");
  }

  private NavigableSet<WorkerId> workers(String name) throws IOException {
    String path = root + "/" + name;
    return ask(
        "list " + path,
        () -> {
          NavigableSet<WorkerId> workers = new TreeSet<>();
          children(path).forEach(node -> WorkerId.of(node).ifPresent(workers::add));
          return workers;
        });
  }

  // --- what is pushed ----------------------------------------------------------------------------

  /**
   * Who takes part, and who has made a mark, as ZooKeeper has pushed it.
   *
   * @param ready of one generation, and those that are done with it
   */
  public record Seen(
      NavigableMap<WorkerId, Member> members,
      NavigableSet<WorkerId> ready,
      NavigableSet<WorkerId> done) {}

  /**
   * Has what is below the run's node pushed from now on; to be called once.
   *
   * @param changed run by a thread of Curator's after each change
   * @param limit for the first state to come
   * @throws UsageException if it does not: a server before 3.6 pushes nothing
   */
  public void watch(Runnable changed, Duration limit) throws IOException, InterruptedException {
    CountDownLatch first = new CountDownLatch(1);
    cache = CuratorCache.build(curator, root);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forAll((type, before, now) -> changed.run())
                .forInitialized(first::countDown)
                .build());
    cache.start();
    if (!first.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new UsageException(
          "ZooKeeper does not push what changes: it has to be 3.6 or later, and to answer within "
              + Amounts.span(limit));
    }
  }

  /**
   * What has been pushed so far, with the marks of a generation.
   *
   * @throws IOException if a member's node cannot be read
   */
  public Seen seen(int generation) throws IOException {
    Seen seen = new Seen(new TreeMap<>(), new TreeSet<>(), new TreeSet<>());
    String ready = root + "/" + marks(Step.READY, generation) + "/";
    String done = root + "/" + marks(Step.DONE, generation) + "/";
    String members = root + "/members/";
    for (ChildData each : cache.stream().toList()) {
      String path = each.getPath();
      if (path.startsWith(members)) {
        Member member = Json.LINES.readValue(each.getData(), Member.class);
        seen.members.put(member.worker(), member);
      } else if (path.startsWith(ready)) {
        WorkerId.of(path.substring(ready.length())).ifPresent(seen.ready::add);
      } else if (path.startsWith(done)) {
        WorkerId.of(path.substring(done.length())).ifPresent(seen.done::add);
      }
    }
    return seen;
  }

  // --- marks -----------------------------------------------------------------------------------

  private static String marks(Step step, int generation) {
    return step.node() + "/" + generation;
  }

  /** Says that a worker has come so far. */
  public void mark(Step step, int generation, WorkerId worker) throws IOException {
    write(marks(step, generation) + "/" + worker.node(), "");
  }

  /** Who has come so far. */
  public NavigableSet<WorkerId> marked(Step step, int generation) throws IOException {
    return workers(marks(step, generation));
  }

  /** Removes the marks of a phase that is over. */
  public void forget(int generation) throws IOException {
    for (Step step : Step.values()) {
      String path = root + "/" + marks(step, generation);
      List<WorkerId> all = List.copyOf(marked(step, generation));
      for (List<WorkerId> some : Lists.partition(all, MOST_AT_ONCE)) {
        ask("remove marks of a phase", () -> curator.transaction().forOperations(gone(path, some)));
      }
      ask(
          "remove " + path,
          () -> curator.delete().quietly().deletingChildrenIfNeeded().forPath(path));
    }
  }

  private List<CuratorOp> gone(String path, List<WorkerId> workers) throws Exception {
    List<CuratorOp> all = new ArrayList<>();
    for (WorkerId worker : workers) {
      all.add(curator.transactionOp().delete().forPath(path + "/" + worker.node()));
    }
    return all;
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
    List<ClockOffset.Try> answers = new ArrayList<>();
    for (int i = 0; i < tries; i++) {
      long asked = clock.millis();
      long from = System.nanoTime();
      Stat stat =
          ask("ask for the time", () -> curator.setData().forPath(root + "/clock", new byte[0]));
      double took = (System.nanoTime() - from) / 1e6;
      answers.add(new ClockOffset.Try(asked, took, stat.getMtime(), epoch(stat.getMzxid())));
    }
    return ClockOffset.of(answers);
  }

  private static long epoch(long zxid) {
    return zxid >>> EPOCH_BITS;
  }

  /** Ends the session, and with it what this process held. */
  @Override
  public void close() {
    if (cache != null) {
      cache.close();
    }
    curator.close();
  }
}
