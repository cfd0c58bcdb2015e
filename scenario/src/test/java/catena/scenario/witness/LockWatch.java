// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.scenario.witness.Sightings.LockChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** Who holds the locks of tservers and of the manager, by a ZooKeeper client of its own. */
final class LockWatch implements AutoCloseable {
  private static final int SESSION_MILLIS = 30_000;
  private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9_.-]+:[0-9]{2,5}");

  private record Lock(String role, String address, long session) {}

  private final String zooKeepers;
  private final String instance;
  private final Map<Lock, Long> held = new HashMap<>();
  private final List<LockChange> changes = new ArrayList<>();
  private ZooKeeper client;
  private long before;

  LockWatch(String zooKeepers, String instance) {
    this.zooKeepers = zooKeepers;
    this.instance = instance;
  }

  /** Polls; while ZooKeeper does not answer, nothing is known and nothing changes. */
  synchronized void poll() throws IOException, InterruptedException {
    if (client == null || !client.getState().isAlive()) {
      client = new ZooKeeper(zooKeepers, SESSION_MILLIS, event -> {});
    }
    try {
      long begun = System.currentTimeMillis();
      List<Lock> locks = read();
      take(locks, begun, System.currentTimeMillis());
    } catch (KeeperException.ConnectionLossException | KeeperException.SessionExpiredException e) {
      Thread.sleep(100);
    } catch (KeeperException.NoNodeException e) {
      // gone while it was read, or not there yet: the next poll sees
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  private void take(List<Lock> locks, long begun, long ended) {
    for (Lock lock : locks) {
      if (held.put(lock, ended) == null) {
        changes.add(change(lock, before == 0 ? begun : before, ended, true));
      }
    }
    for (Lock lock : List.copyOf(held.keySet())) {
      if (!locks.contains(lock)) {
        held.remove(lock);
        changes.add(change(lock, before, ended, false));
      }
    }
    before = begun;
  }

  private static LockChange change(Lock lock, long before, long at, boolean held) {
    return new LockChange(before, at, lock.role(), lock.address(), lock.session(), held);
  }

  private List<Lock> read() throws KeeperException, InterruptedException {
    String id = text(client.getData("/accumulo/instances/" + instance, false, null));
    String root = "/accumulo/" + id;
    List<Lock> locks = new ArrayList<>();
    for (String address : client.getChildren(root + "/tservers", false)) {
      String path = root + "/tservers/" + address;
      holder(path).map(stat -> new Lock("tserver", address, stat.owner())).ifPresent(locks::add);
    }
    holder(root + "/managers/lock")
        .map(node -> new Lock("manager", node.address(), node.owner()))
        .ifPresent(locks::add);
    return locks;
  }

  private record Node(String address, long owner) {}

  /** Whose node has the least number; a node that vanishes while it is read was not. */
  private Optional<Node> holder(String path) throws KeeperException, InterruptedException {
    try {
      Optional<String> first =
          client.getChildren(path, false).stream()
              .filter(name -> name.startsWith("zlock#"))
              .min(Comparator.comparing(name -> name.substring(name.lastIndexOf('#'))));
      if (first.isEmpty()) {
        return Optional.empty();
      }
      Stat stat = new Stat();
      String data = text(client.getData(path + "/" + first.get(), false, stat));
      Matcher address = ADDRESS.matcher(data);
      return Optional.of(new Node(address.find() ? address.group() : "", stat.getEphemeralOwner()));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  private static String text(byte[] data) {
    return data == null ? "" : new String(data, StandardCharsets.UTF_8);
  }

  synchronized List<LockChange> changes() {
    return List.copyOf(changes);
  }

  @Override
  public synchronized void close() {
    try {
      if (client != null) {
        client.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
