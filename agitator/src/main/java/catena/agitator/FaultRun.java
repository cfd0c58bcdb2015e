// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static catena.agitator.FaultContext.attempt;
import static catena.records.words.Amounts.seconds;
import static com.google.common.base.Preconditions.checkState;

import catena.agitator.fault.Evidence;
import catena.agitator.fault.Fault;
import catena.agitator.fault.GoingOn;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Target;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import catena.agitator.observe.HeldRow;
import catena.agitator.observe.Observation;
import catena.agitator.observe.ReadProbes;
import catena.agitator.observe.Recovery;
import catena.records.journal.Event;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * The life of one fault, a table of states: {@link #next} says what is done in each, and which
 * state follows.
 *
 * <p>It is recovered from when an observation that began after it was healed sees every server at
 * work and every tablet hosted, and no session of a process that has ended is left in ZooKeeper.
 * All is measured from {@code FaultStarted}, right before it is done. One that could not be done is
 * healed, and neither recovered from nor measured.
 *
 * <p>Whatever goes wrong on the way is a doubt, and what comes after the injection is done all the
 * same: above all it is healed.
 */
final class FaultRun {
  /** How long after the recovery the first acknowledgement and the first read may still come. */
  private static final Duration LATER = Duration.ofSeconds(60);

  /** How many rows are probed: one tablet may come back long before another. */
  private static final int ROWS = 8;

  private final FaultContext context;
  private final TimedFault planned;
  private final Fault fault;
  private final long intendedAt;

  private State state = State.PLANNED;

  /** Written by its own thread, and read by that of the plan. */
  private final Set<State> reached = ConcurrentHashMap.newKeySet();

  /** Also added to by the threads that read. */
  private final List<String> doubts = new CopyOnWriteArrayList<>();

  private InjectedFault injected;
  private volatile List<Victim> victims = List.of();
  private List<Victim> affected = List.of();
  private List<HeldRow> rows = List.of();
  private Optional<String> unread = Optional.empty();
  private Optional<ReadProbes> probes = Optional.empty();
  private Evidence seen = Evidence.against("no proof was sought");
  private String healed = "";
  private Observation.Whole whole;
  private Optional<Recovery> recovery = Optional.empty();
  private boolean holds;
  private long beganAt;
  private long doneAt;
  private long healingAt;
  private long healedAt;

  /** The states of its life, in their order; each is reached once, or never. */
  private enum State {
    /** It waits for its victims to be found. */
    PLANNED,
    /** They are found and written down: from here on it is healed, whatever happens. */
    OPEN,
    /** About to be done: this was recorded and reported. */
    BEGUN,
    /** Injected to the end. */
    DONE,
    /** An independent witness has seen it hit. */
    PROVEN,
    /** No witness has, which is a doubt. */
    UNPROVEN,
    /** It has lasted as long as it was to, or cannot be done; to be healed now. */
    ENDING,
    /** What heals it has returned. */
    HEALED,
    /** The cluster was seen whole after that, whether it had been done or not. */
    WHOLE,
    /** Whole after it was done: what it cost is known. */
    RECOVERED,
    /** The cluster is as it was, or will not be because of this. */
    OVER
  }

  /**
   * One fault of a plan.
   *
   * @param intendedAt wall clock, milliseconds
   */
  FaultRun(FaultContext context, TimedFault planned, long intendedAt) {
    this.context = context;
    this.planned = planned;
    this.fault = Fault.of(planned.fault()).orElseThrow();
    this.intendedAt = intendedAt;
  }

  /** The table: does what is to be done in the state that it is in; which state that leads to. */
  private State next() throws InterruptedException {
    return switch (state) {
      case PLANNED -> open() ? State.OPEN : State.OVER;
      case OPEN -> begin();
      case BEGUN -> inject() ? State.DONE : State.ENDING;
      case DONE -> prove() ? State.PROVEN : State.UNPROVEN;
      case PROVEN, UNPROVEN -> hold();
      case ENDING -> heal() ? State.HEALED : State.OVER;
      case HEALED -> becomesWhole() ? State.WHOLE : State.OVER;
      case WHOLE -> recovered() ? State.RECOVERED : State.OVER;
      case RECOVERED, OVER -> State.OVER;
    };
  }

  /** Lives it; returns when the fault is over, healed or given up, and measured. */
  FaultResult run() throws InterruptedException {
    try {
      try {
        advance(State.ENDING);
      } finally {
        end();
      }
      if (recovery.isPresent()) {
        measureLater(recovery.get());
      }
    } finally {
      probes.ifPresent(ReadProbes::close);
    }
    return result();
  }

  /** Goes on to a state, or beyond; {@link #end} marks it as over. */
  private void advance(State until) throws InterruptedException {
    while (state.compareTo(until) < 0) {
      state = next();
      if (state != State.OVER) {
        reached.add(state);
      }
    }
  }

  /** Heals what is open, also where a step before was broken off. */
  private void end() throws InterruptedException {
    try {
      if (reached.contains(State.OPEN)) {
        state = State.ENDING;
        advance(State.OVER);
      } else if (holds) {
        context.watchdog().healing(injected.servers());
      }
    } finally {
      if (holds) {
        context.watchdog().release();
      }
      reached.add(State.OVER);
    }
  }

  /** What has become of a fault whose life broke off, with that as one more doubt. */
  FaultResult brokeOff(Throwable cause) {
    String step =
        !reached.contains(State.BEGUN)
            ? "prove"
            : reached.contains(State.HEALED) ? "recover" : "heal";
    doubt(step, planned.words() + " broke off: " + cause);
    return result();
  }

  /** What has become of it until now; for any thread. */
  FaultResult result() {
    return new FaultResult(
        planned,
        victims,
        reached.contains(State.BEGUN),
        reached.contains(State.PROVEN),
        reached.contains(State.HEALED),
        reached.contains(State.RECOVERED),
        recovery.map(Recovery::measures).orElseGet(TreeMap::new),
        List.copyOf(doubts));
  }

  /** Whether the cluster is as it was, or will not be because of this. */
  boolean isOver() {
    return reached.contains(State.OVER);
  }

  /** Whether it is over and the cluster is not as it was. */
  boolean leftDamage() {
    return isOver() && reached.contains(State.BEGUN) && !reached.contains(State.WHOLE);
  }

  /** Finds the victims, has them to itself, and writes them down. */
  private boolean open() throws InterruptedException {
    // Who hosts or holds something is unknown while none does; who is down may be healed soon.
    boolean sought = !Target.unnamed(planned.targets()).isEmpty();
    FailableRunnable<Exception> search =
        () -> {
          injected = fault.resolve(context.field(), planned);
          affected = context.field().affected(injected);
          if (injected.servers().stream().noneMatch(context.watchdog().held()::contains)) {
            unread =
                attempt(() -> rows = context.watch().rowsHeldBy(affected, context.tableId(), ROWS));
            holds = context.watchdog().hold(injected.servers());
          }
          checkState(holds, "another fault hit one of %s, which%s", injected.names(), Fault.DOWN);
        };
    Optional<String> failure = context.seek(search, why -> sought || why.endsWith(Fault.DOWN));
    if (failure.isPresent() || context.stop().asked()) {
      String why = context.stop().reason().orElseGet(failure::orElseThrow);
      doubt("prove", planned.words() + " was not done: " + why);
      return false;
    }
    victims = injected.victims();
    unread.ifPresent(why -> note("no row is read to see what it costs: " + why));
    Optional<String> unwritten = attempt(() -> context.open().add(injected));
    unwritten.ifPresent(
        why ->
            doubt("prove", injected.words() + " was not done, it cannot be written down: " + why));
    return unwritten.isEmpty();
  }

  private State begin() throws InterruptedException {
    List<String> during = context.goingOn().stream().map(GoingOn::word).toList();
    beganAt = context.now();
    List<String> targets = victims.stream().map(Victim::text).toList();
    journal(
        new Event.FaultStarted(
            beganAt, context.name(), injected.id(), injected.fault(), targets, intendedAt, during));
    context.notes().accept(injected.words());
    context.journal().flush();
    ReadProbes begun =
        ReadProbes.start(
            context.field(), context.tableId(), rows, context.clock(), w -> doubt("recover", w));
    probes = Optional.of(begun);
    return State.BEGUN;
  }

  private void journal(Event event) {
    context.journal().add(event);
  }

  /** Prints a note about it for the user. */
  private void note(String words) {
    context.notes().accept(injected.words() + ": " + words);
  }

  private boolean inject() throws InterruptedException {
    context.acts(injected.fault(), true);
    Optional<String> failure = attempt(() -> fault.act(context.field(), injected, this::hit));
    doneAt = context.now();
    context.acts(injected.fault(), false);
    if (failure.isPresent()) {
      doubt("prove", injected.words() + " could not be done: " + failure.get());
      return false;
    }
    journal(new Event.FaultDone(doneAt, context.name(), injected.id()));
    return true;
  }

  private void hit(Victim victim) {
    probes.get().hit(victim);
    checkState(!fault.inTurn() || !context.stop().asked(), "a stop was asked for");
  }

  /** Checks until something shows it, a check fails, or the limit is over. */
  private boolean prove() throws InterruptedException {
    long deadline = context.now() + context.proofLimit().toMillis();
    Optional<String> failure = Optional.empty();
    while (!seen.shows() && failure.isEmpty() && context.now() < deadline) {
      failure = attempt(this::seekProof);
      if (!seen.shows() && failure.isEmpty()) {
        context.stop().waitOut(FaultContext.POLL);
      }
    }
    String text = seen.text();
    if (seen.shows()) {
      journal(new Event.FaultProven(context.now(), context.name(), injected.id(), text));
      note("proven, " + text);
    } else {
      doubt(
          "prove",
          "%s is not proven after %s: %s"
              .formatted(injected.words(), seconds(context.now() - doneAt), failure.orElse(text)));
    }
    return seen.shows();
  }

  private void seekProof() throws Exception {
    try {
      seen = fault.proof(context.field(), injected);
    } catch (IOException | TimeoutException e) {
      seen = Evidence.against(Reasons.of(e)); // a witness that does not answer now
    }
  }

  /** Not longer than planned where the clock is set back. */
  private State hold() throws InterruptedException {
    long left = Math.min(0, doneAt - context.now()) + planned.hold().toMillis();
    boolean unused = left > 0 && context.stop().await(Duration.ofMillis(left));
    return State.ENDING;
  }

  /** What cannot be healed stays written down. */
  private boolean heal() throws InterruptedException {
    healingAt = context.now();
    Optional<String> failure = context.retry(() -> healed = fault.heal(context.field(), injected));
    healedAt = context.now();
    context.watchdog().healing(injected.servers());
    if (failure.isPresent()) {
      doubt("heal", injected.words() + " could not be healed: " + failure.get());
      return false;
    }
    journal(new Event.FaultHealed(healedAt, context.name(), injected.id(), healed));
    note("healed" + (healed.isEmpty() ? "" : ", " + healed));
    return true;
  }

  /** Waits until an observation that began after the healing sees nothing missing. */
  private boolean becomesWhole() throws InterruptedException {
    BooleanSupplier limit = context.limit();
    context
        .retry(() -> context.watch().end(context.field().endedSessions(affected)))
        .ifPresent(why -> note("whose processes have ended cannot be seen: " + why));
    var later = context.watch().whole().later(context.now());
    Optional<String> missing = Optional.of("the cluster could not be asked");
    while (!limit.getAsBoolean()) {
      for (Observation.Whole observation : later.get()) {
        missing = observation.missing(context.watchdog().held());
        if (missing.isEmpty()) {
          whole = observation;
          attempt(() -> context.open().remove(injected))
              .ifPresent(why -> note("that it is healed cannot be written down: " + why));
          return true;
        }
      }
      context.stop().waitOut(FaultContext.POLL);
    }
    doubt(
        "recover",
        "%s is not recovered from after %s: %s"
            .formatted(injected.words(), seconds(context.now() - healedAt), missing.get()));
    return false;
  }

  /** One that was not done costs nothing. */
  private boolean recovered() {
    if (!reached.contains(State.DONE)) {
      note("was not done, and the cluster is whole");
      return false;
    }
    Recovery cost = new Recovery(beganAt);
    cost.whole(context.watch(), affected, whole, fault.unhosts(), healingAt, healedAt);
    recovery = Optional.of(cost);
    context.watchdog().recovered(injected.words(), whole.ended());
    note(
        "recovered %s after the injection, %s after it was healed"
            .formatted(seconds(whole.ended() - beganAt), seconds(whole.ended() - healedAt)));
    return true;
  }

  /** What the clients saw is known a little later; the fault is over by then. */
  private void measureLater(Recovery cost) throws InterruptedException {
    long end = context.now() + LATER.toMillis();
    try {
      boolean known = false;
      do {
        known = cost.clients(probes.get(), context.witnesses(), doneAt);
        known &= cost.notice(context.watch(), affected, whole.ended());
      } while (!known && context.now() < end && !context.stop().await(FaultContext.POLL));
    } catch (IOException e) {
      note("the journals do not show what it cost: " + e);
    }
    journal(
        new Event.FaultRecovered(whole.ended(), context.name(), injected.id(), cost.measures()));
  }

  private void doubt(String step, String reason) {
    doubts.add(reason);
    context.doubt(planned.id(), step, reason);
    context.notes().accept(reason);
  }
}
