// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.judge.Expectation;
import catena.graph.judge.Promise;
import catena.read.check.Frontier;
import catena.read.check.RangeMerge;
import catena.read.check.SeenRow;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.io.BytesWritable;

/**
 * Checks one range of rows with one scan and accounts for it: all that a map task does, without
 * MapReduce.
 */
public final class RangeCheck {
  /** Takes what goes to the driver. */
  @FunctionalInterface
  public interface Records {
    /** Takes one. */
    void write(BytesWritable key, BytesWritable value) throws IOException, InterruptedException;
  }

  private final Graph graph;
  private final Promise promise;
  private final Predicate<String> visible;
  private final boolean isolated;
  private final Tally tally;
  private final Clock clock;
  private final Records records;

  /**
   * A check against a promise.
   *
   * @param visible which visibilities the scan may see
   * @param isolated whether the scan returns each row as it was at one moment
   * @param tally new; filled while the check runs
   */
  public RangeCheck(
      Graph graph,
      Promise promise,
      Predicate<String> visible,
      boolean isolated,
      Tally tally,
      Clock clock,
      Records records) {
    this.graph = graph;
    this.promise = promise;
    this.visible = visible;
    this.isolated = isolated;
    this.tally = tally;
    this.clock = clock;
    this.records = records;
  }

  /**
   * Goes through a range; whatever ends it early is told in its report, and what was found before
   * stays found.
   */
  public void run(RowRange range, RangeMerge.Scan scan) throws IOException, InterruptedException {
    Optional<String> failure = Optional.empty();
    try {
      check(range, scan);
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      // An error is as good a reason as any: a range that nobody speaks of looks like one without
      // faults.
      failure = Optional.of(e.toString());
    }
    RangeReport report = new RangeReport(range, tally.visited(), tally.all(), failure);
    records.write(Shuffled.keyOf(range), new BytesWritable(report.toBytes()));
    for (var writer : tally.unpromised().entrySet()) {
      records.write(
          Shuffled.key(Shuffled.ShuffledKind.UNPROMISED, writer.getKey(), 0, new byte[0]),
          Shuffled.number(writer.getValue()));
    }
  }

  private void check(RowRange range, RangeMerge.Scan scan)
      throws IOException, InterruptedException {
    ExactCheck check =
        new ExactCheck(
            graph, new Expectation(graph, promise, visible), isolated, tally, this::differing);
    check.run(
        graph.nodes(range.firstNumber(), range.endNumber(), Frontier.population(graph, promise)),
        scan);
  }

  private void differing(byte[] row, List<Entry> seen) throws IOException, InterruptedException {
    SeenRow differing = new SeenRow(row, seen, clock.millis());
    records.write(Shuffled.keyOf(row, differing.node(graph)), Shuffled.value(differing));
  }
}
