// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

import catena.fleet.FleetLimits;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * A worker that has joined a run. It reads the orders and does its share of each phase, until there
 * is nothing more to do, or it is stopped, given up, or left without a coordinator.
 */
public final class FleetWorker {
  private static final Logger LOG = LogManager.getLogger(FleetWorker.class);

  private final WorkerSetup setup;
  private final FleetNodes nodes;
  private final Member me;
  private final boolean replaces;

  /** Released when there may be something new. */
  private final Semaphore news = new Semaphore(1);

  private Optional<WorkerPhase> turn = Optional.empty();
  private int begun;
  private long coordinatedNanos = System.nanoTime();
  private long lookedNanos = System.nanoTime();

  private FleetWorker(WorkerSetup setup, Member me, boolean replaces) {
    this.setup = setup;
    this.nodes = setup.nodes();
    this.me = me;
    this.replaces = replaces;
  }

  /**
   * Takes part in a run.
   *
   * @throws UsageException if it may not, with the reason and what to do
   * @throws IOException if ZooKeeper cannot be reached
   * @throws InterruptedException if a stop was requested before
   */
  public static FleetWorker join(WorkerSetup setup) throws IOException, InterruptedException {
    Member me = new Admission(setup).join();
    boolean replaces = setup.nodes().specification().map(Specification::replaces).orElse(false);
    return new FleetWorker(setup, me, replaces);
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
        awaitNews();
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
    return setup.limits().coordinator().dividedBy(FleetLimits.LOOKS);
  }

  private void awaitNews() throws InterruptedException {
    boolean unused = news.tryAcquire(interval().toMillis(), TimeUnit.MILLISECONDS);
    news.drainPermits();
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

  private Optional<WorkerEnding> follow(Order order, Shares shares, Consumer<Event> journal) {
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

  /** A worker that joins during a phase takes part in it only as a successor. */
  private boolean isForMe(Order order) {
    return order.state() == Order.State.PREPARE
        || (order.state() == Order.State.GO && replaces && me.worker().attempt() > 1);
  }

  /**
   * How a worker's part in a run ended.
   *
   * @param completed whether the coordinator has let the workers go
   * @param reason why it ended, in words
   */
  public record WorkerEnding(boolean completed, String reason) {}

  /**
   * What a worker works with.
   *
   * @param mine this worker's specification of the run, which must agree with the coordinator's
   * @param slot the slot that it was given; empty: the first that is free
   * @param attempt which process of that slot it is, from 1; empty: the next
   * @param host the name of its host, for messages
   * @param directory receives the outcomes of its shares
   * @param notes receives lines for the user
   * @param stop requested by signals
   */
  public record WorkerSetup(
      FleetNodes nodes,
      Specification mine,
      OptionalInt slot,
      OptionalInt attempt,
      String host,
      FleetLimits limits,
      RunDirectory directory,
      Consumer<String> notes,
      Clock clock,
      StopSignal stop) {}
}
