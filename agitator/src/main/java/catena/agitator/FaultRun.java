package catena.agitator;

import catena.agitator.fault.Evidence;
import catena.agitator.fault.Fault;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Target;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import catena.agitator.observe.ClientJournals;
import catena.agitator.observe.HeldRow;
import catena.agitator.observe.Observation;
import catena.agitator.observe.ReadProbes;
import catena.agitator.observe.Recovery;
import catena.agitator.plan.Faults;
import catena.harness.instance.ServerId;
import catena.records.history.RecoveryMeasure;
import catena.records.journal.Event;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * The life of one fault: found, written down, done, proven, held, healed, recovered from, measured.
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
  private Evidence evidence = Evidence.against("no proof was looked for");
  private String healing = "";
  private Optional<Recovery> recovery = Optional.empty();
  private long beganAt;
  private long doneAt;
  private long recoveredAt;

  /** What its life may have come to, in its order; each is reached once, or never. */
  private enum State {
    /** About to be done: that it is so was written down and told. */
    BEGUN,
    /** Injected to the end. */
    DONE,
    /** Somebody else has seen it hit. */
    PROVEN,
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

  /** Lives it; returns when the fault is over, healed or given up, and measured. */
  FaultResult run() throws InterruptedException {
    try {
      if (find() && writeDown()) {
        context.watchdog().hold(servers);
        try {
          live();
        } finally {
          context.watchdog().release();
        }
      }
      reached.add(State.OVER);
      measureLater();
    } finally {
      reached.add(State.OVER);
      probes.ifPresent(ReadProbes::close);
    }
    return result();
  }

  private void live() throws InterruptedException {
    try {
      inject();
    } finally {
      healAndRecover();
    }
  }

  /** What has become of a fault whose life broke off, with that as one more doubt. */
  FaultResult brokeOff(Throwable cause) {
    doubt(step(), planned.words() + " broke off: " + cause);
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

  /** The step that it is in, as the journal names it. */
  private String step() {
    return !reached.contains(State.BEGUN)
        ? "prove"
        : reached.contains(State.HEALED) ? "recover" : "heal";
  }

  /** It has come to a state, which the journal and people are told. */
  private void reach(State state, Event event, String words) {
    reached.add(state);
    context.journal().add(event);
    context.notes().accept(injected.words() + words);
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
    Optional<String> failure =
        seek(
            () -> {
              injected = fault.look(context.field(), planned);
              affected = context.field().affected(injected);
            });
    if (failure.isPresent()) {
      doubt("prove", planned.words() + " was not done: " + failure.get());
      return false;
    }
    servers =
        injected.names().stream()
            .flatMap(name -> ServerId.parse(name).stream())
            .collect(Collectors.toSet());
    victims = injected.victims();
    Optional<String> blind =
        attempt(() -> rows = context.watch().rowsHeldBy(affected, context.tableId(), ROWS));
    blind.ifPresent(
        why ->
            context
                .notes()
                .accept("no row is read to see what " + injected.words() + " costs: " + why));
    return true;
  }

  /** Why there is nobody to hit: whoever was sought is not there, or nothing new is to be begun. */
  private Optional<String> seek(FailableRunnable<Exception> look) throws InterruptedException {
    // Who hosts the metadata table cannot be told while nobody does, nor who holds a lock then.
    boolean sought =
        planned.targets().stream().anyMatch(t -> Target.parse(t).unnamed().isPresent());
    StepLimit limit = new StepLimit();
    Optional<String> failure = attempt(look);
    while (sought && failure.isPresent() && !limit.isOver() && !context.stop().await(LOOK)) {
      failure = attempt(look);
    }
    Optional<String> stopped = context.stop().reason();
    return stopped.isPresent() ? stopped : failure;
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

  private void inject() throws InterruptedException {
    List<String> targets = victims.stream().map(Victim::text).toList();
    beganAt = now();
    doneAt = beganAt;
    reach(
        State.BEGUN,
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
    Optional<String> failure = attempt(() -> fault.act(context.field(), injected, this::hit));
    doneAt = now();
    if (failure.isPresent()) {
      doubt("prove", injected.words() + " could not be done: " + failure.get());
      return;
    }
    reached.add(State.DONE);
    context.journal().add(new Event.FaultDone(doneAt, context.name(), injected.id()));
    prove();
    long left = doneAt + planned.hold().toMillis() - now();
    if (left > 0) {
      boolean unused = context.stop().await(Duration.ofMillis(left));
    }
  }

  private void hit(Victim victim) {
    if (hitAt.isEmpty()) {
      hitAt = OptionalLong.of(now());
    }
    probes.ifPresent(reads -> reads.hit(victim));
  }

  /** Looks until something shows it, a look breaks, or the limit is over. */
  private void prove() throws InterruptedException {
    long deadline = now() + context.proofLimit().toMillis();
    Optional<String> failure = Optional.empty();
    while (!evidence.shows() && failure.isEmpty() && now() < deadline) {
      failure = attempt(() -> evidence = look());
      if (!evidence.shows() && failure.isEmpty()) {
        context.stop().waitOut(LOOK);
      }
    }
    if (evidence.shows()) {
      String text = evidence.text();
      Event proven = new Event.FaultProven(now(), context.name(), injected.id(), text);
      reach(State.PROVEN, proven, ": proven, " + text);
    } else {
      String reason = failure.orElse(evidence.text());
      doubt(
          "prove",
          injected.words() + " is not proven after " + seconds(now() - doneAt) + ": " + reason);
    }
  }

  private Evidence look() throws Exception {
    try {
      return fault.proof(context.field(), injected);
    } catch (IOException | TimeoutException e) {
      return Evidence.against(Reasons.of(e)); // a witness who cannot be asked now
    }
  }

  private void healAndRecover() throws InterruptedException {
    long healingAt = now();
    Optional<String> failure = retry(() -> healing = fault.heal(context.field(), injected));
    long healedAt = now();
    context.watchdog().healing(servers);
    if (failure.isPresent()) {
      doubt("heal", injected.words() + " could not be healed: " + failure.get());
      return; // it stays written down
    }
    Event healed = new Event.FaultHealed(healedAt, context.name(), injected.id(), healing);
    reach(State.HEALED, healed, ": healed" + (healing.isEmpty() ? "" : ", " + healing));
    recover(healingAt, healedAt);
  }

  private void forget() {
    try {
      context.open().remove(injected);
    } catch (IOException e) {
      context
          .notes()
          .accept("that fault " + injected.id() + " is healed cannot be written down: " + e);
    }
  }

  private void recover(long healingAt, long healedAt) throws InterruptedException {
    StepLimit limit = new StepLimit();
    Optional<Observation.Whole> last = Optional.empty();
    long from = endSessions();
    while (!limit.isOver()) {
      for (Observation.Whole look : context.watch().whole().since(from)) {
        last = Optional.of(look);
        if (look.missing(context.watchdog().held()).isEmpty()) {
          forget();
          whole(look, healingAt, healedAt);
          return;
        }
      }
      context.stop().waitOut(LOOK);
    }
    String missing =
        last.flatMap(look -> look.missing(context.watchdog().held())).orElse("the cluster could not be asked");
    doubt(
        "recover",
        injected.words()
            + " is not recovered from after "
            + seconds(now() - healedAt)
            + ": "
            + missing);
  }

  /** Tells the watch which of the victims' sessions are over; looks count that begin after it. */
  private long endSessions() throws InterruptedException {
    Optional<String> failure =
        retry(() -> context.watch().end(context.field().endedSessions(affected)));
    failure.ifPresent(
        why -> context.notes().accept("whose processes have ended cannot be seen: " + why));
    return now();
  }

  /** The cluster was seen whole; that is the recovery of a fault that was done. */
  private void whole(Observation.Whole look, long healingAt, long healedAt) {
    reached.add(State.WHOLE);
    if (reached.contains(State.DONE)) {
      recovered(look, healingAt, healedAt);
    } else {
      context.notes().accept(injected.words() + ": was not done, and the cluster is whole");
    }
  }

  private void recovered(Observation.Whole last, long healingAt, long healedAt) {
    List<Observation.Whole> looks =
        context.watch().whole().since(beganAt).stream()
            .filter(look -> look.ended() <= last.ended())
            .toList();
    Recovery cost =
        new Recovery(beganAt)
            .at(
                RecoveryMeasure.REHOST,
                fault.unhosts()
                    ? Recovery.rehostedSince(looks, healedAt)
                    : Recovery.rehosted(context.watch().tabletsBefore(beganAt), looks, affected))
            .at(RecoveryMeasure.HEALING, OptionalLong.of(healingAt))
            .at(RecoveryMeasure.HEALED, OptionalLong.of(healedAt))
            .at(RecoveryMeasure.RECOVERED, OptionalLong.of(last.ended()));
    context
        .watch()
        .logs()
        .sum(Recovery.logs(looks))
        .ifPresent(bytes -> cost.value(RecoveryMeasure.LOG, (double) bytes));
    recoveredAt = last.ended();
    recovery = Optional.of(cost);
    reached.add(State.RECOVERED);
    context.watchdog().recovered(injected.words(), last.ended());
    context
        .notes()
        .accept(
            "%s: recovered %s after the injection, %s after it was healed"
                .formatted(
                    injected.words(),
                    seconds(last.ended() - beganAt),
                    seconds(last.ended() - healedAt)));
  }

  /** What the clients saw is known a little later; the fault is over by then. */
  private void measureLater() throws InterruptedException {
    if (recovery.isEmpty()) {
      return;
    }
    try {
      measure(recovery.get());
    } catch (IOException e) {
      context
          .notes()
          .accept("the journals do not tell what fault " + injected.id() + " cost: " + e);
    }
    context
        .journal()
        .add(
            new Event.FaultRecovered(
                recoveredAt, context.name(), injected.id(), recovery.get().measures()));
  }

  /** Waits for the first acknowledgement and the first read, where there may be one. */
  private void measure(Recovery cost) throws IOException, InterruptedException {
    ClientJournals witnesses = context.witnesses();
    long end = now() + LATER.toMillis();
    boolean told = false;
    do {
      cost.at(RecoveryMeasure.FIRST_READ, probes.get().first());
      witnesses.read();
      OptionalLong flush = witnesses.firstFlush(hitAt.orElse(doneAt));
      cost.at(RecoveryMeasure.FIRST_FLUSH, flush);
      told = (flush.isPresent() || !witnesses.anyWrites()) && probes.get().told();
      told &= notice(cost);
    } while (!told && now() < end && !context.stop().await(LOOK));
  }

  /** Measures the notice; whether no more is to be expected of it. */
  private boolean notice(Recovery cost) {
    List<Observation.Quick> looks = context.watch().quick().since(beganAt);
    OptionalLong noticed = Recovery.noticed(looks, affected);
    cost.at(RecoveryMeasure.NOTICE, noticed);
    return noticed.isPresent() || Recovery.notNoticed(looks, affected, recoveredAt);
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
    context.notes().accept(reason);
  }

  private long now() {
    return context.clock().millis();
  }

  private static String seconds(long millis) {
    return String.format(java.util.Locale.ROOT, "%.1f s", millis / 1000.0);
  }
}
