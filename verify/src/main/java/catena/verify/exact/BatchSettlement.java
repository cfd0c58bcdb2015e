// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.read.check.Count;
import catena.read.check.Found;
import catena.read.check.Lookup;
import catena.read.check.SeenRow;
import catena.read.check.TransientDifferences;
import catena.read.settle.BatchSettler;
import catena.read.settle.OpenRow;
import catena.read.settle.Settler;
import catena.verify.row.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * Settles the rows that differed under the promise from before the scan, and counts what references
 * mode would have counted of them.
 *
 * <p>What may pass by itself is read again, all batches together until a limit; from then on each
 * batch is read again once. The last read decides, and it shows the newest state.
 */
final class BatchSettlement extends BatchSettler {
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final ExactConclusion.Context context;
  private final Tally tally;
  private final ClassicCounters classic;
  private boolean waiting;
  private long waitUntilNanos;

  /**
   * Settles such rows. It gets them after the scan is over, those of a writer together, in the
   * order of its windows.
   */
  BatchSettlement(
      ExactConclusion.Context context, Tally tally, FailableConsumer<List<Found>, Exception> sink) {
    super(
        new Settler(
            context.graph(),
            context.now(),
            new TransientDifferences(context.eventual()),
            context.user(),
            context.clock()),
        context.reader(),
        context.before().promise(),
        sink,
        context.stop());
    this.context = context;
    this.tally = tally;
    this.classic = new ClassicCounters(context.graph().orElseThrow(), tally);
  }

  /** None is overdue once it has waited before they are read again. */
  @Override
  public List<OpenRow> overdue(List<OpenRow> still) throws InterruptedException {
    long now = context.nanoClock().getAsLong();
    if (!waiting) {
      waiting = true;
      waitUntilNanos = now + context.lateLimit().toNanos();
    }
    long left = waitUntilNanos - now;
    context.waits().accept(Duration.ofNanos(Math.max(0, left)), left > 0 ? still.size() : 0);
    return left > 0 && !context.stop().await(Duration.ofNanos(Math.min(left, PAUSE.toNanos())))
        ? List.of()
        : still;
  }

  @Override
  public void holds(OpenRow row, Judgement judgement, List<Entry> seen, Expectation expectation) {
    SeenRow at = row.at();
    if (judgement.isSound() && expectation.judge(at.row(), at.seen()).isSound()) { // else late
      tally.one(Count.CHANGED);
    }
    classic.count(at, judgement, seen, expectation);
  }

  @Override
  protected void batchSettled(Expectation expectation, Optional<SeenRow> last) throws Exception {
    context.waits().accept(Duration.ZERO, 0);
    if (!classic.isSettled()) {
      classic.settle(
          expectation,
          context.reader().lookup(),
          last.flatMap(row -> row.node(context.graph().orElseThrow())));
    }
  }

  /**
   * What references mode would have counted, without its shuffle.
   *
   * <p>In a table that is as promised, each reference leads to a separate row that is there; so the
   * counters follow from the numbers of nodes and of references, and only rows that differ have to
   * be checked: whether the row that should refer to a missing one is there and does, and where the
   * reference of a wrong entry leads.
   *
   * <p>Whether a row is there that should refer to a missing one needs no read of the table: if it
   * did not differ itself, the scan has seen it as it must be, and if it did, what became of it is
   * known. Both are nodes of one block, and the rows that differ come block by block; so a few bits
   * for each node of a block are kept until the next one begins.
   */
  static final class ClassicCounters {
    private final Graph graph;
    private final Tally tally;
    private final Map<Block, Rows> blocks = new LinkedHashMap<>();
    private final List<Long> astray = new ArrayList<>();

    /**
     * Counters that have no rows yet.
     *
     * @param graph the table's
     * @param tally receives the counts
     */
    public ClassicCounters(Graph graph, Tally tally) {
      this.graph = graph;
      this.tally = tally;
    }

    private record Block(int writer, long block) {}

    /** Nodes of one block. */
    private static final class Nodes {
      private final Map<Integer, BitSet> layers = new TreeMap<>();

      void add(int layer, int index) {
        layers.computeIfAbsent(layer, any -> new BitSet()).set(index);
      }

      boolean has(int layer, int index) {
        BitSet indices = layers.get(layer);
        return indices != null && indices.get(index);
      }
    }

    /** What is known of the rows of a block that differed at first. */
    private static final class Rows {
      private final Nodes differing = new Nodes();
      private final Nodes exactByNow = new Nodes();
      private final Nodes withoutEntry = new Nodes();
    }

    /**
     * Counts a row that differed at first.
     *
     * @param judgement of {@code seen}
     * @param seen what it holds in the end
     * @param expectation by which it was judged
     */
    public void count(SeenRow row, Judgement judgement, List<Entry> seen, Expectation expectation) {
      boolean defined = false;
      for (Entry entry : seen) {
        if (NodeCodec.decode(entry) instanceof Decoded.Sound sound) {
          defined = true;
          count(sound, kindOf(entry, judgement));
        } else {
          tally.one(Count.CORRUPT);
        }
      }
      if (defined) {
        tally.one(Count.NODES);
      }
      Optional<Node> node = row.node(graph);
      if (node.isPresent()) {
        note(node.get(), defined, seen, expectation);
      }
    }

    private void note(Node node, boolean defined, List<Entry> seen, Expectation expectation) {
      Block block = block(node);
      Rows rows = blocks.computeIfAbsent(block, any -> new Rows());
      int layer = graph.layer(node.window());
      rows.differing.add(layer, node.index());
      if (!defined) {
        rows.withoutEntry.add(layer, node.index());
      } else if (seen.stream().anyMatch(entry -> expectation.isNewest(node, entry))) {
        rows.exactByNow.add(layer, node.index());
      }
    }

    private Block block(Node node) {
      return new Block(node.writer(), graph.block(node.window()));
    }

    /** Whether nothing waits for the rest of its block, or for references to be followed. */
    public boolean isSettled() {
      return blocks.isEmpty() && astray.isEmpty();
    }

    @SuppressWarnings("ReferenceEquality") // this very entry, of which there may be a second one
    private static Optional<FindingKind> kindOf(Entry entry, Judgement judgement) {
      return Stream.concat(judgement.differences().stream(), judgement.doubts().stream())
          .filter(difference -> difference.seen().map(seen -> seen == entry).orElse(false))
          .map(Difference::kind)
          .findFirst();
    }

    private void count(Decoded.Sound sound, Optional<FindingKind> wrong) {
      if (sound.previous() == Decoded.NO_PREVIOUS) {
        return;
      }
      if (wrong.isEmpty()) {
        tally.one(Count.REFERENCES);
      } else if (wrong.get() != FindingKind.DUPLICATED) {
        astray.add(sound.previous());
      }
    }

    /**
     * Follows the references of the rows counted since the last time.
     *
     * @param last of the rows, if more rows of its block may come: that block waits for them
     */
    public void settle(Expectation expectation, Lookup lookup, Optional<Node> last)
        throws Exception {
      Set<Long> undefined = referredToWithoutEntry(expectation, last.map(this::block));
      tally.add(Count.BROKEN_REFERENCES, undefined.size());
      Map<String, List<Entry>> targets =
          lookup.rows(astray.stream().map(NodeCodec::rowText).toList());
      List<Node> there = new ArrayList<>();
      Set<Long> thereRows = new HashSet<>();
      for (long target : astray) {
        if (!isDefined(targets.get(NodeCodec.rowText(target)))) {
          undefined.add(target);
        } else if (thereRows.add(target)) {
          graph.node(target).ifPresent(there::add);
        }
      }
      thereRows.removeAll(referredTo(there, expectation, lookup));
      tally.add(Count.STRAY_REFERENCES, thereRows.size());
      tally.add(Count.UNDEFINED, undefined.size());
      astray.clear();
    }

    /** The rows without an entry to which the right entry refers. */
    private Set<Long> referredToWithoutEntry(Expectation expectation, Optional<Block> waiting) {
      Set<Long> rows = new HashSet<>();
      Iterator<Map.Entry<Block, Rows>> all = blocks.entrySet().iterator();
      while (all.hasNext()) {
        Map.Entry<Block, Rows> each = all.next();
        Block block = each.getKey();
        if (!waiting.equals(Optional.of(block))) {
          each.getValue()
              .withoutEntry
              .layers
              .forEach(
                  (layer, indices) -> {
                    long window = block.block * graph.spec().depth() + layer;
                    indices.stream()
                        .mapToObj(index -> new Node(block.writer, window, index))
                        .filter(node -> isReferredTo(node, each.getValue(), expectation))
                        .forEach(node -> rows.add(graph.row(node)));
                  });
          all.remove();
        }
      }
      return rows;
    }

    /** Whether a node that refers to it, one of the same block, is as it must be. */
    private boolean isReferredTo(Node node, Rows rows, Expectation expectation) {
      return expectation.referrers(node).stream()
          .anyMatch(
              by -> {
                int layer = graph.layer(by.window());
                return !rows.differing.has(layer, by.index())
                    || rows.exactByNow.has(layer, by.index());
              });
    }

    /** The rows of those nodes to which the right entry refers: one that was counted. */
    private Set<Long> referredTo(List<Node> nodes, Expectation expectation, Lookup lookup)
        throws Exception {
      Map<String, Node> referrers = new HashMap<>();
      for (Node node : nodes) {
        expectation.referrers(node).forEach(by -> referrers.put(rowText(by), by));
      }
      Map<String, List<Entry>> found = lookup.rows(referrers.keySet());
      Set<Long> rows = new HashSet<>();
      for (Node node : nodes) {
        if (expectation.referrers(node).stream()
            .anyMatch(
                by ->
                    found.getOrDefault(rowText(by), List.of()).stream()
                        .anyMatch(entry -> expectation.isNewest(by, entry)))) {
          rows.add(graph.row(node));
        }
      }
      return rows;
    }

    private String rowText(Node node) {
      return NodeCodec.rowText(graph.row(node));
    }

    private static boolean isDefined(List<Entry> entries) {
      return entries != null
          && entries.stream().anyMatch(entry -> NodeCodec.decode(entry) instanceof Decoded.Sound);
    }
  }
}
