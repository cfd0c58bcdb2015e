package catena.agitator;

import catena.agitator.fault.Fault;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Target;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import catena.agitator.observe.ClientJournals;
import catena.agitator.observe.Observation;
import catena.agitator.observe.ReadProbe;
import catena.agitator.observe.Recovery;
import catena.agitator.plan.Faults;
import catena.cluster.spec.ServerId;
import catena.harness.command.Reasons;
import catena.harness.journal.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;

/**
 * The life of one fault: found, written down, done, proven, held, mended, recovered from, measured.
 *
 * <p>Whatever goes wrong on the way is a doubt, and what comes after the deed is done all the same:
 * above all it is mended.
 */
final class FaultRun {
  private static final Duration LOOK = Duration.ofMillis(250);

  /** How long after the recovery rates are watched, to see the end of a dip. */
  private static final Duration TAIL = Duration.ofSeconds(15);

  /** How much of the recovery is awaited once everybody is to stop. */
  private static final Duration HASTE = Duration.ofSeconds(30);

  private final FaultContext scene;
  private final TimedFault planned;
  private final Fault fault;
  private final long intendedAt;
  private final LongUnaryOperator nextFaultAfter;
  private final FaultResult.Builder result;
  private InjectedFault deed;
  private Set<ServerId> servers = Set.of();
  private long doneAt;

  /**
   * One fault of a plan.
   *
   * @param intendedAt wall clock, milliseconds
   * @param nextFaultAfter when the first fault after a time began, that time's maximum if none has
   */
  FaultRun(
      FaultContext scene, TimedFault planned, long intendedAt, LongUnaryOperator nextFaultAfter) {
    this.scene = scene;
    this.planned = planned;
    this.fault = Faults.of(planned.fault()).orElseThrow();
    this.intendedAt = intendedAt;
    this.nextFaultAfter = nextFaultAfter;
    this.result = new FaultResult.Builder(planned);
  }

  /** Lives it; returns when the fault is over, mended or given up, and measured. */
  FaultResult run() throws InterruptedException {
    try {
      if (find()) {
        scene.watchdog().hold(servers);
        try {
          if (writeDown()) {
            strike();
            mendAndRecover();
          }
        } finally {
          scene.watchdog().release();
        }
      }
    } finally {
      result.over();
    }
    measureLater();
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
    return result.isOver() && result.recovery().isEmpty();
  }

  private boolean find() throws InterruptedException {
    Callable<Boolean> look =
        () -> {
          deed = fault.look(scene.field(), planned);
          return true;
        };
    // Who hosts the metadata table cannot be told while nobody does.
    boolean sought =
        planned.targets().stream().anyMatch(t -> Target.parse(t) instanceof Target.Hosting);
    Optional<String> failure = retry(sought ? limit() : Duration.ZERO, look);
    if (failure.isPresent()) {
      doubt("prove", planned.words() + " was not done: " + failure.get());
      return false;
    }
    servers =
        deed.names().stream()
            .flatMap(name -> ServerId.parse(name).stream())
            .collect(Collectors.toSet());
    result.victims(deed.victims());
    return true;
  }

  private boolean writeDown() {
    try {
      scene.open().add(deed);
      return true;
    } catch (IOException e) {
      doubt("prove", deed.words() + " was not done, it cannot be written down: " + e);
      return false;
    }
  }

  private void strike() throws InterruptedException {
    List<String> targets = deed.victims().stream().map(Victim::text).toList();
    long began = now();
    result.began(began);
    scene
        .journal()
        .add(
            new Event.FaultStarted(
                began, scene.name(), deed.id(), deed.fault(), targets, intendedAt));
    scene.journal().flush();
    scene.notes().accept(deed.words());
    Optional<String> failure = attempt(() -> act());
    doneAt = now();
    if (failure.isPresent()) {
      doubt("prove", deed.words() + " could not be done: " + failure.get());
      return;
    }
    scene.journal().add(new Event.FaultDone(doneAt, scene.name(), deed.id()));
    prove();
    long left = doneAt + planned.hold().toMillis() - now();
    if (left > 0) {
      boolean unused = scene.stop().await(Duration.ofMillis(left));
    }
  }

  private boolean act() throws Exception {
    fault.act(scene.field(), deed);
    return true;
  }

  private void prove() throws InterruptedException {
    String[] why = {"nothing shows it"};
    Callable<Boolean> look =
        () -> {
          try {
            Optional<String> evidence = fault.proof(scene.field(), deed);
            evidence.ifPresent(text -> why[0] = text);
            return evidence.isPresent();
          } catch (IOException | TimeoutException e) {
            why[0] = Reasons.of(e); // a witness who cannot be asked now
            return false;
          }
        };
    Optional<String> failure = await(scene.proofLimit(), look);
    if (failure.isEmpty()) {
      result.proven();
      scene.journal().add(new Event.FaultProven(now(), scene.name(), deed.id(), why[0]));
      scene.notes().accept(deed.words() + ": proven, " + why[0]);
    } else {
      String reason = failure.get().isEmpty() ? why[0] : failure.get();
      doubt(
          "prove",
          deed.words() + " is not proven after " + seconds(scene.proofLimit()) + ": " + reason);
    }
  }

  private void mendAndRecover() throws InterruptedException {
    ReadProbe probe = probe();
    String[] outcome = {""};
    Callable<Boolean> heal =
        () -> {
          outcome[0] = fault.heal(scene.field(), deed);
          return true;
        };
    Optional<String> failure = retry(limit(), heal);
    long healedAt = now();
    scene.watchdog().mending(servers);
    if (failure.isPresent()) {
      doubt("heal", deed.words() + " could not be mended: " + failure.get());
      return; // it stays written down
    }
    result.healed();
    scene.journal().add(new Event.FaultHealed(healedAt, scene.name(), deed.id(), outcome[0]));
    recover(healedAt, probe);
  }

  private ReadProbe probe() {
    Optional<String> row = scene.watch().rowHeldBy(deed.victims(), scene.tableId());
    return row.map(
            held ->
                ReadProbe.start(
                    scene.field(), held, scene.clock(), () -> result.isOver(), result::doubt))
        .orElse(null);
  }

  private void forget() {
    try {
      scene.open().remove(deed);
    } catch (IOException e) {
      scene.notes().accept("that fault " + deed.id() + " is mended cannot be written down: " + e);
    }
  }

  private void recover(long healedAt, ReadProbe probe) throws InterruptedException {
    long deadline = now() + limit().toMillis();
    Optional<Observation.Whole> last = Optional.empty();
    while (now() < deadline) {
      for (Observation.Whole look : scene.watch().whole().since(healedAt)) {
        last = Optional.of(look);
        if (look.missing(scene.watchdog().held()).isEmpty()) {
          forget();
          recovered(look.at(), probe);
          return;
        }
      }
      Thread.sleep(LOOK.toMillis());
    }
    String missing =
        last.flatMap(look -> look.missing(scene.watchdog().held())).orElse("nobody could look");
    doubt(
        "recover",
        deed.words() + " is not recovered from after " + seconds(limit()) + ": " + missing);
  }

  private void recovered(long at, ReadProbe probe) {
    List<Observation.Whole> looks = scene.watch().whole().since(result.beganAt());
    Recovery recovery =
        new Recovery(doneAt)
            .at(
                Recovery.NOTICE,
                Recovery.noticed(scene.watch().quick().since(doneAt), deed.victims()))
            .at(Recovery.REHOST, Recovery.rehosted(looks))
            .at(Recovery.RECOVERED, OptionalLong.of(at));
    if (probe != null) {
      recovery.at(Recovery.FIRST_READ, probe.succeeded());
    }
    scene
        .watch()
        .logs()
        .sum(Recovery.logs(looks))
        .ifPresent(bytes -> recovery.value(Recovery.LOG, (double) bytes));
    result.recovered(at, recovery);
    scene
        .notes()
        .accept(
            deed.words() + ": recovered, " + seconds(Duration.ofMillis(at - doneAt)) + " after");
  }

  /** What the other clients saw is known a little later; the fault is over by then. */
  private void measureLater() throws InterruptedException {
    Optional<Recovery> recovery = result.recovery();
    if (recovery.isEmpty()) {
      return;
    }
    try {
      measure(recovery.get());
    } catch (IOException e) {
      scene.notes().accept("the journals do not tell what fault " + deed.id() + " cost: " + e);
    }
    scene
        .journal()
        .add(
            new Event.FaultRecovered(
                result.recoveredAt(), scene.name(), deed.id(), recovery.get().measures()));
  }

  private void measure(Recovery recovery) throws IOException, InterruptedException {
    ClientJournals witnesses = scene.witnesses();
    long until = result.recoveredAt() + TAIL.toMillis();
    witnesses.read();
    if (witnesses.any()) {
      boolean unused = scene.stop().await(Duration.ofMillis(Math.max(0, until - now())));
      witnesses.read();
    }
    long began = result.beganAt();
    long known = Math.min(until, nextFaultAfter.applyAsLong(result.recoveredAt()));
    recovery
        .at(Recovery.FIRST_FLUSH, witnesses.firstFlush(doneAt))
        .dip(Recovery.DIP_DEPTH, Recovery.DIP, witnesses.ingestDip(began, known))
        .dip(Recovery.QUERY_DIP_DEPTH, Recovery.QUERY_DIP, witnesses.queryDip(began, known));
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
      if (scene.stop().await(LOOK)) {
        Thread.sleep(LOOK.toMillis());
      }
    }
    return Optional.of("");
  }

  /** Tries again until it succeeds or the limit is over; the last failure then. */
  private Optional<String> retry(Duration limit, Callable<Boolean> deed)
      throws InterruptedException {
    long deadline = now() + limit.toMillis();
    Optional<String> failure = attempt(deed);
    while (failure.isPresent() && now() < deadline) {
      Thread.sleep(LOOK.toMillis());
      failure = attempt(deed);
    }
    return failure;
  }

  private static Optional<String> attempt(Callable<Boolean> deed) throws InterruptedException {
    try {
      var unused = deed.call();
      return Optional.empty();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // any failure is told
      return Optional.of(Reasons.of(e));
    } catch (Error e) { // and no defect of ours keeps the fault from being mended
      return Optional.of(e.toString());
    }
  }

  private Duration limit() {
    return scene.stop().asked() && HASTE.compareTo(scene.recoveryLimit()) < 0
        ? HASTE
        : scene.recoveryLimit();
  }

  private void doubt(String step, String reason) {
    result.doubt(reason);
    scene.journal().add(new Event.FaultDoubted(now(), scene.name(), planned.id(), step, reason));
    scene.notes().accept(reason);
  }

  private long now() {
    return scene.clock().millis();
  }

  private static String seconds(Duration span) {
    return String.format(java.util.Locale.ROOT, "%.1f s", span.toMillis() / 1000.0);
  }
}
