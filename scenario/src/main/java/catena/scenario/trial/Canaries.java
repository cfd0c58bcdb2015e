// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.read.plant.Fault;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Plants one fault after the other in a side table, and sees whether a check notices it: each fault
 * once before any comes again, by one check after the other. For one thread.
 *
 * <p>Where a fault cannot be planted or healed for certain, as while servers are down, the table is
 * given up and another one made, so that nothing unknown is left in it. A table that cannot be
 * removed then is removed at the end.
 */
final class Canaries {
  private static final Logger LOG = LogManager.getLogger(Canaries.class);

  /** How every note about a canary begins. */
  static final String PREFIX = "canary: ";

  /** How long the removal of a table may take, and at the end that of all that are left. */
  static final Duration REMOVAL = Duration.ofSeconds(40);

  private final FailableSupplier<CanaryTable, Exception> sides;
  private final List<Check> checks;
  private final Duration limit;
  private final Random random;
  private final Consumer<String> notes;
  private final CanaryAccount account = new CanaryAccount();
  private final List<Integer> order = new ArrayList<>();
  private final List<CanaryTable> unremoved = new ArrayList<>();
  private Optional<CanaryTable> side = Optional.empty();
  private int turns;

  /** A table in which faults are planted. */
  interface CanaryTable {
    /** The name of the table. */
    String name();

    /** Writes the correct entries into it; called once, before anything else. */
    void fill() throws Exception;

    /** The faults that can be planted in it. */
    List<Fault> faults();

    /** Plants one of them. */
    void plant(Fault fault) throws Exception;

    /** Heals it. */
    void heal(Fault fault) throws Exception;

    /** Performs a check of it, in which a fault is planted. */
    TrialOutcome perform(Check check, Fault fault, StopSignal stop, Duration limit)
        throws Exception;

    /** Removes it. */
    void remove(Duration limit) throws Exception;
  }

  /**
   * Canaries of which none has been planted yet.
   *
   * @param sides creates the next side table
   * @param checks that must notice them
   * @param limit of one check
   * @param seed of the order of the faults
   * @param notes receives a sentence for each that was noticed, or not
   */
  Canaries(
      FailableSupplier<CanaryTable, Exception> sides,
      List<Check> checks,
      Duration limit,
      long seed,
      Consumer<String> notes) {
    this.sides = sides;
    this.checks = List.copyOf(checks);
    this.limit = limit;
    this.random = new Random(seed);
    this.notes = notes;
  }

  /** Plants one, has a check search for it, and heals it. */
  void next(StopSignal stop) throws InterruptedException {
    try {
      if (side.isEmpty()) {
        CanaryTable made = sides.get();
        side = Optional.of(made); // whatever becomes of it now, it is removed
        made.fill();
      }
      plant(side.get(), stop);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      LOG.warn("a canary was not planted, or not healed", e);
      tell(CanaryAccount.UNPLANTED + Reasons.of(e));
      giveUp();
    }
  }

  private void plant(CanaryTable in, StopSignal stop) throws Exception {
    Fault fault = in.faults().get(drawn(in.faults().size()));
    Check check = checks.get(turns++ % checks.size());
    String what = fault.kind() + " (" + fault.name() + ")";
    in.plant(fault);
    TrialOutcome seen = in.perform(check, fault, stop, limit);
    if (!stop.asked()) { // else the check was cut short and says nothing
      tell(CanaryAccount.note(check.title(), what, Mark.of(fault.whole()), seen));
    }
    in.heal(fault); // whether it can be healed or not
  }

  private void tell(String what) {
    account.recall(what);
    notes.accept(PREFIX + what);
  }

  private int drawn(int faults) {
    if (order.isEmpty()) {
      IntStream.range(0, faults).forEach(order::add);
      Collections.shuffle(order, random);
    }
    return order.remove(order.size() - 1);
  }

  /** Removes the table, now or at the end. */
  private void giveUp() throws InterruptedException {
    if (side.isPresent()) {
      CanaryTable last = side.get();
      side = Optional.empty();
      Optional<String> why = removal(last, REMOVAL);
      if (why.isPresent()) {
        LOG.warn("table {} is removed at the end", last.name());
        unremoved.add(last);
      }
    }
  }

  /** Why a table was not removed; empty if it was. */
  private static Optional<String> removal(CanaryTable of, Duration within)
      throws InterruptedException {
    Optional<Throwable> failure = Threads.attempt(() -> of.remove(within));
    failure.ifPresent(e -> LOG.warn("table {} was not removed", of.name(), e));
    return failure.map(Reasons::of);
  }

  /** The doubt about a table that was not removed. */
  static String unremoved(String table, String why) {
    return "the canary's table %s was not removed, delete it by hand: %s".formatted(table, why);
  }

  /** Removes the tables that are left; nothing is planted after it. */
  void end() throws InterruptedException {
    if (side.isPresent()) {
      unremoved.add(side.get());
      side = Optional.empty();
    }
    Duration each = REMOVAL.dividedBy(Math.max(1, unremoved.size()));
    for (CanaryTable left : unremoved) {
      removal(left, each).ifPresent(why -> account.doubt(unremoved(left.name(), why)));
    }
    unremoved.clear();
  }

  CanaryAccount account() {
    return account;
  }
}
