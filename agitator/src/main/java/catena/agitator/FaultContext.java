// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.GoingOn;
import catena.agitator.observe.ClientJournals;
import catena.agitator.observe.ClusterWatch;
import catena.agitator.observe.Watchdog;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import com.google.common.collect.Multiset;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * What every fault of a plan works with.
 *
 * @param name under which the journal is written
 * @param tableId of the run's table; empty if there is none
 * @param operations the names of the manager's unfinished table operations
 * @param acting what faults of the plan bring about at this moment, once for each; safe for their
 *     threads
 * @param proofLimit until a fault that was done must be proven
 * @param recoveryLimit until it must be healed, and from then until the cluster must be whole
 * @param notes takes lines for people
 * @param stop asks for the end: what is open is healed, nothing new is begun
 */
public record FaultContext(
    String name,
    String tableId,
    ClusterUnderTest field,
    ClusterWatch watch,
    Watchdog watchdog,
    UnhealedFaults open,
    ClientJournals witnesses,
    FailableSupplier<Set<String>, IOException> operations,
    Multiset<GoingOn> acting,
    Journal journal,
    Clock clock,
    Duration proofLimit,
    Duration recoveryLimit,
    Consumer<String> notes,
    StopSignal stop) {
  static final Duration POLL = Duration.ofMillis(250);

  /** What was seen longer ago is taken to be over. */
  private static final Duration FRESH = Duration.ofSeconds(3);

  /** How long finding, healing or the recovery may still take once a stop is asked for. */
  private static final Duration HASTE = Duration.ofSeconds(30);

  /** What goes on now, as far as it can be seen. */
  Set<GoingOn> goingOn() {
    EnumSet<GoingOn> now = EnumSet.noneOf(GoingOn.class);
    now.addAll(acting);
    if (watch.recovering(now() - FRESH.toMillis())) {
      now.add(GoingOn.RECOVERY);
    }
    try {
      operations.get().forEach(name -> GoingOn.ofOperation(name).ifPresent(now::add));
    } catch (IOException e) {
      // Operations that cannot be read now show nothing.
    }
    return now;
  }

  /** A fault that brings about a split, begins or ends to do so; others change nothing. */
  void acts(String fault, boolean begins) {
    if (GoingOn.of(fault).filter(GoingOn.SPLIT::equals).isPresent()) {
      boolean unused = begins ? acting.add(GoingOn.SPLIT) : acting.remove(GoingOn.SPLIT);
    }
  }

  /** Wall clock, milliseconds. */
  long now() {
    return clock.millis();
  }

  /** Writes into the journal why a fault proves nothing, and in which step of its life. */
  void doubt(int fault, String step, String reason) {
    journal.add(new Event.FaultDoubted(now(), name, fault, step, reason));
  }

  /** Whether the limit of one step that begins now is over: sooner once a stop is asked for. */
  BooleanSupplier limit() {
    AtomicLong end = new AtomicLong(now() + recoveryLimit.toMillis());
    AtomicBoolean shortened = new AtomicBoolean();
    return () -> {
      if (stop.asked() && !shortened.getAndSet(true)) {
        end.set(Math.min(end.get(), now() + HASTE.toMillis()));
      }
      return now() >= end.get();
    };
  }

  /** Tries again until it succeeds or the limit is over; the last failure then. */
  Optional<String> retry(FailableRunnable<Exception> step) throws InterruptedException {
    BooleanSupplier limit = limit();
    Optional<String> failure = attempt(step);
    while (failure.isPresent() && !limit.getAsBoolean()) {
      stop.waitOut(POLL);
      failure = attempt(step);
    }
    return failure;
  }

  /** The same while the failure may pass, until a stop is asked for: nothing new is begun then. */
  Optional<String> seek(FailableRunnable<Exception> step, Predicate<String> passes)
      throws InterruptedException {
    BooleanSupplier limit = limit();
    Optional<String> failure = attempt(step);
    while (failure.filter(passes).isPresent() && !limit.getAsBoolean() && !stop.await(POLL)) {
      failure = attempt(step);
    }
    return failure;
  }

  /** Tries once; why it failed, if it did. */
  static Optional<String> attempt(FailableRunnable<Exception> step) throws InterruptedException {
    // Any failure is reported, and no defect of ours keeps the fault from being healed.
    return Threads.attempt(step::run).map(e -> e instanceof Error ? e.toString() : Reasons.of(e));
  }
}
