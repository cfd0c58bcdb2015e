// SPDX-License-Identifier: Apache-2.0
package catena.fleet.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Visits each state that a protocol can come to, by all interleavings, the nearest first. States
 * are rows of bytes in one array, and known by their index.
 */
final class Search {
  /** A protocol: a first state, and what can follow on each. */
  interface Model {
    byte[] first();

    void steps(byte[] state, Steps steps);

    boolean isEnd(byte[] state);
  }

  /** Takes what can follow on a state: who does it, and what; only ways are put into words. */
  interface Steps {
    /** Something that a process does, or that time brings with it. */
    void to(String who, String what, byte[] next);

    /** Something that may go wrong, or not. */
    void fault(String who, String what, byte[] next);

    /** What one of these steps breaks. */
    void breaks(Invariant invariant, String who, String what);
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final Model model;
  private final int width;
  private byte[] rows = new byte[1 << 20];
  private int[] parents = new int[1 << 14];

  /** Each state's hash, above its index and one: few other rows are looked at. */
  private long[] table = new long[1 << 16];

  private int states;

  /** The steps of processes, backwards: the last one into each state, and the one before each. */
  private int[] into = new int[1 << 14];

  private int[] from = new int[1 << 16];
  private int[] before = new int[1 << 16];
  private int steps;

  private final Map<Invariant, List<String>> broken = new EnumMap<>(Invariant.class);

  private Search(Model model) {
    this.model = model;
    this.width = model.first().length;
  }

  /** A constant in a state; the model has the order of its constants in its own hands. */
  @SuppressWarnings("EnumOrdinal")
  static byte number(Enum<?> constant) {
    return (byte) constant.ordinal();
  }

  /** Visits all of them. */
  static Search of(Model model) {
    Search search = new Search(model);
    search.visit();
    search.searchEnds();
    return search;
  }

  int states() {
    return states;
  }

  /** For each invariant that breaks, the steps of a shortest way to that. */
  Map<Invariant, List<String>> broken() {
    return broken;
  }

  private void visit() {
    int first = index(model.first(), -1);
    for (int at = first; at < states; at++) {
      int here = at;
      model.steps(
          row(at),
          new Steps() {
            @Override
            public void to(String who, String what, byte[] next) {
              edge(here, index(next, here));
            }

            @Override
            public void fault(String who, String what, byte[] next) {
              int unused = index(next, here);
            }

            @Override
            public void breaks(Invariant invariant, String who, String what) {
              if (!broken.containsKey(invariant)) {
                broken.put(invariant, way(here, who + what));
              }
            }
          });
    }
  }

  /** Goes back from the ends; a state that this does not reach has no way to any of them. */
  private void searchEnds() {
    boolean[] ends = new boolean[states];
    int[] open = new int[states];
    int left = 0;
    for (int at = 0; at < states; at++) {
      if (model.isEnd(row(at))) {
        ends[at] = true;
        open[left++] = at;
      }
    }
    while (left > 0) {
      for (int step = into[open[--left]]; step != 0; step = before[step]) {
        if (!ends[from[step]]) {
          ends[from[step]] = true;
          open[left++] = from[step];
        }
      }
    }
    for (int at = 0; at < states; at++) {
      if (!ends[at]) {
        broken.put(Invariant.ENDS, way(at, "no way to an end"));
        return;
      }
    }
  }

  private byte[] row(int at) {
    return Arrays.copyOfRange(rows, at * width, (at + 1) * width);
  }

  private List<String> way(int to, String last) {
    Deque<String> words = new ArrayDeque<>(List.of(last));
    for (int at = to; parents[at] >= 0; at = parents[at]) {
      words.addFirst(words(parents[at], row(at)));
    }
    return new ArrayList<>(words);
  }

  private String words(int parent, byte[] child) {
    List<String> words = new ArrayList<>();
    model.steps(
        row(parent),
        new Steps() {
          @Override
          public void to(String who, String what, byte[] next) {
            if (Arrays.equals(next, child)) {
              words.add(who + what);
            }
          }

          @Override
          public void fault(String who, String what, byte[] next) {
            to(who, what, next);
          }

          @Override
          public void breaks(Invariant invariant, String who, String what) {
            // the way to another one
          }
        });
    return words.get(0);
  }

  private int index(byte[] row, int parent) {
    int hash = hash(row);
    int slot = slot(hash);
    for (; table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
      int at = (int) table[slot] - 1;
      if ((int) (table[slot] >>> Integer.SIZE) == hash
          && Arrays.equals(rows, at * width, (at + 1) * width, row, 0, width)) {
        return at;
      }
    }
    if ((states + 1) * width > rows.length) {
      rows = Arrays.copyOf(rows, 2 * rows.length);
    }
    if (states == parents.length) {
      parents = Arrays.copyOf(parents, 2 * states);
      into = Arrays.copyOf(into, 2 * states);
    }
    System.arraycopy(row, 0, rows, states * width, width);
    parents[states] = parent;
    table[slot] = (long) hash << Integer.SIZE | ++states;
    if (2 * states > table.length) {
      widen();
    }
    return states - 1;
  }

  /** Of eight bytes at a time. */
  private int hash(byte[] row) {
    long hash = 0;
    int at = 0;
    for (; at + Long.BYTES <= width; at += Long.BYTES) {
      hash = (hash ^ (long) LONGS.get(row, at)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    for (; at < width; at++) {
      hash = hash * 31 + row[at];
    }
    return Long.hashCode(hash);
  }

  private int slot(int hash) {
    return (hash * 0x9E3779B9) >>> Integer.numberOfLeadingZeros(table.length - 1);
  }

  private void widen() {
    long[] narrow = table;
    table = new long[2 * narrow.length];
    for (long each : narrow) {
      if (each != 0) {
        int slot = slot((int) (each >>> Integer.SIZE));
        while (table[slot] != 0) {
          slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = each;
      }
    }
  }

  private void edge(int source, int target) {
    steps++;
    if (steps == from.length) {
      from = Arrays.copyOf(from, 2 * steps);
      before = Arrays.copyOf(before, 2 * steps);
    }
    from[steps] = source;
    before[steps] = into[target];
    into[target] = steps;
  }
}
