// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.scenario.witness.Sightings.Answer;
import catena.scenario.witness.Sightings.Operation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.BatchWriterConfig;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/**
 * Clients that write to and read from each tablet of a table again and again, one operation at a
 * time and, where one hangs, another beside it.
 *
 * <p>What they write are deletes of rows that no graph has: they are logged and acknowledged like
 * any write, and no reader ever sees anything of them, so that they cannot be taken for data.
 */
final class TabletClients implements AutoCloseable {
  private static final Duration HANGS = Duration.ofSeconds(3);
  private static final int MOST_AT_ONCE = 4;

  private final AccumuloClient client;
  private final String table;
  private final List<String> rows;
  private final Duration pause;
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2, daemons());
  private final ExecutorService workers = Executors.newCachedThreadPool(daemons());
  private final ConcurrentLinkedDeque<Operation> operations = new ConcurrentLinkedDeque<>();

  private TabletClients(AccumuloClient client, String table, List<String> rows) {
    this.client = client;
    this.table = table;
    this.rows = rows;
    // Several times a second and tablet, and not so often that it is a load of its own.
    this.pause = Duration.ofMillis(Math.max(200, 40L * rows.size()));
  }

  private static java.util.concurrent.ThreadFactory daemons() {
    return work -> {
      Thread thread = new Thread(work, "witness");
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Clients that begin now, a writer and a reader for each tablet that the table has. */
  static TabletClients start(AccumuloClient client, String table) throws Exception {
    List<String> rows = rows(client.tableOperations().listSplits(table));
    TabletClients clients = new TabletClients(client, table, rows);
    for (String row : rows) {
      clients.begin(clients.new Slot(row, true));
      clients.begin(clients.new Slot(row, false));
    }
    return clients;
  }

  /** A row in each tablet that no row of a graph is: those are 16 hex digits long. */
  static List<String> rows(Iterable<Text> splits) {
    List<String> rows = new ArrayList<>();
    rows.add("0".repeat(16) + "~");
    splits.forEach(split -> rows.add(split + "~"));
    return rows;
  }

  private void begin(Slot slot) {
    var unused = clock.scheduleAtFixedRate(slot::tick, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  List<String> rows() {
    return rows;
  }

  /** All that was answered so far, in the order of their ends. */
  List<Operation> operations() {
    return operations.stream().sorted(Comparator.comparingLong(Operation::end)).toList();
  }

  @Override
  public void close() {
    clock.shutdownNow();
    workers.shutdownNow();
  }

  /** The writer, or the reader, of one row. */
  private final class Slot {
    private final String row;
    private final boolean write;
    private final Deque<Long> underWay = new ArrayDeque<>();
    private final Deque<BatchWriter> idle = new ArrayDeque<>();

    private Slot(String row, boolean write) {
      this.row = row;
      this.write = write;
    }

    private synchronized void tick() {
      long now = System.currentTimeMillis();
      boolean free = underWay.isEmpty() || now - underWay.peekLast() > HANGS.toMillis();
      if (free && underWay.size() < MOST_AT_ONCE) {
        underWay.addLast(now);
        workers.execute(() -> operate(now));
      }
    }

    private void operate(Long begin) {
      Answer answer = Answer.FAILED;
      try {
        if (write) {
          write();
        } else {
          read();
        }
        answer = Answer.YES;
      } catch (Exception e) { // a tablet that is offline, or a cluster that ends: no answer
        answer = Answer.FAILED;
      } finally {
        operations.add(new Operation(row, write, begin, System.currentTimeMillis(), answer));
        over(begin);
      }
    }

    private synchronized void over(Long begin) {
      underWay.remove(begin);
    }

    private synchronized BatchWriter writer() throws Exception {
      BatchWriter waiting = idle.pollFirst();
      return waiting != null
          ? waiting
          : client.createBatchWriter(table, new BatchWriterConfig().setMaxWriteThreads(1));
    }

    private void write() throws Exception {
      BatchWriter writer = writer();
      Mutation mutation = new Mutation(row);
      mutation.putDelete("witness", "");
      boolean sound = false;
      try {
        writer.addMutation(mutation);
        writer.flush();
        sound = true;
      } finally {
        keep(writer, sound);
      }
    }

    /** A writer that failed once fails for ever. */
    private synchronized void keep(BatchWriter writer, boolean sound) {
      if (sound) {
        idle.addFirst(writer);
        return;
      }
      try {
        writer.close();
      } catch (Exception e) { // which says once more what it could not write
        idle.remove(writer);
      }
    }

    private void read() throws Exception {
      try (Scanner scanner = client.createScanner(table, Authorizations.EMPTY)) {
        scanner.setTimeout(1, TimeUnit.SECONDS);
        scanner.setRange(Range.exact(row));
        scanner.forEach(
            entry -> {
              throw new IllegalStateException("a deleted row is there: " + entry);
            });
      }
    }
  }
}
