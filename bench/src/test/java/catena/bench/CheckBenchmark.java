// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import catena.graph.Position;
import catena.graph.judge.EntryCounts;
import catena.graph.judge.EntryJudge;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.Frontier;
import catena.read.check.RangeMerge;
import catena.verify.row.ExactCheck;
import catena.verify.row.RowRange;
import catena.verify.row.Tally;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.Text;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The exact check of one entry, in the order of the rows and without a table: what verify computes
 * beside the scan.
 *
 * <p>Two writers have 1,520 windows each, as on one machine after an hour; 3,000 have 2,520, as on
 * a fleet after a day. Each entry is right, which the check must say, too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CheckBenchmark {
  private static final int ENTRIES = 150_000;
  private static final long FROM = Long.MAX_VALUE / 3;

  /** How many writers there are. */
  @Param({"2", "3000"})
  public int writers;

  private Graph graph;
  private Promise promise;
  private Map<Integer, Long> population;
  private long to;
  private Entry[] entries;

  /** Makes the entries of a range of rows. */
  @Setup
  public void prepare() {
    graph = new Graph(GraphSpec.ofSeed(42));
    long blocks = writers == 2 ? 60 : 100;
    Map<Integer, Promise.Progress> all = new TreeMap<>();
    for (int writer = 0; writer < writers; writer++) {
      all.put(
          writer, new Promise.Progress(new Position(blocks, 20, 0), new Position(blocks, 20, 0)));
    }
    promise = new Promise(all);
    population = Frontier.population(graph, promise);
    entries = new Entry[ENTRIES];
    EntryEncoder encoder = new EntryEncoder(graph);
    NodeCursor cursor = graph.nodes(FROM, Long.MAX_VALUE, population);
    for (int i = 0; i < ENTRIES; i++) {
      if (!cursor.advance()) {
        throw new IllegalStateException("too few rows");
      }
      boolean closed = graph.layer(cursor.window()) == 0 && graph.block(cursor.window()) < blocks;
      encoder.encode(cursor.node(), closed);
      entries[i] = encoder.entry();
      to = cursor.row() + 1;
    }
  }

  /** The check of a map task, with its set-up. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long check() throws IOException, InterruptedException {
    Tally tally = new Tally();
    ExactCheck check =
        new ExactCheck(
            graph, promise, any -> true, false, tally, Clock.systemUTC(), (key, value) -> {});
    check.run(new RowRange(row(FROM), row(to)), new Scan());
    return exact(tally.get(Count.EXACT));
  }

  private static Optional<Text> row(long number) {
    return Optional.of(new Text(NodeCodec.rowText(number)));
  }

  /** Each entry by itself, as servers judge and count what they write into a file. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long alone() {
    EntryJudge judge = new EntryJudge(graph);
    EntryCounts counts = new EntryCounts();
    for (Entry entry : entries) {
      counts.judge(judge, entry);
    }
    return exact(counts.found().isEmpty() ? counts.entries() : 0);
  }

  /** The part of it that lists the nodes. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public long cursor() {
    NodeCursor cursor = graph.nodes(FROM, to, population);
    long sum = 0;
    while (cursor.advance()) {
      sum += cursor.row() + cursor.index();
    }
    return sum;
  }

  private static long exact(long n) {
    if (n != ENTRIES) {
      throw new IllegalStateException(n + " of " + ENTRIES + " are right");
    }
    return n;
  }

  private final class Scan implements RangeMerge.Scan {
    private int next;

    @Override
    public Entry next() {
      return next == ENTRIES ? null : entries[next++];
    }
  }
}
