package catena.graph.judge;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.EntryMatcher;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Judgement.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a reader must see, and the name of each difference: the one judge that all readers ask.
 *
 * <p>It knows the graph, what the ledgers promise, and which visibilities the reader may see; it
 * compares and reads nothing itself. One thread uses it at a time.
 */
public final class Expectation {
  /** Writers of greater numbers are looked up in the promise itself. */
  private static final int MOST_WRITERS = 1 << 16;

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

  private static final String FILTERED = "the filter in use does not let its qualifier pass";

  private static final String REPEATED = "this key was returned before by the same scan";

  private static final String SHORT_LEDGER =
      "it is exactly what its writer writes later on, which the ledger does not know of: the ledger"
          + " has lost its end, or was read before it";

  private final Graph graph;
  private final Promise promise;
  private final WriteOrder order;
  private final Versions versions;
  private final EntryEncoder encoder;
  private final EntryMatcher matcher;
  private final int depth;
  private final boolean[] visible;
  private final boolean allVisible;
  private final Selection selection;

  /** What is promised of each writer, found without a map; null for one without a ledger. */
  private final Promise.Progress[] byWriter;

  /** The UUIDs of writers with a ledger, of a table that others wrote before. */
  private final Set<String> ownWriters;

  /** How many blocks of each writer were acknowledged whole: most of what is looked at. */
  private final long[] settled;

  /**
   * A judge of what one reader sees.
   *
   * @param mayBeSeen whether the reader's authorizations satisfy a visibility expression
   */
  public Expectation(Graph graph, Promise promise, Predicate<String> mayBeSeen) {
    this(graph, promise, mayBeSeen, Selection.ALL);
  }

  /**
   * A judge of what one reader sees through a filter.
   *
   * @param mayBeSeen whether the reader's authorizations satisfy a visibility expression
   * @param selection what the filter lets pass: nothing else must be seen, and nothing of it missed
   */
  public Expectation(
      Graph graph, Promise promise, Predicate<String> mayBeSeen, Selection selection) {
    this.selection = selection;
    this.graph = graph;
    this.promise = promise;
    this.order = new WriteOrder(graph);
    this.versions = new Versions(graph);
    this.encoder = new EntryEncoder(graph);
    this.matcher = new EntryMatcher(graph);
    this.depth = graph.spec().depth();
    List<String> expressions = graph.spec().visibilities();
    this.visible = new boolean[expressions.size()];
    for (int i = 0; i < visible.length; i++) {
      visible[i] = mayBeSeen.test(expressions.get(i));
    }
    this.allVisible = expressions.stream().allMatch(mayBeSeen);
    this.byWriter = byWriter(promise);
    this.ownWriters =
        graph.spec().takenOver()
            ? promise.writers().keySet().stream().map(graph::uuid).collect(Collectors.toSet())
            : Set.of();
    this.settled = new long[byWriter.length];
    for (int writer = 0; writer < settled.length; writer++) {
      Promise.Progress progress = byWriter[writer];
      settled[writer] = progress == null ? 0 : progress.acknowledged().block();
    }
  }

  private static Promise.Progress[] byWriter(Promise promise) {
    int most = -1;
    for (int writer : promise.writers().keySet()) {
      most = writer < MOST_WRITERS ? Math.max(most, writer) : most;
    }
    Promise.Progress[] all = new Promise.Progress[most + 1];
    promise
        .writers()
        .forEach(
            (writer, progress) -> {
              if (writer < MOST_WRITERS) {
                all[writer] = progress;
              }
            });
    return all;
  }

  /** What the promise says of a node to this reader. */
  public Standing standing(Node node) {
    Optional<Promise.Progress> progress = promise.of(node.writer());
    if (progress.isEmpty()) {
      return Standing.UNPROMISED;
    }
    int allowed = versions.of(node, progress.get());
    if (allowed == Versions.ABSENT) {
      boolean begun = order.firstWrite(node).isBefore(progress.get().attempted());
      return begun ? Standing.ABSENT : Standing.UNWRITTEN;
    }
    if (!isAuthorized(node)) {
      return Standing.HIDDEN;
    }
    if (!isSelected(node.writer(), node.window(), node.index())) {
      return Standing.UNSELECTED;
    }
    return Versions.isCertain(allowed) ? Standing.PRESENT : Standing.OPEN;
  }

  /**
   * Whether an entry of a node must be seen, whichever it is: of a head whose closing write is
   * indeterminate that is so, though two entries are right.
   */
  public boolean mustBeSeen(Node node) {
    return (allowed(node) & Versions.ABSENT) == 0 && isVisible(node);
  }

  /** Whether the promise leaves no more than one state of a node, seen or not. */
  public boolean isCertain(Node node) {
    return Versions.isCertain(allowed(node));
  }

  /**
   * The nodes whose entries refer to this one, those of them whose entries are certain to be there
   * and to be seen.
   */
  public List<Node> referrers(Node node) {
    long block = graph.block(node.window());
    boolean byHead = layer(node, block) == depth - 1;
    int needed = byHead ? Versions.CLOSED : Versions.FIRST;
    return order.referrers(node).stream()
        .filter(by -> refers(by.writer(), block, layer(by, block), by.index(), needed))
        .toList();
  }

  /** Whether there are any such {@link #referrers}. */
  public boolean isReferred(Node node) {
    long block = graph.block(node.window());
    return isReferred(node.writer(), block, layer(node, block), node.index());
  }

  /** Whether the node on which a cursor stands has any such {@link #referrers}. */
  public boolean isReferred(NodeCursor at) {
    return isReferred(at.writer(), at.block(), at.layer(), at.index());
  }

  private boolean isReferred(int writer, long block, int layer, int index) {
    if (layer == depth - 1) {
      return index > 0 && refers(writer, block, 0, index - 1, Versions.CLOSED);
    }
    int rank = graph.rank(writer, block * depth + layer, index);
    int end = graph.firstLink(rank + 1);
    for (int link = graph.firstLink(rank); link < end; link++) {
      if (refers(writer, block, layer + 1, link, Versions.FIRST)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the version of a node that refers to another is certain to be there and to be seen. */
  private boolean refers(int writer, long block, int layer, int index, int needed) {
    // An update keeps the link that the node had when its block was closed.
    int linked = needed | Versions.UPDATED | Versions.LATER;
    return (allowed(writer, block, layer, index) & ~linked) == 0
        && (allVisible || visible[graph.visibility(writer, block * depth + layer, index)])
        && isSelected(writer, block * depth + layer, index);
  }

  /** Whether an entry is exactly the newest version of a node that must be there. */
  public boolean isNewest(Node node, Entry seen) {
    int allowed = allowed(node);
    return isOneEntry(allowed)
        && matches(node, allowed, seen)
        && visible[matcher.visibility()]
        && isSelected(node.writer(), node.window(), node.index());
  }

  private boolean matches(Node node, int allowed, Entry seen) {
    return allowed == Versions.UPDATED
        ? matcher.matchesUpdate(node, order.count(sureUpdate(node).orElseThrow()), seen)
        : matcher.matches(node, allowed == Versions.CLOSED, seen);
  }

  /** The last update of a node that was acknowledged. */
  private Optional<Position> sureUpdate(Node node) {
    Promise.Progress progress = progress(node.writer());
    return progress == null ? Optional.empty() : order.lastUpdate(node, progress.acknowledged());
  }

  /**
   * Whether an entry is exactly the one that must be there, and the only one: the short way for the
   * many entries with which all is well.
   */
  public boolean isExactly(Node node, Entry seen) {
    return isAlone(allowed(node)) && isNewest(node, seen);
  }

  /**
   * The same of the node on which a cursor stands; nothing is computed that the cursor knows.
   *
   * @param seen has the row of the node
   */
  public boolean isExactly(NodeCursor at, Entry seen) {
    int allowed = allowed(at.writer(), at.block(), at.layer(), at.index());
    if (allowed == Versions.UPDATED && isAlone(allowed)) {
      return matches(at.node(), allowed, seen)
          && visible[matcher.visibility()]
          && isSelected(at.writer(), at.window(), at.index());
    }
    return isAlone(allowed)
        && matcher.matches(at, allowed == Versions.CLOSED, seen)
        && visible[matcher.visibility()]
        && isSelected(at.writer(), at.window(), at.index());
  }

  /** Whether one entry is all that must be there: a head that was closed keeps its first, too. */
  private boolean isAlone(int allowed) {
    return allowed == Versions.FIRST || (isOneEntry(allowed) && !promise.everyVersion());
  }

  private static boolean isOneEntry(int allowed) {
    return allowed == Versions.FIRST || allowed == Versions.CLOSED || allowed == Versions.UPDATED;
  }

  /**
   * Judges all that one scan returned of a row.
   *
   * @param row the row, which all the entries have
   * @param seen what was returned, nothing included
   */
  public Judgement judge(byte[] row, List<Entry> seen) {
    Optional<Node> node = graph.node(NodeCodec.row(row));
    if (node.isPresent()) {
      return new RowJudge(node.get(), seen).judge();
    }
    List<Difference> strangers = new ArrayList<>();
    for (int i = 0; i < seen.size(); i++) {
      stranger(row, seen, i).ifPresent(strangers::add);
    }
    boolean former = strangers.isEmpty() && !seen.isEmpty();
    return new Judgement(former ? Standing.FORMER : Standing.UNWRITTEN, strangers, List.of());
  }

  /** What is wrong with an entry in a row of which no node is; nothing if it may be there. */
  private Optional<Difference> stranger(byte[] row, List<Entry> seen, int i) {
    FindingKind kind = FindingKind.PHANTOM;
    String why = "no writer of this graph ever writes this row";
    if (graph.spec().takenOver()) {
      if (repeats(seen, i)) {
        kind = FindingKind.DUPLICATED;
        why = REPEATED;
      } else if (isFormer(seen.get(i))) {
        if (selection.passes(seen.get(i).qualifier())) {
          return Optional.empty();
        }
        kind = FindingKind.LEAKED;
        why = FILTERED;
      } else if (NodeCodec.decode(seen.get(i)) instanceof Decoded.Corrupt corrupt) {
        kind = FindingKind.CORRUPT;
        why = corrupt.reason();
      }
    }
    return Optional.of(
        new Difference(
            kind, NodeCodec.rowText(row), Optional.empty(), Optional.of(seen.get(i)), why));
  }

  /**
   * Whether an entry was in the table before the graph was: a sound one of none of the graph's
   * writers. Of rows that both happen to write each has its entry.
   */
  private boolean isFormer(Entry entry) {
    return graph.spec().takenOver()
        && NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && !ownWriters.contains(sound.writer());
  }

  private boolean repeats(List<Entry> seen, int i) {
    return !promise.everyVersion() && seen.subList(0, i).stream().anyMatch(seen.get(i)::hasKeyOf);
  }

  /** What is expected of a node, for people: an entry, or nothing. */
  public String describe(Node node) {
    int allowed = allowed(node);
    List<String> choices = new ArrayList<>();
    if ((allowed & Versions.ABSENT) != 0) {
      choices.add("nothing");
    }
    for (int version : new int[] {Versions.FIRST, Versions.CLOSED}) {
      if ((allowed & version) != 0) {
        encode(node, version);
        choices.add(encoder.entry().toString());
      }
    }
    if ((allowed & Versions.UPDATED) != 0) {
      sureUpdate(node)
          .ifPresent(
              update -> {
                encoder.encodeUpdate(node, order.count(update));
                choices.add(encoder.entry().toString());
              });
    }
    if ((allowed & Versions.LATER) != 0) {
      choices.add("what a later update writes");
    }
    return String.join(" or ", choices);
  }

  /** Whether the reader sees the node's entries: his authorizations, and what filters his reads. */
  private boolean isVisible(Node node) {
    return isAuthorized(node) && isSelected(node.writer(), node.window(), node.index());
  }

  private boolean isAuthorized(Node node) {
    return visible[graph.visibility(node.writer(), node.window(), node.index())];
  }

  private boolean isSelected(int writer, long window, int index) {
    return selection.isAll() || selection.holds(graph.qualifier(writer, window, index));
  }

  private int allowed(Node node) {
    long block = graph.block(node.window());
    return allowed(node.writer(), block, layer(node, block), node.index());
  }

  private int layer(Node node, long block) {
    return (int) (node.window() - block * depth);
  }

  private int allowed(int writer, long block, int layer, int index) {
    if (writer < settled.length && block < settled[writer]) {
      return versions.last(writer, block, layer, index);
    }
    Promise.Progress progress = progress(writer);
    return progress == null
        ? versions.any(writer, block, layer, index)
        : versions.of(writer, block, layer, index, progress);
  }

  private Promise.Progress progress(int writer) {
    return writer < byWriter.length ? byWriter[writer] : promise.of(writer).orElse(null);
  }

  private void encode(Node node, int version) {
    if (version == Versions.CLOSED) {
      encoder.encodeClosing(node.writer(), node.window(), node.index());
    } else {
      encoder.encodeFirst(node.writer(), node.window(), node.index());
    }
  }

  /** Judges one row that belongs to a node. */
  private final class RowJudge {
    private final Node node;
    private final List<Entry> seen;
    private final int allowed;
    private final boolean promised;
    private final List<Difference> differences = new ArrayList<>();
    private final List<Difference> doubts = new ArrayList<>();

    /** Where the version stands in the order of writes that {@link #versionOf} found last. */
    private Position writtenAt = Position.ORIGIN;

    RowJudge(Node node, List<Entry> seen) {
      this.node = node;
      this.seen = seen;
      this.allowed = allowed(node);
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
        } else if (repeats(seen, i)) {
          differ(FindingKind.DUPLICATED, entry, REPEATED);
        } else if (own) {
          found = true;
          judgeEntry(entry);
        } else if (isFormer(entry)) {
          former = true;
          if (!selection.passes(entry.qualifier())) {
            differ(FindingKind.LEAKED, entry, FILTERED);
          }
        } else {
          astray |= isOwn(entry);
          judgeStranger(entry);
        }
      }
      if (mustBeSeen(node) && !found && !astray) {
        differ(FindingKind.LOST, null, "expected " + describe(node));
      }
      if (found && promised && promise.everyVersion() && allowed != Versions.ABSENT) {
        judgeNumbers();
      }
      Standing standing = standing(node);
      boolean nothing = standing == Standing.UNWRITTEN || standing == Standing.UNPROMISED;
      boolean formerOnly = former && !found && nothing;
      return new Judgement(formerOnly ? Standing.FORMER : standing, differences, doubts);
    }

    /** Judges an entry of the node's key that is not the newest of those that the table keeps. */
    private void judgeOlder(Entry entry) {
      if (isVisible(node)
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
    }

    private long count(int version) {
      return seen.stream()
          .filter(this::hasKey)
          .filter(entry -> versionOf(entry, 0) == version)
          .count();
    }

    private void judgeMost(Position write, long there, String what, Promise.Progress progress) {
      int most = Math.max(1, progress.resent().times(write));
      if (!write.isBefore(progress.attempted()) || there <= most) {
        return; // Of a write that was not begun any version is wrong, and named as such.
      }
      String why = "%d versions of %s, which was sent %d times at most";
      String words = why.formatted(there, what, most);
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
        if ((versions.any(node) & version) != 0) {
          encode(node, version);
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
      Optional<Position> sure = sureUpdate(node);
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
      if (!isVisible(node)) {
        differ(
            FindingKind.LEAKED,
            entry,
            isAuthorized(node)
                ? FILTERED
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
      String expected = "; expected " + describe(node);
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

    /** Why nobody can say how many times a write was sent, if nobody can. */
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
      String expected = "; expected " + describe(node);
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
      if (!isAuthorized(node) && isOwn(entry)) {
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
}
