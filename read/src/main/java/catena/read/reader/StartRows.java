// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.harness.accumulo.Entries;
import catena.read.check.Judges;
import catena.read.check.View;
import com.google.common.collect.Streams;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/**
 * The rows at which walks begin: given ones, or random acknowledged nodes, or, where no ledger
 * records any, the first row from a random one on; for one thread.
 */
public final class StartRows {
  private static final int DRAWS = 64;

  /** One start in so many is any acknowledged node: also one that is deleted or hidden for good. */
  private static final int ANY = 8;

  /**
   * A row that a walk has reached.
   *
   * @param row as ISO-8859-1 text
   * @param referrer the entry that led there; none where the walk began
   */
  public record WalkedRow(String row, Optional<Entry> referrer) {
    /** Where a walk begins. */
    public static WalkedRow first(String row) {
      return new WalkedRow(row, Optional.empty());
    }

    /** The row that an entry leads to; empty if it is not sound, or refers to none. */
    public static Optional<WalkedRow> after(Entry entry) {
      return NodeCodec.decode(entry) instanceof Decoded.Sound sound
              && sound.previous() != Decoded.NO_PREVIOUS
          ? Optional.of(new WalkedRow(NodeCodec.rowText(sound.previous()), Optional.of(entry)))
          : Optional.empty();
    }
  }

  private final ReaderContext context;
  private final List<String> given;
  private AcknowledgedNodes nodes;
  private Judges judges;

  /**
   * StartRows for one client.
   *
   * @param given rows to begin at; empty for none in particular
   */
  public StartRows(ReaderContext context, List<String> given) {
    this.context = context;
    this.given = List.copyOf(given);
  }

  /**
   * A row to begin at; waits for one while the table is empty.
   *
   * @return empty if there was none within the limit, or a stop was asked for
   */
  public Optional<WalkedRow> next(View view) throws Exception {
    StartWait wait = new StartWait(context);
    Optional<String> row = find(view);
    while (row.isEmpty() && wait.rest()) {
      row = find(view);
    }
    return row.map(WalkedRow::first);
  }

  private Optional<String> find(View view) throws Exception {
    if (!given.isEmpty()) {
      return Optional.of(given.get(context.random().nextInt(given.size())));
    }
    Optional<Promise> promise = context.promised();
    Optional<String> drawn =
        promise.isPresent()
            ? draw(context.graph().orElseThrow(), promise.get(), view)
            : Optional.empty();
    return drawn.isPresent() ? drawn : context.answered(() -> first(view));
  }

  @SuppressWarnings("ReferenceEquality") // equal ones only repeat work
  private Optional<String> draw(Graph graph, Promise promise, View view) {
    if (nodes == null || nodes.promise() != promise) {
      nodes = new AcknowledgedNodes(graph, promise);
      judges = new Judges(Optional.of(graph), promise);
    }
    Expectation expectation = judges.of(promise, view);
    boolean any = context.random().nextInt(ANY) == 0;
    Optional<Node> node = nodes.draw(context.random());
    for (int i = 0; i < DRAWS && !any && node.isPresent(); i++) {
      any = expectation.standing(node.get()) == Standing.PRESENT;
      node = any ? node : nodes.draw(context.random());
    }
    return node.map(found -> NodeCodec.rowText(graph.row(found)));
  }

  /** The first row from a random one on, or else from the beginning. */
  private Optional<String> first(View view) throws TableNotFoundException {
    List<Entry> entries = scan(view, 1);
    if (entries.isEmpty()) {
      entries = scan(view, new Range(), 1);
    }
    return entries.stream().findFirst().map(entry -> NodeCodec.rowText(entry.row()));
  }

  /** The first entries from a random row on, fewer than asked for at the end of the table. */
  public List<Entry> scan(View view, int most) throws TableNotFoundException {
    long min = context.graph().map(Graph::spec).map(GraphSpec::rowMin).orElse(0L);
    long max = context.graph().map(Graph::spec).map(GraphSpec::rowMax).orElse(Long.MAX_VALUE);
    Text from = new Text(NodeCodec.rowText(context.random().nextLong(min, max)));
    return scan(view, new Range(from, null), most);
  }

  private List<Entry> scan(View view, Range range, int most) throws TableNotFoundException {
    int fetch = Math.min(most, ScannerShape.BATCH_SIZE);
    ScannerShape shape = new ScannerShape(fetch, false, Optional.empty());
    try (Scanner scanner = shape.open(context.target(), view)) {
      scanner.setRange(range);
      return Streams.stream(scanner.iterator())
          .limit(most)
          .map(cell -> Entries.of(cell.getKey(), cell.getValue()))
          .toList();
    }
  }

  /** The nodes whose first write a promise acknowledges, to draw from; pure. */
  public static final class AcknowledgedNodes {
    private final Graph graph;
    private final Promise promise;
    private final WriteOrder order;
    private final TreeMap<Long, Integer> writersByWindow = new TreeMap<>();
    private long windows;

    /** Those of all writers that a promise knows. */
    public AcknowledgedNodes(Graph graph, Promise promise) {
      this.graph = graph;
      this.promise = promise;
      this.order = new WriteOrder(graph);
      promise
          .writers()
          .forEach(
              (writer, progress) -> {
                long own = order.windowsBegun(progress.acknowledged());
                if (own > 0) {
                  writersByWindow.put(windows, writer);
                  windows += own;
                }
              });
    }

    Promise promise() {
      return promise;
    }

    /** One of them, each as likely as any other. */
    public Optional<Node> draw(SplittableRandom random) {
      for (int i = 0; windows > 0 && i < DRAWS; i++) {
        long at = random.nextLong(windows);
        Map.Entry<Long, Integer> writer = writersByWindow.floorEntry(at);
        int index = random.nextInt(graph.spec().flushInterval());
        Node node = new Node(writer.getValue(), at - writer.getKey(), index);
        Position acknowledged = promise.writers().get(node.writer()).acknowledged();
        if (order.firstWrite(node).isBefore(acknowledged)) {
          return Optional.of(node);
        }
      }
      return Optional.empty();
    }
  }
}
