// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.threads.Threads;
import catena.records.words.TextTable;
import com.google.common.util.concurrent.Uninterruptibles;
import com.sun.management.OperatingSystemMXBean;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Measures the clients of one phase: a latency log and a {@code throughput} event in each interval
 * for each of them, and all of them together in the end.
 */
public final class Meters implements Closeable {
  private static final Duration LAST_TICK_LIMIT = Duration.ofSeconds(30);
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final RunDirectory directory;
  private final Journal journal;
  private final Clock clock;
  private final int digits;
  private final LongSupplier nanoClock;
  private final boolean writes;
  private final Map<String, Meter> clients = new LinkedHashMap<>();

  /**
   * By part, not by client: a reader of latencies asks for operations, and memory, file and the
   * time to read it would grow with the number of clients otherwise.
   */
  private final Map<String, LatencyRecorder> logs = new LinkedHashMap<>();

  private final ProcessLimit process;
  private final Rates rates = new Rates();
  private final List<String> doubts = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("measure"));

  /** Ends the last interval, so that it is not left out. */
  private Runnable last = () -> {};

  /** Meters that tick only when called, for tests; see {@link #start}. */
  Meters(
      RunDirectory directory,
      Journal journal,
      Clock clock,
      int digits,
      LongSupplier nanoClock,
      LongSupplier processCpuNanos,
      boolean writes) {
    this.directory = directory;
    this.journal = journal;
    this.clock = clock;
    this.digits = digits;
    this.nanoClock = nanoClock;
    this.writes = writes;
    this.process =
        new ProcessLimit(processCpuNanos, nanoClock, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Begins to measure clients.
   *
   * @param journal takes the events
   * @param writes whether the clients are writers, whose operations are windows
   */
  public static Meters start(
      RunDirectory directory, Journal journal, Clock clock, Measuring measuring, boolean writes) {
    Meters meters =
        new Meters(
            directory,
            journal,
            clock,
            measuring.digits(),
            System::nanoTime,
            ProcessLimit::cpuOfThisProcess,
            writes);
    String owed = "what was measured since is missing, or in one piece";
    meters.last = Threads.repeated("measure", owed, meters::tick, meters.doubts::add);
    long nanos = measuring.every().toNanos();
    var unused = meters.thread.scheduleAtFixedRate(meters.last, nanos, nanos, TimeUnit.NANOSECONDS);
    return meters;
  }

  /**
   * What one client records with: a new one, to be kept by it; the clients of a part have one log
   * together.
   */
  public synchronized Meter open(String client) throws IOException {
    LongSupplier cpu =
        THREADS.isCurrentThreadCpuTimeSupported() ? THREADS::getCurrentThreadCpuTime : () -> 0;
    String part = ClientName.inProcess(client);
    if (!logs.containsKey(part)) {
      logs.put(part, LatencyRecorder.open(directory, part, clock, digits));
    }
    Meter meter = new Meter(logs.get(part), new Throughput(nanoClock, cpu));
    clients.put(client, meter);
    return meter;
  }

  /** Ends an interval. */
  synchronized void tick() {
    logs.values().forEach(LatencyRecorder::writeInterval);
    List<Event.Throughput> interval = new ArrayList<>();
    clients.forEach(
        (client, meter) -> {
          Event.Throughput throughput = meter.throughput().take(clock.millis(), client, writes);
          interval.add(throughput);
          journal.add(throughput);
        });
    rates.add(interval);
    process.sample();
  }

  /**
   * A table for people of the latencies of all clients, in milliseconds, of what was answered; no
   * lines if nothing was. Complete once this is closed.
   *
   * <p>Histograms are added count by count, so that a percentile of the sum is that of all the
   * operations, which no mean of percentiles is. Percentiles of lower bounds would say nothing:
   * {@link Unanswered#inWords} describes the others.
   */
  public synchronized List<String> latencies() {
    SortedMap<String, Histogram> answered = new TreeMap<>();
    for (LatencyRecorder log : logs.values()) {
      log.totals()
          .forEach(
              (tag, total) ->
                  answered
                      .computeIfAbsent(tag, any -> new Histogram(Measuring.USUAL_DIGITS))
                      .add(total));
    }
    answered.keySet().removeIf(tag -> tag.endsWith(LatencyRecorder.UNANSWERED));
    if (answered.isEmpty()) {
      return List.of();
    }
    TextTable table = new TextTable("latency, ms", "count", "p50", "p90", "p99", "p99.9", "max");
    answered.forEach((operation, all) -> table.row(cells(operation, all)));
    return table.lines();
  }

  private static Object[] cells(String operation, Histogram all) {
    List<Object> cells = new ArrayList<>(List.of(operation, all.getTotalCount()));
    for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
      cells.add(millis(all.getValueAtPercentile(percentile)));
    }
    return cells.toArray();
  }

  private static String millis(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return String.format(
        Locale.ROOT, millis < 10 ? "%,.2f" : millis < 1000 ? "%,.1f" : "%,.0f", millis);
  }

  /** How much all clients got done; complete once this is closed. */
  public synchronized Rates rates() {
    return rates;
  }

  /** Which clients were themselves the limit, a sentence each. */
  public synchronized List<String> limits() {
    return Stream.concat(
            process.inWords().stream(),
            clients.entrySet().stream()
                .flatMap(
                    client ->
                        client.getValue().throughput().limit().inWords(client.getKey()).stream()))
        .toList();
  }

  /** What could not be measured to the end, one sentence each; complete once this is closed. */
  public synchronized List<String> doubts() {
    return Stream.concat(
            doubts.stream(), logs.values().stream().flatMap(log -> log.trouble().stream()))
        .toList();
  }

  /** Ends the last interval and closes the logs. */
  @Override
  public void close() {
    thread.shutdown();
    boolean unused = Uninterruptibles.awaitTerminationUninterruptibly(thread, LAST_TICK_LIMIT);
    try {
      last.run();
    } catch (RuntimeException | Error e) {
      // It is among the doubts.
    }
    last = () -> {};
    synchronized (this) {
      logs.values().forEach(LatencyRecorder::close);
    }
  }

  /**
   * Whether this process used up the processors that it may use: its clients were the limit then.
   */
  static final class ProcessLimit {
    private static final double CPU = 0.9;
    private static final OperatingSystemMXBean SYSTEM =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final LongSupplier cpuNanos;
    private final LongSupplier nanoClock;
    private final int processors;
    private long lastCpu;
    private long lastNanos;
    private int intervals;
    private int busy;

    ProcessLimit(LongSupplier cpuNanos, LongSupplier nanoClock, int processors) {
      this.cpuNanos = cpuNanos;
      this.nanoClock = nanoClock;
      this.processors = processors;
      this.lastCpu = cpuNanos.getAsLong();
      this.lastNanos = nanoClock.getAsLong();
    }

    static long cpuOfThisProcess() {
      return SYSTEM.getProcessCpuTime();
    }

    /** Ends an interval. */
    void sample() {
      long cpu = cpuNanos.getAsLong();
      long nanos = nanoClock.getAsLong();
      double ratio = (double) (cpu - lastCpu) / Math.max(1, nanos - lastNanos) / processors;
      lastCpu = cpu;
      lastNanos = nanos;
      intervals++;
      if (ratio > CPU) {
        busy++;
      }
    }

    /** In words; empty if there was CPU left in every interval. */
    Optional<String> inWords() {
      return busy == 0
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "this process used over %.0f %% of its %d processors in %d of %d intervals",
                  100 * CPU,
                  processors,
                  busy,
                  intervals));
    }
  }
}
