// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Judgement.Standing;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Judges what a reader sees of one row that belongs to a node, against what it must see. */
final class RowJudge {
  private static final String LATE_ATTEMPT =
      "its window was sent more than once, and the attempt that was rejected may have taken effect"
          + " late";

  private static final String TIED =
      "the table orders entries by milliseconds, so that this one and its rewrite may have got one"
          + " time, and then either is shown";

  private static final String SENT_AGAIN =
      "it was not imported but sent by a batch writer, which sends again by itself what a tablet"
          + " server did not answer";

  private static final String MERGED =
      "its writer sent so much more than once that up to block %d step %d index %d it is not known"
          + " what of it, or how many times";

  private static final String SHORT_LEDGER =
      "it is exactly what its writer writes later on, which the ledger does not know of: the ledger"
          + " has lost its end, or was read before it";

  private final Expectation expectation;
  private final Graph graph;
  private final Promise promise;
  private final WriteOrder order;
  private final EntryEncoder encoder;
  private final Node node;
  private final OwnEntries own;
  private final List<Entry> seen;

  /** The cells that are asked for. */
  private final BitSet asked;

  private final int allowed;

  /** Of the node's writer; null without a ledger. */
  private final Promise.Progress progress;

  private final int columns;
  private final boolean isolated;
  private final List<Difference> differences = new ArrayList<>();
  private final List<Difference> doubts = new ArrayList<>();

  /** The cell of the current entry; -1 if it has the key of none. */
  private int cell;

  /** For each write that the row shows, the cells of that write. */
  private final NavigableMap<Position, BitSet> written = new TreeMap<>();

  RowJudge(Expectation expectation, Node node, List<Entry> seen, boolean isolated) {
    this.expectation = expectation;
    this.graph = expectation.graph;
    this.promise = expectation.promise;
    this.order = expectation.order;
    this.encoder = expectation.encoder;
    this.node = node;
    this.own = new OwnEntries(expectation, node);
    this.asked = own.asked();
    this.seen = seen;
    this.allowed = expectation.allowed(node);
    this.progress = expectation.progress(node.writer());
    this.columns = graph.spec().cells().columns();
    this.isolated = isolated;
  }

  Judgement judge() {
    BitSet found = new BitSet(columns);
    int astray = 0;
    boolean former = false;
    for (int i = 0; i < seen.size(); i++) {
      Entry entry = seen.get(i);
      cell = own.cellOf(entry);
      if (cell >= 0 && !asked.get(cell)) {
        differ(FindingKind.LEAKED, entry, Expectation.FILTERED);
      } else if (cell >= 0 && found.get(cell) && promise.everyVersion()) {
        judgeOlder(entry);
      } else if (expectation.repeats(seen, i)) {
        differ(FindingKind.DUPLICATED, entry, Expectation.REPEATED);
      } else if (cell >= 0) {
        found.set(cell);
        judgeEntry(entry);
      } else if (expectation.isFormer(entry)) {
        former = true;
        if (!expectation.selection.passes(entry)) {
          differ(FindingKind.LEAKED, entry, Expectation.FILTERED);
        }
      } else {
        astray += own.isOwn(entry) ? 1 : 0;
        judgeStranger(entry);
      }
    }
    judgeWhole(found, asked.cardinality() - found.cardinality() > astray);
    if (progress != null && promise.everyVersion() && allowed != Versions.ABSENT) {
      for (cell = found.nextSetBit(0); cell >= 0; cell = found.nextSetBit(cell + 1)) {
        judgeNumbers();
      }
    }
    Standing standing = expectation.standing(node);
    boolean nothing = standing == Standing.UNWRITTEN || standing == Standing.UNPROMISED;
    boolean formerOnly = former && found.isEmpty() && nothing;
    return new Judgement(formerOnly ? Standing.FORMER : standing, differences, doubts);
  }

  /**
   * Judges whether all cells are there and, if the row was read at one moment, whether all are of
   * one write: a mutation takes effect as a whole.
   *
   * @param lacks whether a cell is missing
   */
  private void judgeWhole(BitSet found, boolean lacks) {
    cell = columns > 1 && asked.cardinality() == 1 ? asked.nextSetBit(0) : Selection.WHOLE;
    boolean some = !found.isEmpty();
    String there = some && columns > 1 ? "of %d cells only %s; ".formatted(columns, found) : "";
    if (expectation.mustBeSeen(node) && lacks) {
      differ(FindingKind.LOST, null, there + "expected " + expectation.describe(node));
    } else if (isolated
        && lacks
        && some
        && expectation.isVisible(node)
        && allowed != Versions.ABSENT) {
      differ(FindingKind.TORN, seen.get(0), there + "one mutation puts or deletes all of them");
    }
    if (isolated && written.size() > 1) {
      // The finding TORN covers the older cells: no finding STALE for them.
      differences.removeIf(difference -> difference.kind() == FindingKind.STALE);
      doubts.removeIf(doubt -> doubt.kind() == FindingKind.STALE);
      int oldest = written.firstEntry().getValue().nextSetBit(0);
      Entry old =
          seen.stream().filter(each -> own.cellOf(each) == oldest).findFirst().orElseThrow();
      String why =
          written.entrySet().stream()
              .map(each -> "cells %s of %s".formatted(each.getValue(), words(each.getKey())))
              .collect(Collectors.joining(", "));
      if (promise.mayTie() && !isOrdered()) {
        doubt(FindingKind.TORN, old, TIED + "; expected cells of one write, not " + why);
      } else {
        differ(FindingKind.TORN, old, why + "; expected " + expectation.describe(node));
      }
    }
  }

  /** Judges an entry with the node's key that is not the newest that the table keeps. */
  private void judgeOlder(Entry entry) {
    if (expectation.isVisible(node)
        && allowed != Versions.ABSENT
        && own.versionOf(cell, entry) == 0) {
      judgeContent(entry);
    }
  }

  /** Judges how many versions of the node there are. */
  private void judgeNumbers() {
    long firsts = count(Versions.FIRST);
    boolean closes = order.isRewritten(node);
    long closed = closes ? count(Versions.CLOSED) : 0;
    judgeMost(order.firstWrite(node), firsts, "its first write");
    if (closes) {
      judgeMost(order.closingWrite(node), closed, "its closing rewrite");
    }
    if (closed > 0 && firsts == 0) {
      differ(
          FindingKind.MISCOUNTED,
          seen.get(0),
          "0 versions of its first write, which was acknowledged before it was rewritten");
    }
    boolean sure = closed > 0 || order.firstWrite(node).isBefore(progress.acknowledged());
    judgeCopies(firsts, "its first write", sure);
    if (closes) {
      boolean closing = order.closingWrite(node).isBefore(progress.acknowledged());
      judgeCopies(closed, "its closing rewrite", closing);
    }
  }

  /**
   * A mutation is in the table as a whole or not at all; there are other findings for a missing
   * one.
   */
  private void judgeCopies(long there, String what, boolean sure) {
    if (sure && there > 0 && there < graph.spec().cells().copies()) {
      String why = "%d versions of %s, which put %d with one time";
      differ(
          FindingKind.MISCOUNTED,
          seen.get(0),
          why.formatted(there, what, graph.spec().cells().copies()));
    }
  }

  private long count(int version) {
    return seen.stream()
        .filter(entry -> own.cellOf(entry) == cell)
        .filter(entry -> own.versionOf(cell, entry) == version)
        .count();
  }

  private void judgeMost(Position write, long there, String what) {
    int times = Math.max(1, progress.resent().times(write));
    long most = (long) times * graph.spec().cells().copies();
    if (!write.isBefore(progress.attempted()) || there <= most) {
      return; // Any version of a write that was not begun is wrong, and reported as such.
    }
    String copies =
        graph.spec().cells().copies() == 1
            ? ""
            : ", %d each".formatted(graph.spec().cells().copies());
    String why = "%d versions of %s, which was sent %d times at most%s";
    String words = why.formatted(there, what, times, copies);
    Optional<String> merged =
        merged(progress.resent(), write).or(() -> merged(progress.imported(), write));
    if (merged.isPresent()) {
      doubt(FindingKind.MISCOUNTED, seen.get(0), merged.get());
    } else if (progress.imported().hold(write)) {
      differ(FindingKind.MISCOUNTED, seen.get(0), words);
    } else {
      doubt(FindingKind.MISCOUNTED, seen.get(0), SENT_AGAIN + "; " + words);
    }
  }

  private void judgeEntry(Entry entry) {
    int version = own.versionOf(cell, entry);
    if (version != 0) {
      written.computeIfAbsent(own.writtenAt(), any -> new BitSet()).set(cell);
    }
    if (!expectation.isVisible(node)) {
      differ(
          FindingKind.LEAKED,
          entry,
          expectation.isAuthorized(node)
              ? Expectation.FILTERED
              : "the authorizations in use do not satisfy its visibility");
    } else if (allowed == Versions.ABSENT) {
      judgeUnwanted(entry, version);
    } else if (version == 0) {
      judgeContent(entry);
    } else if ((allowed & version) == 0) {
      judgeVersion(entry);
    }
  }

  /** Judges an entry of the node's own that is not the one that must be there. */
  private void judgeVersion(Entry entry) {
    String expected = "; expected " + expectation.describe(node);
    if (!isBegun(own.writtenAt())) {
      doubt(FindingKind.ALTERED, entry, SHORT_LEDGER + expected);
    } else if (isOrdered()) {
      differ(FindingKind.STALE, entry, "its writer gave what came later a later time" + expected);
    } else if (wasResent(own.writtenAt())) {
      doubt(FindingKind.STALE, entry, lateAttempt(own.writtenAt()) + expected);
    } else if (promise.mayTie()) {
      doubt(FindingKind.STALE, entry, TIED + expected);
    } else {
      differ(FindingKind.STALE, entry, "rewritten since" + expected);
    }
  }

  /** Judges an entry where there must be none: one of the node's own has come back. */
  private void judgeUnwanted(Entry entry, int version) {
    if (isBegun(order.firstWrite(node))) {
      if (version == Versions.FIRST && wasResent(order.firstWrite(node))) {
        doubt(FindingKind.RESURRECTED, entry, lateAttempt(order.firstWrite(node)));
      } else {
        differ(FindingKind.RESURRECTED, entry, "its block was deleted");
      }
    } else if (version != 0) {
      doubt(FindingKind.PHANTOM, entry, SHORT_LEDGER);
    } else {
      differ(FindingKind.PHANTOM, entry, "its writer has not come that far");
    }
  }

  /**
   * Whether the writer has set the time of what must be there: then nothing that it wrote before is
   * newer, whenever it came, and has the same time.
   */
  private boolean isOrdered() {
    return expectation.sureUpdate(node).isPresent()
        ? graph.spec().updates().timed()
        : graph.spec().cells().copies() > 1 && !order.hasUpdates();
  }

  /** Whether a given-up attempt at a write of the node may take effect late. */
  private boolean wasResent(Position write) {
    return progress != null && progress.resent().hold(write);
  }

  private String lateAttempt(Position write) {
    return merged(progress.resent(), write).orElse(LATE_ATTEMPT);
  }

  /** Why it is not known how many times a write was sent; empty if it is known. */
  private Optional<String> merged(Spans spans, Position write) {
    return spans
        .mergedUpTo(write)
        .map(end -> MERGED.formatted(end.block(), end.step(), end.index()));
  }

  private boolean isBegun(Position write) {
    return progress != null && write.isBefore(progress.attempted());
  }

  private void judgeContent(Entry entry) {
    String expected = "; expected " + expectation.describe(node);
    Decoded decoded = NodeCodec.decode(entry);
    if (decoded instanceof Decoded.Corrupt corrupt) {
      differ(FindingKind.CORRUPT, entry, corrupt.reason() + expected);
    } else if (graph.spec().checksum() && !((Decoded.Sound) decoded).checksummed()) {
      differ(FindingKind.CORRUPT, entry, "the checksum is gone" + expected);
    } else {
      differ(FindingKind.ALTERED, entry, "the content is not the writer's" + expected);
    }
  }

  /** Judges an entry of the node's row under another key. */
  private void judgeStranger(Entry entry) {
    boolean written =
        progress != null
            ? isBegun(order.firstWrite(node))
            : own.isOwn(entry) || graph.uuid(node.writer()).equals(uuid(entry));
    if (!expectation.isAuthorized(node) && own.isOwn(entry)) {
      differ(
          FindingKind.LEAKED,
          entry,
          "it shows the content of an entry that the authorizations in use may not see");
    } else if (graph.spec().takenOver()
        && !own.isOwn(entry)
        && NodeCodec.decode(entry) instanceof Decoded.Corrupt corrupt) {
      differ(FindingKind.CORRUPT, entry, corrupt.reason());
    } else if (written) {
      encoder.encodeKey(node.writer(), node.window(), node.index());
      Entry right = encoder.entry();
      differ(FindingKind.MISPLACED, entry, "the key of this row is " + right.toString().trim());
    } else {
      differ(FindingKind.PHANTOM, entry, "its writer did not write this row");
    }
  }

  private String uuid(Entry entry) {
    return NodeCodec.decode(entry) instanceof Decoded.Sound sound ? sound.writer() : "";
  }

  private static String words(Position write) {
    return "the write at %d.%d.%d".formatted(write.block(), write.step(), write.index());
  }

  private void differ(FindingKind kind, Entry entry, String why) {
    add(differences, kind, entry, why);
  }

  private void doubt(FindingKind kind, Entry entry, String why) {
    add(doubts, kind, entry, why);
  }

  /** Adds a difference; for a row of several cells, each kind is reported once. */
  private void add(List<Difference> to, FindingKind kind, Entry entry, String why) {
    if (columns == 1 || to.stream().noneMatch(each -> each.kind() == kind)) {
      // Doubts are counted by their words.
      boolean named = columns > 1 && cell >= 0 && to == differences;
      String which = named ? "cell %d of %d: ".formatted(cell, columns) : "";
      String row = NodeCodec.rowText(graph.row(node));
      to.add(new Difference(kind, row, Optional.of(node), Optional.ofNullable(entry), which + why));
    }
  }
}
