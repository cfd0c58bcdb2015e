// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;

/** Watches a local cluster and one of its tables from outside until it is closed. */
final class OutsideObserver implements AutoCloseable {
  private static final Duration PROCESSES = Duration.ofMillis(50);
  private static final Duration LOCKS = Duration.ofMillis(100);
  private static final Duration LOGS = Duration.ofMillis(500);

  private final ScheduledExecutorService looks =
      Executors.newScheduledThreadPool(
          3,
          work -> {
            Thread thread = new Thread(work, "observer");
            thread.setDaemon(true);
            return thread;
          });
  private final ProcessWatch processes;
  private final ManagerLogs logs;
  private final LockWatch locks;
  private final AccumuloClient client;
  private final TabletClients clients;
  private final String tableId;

  private OutsideObserver(Path cluster, Properties properties, AccumuloClient client, String table)
      throws Exception {
    this.client = client;
    this.processes = new ProcessWatch(Path.of("/proc"), cluster.resolve("run"));
    this.logs = new ManagerLogs(cluster.resolve("logs"), ZoneId.systemDefault());
    this.locks =
        new LockWatch(
            properties.getProperty("instance.zookeepers"), properties.getProperty("instance.name"));
    this.tableId = client.tableOperations().tableIdMap().get(table);
    this.clients = TabletClients.start(client, table);
    every(PROCESSES, () -> processes.poll(System.currentTimeMillis()));
    every(LOCKS, locks::poll);
    every(LOGS, logs::poll);
  }

  /**
   * An observer that watches from when the table is there.
   *
   * @param cluster the directory of a local cluster, which need not be there yet
   * @param over whether there is no more point in waiting
   * @return empty if that came first
   */
  static Optional<OutsideObserver> await(Path cluster, String table, BooleanSupplier over)
      throws Exception {
    Path file = cluster.resolve("accumulo-client.properties");
    while (!over.getAsBoolean()) {
      if (Files.exists(file)) {
        try {
          Optional<OutsideObserver> observer = attach(cluster, file, table);
          if (observer.isPresent()) {
            return observer;
          }
        } catch (IOException | RuntimeException e) { // it is just being started
          TimeUnit.MILLISECONDS.sleep(500);
        }
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
    return Optional.empty();
  }

  private static Optional<OutsideObserver> attach(Path cluster, Path file, String table)
      throws Exception {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    }
    AccumuloClient client = Accumulo.newClient().from(properties).build();
    if (client.tableOperations().exists(table)) {
      return Optional.of(new OutsideObserver(cluster, properties, client, table));
    }
    client.close();
    return Optional.empty();
  }

  /** One poll of a watch. */
  private interface Look {
    void take() throws Exception;
  }

  /** A poll that fails saw nothing; the next one may. */
  private void every(Duration pause, Look look) {
    var unused =
        looks.scheduleWithFixedDelay(
            () -> {
              try {
                look.take();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (Exception e) {
                System.err.println("the observer could not look: " + e);
              }
            },
            0,
            pause.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** All that was seen so far. */
  Sightings sightings() throws IOException {
    logs.poll();
    return new Sightings(
        tableId,
        clients.rows(),
        processes.changes(),
        locks.changes(),
        logs.hostings(),
        clients.operations());
  }

  @Override
  public void close() {
    looks.shutdownNow();
    clients.close();
    locks.close();
    client.close();
  }
}
