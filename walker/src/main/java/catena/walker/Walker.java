// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.read.check.View;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReaderContext;
import catena.read.reader.RowReader;
import catena.read.reader.ScannerShape;
import catena.read.reader.StartRows;
import catena.read.reader.StartRows.WalkedRow;
import catena.records.latency.LatencyRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One walking client: a step is a lookup. */
final class Walker implements ReadPhase.Reader {
  /** References that are kept at most: rows of another tool's table may have any number. */
  private static final int MOST_OPEN = 10_000;

  private final ReaderContext seat;
  private final long length;
  private final StartRows starts;
  private final RowReader reader;
  private final LatencyRecorder.Operation lookups;
  private final List<WalkedRow> open = new ArrayList<>();
  private Optional<View> view = Optional.empty();
  private long walked;

  /**
   * A client.
   *
   * @param length most rows of a walk
   * @param rows at which walks begin; empty for acknowledged ones
   */
  Walker(ReaderContext seat, long length, List<String> rows, ScannerShape shape) {
    this.seat = seat;
    this.length = length;
    this.starts = new StartRows(seat, rows);
    this.reader = new RowReader(seat, shape);
    this.lookups = seat.operation("lookup");
  }

  @Override
  public boolean isReady() throws Exception {
    return (!open.isEmpty() && walked != length) || begin();
  }

  @Override
  public boolean read(long due) throws Exception {
    int pick = open.size() == 1 ? 0 : seat.random().nextInt(open.size());
    lookUp(open.remove(pick), due);
    walked++;
    return true;
  }

  @Override
  public void close() {
    reader.close();
  }

  /** Begins a walk, with its own authorizations; false if there is nowhere to begin. */
  private boolean begin() throws Exception {
    View next = seat.drawView();
    view = Optional.of(next);
    open.clear();
    walked = 0;
    Optional<WalkedRow> start = starts.next(next);
    start.ifPresent(open::add);
    return start.isPresent();
  }

  private void lookUp(WalkedRow reference, long due) throws Exception {
    byte[] row = NodeCodec.rowBytes(reference.row());
    RowReader.Seen look = reader.lookUp(view.orElseThrow(), row);
    seat.read(lookups, due, look.start(), look.end(), 1, look.seen());
    if (look.judge(row, reference.referrer())) {
      look.seen().forEach(this::follow);
    }
  }

  private void follow(Entry entry) {
    if (open.size() < MOST_OPEN) {
      WalkedRow.after(entry).ifPresent(open::add);
    }
  }
}
