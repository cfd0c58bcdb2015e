package catena.walker;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.read.check.RowChecker;
import catena.read.check.View;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReaderContext;
import catena.read.reader.StartRows;
import catena.records.latency.LatencyRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/** One walking client: a step is a lookup. */
final class Walker implements ReadPhase.Reader {
  /** References that are kept at most: rows of another tool's table may have any number. */
  private static final int MOST_OPEN = 10_000;

  /** A row to look up, and the entry that refers to it, if one led here. */
  private record Reference(String row, Optional<Entry> referrer) {}

  private final ReaderContext seat;
  private final WalkActivity.Plan plan;
  private final StartRows starts;
  private final LatencyRecorder.Operation lookups;
  private final List<Reference> open = new ArrayList<>();
  private Optional<View> view = Optional.empty();
  private Scanner scanner;
  private RowChecker checker;
  private long walked;

  Walker(ReaderContext seat, WalkActivity.Plan plan) {
    this.seat = seat;
    this.plan = plan;
    this.starts = new StartRows(seat, plan.rows());
    this.lookups = seat.operation("lookup");
  }

  @Override
  public boolean step() throws Exception {
    if ((open.isEmpty() || walked == plan.length()) && !begin()) {
      return false;
    }
    OptionalLong intended = seat.turns().next();
    if (intended.isEmpty()) {
      return false;
    }
    int pick = open.size() == 1 ? 0 : seat.random().nextInt(open.size());
    lookUp(open.remove(pick), intended.getAsLong());
    walked++;
    return true;
  }

  @Override
  public void close() {
    if (scanner != null) {
      scanner.close();
    }
  }

  /** Begins a walk, with authorizations of its own; false if there is nowhere to begin. */
  private boolean begin() throws Exception {
    if (view.isPresent()) {
      seat.turns().rest(plan.cycleWait());
    }
    View next = seat.drawView();
    if (view.isEmpty() || !view.get().equals(next)) {
      close();
      view = Optional.of(next);
      scanner = plan.shape().open(seat.target(), next);
      checker = seat.rows(next);
    }
    open.clear();
    walked = 0;
    Optional<byte[]> start = starts.next(next);
    start.ifPresent(row -> open.add(new Reference(NodeCodec.rowText(row), Optional.empty())));
    return start.isPresent();
  }

  private void lookUp(Reference reference, long intended) throws Exception {
    checker.begin();
    long start = seat.nanos();
    byte[] row = NodeCodec.rowBytes(reference.row());
    scanner.setRange(new Range(new Text(row)));
    List<Entry> seen = seat.answered(this::read);
    seat.read(lookups, intended, start, seat.nanos(), 1, seen);
    boolean sound = checker.row(row, seen, reference.referrer());
    checker.end();
    if (sound) {
      seen.forEach(this::follow);
    }
  }

  private List<Entry> read() {
    List<Entry> seen = new ArrayList<>(1);
    scanner.forEach((key, value) -> seen.add(Entries.of(key, value)));
    return seen;
  }

  private void follow(Entry entry) {
    if (open.size() < MOST_OPEN
        && NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && sound.previous() != Decoded.NO_PREVIOUS) {
      open.add(new Reference(NodeCodec.rowText(sound.previous()), Optional.of(entry)));
    }
  }
}
