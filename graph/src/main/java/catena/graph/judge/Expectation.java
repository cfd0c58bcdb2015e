// SPDX-License-Identifier: Apache-2.0
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
import catena.graph.judge.Selection.By;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a reader must see, and the name of each difference: the one judge that all readers use.
 *
 * <p>It knows the graph, what the ledgers promise, and which visibilities the reader may see; it
 * compares and reads nothing itself. One thread uses it at a time.
 */
public final class Expectation {
  /** Writers with greater numbers are looked up in the promise itself. */
  private static final int MOST_WRITERS = 1 << 16;

  /** The reason for an entry that leaks past a filter. */
  static final String FILTERED = "the filter in use does not let it pass";

  /** The reason for an entry that is there twice. */
  static final String REPEATED = "this key was returned before by the same scan";

  final Graph graph;
  final Promise promise;
  final WriteOrder order;
  private final Versions versions;
  final EntryEncoder encoder;
  final Selection selection;
  private final EntryMatcher matcher;
  private final int depth;
  private final boolean oneCell;
  private final boolean[] visible;
  private final boolean allVisible;

  /** The promise of each writer, found without a map; null for a writer without a ledger. */
  private final Promise.Progress[] byWriter;

  /** The UUIDs of writers with a ledger, for a taken-over table; else empty. */
  private final Set<String> ownWriters;

  /** How many whole blocks of each writer were acknowledged: most of what is checked. */
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
   * @param selection what the filter lets pass: all of it must be seen, and nothing else
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
    this.oneCell = graph.spec().cells().columns() == 1;
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
    Arrays.setAll(settled, i -> byWriter[i] == null ? 0 : byWriter[i].acknowledged().block());
  }

  private static Promise.Progress[] byWriter(Promise promise) {
    int most =
        promise.writers().keySet().stream()
            .mapToInt(writer -> writer)
            .filter(writer -> writer < MOST_WRITERS)
            .max()
            .orElse(-1);
    Promise.Progress[] all = new Promise.Progress[most + 1];
    Arrays.setAll(all, writer -> promise.of(writer).orElse(null));
    return all;
  }

  /** The standing of a node by the promise, for this reader. */
  public Standing standing(Node node) {
    Promise.Progress progress = progress(node.writer());
    if (progress == null) {
      return Standing.UNPROMISED;
    }
    int allowed = allowed(node);
    if (allowed == Versions.ABSENT) {
      boolean begun = order.firstWrite(node).isBefore(progress.attempted());
      return begun ? Standing.ABSENT : Standing.UNWRITTEN;
    }
    if (!isAuthorized(node)) {
      return Standing.HIDDEN;
    }
    if (!isSelected(node)) {
      return Standing.UNSELECTED;
    }
    return Versions.isCertain(allowed) ? Standing.PRESENT : Standing.OPEN;
  }

  /**
   * Whether some entry of a node must be seen. This holds for a head whose closing write is
   * indeterminate, too, though either of two entries is right.
   */
  public boolean mustBeSeen(Node node) {
    return (allowed(node) & Versions.ABSENT) == 0 && isVisible(node);
  }

  /** Whether the promise allows only one state of a node, visible or not. */
  public boolean isCertain(Node node) {
    return Versions.isCertain(allowed(node));
  }

  /**
   * The nodes that refer to this one, as far as their entries are certain to be there and to be
   * seen.
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
        && selection.isAll();
  }

  /** Whether an entry is exactly the newest version of a node that must be there. */
  public boolean isNewest(Node node, Entry seen) {
    int allowed = allowed(node);
    return isOneEntry(allowed)
        && matches(node, allowed, seen)
        && visible[matcher.visibility()]
        && selection.passes(seen);
  }

  private boolean matches(Node node, int allowed, Entry seen) {
    return allowed == Versions.UPDATED
        ? matcher.matchesUpdate(node, order.count(sureUpdate(node).orElseThrow()), seen)
        : matcher.matches(node, allowed == Versions.CLOSED, seen);
  }

  /** The last update of a node that was acknowledged. */
  Optional<Position> sureUpdate(Node node) {
    Promise.Progress progress = progress(node.writer());
    return progress == null ? Optional.empty() : order.lastUpdate(node, progress.acknowledged());
  }

  /**
   * Whether an entry is exactly the one that must be there, and the only one: the fast path for the
   * many right entries.
   */
  public boolean isExactly(Node node, Entry seen) {
    return isAlone(allowed(node)) && isNewest(node, seen);
  }

  /**
   * The same for the node on which a cursor stands; what the cursor knows is not computed again.
   *
   * @param seen an entry with the row of the node
   */
  public boolean isExactly(NodeCursor at, Entry seen) {
    int allowed = allowed(at.writer(), at.block(), at.layer(), at.index());
    return isAlone(allowed)
        && (allowed == Versions.UPDATED
            ? matches(at.node(), allowed, seen)
            : matcher.matches(at, allowed == Versions.CLOSED, seen))
        && visible[matcher.visibility()]
        && selection.passes(seen);
  }

  /** Whether only one entry must be there: if all versions are kept, a closed head has two. */
  private boolean isAlone(int allowed) {
    return oneCell
        && (!promise.everyVersion()
            ? isOneEntry(allowed)
            : allowed == Versions.FIRST && graph.spec().cells().copies() == 1);
  }

  private static boolean isOneEntry(int allowed) {
    return allowed == Versions.FIRST || allowed == Versions.CLOSED || allowed == Versions.UPDATED;
  }

  /** Judges all that one scan returned of a row, perhaps read at several moments. */
  public Judgement judge(byte[] row, List<Entry> seen) {
    return judge(row, seen, false);
  }

  /**
   * Judges all that one scan returned of a row.
   *
   * @param row the row of all the entries
   * @param seen what was returned; may be empty
   * @param isolated whether that is the state of the row at one moment
   */
  public Judgement judge(byte[] row, List<Entry> seen, boolean isolated) {
    Optional<Node> node = graph.node(NodeCodec.row(row));
    if (node.isPresent()) {
      return new RowJudge(this, node.get(), seen, isolated).judge();
    }
    List<Difference> strangers = new ArrayList<>();
    for (int i = 0; i < seen.size(); i++) {
      stranger(row, seen, i).ifPresent(strangers::add);
    }
    boolean former = strangers.isEmpty() && !seen.isEmpty();
    return new Judgement(former ? Standing.FORMER : Standing.UNWRITTEN, strangers, List.of());
  }

  /** What is wrong with an entry in a row that is no node's; empty if it may be there. */
  private Optional<Difference> stranger(byte[] row, List<Entry> seen, int i) {
    FindingKind kind = FindingKind.PHANTOM;
    String why = "no writer of this graph ever writes this row";
    if (graph.spec().takenOver()) {
      if (repeats(seen, i)) {
        kind = FindingKind.DUPLICATED;
        why = REPEATED;
      } else if (isFormer(seen.get(i))) {
        if (selection.passes(seen.get(i))) {
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
   * Whether an entry was in the table before the graph: a sound one of none of the graph's writers.
   * In rows that both happen to write, each has its own entry.
   */
  boolean isFormer(Entry entry) {
    return graph.spec().takenOver()
        && NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && !ownWriters.contains(sound.writer());
  }

  /** Whether an entry has the key of an earlier one, if the table returns each key once. */
  boolean repeats(List<Entry> seen, int i) {
    return !promise.everyVersion() && seen.subList(0, i).stream().anyMatch(seen.get(i)::hasKeyOf);
  }

  /** The expected entry of a node, or nothing, in words for the user. */
  public String describe(Node node) {
    int allowed = allowed(node);
    List<String> choices = new ArrayList<>();
    if ((allowed & Versions.ABSENT) != 0) {
      choices.add("nothing");
    }
    for (int version : new int[] {Versions.FIRST, Versions.CLOSED}) {
      if ((allowed & version) != 0) {
        encoder.encode(node, version == Versions.CLOSED);
        choices.add(asked());
      }
    }
    if ((allowed & Versions.UPDATED) != 0) {
      sureUpdate(node)
          .ifPresent(
              update -> {
                encoder.encodeUpdate(node, order.count(update));
                choices.add(asked());
              });
    }
    if ((allowed & Versions.LATER) != 0) {
      choices.add("what a later update writes");
    }
    int cells = graph.spec().cells().columns();
    String which = selection.by() == By.VALUE ? "those of %d cells that pass" : "all %d cells";
    return String.join(" or ", choices)
        + (cells == 1 || selection.by() == By.FAMILY ? "" : ", with " + which.formatted(cells));
  }

  /** The requested cell, or else the first, of the row whose first cell was encoded last. */
  private String asked() {
    if (selection.cell() > 0) {
      encoder.encodeCell(selection.cell());
    }
    return encoder.entry().toString();
  }

  /** Whether the reader's authorizations and filter let it see the node's entries. */
  boolean isVisible(Node node) {
    return isAuthorized(node) && isSelected(node);
  }

  /** Whether the reader's authorizations show the node's entries. */
  boolean isAuthorized(Node node) {
    return visible[graph.visibility(node.writer(), node.window(), node.index())];
  }

  private boolean isSelected(Node node) {
    return selection.isAll()
        || (selection.by().isOfValues()
            ? !new OwnEntries(this, node).asked().isEmpty()
            : graph.row(node) % Selection.EVERY < selection.below());
  }

  /** Which versions of a node may be there, as a set of {@link Versions}. */
  int allowed(Node node) {
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

  /** The progress of a writer; null without a ledger. */
  Promise.Progress progress(int writer) {
    return writer < byWriter.length ? byWriter[writer] : promise.of(writer).orElse(null);
  }
}
