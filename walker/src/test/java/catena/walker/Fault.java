package catena.walker;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.judge.FindingKind;
import catena.harness.plant.ScratchTable;
import java.util.List;

/**
 * A fault: where it is, how it is planted and healed, what it is called.
 *
 * @param row the only one that is not as promised
 * @param auths with which the reader looks; empty for all of them
 */
record Fault(String name, String row, Step plant, Step heal, FindingKind kind, String auths) {
  /** A change of the table. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  /** All that can be wrong with a table whose blocks are closed. */
  static List<Fault> all(ReaderRig rig) {
    ScratchTable table = rig.table;
    Node middle = new Node(0, 1, 33);
    Entry link = table.last(middle);
    Node head = new Node(1, ReaderRig.DEPTH, 12);
    Node open = rig.nodeSeenBy("", 1, 2);
    Node secret = rig.nodeSeenBy("B&C", 0, 2);
    Node own = rig.nodeSeenBy("A", 0, 3);
    Entry foreign =
        ReaderRig.sealed(
            new Entry(
                ScratchTable.bytes("00123456789abcde"),
                ScratchTable.bytes("0abc"),
                ScratchTable.bytes("0def"),
                new byte[0],
                link.value()));
    Entry column =
        ReaderRig.sealed(
            new Entry(
                link.row(),
                ScratchTable.bytes("ffff"),
                link.qualifier(),
                link.visibility(),
                link.value()));
    return List.of(
        new Fault(
            "a row lost",
            table.row(open),
            () -> table.remove(table.last(open)),
            () -> table.plant(table.last(open)),
            FindingKind.LOST,
            ""),
        replaced(table, "a rewrite reverted", head, table.first(head), FindingKind.STALE),
        added(table, "a foreign row", "00123456789abcde", foreign),
        added(
            table,
            "a window not come to",
            table.row(new Node(0, 76, 3)),
            ReaderRig.sealed(ReaderRig.withValueByte(table.first(new Node(0, 76, 3)), 40))),
        rekeyed(table, "a column changed", middle, column, FindingKind.MISPLACED, ""),
        replaced(
            table,
            "a checksum broken",
            middle,
            ReaderRig.withValueByte(link, link.value().length - 1),
            FindingKind.CORRUPT),
        replaced(
            table,
            "a value altered under a right checksum",
            middle,
            ReaderRig.sealed(ReaderRig.withValueByte(link, 40)),
            FindingKind.ALTERED),
        rekeyed(
            table,
            "a visibility opened",
            secret,
            ReaderRig.withVisibility(table.last(secret), "A"),
            FindingKind.LEAKED,
            "A"),
        rekeyed(
            table,
            "a visibility changed, to those who see both",
            secret,
            ReaderRig.withVisibility(table.last(secret), "A"),
            FindingKind.MISPLACED,
            ""),
        rekeyed(
            table,
            "a visibility closed",
            own,
            ReaderRig.withVisibility(table.last(own), "B&C"),
            FindingKind.WITHHELD,
            "A"));
  }

  private static Fault replaced(
      ScratchTable table, String name, Node node, Entry by, FindingKind kind) {
    return new Fault(
        name,
        table.row(node),
        () -> table.plant(by),
        () -> table.plant(table.last(node)),
        kind,
        "");
  }

  private static Fault added(ScratchTable table, String name, String row, Entry entry) {
    return new Fault(
        name, row, () -> table.plant(entry), () -> table.remove(entry), FindingKind.PHANTOM, "");
  }

  private static Fault rekeyed(
      ScratchTable table, String name, Node node, Entry by, FindingKind kind, String auths) {
    return new Fault(
        name,
        table.row(node),
        () -> {
          table.remove(table.last(node));
          table.plant(by);
        },
        () -> {
          table.remove(by);
          table.plant(table.last(node));
        },
        kind,
        auths);
  }

  static Fault resurrected(ScratchTable table) {
    Node node = new Node(1, ReaderRig.DEPTH, 5);
    return new Fault(
        "a delete undone",
        table.row(node),
        () -> table.plant(table.first(node)),
        () -> table.remove(table.first(node)),
        FindingKind.RESURRECTED,
        "");
  }
}
