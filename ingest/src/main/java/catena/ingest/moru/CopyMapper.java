// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.harness.accumulo.Entries;
import catena.harness.accumulo.VisibleTo;
import catena.harness.job.ClientSecrets;
import catena.read.check.ScanTask;
import catena.read.check.SeenRow;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.hadoop.mapreduce.AccumuloOutputFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordWriter;

/**
 * Writes each entry that it reads into the other table, and judges each row.
 *
 * <p>The entries go through the record writer of Accumulo's own output format. Its {@code close}
 * flushes, and throws if anything was not acknowledged; so the mapper closes it itself, and reports
 * what it has written only then. A task that fails before is repeated as a whole, and writes the
 * same keys and values again.
 */
public final class CopyMapper extends Mapper<Key, Value, BytesWritable, BytesWritable> {
  /** Most rows that a task hands on; further ones are only counted. */
  private static final int MOST_ROWS = 1_000;

  /** What the tasks of a copy count as they go, in attempts that failed, too. */
  enum Count {
    /** Entries that were read. */
    ENTRIES,
    /** Rows that differed and are not handed on, since their task had handed on enough. */
    LEFT
  }

  private long rows;

  /** Made by Hadoop. */
  public CopyMapper() {}

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    ClientSecrets.reveal(context.getConfiguration(), context.getCredentials());
    ScanTask task = ScanTask.readFrom(context.getConfiguration());
    Expectation expectation =
        new Expectation(task.graph(), task.promise(), new VisibleTo(task.authorizations()));
    RecordWriter<Text, Mutation> writer = new AccumuloOutputFormat().getRecordWriter(context);
    RowCopy copy =
        new RowCopy(
            expectation,
            Clock.systemUTC(),
            entry -> writer.write(new Text(), Entries.put(entry)), // into the default table
            row -> handOn(row, context));
    try {
      copy(copy, context);
    } catch (Throwable e) {
      close(writer, context, e);
      throw e;
    }
    writer.close(context);
    context.write(CopyRecord.keyOfTask(), CopyRecord.value(copy.read(), copy.exact()));
  }

  private static void copy(RowCopy copy, Context context) throws IOException, InterruptedException {
    Counter entries = context.getCounter(Count.ENTRIES);
    while (context.nextKeyValue()) {
      copy.entry(Entries.of(context.getCurrentKey(), context.getCurrentValue()));
      entries.increment(1);
    }
    copy.end();
  }

  private static void close(RecordWriter<Text, Mutation> writer, Context context, Throwable why) {
    try {
      writer.close(context);
    } catch (IOException | InterruptedException | RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  private void handOn(SeenRow row, Context context) throws IOException, InterruptedException {
    if (rows++ < MOST_ROWS) {
      context.write(CopyRecord.keyOf(row), new BytesWritable(row.toBytes()));
    } else {
      context.getCounter(Count.LEFT).increment(1);
    }
  }

  /**
   * Writes again each entry that is read, and has each row judged once all of it was read; holds
   * one row.
   */
  public static final class RowCopy {
    /** Receives what the copy hands on. */
    @FunctionalInterface
    public interface Receiver<T> {
      /** Receives one; of an entry it is known later whether it was acknowledged. */
      void take(T one) throws IOException, InterruptedException;
    }

    private final Expectation expectation;
    private final Clock clock;
    private final Receiver<Entry> writer;
    private final Receiver<SeenRow> differing;
    private final List<Entry> row = new ArrayList<>();
    private long read;
    private long exact;

    /**
     * A copy of what is still to be read.
     *
     * @param expectation judges by what was promised before
     * @param clock gives the time when a row was read
     * @param writer writes each entry again
     * @param differing receives each row that is not as promised
     */
    public RowCopy(
        Expectation expectation, Clock clock, Receiver<Entry> writer, Receiver<SeenRow> differing) {
      this.expectation = expectation;
      this.clock = clock;
      this.writer = writer;
      this.differing = differing;
    }

    /** Writes the next entry again, whatever it is; entries come in the order of the table. */
    public void entry(Entry entry) throws IOException, InterruptedException {
      if (!row.isEmpty() && !NodeCodec.isSameRow(row.get(0).row(), entry.row())) {
        judge();
      }
      row.add(entry);
      read++;
      writer.take(entry);
    }

    /** Judges the last row; nothing more comes. */
    public void end() throws IOException, InterruptedException {
      if (!row.isEmpty()) {
        judge();
      }
    }

    private void judge() throws IOException, InterruptedException {
      byte[] name = row.get(0).row();
      Judgement judgement = expectation.judge(name, row);
      if (!judgement.isSound()) {
        differing.take(new SeenRow(name, row, clock.millis()));
      } else if (judgement.standing() == Standing.PRESENT) {
        exact++;
      }
      row.clear();
    }

    /** How many entries were read. */
    public long read() {
      return read;
    }

    /** How many rows held exactly what was promised. */
    public long exact() {
      return exact;
    }
  }
}
