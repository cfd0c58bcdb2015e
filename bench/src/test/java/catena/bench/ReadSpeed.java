// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.batchwalker.BatchWalkActivity;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.walker.WalkActivity;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableDoubleSupplier;
import org.apache.commons.lang3.function.FailableToDoubleFunction;

/**
 * Ingests a table, then reads rows of it by turns with one checking reader and with a bare scanner
 * of the same settings that only counts: a walker beside a scanner, a batch walker beside a batch
 * scanner.
 *
 * <p>Both sides look up as many rows, drawn from the same nodes in the same random way; those of
 * the bare side are drawn before its time begins, those of the reader while it reads.
 */
public final class ReadSpeed {
  private static final int THREADS = 4;
  private static final double NANOS = 1e9;
  private static final long WARM_UP_NANOS = 5_000_000_000L;

  private final Options options;
  private final TestBed bed;
  private final AtomicLong seeds = new AtomicLong();

  private ReadSpeed(Options options, TestBed bed) {
    this.options = options;
    this.bed = bed;
  }

  /** Measures; the first word says what: {@code lookup} or {@code batch}. */
  public static void main(String... words) throws Exception {
    Options options = Options.parse(List.of(words).subList(1, words.length).toArray(String[]::new));
    try (TestBed bed = TestBed.open(options)) {
      ReadSpeed speed = new ReadSpeed(options, bed);
      long unused = bed.ingest(TestBed.plan(options.clients, options.entries / options.clients));
      bed.client().tableOperations().flush(bed.table(), null, null, true);
      if (words[0].equals("lookup")) {
        speed.run("walker", speed::walk, "scanner", speed::lookUp);
      } else {
        // The batch walker has its next batch in flight while it judges one; so has this side.
        speed.run("batch walker", speed::batchWalk, "batch scanner", speed::batches);
      }
    }
  }

  /**
   * Measures both.
   *
   * @param reader the rows per second of a checking reader
   * @param bare those of a bare scanner, until all rows are read or it is over
   */
  private void run(
      String ours,
      FailableDoubleSupplier<Exception> reader,
      String floor,
      FailableToDoubleFunction<BooleanSupplier, Exception> bare)
      throws Exception {
    double unusedReader = reader.getAsDouble();
    long warm = System.nanoTime() + WARM_UP_NANOS;
    double unusedBare = bare.applyAsDouble(() -> System.nanoTime() - warm > 0);
    Rounds rounds = new Rounds("rows/s", ours, floor);
    for (int i = 0; i < options.rounds; i++) {
      if (options.together) {
        together(rounds, reader, bare);
      } else {
        byTurns(rounds, reader, bare, i % 2 == 0);
      }
    }
    rounds.conclude(options.atLeast(ours.replace(' ', '-')));
  }

  private static void byTurns(
      Rounds rounds,
      FailableDoubleSupplier<Exception> reader,
      FailableToDoubleFunction<BooleanSupplier, Exception> bare,
      boolean readerFirst)
      throws Exception {
    double early = readerFirst ? reader.getAsDouble() : bare.applyAsDouble(() -> false);
    double late = readerFirst ? bare.applyAsDouble(() -> false) : reader.getAsDouble();
    rounds.add(readerFirst ? early : late, readerFirst ? late : early);
  }

  /** The bare scanner reads as long as the reader does. */
  private static void together(
      Rounds rounds,
      FailableDoubleSupplier<Exception> reader,
      FailableToDoubleFunction<BooleanSupplier, Exception> bare)
      throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<Double> beside = thread.submit(() -> bare.applyAsDouble(over::get));
      double ours = reader.getAsDouble();
      over.set(true);
      rounds.add(ours, beside.get());
    } finally {
      over.set(true);
      thread.shutdown();
    }
  }

  private double walk() throws Exception {
    return rate(
        bed.read(
            new WalkActivity(), Map.of("walk.count", "" + options.reads), seeds.incrementAndGet()));
  }

  private double batchWalk() throws Exception {
    Map<String, String> words =
        Map.of(
            "batchwalk.count",
            "" + options.reads,
            "batchwalk.size",
            "" + options.batch,
            "batchwalk.threads",
            "" + THREADS);
    return rate(bed.read(new BatchWalkActivity(), words, seeds.incrementAndGet()));
  }

  private static double rate(TestBed.ReadTime reading) {
    return reading.rows() / reading.seconds();
  }

  private double lookUp(BooleanSupplier over) throws TableNotFoundException {
    List<String> rows = rows(options.reads);
    int limit = options.together ? Integer.MAX_VALUE : rows.size();
    long entries = 0;
    int at = 0;
    long begin = System.nanoTime();
    try (Scanner scanner = bed.client().createScanner(bed.table(), Authorizations.EMPTY)) {
      for (; at < limit && !over.getAsBoolean(); at++) {
        scanner.setRange(Range.exact(rows.get(at % rows.size())));
        for (var unused : scanner) {
          entries++;
        }
      }
    }
    return rate(entries, at, begin);
  }

  private double batches(BooleanSupplier over) throws TableNotFoundException {
    List<String> rows = rows(options.reads * options.batch);
    int limit = options.together ? Integer.MAX_VALUE : rows.size();
    long entries = 0;
    int at = 0;
    long begin = System.nanoTime();
    try (BatchScanner one = batchScanner();
        BatchScanner other = batchScanner()) {
      BatchScanner next = one;
      Iterator<?> ahead = ask(next, rows, at);
      while (at < limit && !over.getAsBoolean()) {
        Iterator<?> answer = ahead;
        at += options.batch;
        next = next == one ? other : one;
        ahead = at < limit ? ask(next, rows, at) : null;
        while (answer.hasNext()) {
          answer.next();
          entries++;
        }
      }
    }
    return rate(entries, at, begin);
  }

  private BatchScanner batchScanner() throws TableNotFoundException {
    return bed.client().createBatchScanner(bed.table(), Authorizations.EMPTY, THREADS);
  }

  /** Asks for a batch; a batch scanner's threads begin to read when its iterator is made. */
  private Iterator<?> ask(BatchScanner scanner, List<String> rows, int at) {
    List<Range> ranges = new ArrayList<>(options.batch);
    int from = at % rows.size();
    rows.subList(from, from + options.batch).forEach(row -> ranges.add(Range.exact(row)));
    scanner.setRanges(ranges);
    return scanner.iterator();
  }

  private static double rate(long entries, int rows, long begin) {
    double seconds = (System.nanoTime() - begin) / NANOS;
    if (entries < rows * 0.9) {
      throw new IllegalStateException("only " + entries + " entries in " + rows + " rows");
    }
    return rows / seconds;
  }

  /** Rows of random nodes that were acknowledged. */
  private List<String> rows(long count) {
    Graph graph = new Graph(bed.target().spec());
    SplittableRandom random = new SplittableRandom(seeds.incrementAndGet());
    long windows = options.entries / options.clients / options.flushInterval;
    List<String> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      Node node =
          new Node(
              random.nextInt(options.clients),
              random.nextLong(windows),
              random.nextInt(options.flushInterval));
      rows.add(NodeCodec.rowText(graph.row(node)));
    }
    return rows;
  }
}
