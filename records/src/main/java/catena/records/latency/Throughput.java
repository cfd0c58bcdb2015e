// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.journal.Event;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * What one client gets done, interval by interval: one thread counts, another one takes.
 *
 * <p>In addition to the work it takes what shows whether the client itself was the limit: the CPU
 * time of its thread, and how late behind its schedule operations began.
 */
public final class Throughput {
  /** How often the counting thread samples its CPU time, which costs more than counting. */
  private static final long CPU_EVERY_NANOS = 50_000_000;

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** For an interval of more seconds than this, what was done in each is not recorded. */
  private static final int MOST_SECONDS = 600;

  private final LongSupplier nanoClock;
  private final LongSupplier threadCpuNanos;
  private final ClientLimit limit = new ClientLimit();
  private volatile LongUnaryOperator backlog = now -> 0;
  private volatile long cpuNanos;
  private long cpuOriginNanos = Long.MIN_VALUE;
  private long cpuSeenAtNanos;

  // What is below is guarded by this.
  private long operations;
  private long rows;
  private long entries;
  private long bytes;
  private long[] countsBySecond = new long[0];
  private long mostLateNanos;
  private long takenAtNanos;
  private long takenCpuNanos;

  /**
   * A client that has done nothing yet.
   *
   * @param threadCpuNanos the CPU time of the thread that asks
   */
  public Throughput(LongSupplier nanoClock, LongSupplier threadCpuNanos) {
    this.nanoClock = nanoClock;
    this.threadCpuNanos = threadCpuNanos;
    this.takenAtNanos = nanoClock.getAsLong();
  }

  /**
   * From now on an interval also reports how late what has not begun is: nothing may begin in it.
   *
   * @param lateNanos how long the next operation is overdue at a time; called by the taking thread
   */
  public void follow(LongUnaryOperator lateNanos) {
    backlog = lateNanos;
  }

  /**
   * Counts an operation that is over; by the client's thread.
   *
   * @param counted of it in this second: its rows, or 1 for an operation of a mix
   * @param ofBytes of the keys and values that came or went
   */
  public void done(long counted, long ofRows, long ofEntries, long ofBytes) {
    long now = nanoClock.getAsLong();
    synchronized (this) {
      operations++;
      rows += ofRows;
      entries += ofEntries;
      bytes += ofBytes;
      count(now, counted);
    }
    sampleCpu(now);
  }

  private void count(long now, long number) {
    int second = (int) Math.min(MOST_SECONDS, Math.max(0, now - takenAtNanos) / SECOND_NANOS);
    if (second < MOST_SECONDS) {
      if (second >= countsBySecond.length) {
        countsBySecond = Arrays.copyOf(countsBySecond, second + 1);
      }
      countsBySecond[second] += number;
    }
  }

  /**
   * Counts writes that a writer has handed over, long before the operation that they belong to is
   * {@link #done}; by the client's thread.
   */
  public void handedOver(long writes) {
    long now = nanoClock.getAsLong();
    synchronized (this) {
      count(now, writes);
    }
  }

  /** Records when an operation was to begin and when it did; by the client's thread. */
  public void began(long intendedNanos, long startNanos) {
    synchronized (this) {
      mostLateNanos = Math.max(mostLateNanos, startNanos - intendedNanos);
    }
    if (cpuOriginNanos == Long.MIN_VALUE) {
      sampleCpu(nanoClock.getAsLong());
    }
  }

  private void sampleCpu(long now) {
    if (cpuOriginNanos == Long.MIN_VALUE) {
      cpuOriginNanos = threadCpuNanos.getAsLong();
      cpuSeenAtNanos = now;
    } else if (now - cpuSeenAtNanos >= CPU_EVERY_NANOS) {
      cpuSeenAtNanos = now;
      cpuNanos = threadCpuNanos.getAsLong() - cpuOriginNanos;
    }
  }

  /** What was counted since the last call, as the journal records it; by one other thread. */
  synchronized Event.Throughput take(long at, String client, boolean writes) {
    long now = nanoClock.getAsLong();
    long cpu = cpuNanos;
    long nanos = now - takenAtNanos;
    Event.Throughput interval =
        new Event.Throughput(
            at,
            client,
            writes,
            (double) nanos / SECOND_NANOS,
            operations,
            rows,
            entries,
            bytes,
            nanos <= 0 ? 0 : (double) (cpu - takenCpuNanos) / nanos,
            (double) Math.max(mostLateNanos, backlog.applyAsLong(now)) / SECOND_NANOS,
            bySecond(nanos));
    operations = 0;
    rows = 0;
    entries = 0;
    bytes = 0;
    countsBySecond = new long[0];
    mostLateNanos = 0;
    takenAtNanos = now;
    takenCpuNanos = cpu;
    limit.add(interval);
    return interval;
  }

  /** Whether the client itself was the limit in the intervals that were taken. */
  synchronized ClientLimit limit() {
    return limit;
  }

  /** One count for each second that was begun. */
  private List<Long> bySecond(long nanos) {
    long seconds = Math.max(countsBySecond.length, (nanos + SECOND_NANOS - 1) / SECOND_NANOS);
    return seconds > MOST_SECONDS
        ? List.of()
        : Arrays.stream(Arrays.copyOf(countsBySecond, (int) seconds)).boxed().toList();
  }
}
