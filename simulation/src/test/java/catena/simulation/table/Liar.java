// SPDX-License-Identifier: Apache-2.0
package catena.simulation.table;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.simulation.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Plants faults in the table, and remembers which finding each of them must lead to. */
public final class Liar {
  private static final int TRIES = 20;
  private static final int MULTIPLIED = 8;
  private static final byte[] NOBODY = {};

  private final World world;
  private final Table table;
  private final Graph graph;

  /** Rows about which it has lied: no second lie is told of them. */
  private final Set<String> rows = new HashSet<>();

  /** Keys whose content it has made up, and what that is to be called. */
  private final Map<String, FindingKind> content = new HashMap<>();

  /** Keys that it has made up. */
  private final Set<String> strangers = new HashSet<>();

  private final Map<Lie, Integer> told = new TreeMap<>();

  /**
   * One that has planted nothing yet.
   *
   * @param graph the table's, which says what is right
   */
  public Liar(World world, Table table, Graph graph) {
    this.world = world;
    this.table = table;
    this.graph = graph;
  }

  /** What content of its own making is to be called; empty if a writer wrote it. */
  public Optional<FindingKind> content(String key) {
    return Optional.ofNullable(content.get(key));
  }

  /** Whether what was told may have left a row with some of its cells. */
  public boolean mayHaveTorn() {
    return graph.spec().cells().columns() > 1 && !told.isEmpty();
  }

  /** Whether it has made up a key. */
  public boolean isStranger(String key) {
    return strangers.contains(key);
  }

  /** How often it planted which fault. */
  public Map<Lie, Integer> told() {
    return told;
  }

  /** Plants a fault, if there is an entry to plant it in. */
  public boolean tell(Lie lie) {
    boolean done = false;
    for (int i = 0; i < TRIES && !done; i++) {
      done = attempt(lie);
    }
    if (done) {
      told.merge(lie, 1, Integer::sum);
      world.note("LIE " + lie);
    }
    return done;
  }

  /** Loses what the table holds of some rows, now. */
  public void loseRows(Set<String> gone) {
    boolean unused = lose(table.newest().stream().filter(c -> gone.contains(c.row())).toList());
  }

  private boolean attempt(Lie lie) {
    List<Cell> newest = table.newest();
    if (lie == Lie.RESURRECT) {
      return resurrect();
    } else if (lie == Lie.LOSE_LOG) {
      return loseLog();
    } else if (lie == Lie.PHANTOM) {
      return phantom();
    } else if (newest.isEmpty()) {
      return false;
    }
    Cell cell = world.oneOf(newest);
    if (rows.contains(cell.row())) {
      return false;
    }
    return switch (lie) {
      case LOSE_ENTRY -> lose(List.of(cell));
      case LOSE_TAIL -> loseTail(cell, newest);
      case LOSE_WINDOW ->
          lose(newest.stream().filter(c -> window(c).equals(window(cell))).toList());
      case LOSE_WRITER -> lose(newest.stream().filter(c -> writer(c) == writer(cell)).toList());
      case REVERT -> revert(newest, true);
      case TEAR -> revert(newest, false);
      case ALTER -> change(cell, altered(cell.entry()), FindingKind.ALTERED);
      case CORRUPT -> change(cell, corrupted(cell.entry()), FindingKind.CORRUPT);
      case MISPLACE -> misplace(cell, misplaced(cell.entry()));
      case BARE -> !cell.visibility().isEmpty() && misplace(cell, bare(cell.entry()));
      case DUPLICATE -> touch(cell.row()) && table.doubled().add(cell.key());
      case LEAK ->
          !cell.visibility().isEmpty() && touch(cell.row()) && table.leaked().add(cell.key());
      case WITHHOLD -> touch(cell.row()) && table.withheld().add(cell.key());
      case MULTIPLY -> table.keepsEvery() && multiply(cell);
      case RESURRECT, LOSE_LOG, PHANTOM -> throw new IllegalStateException("told above: " + lie);
    };
  }

  private boolean touch(String row) {
    return rows.add(row);
  }

  private String window(Cell cell) {
    return graph
        .node(NodeCodec.row(cell.entry().row()))
        .map(node -> node.writer() + " " + node.window())
        .orElse("");
  }

  private int writer(Cell cell) {
    return graph.node(NodeCodec.row(cell.entry().row())).map(Node::writer).orElse(-1);
  }

  private boolean lose(List<Cell> cells) {
    for (Cell cell : cells) {
      if (touch(cell.row())) {
        table.rewrite(cell.row(), each -> each.key().equals(cell.key()), List.of());
      }
    }
    return true;
  }

  private boolean loseTail(Cell from, List<Cell> newest) {
    Tablet tablet = table.tablet(from.row());
    return lose(
        newest.stream()
            .filter(cell -> table.tablet(cell.row()) == tablet)
            .filter(cell -> cell.row().compareTo(from.row()) >= 0)
            .toList());
  }

  private boolean loseLog() {
    List<Server> full =
        table.servers().stream()
            .filter(
                server ->
                    table.tablets().stream()
                        .anyMatch(t -> t.server() == server.number() && t.hasMemory()))
            .toList();
    if (!full.isEmpty()) {
      table.kill(world.oneOf(full), false);
    }
    return !full.isEmpty();
  }

  /** Of all cells of a row, or of one. */
  private boolean revert(List<Cell> newest, boolean whole) {
    for (Cell cell : newest) {
      if (!older(cell).isEmpty() && touch(cell.row())) {
        newest.stream()
            .filter(each -> whole ? each.row().equals(cell.row()) : each == cell)
            .forEach(
                each -> table.rewrite(each.row(), v -> v.key().equals(each.key()), older(each)));
        return true;
      }
    }
    return false;
  }

  private List<Cell> older(Cell cell) {
    return table.versions(cell.row(), cell.key()).stream()
        .filter(v -> !v.deleted())
        .filter(v -> !java.util.Arrays.equals(v.entry().value(), cell.entry().value()))
        .toList();
  }

  private boolean resurrect() {
    List<Cell> deletes = table.versions().stream().filter(Cell::deleted).toList();
    if (deletes.isEmpty()) {
      return false;
    }
    Cell delete = world.oneOf(deletes);
    if (!touch(delete.row())) {
      return false;
    }
    table.rewrite(delete.row(), c -> c.key().equals(delete.key()) && c.deleted(), List.of());
    return true;
  }

  private boolean change(Cell cell, Entry to, FindingKind name) {
    if (!touch(cell.row())) {
      return false;
    }
    table.rewrite(cell.row(), cell::equals, List.of(cell.with(to)));
    content.put(cell.key(), name);
    return true;
  }

  /** As if it had been written twice at one time. */
  private boolean multiply(Cell cell) {
    if (!touch(cell.row())) {
      return false;
    }
    table.rewrite(cell.row(), each -> false, List.of(cell.again()));
    return true;
  }

  private boolean misplace(Cell cell, Entry to) {
    if (!touch(cell.row())) {
      return false;
    }
    Cell moved = cell.with(to);
    table.rewrite(cell.row(), c -> c.key().equals(cell.key()), List.of(moved));
    strangers.add(moved.key());
    return true;
  }

  private boolean phantom() {
    long row = world.split().nextLong(graph.spec().rowMin(), graph.spec().rowMax());
    boolean someones =
        graph.node(row).filter(node -> node.window() < graph.windowCapacity()).isPresent();
    String name = world.chance(0.5) ? NodeCodec.rowText(row) : NodeCodec.rowText(row) + "x";
    if ((someones && name.length() == NodeCodec.rowText(row).length()) || !touch(name)) {
      return false;
    }
    Entry entry =
        new Entry(Cell.bytes(name), Cell.bytes("0001"), Cell.bytes("0001"), NOBODY, NOBODY);
    Cell cell = Cell.of(entry, false).at(world.millis(), false);
    table.rewrite(name, c -> false, List.of(cell));
    strangers.add(cell.key());
    return true;
  }

  private Entry corrupted(Entry entry) {
    byte[] value = entry.value().clone();
    if (graph.spec().checksum()) {
      value[world.below(value.length)] ^= 1;
      return with(entry, value);
    }
    return with(entry, java.util.Arrays.copyOf(value, NodeCodec.rowText(0).length()));
  }

  /** Another count, which is a digit of 16 behind the first separator. */
  private Entry altered(Entry entry) {
    byte[] value = entry.value().clone();
    int digit = new String(value, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(':') + 1;
    value[digit] = (byte) (value[digit] == '0' ? '1' : '0');
    if (graph.spec().checksum()) {
      checksum(entry, value);
    }
    return with(entry, value);
  }

  private static void checksum(Entry entry, byte[] value) {
    CRC32 crc = new CRC32();
    for (byte[] part :
        List.of(entry.row(), entry.family(), entry.qualifier(), entry.visibility())) {
      crc.update(part);
    }
    int end = value.length - 8;
    crc.update(value, 0, end);
    byte[] sum = Cell.bytes("%08x".formatted(crc.getValue()));
    System.arraycopy(sum, 0, value, end, sum.length);
  }

  private Entry misplaced(Entry entry) {
    byte[] other = entry.qualifier().clone();
    other[0] = (byte) (other[0] == '9' ? '8' : '9');
    return new Entry(entry.row(), entry.family(), other, entry.visibility(), entry.value());
  }

  private static Entry bare(Entry entry) {
    return new Entry(entry.row(), entry.family(), entry.qualifier(), NOBODY, entry.value());
  }

  private static Entry with(Entry entry, byte[] value) {
    return new Entry(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), value);
  }

  /** The lies there are of its table; one that few tables can tell stands there some times. */
  public List<Lie> all() {
    List<Lie> all = new ArrayList<>(List.of(Lie.values()));
    all.remove(Lie.MULTIPLY);
    if (graph.spec().cells().columns() == 1) {
      all.remove(Lie.TEAR);
    }
    if (table.keepsEvery()) {
      all.addAll(Collections.nCopies(MULTIPLIED, Lie.MULTIPLY));
    }
    return all;
  }
}
