package catena.harness.latency;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What one client gets done, interval by interval: one thread counts, another one takes.
 *
 * <p>Beside the work it takes what tells whether the client itself was the limit: the CPU time of
 * its thread, and how late behind its schedule operations began.
 */
public final class Throughput {
  /** How often the counting thread looks at its CPU time, which costs more than counting. */
  private static final long CPU_EVERY_NANOS = 50_000_000;

  private final LongSupplier nanoClock;
  private final LongSupplier threadCpuNanos;
  private final LongAdder operations = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder entries = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final AtomicLong mostLateNanos = new AtomicLong();
  private volatile long cpuNanos;
  private long cpuOriginNanos = Long.MIN_VALUE;
  private long cpuSeenAtNanos;
  private Taken last;

  /** All that was counted up to some moment. */
  private record Taken(
      long atNanos, long cpuNanos, long operations, long rows, long entries, long bytes) {}

  /**
   * A client that has done nothing yet.
   *
   * @param threadCpuNanos the CPU time of the thread that asks
   */
  public Throughput(LongSupplier nanoClock, LongSupplier threadCpuNanos) {
    this.nanoClock = nanoClock;
    this.threadCpuNanos = threadCpuNanos;
    this.last = taken();
  }

  /**
   * Counts an operation that is over; by the client's thread.
   *
   * @param ofBytes of the keys and values that came or went
   */
  public void done(long ofRows, long ofEntries, long ofBytes) {
    operations.increment();
    rows.add(ofRows);
    entries.add(ofEntries);
    bytes.add(ofBytes);
    lookAtCpu();
  }

  /** Tells when an operation was to begin and when it did; by the client's thread. */
  public void began(long intendedNanos, long startNanos) {
    long late = startNanos - intendedNanos;
    if (late > mostLateNanos.get()) {
      mostLateNanos.accumulateAndGet(late, Math::max);
    }
    if (cpuOriginNanos == Long.MIN_VALUE) {
      lookAtCpu();
    }
  }

  private void lookAtCpu() {
    long now = nanoClock.getAsLong();
    if (cpuOriginNanos == Long.MIN_VALUE) {
      cpuOriginNanos = threadCpuNanos.getAsLong();
      cpuSeenAtNanos = now;
    } else if (now - cpuSeenAtNanos >= CPU_EVERY_NANOS) {
      cpuSeenAtNanos = now;
      cpuNanos = threadCpuNanos.getAsLong() - cpuOriginNanos;
    }
  }

  private Taken taken() {
    return new Taken(
        nanoClock.getAsLong(), cpuNanos, operations.sum(), rows.sum(), entries.sum(), bytes.sum());
  }

  /** What was counted since the last call; by one other thread. */
  Interval take() {
    Taken before = last;
    last = taken();
    return new Interval(
        last.atNanos - before.atNanos,
        last.operations - before.operations,
        last.rows - before.rows,
        last.entries - before.entries,
        last.bytes - before.bytes,
        last.cpuNanos - before.cpuNanos,
        mostLateNanos.getAndSet(0));
  }
}
