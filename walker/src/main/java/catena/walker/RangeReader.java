// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.read.check.View;
import catena.read.reader.RangeScan;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReaderContext;
import catena.read.reader.Returned;
import catena.read.reader.ScanFilter;
import catena.read.reader.StartWait;
import catena.records.latency.LatencyRecorder;
import catena.records.settings.Settings;

/** One scanning client: a step is a scan of a range. */
final class RangeReader implements ReadPhase.Reader {
  /** A range that holds so many times the entries asked for is cut short. */
  private static final int MOST_OVER = 20;

  private final ReaderContext seat;

  /** That a range is to hold; or if it has no end, that are to come and to pass. */
  private final int entries;

  /** Whether a range has an end when it is asked for. */
  private final boolean bounded;

  private final ScanFilter filter;
  private final RangeScan scans;
  private final long min;
  private final long max;
  private final int most;
  private final RangeWidth width;
  private final LatencyRecorder.Operation ranges;
  private final StartWait empty;
  private boolean anything;

  /** A client; with a filter only of a table with a graph. */
  RangeReader(ReaderContext seat, Settings own) {
    this.seat = seat;
    this.entries = own.get(ScanActivity.ENTRIES);
    this.bounded = own.get(ScanActivity.BOUNDED);
    this.filter = seat.graph().map(g -> ScanActivity.filter(own, g.spec())).orElse(ScanFilter.NONE);
    this.scans = new RangeScan(seat, ScanActivity.shape(own), filter);
    this.min = seat.graph().map(Graph::spec).map(GraphSpec::rowMin).orElse(0L);
    this.max = seat.graph().map(Graph::spec).map(GraphSpec::rowMax).orElse(Long.MAX_VALUE);
    this.most = (int) Math.min(Integer.MAX_VALUE, (long) MOST_OVER * entries);
    this.width = new RangeWidth(entries, max - min);
    this.ranges = seat.operation("range");
    this.empty = new StartWait(seat);
  }

  @Override
  public boolean read(long due) throws Exception {
    long nodes = seat.nodesBegun();
    long seen =
        bounded ? bounded(nodes, due) : scan(min + seat.random().nextLong(max - min), max, due);
    anything |= seen > 0 || nodes > 0;
    return anything || empty.rest();
  }

  private long bounded(long nodes, long due) throws Exception {
    long rows = Math.min(max - min, width.next(nodes));
    long from = min + seat.random().nextLong(max - min - rows + 1);
    long seen = scan(from, from + rows, due);
    if (filter.side() == ScanFilter.Side.NONE) {
      // What passes a filter shows too little of what is there; the ledgers show enough.
      width.held(seen);
    }
    return seen;
  }

  /** Returns how many entries came. */
  private long scan(long from, long to, long due) throws Exception {
    View view = seat.through(filter, seat.drawView());
    RangeScan.Seen seen = scans.scan(view, from, to, this::isEnough);
    Returned all = seen.returned();
    long rows = all.rows();
    seat.read(ranges, due, seen.start(), seen.end(), rows, rows, all.entries(), all.bytes());
    seen.judge();
    return all.entries();
  }

  private boolean isEnough(Returned seen) {
    return bounded ? seen.entries() > most : seen.kept().size() >= entries;
  }
}
