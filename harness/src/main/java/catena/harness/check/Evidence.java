package catena.harness.check;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.harness.ledger.WindowTimes;
import catena.harness.verdict.Finding;
import catena.harness.verdict.Origin;
import catena.harness.words.Reasons;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSError;

/**
 * Makes a finding of what was found: who wrote it and when, as graph and ledgers know it; for one
 * thread at a time.
 */
public final class Evidence {
  /** Tells when a write was made, as its writer's ledger has it. */
  @FunctionalInterface
  public interface Times {
    /** The times of the window that holds a writer's write, if its ledger has it. */
    Optional<WindowTimes> of(int writer, Position write) throws IOException;
  }

  /** A ledger is read through for the times of a window; not more often than this. */
  private static final int MOST_TIMES = 1000;

  private final Graph graph;
  private final WriteOrder order;
  private final Supplier<Promise> promise;
  private final Times ledgers;
  private Optional<WindowTimes> lastTimes = Optional.empty();
  private int lastWriter = -1;
  private int timesRead;

  /**
   * Evidence from a graph and its ledgers.
   *
   * @param promise by which it was judged, for telling which write was to be seen
   */
  public Evidence(Graph graph, Supplier<Promise> promise, Times ledgers) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
    this.promise = promise;
    this.ledgers = ledgers;
  }

  /**
   * The finding, with who wrote it, unless the ledger that tells so cannot be read: then it says
   * that.
   *
   * @param authorizations in use
   */
  public Finding finding(Found found, String authorizations) {
    Finding plain = plain(found, authorizations);
    try {
      return with(plain, found);
    } catch (Exception | FSError e) {
      return plain.withDetail("origin", "the ledger cannot be read: " + Reasons.of(e));
    }
  }

  /** The finding without who wrote it, as where no graph tells that. */
  static Finding plain(Found found, String authorizations) {
    Difference difference = found.difference();
    Finding finding =
        Finding.of(found.kind(), difference.row(), found.foundMillis())
            .withExpected(found.expected())
            .withSeen(difference.seen().map(Entry::toString).orElse("nothing"))
            .withDetail("why", difference.why())
            .withDetail("authorizations", authorizations);
    for (var detail : found.detail().entrySet()) {
      finding = finding.withDetail(detail.getKey(), detail.getValue());
    }
    return finding;
  }

  private Finding with(Finding plain, Found found) throws IOException {
    Finding finding = plain;
    Difference difference = found.difference();
    if (difference.node().isPresent()) {
      finding = withOrigin(finding, found.kind(), difference.node().get());
    }
    if (difference.seen().isPresent()
        && NodeCodec.decode(difference.seen().get()) instanceof Decoded.Sound sound) {
      finding =
          finding
              .withDetail("seen.uuid", sound.writer())
              .withDetail("seen.count", Long.toString(sound.count()));
    }
    return finding;
  }

  private Finding withOrigin(Finding finding, FindingKind kind, Node node) throws IOException {
    Position write = write(kind, node);
    Origin origin =
        Origin.of(
            node.writer(), graph.block(node.window()), graph.layer(node.window()), node.index());
    if (order.step(node.writer(), write.block(), write.step()) != catena.graph.Step.DELETE) {
      origin = origin.withCount(order.count(write));
    }
    Optional<WindowTimes> times = times(node.writer(), write);
    if (times.isPresent()) {
      origin =
          origin.withTimes(
              OptionalLong.of(times.get().intendedMillis()), times.get().acknowledgedMillis());
    }
    return finding
        .withOrigin(origin)
        .withDetail("uuid", graph.uuid(node.writer()))
        .withDetail("window", Long.toString(node.window()))
        .withDetail("step", Integer.toString(write.step()));
  }

  /** The last write of a node that was promised: the one that was to be seen. */
  private Position write(FindingKind kind, Node node) {
    if (kind == FindingKind.RESURRECTED) {
      return order.delete(node);
    }
    Position acknowledged =
        promise.get().of(node.writer()).map(Promise.Progress::acknowledged).orElse(Position.ORIGIN);
    return order.lastWrite(node, acknowledged);
  }

  private Optional<WindowTimes> times(int writer, Position write) throws IOException {
    boolean same =
        writer == lastWriter && lastTimes.map(times -> times.window().holds(write)).orElse(false);
    if (!same && timesRead < MOST_TIMES) {
      timesRead++;
      lastTimes = ledgers.of(writer, write);
      lastWriter = writer;
      return lastTimes;
    }
    return same ? lastTimes : Optional.empty();
  }
}
