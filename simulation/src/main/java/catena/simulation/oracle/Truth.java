package catena.simulation.oracle;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import catena.simulation.table.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each key may hold, found by going through all that the writers wrote, one write after the
 * other, in the order that {@link catena.graph} describes: slow, plain, and by no code of the
 * judge.
 */
public final class Truth {
  private final Graph graph;
  private final EntryEncoder encoder;
  private final WriteOrder order;
  private final Map<String, Held> keys = new HashMap<>();
  private final Map<String, Held> rows = new HashMap<>();

  /** What one key was given, in the order of the writes. */
  public static final class Held {
    private final Entry first;
    private final String key;
    private final String row;
    private final String visibility;
    private final List<byte[]> written = new ArrayList<>();

    /** How many of the writes are acknowledged; the others may be there or not. */
    private int acknowledged;

    /** Which of the writes were sent more than once, as the ledger has it. */
    private final BitSet resent = new BitSet();

    private Held(Entry first) {
      this.first = first;
      this.key = Cell.key(first);
      this.row = Cell.text(first.row());
      this.visibility = Cell.text(first.visibility());
    }

    String key() {
      return key;
    }

    String row() {
      return row;
    }

    String visibility() {
      return visibility;
    }

    /** Whether a write of this value was sent more than once. */
    boolean isResent(byte[] value) {
      return resent.stream().anyMatch(i -> Arrays.equals(written.get(i), value));
    }

    /** Whether it may hold this value, or nothing if that is null. */
    public boolean mayHold(byte[] value) {
      if (acknowledged == 0 && value == null) {
        return true;
      }
      for (int i = Math.max(0, acknowledged - 1); i < written.size(); i++) {
        if (Arrays.equals(written.get(i), value)) {
          return true;
        }
      }
      return false;
    }

    /** Whether there is only one right answer. */
    boolean isCertain() {
      return acknowledged == written.size();
    }

    /** Whether nothing is all that it may hold. */
    boolean isGone() {
      boolean nothing = mayHold(null);
      for (byte[] value : written) {
        nothing &= value == null || !mayHold(value);
      }
      return nothing;
    }

    /** The entry with a value. */
    public Entry entry(byte[] value) {
      return new Entry(first.row(), first.family(), first.qualifier(), first.visibility(), value);
    }

    /** What was written last, null if it was deleted. */
    public byte[] last() {
      return written.get(written.size() - 1);
    }

    /** Whether this value was once written. */
    boolean wasGiven(byte[] value) {
      return written.stream().anyMatch(each -> Arrays.equals(each, value));
    }
  }

  private Truth(Graph graph) {
    this.graph = graph;
    this.encoder = new EntryEncoder(graph);
    this.order = new WriteOrder(graph);
  }

  /** What may be there when the writers have come so far. */
  public static Truth of(Graph graph, Promise promise) {
    Truth truth = new Truth(graph);
    promise.writers().forEach(truth::write);
    return truth;
  }

  private void write(int writer, Promise.Progress progress) {
    for (long block = 0; new Position(block, 0, 0).isBefore(progress.attempted()); block++) {
      writeBlock(writer, block, progress);
    }
  }

  private void writeBlock(int writer, long block, Promise.Progress progress) {
    int depth = graph.spec().depth();
    int nodes = graph.spec().flushInterval();
    boolean deleted = graph.isDeleted(writer, block);
    for (int layer = 0; layer < depth; layer++) {
      for (int i = 0; i < nodes; i++) {
        encoder.encodeFirst(writer, block * depth + layer, i);
        add(encoder.value(), new Position(block, layer, i), progress);
      }
    }
    for (int i = 0; i < nodes - 1 && !deleted; i++) {
      encoder.encodeClosing(writer, block * depth, i);
      add(encoder.value(), new Position(block, depth, i), progress);
    }
    for (int pass = 0; pass < graph.spec().updates().passes() && !deleted; pass++) {
      for (int i = 0; i < nodes; i++) {
        Position at = new Position(block, depth + 1 + pass, i);
        encoder.encodeUpdate(order.updated(writer, at), order.count(at));
        add(encoder.value(), at, progress);
      }
    }
    for (int step = 0; step < depth && deleted; step++) {
      for (int i = 0; i < nodes; i++) {
        encoder.encodeKey(writer, block * depth + depth - 1 - step, nodes - 1 - i);
        add(null, new Position(block, depth + step, i), progress);
      }
    }
  }

  private void add(byte[] value, Position at, Promise.Progress progress) {
    if (!at.isBefore(progress.attempted())) {
      return;
    }
    Held held = rows.get(Cell.text(encoder.row()));
    if (held == null) {
      held = new Held(encoder.entry());
      keys.put(held.key, held);
      rows.put(held.row, held);
    }
    held.resent.set(held.written.size(), progress.resent().hold(at));
    held.written.add(value == null ? null : value.clone());
    if (at.isBefore(progress.acknowledged())) {
      held.acknowledged++;
    }
  }

  /** All keys that were written, or may have been. */
  Map<String, Held> keys() {
    return keys;
  }

  /** The key of a row that was written, or null. */
  public Held ofRow(String row) {
    return rows.get(row);
  }
}
