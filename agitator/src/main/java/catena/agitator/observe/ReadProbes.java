// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Victim;
import catena.harness.instance.Tablet;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.records.threads.Bounded;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import com.google.common.base.Throwables;
import com.google.common.collect.Iterables;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;

/**
 * Reads rows that the victims of a fault held, each again and again from the injection on, until
 * the first read of any of them succeeds: from then on a user is served again where he was not.
 *
 * <p>A read counts if it began when the victim had been hit, or when the row's tablet had been
 * given to another server. Before that the victim itself may answer: a signal is on its way, or a
 * server that ends in the orderly way still has the tablet. Such a read is not even tried.
 */
public final class ReadProbes implements AutoCloseable {
  private static final Duration ONE = Duration.ofSeconds(3);

  /** Reads of a row that may run at the same time. */
  private static final int PENDING = 3;

  private static final Duration PAUSE = Duration.ofMillis(200);

  /**
   * How long a scan tries: it waits 0.1 s before it tries again, then twice as long each time, and
   * would be seconds late where it went on for longer.
   */
  private static final Duration SCAN = Duration.ofSeconds(1);

  private final ClusterUnderTest field;
  private final String tableId;
  private final Clock clock;
  private final List<HeldRow> rows;
  private final StopSignal over = new StopSignal();
  private final Set<HeldRow> hit = new HashSet<>();
  private OptionalLong hitAt = OptionalLong.empty();
  private OptionalLong first = OptionalLong.empty();

  private ReadProbes(ClusterUnderTest field, String tableId, List<HeldRow> rows, Clock clock) {
    this.field = field;
    this.tableId = tableId;
    this.rows = List.copyOf(rows);
    this.clock = clock;
  }

  /**
   * Probes that begin now, one for each row, and end with the first success or when closed.
   *
   * @param tableId of the table that the rows are of
   * @param doubts receives a sentence if a probe dies
   */
  public static ReadProbes start(
      ClusterUnderTest field,
      String tableId,
      List<HeldRow> rows,
      Clock clock,
      Consumer<String> doubts) {
    ReadProbes probes = new ReadProbes(field, tableId, rows, clock);
    for (HeldRow row : rows) {
      String owed = "it is not known when row " + row.row() + " could be read again";
      Threads.daemon("read-probe", owed, () -> probes.readUntil(row), doubts).start();
    }
    return probes;
  }

  /**
   * A victim was hit: from now on reads of its rows count; of a host's, those of all its servers.
   */
  public synchronized void hit(Victim victim) {
    hitAt = OptionalLong.of(hitAt.orElseGet(clock::millis));
    for (HeldRow row : rows) {
      boolean own =
          victim.server().isEmpty()
              || victim.address().filter(row.held().address()::equals).isPresent()
              || victim
                  .session()
                  .map(Long::toHexString)
                  .filter(row.held().session()::equals)
                  .isPresent();
      if (own) {
        hit.add(row);
      }
    }
  }

  /** When the first victim was hit, wall clock in milliseconds, if any was. */
  synchronized OptionalLong hitAt() {
    return hitAt;
  }

  private synchronized boolean isHit(HeldRow row) {
    return hit.contains(row);
  }

  private void readUntil(HeldRow row) throws InterruptedException {
    List<FutureTask<Integer>> pending = new ArrayList<>();
    try {
      boolean read = false;
      while (!read && !over.asked()) {
        read = attempt(row, pending);
        if (!read) {
          boolean unused = over.await(PAUSE);
        }
      }
    } finally {
      pending.forEach(each -> each.cancel(true));
    }
  }

  private boolean attempt(HeldRow row, List<FutureTask<Integer>> pending)
      throws InterruptedException {
    try {
      boolean counts = isHit(row) || Bounded.call("looking for a tablet", ONE, () -> moved(row));
      if (counts) {
        int unused = begin(row, pending).get(ONE.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
      }
      return counts;
    } catch (InterruptedException e) {
      throw e;
    } catch (ExecutionException e) {
      Throwables.throwIfInstanceOf(e.getCause(), Error.class);
      return false; // not yet
    } catch (Exception e) { // not yet; a read that did not end goes on
      return false;
    }
  }

  /**
   * A read that goes on when no thread waits for it any longer: a halted server answers it as soon
   * as it goes on, and a new connection may come late, since it knocks again only after a second or
   * three where the server's queue was full. For one too many the second is given up.
   */
  private FutureTask<Integer> begin(HeldRow row, List<FutureTask<Integer>> pending) {
    FutureTask<Integer> read =
        new FutureTask<>(
            () -> {
              int seen = read(row.row());
              succeeded(clock.millis());
              return seen;
            });
    pending.removeIf(FutureTask::isDone);
    pending.add(read);
    if (pending.size() > PENDING) {
      pending.remove(1).cancel(true);
    }
    Threads.daemons("a probing read").newThread(read).start();
    return read;
  }

  /** Whether the row's tablet has been given to another server. */
  private boolean moved(HeldRow row) throws Exception {
    return new TabletReader(field.client(), ONE, TabletPart.LOCATION)
        .holding(tableId, row.row())
        .flatMap(Tablet::location)
        .filter(now -> !now.session().equals(row.held().session()))
        .isPresent();
  }

  /** Whether the row is there or not, its tablet was served. */
  private int read(Text row) throws Exception {
    try (Scanner scanner = field.client().createScanner(field.table(), Authorizations.EMPTY)) {
      scanner.setTimeout(SCAN.toMillis(), TimeUnit.MILLISECONDS);
      scanner.setRange(new Range(row));
      return Iterables.size(scanner);
    }
  }

  private synchronized void succeeded(long at) {
    if (first.isEmpty()) {
      first = OptionalLong.of(at);
    }
    over.ask("a row was read");
  }

  /** When the first read that counts succeeded, wall clock in milliseconds, if one has. */
  public synchronized OptionalLong first() {
    return first;
  }

  /** Whether nothing more is to be learned: there was nothing to read, or a read has succeeded. */
  public synchronized boolean isDone() {
    return rows.isEmpty() || first.isPresent();
  }

  /** Ends the reads that go on; what was measured is kept. */
  @Override
  public void close() {
    over.ask("the probe was ended");
  }
}
