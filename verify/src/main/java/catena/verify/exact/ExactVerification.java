package catena.verify.exact;

import catena.graph.Graph;
import catena.read.check.CurrentLedgers;
import catena.read.check.Found;
import catena.read.check.Ledgers;
import catena.read.check.RangeMerge;
import catena.read.check.View;
import catena.records.threads.StopSignal;
import catena.verify.result.Outcome;
import catena.verify.result.PassResult;
import catena.verify.result.Report;
import catena.verify.row.RangeCheck;
import catena.verify.row.RowRange;
import catena.verify.row.RowRanges;
import catena.verify.row.Tally;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * Exact mode of one table without MapReduce, by one thread and in a fixed order: the same ranges,
 * checks, records, account and settlement as those of a job.
 */
public final class ExactVerification {
  /**
   * What a verification compares with, and how it settles rows that differ.
   *
   * @param graph the table's
   * @param before what the ledgers said before the scan began
   * @param now reads the ledgers as they are now, all or those of some writers
   * @param reader whose scan it is
   * @param user the same user with all of its authorizations
   * @param eventual whether scans may show an older state of the table
   * @param lateLimit how long, in all, what may pass by itself is waited for
   * @param pause how it is waited
   * @param stop ends it early, as a doubt
   * @param clock the time of what is found
   * @param nanoClock measures the limit
   */
  public record Context(
      Graph graph,
      Ledgers.Reading before,
      CurrentLedgers now,
      View reader,
      View user,
      boolean eventual,
      Duration lateLimit,
      Pause pause,
      StopSignal stop,
      Clock clock,
      LongSupplier nanoClock) {}

  /** Waits before rows are read again. */
  @FunctionalInterface
  public interface Pause {
    /**
     * Waits.
     *
     * @return whether to wait no longer, since a stop was asked for
     */
    boolean await(Duration limit) throws InterruptedException;

    /**
     * Takes note of what is waited for, for a person.
     *
     * @param rows that may pass yet; none when it is not waited any more
     * @param left how long they have at most
     */
    default void waiting(long rows, Duration left) {
      // not everybody is told
    }
  }

  /** Scans of the table. */
  @FunctionalInterface
  public interface Scans {
    /** Begins to scan some rows. */
    RangeMerge.Scan open(Range rows) throws IOException;
  }

  private record Arrived(BytesWritable key, BytesWritable value) {}

  private ExactVerification() {}

  /**
   * Scans the whole table once, settles what differs, and concludes.
   *
   * @param splits the table's split points
   * @param ranges into how many ranges it is cut, if it has fewer tablets
   * @param sink takes what is found, each fault once
   */
  public static Outcome verify(
      Context context, Collection<Text> splits, int ranges, Scans scans, Found.Sink sink)
      throws Exception {
    List<Text> sorted = splits.stream().sorted().toList();
    List<RowRange> handedOut =
        RowRanges.ofTablets(sorted, RowRange.ALL, ranges, Math.max(ranges, sorted.size() + 1));
    List<Arrived> records = new ArrayList<>();
    for (RowRange range : handedOut) {
      new RangeCheck(
              context.graph(),
              context.before().promise(),
              context.reader().visible(),
              new Tally(),
              context.clock(),
              (key, value) -> records.add(new Arrived(key, value)))
          .run(range, lazily(scans, range));
    }
    records.sort(Comparator.comparing(Arrived::key));
    ExactConclusion conclusion =
        new ExactConclusion(context, List.of(RowRange.ALL), handedOut, sink);
    for (Arrived record : records) {
      conclusion.record(record.key, record.value);
    }
    PassResult result = conclusion.conclude();
    return result.toOutcome(Report.exact(result, true, context.graph().spec().links().even()), "");
  }

  /** A scan that begins when it is first asked, so that its failure is one of its range. */
  private static RangeMerge.Scan lazily(Scans scans, RowRange range) {
    RangeMerge.Scan[] opened = new RangeMerge.Scan[1];
    return () -> {
      if (opened[0] == null) {
        opened[0] = scans.open(range.toRange());
      }
      return opened[0].next();
    };
  }
}
