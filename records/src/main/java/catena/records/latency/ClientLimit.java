// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.journal.Event;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a client was itself what held its figures down: its CPU used up, or its schedule not kept
 * though it hardly waited. One that is late and mostly waits is behind its schedule for another's
 * sake: its next operation is due, and begins as soon as the one before is answered.
 */
public final class ClientLimit {
  /** The share of its thread's time from which on a client counts as used up. */
  private static final double CPU = 0.9;

  /** How late an operation must begin to count: less is a pause of the garbage collector. */
  private static final double LATE_SECONDS = 1;

  /** Up to which share of its thread's time on a CPU a client that is late counts as waiting. */
  private static final double WAITING = 0.5;

  /** Shorter intervals, as the last one may be, say little. */
  private static final double LEAST_SECONDS = 1;

  private int intervals;
  private int busy;
  private double mostCpu;

  /** How late operations began, in seconds, in intervals in which they did: by its own fault. */
  private final DoubleSummaryStatistics own = new DoubleSummaryStatistics();

  /** The same where it waited for an answer. */
  private final DoubleSummaryStatistics waiting = new DoubleSummaryStatistics();

  /** Nothing is known of a client yet. */
  public ClientLimit() {}

  /** Takes an interval as the journal records it. */
  public void add(Event.Throughput interval) {
    if (intervals > 0 && interval.seconds() < LEAST_SECONDS) {
      return;
    }
    intervals++;
    if (interval.cpuRatio() > CPU) {
      busy++;
    }
    if (interval.lateSeconds() > LATE_SECONDS) {
      (interval.cpuRatio() > WAITING ? own : waiting).accept(interval.lateSeconds());
    }
    mostCpu = Math.max(mostCpu, interval.cpuRatio());
  }

  /** How many intervals were evaluated. */
  public int intervals() {
    return intervals;
  }

  /** In how many of them the client's thread was used up. */
  public int busy() {
    return busy;
  }

  /** In words; empty if the client was no limit in any interval, and never late. */
  Optional<String> inWords(String client) {
    List<String> words = new ArrayList<>();
    if (busy > 0) {
      words.add(
          String.format(
              Locale.ROOT,
              "busy in %d of %d intervals (up to %.0f %% CPU)",
              busy,
              intervals,
              100 * mostCpu));
    }
    if (own.getCount() > 0) {
      words.add(inWords(own));
    }
    List<String> sentences = new ArrayList<>();
    if (!words.isEmpty()) {
      sentences.add("may have been the limit: " + String.join(", ", words));
    }
    if (waiting.getCount() > 0) {
      sentences.add("waited for answers: " + inWords(waiting));
    }
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.of(client + " " + String.join("; ", sentences));
  }

  private String inWords(DoubleSummaryStatistics late) {
    Duration most = Duration.ofMillis((long) (late.getMax() * 1e3));
    return "late in %d of %d intervals (by up to %s)"
        .formatted(late.getCount(), intervals, Amounts.span(most));
  }
}
