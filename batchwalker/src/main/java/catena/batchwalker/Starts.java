package catena.batchwalker;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.Promise;
import catena.harness.accumulo.Entries;
import catena.harness.read.Seat;
import catena.harness.read.StartRows;
import catena.harness.read.View;
import java.time.Duration;
import java.util.Optional;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;

/**
 * Where walks begin: at random acknowledged nodes, or where there are no ledgers at what a scan
 * from a random row comes across.
 */
final class Starts {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private final Seat seat;
  private final Optional<StartRows> rows;

  Starts(Seat seat) {
    this.seat = seat;
    this.rows = seat.graph().map(graph -> new StartRows(graph, seat.random()));
  }

  /**
   * Begins as many walks as are wanted, waiting for a first entry as long as readers wait.
   *
   * @return whether there is any walk
   */
  boolean fill(Walks walks, View view) throws Exception {
    long deadline = seat.nanos() + seat.startLimit().toNanos();
    int wanted = walks.wanted();
    while (wanted > 0 && add(walks, view, wanted) == 0 && walks.isEmpty()) {
      if (seat.nanos() - deadline >= 0 || seat.stop().await(LOOK_AGAIN)) {
        return false;
      }
    }
    return true;
  }

  private int add(Walks walks, View view, int wanted) throws Exception {
    Optional<Promise> promise = seat.promised().filter(known -> !known.writers().isEmpty());
    return promise.isPresent()
        ? addPromised(walks, promise.get(), wanted)
        : seat.answered(() -> addScanned(walks, view, wanted)).orElse(0);
  }

  private int addPromised(Walks walks, Promise promise, int wanted) {
    int added = 0;
    while (added < wanted) {
      Optional<byte[]> row = rows.orElseThrow().draw(promise);
      if (row.isEmpty()) {
        return added;
      }
      walks.begin(Walks.text(row.get()), Optional.empty());
      added++;
    }
    return added;
  }

  /** From a random row to the end of the table and, if that is not enough, from its beginning. */
  private int addScanned(Walks walks, View view, int wanted) throws TableNotFoundException {
    String random = NodeCodec.rowText(seat.random().nextLong(Long.MAX_VALUE));
    int added = addScanned(walks, view, new Range(random, null), wanted);
    return added > 0 ? added : addScanned(walks, view, new Range(null, random), wanted);
  }

  private int addScanned(Walks walks, View view, Range range, int wanted)
      throws TableNotFoundException {
    int added = 0;
    try (Scanner scanner =
        seat.target()
            .connection()
            .client()
            .createScanner(seat.target().table(), view.authorizations())) {
      scanner.setConsistencyLevel(seat.target().consistency());
      scanner.setRange(range);
      var entries = scanner.iterator();
      while (added < wanted && entries.hasNext()) {
        var entry = entries.next();
        begin(walks, Entries.of(entry.getKey(), entry.getValue()));
        added++;
      }
    }
    return added;
  }

  /** At the row that an entry refers to, or at its own if it refers to none. */
  private static void begin(Walks walks, Entry entry) {
    if (NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && sound.previous() != Decoded.NO_PREVIOUS) {
      walks.begin(NodeCodec.rowText(sound.previous()), Optional.of(entry));
    } else {
      walks.begin(Walks.text(entry.row()), Optional.empty());
    }
  }
}
