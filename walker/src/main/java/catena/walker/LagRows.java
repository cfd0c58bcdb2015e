// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.read.announce.RowSource;
import catena.read.check.View;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * The rows that one client polls for, and when it reads them next; for its thread.
 *
 * <p>New ones come first, since a lag counts from the first attempt. A row that was not there is
 * read again after a tenth of the time since then, so that a lag is known to a tenth, and a
 * thousand rows that wait for minutes cost no more than those that wait for a second.
 */
final class LagRows {
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
     * differed before, that may have passed since, and if it differs then, that is another matter.
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
