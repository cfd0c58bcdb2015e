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
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

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
  private final FaultResult.Builder result;
  private InjectedFault injected;
  private Set<ServerId> servers = Set.of();
  private List<Victim> affected = List.of();
  private List<HeldRow> rows = List.of();
  private Optional<ReadProbes> probes = Optional.empty();
  private OptionalLong hitAt = OptionalLong.empty();
  private long doneAt;

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
    this.result = new FaultResult.Builder(planned);
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
      result.over();
      measureLater();
    } finally {
      result.over();
      probes.ifPresent(ReadProbes::close);
    }
    return result.build();
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
    doubt(result.step(), planned.words() + " broke off: " + cause);
    return result.build();
  }

  TimedFault planned() {
    return planned;
  }

  /** Whether the cluster is as it was, or will not be because of this. */
  boolean isOver() {
    return result.isOver();
  }

  /** Whether it is over and the cluster is not as it was. */
  boolean leftDamage() {
    return result.isOver() && result.begun() && !result.whole();
  }

  private boolean find() throws InterruptedException {
    Callable<Boolean> look =
        () -> {
          injected = fault.look(context.field(), planned);
          affected = context.field().affected(injected);
          return true;
        };
    Optional<String> failure = seek(look);
    if (failure.isPresent()) {
      doubt("prove", planned.words() + " was not done: " + failure.get());
      return false;
    }
    servers =
        injected.names().stream()
            .flatMap(name -> ServerId.parse(name).stream())
            .collect(Collectors.toSet());
    result.victims(injected.victims());
    Optional<String> blind =
        attempt(
            () -> {
              rows = context.watch().rowsHeldBy(affected, context.tableId(), ROWS);
              return true;
            });
    blind.ifPresent(
        why ->
            context
                .notes()
                .accept("no row is read to see what " + injected.words() + " costs: " + why));
    return true;
  }

  /** Why there is nobody to hit: whoever was sought is not there, or nothing new is to be begun. */
  private Optional<String> seek(Callable<Boolean> look) throws InterruptedException {
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
    List<String> targets = injected.victims().stream().map(Victim::text).toList();
    long began = now();
    doneAt = began;
    result.began(began);
    context
        .journal()
        .add(
            new Event.FaultStarted(
                began, context.name(), injected.id(), injected.fault(), targets, intendedAt));
    context.journal().flush();
    context.notes().accept(injected.words());
    probes =
        Optional.of(
            ReadProbes.start(
                context.field(),
                context.tableId(),
                rows,
                context.clock(),
                why -> doubt("recover", why)));
    Optional<String> failure = attempt(() -> act());
    doneAt = now();
    if (failure.isPresent()) {
      doubt("prove", injected.words() + " could not be done: " + failure.get());
      return;
    }
    result.done();
    context.journal().add(new Event.FaultDone(doneAt, context.name(), injected.id()));
    prove();
    long left = doneAt + planned.hold().toMillis() - now();
    if (left > 0) {
      boolean unused = context.stop().await(Duration.ofMillis(left));
    }
  }

  private boolean act() throws Exception {
    fault.act(context.field(), injected, this::hit);
    return true;
  }

  private void hit(Victim victim) {
    if (hitAt.isEmpty()) {
      hitAt = OptionalLong.of(now());
    }
    probes.ifPresent(reads -> reads.hit(victim));
  }

  private void prove() throws InterruptedException {
    String[] why = {"nobody looked"};
    Callable<Boolean> look =
        () -> {
          try {
            Evidence evidence = fault.proof(context.field(), injected);
            why[0] = evidence.text();
            return evidence.shows();
          } catch (IOException | TimeoutException e) {
            why[0] = Reasons.of(e); // a witness who cannot be asked now
            return false;
          }
        };
    Optional<String> failure = await(context.proofLimit(), look);
    if (failure.isEmpty()) {
      result.proven();
      context.journal().add(new Event.FaultProven(now(), context.name(), injected.id(), why[0]));
      context.notes().accept(injected.words() + ": proven, " + why[0]);
    } else {
      String reason = failure.get().isEmpty() ? why[0] : failure.get();
      doubt(
          "prove",
          injected.words() + " is not proven after " + seconds(now() - doneAt) + ": " + reason);
    }
  }

  private void healAndRecover() throws InterruptedException {
    long healingAt = now();
    String[] outcome = {""};
    Callable<Boolean> heal =
        () -> {
          outcome[0] = fault.heal(context.field(), injected);
          return true;
        };
    Optional<String> failure = retry(heal);
    long healedAt = now();
    context.watchdog().healing(servers);
    if (failure.isPresent()) {
      doubt("heal", injected.words() + " could not be healed: " + failure.get());
      return; // it stays written down
    }
    result.healed();
    context
        .journal()
        .add(new Event.FaultHealed(healedAt, context.name(), injected.id(), outcome[0]));
    String how = outcome[0].isEmpty() ? "" : ", " + outcome[0];
    context.notes().accept(injected.words() + ": healed" + how);
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
        last.flatMap(look -> look.missing(context.watchdog().held())).orElse("nobody could look");
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
        retry(
            () -> {
              context.watch().end(context.field().endedSessions(affected));
              return true;
            });
    failure.ifPresent(
        why -> context.notes().accept("whose processes have ended cannot be seen: " + why));
    return now();
  }

  /** The cluster was seen whole; that is the recovery of a fault that was done. */
  private void whole(Observation.Whole look, long healingAt, long healedAt) {
    result.wholeAgain();
    if (result.isDone()) {
      recovered(look, healingAt, healedAt);
    } else {
      context.notes().accept(injected.words() + ": was not done, and the cluster is whole");
    }
  }

  private void recovered(Observation.Whole last, long healingAt, long healedAt) {
    long began = result.beganAt();
    List<Observation.Whole> looks =
        context.watch().whole().since(began).stream()
            .filter(look -> look.ended() <= last.ended())
            .toList();
    Recovery recovery =
        new Recovery(began)
            .at(
                RecoveryMeasure.REHOST,
                fault.unhosts()
                    ? Recovery.rehostedSince(looks, healedAt)
                    : Recovery.rehosted(context.watch().tabletsBefore(began), looks, affected))
            .at(RecoveryMeasure.HEALING, OptionalLong.of(healingAt))
            .at(RecoveryMeasure.HEALED, OptionalLong.of(healedAt))
            .at(RecoveryMeasure.RECOVERED, OptionalLong.of(last.ended()));
    context
        .watch()
        .logs()
        .sum(Recovery.logs(looks))
        .ifPresent(bytes -> recovery.value(RecoveryMeasure.LOG, (double) bytes));
    result.recovered(last.ended(), recovery);
    context.watchdog().recovered(injected.words(), last.ended());
    context
        .notes()
        .accept(
            "%s: recovered %s after the injection, %s after it was healed"
                .formatted(
                    injected.words(),
                    seconds(last.ended() - began),
                    seconds(last.ended() - healedAt)));
  }

  /** What the clients saw is known a little later; the fault is over by then. */
  private void measureLater() throws InterruptedException {
    Optional<Recovery> recovery = result.recovery();
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
                result.recoveredAt(), context.name(), injected.id(), recovery.get().measures()));
  }

  /** Waits for the first acknowledgement and the first read, where there may be one. */
  private void measure(Recovery recovery) throws IOException, InterruptedException {
    ClientJournals witnesses = context.witnesses();
    long end = now() + LATER.toMillis();
    boolean told = false;
    do {
      recovery.at(RecoveryMeasure.FIRST_READ, probes.get().first());
      witnesses.read();
      OptionalLong flush = witnesses.firstFlush(hitAt.orElse(doneAt));
      recovery.at(RecoveryMeasure.FIRST_FLUSH, flush);
      told = (flush.isPresent() || !witnesses.anyWrites()) && probes.get().told();
      told &= notice(recovery);
    } while (!told && now() < end && !context.stop().await(LOOK));
  }

  /** Measures the notice; whether no more is to be expected of it. */
  private boolean notice(Recovery recovery) {
    List<Observation.Quick> looks = context.watch().quick().since(result.beganAt());
    OptionalLong noticed = Recovery.noticed(looks, affected);
    recovery.at(RecoveryMeasure.NOTICE, noticed);
    return noticed.isPresent() || Recovery.notNoticed(looks, affected, result.recoveredAt());
  }

  /** Whether something comes true within a limit; the reason why not, which may be empty. */
  private Optional<String> await(Duration limit, Callable<Boolean> condition)
      throws InterruptedException {
    long deadline = now() + limit.toMillis();
    while (now() < deadline) {
      boolean[] holds = {false};
      Optional<String> failure =
          attempt(
              () -> {
                holds[0] = condition.call();
                return true;
              });
      if (failure.isPresent() || holds[0]) {
        return failure;
      }
      context.stop().waitOut(LOOK);
    }
    return Optional.of("");
  }

  /** Tries again until it succeeds or the limit is over; the last failure then. */
  private Optional<String> retry(Callable<Boolean> step) throws InterruptedException {
    StepLimit limit = new StepLimit();
    Optional<String> failure = attempt(step);
    while (failure.isPresent() && !limit.isOver()) {
      context.stop().waitOut(LOOK);
      failure = attempt(step);
    }
    return failure;
  }

  private static Optional<String> attempt(Callable<Boolean> step) throws InterruptedException {
    try {
      var unused = step.call();
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
    result.doubt(reason);
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
