// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Entries;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.Rated;
import catena.read.check.Count;
import catena.read.check.RowChecker;
import catena.read.check.View;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadSettings;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReaderContext;
import catena.read.reader.StartRows;
import catena.read.reader.StartRows.WalkedRow;
import catena.records.budget.Measure;
import catena.records.latency.LatencyRecorder;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import com.google.common.base.Throwables;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.io.Text;

/** Reading by batches of parallel walks. */
public final class BatchWalkActivity implements ReadActivity {
  /** Threads beyond this only wait for one another, and a typing error asks for them. */
  private static final int MOST_THREADS = 256;

  private static final PaceSettings PACE = new PaceSettings("batchwalk", "batches");

  private static final Setting<Integer> SIZE =
      Setting.ofInt(
          "batchwalk.size",
          10_000,
          1,
          1_000_000,
          "walks that advance together, one row of each in every batch; three"
              + " times as many are kept");

  private static final Setting<Integer> THREADS =
      Setting.ofInt(
          "batchwalk.threads", 16, 1, MOST_THREADS, "query threads of each client's batch scanner");

  @Override
  public Description description() {
    return reading(
            "batchwalk",
            "walk the graph along many paths at once, checking every entry",
            PACE,
            List.of(SIZE, THREADS))
        .rated(new Rated("batches", Measure.BATCH_P99, 1))
        .checks(
            // Walks in closed blocks have no end: many must begin, so that some reach a row that
            // nothing refers to.
            CheckForm.of(
                "batch",
                Way.READING,
                Map.of("batchwalk.count", "10", "batchwalk.size", "6000", "batchwalk.threads", "3"),
                Nature.FOLLOWS));
  }

  @Override
  public PaceSettings.Pace pace(Settings own) {
    return PACE.pace(own);
  }

  @Override
  public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
    int size = settings.get(SIZE);
    int threads = settings.get(THREADS);
    Optional<Duration> timeout = settings.get(ReadSettings.TIMEOUT);
    return context -> new BatchWalker(context, new Walks(size, context.random()), threads, timeout);
  }

  /**
   * One client: each step takes a batch that was read, judges it, and lets its walks advance.
   * Unless there is a wait between batches, the next one is asked for before, and read meanwhile,
   * so that the servers never wait for the judge.
   *
   * <p>Walks begin at random acknowledged nodes, or, where no ledger has any, at what one scan from
   * a random row finds; the next batches then fill the pool.
   */
  private static final class BatchWalker implements ReadPhase.Reader {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final ReaderContext context;
    private final StartRows starts;
    private final Walks walks;
    private final int threads;
    private final Optional<Duration> timeout;
    private final LatencyRecorder.Operation batches;

    /** Reads one batch after the other. */
    private final ExecutorService reading;

    /** Those that were needed so far, one for each set of authorizations; for that thread. */
    private final Map<View, BatchScanner> scanners = new HashMap<>();

    /** What the next batch is read with. */
    private View view;

    private Optional<Batch> ahead = Optional.empty();

    /**
     * A batch that is being read, or waits until the one before has been.
     *
     * @param intended when it was to begin; when it does, if empty
     */
    private record Batch(
        View view,
        RowChecker checker,
        OptionalLong intended,
        Future<ReaderContext.Timed<BatchAnswer>> answer) {}

    /**
     * A client.
     *
     * @param threads of each batch scanner, all idle but those of the one in use
     * @param timeout after which a batch that is not answered is given up, and read again
     */
    BatchWalker(ReaderContext context, Walks walks, int threads, Optional<Duration> timeout) {
      this.context = context;
      this.starts = new StartRows(context, List.of());
      this.walks = walks;
      this.threads = threads;
      this.timeout = timeout;
      this.batches = context.operation("batch");
      this.reading = context.background();
    }

    @Override
    public boolean isReady() throws Exception {
      return ahead.isPresent() || begin();
    }

    @Override
    public boolean read(long due) throws Exception {
      Batch batch = ahead.isPresent() ? ahead.get() : ask(OptionalLong.of(due));
      ahead = Optional.empty();
      if (context.turns().isUnpaced()
          && walks.holdsBatch()
          && begin()
          && context.turns().hasNext()) {
        ahead = Optional.of(ask(OptionalLong.empty()));
      }
      ReaderContext.Timed<BatchAnswer> timed = context.answered(() -> await(batch.answer));
      BatchAnswer answer = timed.value();
      long intended = Math.min(batch.intended.orElse(timed.start()), timed.start());
      context.read(batches, intended, timed.start(), timed.end(), answer.rows(), answer.entries());
      judge(batch, answer);
      return true;
    }

    /** Draws authorizations, and begins as many walks as are wanted; false if there is none. */
    private boolean begin() throws Exception {
      view = context.drawView();
      int wanted = walks.wanted();
      if (wanted > 0 && !isPromised()) {
        // A scan for each of so many would take most of the time.
        context.answered(() -> starts.scan(view, walks.wanted())).forEach(this::beginAt);
        // Where the scan reached the end of the table at once, one row is enough to go on.
        wanted = walks.isEmpty() ? 1 : 0;
      }
      boolean found = true;
      for (int i = 0; i < wanted && found; i++) {
        Optional<WalkedRow> row = starts.next(view);
        row.ifPresent(walks::begin);
        found = row.isPresent();
      }
      return !walks.isEmpty();
    }

    private boolean isPromised() throws IOException {
      return context.promised().filter(promise -> !promise.writers().isEmpty()).isPresent();
    }

    /** Begins a walk at the row that an entry refers to, or at its own if it refers to none. */
    private void beginAt(Entry entry) {
      walks.begin(
          WalkedRow.after(entry).orElseGet(() -> WalkedRow.first(NodeCodec.rowText(entry.row()))));
    }

    /** Begins to read the rows where some walks stand, once the batch before has been read. */
    private Batch ask(OptionalLong due) throws IOException {
      View seenBy = view;
      RowChecker checker = context.otherRows(seenBy);
      checker.begin();
      List<WalkedRow> batch = walks.draw();
      BatchAnswer first = new BatchAnswer(batch, checker::isExactly);
      FailableSupplier<BatchAnswer, Exception> read =
          () -> {
            boolean again = !first.isUntouched();
            return scan(seenBy, again ? new BatchAnswer(batch, checker::isExactly) : first);
          };
      return new Batch(seenBy, checker, due, reading.submit(() -> context.timed(read)));
    }

    private static <T> T await(Future<T> answer) throws Exception {
      try {
        return answer.get();
      } catch (ExecutionException e) {
        Throwables.throwIfInstanceOf(e.getCause(), Exception.class);
        Throwables.throwIfUnchecked(e.getCause());
        throw e;
      }
    }

    private void judge(Batch batch, BatchAnswer answer) throws IOException, InterruptedException {
      RowChecker checker = batch.checker;
      for (BatchAnswer.AskedRow row : answer.asked()) {
        if (row.isExact()) {
          checker.exact(row.seen.get(0));
        } else {
          boolean unused =
              checker.row(NodeCodec.rowBytes(row.name), row.seen, row.walks.get(0).referrer());
        }
        walks.advance(row.walks, row.seen);
      }
      for (Map.Entry<String, List<Entry>> extra : answer.extra().entrySet()) {
        boolean unused =
            checker.row(NodeCodec.rowBytes(extra.getKey()), extra.getValue(), Optional.empty());
        reportExtra(batch.view, extra.getKey(), extra.getValue().get(0));
      }
      checker.end();
    }

    /** Whatever the row holds: a scanner that returns what was not asked for is wrong. */
    private void reportExtra(View view, String row, Entry entry) {
      Difference difference =
          new Difference(
              FindingKind.PHANTOM,
              row,
              Optional.empty(),
              Optional.of(entry),
              "extra: a batch returned this row, which was not asked for");
      context.found(view, difference, "nothing, since this row was not asked for");
    }

    /** Judges the batch that was read in advance, too, if it is complete; else it is dropped. */
    @Override
    public void close() throws Exception {
      try {
        if (ahead.isPresent() && ahead.get().answer.isDone()) {
          BatchAnswer answer = await(ahead.get().answer).value();
          context.tally().one(Count.READS);
          judge(ahead.get(), answer);
        }
      } finally {
        reading.shutdownNow();
        if (Uninterruptibles.awaitTerminationUninterruptibly(reading, GRACE)) {
          scanners.values().forEach(BatchScanner::close);
        }
      }
    }

    private BatchAnswer scan(View view, BatchAnswer answer) throws TableNotFoundException {
      List<Range> ranges = new ArrayList<>(answer.asked().size());
      for (BatchAnswer.AskedRow row : answer.asked()) {
        ranges.add(new Range(new Text(NodeCodec.rowBytes(row.name))));
      }
      BatchScanner scanner = scanner(view);
      try {
        scanner.setRanges(ranges);
        for (var entry : scanner) {
          answer.add(Entries.of(entry.getKey(), entry.getValue()));
        }
        return answer;
      } catch (RuntimeException e) {
        // What a failed read left under way must not be returned by the next one.
        scanners.remove(view);
        scanner.close();
        throw e;
      }
    }

    private BatchScanner scanner(View view) throws TableNotFoundException {
      BatchScanner scanner = scanners.get(view);
      if (scanner == null) {
        ReadTarget target = context.target();
        scanner =
            target.client().createBatchScanner(target.table(), view.authorizations(), threads);
        scanner.setConsistencyLevel(target.consistency());
        if (timeout.isPresent()) {
          scanner.setTimeout(timeout.get().toMillis(), TimeUnit.MILLISECONDS);
        }
        scanners.put(view, scanner);
      }
      return scanner;
    }
  }
}
