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
import java.util.Locale;
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
import org.apache.zookeeper.data.Stat;

/**
 * Gives out the numbers of the writers of one table, in the instance's ZooKeeper, so that no two
 * processes on any hosts ever write as the same one.
 *
 * <p>A number is a sequential node that stays for ever; writing as it needs an ephemeral node next
 * to it, which goes with its process. Between the number and the first write there is its ledger:
 * whoever has synced the ledger's first line marks the number as {@link #begun}, and only then
 * sends anything. A number without this mark owes nothing, whatever its process died of.
 */
public final class WriterNumbers implements Closeable {
  /** How long ZooKeeper keeps what a dead process held. */
  public static final Duration SESSION = ZooKeepers.SESSION;

  private static final Logger LOG = LogManager.getLogger(WriterNumbers.class);
  private static final int DIGITS = 10;

  /**
   * Names the numbers of those who mark them when they begin; earlier versions wrote {@code w-}.
   */
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
   * @param onLost told once when the session is lost, and with it the right to write as any number:
   *     the writers must stop
   * @throws UsageException if ZooKeeper does not answer within the limit
   */
  public static WriterNumbers open(
      String zookeepers, String instanceId, String tableId, Duration limit, Runnable onLost) {
    CuratorFramework curator =
        ZooKeepers.curator(zookeepers, limit, new BoundedExponentialBackoffRetry(100, 2000, 5));
    AtomicBoolean told = new AtomicBoolean();
    curator
        .getConnectionStateListenable()
        .addListener(
            (c, state) -> {
              if (state == ConnectionState.LOST && !told.getAndSet(true)) {
                onLost.run();
              }
            });
    ZooKeepers.start(curator, zookeepers, limit);
    return new WriterNumbers(curator, "/catena/" + instanceId + "/" + tableId);
  }

  /**
   * Who took a number.
   *
   * @param begun whether anything may have been written under it: its ledger was begun, or nobody
   *     knows, since an earlier version took it
   */
  public record Taker(Holder holder, boolean begun) {}

  /**
   * Takes the next number; the first is 0. Nothing may be written under it until {@link #begun}.
   */
  public int allocate(Holder holder) throws IOException {
    try {
      // Protection: a create whose answer is lost is found again, not repeated.
      String path =
          curator
              .create()
              .creatingParentsIfNeeded()
              .withProtection()
              .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
              .forPath(root + "/writers/" + MARKED, bytes(holder));
      return Integer.parseInt(path.substring(path.length() - DIGITS));
    } catch (Exception e) {
      throw failed("take a writer number", e);
    }
  }

  /** How many numbers were given out: the writers are 0 to one less. */
  public int allocated() throws IOException {
    try {
      Stat stat = curator.checkExists().forPath(root + "/writers");
      return stat == null ? 0 : stat.getNumChildren();
    } catch (Exception e) {
      throw failed("count the writer numbers", e);
    }
  }

  /**
   * Takes note that the ledger of a number was begun and is durable, before the first write under
   * it is intended.
   */
  public void begun(int writer) throws IOException {
    try {
      curator.create().orSetData().creatingParentsIfNeeded().forPath(root + "/begun/" + writer);
    } catch (Exception e) {
      throw failed("take note that writer " + writer + " begins", e);
    }
  }

  /** Who took each number that was given out; those whose node cannot be read are left out. */
  public Map<Integer, Taker> takers() throws IOException {
    Map<Integer, Taker> takers = new TreeMap<>();
    try {
      List<String> numbers = children("/writers");
      Set<String> begun = Set.copyOf(children("/begun"));
      for (String node : numbers) {
        int digits = node.length() - DIGITS;
        int writer = Integer.parseInt(node.substring(digits));
        boolean marks = node.startsWith(MARKED, digits - MARKED.length());
        try {
          byte[] holder = curator.getData().forPath(root + "/writers/" + node);
          takers.put(
              writer,
              new Taker(
                  Json.LINES.readValue(holder, Holder.class),
                  !marks || begun.contains(String.valueOf(writer))));
        } catch (JacksonException e) {
          LOG.warn("who took the number of writer {} cannot be read: {}", writer, e.toString());
        }
      }
      return takers;
    } catch (Exception e) {
      throw failed("ask who took the writer numbers", e);
    }
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
    try {
      curator
          .create()
          .orSetData()
          .creatingParentsIfNeeded()
          .forPath(root + "/ended/" + writer, Json.LINES.writeValueAsBytes(at));
    } catch (Exception e) {
      throw failed("take note of how far writer " + writer + " has come", e);
    }
  }

  /** How far each writer that has ever ended in order had come when it did so last. */
  public Map<Integer, Position> ends() throws IOException {
    Map<Integer, Position> ends = new TreeMap<>();
    try {
      for (String writer : children("/ended")) {
        byte[] at = curator.getData().forPath(root + "/ended/" + writer);
        ends.put(Integer.valueOf(writer), Json.LINES.readValue(at, Position.class));
      }
      return ends;
    } catch (Exception e) {
      throw failed("ask how far the writers have come", e);
    }
  }

  /** The right to write as one number, until closed. */
  public static final class Hold implements Closeable {
    private final EphemeralHold node;

    private Hold(EphemeralHold node) {
      this.node = node;
    }

    @Override
    public void close() throws IOException {
      node.close();
    }
  }

  /**
   * Takes the right to write as a number.
   *
   * @param wait how long to wait for a holder to vanish; a dead one does within {@link #SESSION}
   * @throws UsageException if another process has it still, naming that process
   */
  public Hold hold(int writer, Holder me, Duration wait) throws IOException {
    String path = String.format(Locale.ROOT, "%s/active/%d", root, writer);
    try {
      Optional<EphemeralHold> node = EphemeralHold.take(curator, path, bytes(me), wait);
      if (node.isEmpty()) {
        throw new UsageException(heldBy(writer, path));
      }
      return new Hold(node.get());
    } catch (UsageException e) {
      throw e;
    } catch (Exception e) {
      throw failed("take the right to a writer number", e);
    }
  }

  private String heldBy(int writer, String path) throws Exception {
    String holder;
    try {
      holder = Json.LINES.readValue(curator.getData().forPath(path), Holder.class).inWords();
    } catch (KeeperException.NoNodeException | JacksonException e) {
      holder = "another process";
    }
    return "Writer "
        + writer
        + " is in use by "
        + holder
        + ": stop that process first, or start new writers instead of resuming";
  }

  private static byte[] bytes(Holder holder) throws IOException {
    return Json.LINES.writeValueAsBytes(holder);
  }

  private static IOException failed(String what, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new IOException("cannot " + what + ": " + e, e);
  }

  @Override
  public void close() {
    curator.close();
  }
}
