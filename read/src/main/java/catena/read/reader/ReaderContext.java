// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.NodeCodec;
import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
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
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Meter;
import catena.records.latency.Unanswered;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.function.FailableSupplier;

/** What one reading client works with; for its thread alone. */
public final class ReaderContext {
  private final String client;
  private final ReadWork work;
  private final Meter meter;
  private final Function<String, ExecutorService> background;
  private final StopSignal stop;
  private final SplittableRandom random;
  private final OperationSchedule turns;
  private final ReadTally tally = new ReadTally();
  private final Map<View, RowChecker> checkers = new HashMap<>();
  private final Map<Map.Entry<ScanFilter, View>, View> filtered = new HashMap<>();
  private volatile Optional<LatencyRecorder.Operation> operation = Optional.empty();

  ReaderContext(
      String client,
      ReadWork work,
      Meter meter,
      Function<String, ExecutorService> background,
      StopSignal stop,
      SplittableRandom random,
      OperationSchedule turns) {
    this.client = client;
    this.work = work;
    this.meter = meter;
    this.background = background;
    this.stop = stop;
    this.random = random;
    this.turns = turns;
    meter.throughput().follow(turns.backlog()::lateNanos);
  }

  /** The name of the client. */
  public String client() {
    return client;
  }

  /** What it reads. */
  public ReadTarget target() {
    return work.target();
  }

  /** Says when it is to end; all its waits check this. */
  public StopSignal stop() {
    return stop;
  }

  /** The random numbers that it draws. */
  public SplittableRandom random() {
    return random;
  }

  /** When its operations begin. */
  public OperationSchedule turns() {
    return turns;
  }

  /** What it counts. */
  public ReadTally tally() {
    return tally;
  }

  /** Runs what it reads in advance, one read after the other; to be shut down by the client. */
  public ExecutorService background() {
    return background.apply(client + "-reading");
  }

  /** The monotonic clock, nanoseconds. */
  public long nanos() {
    return work.terms().nanoClock().getAsLong();
  }

  /** The wall clock, milliseconds since 1970. */
  public long millis() {
    return work.terms().clock().millis();
  }

  /** How long it waits for something to read. */
  public Duration startLimit() {
    return work.terms().settings().get(ReadSettings.START_LIMIT);
  }

  /** The tag of its operations, once it is known; for any thread. */
  Optional<String> tag() {
    return operation.map(LatencyRecorder.Operation::name);
  }

  /** The kind of its operations; called before it makes one. */
  public LatencyRecorder.Operation operation(String name) {
    LatencyRecorder.Operation made = meter.latency().operation(name, turns.hasRate());
    operation = Optional.of(made);
    return made;
  }

  /**
   * What it owed when its phase ended: recorded with its latencies, sent as an event, returned;
   * nothing if it had no operation to make. Once, after its last step.
   */
  Unanswered atEnd() {
    if (operation.isEmpty()) {
      return Unanswered.NONE;
    }
    Unanswered owed = turns.backlog().atEnd(operation.get(), UnaryOperator.identity());
    long ago = TimeUnit.NANOSECONDS.toMillis(nanos() - turns.backlog().endNanos());
    work.terms().events().accept(owed.event(millis() - ago, client, operation.get().name()));
    return owed;
  }

  /**
   * Makes a read again, each time that the servers do not answer in time, or cannot keep the rows
   * of an isolated scan whole, until they do.
   *
   * @throws Exception as the read throws it; once a stop is asked for, a timeout and an interrupt
   *     as what ends the client without a doubt, since the read has returned nothing
   */
  public <T> T answered(FailableSupplier<T, Exception> read) throws Exception {
    while (true) {
      try {
        return read.get();
      } catch (Exception e) {
        boolean timeout = ReadFailure.isTimeout(e);
        boolean again = timeout || ReadFailure.isBrokenIsolation(e);
        if (stop.asked() && (again || ReadFailure.isInterrupt(e))) {
          throw new ReadFailure.Stopped(e);
        }
        if (!again) {
          throw e;
        }
        if (timeout) {
          tally.one(Count.TIMEOUTS);
        }
      }
    }
  }

  /**
   * A read that was answered.
   *
   * @param value what it returned
   * @param start when it was first sent, on {@link #nanos}
   * @param end when all of it had been returned
   */
  public record Timed<T>(T value, long start, long end) {}

  /**
   * Makes a read until it is {@link #answered}, and measures how long that takes.
   *
   * @throws Exception as {@link #answered} does
   */
  public <T> Timed<T> timed(FailableSupplier<T, Exception> read) throws Exception {
    long start = nanos();
    T value = answered(read);
    return new Timed<>(value, start, nanos());
  }

  /**
   * Records the read that had the last turn and was answered, all times on {@link #nanos}.
   *
   * @param intended when it was to begin
   * @param start when it did
   * @param end when all of it had been returned
   */
  public void read(
      LatencyRecorder.Operation operation,
      long intended,
      long start,
      long end,
      long rows,
      List<Entry> entries) {
    read(operation, intended, start, end, rows, rows, entries.size(), ReadTally.bytes(entries));
  }

  /**
   * The same for a read whose result was not kept as a whole.
   *
   * @param counted in each second: the rows, or 1 for an operation of a mix
   * @param rows that were kept
   * @param entries that were returned
   * @param bytes of keys and values that were returned
   */
  public void read(
      LatencyRecorder.Operation operation,
      long intended,
      long start,
      long end,
      long counted,
      long rows,
      long entries,
      long bytes) {
    operation.record(intended, start, end);
    meter.throughput().began(intended, start);
    meter.throughput().done(counted, rows, entries, bytes);
    tally.one(Count.READS);
    turns.answered();
  }

  /** One of the sets of authorizations, at random. */
  public View drawView() {
    int sets = work.views().size();
    return work.views().get(sets == 1 ? 0 : random.nextInt(sets));
  }

  /** A view seen through a filter; the same one whenever it is asked for with the same filter. */
  public View through(ScanFilter filter, View view) {
    return filter.side() == ScanFilter.Side.NONE
        ? view
        : filtered.computeIfAbsent(Map.entry(filter, view), of -> target().through(filter, view));
  }

  /** Judges rows and ranges that are seen with these authorizations. */
  public RowChecker rows(View view) {
    return checkers.computeIfAbsent(view, this::otherRows);
  }

  /** The same, but another one: for a read that goes on while one before it is judged. */
  public RowChecker otherRows(View view) {
    return graph().isEmpty()
        ? new PlainRows(view)
        : new ExactRows(
            graph().get(), work.promise().orElseThrow(), work.settler(), view, client, tally);
  }

  /** Reports a difference that no row shows alone and that is certain when it is first seen. */
  public void found(View view, Difference difference, String expected) {
    work.settler().found(client, view, difference, expected);
  }

  /**
   * How many nodes the writers have begun, as far as there are ledgers; 0 where that is not known.
   */
  public long nodesBegun() throws IOException {
    Optional<Promise> promised = promised();
    if (promised.isEmpty()) {
      return 0;
    }
    Graph graph = target().graph().orElseThrow();
    long windows =
        Frontier.population(graph, promised.get()).values().stream().mapToLong(n -> n).sum();
    return windows * graph.spec().flushInterval() * graph.spec().cells().columns();
  }

  /** What is promised, if the table has a graph and there are ledgers. */
  public Optional<Promise> promised() throws IOException {
    Optional<LivePromise> promise = work.promise();
    return promise.isPresent() ? Optional.of(promise.get().before()) : Optional.empty();
  }

  /** Reads the ledgers: reads that begin from now on are judged at least by what they say now. */
  public void refreshPromise() throws IOException {
    if (work.promise().isPresent()) {
      Promise unused = work.promise().get().after();
    }
  }

  /** The table's graph, if it has one. */
  public Optional<Graph> graph() {
    return target().graph();
  }

  /**
   * Judges rows of a table that has no graph: layout and checksum of each entry, and whether each
   * row that an entry refers to is there.
   */
  private final class PlainRows implements RowChecker {
    private final ReaderSettler settler = work.settler();
    private final View view;
    private final List<OpenRow> missing = new ArrayList<>();

    PlainRows(View view) {
      this.view = view;
    }

    @Override
    public void begin() {
      missing.clear();
    }

    @Override
    public boolean row(byte[] row, List<Entry> seen, Optional<Entry> referrer) {
      tally.returned(seen);
      boolean sound = true;
      for (Entry entry : seen) {
        sound &= entry(entry);
      }
      if (seen.isEmpty() && referrer.isPresent()) {
        missing.add(settler.suspect(view, client, tally, Promise.NONE, row, seen, referrer));
        return false;
      }
      return sound;
    }

    private boolean entry(Entry entry) {
      if (NodeCodec.decode(entry) instanceof Decoded.Corrupt corrupt) {
        Difference difference =
            new Difference(
                FindingKind.CORRUPT,
                NodeCodec.rowText(entry.row()),
                Optional.empty(),
                Optional.of(entry),
                corrupt.reason());
        found(view, difference, "an entry of the format");
        return false;
      }
      tally.one(Count.SOUND);
      return true;
    }

    @Override
    public void range(long from, long to, RangeMerge.Scan scan)
        throws IOException, InterruptedException {
      for (Entry entry = scan.next(); entry != null; entry = scan.next()) {
        tally.returned(entry);
        entry(entry);
      }
    }

    @Override
    public void end() throws IOException, InterruptedException {
      if (!missing.isEmpty()) {
        settler.settle(missing);
        missing.clear();
      }
    }
  }
}
