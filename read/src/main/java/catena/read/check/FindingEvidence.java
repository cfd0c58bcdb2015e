// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

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
import catena.records.ledger.WindowTimes;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.records.words.Reasons;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSError;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Makes a finding of what was found, with who wrote it and when, as graph and ledgers know it; for
 * one thread at a time.
 */
public final class FindingEvidence {
  /** A ledger is read through for the times of windows; not more often than this. */
  private static final int MOST_TIMES = 1000;

  private static final Logger LOG = LogManager.getLogger(FindingEvidence.class);

  private final Graph graph;
  private final WriteOrder order;
  private final Supplier<Promise> promise;
  private final CurrentLedgers ledgers;
  private Optional<WindowTimes> lastTimes = Optional.empty();
  private int lastWriter = -1;
  private int timesRead;

  /** Times for the findings that {@link #prepare} received, by writer. */
  private final Map<Integer, Map<Position, WindowTimes>> prepared = new HashMap<>();

  /**
   * Evidence from a graph and its ledgers.
   *
   * @param promise by which it was judged; says which write was to be seen
   * @param ledgers say when that was
   */
  public FindingEvidence(Graph graph, Supplier<Promise> promise, CurrentLedgers ledgers) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
    this.promise = promise;
    this.ledgers = ledgers;
  }

  /**
   * Reads when the writes of some findings were made, the ledger of each writer once. What is read
   * is kept until the next call; what cannot be read is tried again for each finding.
   */
  public void prepare(List<Found> next) {
    prepared.clear();
    Map<Integer, NavigableSet<Position>> writes = new TreeMap<>();
    for (Found found : next) {
      found
          .difference()
          .node()
          .ifPresent(
              node ->
                  writes
                      .computeIfAbsent(node.writer(), any -> new TreeSet<>())
                      .add(write(found.kind(), node)));
    }
    writes.forEach(this::prepare);
  }

  private void prepare(int writer, NavigableSet<Position> writes) {
    try {
      if (timesRead < MOST_TIMES) {
        timesRead++;
        prepared.put(writer, ledgers.times(writer, writes));
      }
    } catch (Exception | FSError e) {
      LOG.debug("the ledger of writer {} cannot be read", writer, e); // each finding says so
    }
  }

  /**
   * The finding, with who wrote it; if the ledger that records this cannot be read, it says that.
   *
   * @param authorizations in use
   */
  public Finding finding(Found found, String authorizations) {
    SortedMap<String, String> detail = detail(found, authorizations);
    try {
      Optional<Node> node = found.difference().node();
      Optional<Origin> origin =
          node.isPresent() ? Optional.of(origin(found, node.get(), detail)) : Optional.empty();
      found.difference().seen().ifPresent(entry -> addSeen(entry, detail));
      return finding(found, origin, detail);
    } catch (Exception | FSError e) {
      return plain(found, authorizations)
          .withDetail("origin", "the ledger cannot be read: " + Reasons.of(e));
    }
  }

  /** The finding without who wrote it, such as for a table without a graph. */
  static Finding plain(Found found, String authorizations) {
    return finding(found, Optional.empty(), detail(found, authorizations));
  }

  private static SortedMap<String, String> detail(Found found, String authorizations) {
    SortedMap<String, String> detail = new TreeMap<>(found.detail());
    detail.putIfAbsent("why", found.difference().why());
    detail.putIfAbsent("authorizations", authorizations);
    return detail;
  }

  private static Finding finding(
      Found found, Optional<Origin> origin, SortedMap<String, String> detail) {
    Difference difference = found.difference();
    return new Finding(
        found.kind(),
        difference.row(),
        origin,
        Optional.of(found.expected()),
        Optional.of(difference.seen().map(Entry::toString).orElse("nothing")),
        found.foundMillis(),
        List.of(),
        detail,
        Optional.empty());
  }

  private static void addSeen(Entry entry, SortedMap<String, String> detail) {
    if (NodeCodec.decode(entry) instanceof Decoded.Sound sound) {
      detail.put("seen.uuid", sound.writer());
      detail.put("seen.count", Long.toString(sound.count()));
    }
  }

  private Origin origin(Found found, Node node, SortedMap<String, String> detail)
      throws IOException {
    Position write = write(found.kind(), node);
    Optional<WindowTimes> times = times(node.writer(), write);
    // What was acknowledged only after the row was read is not what was to be seen.
    while (!prepared.containsKey(node.writer()) // by a promise of before the scan
        && times.isPresent()
        && times.get().acknowledgedMillis().orElse(0) > found.foundMillis()
        && !write.equals(order.firstWrite(node))
        && found.kind() != FindingKind.RESURRECTED) {
      write = order.lastWrite(node, write);
      times = times(node.writer(), write);
    }
    Origin origin =
        Origin.of(
            node.writer(), graph.block(node.window()), graph.layer(node.window()), node.index());
    if (order.step(node.writer(), write.block(), write.step()) != catena.graph.Step.DELETE) {
      origin = origin.withCount(order.count(write));
    }
    if (times.isPresent()) {
      origin =
          origin.withTimes(
              OptionalLong.of(times.get().intendedMillis()), times.get().acknowledgedMillis());
    }
    detail.put("uuid", graph.uuid(node.writer()));
    detail.put("window", Long.toString(node.window()));
    detail.put("step", Integer.toString(write.step()));
    return origin;
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
    if (prepared.containsKey(writer)) {
      return Optional.ofNullable(prepared.get(writer).get(write));
    }
    boolean same =
        writer == lastWriter && lastTimes.map(times -> times.window().holds(write)).orElse(false);
    if (!same && timesRead < MOST_TIMES) {
      timesRead++;
      lastTimes =
          Optional.ofNullable(ledgers.times(writer, new TreeSet<>(Set.of(write))).get(write));
      lastWriter = writer;
      return lastTimes;
    }
    return same ? lastTimes : Optional.empty();
  }
}
