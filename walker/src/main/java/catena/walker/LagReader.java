// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import catena.read.announce.LagTimes;
import catena.read.announce.RowSource;
import catena.read.check.Count;
import catena.read.check.View;
import catena.read.reader.ReadFailure;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadSettings;
import catena.read.reader.ReaderContext;
import catena.read.reader.RowReader;
import catena.read.reader.ScanFilter;
import catena.read.reader.ScannerShape;
import catena.records.latency.LatencyRecorder;
import catena.records.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One client that polls for announced rows: a step is a lookup.
 *
 * <p>A row is polled for until it is seen, or given up and counted. In either case it is read once
 * more when its write is acknowledged: it must be there by then, exactly as promised, and one that
 * was seen may not be gone again.
 */
final class LagReader implements ReadPhase.Reader {
  /** How long it waits for a row before it checks whether it is to go on. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** How long after its search it checks whether a row's write is acknowledged; and again. */
  private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** How long after the end of all writers the ledgers hold all that was acknowledged to them. */
  private static final long LEDGER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ReaderContext context;
  private final RowSource source;
  private final long limitNanos;

  /** Whether a row may be late although it is acknowledged. */
  private final boolean eventual;

  private final Graph graph;
  private final WriteOrder order;
  private final LagRows rows;
  private final RowReader reader;
  private final LatencyRecorder.Operation lags;
  private final LatencyRecorder.Operation visible;
  private final LatencyRecorder.Operation lookups;

  /** The row that is being read. */
  private Optional<LagRows.LagRow> current = Optional.empty();

  /** Since when it is known that all writers have ended; empty while one has not. */
  private OptionalLong writtenNanos = OptionalLong.empty();

  /** Whether the ledgers were read after they held all that was acknowledged to the writers. */
  private boolean ledgersComplete;

  LagReader(ReaderContext context, RowSource source, Settings own) {
    this.context = context;
    this.source = source;
    this.limitNanos = own.get(LagActivity.LIMIT).toNanos();
    this.eventual = ReadSettings.passing(own).eventual();
    this.graph = context.graph().orElseThrow();
    this.order = new WriteOrder(graph);
    this.rows = new LagRows(LagActivity.MOST_ROWS);
    ScannerShape shape = ScannerShape.usual(own.get(ReadSettings.TIMEOUT));
    this.reader = new RowReader(context, shape, ScanFilter.NONE);
    this.lags = context.operation(LagTimes.LAG);
    this.visible = context.operation(LagTimes.VISIBLE);
    this.lookups = context.operation("lookup");
  }

  @Override
  public boolean isReady() throws Exception {
    current = awaitWriters() ? awaitDue() : Optional.empty();
    return current.isPresent();
  }

  @Override
  public boolean read(long due) throws Exception {
    lookUp(current.orElseThrow(), due);
    return true;
  }

  @Override
  public void close() {
    current.ifPresent(rows::add); // its lookup was broken off, or not due any more
    context.tally().add(Count.UNSEEN, rows.sought());
    context.tally().add(Count.UNJUDGED, rows.size());
    reader.close();
  }

  /** Waits for a client that announces rows; false if none does within the limit. */
  private boolean awaitWriters() throws InterruptedException {
    long end = context.nanos() + context.startLimit().toNanos();
    while (!source.begun() && !context.stop().asked() && end - context.nanos() > 0) {
      context.turns().rest(PAUSE);
    }
    return source.begun() && !context.stop().asked();
  }

  /** Waits until a row is due; empty if none will be. */
  private Optional<LagRows.LagRow> awaitDue() throws Exception {
    while (!context.stop().asked()) {
      boolean over = source.isOver(); // before the failure, which may be why it is
      Optional<String> failure = source.failure();
      if (failure.isPresent()) {
        throw new ReadFailure(failure.get(), null);
      }
      take(Duration.ZERO);
      Optional<LagRows.LagRow> due = due();
      if (due.isPresent()) {
        return due;
      }
      if (over && rows.isEmpty()) {
        return Optional.empty();
      }
      long now = context.nanos();
      long wait = Math.min(PAUSE.toNanos(), rows.nextNanos().orElse(now + PAUSE.toNanos()) - now);
      if (wait > 0) {
        take(Duration.ofNanos(wait));
        // Where there is nothing to read, nothing is late.
        context.turns().rest(Duration.ofNanos(rows.hasRoom() ? 1 : wait));
      }
    }
    return Optional.empty();
  }

  /** The row that is due; of those that are not sought any more only one that is settled now. */
  private Optional<LagRows.LagRow> due() throws IOException {
    Optional<LagRows.LagRow> due = rows.due(context.nanos());
    while (due.isPresent() && !due.get().isSought() && !isSettled(due.get())) {
      rows.later(due.get(), context.nanos(), SETTLING_NANOS);
      due = rows.due(context.nanos());
    }
    return due;
  }

  /** Whether the ledgers acknowledge it, or none will do so any more. */
  private boolean isSettled(LagRows.LagRow row) throws IOException {
    return isAcknowledged(row.node) || areLedgersComplete();
  }

  /** Whether all writers have ended, and what is promised now is all that was acknowledged. */
  private boolean areLedgersComplete() throws IOException {
    if (!source.written()) {
      writtenNanos = OptionalLong.empty();
      ledgersComplete = false;
    } else if (writtenNanos.isEmpty()) {
      writtenNanos = OptionalLong.of(context.nanos());
    } else if (!ledgersComplete && context.nanos() - writtenNanos.getAsLong() > LEDGER_NANOS) {
      context.refreshPromise();
      ledgersComplete = true;
    }
    return ledgersComplete;
  }

  /** Takes a row if there is one, or comes within a time, and room for it. */
  private void take(Duration wait) throws InterruptedException {
    if (rows.hasRoom()) {
      source.next(wait).ifPresent(this::add);
    }
  }

  private void add(RowSource.SoughtRow sought) {
    Optional<Node> node = graph.node(NodeCodec.row(NodeCodec.rowBytes(sought.row())));
    View view = context.drawView();
    if (node.isEmpty() || !isVisible(node.get(), view)) {
      context.tally().one(Count.HIDDEN);
      return;
    }
    context.tally().one(Count.ANNOUNCED);
    rows.add(new LagRows.LagRow(sought, node.get(), view));
  }

  private boolean isVisible(Node node, View view) {
    int visibility = graph.visibility(node.writer(), node.window(), node.index());
    return view.visible().test(graph.spec().visibilities().get(visibility));
  }

  private void lookUp(LagRows.LagRow row, long due) throws Exception {
    // Before the attempt: what no writer can write any more by then, will not come.
    boolean last = source.written() && !eventual;
    RowReader.Seen answer = reader.lookUp(row.view, row.bytes);
    boolean found = !answer.entries().isEmpty();
    context.read(lookups, due, answer.start(), answer.end(), 1, answer.entries());
    if (found || !row.differs()) {
      boolean sound = answer.checker().row(row.bytes, answer.entries(), Optional.empty());
      if (!sound && !found) {
        row.differed();
      }
    }
    current = Optional.empty(); // it was judged, and is read again if that is due
    try {
      follow(row, found, last, answer.start(), answer.end());
    } finally {
      answer.checker().end();
    }
  }

  /** What is next for a row that was read; nothing for one that was not sought any more. */
  private void follow(LagRows.LagRow row, boolean found, boolean last, long start, long end) {
    if (!row.isSought()) {
      return;
    }
    row.tried(start);
    if (!found && !last && end - row.firstNanos <= limitNanos) {
      rows.retry(row, end);
      return;
    }
    // It was judged by a promise that may be older than its acknowledgement.
    row.soughtNoMore();
    rows.later(row, end, SETTLING_NANOS);
    if (found) {
      note(row, end);
    } else {
      context.tally().one(Count.UNSEEN);
    }
  }

  private void note(LagRows.LagRow row, long end) {
    if (row.lagged()) {
      lags.record(row.firstNanos, row.firstNanos, end);
      context.tally().one(Count.LAGGING);
    }
    if (row.announced.here()) {
      long since = TimeUnit.MILLISECONDS.toNanos(context.millis() - row.announced.at());
      visible.record(end - Math.max(0, since), row.firstNanos, end);
    }
  }

  private boolean isAcknowledged(Node node) throws IOException {
    Promise promise = context.promised().orElse(Promise.NONE);
    return promise
        .of(node.writer())
        .map(progress -> order.firstWrite(node).isBefore(progress.acknowledged()))
        .orElse(false);
  }

  /**
   * The rows that one client polls for, and when it reads them next; for its thread.
   *
   * <p>New ones come first, since a lag counts from the first attempt. A row that was not there is
   * read again after a tenth of the time since then, so that a lag is known to a tenth, and a
   * thousand rows that wait for minutes cost no more than those that wait for a second.
   */
  static final class LagRows {
    private static final long LEAST_NANOS = Duration.ofMillis(5).toNanos();
    private static final int PARTS = 10;

    /** One of them. */
    static final class LagRow {
      final RowSource.SoughtRow announced;
      final byte[] bytes;
      final Node node;
      final View view;
      private long dueNanos;

      /** When the first attempt began. */
      long firstNanos;

      private int attempts;
      private boolean differs;
      private boolean sought = true;

      LagRow(RowSource.SoughtRow announced, Node node, View view) {
        this.announced = announced;
        this.bytes = NodeCodec.rowBytes(announced.row());
        this.node = node;
        this.view = view;
      }

      /** Takes note of an attempt that began at a time. */
      void tried(long startNanos) {
        firstNanos = attempts == 0 ? startNanos : firstNanos;
        attempts++;
      }

      /** Whether the first attempt did not find it. */
      boolean lagged() {
        return attempts > 1;
      }

      /**
       * Takes note that it was found or given up: one read is left, when it is settled. If it
       * differed before, that may have passed since, and if it differs then, that is another
       * matter.
       */
      void soughtNoMore() {
        sought = false;
        differs = false;
      }

      /** Whether it is polled for until it is seen. */
      boolean isSought() {
        return sought;
      }

      /** Takes note that it was not as promised: others read it again until that is settled. */
      void differed() {
        differs = true;
      }

      boolean differs() {
        return differs;
      }
    }

    private final Deque<LagRow> fresh = new ArrayDeque<>();
    private final PriorityQueue<LagRow> again =
        new PriorityQueue<>((one, other) -> Long.signum(one.dueNanos - other.dueNanos));
    private final int most;

    /**
     * None yet.
     *
     * @param most how many it has room for
     */
    LagRows(int most) {
      this.most = most;
    }

    boolean hasRoom() {
      return size() < most;
    }

    boolean isEmpty() {
      return size() == 0;
    }

    /** How many there are; each of them is to be read again. */
    int size() {
      return fresh.size() + again.size();
    }

    /** How many are still polled for. */
    long sought() {
      return Stream.concat(fresh.stream(), again.stream()).filter(LagRow::isSought).count();
    }

    /** Adds a row that was not tried yet, or whose turn was missed. */
    void add(LagRow row) {
      fresh.add(row);
    }

    /** When the next that is to be read again is due; empty if there is none. */
    OptionalLong nextNanos() {
      return again.isEmpty() ? OptionalLong.empty() : OptionalLong.of(again.peek().dueNanos);
    }

    /** The row that is due, a new one first; empty if none is. */
    Optional<LagRow> due(long now) {
      if (!fresh.isEmpty()) {
        return Optional.of(fresh.poll());
      }
      LagRow first = again.peek();
      return first != null && first.dueNanos - now <= 0
          ? Optional.of(again.poll())
          : Optional.empty();
    }

    /** Retries a row, later. */
    void retry(LagRow row, long now) {
      later(row, now, Math.max(LEAST_NANOS, (now - row.firstNanos) / PARTS));
    }

    /** Reads a row again when a time has passed. */
    void later(LagRow row, long now, long nanos) {
      row.dueNanos = now + nanos;
      again.add(row);
    }
  }
}
