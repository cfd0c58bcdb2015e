package catena.walker;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.harness.check.RangeChecker;
import catena.harness.check.View;
import catena.harness.latency.LatencyRecorder;
import catena.harness.reader.ReadPhase;
import catena.harness.reader.ReaderContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.Text;

/** One scanning client: a step is a scan of a range. */
final class RangeReader implements ReadPhase.Reader {
  /** A range that holds so many times the entries asked for is cut short. */
  private static final int MOST_OVER = 20;

  private static final Duration EMPTY_PAUSE = Duration.ofMillis(200);

  private final ReaderContext seat;
  private final ScannerShape shape;
  private final long min;
  private final long max;
  private final int most;
  private final RangeWidth width;
  private final LatencyRecorder.Operation ranges;
  private boolean anything;
  private long emptySince;

  /**
   * A client.
   *
   * @param entries that a range is to hold
   */
  RangeReader(ReaderContext seat, int entries, ScannerShape shape) {
    this.seat = seat;
    this.shape = shape;
    this.min = seat.graph().map(Graph::spec).map(GraphSpec::rowMin).orElse(0L);
    this.max = seat.graph().map(Graph::spec).map(GraphSpec::rowMax).orElse(Long.MAX_VALUE);
    this.most = (int) Math.min(Integer.MAX_VALUE, (long) MOST_OVER * entries);
    this.width = new RangeWidth(entries, max - min);
    this.ranges = seat.operation("range");
    this.emptySince = seat.nanos();
  }

  @Override
  public boolean step() throws Exception {
    OptionalLong intended = seat.turns().next();
    if (intended.isEmpty()) {
      return false;
    }
    long nodes = seat.nodesBegun();
    long rows = Math.min(max - min, width.next(nodes));
    long from = min + seat.random().nextLong(max - min - rows + 1);
    long seen = scan(from, from + rows, intended.getAsLong());
    width.held(seen);
    anything |= seen > 0 || nodes > 0;
    return anything || waitForMore();
  }

  /** False if the table has been empty for so long that nobody seems to write it. */
  private boolean waitForMore() throws InterruptedException {
    boolean patient = seat.nanos() - emptySince < seat.startLimit().toNanos();
    seat.turns().rest(EMPTY_PAUSE);
    return patient && !seat.stop().asked();
  }

  private long scan(long from, long to, long intended) throws Exception {
    View view = seat.drawView();
    RangeChecker checker = seat.ranges(view);
    checker.begin();
    long start = seat.nanos();
    List<Entry> seen = seat.answered(() -> read(view, from, to));
    seat.read(ranges, intended, start, seat.nanos(), rows(seen), seen);
    long end = to;
    if (seen.size() > most) {
      end = cutLastRow(seen, to);
    }
    Iterator<Entry> entries = seen.iterator();
    checker.range(from, end, () -> entries.hasNext() ? entries.next() : null);
    checker.end();
    return seen.size();
  }

  private List<Entry> read(View view, long from, long to) throws TableNotFoundException {
    List<Entry> seen = new ArrayList<>();
    try (Scanner scanner = shape.open(seat.target(), view)) {
      scanner.setRange(new Range(text(from), true, text(to), false));
      Iterator<Map.Entry<Key, Value>> entries = scanner.iterator();
      while (entries.hasNext() && seen.size() <= most) {
        Map.Entry<Key, Value> entry = entries.next();
        seen.add(Entries.of(entry.getKey(), entry.getValue()));
      }
    }
    return seen;
  }

  private static Text text(long row) {
    return new Text(NodeCodec.rowText(row));
  }

  /** Leaves the last row out, which may have more entries, and says where the rest ends. */
  private static long cutLastRow(List<Entry> seen, long to) {
    long number = -1;
    while (!seen.isEmpty() && number < 0) {
      byte[] last = seen.get(seen.size() - 1).row();
      seen.removeIf(entry -> Arrays.equals(entry.row(), last));
      number = NodeCodec.row(last);
    }
    return number < 0 ? to : number;
  }

  private static long rows(List<Entry> seen) {
    long rows = 0;
    byte[] before = null;
    for (Entry entry : seen) {
      if (before == null || !Arrays.equals(before, entry.row())) {
        rows++;
      }
      before = entry.row();
    }
    return rows;
  }
}
