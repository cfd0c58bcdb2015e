package catena.agitator;

import catena.agitator.fault.Evidence;
import catena.agitator.fault.Fault;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Target;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import catena.agitator.observe.HeldRow;
import catena.agitator.observe.Observation;
import catena.agitator.observe.ReadProbes;
import catena.agitator.observe.Recovery;
import catena.agitator.plan.Faults;
import catena.harness.instance.ServerId;
import catena.records.journal.Event;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * The life of one fault, a table of states: {@link #next} says what is done in each, and to which
 * that leads.
 *
 * <p>It is recovered from when a look that began after it was healed sees every server at work and
 * every tablet hosted, and no session of a process that has ended is left in ZooKeeper. All is
 * measured from {@code FaultStarted}, right before it is done. One that could not be done is
 * healed, and neither recovered from nor measured.
 *
 * <p>Whatever goes wrong on the way is a doubt, and what comes after the injection is done all the
 * same: above all it is healed.
 */
final class FaultRun {
  private static final Duration LOOK = Duration.ofMillis(250);

  /** How long after the recovery the first acknowledgement and the first read may still come. */
  private static final Duration LATER = Duration.ofSeconds(60);

  /** How many rows are probed: one tablet may come back long before another. */
  private static final int ROWS = 8;

  /** How long finding, healing or the recovery may still take once everybody is to stop. */
  private static final Duration HASTE = Duration.ofSeconds(30);

  private final FaultContext context;
  private final TimedFault planned;
  private final Fault fault;
  private final long intendedAt;

  private State state = State.PLANNED;

  /** Written by its own thread, and read by that of the plan. */
  private final Set<State> reached = ConcurrentHashMap.newKeySet();

  /** Also told by the threads that read. */
  private final List<String> doubts = new CopyOnWriteArrayList<>();

  private InjectedFault injected;
  private Set<ServerId> servers = Set.of();
  private List<Victim> victims = List.of();
  private List<Victim> affected = List.of();
  private List<HeldRow> rows = List.of();
  private Optional<ReadProbes> probes = Optional.empty();
  private OptionalLong hitAt = OptionalLong.empty();
  private Observation.Whole whole;
  private Optional<Recovery> recovery = Optional.empty();
  private long beganAt;
  private long doneAt;
  private long healingAt;
  private long healedAt;

  /** What its life may have come to, in its order; each is reached once, or never. */
  private enum State {
    /** It waits for its victims to be found. */
    PLANNED,
    /** They are found and written down: from here on it is healed, whatever happens. */
    OPEN,
    /** About to be done: that it is so was written down and told. */
    BEGUN,
    /** Injected to the end. */
    DONE,
    /** Somebody else has seen it hit. */
    PROVEN,
    /** Nobody has, which is a doubt. */
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
    this.fault = Faults.of(planned.fault()).orElseThrow();
    this.intendedAt = intendedAt;
  }

  /** The table: does what is to be done in the state that it is in; which state that leads to. */
  private State next() throws InterruptedException {
    return switch (state) {
      case PLANNED -> find() && writeDown() ? State.OPEN : State.OVER;
      case OPEN -> begin();
      case BEGUN -> inject() ? State.DONE : State.ENDING;
      case DONE -> prove() ? State.PROVEN : State.UNPROVEN;
      case PROVEN, UNPROVEN -> hold();
      case ENDING -> heal() ? State.HEALED : State.OVER;
      case HEALED -> becomesWhole() ? State.WHOLE : State.OVER;
      case WHOLE -> reached.contains(State.DONE) ? recovered() : notDone();
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
      measureLater();
    } finally {
      probes.ifPresent(ReadProbes::close);
    }
    return result();
  }

  private void advance(State until) throws InterruptedException {
    while (state.compareTo(until) < 0) {
      state = next();
      reached.add(state);
    }
  }

  /** Heals what is open, also where a step before was broken off. */
  private void end() throws InterruptedException {
    try {
      if (reached.contains(State.OPEN)) {
        state = State.ENDING;
        advance(State.OVER);
      }
    } finally {
      if (reached.contains(State.OPEN)) {
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

  private FaultResult result() {
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

  TimedFault planned() {
    return planned;
  }

  /** Whether the cluster is as it was, or will not be because of this. */
  boolean isOver() {
    return reached.contains(State.OVER);
  }

  /** Whether it is over and the cluster is not as it was. */
  boolean leftDamage() {
    return isOver() && reached.contains(State.BEGUN) && !reached.contains(State.WHOLE);
  }

  private boolean find() throws InterruptedException {
    // Who hosts the metadata table cannot be told while nobody does, nor who holds a lock then.
    boolean sought =
        planned.targets().stream().anyMatch(t -> Target.parse(t).unnamed().isPresent());
    FailableRunnable<Exception> look =
        () -> {
          injected = fault.look(context.field(), planned);
          affected = context.field().affected(injected);
        };
    StepLimit limit = new StepLimit();
    Optional<String> failure = attempt(look);
    while (sought && failure.isPresent() && !limit.isOver() && !context.stop().await(LOOK)) {
      failure = attempt(look);
    }
    if (failure.isPresent() || context.stop().asked()) {
      String why = context.stop().reason().orElseGet(failure::orElseThrow);
      doubt("prove", planned.words() + " was not done: " + why);
      return false;
    }
    victims = injected.victims();
    Optional<String> blind =
        attempt(() -> rows = context.watch().rowsHeldBy(affected, context.tableId(), ROWS));
    blind.ifPresent(
        why -> note("no row is read to see what " + injected.words() + " costs: " + why));
    return true;
  }

  private boolean writeDown() {
    try {
      context.open().add(injected);
      return true;
    } catch (IOException e) {
      doubt("prove", injected.words() + " was not done, it cannot be written down: " + e);
      return false;
    }
  }

  private State begin() throws InterruptedException {
    servers =
        injected.names().stream()
            .flatMap(name -> ServerId.parse(name).stream())
            .collect(Collectors.toSet());
    context.watchdog().hold(servers);
    beganAt = now();
    doneAt = beganAt;
    List<String> targets = victims.stream().map(Victim::text).toList();
    tell(
        new Event.FaultStarted(
            beganAt, context.name(), injected.id(), injected.fault(), targets, intendedAt),
        "");
    context.journal().flush();
    probes =
        Optional.of(
            ReadProbes.start(
                context.field(),
                context.tableId(),
                rows,
                context.clock(),
                why -> doubt("recover", why)));
    return State.BEGUN;
  }

  /** It has come to what the journal and people are told. */
  private void tell(Event event, String words) {
    context.journal().add(event);
    note(injected.words() + words);
  }

  private boolean inject() throws InterruptedException {
    Optional<String> failure = attempt(() -> fault.act(context.field(), injected, this::hit));
    doneAt = now();
    if (failure.isPresent()) {
      doubt("prove", injected.words() + " could not be done: " + failure.get());
      return false;
    }
    context.journal().add(new Event.FaultDone(doneAt, context.name(), injected.id()));
    return true;
  }

  private void hit(Victim victim) {
    if (hitAt.isEmpty()) {
      hitAt = OptionalLong.of(now());
    }
    probes.ifPresent(reads -> reads.hit(victim));
  }

  /** Looks until something shows it, a look breaks, or the limit is over. */
  private boolean prove() throws InterruptedException {
    long deadline = now() + context.proofLimit().toMillis();
    AtomicReference<Evidence> seen = new AtomicReference<>(Evidence.against("no proof was looked for"));
    Optional<String> failure = Optional.empty();
    while (!seen.get().shows() && failure.isEmpty() && now() < deadline) {
      failure = attempt(() -> seen.set(look()));
      if (!seen.get().shows() && failure.isEmpty()) {
        context.stop().waitOut(LOOK);
      }
    }
    String text = seen.get().text();
    if (seen.get().shows()) {
      tell(new Event.FaultProven(now(), context.name(), injected.id(), text), ": proven, " + text);
    } else {
      doubt(
          "prove",
          "%s is not proven after %s: %s"
              .formatted(injected.words(), seconds(now() - doneAt), failure.orElse(text)));
    }
    return seen.get().shows();
  }

  private Evidence look() throws Exception {
    try {
      return fault.proof(context.field(), injected);
    } catch (IOException | TimeoutException e) {
      return Evidence.against(Reasons.of(e)); // a witness who cannot be asked now
    }
  }

  private State hold() throws InterruptedException {
    long left = doneAt + planned.hold().toMillis() - now();
    if (left > 0) {
      boolean unused = context.stop().await(Duration.ofMillis(left));
    }
    return State.ENDING;
  }

  /** What cannot be healed stays written down. */
  private boolean heal() throws InterruptedException {
    healingAt = now();
    AtomicReference<String> done = new AtomicReference<>("");
    Optional<String> failure = retry(() -> done.set(fault.heal(context.field(), injected)));
    healedAt = now();
    context.watchdog().healing(servers);
    if (failure.isPresent()) {
      doubt("heal", injected.words() + " could not be healed: " + failure.get());
      return false;
    }
    tell(
        new Event.FaultHealed(healedAt, context.name(), injected.id(), done.get()),
        ": healed" + (done.get().isEmpty() ? "" : ", " + done.get()));
    return true;
  }

  /** Waits until a look that began after the healing sees nothing missing. */
  private boolean becomesWhole() throws InterruptedException {
    StepLimit limit = new StepLimit();
    Optional<String> blind =
        retry(() -> context.watch().end(context.field().endedSessions(affected)));
    blind.ifPresent(why -> note("whose processes have ended cannot be seen: " + why));
    long from = now();
    Optional<String> missing = Optional.of("the cluster could not be asked");
    while (!limit.isOver()) {
      for (Observation.Whole look : context.watch().whole().since(from)) {
        missing = look.missing(context.watchdog().held());
        if (missing.isEmpty()) {
          whole = look;
          forget();
          return true;
        }
      }
      context.stop().waitOut(LOOK);
    }
    doubt(
        "recover",
        "%s is not recovered from after %s: %s"
            .formatted(injected.words(), seconds(now() - healedAt), missing.get()));
    return false;
  }

  private void forget() {
    try {
      context.open().remove(injected);
    } catch (IOException e) {
      note("that fault " + injected.id() + " is healed cannot be written down: " + e);
    }
  }

  private State notDone() {
    note(injected.words() + ": was not done, and the cluster is whole");
    return State.OVER;
  }

  private State recovered() {
    Recovery cost = new Recovery(beganAt);
    cost.whole(context.watch(), affected, whole, fault.unhosts(), healingAt, healedAt);
    recovery = Optional.of(cost);
    context.watchdog().recovered(injected.words(), whole.ended());
    note(
        "%s: recovered %s after the injection, %s after it was healed"
            .formatted(
                injected.words(),
                seconds(whole.ended() - beganAt),
                seconds(whole.ended() - healedAt)));
    return State.RECOVERED;
  }

  /** What the clients saw is known a little later; the fault is over by then. */
  private void measureLater() throws InterruptedException {
    if (recovery.isEmpty()) {
      return;
    }
    Recovery cost = recovery.get();
    long end = now() + LATER.toMillis();
    try {
      boolean known = false;
      do {
        known = cost.clients(probes.get(), context.witnesses(), hitAt.orElse(doneAt));
        known &= cost.notice(context.watch(), affected, whole.ended());
      } while (!known && now() < end && !context.stop().await(LOOK));
    } catch (IOException e) {
      note("the journals do not tell what fault " + injected.id() + " cost: " + e);
    }
    context
        .journal()
        .add(
            new Event.FaultRecovered(
                whole.ended(), context.name(), injected.id(), cost.measures()));
  }

  /** Tries again until it succeeds or the limit is over; the last failure then. */
  private Optional<String> retry(FailableRunnable<Exception> step) throws InterruptedException {
    StepLimit limit = new StepLimit();
    Optional<String> failure = attempt(step);
    while (failure.isPresent() && !limit.isOver()) {
      context.stop().waitOut(LOOK);
      failure = attempt(step);
    }
    return failure;
  }

  private static Optional<String> attempt(FailableRunnable<Exception> step)
      throws InterruptedException {
    try {
      step.run();
      return Optional.empty();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // any failure is told
      return Optional.of(Reasons.of(e));
    } catch (Error e) { // and no defect of ours keeps the fault from being healed
      return Optional.of(e.toString());
    }
  }

  /** How long a step may take from now on: shorter from when everybody is to stop. */
  private final class StepLimit {
    private long end = now() + context.recoveryLimit().toMillis();
    private boolean shortened;

    boolean isOver() {
      if (!shortened && context.stop().asked()) {
        shortened = true;
        end = Math.min(end, now() + HASTE.toMillis());
      }
      return now() >= end;
    }
  }

  private void doubt(String step, String reason) {
    doubts.add(reason);
    context
        .journal()
        .add(new Event.FaultDoubted(now(), context.name(), planned.id(), step, reason));
    note(reason);
  }

  private void note(String words) {
    context.notes().accept(words);
  }

  private long now() {
    return context.clock().millis();
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }
}
