// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import catena.graph.Position;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What clients handed over to the table, how many times, and what of it they were told was
 * acknowledged: kept by the clients' side of the simulated table, whatever the ledgers say.
 */
public final class ClientRecord {
  /** Of what never was. */
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<String, Write> writes = new HashMap<>();
  private final Map<Integer, Set<Position>> broken = new HashMap<>();
  private final Set<Integer> importers = new HashSet<>();
  private final Map<Integer, Integer> windows = new HashMap<>();
  private long moment;

  /** What became of one write: one value of one key, or its delete. */
  public static final class Write {
    private final long first;
    private int sent;
    private int imported;
    private boolean failed;
    private long acknowledged = NEVER;

    private Write(long first) {
      this.first = first;
    }

    /** When it was handed over for the first time; a number that rises. */
    public long first() {
      return first;
    }

    /** How many times it was handed over. */
    public int times() {
      return sent + imported;
    }

    /** Whether it went into the table as a file each time. */
    public boolean isImported() {
      return sent == 0;
    }

    /** Whether its client has announced it again, or will: an attempt at it has failed. */
    public boolean isRetried() {
      return failed || times() > 1;
    }

    /** Whether its client was told that it is in the table. */
    public boolean isAcknowledged() {
      return acknowledged != NEVER;
    }

    /** When that was, first; behind all times if it never was. */
    public long acknowledged() {
      return acknowledged;
    }
  }

  /**
   * A writer ends, dies, or is carried on: what comes next it may have announced more than once.
   */
  public void breaks(int writer, Position at) {
    broken.computeIfAbsent(writer, any -> new HashSet<>()).add(at);
  }

  /** Where a writer ended, died, or was carried on. */
  public Set<Position> broken(int writer) {
    return broken.getOrDefault(writer, Set.of());
  }

  /** A writer announces so many writes at once, each of which may be acknowledged by itself. */
  public void announces(int writer, int window) {
    windows.merge(writer, window, Math::max);
  }

  /** How many writes may be acknowledged one by one until the ledger is told. */
  public int window(int writer) {
    return windows.getOrDefault(writer, 1);
  }

  /** From now on a writer may announce all layers of a block at once. */
  public void imports(int writer) {
    importers.add(writer);
  }

  /** Whether it ever did so. */
  public boolean hasImported(int writer) {
    return importers.contains(writer);
  }

  /**
   * A client has handed one over: from now on it may be in the table.
   *
   * @param imported as a file; else by a batch writer
   */
  public void handedOver(Cell cell, boolean imported) {
    moment++;
    Write write = writes.computeIfAbsent(name(cell), any -> new Write(moment));
    if (imported) {
      write.imported++;
    } else {
      write.sent++;
    }
  }

  /** A client was told that these are in the table. */
  public void acknowledged(Collection<Cell> cells) {
    moment++;
    for (Cell cell : cells) {
      Write write = writes.get(name(cell));
      write.acknowledged = Math.min(moment, write.acknowledged);
    }
  }

  /** A client was told that nobody knows what became of these. */
  public void failed(Collection<Cell> cells) {
    cells.forEach(cell -> writes.get(name(cell)).failed = true);
  }

  /**
   * What became of a write; null if it was never handed over.
   *
   * @param value null of a delete
   */
  public Write of(String key, byte[] value) {
    return writes.get(name(key, value));
  }

  private static String name(Cell cell) {
    return name(cell.key(), cell.deleted() ? null : cell.entry().value());
  }

  private static String name(String key, byte[] value) {
    return value == null ? key : key + '\n' + Cell.text(value);
  }
}
