package catena.batchwalker;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.read.check.View;
import catena.read.reader.ReaderContext;
import catena.read.reader.StartRows;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;

/**
 * Begins walks: at random acknowledged nodes, or where no ledger tells of any at what one scan from
 * a random row comes across, since a scan for each of so many would take most of the time.
 */
final class WalkStarts {
  private final ReaderContext seat;
  private final StartRows starts;

  WalkStarts(ReaderContext seat) {
    this.seat = seat;
    this.starts = new StartRows(seat, List.of());
  }

  /**
   * Begins as many walks as are wanted, waiting for a first entry as long as readers wait.
   *
   * @return whether there is any walk
   */
  boolean fill(Walks walks, View view) throws Exception {
    int wanted = walks.wanted();
    if (wanted > 0 && !isPromised()) {
      seat.answered(() -> scan(walks, view));
      // Where the scan came to the end of the table at once, one row is enough to go on.
      wanted = walks.isEmpty() ? 1 : 0;
    }
    Optional<byte[]> row = Optional.of(new byte[0]);
    for (int i = 0; i < wanted && row.isPresent(); i++) {
      row = starts.next(view);
      row.ifPresent(start -> walks.begin(NodeCodec.rowText(start), Optional.empty()));
    }
    return !walks.isEmpty();
  }

  private boolean isPromised() throws IOException {
    return seat.promised().filter(promise -> !promise.writers().isEmpty()).isPresent();
  }

  /** From a random row on; what is missing to a whole pool the next batches fill. */
  private Walks scan(Walks walks, View view) throws TableNotFoundException {
    Optional<GraphSpec> spec = seat.graph().map(Graph::spec);
    long from =
        seat.random()
            .nextLong(
                spec.map(GraphSpec::rowMin).orElse(0L),
                spec.map(GraphSpec::rowMax).orElse(Long.MAX_VALUE));
    try (Scanner scanner =
        seat.target().client().createScanner(seat.target().table(), view.authorizations())) {
      scanner.setConsistencyLevel(seat.target().consistency());
      scanner.setRange(new Range(NodeCodec.rowText(from), null));
      var entries = scanner.iterator();
      for (int wanted = walks.wanted(); wanted > 0 && entries.hasNext(); wanted--) {
        var entry = entries.next();
        begin(walks, Entries.of(entry.getKey(), entry.getValue()));
      }
    }
    return walks;
  }

  /** At the row that an entry refers to, or at its own if it refers to none. */
  private static void begin(Walks walks, Entry entry) {
    if (NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && sound.previous() != Decoded.NO_PREVIOUS) {
      walks.begin(NodeCodec.rowText(sound.previous()), Optional.of(entry));
    } else {
      walks.begin(NodeCodec.rowText(entry.row()), Optional.empty());
    }
  }
}
