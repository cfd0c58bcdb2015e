// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Asks ZooKeeper many things at once, all of them within one limit; what is not there is left out.
 */
final class Requests {
  private final ZooKeeper client;
  private final long deadline;

  /** What a node holds, and whose session it belongs to. */
  record Data(String text, long owner) {}

  /** Requests whose limit begins now. */
  Requests(ZooKeeper client, Duration limit) {
    this.client = client;
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  /** The children of each node that there is. */
  Map<String, List<String>> children(Collection<String> paths)
      throws KeeperException, InterruptedException {
    Map<String, PendingAnswer<List<String>>> answers = new TreeMap<>();
    for (String path : paths) {
      PendingAnswer<List<String>> answer = new PendingAnswer<>();
      answers.put(path, answer);
      client.getChildren(
          path, false, (code, of, context, children) -> answer.come(code, of, children), null);
    }
    return await(answers);
  }

  /** The data of each node that there is. */
  Map<String, Data> data(Collection<String> paths) throws KeeperException, InterruptedException {
    Map<String, PendingAnswer<Data>> answers = new TreeMap<>();
    for (String path : paths) {
      PendingAnswer<Data> answer = new PendingAnswer<>();
      answers.put(path, answer);
      client.getData(
          path,
          false,
          (code, of, context, bytes, stat) -> answer.come(code, of, data(bytes, stat)),
          null);
    }
    return await(answers);
  }

  private static Data data(byte[] bytes, Stat stat) {
    return new Data(
        bytes == null ? "" : new String(bytes, UTF_8), stat == null ? 0 : stat.getEphemeralOwner());
  }

  /** One answer that is to come. */
  private static final class PendingAnswer<T> {
    private final CompletableFuture<T> future = new CompletableFuture<>();

    void come(int code, String path, T value) {
      if (code == KeeperException.Code.OK.intValue()) {
        boolean unused = future.complete(value);
      } else {
        KeeperException failure = KeeperException.create(KeeperException.Code.get(code), path);
        boolean unused = future.completeExceptionally(failure);
      }
    }

    /** Hands it on if the node is there. */
    void take(long nanos, Consumer<T> taker) throws KeeperException, InterruptedException {
      try {
        taker.accept(future.get(Math.max(0, nanos), TimeUnit.NANOSECONDS));
      } catch (TimeoutException e) {
        throw new KeeperException.OperationTimeoutException();
      } catch (ExecutionException e) {
        KeeperException failure = (KeeperException) e.getCause();
        if (failure.code() != KeeperException.Code.NONODE) {
          throw failure;
        }
      }
    }
  }

  private <T> Map<String, T> await(Map<String, PendingAnswer<T>> answers)
      throws KeeperException, InterruptedException {
    Map<String, T> found = new TreeMap<>();
    for (Map.Entry<String, PendingAnswer<T>> each : answers.entrySet()) {
      each.getValue().take(deadline - System.nanoTime(), value -> found.put(each.getKey(), value));
    }
    return found;
  }
}
