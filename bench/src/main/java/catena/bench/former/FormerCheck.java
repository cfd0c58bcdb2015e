package catena.bench.former;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Population;
import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.harness.check.Count;
import catena.harness.check.RangeMerge;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The exact check of a range of which every entry is right, as it was: any other entry ends it,
 * since what is wrong costs the same as it did.
 */
public final class FormerCheck {
  private static final int FIRST_WRITERS = 256;
  private static final int ABSENT = 1;
  private static final int FIRST = 2;
  private static final int CLOSED = 4;

  private final FormerGraph graph;
  private final GraphSpec spec;
  private final Promise promise;
  private final FormerEncoder encoder;
  private final Promise.Progress[] first = new Promise.Progress[FIRST_WRITERS];
  private final Map<Count, long[]> counts = new EnumMap<>(Count.class);
  private long[] visited = new long[16];

  /** A check of what is promised of a graph whose visibilities may all be seen. */
  public FormerCheck(GraphSpec spec, Promise promise) {
    this.graph = new FormerGraph(spec);
    this.spec = spec;
    this.promise = promise;
    this.encoder = new FormerEncoder(graph);
    for (int writer = 0; writer < first.length; writer++) {
      first[writer] = promise.of(writer).orElse(null);
    }
    for (Count count : Count.values()) {
      counts.put(count, new long[1]);
    }
  }

  /**
   * Goes through a range.
   *
   * @return how many entries are right
   * @throws IllegalStateException if any is not
   */
  public long run(long from, long to, Population population, RangeMerge.Scan scan)
      throws IOException, InterruptedException {
    FormerCursor cursor = graph.nodes(from, to, population);
    boolean expecting = cursor.advance();
    Entry next = scan.next();
    while (next != null) {
      Entry entry = next;
      long number = FormerCodec.row(entry.row());
      if (!expecting || cursor.row() != number) {
        throw new IllegalStateException("not the row that is expected: " + entry);
      }
      Node node = cursor.node();
      expecting = cursor.advance();
      next = scan.next();
      if (next != null && Arrays.equals(entry.row(), next.row())) {
        throw new IllegalStateException("twice: " + entry);
      }
      single(node, entry);
    }
    if (expecting) {
      throw new IllegalStateException("missing: " + cursor.node());
    }
    return counts.get(Count.EXACT)[0];
  }

  private void single(Node node, Entry entry) {
    if (!isExactly(node, entry)) {
      throw new IllegalStateException("not right: " + entry);
    }
    one(Count.VISITED);
    visited(node.writer());
    one(Count.ENTRIES);
    one(Count.NODES);
    one(Count.EXACT);
    one(Count.PROMISED);
    boolean referenced = referrer(node).isPresent();
    one(referenced ? Count.REFERENCED_PREDICTED : Count.UNREFERENCED_PREDICTED);
    if (graph.layer(node.window()) > 0 || hasPrevious(entry)) {
      one(Count.REFERENCES);
    }
  }

  private boolean isExactly(Node node, Entry seen) {
    int allowed = allowed(node);
    if (allowed != FIRST && allowed != CLOSED) {
      return false;
    }
    if (allowed == CLOSED) {
      encoder.encodeClosing(node.writer(), node.window(), node.index());
    } else {
      encoder.encodeFirst(node.writer(), node.window(), node.index());
    }
    return encoder.keyEquals(seen) && Arrays.equals(encoder.value(), seen.value());
  }

  private Optional<Node> referrer(Node node) {
    int layer = graph.layer(node.window());
    Node from =
        layer + 1 < spec.depth()
            ? new Node(node.writer(), node.window() + 1, node.index())
            : node.index() == 0
                ? null
                : new Node(node.writer(), node.window() - layer, node.index() - 1);
    return Optional.ofNullable(from)
        .filter(
            referrer -> {
              int needed = layer == spec.depth() - 1 ? CLOSED : FIRST;
              return allowed(referrer) == needed;
            });
  }

  private int allowed(Node node) {
    int writer = node.writer();
    Promise.Progress progress =
        writer < first.length ? first[writer] : promise.of(writer).orElse(null);
    return progress == null ? ABSENT | FIRST : versions(node, progress);
  }

  private int versions(Node node, Promise.Progress progress) {
    long block = graph.block(node.window());
    int layer = graph.layer(node.window());
    Position at = new Position(block, layer, node.index());
    if (!at.isBefore(progress.attempted())) {
      return ABSENT;
    }
    int versions = at.isBefore(progress.acknowledged()) ? FIRST : ABSENT | FIRST;
    boolean rewritten =
        layer == 0
            && node.index() < spec.flushInterval() - 1
            && !graph.isDeleted(node.writer(), block);
    if (rewritten) {
      return after(versions, CLOSED, new Position(block, spec.depth(), node.index()), progress);
    }
    return graph.isDeleted(node.writer(), block)
        ? after(
            versions,
            ABSENT,
            new Position(
                block, 2 * spec.depth() - 1 - layer, spec.flushInterval() - 1 - node.index()),
            progress)
        : versions;
  }

  private static int after(int before, int written, Position at, Promise.Progress progress) {
    if (at.isBefore(progress.acknowledged())) {
      return written;
    }
    return at.isBefore(progress.attempted()) ? before | written : before;
  }

  private static boolean hasPrevious(Entry entry) {
    return FormerCodec.decode(entry) instanceof Decoded.Sound sound
        && sound.previous() != Decoded.NO_PREVIOUS;
  }

  private void one(Count what) {
    counts.get(what)[0] += 1;
  }

  private void visited(int writer) {
    if (writer >= visited.length) {
      visited = Arrays.copyOf(visited, Math.max(writer + 1, 2 * visited.length));
    }
    visited[writer]++;
  }
}
