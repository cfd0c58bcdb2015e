// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that can be wrong with a table at rest, each at its own place: they can be planted one after
 * the other, or all together, and each is found by its name.
 *
 * <p>What can only go wrong while a table is read, a row that comes late or a key that is returned
 * twice, is not among them.
 */
public final class Faults {
  /** How many digits a row has. */
  private static final int ROW = 16;

  /** Where a value has its count, and where the row to which it refers. */
  private static final int COUNT = 40;

  private static final int PREVIOUS = 54;

  /**
   * The row of a foreign entry: of no writer that has begun, and with rows of writers before it,
   * where scans that know no other rows begin.
   */
  private static final String FOREIGN = "40123456789abcde";

  /** A block that no writer of a small table has begun. */
  private static final int FAR = 19;

  /** What is wrong with an entry whatever its writer has written. */
  private static final Set<FindingKind> OF_BYTES =
      EnumSet.of(FindingKind.CORRUPT, FindingKind.ALTERED, FindingKind.MISPLACED);

  private final Nodes nodes;
  private final FaultPositions spots;
  private final List<String> labels;

  private Faults(Graph graph, int writers, long blocks) {
    this.nodes = new Nodes(graph);
    this.spots = new FaultPositions(nodes, writers, blocks);
    this.labels = nodes.graph.spec().visibilities();
  }

  /**
   * The graph of a table that is small and has room for all of them.
   *
   * @param visibilities of the nodes: the empty one, then one that {@link #narrow} sees, then one
   *     that it does not see; or the empty one alone
   */
  public static GraphSpec graph(
      int flushInterval, int depth, double deletes, List<String> visibilities) {
    return GraphSpec.ofSeed(21)
        .with("flush.interval", Integer.toString(flushInterval))
        .with("depth", Integer.toString(depth))
        .with("visibilities", GraphSpec.join(visibilities))
        .with("visibility.scope", "node")
        .with("delete.probability", Double.toString(deletes))
        .with("writers", "16");
  }

  /** The authorizations that see the second visibility and not the third; empty if all see all. */
  public static String narrow(GraphSpec spec) {
    return spec.visibilities().size() < 3 ? "" : spec.visibilities().get(1);
  }

  /**
   * What the entries of a fault show, each by itself and without a ledger, by row: an entry that
   * some writer writes at some time is right by that.
   */
  public static Map<String, FindingKind> alone(Graph graph, Fault fault) {
    Map<String, FindingKind> shown = new TreeMap<>();
    fault
        .whole()
        .forEach(
            (row, kind) -> {
              boolean ofNoWriter = graph.node(NodeCodec.row(NodeCodec.rowBytes(row))).isEmpty();
              if (OF_BYTES.contains(kind) || (kind == FindingKind.PHANTOM && ofNoWriter)) {
                shown.put(row, kind);
              } else if (kind == FindingKind.PHANTOM) {
                // Too early, which only a ledger shows; and with a count that no writer writes.
                shown.put(row, FindingKind.ALTERED);
              }
            });
    return shown;
  }

  /**
   * For a caller that plants one at a time: a row of no writer comes with the entry that leads to
   * it, since a reader that follows references would else not reach it.
   *
   * @throws IllegalStateException if the table is too small for them
   */
  public static List<Fault> oneByOne(Graph graph, int writers, Position end) {
    return of(new Faults(graph, writers, end.block()), end, true);
  }

  /**
   * The faults of a table.
   *
   * @param writers how many there are, from 0; each has written up to the end
   * @param end after some whole blocks; what was written of the window there is the newest
   * @throws IllegalStateException if the table is too small for them
   */
  public static List<Fault> of(Graph graph, int writers, Position end) {
    return of(new Faults(graph, writers, end.block()), end, false);
  }

  private static List<Fault> of(Faults faults, Position end, boolean oneByOne) {
    List<Fault> all = new ArrayList<>();
    double deletes = faults.nodes.graph.spec().deleteProbability();
    if (deletes < 1) {
      all.addAll(faults.ofClosed(oneByOne));
      if (faults.labels.size() > 2) {
        all.addAll(faults.ofLabels());
      }
      if (end.index() > 0) {
        all.add(faults.newest(end));
      }
    }
    if (deletes > 0) {
      faults.spots.deleted().ifPresent(node -> all.add(faults.resurrected(node)));
    }
    return List.copyOf(all);
  }

  private List<Fault> ofClosed(boolean oneByOne) {
    Node head = spots.head();
    List<Fault> all = new ArrayList<>();
    all.add(lost(spots.link(0)));
    all.add(replaced(FindingKind.STALE, "a rewrite undone", head, nodes.first(head), Map.of()));
    all.addAll(phantoms(oneByOne));
    Node moved = spots.link(0);
    byte[] same = nodes.last(moved).visibility();
    byte[] column = ScratchTable.bytes("ffff");
    all.add(rekeyed(FindingKind.MISPLACED, "another column", moved, column, same));
    Node broken = spots.link(0);
    Entry right = nodes.last(broken);
    all.add(corrupt("a checksum broken", broken, withByte(right, right.value().length - 1)));
    Node cut = spots.link(0);
    all.add(corrupt("a value cut short", cut, cut(nodes.last(cut))));
    Node altered = spots.link(0);
    Entry other = NodeCodec.withChecksum(withByte(nodes.last(altered), COUNT));
    all.add(replaced(FindingKind.ALTERED, "another count", altered, other, Map.of()));
    return all;
  }

  private List<Fault> ofLabels() {
    Node open = spots.link(0);
    Node secret = spots.link(2);
    Node own = spots.link(1);
    return List.of(
        relabelled(FindingKind.MISPLACED, "other visibility", open, 1),
        relabelled(FindingKind.LEAKED, "visibility opened", secret, 1),
        relabelled(FindingKind.WITHHELD, "visibility closed", own, 2));
  }

  private Fault relabelled(FindingKind kind, String name, Node node, int label) {
    byte[] other = ScratchTable.bytes(labels.get(label));
    return rekeyed(kind, name, node, nodes.last(node).family(), other);
  }

  /** At one row, and found with all sets of authorizations. */
  private static Fault at(
      String row,
      FindingKind kind,
      String name,
      Map<String, Set<FindingKind>> references,
      List<Entry> right,
      List<Entry> wrong) {
    Map<String, FindingKind> found = Map.of(row, kind);
    return new Fault(kind, name, right, wrong, found, found, references);
  }

  private Fault lost(Node node) {
    return at(
        nodes.row(node),
        FindingKind.LOST,
        "a row",
        Map.of(nodes.row(node), Set.of(FindingKind.UNDEFINED)),
        List.of(nodes.last(node)),
        List.of());
  }

  /** References do not show it: nothing refers to the newest window. */
  private Fault newest(Position end) {
    long window = nodes.order.window(0, end);
    List<Entry> newest = new ArrayList<>();
    Map<String, FindingKind> whole = new TreeMap<>();
    Map<String, FindingKind> narrow = new TreeMap<>();
    for (int index = 0; index < end.index(); index++) {
      Node node = new Node(0, window, index);
      newest.add(nodes.last(node));
      whole.put(nodes.row(node), FindingKind.LOST);
      if (nodes.graph.visibility(0, window, index) < 2) {
        narrow.put(nodes.row(node), FindingKind.LOST);
      }
    }
    return new Fault(
        FindingKind.LOST, "the newest window", newest, List.of(), whole, narrow, Map.of());
  }

  private Fault corrupt(String name, Node node, Entry by) {
    Set<FindingKind> kinds = Set.of(FindingKind.CORRUPT, FindingKind.UNDEFINED);
    return replaced(FindingKind.CORRUPT, name, node, by, Map.of(nodes.row(node), kinds));
  }

  private Fault replaced(
      FindingKind kind,
      String name,
      Node node,
      Entry by,
      Map<String, Set<FindingKind>> references) {
    return at(nodes.row(node), kind, name, references, List.of(nodes.last(node)), List.of(by));
  }

  /** Each with an entry that leads to it, so that readers that follow references reach it, too. */
  private List<Fault> phantoms(boolean oneByOne) {
    Node like = spots.link(0);
    Entry foreign =
        NodeCodec.withChecksum(
            new Entry(
                ScratchTable.bytes(FOREIGN),
                ScratchTable.bytes("0abc"),
                ScratchTable.bytes("0def"),
                new byte[0],
                nodes.last(like).value()));
    Node far = far();
    Entry early = NodeCodec.withChecksum(withByte(nodes.first(far), COUNT));
    Fault unowned = added("no writer's row", FOREIGN, foreign);
    Fault toUnowned = led("led to such a row", spots.link(0), FOREIGN);
    Fault later = added("a later window", nodes.row(far), early);
    Fault toLater = led("led too far", spots.link(0), nodes.row(far));
    return oneByOne
        ? List.of(unowned.with(toUnowned), later.with(toLater))
        : List.of(unowned, toUnowned, later, toLater);
  }

  /** A head with the first visibility, of a block that no writer has begun. */
  private Node far() {
    long window = (long) FAR * nodes.graph.spec().depth();
    int index = 0;
    while (nodes.graph.visibility(0, window, index) != 0) {
      index++;
    }
    return new Node(0, window, index);
  }

  private Fault added(String name, String row, Entry entry) {
    return at(row, FindingKind.PHANTOM, name, Map.of(), List.of(), List.of(entry));
  }

  /** References mode finds it if the row that it leads to is not there: planted alone. */
  private Fault led(String name, Node node, String to) {
    Entry right = nodes.last(node);
    byte[] value = right.value().clone();
    System.arraycopy(ScratchTable.bytes(to), 0, value, PREVIOUS, ROW);
    Map<String, Set<FindingKind>> nowhere = Map.of(to, Set.of(FindingKind.UNDEFINED));
    return replaced(
        FindingKind.ALTERED, name, node, NodeCodec.withChecksum(with(right, value)), nowhere);
  }

  /** At another key: all authorizations together see it misplaced, the narrow ones see its kind. */
  private Fault rekeyed(
      FindingKind kind, String name, Node node, byte[] family, byte[] visibility) {
    Entry right = nodes.last(node);
    Entry by =
        NodeCodec.withChecksum(
            new Entry(right.row(), family, right.qualifier(), visibility, right.value()));
    return new Fault(
        kind,
        name,
        List.of(right),
        List.of(by),
        Map.of(nodes.row(node), FindingKind.MISPLACED),
        Map.of(nodes.row(node), kind),
        Map.of());
  }

  private Fault resurrected(Node node) {
    return at(
        nodes.row(node),
        FindingKind.RESURRECTED,
        "a delete undone",
        Map.of(),
        List.of(),
        List.of(nodes.first(node)));
  }

  /** The same entry with another byte in its value, and the checksum of before. */
  public static Entry withByte(Entry entry, int at) {
    byte[] value = entry.value().clone();
    value[at] = (byte) (value[at] == '1' ? '2' : '1');
    return with(entry, value);
  }

  private static Entry cut(Entry entry) {
    return with(entry, Arrays.copyOf(entry.value(), entry.value().length - ROW));
  }

  private static Entry with(Entry entry, byte[] value) {
    return new Entry(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), value);
  }
}
