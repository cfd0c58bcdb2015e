// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.Frontier;
import catena.read.check.LivePromise;
import catena.read.check.RangeMerge;
import catena.read.check.RowChecker;
import catena.read.check.View;
import catena.read.settle.OpenRow;
import catena.read.settle.ReadTally;
import catena.read.settle.ReaderSettler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Judges rows of a table with a graph, against what the ledgers promise. */
public final class ExactRows implements RowChecker, RangeMerge.Rows {
  private final Graph graph;
  private final LivePromise promise;
  private final ReaderSettler settler;
  private final View view;
  private final String client;
  private final ReadTally tally;
  private final List<OpenRow> differing = new ArrayList<>();

  /** Rows that hold nothing but what their writers write later on. */
  private final List<OpenRow> newer = new ArrayList<>();

  private Promise before;
  private Expectation expectation;

  /**
   * For one client.
   *
   * @param settler takes what differs
   * @param view by which the rows are read
   * @param client its name, which findings carry
   * @param tally counts what was judged
   */
  public ExactRows(
      Graph graph,
      LivePromise promise,
      ReaderSettler settler,
      View view,
      String client,
      ReadTally tally) {
    this.graph = graph;
    this.promise = promise;
    this.settler = settler;
    this.view = view;
    this.client = client;
    this.tally = tally;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // an equal promise only repeats work
  public void begin() throws IOException {
    differing.clear();
    newer.clear();
    Promise now = promise.before();
    if (now != before) {
      before = now;
      expectation = new Expectation(graph, now, view.visible(), view.selection());
    }
  }

  @Override
  public boolean row(byte[] row, List<Entry> seen, Optional<Entry> referrer) {
    tally.returned(seen);
    Optional<Node> node = node(row);
    if (seen.size() == 1 && node.isPresent() && expectation.isExactly(node.get(), seen.get(0))) {
      tally.one(Count.EXACT);
      return true;
    }
    return judge(row, seen, referrer);
  }

  @Override
  public boolean isExactly(Entry entry) {
    Optional<Node> node = node(entry.row());
    return node.isPresent() && expectation.isExactly(node.get(), entry);
  }

  @Override
  public void exact(Entry entry) {
    tally.returned(entry);
    tally.one(Count.EXACT);
  }

  private boolean judge(byte[] row, List<Entry> seen, Optional<Entry> referrer) {
    Judgement judgement = expectation.judge(row, seen, view.isolated());
    if (!judgement.isSound()) {
      (isNewer(judgement) ? newer : differing).add(suspect(row, seen, Optional.empty()));
      return false;
    }
    if (judgement.standing() == Standing.UNPROMISED) {
      return unpromised(row, seen, referrer);
    }
    tally.sound(judgement.standing());
    return true;
  }

  /** Without a ledger, only an entry that refers to the row says that it must be there. */
  private boolean unpromised(byte[] row, List<Entry> seen, Optional<Entry> referrer) {
    if (seen.isEmpty()) {
      referrer.ifPresent(from -> differing.add(suspect(row, seen, referrer)));
      return referrer.isEmpty();
    }
    tally.add(Count.UNPROMISED, seen.size());
    tally.unpromised(node(row).orElseThrow().writer(), seen.size());
    return true;
  }

  private OpenRow suspect(byte[] row, List<Entry> seen, Optional<Entry> referrer) {
    return settler.suspect(view, client, tally, before, row, seen, referrer);
  }

  /** Whether all that is wrong comes from a write that its writer may have begun by now. */
  private static boolean isNewer(Judgement judgement) {
    return judgement.differences().isEmpty()
        && judgement.doubts().stream().allMatch(doubt -> isLaterWrite(doubt.kind()));
  }

  /** The kinds by which {@link Expectation} doubts an entry that its writer has not written yet. */
  private static boolean isLaterWrite(FindingKind kind) {
    return kind == FindingKind.PHANTOM || kind == FindingKind.ALTERED;
  }

  private Optional<Node> node(byte[] row) {
    return graph.node(NodeCodec.row(row));
  }

  @Override
  public void range(long from, long to, RangeMerge.Scan scan)
      throws IOException, InterruptedException {
    NodeCursor cursor = graph.nodes(from, to, Frontier.population(graph, before));
    RangeMerge.run(cursor, new Ascending(scan), this);
  }

  /** A scan without the rows that it returns after a later one, which are findings at once. */
  private final class Ascending implements RangeMerge.Scan {
    private final RangeMerge.Scan scan;
    private byte[] last = new byte[0];

    Ascending(RangeMerge.Scan scan) {
      this.scan = scan;
    }

    @Override
    public Entry next() throws IOException, InterruptedException {
      Entry next = scan.next();
      while (next != null && Arrays.compareUnsigned(next.row(), last) < 0) {
        Difference again =
            new Difference(
                FindingKind.DUPLICATED,
                NodeCodec.rowText(next.row()),
                node(next.row()),
                Optional.of(next),
                "the same scan returned a later row before");
        settler.found(client, view, again, "rows in their order, each once");
        next = scan.next();
      }
      last = next == null ? last : next.row();
      return next;
    }
  }

  @Override
  public boolean isRight(NodeCursor at, Entry entry) {
    if (!expectation.isExactly(at, entry)) {
      return false;
    }
    exact(entry);
    return true;
  }

  @Override
  public void several(Node node, byte[] row, List<Entry> seen) {
    tally.returned(seen);
    boolean unused = judge(row, seen, Optional.empty());
  }

  @Override
  public void absent(Node node) {
    if (expectation.mustBeSeen(node)) {
      tally.one(Count.ROWS);
      String row = NodeCodec.rowText(graph.row(node));
      differing.add(suspect(NodeCodec.rowBytes(row), List.of(), Optional.empty()));
    } else {
      tally.sound(expectation.standing(node));
    }
  }

  @Override
  public void end() throws IOException, InterruptedException {
    try {
      settler.settleLater(newer);
    } finally {
      if (!differing.isEmpty()) {
        settler.settle(differing);
      }
    }
  }
}
