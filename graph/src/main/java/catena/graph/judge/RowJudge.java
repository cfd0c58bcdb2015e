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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Judges what a reader sees of one row that belongs to a node, beside what it must see. */
final class RowJudge {
  /** The version of an update that a later one has replaced, or that nobody has begun. */
  private static final int NOT_NOW = 32;

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
  private final List<Entry> seen;
  private final int allowed;
  private final boolean promised;
  private final List<Difference> differences = new ArrayList<>();
  private final List<Difference> doubts = new ArrayList<>();

  /** Where the version stands in the order of writes that {@link #versionOf} found last. */
  private Position writtenAt = Position.ORIGIN;

  RowJudge(Expectation expectation, Node node, List<Entry> seen) {
    this.expectation = expectation;
    this.graph = expectation.graph;
    this.promise = expectation.promise;
    this.order = expectation.order;
    this.encoder = expectation.encoder;
    this.node = node;
    this.seen = seen;
    this.allowed = expectation.allowed(node);
    this.promised = promise.of(node.writer()).isPresent();
  }

  Judgement judge() {
    boolean found = false;
    boolean astray = false;
    boolean former = false;
    for (int i = 0; i < seen.size(); i++) {
      Entry entry = seen.get(i);
      boolean own = hasKey(entry);
      if (own && found && promise.everyVersion()) {
        judgeOlder(entry);
      } else if (expectation.repeats(seen, i)) {
        differ(FindingKind.DUPLICATED, entry, Expectation.REPEATED);
      } else if (own) {
        found = true;
        judgeEntry(entry);
      } else if (expectation.isFormer(entry)) {
        former = true;
        if (!expectation.passes(entry)) {
          differ(FindingKind.LEAKED, entry, Expectation.FILTERED);
        }
      } else {
        astray |= isOwn(entry);
        judgeStranger(entry);
      }
    }
    if (expectation.mustBeSeen(node) && !found && !astray) {
      differ(FindingKind.LOST, null, "expected " + expectation.describe(node));
    }
    if (found && promised && promise.everyVersion() && allowed != Versions.ABSENT) {
      judgeNumbers();
    }
    Standing standing = expectation.standing(node);
    boolean nothing = standing == Standing.UNWRITTEN || standing == Standing.UNPROMISED;
    boolean formerOnly = former && !found && nothing;
    return new Judgement(formerOnly ? Standing.FORMER : standing, differences, doubts);
  }

  /** Judges an entry of the node's key that is not the newest of those that the table keeps. */
  private void judgeOlder(Entry entry) {
    if (expectation.isVisible(node)
        && !(promised && allowed == Versions.ABSENT)
        && versionOf(entry, 0) == 0) {
      judgeContent(entry);
    }
  }

  /** Judges how many versions of the node there are. */
  private void judgeNumbers() {
    Promise.Progress progress = promise.of(node.writer()).orElseThrow();
    long firsts = count(Versions.FIRST);
    boolean closes = order.isRewritten(node);
    long closed = closes ? count(Versions.CLOSED) : 0;
    judgeMost(order.firstWrite(node), firsts, "its first write", progress);
    if (closes) {
      judgeMost(order.closingWrite(node), closed, "its closing rewrite", progress);
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

  /** A mutation is in the table as a whole or not at all; of one that is not, others tell. */
  private void judgeCopies(long there, String what, boolean sure) {
    if (sure && there > 0 && there < graph.spec().copies()) {
      String why = "%d versions of %s, which put %d with one time";
      differ(
          FindingKind.MISCOUNTED, seen.get(0), why.formatted(there, what, graph.spec().copies()));
    }
  }

  private long count(int version) {
    return seen.stream()
        .filter(this::hasKey)
        .filter(entry -> versionOf(entry, 0) == version)
        .count();
  }

  private void judgeMost(Position write, long there, String what, Promise.Progress progress) {
    int times = Math.max(1, progress.resent().times(write));
    long most = (long) times * graph.spec().copies();
    if (!write.isBefore(progress.attempted()) || there <= most) {
      return; // Of a write that was not begun any version is wrong, and named as such.
    }
    String copies = graph.spec().copies() == 1 ? "" : ", %d each".formatted(graph.spec().copies());
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

  private boolean hasKey(Entry entry) {
    encoder.encodeKey(node.writer(), node.window(), node.index());
    return encoder.keyEquals(entry);
  }

  /** Which version of the node an entry's value is, or 0. */
  private int versionOf(Entry entry, int ignoredAtEnd) {
    for (int version : new int[] {Versions.FIRST, Versions.CLOSED}) {
      if ((expectation.versions.any(node) & version) != 0) {
        expectation.encode(node, version);
        byte[] own = encoder.value();
        byte[] other = entry.value();
        if (isSame(own, other, ignoredAtEnd)) {
          writtenAt =
              version == Versions.CLOSED ? order.closingWrite(node) : order.firstWrite(node);
          return version;
        }
      }
    }
    return order.hasUpdates() ? updateOf(entry, ignoredAtEnd) : 0;
  }

  private boolean isSame(byte[] own, byte[] other, int ignoredAtEnd) {
    int length = own.length - ignoredAtEnd;
    return own.length == other.length && Arrays.equals(own, 0, length, other, 0, length);
  }

  /** Whether the value is that of an update of this node, and how that stands to the promise. */
  private int updateOf(Entry entry, int ignoredAtEnd) {
    Optional<Position> at =
        order
            .updateOf(NodeCodec.count(entry.value()))
            .filter(update -> update.block() == graph.block(node.window()))
            .filter(update -> !graph.isDeleted(node.writer(), update.block()))
            .filter(update -> order.updated(node.writer(), update).equals(node));
    if (at.isEmpty()) {
      return 0;
    }
    encoder.encodeUpdate(node, order.count(at.get()));
    if (!isSame(encoder.value(), entry.value(), ignoredAtEnd)) {
      return 0;
    }
    writtenAt = at.get();
    Optional<Position> sure = expectation.sureUpdate(node);
    if (!promised || sure.equals(at)) {
      return Versions.UPDATED;
    }
    boolean before = sure.map(at.get()::isBefore).orElse(false);
    return before || !isBegun(at.get()) ? NOT_NOW : Versions.LATER;
  }

  /** Whether an entry is this node's own under another key, with the checksum of either key. */
  private boolean isOwn(Entry entry) {
    return versionOf(entry, graph.spec().checksum() ? NodeCodec.CHECKSUM : 0) != 0;
  }

  private void judgeEntry(Entry entry) {
    int version = versionOf(entry, 0);
    if (!expectation.isVisible(node)) {
      differ(
          FindingKind.LEAKED,
          entry,
          expectation.isAuthorized(node)
              ? Expectation.FILTERED
              : "the authorizations in use do not satisfy its visibility");
    } else if (promised && allowed == Versions.ABSENT) {
      judgeUnwanted(entry, version);
    } else if (version == 0) {
      judgeContent(entry);
    } else if ((allowed & version) == 0) {
      judgeVersion(entry);
    }
  }

  /** Judges one of the node's own entries that is not the one that must be there. */
  private void judgeVersion(Entry entry) {
    String expected = "; expected " + expectation.describe(node);
    if (!isBegun(writtenAt)) {
      doubt(FindingKind.ALTERED, entry, SHORT_LEDGER + expected);
    } else if (wasResent(writtenAt)) {
      doubt(FindingKind.STALE, entry, lateAttempt(writtenAt) + expected);
    } else if (promise.mayTie()) {
      doubt(FindingKind.STALE, entry, TIED + expected);
    } else {
      differ(FindingKind.STALE, entry, "rewritten since" + expected);
    }
  }

  /** Judges an entry where nothing must be: one of the node's own has come back. */
  private void judgeUnwanted(Entry entry, int version) {
    if (wasBegun()) {
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

  /** Whether an attempt at a write of the node that was given up may come late. */
  private boolean wasResent(Position write) {
    return promise.of(node.writer()).map(progress -> progress.resent().hold(write)).orElse(false);
  }

  private String lateAttempt(Position write) {
    return promise
        .of(node.writer())
        .flatMap(progress -> merged(progress.resent(), write))
        .orElse(LATE_ATTEMPT);
  }

  /** Why it is not known how many times a write was sent, if it is not. */
  private Optional<String> merged(Spans spans, Position write) {
    return spans
        .mergedUpTo(write)
        .map(end -> MERGED.formatted(end.block(), end.step(), end.index()));
  }

  private boolean wasBegun() {
    return isBegun(order.firstWrite(node));
  }

  private boolean isBegun(Position write) {
    return promise
        .of(node.writer())
        .map(progress -> write.isBefore(progress.attempted()))
        .orElse(false);
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
        promised ? wasBegun() : isOwn(entry) || graph.uuid(node.writer()).equals(uuid(entry));
    if (!expectation.isAuthorized(node) && isOwn(entry)) {
      differ(
          FindingKind.LEAKED,
          entry,
          "it shows the content of an entry that the authorizations in use may not see");
    } else if (graph.spec().takenOver()
        && !isOwn(entry)
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

  private void differ(FindingKind kind, Entry entry, String why) {
    differences.add(difference(kind, entry, why));
  }

  private void doubt(FindingKind kind, Entry entry, String why) {
    doubts.add(difference(kind, entry, why));
  }

  private Difference difference(FindingKind kind, Entry entry, String why) {
    return new Difference(
        kind,
        NodeCodec.rowText(graph.row(node)),
        Optional.of(node),
        Optional.ofNullable(entry),
        why);
  }
}
