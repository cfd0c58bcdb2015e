package catena.verify;

import catena.graph.Graph;
import catena.graph.Promise;
import catena.harness.read.Evidence;
import catena.harness.read.Found;
import catena.harness.read.Ledgers;
import java.io.IOException;

/** Puts what was found into the book, with its evidence. */
final class FindingLog implements Found.Sink {
  private final Evidence evidence;
  private final FindingBook book;
  private final String authorizations;

  FindingLog(
      Graph graph, Promise promise, Ledgers ledgers, FindingBook book, String authorizations) {
    this.evidence = new Evidence(graph, () -> promise, ledgers::times);
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
    book.add(evidence.finding(found, authorizations));
  }
}
