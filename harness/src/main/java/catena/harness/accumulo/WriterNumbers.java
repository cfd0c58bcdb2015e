// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.graph.Position;
import catena.harness.instance.EphemeralHold;
import catena.harness.instance.ZooKeepers;
import catena.records.run.Json;
import catena.records.words.UsageException;
import com.fasterxml.jackson.core.JacksonException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;

/**
 * Gives out the numbers of the writers of one table, in the instance's ZooKeeper, so that no two
 * processes on any hosts ever write as the same one.
 *
 * <p>A number is a sequential node that is never deleted; a process that writes with it holds an
 * ephemeral node next to it, which ends with the process. Between the number and the first write
 * there is its ledger: the process that has synced the ledger's first line marks the number as
 * {@link #begun}, and only then sends anything. A number without this mark owes nothing, whatever
 * its process died of.
 */
public final class WriterNumbers implements Closeable {
  /** How long ZooKeeper keeps what a dead process held. */
  public static final Duration SESSION = ZooKeepers.SESSION;

  private static final Logger LOG = LogManager.getLogger(WriterNumbers.class);
  private static final int DIGITS = 10;

  /** Names the numbers of processes that mark them as begun; earlier versions wrote {@code w-}. */
  private static final String MARKED = "m-";

  private final CuratorFramework curator;
  private final String root;

  private WriterNumbers(CuratorFramework curator, String root) {
    this.curator = curator;
    this.root = root;
  }

  /**
   * Connects.
   *
   * @param onLost called once when the session is lost, and with it the right to write as any
   *     number: the writers must stop
   * @throws UsageException if ZooKeeper does not answer within the limit
   */
  public static WriterNumbers open(
      String zookeepers, String instanceId, String tableId, Duration limit, Runnable onLost) {
    CuratorFramework curator =
        ZooKeepers.curator(zookeepers, limit, new BoundedExponentialBackoffRetry(100, 2000, 5));
    AtomicBoolean called = new AtomicBoolean();
    curator
        .getConnectionStateListenable()
        .addListener(
            (c, state) -> {
              if (state == ConnectionState.LOST && !called.getAndSet(true)) {
                onLost.run();
              }
            });
    ZooKeepers.start(curator, zookeepers, limit);
    return new WriterNumbers(curator, "/catena/" + instanceId + "/" + tableId);
  }

  /**
   * The process that took a number.
   *
   * @param begun whether anything may have been written under it: its ledger was begun, or that is
   *     unknown, since an earlier version took it
   */
  public record Taker(Holder holder, boolean begun) {}

  /**
   * Takes the next number; the first is 0. Nothing may be written under it until {@link #begun}.
   */
  public int allocate(Holder holder) throws IOException {
    // Protection: a create whose answer is lost is found again, not repeated.
    String path =
        ZooKeepers.ask(
            "take a writer number",
            () ->
                curator
                    .create()
                    .creatingParentsIfNeeded()
                    .withProtection()
                    .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                    .forPath(root + "/writers/" + MARKED, Json.LINES.writeValueAsBytes(holder)));
    return Integer.parseInt(path.substring(path.length() - DIGITS));
  }

  /** How many numbers were given out: the writers are 0 to one less. */
  public int allocated() throws IOException {
    return ZooKeepers.ask("count the writer numbers", () -> children("/writers").size());
  }

  /**
   * Takes note that the ledger of a number was begun and is durable, before the first write under
   * it is intended.
   */
  public void begun(int writer) throws IOException {
    note("take note that writer " + writer + " begins", "/begun/" + writer, new byte[0]);
  }

  /** The takers of all numbers given out; those whose node cannot be read are left out. */
  public Map<Integer, Taker> takers() throws IOException {
    return ZooKeepers.ask("ask who took the writer numbers", this::readTakers);
  }

  private Map<Integer, Taker> readTakers() throws Exception {
    Map<Integer, Taker> takers = new TreeMap<>();
    List<String> numbers = children("/writers");
    Set<String> begun = Set.copyOf(children("/begun"));
    for (String node : numbers) {
      int digits = node.length() - DIGITS;
      int writer = Integer.parseInt(node.substring(digits));
      boolean marks = node.startsWith(MARKED, digits - MARKED.length());
      try {
        Holder holder = read("/writers/" + node, Holder.class);
        takers.put(writer, new Taker(holder, !marks || begun.contains(String.valueOf(writer))));
      } catch (JacksonException e) {
        LOG.warn("who took the number of writer {} cannot be read: {}", writer, e.toString());
      }
    }
    return takers;
  }

  private <T> T read(String below, Class<T> type) throws Exception {
    return Json.LINES.readValue(curator.getData().forPath(root + below), type);
  }

  private void note(String what, String below, byte[] content) throws IOException {
    String unused =
        ZooKeepers.ask(
            what,
            () ->
                curator
                    .create()
                    .orSetData()
                    .creatingParentsIfNeeded()
                    .forPath(root + below, content));
  }

  private List<String> children(String below) throws Exception {
    return curator.checkExists().forPath(root + below) == null
        ? List.of()
        : curator.getChildren().forPath(root + below);
  }

  /**
   * Takes note, where the ledger is not, of how far a writer had come when it ended in order.
   *
   * @param at no write at or after it was begun
   */
  public void ended(int writer, Position at) throws IOException {
    String what = "take note of how far writer " + writer + " has come";
    note(what, "/ended/" + writer, Json.LINES.writeValueAsBytes(at));
  }

  /** How far each writer that has ever ended in order had come when it did so last. */
  public Map<Integer, Position> ends() throws IOException {
    return ZooKeepers.ask(
        "ask how far the writers have come",
        () -> {
          Map<Integer, Position> ends = new TreeMap<>();
          for (String writer : children("/ended")) {
            ends.put(Integer.valueOf(writer), read("/ended/" + writer, Position.class));
          }
          return ends;
        });
  }

  /**
   * Takes the right to write as a number, until it is closed.
   *
   * @param wait how long to wait for a holder to vanish; a dead one does within {@link #SESSION}
   * @throws UsageException if another process has it still, naming that process
   */
  public Closeable hold(int writer, Holder me, Duration wait) throws IOException {
    String what = "take the right to a writer number";
    String node = "/active/" + writer;
    byte[] content = Json.LINES.writeValueAsBytes(me);
    Optional<EphemeralHold> taken =
        ZooKeepers.ask(what, () -> EphemeralHold.take(curator, root + node, content, wait));
    if (taken.isEmpty()) {
      throw new UsageException(ZooKeepers.ask(what, () -> heldBy(writer, node)));
    }
    return taken.get();
  }

  private String heldBy(int writer, String node) throws Exception {
    String holder;
    try {
      holder = read(node, Holder.class).inWords();
    } catch (KeeperException.NoNodeException | JacksonException e) {
      holder = "another process";
    }
    return "Writer "
        + writer
        + " is in use by "
        + holder
        + ": stop that process first, or start new writers instead of resuming";
  }

  @Override
  public void close() {
    curator.close();
  }
}
