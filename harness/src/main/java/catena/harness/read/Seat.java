package catena.harness.read;

import catena.graph.Difference;
import catena.graph.Graph;
import catena.graph.Promise;
import catena.harness.client.StopSignal;
import catena.harness.latency.LatencyRecorder;
import catena.harness.latency.Meter;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;

/** What one reading client works with; for its thread alone. */
public final class Seat {
  private final String client;
  private final ReadTarget target;
  private final Optional<LivePromise> promise;
  private final Settling settling;
  private final List<View> views;
  private final Meter meter;
  private final StopSignal stop;
  private final SplittableRandom random;
  private final Turns turns;
  private final LongSupplier nanoClock;
  private final Duration startLimit;
  private final ReadTally tally = new ReadTally();
  private final Map<View, ExactRows> exact = new HashMap<>();

  Seat(
      String client,
      Reading reading,
      Meter meter,
      StopSignal stop,
      SplittableRandom random,
      Turns turns) {
    this.client = client;
    this.target = reading.target();
    this.promise = reading.promise();
    this.settling = reading.settling();
    this.views = reading.views();
    this.startLimit = reading.startLimit();
    this.nanoClock = reading.nanoClock();
    this.meter = meter;
    this.stop = stop;
    this.random = random;
    this.turns = turns;
  }

  /** The name of the client. */
  public String client() {
    return client;
  }

  /** What it reads. */
  public ReadTarget target() {
    return target;
  }

  /** Asked when it is to end; all its waits look at this. */
  public StopSignal stop() {
    return stop;
  }

  /** Where it draws from. */
  public SplittableRandom random() {
    return random;
  }

  /** When its operations begin. */
  public Turns turns() {
    return turns;
  }

  /** What it counts. */
  public ReadTally tally() {
    return tally;
  }

  /** What it is measured with. */
  public Meter meter() {
    return meter;
  }

  /** The clock that only goes forward, nanoseconds. */
  public long nanos() {
    return nanoClock.getAsLong();
  }

  /** How long it waits for something to read. */
  public Duration startLimit() {
    return startLimit;
  }

  /** The kind of operation that it records. */
  public LatencyRecorder.Operation operation(String name) {
    return meter.latency().operation(name);
  }

  /** One of the sets of authorizations, at random. */
  public View drawView() {
    return views.get(views.size() == 1 ? 0 : random.nextInt(views.size()));
  }

  /** Judges rows that are seen with these authorizations. */
  public RowChecker rows(View view) {
    return target.graph().isPresent() ? exact(view) : plain(view);
  }

  /** Judges ranges that are seen with these authorizations. */
  public RangeChecker ranges(View view) {
    return target.graph().isPresent() ? exact(view) : plain(view);
  }

  /** Tells of a difference that no row shows alone and that is certain at first sight. */
  public void found(View view, Difference difference, String expected) throws IOException {
    settling.found(client, view, difference, expected);
  }

  /**
   * Makes a read, again whenever it is not answered within its timeout.
   *
   * @return what it returned; empty if a stop was asked for before it was answered
   * @throws Exception what the read throws but for timeouts
   */
  public <T> Optional<T> answered(Callable<T> read) throws Exception {
    while (!stop.asked()) {
      try {
        return Optional.of(read.call());
      } catch (Exception e) {
        if (!ReadTrouble.isTimeout(e)) {
          throw e;
        }
        tally.one(ReadCount.TIMEOUTS);
      }
    }
    return Optional.empty();
  }

  private ExactRows exact(View view) {
    return exact.computeIfAbsent(
        view,
        of ->
            new ExactRows(
                target.graph().orElseThrow(), promise.orElseThrow(), settling, of, client, tally));
  }

  private PlainRows plain(View view) {
    return new PlainRows(settling, view, client, tally);
  }

  /** What is promised, if the table has a graph and there are ledgers. */
  public Optional<Promise> promised() throws IOException {
    return promise.isPresent() ? Optional.of(promise.get().before()) : Optional.empty();
  }

  /** The table's graph, if it has one. */
  public Optional<Graph> graph() {
    return target.graph();
  }
}
