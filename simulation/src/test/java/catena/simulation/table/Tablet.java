// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A tablet: what it holds in memory and in files, and when it last gave a timestamp. */
public final class Tablet {
  private final String end;
  private final NavigableSet<Cell> memory = new TreeSet<>(Cell.ORDER);
  private final NavigableSet<Cell> files = new TreeSet<>(Cell.ORDER);

  /** What scan servers know of the files. */
  private NavigableSet<Cell> known = new TreeSet<>(Cell.ORDER);

  private int server;
  private long lastTime;

  /** Of a clock that is behind the time given last, when it was last asked. */
  private long lastMillis;

  private long applied;
  private long compactions;

  /**
   * An empty tablet.
   *
   * @param end the last row of it; empty for the last tablet
   */
  Tablet(String end, int server) {
    this.end = end;
    this.server = server;
  }

  /** Whether a row is in it, if it is in none before. */
  boolean reaches(String row) {
    return end.isEmpty() || row.compareTo(end) <= 0;
  }

  /** Its last row; empty if it is the last tablet. */
  public String end() {
    return end;
  }

  /** The number of the server that hosts it. */
  public int server() {
    return server;
  }

  void moveTo(int other) {
    server = other;
    lastMillis = 0;
  }

  /** The timestamp that was given last. */
  long lastTime() {
    return lastTime;
  }

  /**
   * The timestamp of what is applied together, as Accumulo gives it.
   *
   * @param logical whether it is never one that was given before; else what comes within a
   *     millisecond gets the same
   */
  long nextTime(long millis, boolean logical) {
    if (logical) {
      lastTime = Math.max(lastTime + 1, millis);
    } else if (millis < lastTime) {
      lastTime += millis > lastMillis ? 1 : 0;
      lastMillis = millis;
    } else {
      lastTime = millis;
    }
    return lastTime;
  }

  /** In memory, what came later is the newer of two entries of one time. */
  void apply(Cell cell) {
    memory.add(cell.ranked(compactions, ++applied));
  }

  /** A file of an import, which has one time. */
  void take(List<Cell> cells) {
    compactions++;
    cells.forEach(cell -> files.add(cell.ranked(compactions, ++applied)));
    compactions++;
  }

  /**
   * A minor compaction: all that is in memory goes into a file. Nothing says which of two files has
   * the newer entry if both have the same time: here it is the one that does harm.
   */
  public void compact() {
    files.addAll(memory);
    memory.clear();
    compactions++;
  }

  /** A server died and its log is gone. */
  void loseMemory() {
    memory.clear();
  }

  boolean hasMemory() {
    return !memory.isEmpty();
  }

  /** Scan servers read the files anew. */
  public void letKnow() {
    known = new TreeSet<>(files);
  }

  /** Gives what lies behind a row to a new tablet in front of the rest. */
  Tablet splitAt(String row) {
    Tablet front = new Tablet(row, server);
    front.lastTime = lastTime;
    front.lastMillis = lastMillis;
    front.applied = applied;
    front.compactions = compactions;
    move(memory, front.memory, row);
    move(files, front.files, row);
    move(known, front.known, row);
    return front;
  }

  private static void move(NavigableSet<Cell> from, NavigableSet<Cell> to, String row) {
    Iterator<Cell> cells = from.iterator();
    while (cells.hasNext()) {
      Cell cell = cells.next();
      if (cell.row().compareTo(row) > 0) {
        return;
      }
      to.add(cell);
      cells.remove();
    }
  }

  /** Changes what is stored, versions and all: for lies. */
  void rewrite(Predicate<Cell> which, List<Cell> instead) {
    memory.removeIf(which);
    files.removeIf(which);
    files.addAll(instead);
  }

  /** All versions of the keys that begin with a text, the newest of each first. */
  List<Cell> versions(String prefix) {
    NavigableSet<Cell> all = new TreeSet<>(Cell.ORDER);
    for (NavigableSet<Cell> part : List.of(memory, files)) {
      for (Cell cell : part.tailSet(from(prefix), true)) {
        if (!cell.key().startsWith(prefix)) {
          break;
        }
        all.add(cell);
      }
    }
    return List.copyOf(all);
  }

  /**
   * What is not deleted, in order: the newest version of each key, or every version.
   *
   * @param start the least key
   * @param most how many at most; of one key they are all there or none is
   * @param eventual as scan servers see it
   * @param every whether every version
   */
  public List<Cell> shown(
      String start, int most, boolean eventual, boolean every, Predicate<Cell> which) {
    List<Cell> found = new ArrayList<>();
    NavigableSet<Cell> none = new TreeSet<>(Cell.ORDER);
    Merge merge =
        new Merge(
            (eventual ? known : files).tailSet(from(start), true).iterator(),
            (eventual ? none : memory).tailSet(from(start), true).iterator());
    String before = null;
    boolean over = false;
    for (Cell cell = merge.next(); cell != null; cell = merge.next()) {
      boolean first = !cell.key().equals(before);
      if (first && found.size() >= most) {
        break;
      }
      before = cell.key();
      over = first ? cell.deleted() : over || cell.deleted() || !every;
      if (!over && which.test(cell)) {
        found.add(cell);
      }
    }
    return found;
  }

  /** Sorts before every version of a key. */
  private static Cell from(String key) {
    return new Cell(key, "", null, true, Long.MAX_VALUE, Cell.FIRST, false);
  }

  /** Two sorted iterators as one. */
  private static final class Merge {
    private final Iterator<Cell> left;
    private final Iterator<Cell> right;
    private Cell a;
    private Cell b;

    Merge(Iterator<Cell> left, Iterator<Cell> right) {
      this.left = left;
      this.right = right;
      a = advance(left);
      b = advance(right);
    }

    private static Cell advance(Iterator<Cell> cells) {
      return cells.hasNext() ? cells.next() : null;
    }

    Cell next() {
      boolean takeLeft = b == null || (a != null && Cell.ORDER.compare(a, b) <= 0);
      Cell taken = takeLeft ? a : b;
      if (takeLeft) {
        a = advance(left);
      } else {
        b = advance(right);
      }
      return taken;
    }
  }
}
