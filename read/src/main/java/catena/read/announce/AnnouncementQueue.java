// SPDX-License-Identifier: Apache-2.0
package catena.read.announce;

import catena.harness.accumulo.Holder;
import catena.harness.instance.ZooKeeperPaths;
import catena.harness.instance.ZooKeepers;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.GetChildrenBuilder;
import org.apache.curator.framework.api.Pathable;
import org.apache.curator.framework.api.ProtectACLCreateModeStatPathAndBytesable;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The queue of one run's announcements in ZooKeeper, for one participant, a writer or a reader; for
 * any thread. Each participant has an ephemeral node next to the queue, so that one that dies is
 * known to be gone, and not to have left. The last of them to leave removes all of it.
 */
public final class AnnouncementQueue implements Closeable {
  /** For the connection, and for each request. */
  private static final Duration LIMIT = Duration.ofSeconds(15);

  private static final String ROWS = "/rows";
  private static final String ROW = ROWS + "/a-";

  private static final byte[] NOTHING = {};

  /** Attempts to create a node, since another process may remove its parents meanwhile. */
  private static final int ATTEMPTS = 5;

  private final CuratorFramework curator;
  private final String run;
  private final String root;
  private final Side side;
  private Optional<QueueNode> place = Optional.empty();
  private volatile boolean lost;

  /**
   * The node of a participant.
   *
   * @param me the participant
   * @param session of ZooKeeper, with which the node goes
   */
  private record QueueNode(Holder me, String path, long session) {}

  /** What a participant does with the queue. */
  public enum Side {
    /** Puts rows into it. */
    WRITERS,
    /** Takes rows from it. */
    READERS;

    private String node() {
      return "/" + name().toLowerCase(Locale.ROOT);
    }
  }

  private AnnouncementQueue(CuratorFramework curator, String run, Side side) {
    this.curator = curator;
    this.run = run;
    this.root = run + "/announced";
    this.side = side;
  }

  /**
   * Connects; see {@link #join}.
   *
   * @param directory of the run, by which its processes find one another
   * @throws UsageException if ZooKeeper does not answer
   */
  public static AnnouncementQueue open(String zookeepers, RunDirectory directory, Side side) {
    return open(zookeepers, directory.root().toString(), side);
  }

  static AnnouncementQueue open(String zookeepers, String run, Side side) {
    CuratorFramework curator =
        ZooKeepers.curator(zookeepers, LIMIT, new BoundedExponentialBackoffRetry(100, 1000, 3));
    ZooKeepers.start(curator, zookeepers, LIMIT);
    return on(curator, run, side);
  }

  /**
   * With a client that has been started.
   *
   * @param curator closed by the queue
   */
  static AnnouncementQueue on(CuratorFramework curator, String run, Side side) {
    return new AnnouncementQueue(curator, ZooKeeperPaths.ofRun(ZooKeeperPaths.idOfRun(run)), side);
  }

  /** Takes part from now on, until closed; in a new queue if there is no other participant. */
  public synchronized void join(Holder me) throws IOException {
    clear();
    enter(me);
  }

  private void enter(Holder me) throws IOException {
    place =
        Optional.of(
            ZooKeepers.ask(
                "take part in announcements",
                () -> {
                  String path = create(CreateMode.EPHEMERAL_SEQUENTIAL, side.node() + "/p-", me);
                  Stat stat = curator.checkExists().forPath(path);
                  return new QueueNode(me, path, stat == null ? 0 : stat.getEphemeralOwner());
                }));
  }

  /** Creates a sequential node, and its parents, which another process may remove meanwhile. */
  private String create(CreateMode mode, String node, Object content) throws Exception {
    byte[] json = Json.LINES.writeValueAsBytes(content);
    int left = ATTEMPTS;
    while (true) {
      try {
        ProtectACLCreateModeStatPathAndBytesable<String> parents =
            curator.create().creatingParentsIfNeeded();
        return mode.isEphemeral()
            ? parents.withProtection().withMode(mode).forPath(root + node, json)
            : parents.withMode(mode).forPath(root + node, json);
      } catch (KeeperException.NoNodeException e) {
        left--;
        if (left == 0) {
          throw e;
        }
      }
    }
  }

  /**
   * Takes part again if ZooKeeper has ended the session, because it was unreachable for too long.
   */
  synchronized void stay() throws IOException {
    if (place.isPresent()) {
      QueueNode before = place.get();
      long session =
          ZooKeepers.ask(
              "keep a session", () -> curator.getZookeeperClient().getZooKeeper().getSessionId());
      if (session != before.session()) {
        lost = true;
        enter(before.me());
        // The client may have given up the session before ZooKeeper does.
        Void unused = ZooKeepers.ask("leave announcements", () -> delete(before.path()));
      }
    }
  }

  /** Whether others took it for gone at some time, as far as {@link #stay} has noticed. */
  boolean wasLost() {
    return lost;
  }

  /**
   * The participants of a side, now and since the queue was begun.
   *
   * @param now how many there are
   * @param came how many there have been; one that lost its session and came back counts twice
   * @param left how many of them have left in order
   */
  record Present(int now, int came, int left) {
    /** How many are gone and did not leave: they were killed, or lost their session. */
    int lost() {
      return came - now - left;
    }
  }

  /** All three numbers as of one moment, by ZooKeeper's counters of the side's node. */
  Present present(Side of) throws IOException {
    Stat stat =
        ZooKeepers.ask(
            "count who takes part", () -> curator.checkExists().forPath(root + of.node()));
    if (stat == null) {
      return new Present(0, 0, 0);
    }
    int now = stat.getNumChildren();
    // Each creation or removal of a child is a change; a participant that leaves writes the node.
    return new Present(now, (stat.getCversion() + now) / 2, stat.getVersion());
  }

  /** How many announcements wait. */
  int waiting() throws IOException {
    Stat stat =
        ZooKeepers.ask("count announcements", () -> curator.checkExists().forPath(root + ROWS));
    return stat == null ? 0 : stat.getNumChildren();
  }

  /** Adds an announcement at the end. */
  void put(Announcement announcement) throws IOException {
    String unused =
        ZooKeepers.ask(
            "announce rows", () -> create(CreateMode.PERSISTENT_SEQUENTIAL, ROW, announcement));
  }

  /**
   * The announcements that wait, oldest first; another reader may take any of them meanwhile.
   *
   * @param changed run once when there are others, or the connection changes
   */
  List<String> list(Runnable changed) throws IOException {
    CuratorWatcher watcher = event -> changed.run();
    return names(asked -> asked.usingWatcher(watcher));
  }

  /** Oldest first; none where the queue is gone. */
  private List<String> names(Function<GetChildrenBuilder, Pathable<List<String>>> form)
      throws IOException {
    return ZooKeepers.ask(
        "list announcements",
        () -> {
          try {
            return form.apply(curator.getChildren()).forPath(root + ROWS).stream()
                .sorted()
                .toList();
          } catch (KeeperException.NoNodeException e) {
            return List.of();
          }
        });
  }

  /** Takes one of those that were listed; empty if another reader has taken it. */
  Optional<Announcement> take(String name) throws IOException {
    String path = root + ROWS + "/" + name;
    return ZooKeepers.ask(
        "take an announcement",
        () -> {
          try {
            byte[] content = curator.getData().forPath(path);
            curator.delete().forPath(path);
            return Optional.of(Json.LINES.readValue(content, Announcement.class));
          } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
          }
        });
  }

  /** Leaves, and removes the queue if there is no other participant. */
  @Override
  public synchronized void close() throws IOException {
    try {
      if (place.isPresent()) {
        Void unused = ZooKeepers.ask("leave announcements", () -> leave(place.get().path()));
        place = Optional.empty();
        clear();
      }
    } finally {
      curator.close();
    }
  }

  /** Removes its node and counts that, both or neither: a repeated attempt does not count twice. */
  private Void leave(String path) throws Exception {
    try {
      List<CuratorTransactionResult> unused =
          curator
              .transaction()
              .forOperations(
                  curator.transactionOp().delete().forPath(path),
                  curator.transactionOp().setData().forPath(root + side.node(), NOTHING));
    } catch (KeeperException.NoNodeException e) {
      // the node is gone: with its session, which others have noticed, or with the queue
    }
    return null;
  }

  private Void delete(String path) throws Exception {
    return curator.delete().quietly().forPath(path);
  }

  /** Removes a queue without participants: no process needs it, or killed processes left it. */
  private void clear() throws IOException {
    // First the announcements, then the participants: one that comes later may announce more.
    List<String> left = names(asked -> asked);
    if (present(Side.WRITERS).now() == 0 && present(Side.READERS).now() == 0) {
      remove(left);
    }
  }

  /**
   * Removes announcements, and the queue unless a participant has come meanwhile.
   *
   * @param left by earlier participants, listed before none was found
   */
  void remove(List<String> left) throws IOException {
    Void unused =
        ZooKeepers.ask(
            "remove " + root,
            () -> {
              for (String name : left) {
                delete(root + ROWS + "/" + name);
              }
              try {
                for (String node : List.of(ROWS, Side.WRITERS.node(), Side.READERS.node(), "")) {
                  delete(root + node);
                }
                return delete(run);
              } catch (KeeperException.NotEmptyException e) {
                return null; // the run has more there, or a participant came
              }
            });
  }
}
