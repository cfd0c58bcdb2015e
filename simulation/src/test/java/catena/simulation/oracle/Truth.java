// SPDX-License-Identifier: Apache-2.0
package catena.simulation.oracle;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import catena.simulation.table.Cell;
import catena.simulation.table.ClientRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What each key may hold, found by going through all that the writers wrote, one write after the
 * other, in the order that {@link catena.graph} describes: slow, plain, and by no code of the
 * judge.
 *
 * <p>What was handed over, and what acknowledged, is known from the clients' side of the table
 * ({@link ClientRecord}). A promise that says anything else is told by {@link #disagreements}. It
 * may know less or more only as a writer that dies leaves it: of one window whose acknowledgement
 * it could not write down, or of one that it announced and did not send.
 */
public final class Truth {
  private static final int MOST = 3;
  private static final Promise.Progress NO_LEDGER = Settled.at(Position.ORIGIN);

  private final Graph graph;
  private final ClientRecord record;
  private final EntryEncoder encoder;
  private final WriteOrder order;
  private final List<String> disagreements = new ArrayList<>();
  private final List<Written> writes = new ArrayList<>();
  private final Map<String, Held> keys = new HashMap<>();
  private final Map<String, Held> rows = new HashMap<>();

  /** Of each node that was read, written or not. */
  private final Map<String, Held> nodes = new HashMap<>();

  /** What one key was given, in the order of the writes. */
  public static final class Held {
    private final Entry first;
    private final String key;
    private final String row;
    private final String visibility;
    private final List<byte[]> written = new ArrayList<>();

    /** Those of the other cells of the row; of the first one alone. */
    private final List<Held> others = new ArrayList<>();

    /** How many of the writes are acknowledged; the others may be there or not. */
    private int acknowledged;

    /** Which of the writes were sent more than once, or are taken for it. */
    private final BitSet resent = new BitSet();

    /** Which of them went into the table as files, and are taken for that. */
    private final BitSet imported = new BitSet();

    /** How many times each was sent at most. */
    private final List<Integer> most = new ArrayList<>();

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

    /** All cells of the row, this first one among them. */
    List<Held> cells() {
      List<Held> cells = new ArrayList<>(List.of(this));
      cells.addAll(others);
      return cells;
    }

    /** Which of its writes a value is of; -1 if of none. */
    int writeOf(byte[] value) {
      for (int i = 0; i < written.size(); i++) {
        if (Arrays.equals(written.get(i), value)) {
          return i;
        }
      }
      return -1;
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

    /** Whether any of the writes was acknowledged. */
    boolean isPromised() {
      return acknowledged > 0;
    }

    /** Whether nothing is all that it may hold. */
    boolean isGone() {
      boolean nothing = mayHold(null);
      for (byte[] value : written) {
        nothing &= value == null || !mayHold(value);
      }
      return nothing;
    }

    /**
     * Whether more of these versions are one write than it was sent times, by one count of it.
     *
     * @param files whether of writes that went into the table as files, else of the others
     */
    boolean isMultiplied(List<Cell> versions, boolean files) {
      for (int i = 0; i < written.size(); i++) {
        if (count(versions, i) > most.get(i) && imported.get(i) == files) {
          return true;
        }
      }
      return false;
    }

    /** Whether a later write is among these versions, and none before it is. */
    boolean lacksFirst(List<Cell> versions) {
      return count(versions, 0) == 0 && written.size() > 1 && count(versions, 1) > 0;
    }

    private long count(List<Cell> versions, int write) {
      byte[] value = written.get(write);
      return versions.stream().filter(cell -> Arrays.equals(cell.entry().value(), value)).count();
    }

    /** The entry with a value. */
    public Entry entry(byte[] value) {
      return new Entry(first.row(), first.family(), first.qualifier(), first.visibility(), value);
    }

    /** What was written last, null if it was deleted. */
    public byte[] last() {
      return written.get(written.size() - 1);
    }

    /** The first value that refers to a row, or null. */
    byte[] referring(long row) {
      for (byte[] value : written) {
        if (value != null
            && NodeCodec.decode(entry(value)) instanceof Decoded.Sound sound
            && sound.previous() == row) {
          return value;
        }
      }
      return null;
    }

    /** Whether this value was once written. */
    boolean wasGiven(byte[] value) {
      return written.stream().anyMatch(each -> Arrays.equals(each, value));
    }
  }

  /** One write of a writer; nothing became of one that was never handed over. */
  private static final class Written {
    private final Held held;

    /** What each cell of the row is given; nulls by a delete. */
    private final List<byte[]> values;

    private final Position at;
    private final Optional<ClientRecord.Write> write;

    Written(Held held, List<byte[]> values, Position at, Optional<ClientRecord.Write> write) {
      this.held = held;
      this.values = values;
      this.at = at;
      this.write = write;
    }

    Position at() {
      return at;
    }

    boolean isSent() {
      return write.isPresent();
    }

    boolean isAcknowledged() {
      return write.filter(ClientRecord.Write::isAcknowledged).isPresent();
    }

    boolean isSentAgain() {
      return times() > 1;
    }

    int times() {
      return write.map(ClientRecord.Write::times).orElse(0);
    }

    boolean isImported() {
      return write.filter(ClientRecord.Write::isImported).isPresent();
    }
  }

  private Truth(Graph graph, ClientRecord record) {
    this.graph = graph;
    this.record = record;
    this.encoder = new EntryEncoder(graph);
    this.order = new WriteOrder(graph);
  }

  /**
   * What may be there.
   *
   * @param record what clients handed over, and were told
   * @param promise what the ledgers say of it, at the same moment
   */
  public static Truth of(Graph graph, ClientRecord record, Promise promise) {
    Truth truth = new Truth(graph, record);
    for (int writer = 0; writer < graph.spec().writers(); writer++) {
      truth.write(writer, promise.of(writer).orElse(NO_LEDGER));
    }
    return truth;
  }

  /** What the promise says that is not so. */
  public List<String> disagreements() {
    return disagreements;
  }

  private void write(int writer, Promise.Progress progress) {
    writes.clear();
    long blocks = graph.windowCapacity() / graph.spec().depth();
    boolean more = true;
    for (long block = 0; more && block < blocks; block++) {
      int before = writes.size();
      writeBlock(writer, block);
      more =
          new Position(block + 1, 0, 0).isBefore(progress.attempted())
              || writes.subList(before, writes.size()).stream().anyMatch(Written::isSent);
    }
    judge(writer, progress);
  }

  private void judge(int writer, Promise.Progress progress) {
    Set<Position> again = new HashSet<>();
    record.broken(writer).forEach(at -> again.add(together(writer, at)));
    writes.stream()
        .filter(each -> each.write.filter(ClientRecord.Write::isRetried).isPresent())
        .forEach(each -> again.add(together(writer, each.at)));
    Optional<Position> unsent =
        writes.stream().filter(each -> !each.isSent()).findFirst().map(Written::at);
    boolean[] known = known(writer, again);
    for (int i = 0; i < writes.size(); i++) {
      Written each = writes.get(i);
      Position at = each.at;
      boolean promised = at.isBefore(progress.acknowledged());
      agree(each.isAcknowledged() || !promised, writer, at, "promised and not acknowledged");
      agree(promised || !known[i], writer, at, "acknowledged and not promised");
      boolean begun = at.isBefore(progress.attempted());
      agree(begun || !each.isSent(), writer, at, "sent and counts as never begun");
      boolean announced =
          !each.isSent()
              && unsent
                  .map(first -> together(writer, first))
                  .equals(Optional.of(together(writer, at)));
      agree(!begun || each.isSent() || announced, writer, at, "begun by the ledger and never sent");
      boolean resent = progress.resent().hold(at);
      agree(resent || !each.isSentAgain(), writer, at, "sent more than once and counts as once");
      boolean perhaps = again.contains(together(writer, at));
      agree(!resent || perhaps, writer, at, "sent once and counts as more than once");
      int times = progress.resent().times(at);
      agree(each.times() <= Math.max(1, times), writer, at, "sent more often than counted");
      boolean files = progress.imported().hold(at);
      boolean delete = each.values.get(0) == null; // which is never imported, nor counted
      agree(
          delete || !files || !each.isSent() || each.isImported(),
          writer,
          at,
          "sent and counts as imported");
      agree(files || !each.isImported() || perhaps, writer, at, "imported and counts as sent");
      if (each.isSent() || (begun && announced)) {
        for (int cell = 0; cell < each.values.size(); cell++) {
          Held held = each.held.cells().get(cell);
          held.imported.set(held.written.size(), files);
          held.most.add(Math.max(1, times));
          held.resent.set(held.written.size(), each.isSentAgain() || (resent && perhaps));
          held.written.add(each.values.get(cell));
          held.acknowledged += each.isAcknowledged() && (promised || known[i]) ? 1 : 0;
          keys.put(held.key, held);
        }
        rows.put(each.held.row, each.held);
      }
    }
  }

  private void agree(boolean holds, int writer, Position at, String otherwise) {
    if (!holds && disagreements.size() < MOST) {
      disagreements.add("writer " + writer + ", " + at + ": " + otherwise);
    }
  }

  /** What may be announced at once: a step, or all layers of a block where they are imported. */
  private Position together(int writer, Position at) {
    boolean imports = record.hasImported(writer) && at.step() < graph.spec().depth();
    return new Position(at.block(), imports ? 0 : at.step(), 0);
  }

  /**
   * Of which writes the ledger must know that they were acknowledged: what the writer handed over
   * behind them, it handed over later. Where a writer was carried on what may be announced at once
   * with a write says nothing of it: its acknowledgement may be lost, and it be announced again
   * with more than before.
   *
   * @param again where it may have been
   */
  private boolean[] known(int writer, Set<Position> again) {
    int window = record.window(writer);
    boolean[] known = new boolean[writes.size()];
    long[] last = new long[writes.size() + 1];
    int next = writes.size();
    for (int i = writes.size() - 1; i >= 0; i--) {
      Written each = writes.get(i);
      boolean ends =
          i + 1 == writes.size()
              || !together(writer, each.at).equals(together(writer, writes.get(i + 1).at));
      next = ends ? i + 1 : next;
      int from =
          again.contains(together(writer, each.at)) ? Math.max(next, i + window) : i + window;
      long behind = last[Math.min(from, writes.size())];
      known[i] = each.write.filter(write -> write.acknowledged() < behind).isPresent();
      last[i] = Math.max(last[i + 1], each.write.map(ClientRecord.Write::first).orElse(0L));
    }
    return known;
  }

  private void writeBlock(int writer, long block) {
    int depth = graph.spec().depth();
    int nodes = graph.spec().flushInterval();
    boolean deleted = graph.isDeleted(writer, block);
    for (int layer = 0; layer < depth; layer++) {
      for (int i = 0; i < nodes; i++) {
        encoder.encodeFirst(writer, block * depth + layer, i);
        add(false, new Position(block, layer, i));
      }
    }
    for (int i = 0; i < nodes - 1 && !deleted; i++) {
      encoder.encodeClosing(writer, block * depth, i);
      add(false, new Position(block, depth, i));
    }
    for (int pass = 0; pass < graph.spec().updates().passes() && !deleted; pass++) {
      for (int i = 0; i < nodes; i++) {
        Position at = new Position(block, depth + 1 + pass, i);
        encoder.encodeUpdate(order.updated(writer, at), order.count(at));
        add(false, at);
      }
    }
    for (int step = 0; step < depth && deleted; step++) {
      for (int i = 0; i < nodes; i++) {
        encoder.encodeKey(writer, block * depth + depth - 1 - step, nodes - 1 - i);
        add(true, new Position(block, depth + step, i));
      }
    }
  }

  private void add(boolean delete, Position at) {
    Held held = nodes.computeIfAbsent(Cell.text(encoder.row()), row -> new Held(encoder.entry()));
    List<byte[]> values = new ArrayList<>();
    values.add(delete ? null : encoder.value().clone());
    for (int cell = 1; cell < graph.spec().cells().columns(); cell++) {
      if (delete) {
        values.add(null);
      } else {
        encoder.encodeCell(cell);
        values.add(encoder.value().clone());
        if (held.others.size() < cell) {
          held.others.add(new Held(encoder.entry()));
        }
      }
    }
    ClientRecord.Write write = record.of(held.key, values.get(0));
    writes.add(new Written(held, values, at, Optional.ofNullable(write)));
  }

  /** All keys that were written, or may have been. */
  Map<String, Held> keys() {
    return keys;
  }

  /**
   * Whether one write of a writer's row is shown more than once, and was sent as often or more
   * often.
   */
  public boolean isRepeated(int writer, String row, List<Cell> shown) {
    Held held = rows.get(row);
    if (held == null
        || graph
            .node(NodeCodec.row(held.first.row()))
            .filter(n -> n.writer() == writer)
            .isEmpty()) {
      return false;
    }
    List<Cell> versions = shown.stream().filter(cell -> cell.key().equals(held.key)).toList();
    for (int i = 0; i < held.written.size(); i++) {
      long count = held.count(versions, i);
      if (count > 1 && count <= held.most.get(i)) {
        return true;
      }
    }
    return false;
  }

  /** The first cells of all rows that were written, or may have been. */
  Collection<Held> rows() {
    return rows.values();
  }

  /** The key of a row that was written, or null. */
  public Held ofRow(String row) {
    return rows.get(row);
  }
}
