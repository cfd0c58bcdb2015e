package catena.verify;

import catena.graph.Decoded;
import catena.graph.Difference;
import catena.graph.Entry;
import catena.graph.FindingKind;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Promise;
import catena.graph.WriteOrder;
import catena.harness.ledger.WindowTimes;
import catena.harness.verdict.Finding;
import catena.harness.verdict.Origin;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Adds to what was found who wrote it and when, as graph and ledgers know it. */
final class FindingLog implements Found.Sink {
  /** A ledger is read through for the times of a window; not more often than this. */
  private static final int MOST_TIMES = 1000;

  private final Graph graph;
  private final WriteOrder order;
  private final Promise promise;
  private final Ledgers ledgers;
  private final FindingBook book;
  private final String authorizations;
  private Optional<WindowTimes> lastTimes = Optional.empty();
  private int lastWriter = -1;
  private int timesRead;

  FindingLog(
      Graph graph, Promise promise, Ledgers ledgers, FindingBook book, String authorizations) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
    this.promise = promise;
    this.ledgers = ledgers;
    this.book = book;
    this.authorizations = authorizations;
  }

  @Override
  public void add(Found found) throws IOException {
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
    book.add(finding);
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
        promise.of(node.writer()).map(Promise.Progress::acknowledged).orElse(Position.ORIGIN);
    return order.lastWrite(node, acknowledged);
  }

  private Optional<WindowTimes> times(int writer, Position write) throws IOException {
    boolean same =
        writer == lastWriter && lastTimes.map(times -> times.window().holds(write)).orElse(false);
    if (!same && timesRead < MOST_TIMES) {
      timesRead++;
      lastTimes = ledgers.times(writer, write);
      lastWriter = writer;
      return lastTimes;
    }
    return same ? lastTimes : Optional.empty();
  }
}
