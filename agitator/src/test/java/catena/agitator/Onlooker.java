// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.harness.accumulo.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Looks at ZooKeeper and at the metadata table several times a second, with a client of its own and
 * nothing of the agitator's, to compare what that says with what was so.
 */
final class Onlooker implements AutoCloseable {
  /**
   * What was seen within a span of time.
   *
   * @param locks by tserver's address, the sessions that hold or wait for its lock
   * @param answered whether the metadata table answered; who hosts it may be the one that is hit
   * @param tablets by tablet of the table, the session that it was given to; empty for none
   */
  record Sight(
      long began,
      long ended,
      Map<String, Set<String>> locks,
      boolean answered,
      Map<String, String> tablets) {
    /** Whether every tablet was given to somebody who has a lock, and none in this session. */
    boolean isServed(String ended) {
      Set<String> live = new HashSet<>();
      locks.values().forEach(live::addAll);
      live.remove(ended);
      return answered && live.containsAll(tablets.values());
    }

    /** Whether a session is in ZooKeeper. */
    boolean has(String session) {
      return locks.values().stream().anyMatch(sessions -> sessions.contains(session));
    }
  }

  private final AccumuloClient client;
  private final String table;
  private final ZooKeeper zookeeper;
  private final String tservers;
  private final List<Sight> sights = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::poll, "onlooker");
  private volatile boolean closed;

  private Onlooker(AccumuloClient client, String table, ZooKeeper zookeeper, String tservers) {
    this.client = client;
    this.table = table;
    this.zookeeper = zookeeper;
    this.tservers = tservers;
  }

  /** One that polls from now on. */
  static Onlooker start(Connection connection, String table) throws Exception {
    AccumuloClient client = connection.client();
    ZooKeeper zookeeper =
        new ZooKeeper(client.properties().getProperty("instance.zookeepers"), 30_000, event -> {});
    String id = client.instanceOperations().getInstanceId().canonical();
    Onlooker onlooker = new Onlooker(client, table, zookeeper, "/accumulo/" + id + "/tservers");
    onlooker.thread.start();
    return onlooker;
  }

  private void poll() {
    try {
      while (!closed) {
        sight().ifPresent(sights::add);
        TimeUnit.MILLISECONDS.sleep(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it is closed
    }
  }

  /** What is seen now; empty if ZooKeeper does not answer. */
  private Optional<Sight> sight() throws InterruptedException {
    long began = System.currentTimeMillis();
    Optional<Map<String, String>> tablets = tabletsIfAnswered();
    try {
      Map<String, Set<String>> locks = locks();
      long ended = System.currentTimeMillis();
      return Optional.of(
          new Sight(began, ended, locks, tablets.isPresent(), tablets.orElse(Map.of())));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // whatever a client throws while servers fall
      return Optional.empty();
    }
  }

  private Optional<Map<String, String>> tabletsIfAnswered() throws InterruptedException {
    try {
      return Optional.of(tablets());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // whatever a client throws while servers fall
      return Optional.empty();
    }
  }

  private Map<String, String> tablets() throws Exception {
    String id = client.tableOperations().tableIdMap().get(table);
    Map<String, String> tablets = new TreeMap<>();
    try (Scanner scanner = client.createScanner("accumulo.metadata", Authorizations.EMPTY)) {
      scanner.setTimeout(2, TimeUnit.SECONDS);
      scanner.setRange(new Range(id + ";", true, id + "<", true));
      for (Map.Entry<Key, Value> entry : scanner) {
        String row = entry.getKey().getRow().toString();
        tablets.putIfAbsent(row, "");
        if (entry.getKey().getColumnFamily().toString().equals("loc")) {
          tablets.put(row, entry.getKey().getColumnQualifier().toString());
        }
      }
    }
    return tablets;
  }

  private Map<String, Set<String>> locks() throws KeeperException, InterruptedException {
    Map<String, Set<String>> locks = new TreeMap<>();
    for (String server : zookeeper.getChildren(tservers, false)) {
      Set<String> sessions = new HashSet<>();
      for (String node : zookeeper.getChildren(tservers + "/" + server, false)) {
        Stat stat = zookeeper.exists(tservers + "/" + server + "/" + node, false);
        if (stat != null) {
          sessions.add(Long.toHexString(stat.getEphemeralOwner()));
        }
      }
      locks.put(server, sessions);
    }
    return locks;
  }

  /** All that was seen. */
  List<Sight> sights() {
    return new ArrayList<>(sights);
  }

  /** Waits until something is seen from now on. */
  Sight await(Predicate<Sight> wanted) throws InterruptedException {
    long from = System.currentTimeMillis();
    while (true) {
      for (Sight sight : sights) {
        if (sight.began() >= from && wanted.test(sight)) {
          return sight;
        }
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
      zookeeper.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
