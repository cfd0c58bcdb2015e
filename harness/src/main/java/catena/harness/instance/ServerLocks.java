// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.records.server.Role;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Which servers hold or wait for a lock of Accumulo in ZooKeeper: what the cluster itself believes
 * of its servers, and so a witness that is independent of the process that kills and starts them.
 *
 * <p>ZooKeeper's own client is used, because Accumulo's waits for ever and Curator's tries again;
 * and everything is asked at once, within one limit, because one request after the other takes as
 * long as there are servers.
 */
public final class ServerLocks implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("([A-Za-z0-9_.-]+:[0-9]{2,5})");

  /**
   * The name of a lock's node, that of Accumulo 2.1: {@code zlock#}, a UUID of the process, and the
   * number that ZooKeeper gave it. Nodes of another form take no part, as in Accumulo's own {@code
   * ServiceLock.validateAndSort}.
   */
  private static final Pattern NODE = Pattern.compile("zlock#[^#]+#([0-9]{10})");

  private static final Map<Role, String> LOCKS =
      new TreeMap<>(
          Map.of(
              Role.MANAGER, ZooKeeperPaths.MANAGER_LOCK,
              Role.GC, ZooKeeperPaths.GC_LOCK,
              Role.MONITOR, ZooKeeperPaths.MONITOR_LOCK,
              Role.COORDINATOR, ZooKeeperPaths.COORDINATOR_LOCK));

  private final String zookeepers;
  private final String instance;
  private final Duration limit;
  private ZooKeeper client;

  /**
   * One server's lock.
   *
   * @param address host and port
   * @param session of ZooKeeper, which no other process ever has
   * @param held whether the server holds the lock; else it waits for it, as a manager does that
   *     stands by
   */
  public record Lock(Role role, HostAndPort address, long session, boolean held) {}

  /**
   * The locks of an instance.
   *
   * @param limit how long ZooKeeper may take to answer
   */
  public ServerLocks(String zookeepers, String instance, Duration limit) {
    this.zookeepers = zookeepers;
    this.instance = instance;
    this.limit = limit;
  }

  /**
   * The id of the instance of this name; empty before it is initialised.
   *
   * @throws IOException if ZooKeeper does not answer within the limit
   */
  public synchronized Optional<String> instanceId() throws IOException, InterruptedException {
    return answered(this::instanceId);
  }

  private Optional<String> instanceId(Requests requests)
      throws KeeperException, InterruptedException {
    return Optional.ofNullable(requests.data(List.of(instancePath())).get(instancePath()))
        .map(Requests.Data::text);
  }

  /**
   * The locks that there are now.
   *
   * @throws IOException if ZooKeeper does not answer within the limit
   */
  public synchronized List<Lock> read() throws IOException, InterruptedException {
    return answered(this::read);
  }

  /** The sessions of the tservers that hold their lock now; one that waits serves nothing yet. */
  public Set<String> sessions() throws IOException, InterruptedException {
    return sessions(read());
  }

  /** The sessions of the tservers that hold one of these, as the metadata tables write them. */
  public static Set<String> sessions(List<Lock> locks) {
    return locks.stream()
        .filter(lock -> lock.role() == Role.TSERVER && lock.held())
        .map(lock -> Long.toHexString(lock.session()))
        .collect(Collectors.toSet());
  }

  private List<Lock> read(Requests requests) throws KeeperException, InterruptedException {
    String id =
        instanceId(requests).orElseThrow(() -> new KeeperException.NoNodeException(instancePath()));
    String root = ZooKeeperPaths.root(id);
    List<LockPath> places = places(requests, root);
    Map<String, List<String>> nodes =
        requests.children(places.stream().map(LockPath::path).toList());
    nodes.replaceAll((path, all) -> queue(all).stream().map(node -> path + "/" + node).toList());
    Map<String, Requests.Data> data =
        requests.data(nodes.values().stream().flatMap(List::stream).toList());
    List<Lock> locks = new ArrayList<>();
    for (LockPath place : places) {
      List<String> queue = nodes.getOrDefault(place.path(), List.of());
      for (String node : queue) {
        Optional.ofNullable(data.get(node)) // else gone meanwhile
            .flatMap(its -> place.lock(its, node.equals(queue.get(0))))
            .ifPresent(locks::add);
      }
    }
    return locks;
  }

  /** The nodes of a lock by their numbers: the first one's server holds it, the others wait. */
  static List<String> queue(List<String> nodes) {
    return nodes.stream()
        .filter(node -> NODE.matcher(node).matches())
        .sorted(Comparator.comparing(node -> node.substring(node.lastIndexOf('#'))))
        .toList();
  }

  /** A node below which servers hold or wait for a lock; its path may name them. */
  private record LockPath(Role role, String path, String address) {
    /** What the node of one server says; the address is in the data unless the path names it. */
    Optional<Lock> lock(Requests.Data data, boolean first) {
      Matcher found = ADDRESS.matcher(address.isEmpty() ? data.text() : address);
      return found.find()
          ? Optional.of(new Lock(role, HostAndPort.fromString(found.group(1)), data.owner(), first))
          : Optional.empty();
    }
  }

  /** Every lock's node: one for a role, or one for each server that has its own node. */
  private static List<LockPath> places(Requests requests, String root)
      throws KeeperException, InterruptedException {
    List<LockPath> places = new ArrayList<>();
    LOCKS.forEach((role, path) -> places.add(new LockPath(role, root + path, "")));
    Map<String, Role> parents = new TreeMap<>();
    parents.put(root + ZooKeeperPaths.TSERVERS, Role.TSERVER);
    parents.put(root + ZooKeeperPaths.SSERVERS, Role.SSERVER);
    String queues = root + ZooKeeperPaths.COMPACTORS;
    requests
        .children(List.of(queues))
        .getOrDefault(queues, List.of())
        .forEach(queue -> parents.put(queues + "/" + queue, Role.COMPACTOR));
    requests
        .children(parents.keySet())
        .forEach(
            (parent, servers) ->
                servers.forEach(
                    address ->
                        places.add(
                            new LockPath(parents.get(parent), parent + "/" + address, address))));
    return places;
  }

  private String instancePath() {
    return ZooKeeperPaths.INSTANCES + "/" + instance;
  }

  private interface Question<T> {
    T ask(Requests requests) throws KeeperException, InterruptedException;
  }

  private <T> T answered(Question<T> question) throws IOException, InterruptedException {
    ZooKeeper open = connected();
    boolean answered = false;
    try {
      T answer = question.ask(new Requests(open, limit));
      answered = true;
      return answer;
    } catch (KeeperException e) {
      throw new IOException("ZooKeeper at " + zookeepers + ": " + e.getMessage(), e);
    } finally {
      if (!answered) {
        close();
      }
    }
  }

  private ZooKeeper connected() throws IOException, InterruptedException {
    if (client != null && !client.getState().isConnected()) {
      close();
    }
    if (client == null) {
      try {
        client = ZooKeepers.connect(zookeepers, limit);
      } catch (TimeoutException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
    return client;
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      ZooKeepers.close(client);
      client = null;
    }
  }

  /**
   * Asks ZooKeeper many things at once, all of them within one limit; what is not there is left
   * out.
   */
  private static final class Requests {
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
      return answers(
          paths,
          (path, answer) ->
              client.getChildren(
                  path,
                  false,
                  (code, of, any, children) -> come(answer, code, of, children),
                  null));
    }

    /** The data of each node that there is. */
    Map<String, Data> data(Collection<String> paths) throws KeeperException, InterruptedException {
      return answers(
          paths,
          (path, answer) ->
              client.getData(
                  path,
                  false,
                  (code, of, any, bytes, stat) -> come(answer, code, of, data(bytes, stat)),
                  null));
    }

    private static Data data(byte[] bytes, Stat stat) {
      return new Data(
          bytes == null ? "" : new String(bytes, UTF_8),
          stat == null ? 0 : stat.getEphemeralOwner());
    }

    private static <T> void come(CompletableFuture<T> answer, int code, String path, T value) {
      if (code == KeeperException.Code.OK.intValue()) {
        boolean unused = answer.complete(value);
      } else {
        KeeperException failure = KeeperException.create(KeeperException.Code.get(code), path);
        boolean unused = answer.completeExceptionally(failure);
      }
    }

    /** Asks for all of them, and waits for each; what is not there is left out. */
    private <T> Map<String, T> answers(
        Collection<String> paths, BiConsumer<String, CompletableFuture<T>> request)
        throws KeeperException, InterruptedException {
      Map<String, CompletableFuture<T>> answers = new TreeMap<>();
      paths.forEach(path -> answers.put(path, new CompletableFuture<>()));
      answers.forEach(request);
      Map<String, T> found = new TreeMap<>();
      for (Map.Entry<String, CompletableFuture<T>> each : answers.entrySet()) {
        long left = Math.max(0, deadline - System.nanoTime());
        try {
          found.put(each.getKey(), each.getValue().get(left, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
          throw new KeeperException.OperationTimeoutException();
        } catch (ExecutionException e) {
          KeeperException failure = (KeeperException) e.getCause();
          if (failure.code() != KeeperException.Code.NONODE) {
            throw failure;
          }
        }
      }
      return found;
    }
  }
}
