// SPDX-License-Identifier: Apache-2.0
package catena.simulation.client;

import catena.graph.Entry;
import catena.simulation.table.Call;
import catena.simulation.table.Cell;
import catena.simulation.table.Server;
import catena.simulation.table.Table;
import catena.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Mutation;

/**
 * A batch writer as Accumulo's: it buffers, sends in the background, acknowledges a flush when all
 * servers have answered, and stays broken once it has failed. What was on its way then, or is left
 * in its buffer when it is closed, may be applied much later.
 */
public final class FakeBatchWriter implements BatchWriter {
  private static final int WAIT_MILLIS = 400;
  private static final double WHEN_IT_FAILS = 50;
  private static final double SENDS_WHEN_BROKEN = 0.3;

  private final World world;
  private final Table table;
  private final int most;
  private final long timeoutMillis;
  private final List<Cell> buffer = new ArrayList<>();
  private final List<Call> open = new ArrayList<>();

  /** What was added since the last flush that returned. */
  private final List<Cell> unacknowledged = new ArrayList<>();

  private final DoubleConsumer moment;
  private MutationsRejectedException broken;
  private boolean dead;

  /**
   * A batch writer.
   *
   * @param most mutations that it holds before it sends them
   * @param timeoutMillis after which it gives up
   */
  public FakeBatchWriter(World world, Table table, int most, long timeoutMillis) {
    this(world, table, most, timeoutMillis, any -> {});
  }

  /**
   * The same, with something that happens whenever it takes a mutation, or fails.
   *
   * @param moment that, with how likely it is beside that of a mutation
   */
  public FakeBatchWriter(
      World world, Table table, int most, long timeoutMillis, DoubleConsumer moment) {
    this.moment = moment;
    this.world = world;
    this.table = table;
    this.most = most;
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public void addMutation(Mutation mutation) throws MutationsRejectedException {
    poll();
    check();
    for (ColumnUpdate update : mutation.getUpdates()) {
      Cell cell = cell(mutation, update);
      table.record().handedOver(cell, false);
      unacknowledged.add(cell);
      buffer.add(cell);
    }
    moment.accept(1);
    if (buffer.size() >= most) {
      send();
      world.point("a batch writer has sent");
    }
  }

  private static Cell cell(Mutation mutation, ColumnUpdate update) {
    Entry entry =
        new Entry(
            mutation.getRow(),
            update.getColumnFamily(),
            update.getColumnQualifier(),
            update.getColumnVisibility(),
            update.isDeleted() ? new byte[0] : update.getValue());
    Cell cell = Cell.of(entry, update.isDeleted());
    return update.hasTimestamp() ? cell.timed(update.getTimestamp()) : cell;
  }

  @Override
  public void addMutations(Iterable<Mutation> mutations) throws MutationsRejectedException {
    for (Mutation mutation : mutations) {
      addMutation(mutation);
    }
  }

  private void send() {
    List<Cell> cells = List.copyOf(buffer);
    buffer.clear();
    open.addAll(table.send(cells));
  }

  @Override
  public void flush() throws MutationsRejectedException {
    check();
    send();
    world.point("a flush begins");
    long end = world.millis() + timeoutMillis;
    poll();
    check();
    while (!open.isEmpty()) {
      await();
      poll();
      if (broken == null && !open.isEmpty() && world.millis() > end) {
        fail(new TimedOutException("no answer of server " + open.get(0).server()));
      }
      check();
    }
    world.point("a flush returns");
    table.record().acknowledged(unacknowledged);
    unacknowledged.clear();
  }

  private void await() {
    Call call = world.oneOf(open);
    Server server = table.servers().get(call.server());
    if (server.isPaused()) {
      world.pass(world.below(WAIT_MILLIS));
    } else if (call.state() == Call.State.WAITING) {
      table.answer(server, call);
    }
    world.point("a flush waits");
  }

  /** Takes the answers that have come. */
  private void poll() {
    for (Call call : List.copyOf(open)) {
      switch (call.state()) {
        case WAITING, APPLYING -> {
          // no answer yet
        }
        case ANSWERED -> again(call, call.rest());
        case LOST -> again(call, call.cells());
        case REFUSED -> fail(null);
      }
    }
  }

  private void again(Call call, List<Cell> cells) {
    open.remove(call);
    if (!cells.isEmpty() && broken == null) {
      table.repeat();
      open.addAll(table.send(cells));
    }
  }

  private void fail(Exception cause) {
    if (broken != null) {
      return;
    }
    world.note("a batch writer fails" + (cause == null ? "" : ": " + cause.getMessage()));
    open.forEach(Call::abandon);
    moment.accept(WHEN_IT_FAILS);
    table.record().failed(unacknowledged);
    broken =
        new MutationsRejectedException(
            (AccumuloClient) null, List.of(), Map.of(), Set.of("server"), 0, cause);
  }

  private void check() throws MutationsRejectedException {
    if (broken != null) {
      throw broken;
    }
  }

  /** As Accumulo's closes: what its threads had taken is sent even if it is broken. */
  @Override
  public void close() throws MutationsRejectedException {
    if (dead || world.isDying()) {
      return;
    }
    boolean sends = broken == null || world.chance(SENDS_WHEN_BROKEN);
    if (sends && !buffer.isEmpty()) {
      world.note("a batch writer that is closed sends " + buffer.size() + " mutations");
      send();
    }
    open.forEach(Call::abandon);
    die();
    check();
  }

  /** Its process died: what servers have of it they have. */
  public void die() {
    dead = true;
    buffer.clear();
    open.forEach(Call::abandon);
    open.clear();
  }
}
