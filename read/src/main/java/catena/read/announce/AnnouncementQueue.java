// SPDX-License-Identifier: Apache-2.0
package catena.read.announce;

import catena.harness.accumulo.Holder;
import catena.harness.activity.RunContext;
import catena.harness.instance.ZooKeeperPaths;
import catena.harness.instance.ZooKeepers;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
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
final class AnnouncementQueue implements AutoCloseable {
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
  private final Holder me;
  private final Consumer<String> notes;
  private volatile boolean lost;

  /** The node of this participant, and the session of ZooKeeper with which it goes. */
  private String place;

  private long session;

  /** What a participant does with the queue. */
  enum Side {
    /** Puts rows into it. */
    WRITERS,
    /** Takes rows from it. */
    READERS;

    private String node() {
      return "/" + name().toLowerCase(Locale.ROOT);
    }
  }

  private AnnouncementQueue(
      CuratorFramework curator, String run, Side side, Holder me, Consumer<String> notes) {
    this.curator = curator;
    this.run = run;
    this.root = run + "/announced";
    this.side = side;
    this.me = me;
    this.notes = notes;
  }

  /**
   * Takes part from now on, until closed; in a new queue if there is no other participant.
   *
   * @param me the part that takes part
   * @param directory of the run whose queue it is, by which its processes find one another
   * @throws UsageException if ZooKeeper does not answer
   */
  static AnnouncementQueue join(RunContext me, RunDirectory directory, Side side)
      throws IOException {
    return join(
        connect(me.connection().zookeepers()),
        directory.root().toString(),
        side,
        Holder.here(me.directory().display(), me.clock()),
        why -> me.terminal().note(me.name() + ": " + why));
  }

  /** A client, to be given to {@link #join}. */
  static CuratorFramework connect(String zookeepers) {
    CuratorFramework curator =
        ZooKeepers.curator(zookeepers, LIMIT, new BoundedExponentialBackoffRetry(100, 1000, 3));
    ZooKeepers.start(curator, zookeepers, LIMIT);
    return curator;
  }

  /**
   * The same with a client that has been started.
   *
   * @param curator closed by the queue
   * @param notes takes why it could not be left in order
   */
  static AnnouncementQueue join(
      CuratorFramework curator, String run, Side side, Holder me, Consumer<String> notes)
      throws IOException {
    String path = ZooKeeperPaths.ofRun(ZooKeeperPaths.idOfRun(run));
    AnnouncementQueue queue = new AnnouncementQueue(curator, path, side, me, notes);
    boolean joined = false;
    try {
      queue.clear();
      queue.enter();
      joined = true;
      return queue;
    } finally {
      if (!joined) {
        curator.close();
      }
    }
  }

  /** The host of this participant. */
  String host() {
    return me.host();
  }

  private void enter() throws IOException {
    ask(
        "take part in announcements",
        () -> {
          String made = create(CreateMode.EPHEMERAL_SEQUENTIAL, side.node() + "/p-", me);
          Stat stat = curator.checkExists().forPath(made);
          session = stat == null ? 0 : stat.getEphemeralOwner();
          place = made;
        });
  }

  private static void ask(String what, FailableRunnable<Exception> request) throws IOException {
    Void unused =
        ZooKeepers.ask(
            what,
            () -> {
              request.run();
              return null;
            });
  }

  /** Creates a sequential node, and its parents, which another process may remove meanwhile. */
  private String create(CreateMode mode, String node, Object content) throws Exception {
    byte[] json = Json.LINES.writeValueAsBytes(content);
    for (int left = ATTEMPTS; ; left--) {
      try {
        ProtectACLCreateModeStatPathAndBytesable<String> parents =
            curator.create().creatingParentsIfNeeded();
        return mode.isEphemeral()
            ? parents.withProtection().withMode(mode).forPath(root + node, json)
            : parents.withMode(mode).forPath(root + node, json);
      } catch (KeeperException.NoNodeException e) {
        if (left == 1) {
          throw e;
        }
      }
    }
  }

  /**
   * Takes part again if ZooKeeper has ended the session, because it was unreachable for too long.
   */
  synchronized void stay() throws IOException {
    long now =
        ZooKeepers.ask(
            "keep a session", () -> curator.getZookeeperClient().getZooKeeper().getSessionId());
    if (now != session) {
      String before = place;
      lost = true;
      enter();
      // The client may have given up the session before ZooKeeper does.
      ask("leave announcements", () -> delete(before));
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
    ask("announce rows", () -> create(CreateMode.PERSISTENT_SEQUENTIAL, ROW, announcement));
  }

  /**
   * The announcements that wait, oldest first; another reader may take any of them meanwhile. None
   * where the queue is gone.
   *
   * @param changed run once when there are others, or the connection changes
   */
  List<String> list(Runnable changed) throws IOException {
    CuratorWatcher watcher = event -> changed.run();
    return ZooKeepers.ask(
        "list announcements",
        () -> {
          try {
            return curator.getChildren().usingWatcher(watcher).forPath(root + ROWS).stream()
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
            deleteOnce(path);
            return Optional.of(Json.LINES.readValue(content, Announcement.class));
          } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
          }
        });
  }

  /**
   * Deletes a node without Curator's further attempts, to which a deletion that was not answered
   * would seem another reader's. What is still there then is taken twice, rather than never.
   *
   * @throws KeeperException.NoNodeException if another reader has deleted it
   */
  private void deleteOnce(String path) throws Exception {
    try {
      curator.getZookeeperClient().getZooKeeper().delete(path, -1);
    } catch (KeeperException.ConnectionLossException | KeeperException.RequestTimeoutException e) {
      // it may have been deleted
    }
  }

  /**
   * Leaves, and removes the queue if there is no other participant. That this fails costs nothing
   * but nodes in ZooKeeper.
   */
  @Override
  public synchronized void close() {
    try {
      ask("leave announcements", this::leave);
      clear();
    } catch (IOException e) {
      notes.accept(e.getMessage());
    } finally {
      curator.close();
    }
  }

  /** Removes its node and counts that, both or neither: a repeated attempt does not count twice. */
  private void leave() throws Exception {
    try {
      List<CuratorTransactionResult> unused =
          curator
              .transaction()
              .forOperations(
                  curator.transactionOp().delete().forPath(place),
                  curator.transactionOp().setData().forPath(root + side.node(), NOTHING));
    } catch (KeeperException.NoNodeException e) {
      // the node is gone: with its session, which others have noticed, or with the queue
    }
  }

  private void delete(String path) throws Exception {
    curator.delete().quietly().forPath(path);
  }

  /** Removes a queue without participants: no process needs it, or killed processes left it. */
  private void clear() throws IOException {
    // First the announcements, then the participants: one that comes later may announce more.
    List<String> left = list(() -> {});
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
    ask(
        "remove " + root,
        () -> {
          for (String name : left) {
            delete(root + ROWS + "/" + name);
          }
          try {
            for (String node : List.of(ROWS, Side.WRITERS.node(), Side.READERS.node(), "")) {
              delete(root + node);
            }
            delete(run);
          } catch (KeeperException.NotEmptyException e) {
            // the run has more there, or a participant came
          }
        });
  }
}
