// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.records.threads.Bounded;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.CloneConfiguration;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** A clone of a table that is offline, so that its files can be read, and that is removed again. */
public final class OfflineClone {
  private static final Logger LOG = LogManager.getLogger(OfflineClone.class);

  private final AccumuloClient client;
  private final String table;
  private final String name;

  /** A clone that is still to be made. */
  public OfflineClone(AccumuloClient client, String table) {
    this.client = client;
    this.table = table;
    this.name = table + "_verify_" + UUID.randomUUID().toString().replace("-", "");
  }

  /** The name of the clone, which no other table has. */
  public String name() {
    return name;
  }

  /**
   * Flushes the table and clones it.
   *
   * @throws TimeoutException if it takes longer than the limit, as while a tablet is not hosted, or
   *     if a stop is asked for; its thread is interrupted then, and not waited for
   */
  public void make(Duration limit, StopSignal stop) throws Exception {
    String what = "Flushing and cloning table " + table;
    try {
      stop.unlessAsked(what, limit, this::copy);
    } catch (InterruptedException e) {
      throw new TimeoutException(what + " was stopped: " + stop.reason().orElseThrow(() -> e));
    }
  }

  private boolean copy() throws Exception {
    CloneConfiguration how =
        CloneConfiguration.builder().setFlush(true).setKeepOffline(true).build();
    client.tableOperations().clone(table, name, how);
    client.tableOperations().offline(name, true);
    return true;
  }

  /**
   * Removes what there is of it.
   *
   * @return why it may still be there, and how to remove it; empty if it is gone
   */
  public Optional<String> remove(Duration limit) throws InterruptedException {
    Optional<Throwable> failure =
        Threads.attempt(() -> Bounded.run("Removing table " + name, limit, this::delete));
    failure.ifPresent(e -> LOG.error("the clone {} could not be removed", name, e));
    return failure.map(
        e -> "The clone " + name + " could not be removed, delete it by hand: " + e.getMessage());
  }

  private void delete() throws Exception {
    if (client.tableOperations().exists(name)) {
      client.tableOperations().delete(name);
    }
  }
}
