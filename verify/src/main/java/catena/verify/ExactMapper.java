package catena.verify;

import catena.graph.Entry;
import catena.graph.Expectation;
import catena.graph.NodeCursor;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.VisibleTo;
import catena.harness.read.Frontier;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Checks one range of rows; emits only what differs. */
public final class ExactMapper extends Mapper<Key, Value, BytesWritable, BytesWritable> {
  private static final int REPORT_EVERY = 4096;

  private final Tally tally = new Tally();
  private final Clock clock = Clock.systemUTC();
  private Task task;
  private int untilReport = REPORT_EVERY;

  /** Made by Hadoop. */
  public ExactMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    task = Task.readFrom(context.getConfiguration());
    RowRange range = SplitRange.of(context.getInputSplit());
    try {
      check(range, context);
    } catch (IOException | RuntimeException e) {
      tally.one(Count.FAILED_RANGES);
      byte[] nowhere = new byte[0];
      context.write(
          Shuffled.key(Shuffled.Kind.FAILED, -1, -1, nowhere), Shuffled.text(range + ": " + e));
    }
    report(context);
    for (var writer : tally.unpromised().entrySet()) {
      context.write(
          Shuffled.key(Shuffled.Kind.UNPROMISED, writer.getKey(), 0, new byte[0]),
          Shuffled.number(writer.getValue()));
    }
  }

  private void check(RowRange range, Context context) throws IOException, InterruptedException {
    Expectation expectation =
        new Expectation(task.graph(), task.promise(), new VisibleTo(task.authorizations()));
    ExactCheck check =
        new ExactCheck(
            task.graph(), expectation, tally, (row, seen) -> differing(row, seen, context));
    NodeCursor cursor =
        task.graph()
            .nodes(
                range.firstNumber(),
                range.endNumber(),
                Frontier.population(task.graph(), task.promise()));
    check.run(cursor, () -> next(context));
  }

  private Entry next(Context context) throws IOException, InterruptedException {
    if (!context.nextKeyValue()) {
      return null;
    }
    if (--untilReport == 0) {
      report(context);
      untilReport = REPORT_EVERY;
    }
    return Entries.of(context.getCurrentKey(), context.getCurrentValue());
  }

  private void report(Context context) {
    tally.drain((count, n) -> context.getCounter(count).increment(n));
  }

  private void differing(byte[] row, List<Entry> seen, Context context)
      throws IOException, InterruptedException {
    Candidate candidate = new Candidate(row, clock.millis(), seen);
    context.write(
        Shuffled.keyOf(row, candidate.node(task.graph())), new BytesWritable(candidate.toBytes()));
  }
}
