// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

import catena.fleet.FleetLimits;
import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Members.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.fleet.agree.WorkerId;
import catena.fleet.worker.WorkerPhase.Shares;
import catena.fleet.worker.WorkerPhase.WorkerSetup;
import catena.records.fleet.ShareOutcome;
import catena.records.journal.Event;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * A worker that has joined a run. It reads the orders and does its share of each phase, until there
 * is nothing more to do, or it is stopped, given up, or left without a coordinator.
 */
public final class FleetWorker {
  private static final Logger LOG = LogManager.getLogger(FleetWorker.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int CLOCK_TRIES = 4;

  private final WorkerSetup setup;
  private final FleetNodes nodes;

  /** The run, as its coordinator has specified it. */
  private Specification run;

  /** What this worker wrote about itself when it joined. */
  private Member me;

  /** Released when there may be something new. */
  private final Semaphore news = new Semaphore(1);

  private Optional<WorkerPhase> turn = Optional.empty();
  private int begun;

  /** When there was a coordinator, and when that was checked; from when this worker has joined. */
  private long coordinatedNanos;

  private long lookedNanos;

  private FleetWorker(WorkerSetup setup) {
    this.setup = setup;
    this.nodes = setup.nodes();
  }

  /**
   * Takes part in a run.
   *
   * @throws UsageException if it may not, with the reason and what to do
   * @throws IOException if ZooKeeper cannot be reached
   * @throws InterruptedException if a stop was requested before
   */
  public static FleetWorker join(WorkerSetup setup) throws IOException, InterruptedException {
    FleetWorker worker = new FleetWorker(setup);
    worker.run = worker.agreed();
    worker.me = worker.joined();
    worker.coordinatedNanos = System.nanoTime();
    worker.lookedNanos = worker.coordinatedNanos;
    return worker;
  }

  /** What this worker wrote about itself when it joined. */
  public Member me() {
    return me;
  }

  /**
   * Follows the orders until this worker's part in the run ends.
   *
   * @param journal receives an event when this worker begins a phase
   */
  public WorkerEnding run(Shares shares, Consumer<Event> journal) throws InterruptedException {
    nodes.watchOrder(news::release);
    nodes.onConnected(news::release);
    setup.stop().onAsked(news::release);
    Optional<WorkerEnding> ending = Optional.empty();
    while (ending.isEmpty()) {
      ending = step(shares, journal);
      if (ending.isEmpty()) {
        boolean unused = news.tryAcquire(interval().toMillis(), TimeUnit.MILLISECONDS);
        news.drainPermits();
      }
    }
    if (turn.isPresent()) {
      if (!ending.get().completed()) {
        turn.get().leave(ending.get().reason());
      }
      turn.get().join();
    }
    return ending.get();
  }

  private Duration interval() {
    return setup.limits().coordinator().dividedBy(FleetLimits.CHECKS);
  }

  private Optional<WorkerEnding> step(Shares shares, Consumer<Event> journal) {
    if (setup.stop().asked()) {
      return Optional.of(new WorkerEnding(false, setup.stop().reason().orElse("stopped")));
    }
    try {
      Optional<WorkerEnding> alone = alone();
      if (alone.isPresent()) {
        return alone;
      }
      // If the node of an earlier session still exists, it will vanish, and this is tried again.
      boolean unused = nodes.members().sayAgain();
      return follow(nodes.order(), shares, journal);
    } catch (IOException e) {
      LOG.warn("ZooKeeper cannot be asked", e);
      return isTooLong()
          ? Optional.of(left("ZooKeeper cannot be asked: " + Reasons.of(e)))
          : Optional.empty();
    }
  }

  /** Checks now and then whether there is a coordinator, since an order is no sign of one. */
  private Optional<WorkerEnding> alone() throws IOException {
    long now = System.nanoTime();
    if (now - lookedNanos >= interval().toNanos() / 2) {
      if (nodes.coordinator().isPresent()) {
        coordinatedNanos = now;
      }
      lookedNanos = now;
    }
    return isTooLong() ? Optional.of(left("no coordinator works on the run")) : Optional.empty();
  }

  private boolean isTooLong() {
    return System.nanoTime() - coordinatedNanos > setup.limits().coordinator().toNanos();
  }

  private WorkerEnding left(String why) {
    return new WorkerEnding(
        false,
        "%s for %s (fleet.answer.limit)"
            .formatted(why, Amounts.span(setup.limits().coordinator())));
  }

  private Optional<WorkerEnding> follow(Order order, Shares shares, Consumer<Event> journal)
      throws IOException {
    if (order.isGone(me.worker())) {
      return Optional.of(new WorkerEnding(false, WorkerPhase.GIVEN_UP));
    }
    turn.ifPresent(its -> its.onOrder(order));
    if (order.generation() > begun && isForMe(order)) {
      begun = order.generation();
      WorkerPhase next = new WorkerPhase(order, me, setup, shares, journal, news::release);
      turn = Optional.of(next);
      next.start();
      next.onOrder(order);
    }
    return switch (order.state()) {
      case OVER -> Optional.of(new WorkerEnding(true, "there is nothing more to do"));
      case STOP, CONCLUDED -> Optional.of(new WorkerEnding(false, order.reason()));
      default -> Optional.empty();
    };
  }

  /** A worker that joins during a phase takes part in it only for what no predecessor did. */
  private boolean isForMe(Order order) throws IOException {
    boolean left = order.state() == Order.State.GO && run.replaces() && me.worker().attempt() > 1;
    for (int before = 1; left && before < me.worker().attempt(); before++) {
      String node = new WorkerId(me.worker().slot(), before).node();
      left =
          ShareOutcome.read(setup.directory(), order.generation(), node)
              .filter(share -> !share.idle() && !share.parts().containsKey(ShareOutcome.WHOLE))
              .isEmpty();
    }
    return left || order.state() == Order.State.PREPARE;
  }

  // --- joining ---------------------------------------------------------------------------------

  /** Decides whether this process may take part, and as which worker; reports why not. */
  private Member joined() throws IOException, InterruptedException {
    checkOpen();
    int slot = setup.slot().orElse(0);
    await(setup.limits().joinEach().multipliedBy(slot));
    ClockOffset clock = nodes.clock(setup.clock(), CLOCK_TRIES);
    Optional<String> off = clock.beyond(setup.limits().clock(), setup.host());
    if (off.isPresent()) {
      throw new UsageException(
          "The %s: set it (NTP); ledgers and latencies of several hosts could not be put in order"
              .formatted(off.get()));
    }
    return joinAs(clock);
  }

  private void await(Duration time) throws InterruptedException {
    if (setup.stop().await(time)) {
      throw new InterruptedException(setup.stop().reason().orElse("stopped"));
    }
  }

  /** Waits for the coordinator's specification of the run, and checks that this process agrees. */
  private Specification agreed() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + setup.limits().join().toNanos();
    Optional<Specification> found = nodes.specification();
    while (found.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new UsageException(
            "No coordinator works on the run %s, and none came within %s: it is over, or begin it with bin/catena run SCENARIO --workers N --run-dir %s"
                .formatted(
                    setup.mine().run(), Amounts.span(setup.limits().join()), setup.mine().run()));
      }
      await(POLL);
      found = nodes.specification();
    }
    check(found.get());
    return found.get();
  }

  private void check(Specification found) {
    Specification mine = setup.mine();
    if (!found.version().equals(mine.version())) {
      throw new UsageException(
          "This is Catena %s, and the run is of %s: install the same version on %s"
              .formatted(mine.version(), found.version(), setup.host()));
    }
    if (!found.sha256().equals(mine.sha256())) {
      throw new UsageException(
          "The run directory %s holds another description (SHA-256 %s) than the coordinator's %s (%s): name the coordinator's run directory, by the path or URI that the coordinator has"
              .formatted(mine.run(), brief(mine.sha256()), found.run(), brief(found.sha256())));
    }
    int slot = setup.slot().orElse(0);
    if (slot >= found.workers()) {
      throw new UsageException(
          "The run has %d workers, 0 to %d: worker %d is one too many"
              .formatted(found.workers(), found.workers() - 1, slot));
    }
  }

  private static String brief(String sha256) {
    return sha256.substring(0, Math.min(12, sha256.length()));
  }

  /** Refuses a worker that comes when there is nothing more to do. */
  private void checkOpen() throws IOException {
    Order order = nodes.order();
    if (order.isLast()) {
      throw new UsageException(
          "The run %s has nothing more to do for a worker: %s"
              .formatted(
                  setup.mine().run(),
                  order.state() == Order.State.STOP
                      ? "it was stopped, " + order.reason()
                      : "its last phase with workers is over"));
    }
  }

  private Member joinAs(ClockOffset clock) throws IOException, InterruptedException {
    long from = System.nanoTime();
    while (true) {
      NavigableMap<Integer, Member> there = nodes.members().asked();
      Optional<WorkerId> mine = place(there);
      if (mine.isPresent()) {
        Member me = new Member(mine.get(), setup.host(), ProcessHandle.current().pid(), clock);
        if (nodes.members().say(me)) {
          return me;
        }
      } else if (setup.slot().isEmpty()) {
        throw new UsageException(
            "All %d workers of the run %s are there already: one more is one too many"
                .formatted(run.workers(), run.run()));
      } else {
        awaitHolder(there.get(setup.slot().getAsInt()), Duration.ofNanos(System.nanoTime() - from));
      }
      await(POLL);
    }
  }

  /**
   * The worker that has the slot may be dead, or may have been given up and not know that yet. Then
   * this process waits for as long as its end may take, since the slot may become free.
   */
  private void awaitHolder(Member holder, Duration since) throws IOException {
    boolean ends = nodes.order().isGone(holder.worker());
    Duration untilGone = nodes.untilGone();
    if (ends && since.compareTo(untilGone.plus(setup.limits().endOfGivenUp())) > 0) {
      throw new IOException(
          "%s was given up and has not ended yet: its place is not free"
              .formatted(holder.inWords()));
    }
    if (!ends && since.compareTo(untilGone) > 0) {
      throw new UsageException(
          "%s is there already: stop that process first, or leave --slot out"
              .formatted(holder.inWords()));
    }
  }

  /** The slot and attempt to take now; empty while no slot is free. */
  private Optional<WorkerId> place(NavigableMap<Integer, Member> there) throws IOException {
    Optional<Integer> slot =
        IntStream.range(0, run.workers())
            .filter(each -> setup.slot().isEmpty() || setup.slot().getAsInt() == each)
            .filter(each -> !there.containsKey(each))
            .boxed()
            .findFirst();
    if (slot.isEmpty()) {
      return Optional.empty();
    }
    Order order = nodes.order();
    WorkerId mine =
        new WorkerId(
            slot.get(),
            setup.attempt().isPresent() ? setup.attempt().getAsInt() : next(slot.get(), order));
    if (order.isGone(mine)) {
      throw new UsageException(
          "The run has given %s up, and goes on without it; a successor has a higher --attempt, or none"
              .formatted(mine.inWords()));
    }
    return Optional.of(mine);
  }

  /** After those that were given up, and one that died a moment ago and is not given up yet. */
  private int next(int slot, Order order) throws IOException {
    return 1
        + WorkerId.known(setup.directory()).stream()
            .filter(each -> each.slot() == slot)
            .mapToInt(WorkerId::attempt)
            .reduce(order.gone().getOrDefault(slot, 0), Math::max);
  }

  /**
   * How a worker's part in a run ended.
   *
   * @param completed whether the coordinator has let the workers go
   * @param reason why it ended, in words
   */
  public record WorkerEnding(boolean completed, String reason) {}
}
