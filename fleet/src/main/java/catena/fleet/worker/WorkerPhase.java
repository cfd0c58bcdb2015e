// SPDX-License-Identifier: Apache-2.0
package catena.fleet.worker;

import catena.fleet.FleetLimits;
import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Members.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.Specification;
import catena.fleet.agree.WorkerId;
import catena.records.fleet.ShareOutcome;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One phase of a worker, on its own thread: get ready, report that, begin at the time, report the
 * outcome. The thread that reads the orders notifies it of the time and of the end.
 */
public final class WorkerPhase {
  private static final Logger LOG = LogManager.getLogger(WorkerPhase.class);

  static final String GIVEN_UP = "the coordinator has given this worker up meanwhile";

  private static final String AT_ODDS = ": times of several hosts cannot be put in order";
  private static final int CLOCK_TRIES = 2;
  private static final Duration AGAIN = Duration.ofMillis(500);

  /** What a worker has to do in each phase. */
  @FunctionalInterface
  public interface Shares {
    /**
     * Finds out whether the worker's share of a phase can be done; begins nothing.
     *
     * @param since how long the phase has been going on: a late worker has less time
     * @throws Exception if it cannot be done, which is a doubt of the phase
     */
    Share prepare(Order order, Duration since, WorkerId me) throws Exception;

    /** A share that is ready to go. */
    interface Share extends AutoCloseable {
      /**
       * Does the share, until it is done or asked to stop.
       *
       * @return the outcome of each part, by its name within the scenario
       * @throws Exception if it could not be completed, which is a doubt
       */
      Map<String, PartOutcome> perform(StopSignal stop) throws Exception;

      @Override
      default void close() throws IOException {
        // most shares hold no resources
      }
    }
  }

  private final Order order;
  private final Member me;
  private final WorkerSetup setup;
  private final Shares shares;
  private final Consumer<Event> journal;

  /** Asks this phase's work to end; the reason may be that the phase is over. */
  private final StopSignal stop;

  private final CountDownLatch ordered = new CountDownLatch(1);
  private final Thread thread;
  private volatile Order go = Order.NONE;

  /** Whether the coordinator has ended the phase. */
  private volatile boolean over;

  /** Whether this worker has left the run, so that its progress is no longer wanted. */
  private volatile boolean left;

  private OptionalDouble late = OptionalDouble.empty();
  private boolean began;

  /** The clock offset of this host, as it was queried last. */
  private ClockOffset clock;

  private Optional<ShareOutcome.ClockSeen> seen = Optional.empty();
  private Optional<String> clockDoubt = Optional.empty();

  WorkerPhase(
      Order order,
      Member me,
      WorkerSetup setup,
      Shares shares,
      Consumer<Event> journal,
      Runnable over) {
    this.order = order;
    this.me = me;
    this.clock = me.clock();
    this.setup = setup;
    this.shares = shares;
    this.journal = journal;
    this.stop = setup.stop().child();
    this.thread =
        Threads.daemon(
            "turn-" + order.generation(),
            "this worker's share of the phase is not done",
            () -> {
              try {
                perform();
              } finally {
                over.run();
              }
            },
            setup.notes());
    stop.onAsked(ordered::countDown);
  }

  void start() {
    thread.start();
  }

  void join() throws InterruptedException {
    thread.join();
  }

  /** Notifies this phase of the current order. */
  void onOrder(Order now) {
    if (now.isGone(me.worker())) {
      stop.ask(GIVEN_UP);
    } else if (now.generation() > order.generation()) {
      over("the next phase is ordered");
    } else if (now.generation() == order.generation() && now.state() == Order.State.GO) {
      go = now;
      ordered.countDown();
    } else if (now.generation() == order.generation() && now.state() != Order.State.PREPARE) {
      over(now.reason().isEmpty() ? "the phase is over" : now.reason());
    } // else the order is older than this phase
  }

  /** The coordinator waits no longer for this phase's work. */
  private void over(String reason) {
    over = true;
    stop.ask(reason);
  }

  /** Ends this phase for this worker's own reason; the worker takes part no more. */
  void leave(String reason) {
    left = true;
    stop.ask(reason);
  }

  private void perform() throws InterruptedException {
    boolean lateComer = order.state() == Order.State.GO;
    Map<String, PartOutcome> parts = new LinkedHashMap<>();
    see();
    Duration since =
        lateComer ? Duration.ofMillis(Math.max(0, Math.round(late(order)))) : Duration.ZERO;
    try (Shares.Share share = shares.prepare(order, since, me.worker())) {
      say(Member.Step.READY);
      ordered.await();
      if (go.goAtMillis() > 0 && !stop.asked()) {
        begin(go, lateComer);
        parts.putAll(share.perform(stop));
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: work that is not done is a doubt of the run
      LOG.error("{} of {} failed", order.words(), me.worker().inWords(), e);
      setup.notes().accept(order.words() + " failed: " + Reasons.of(e));
      say(parts, PartOutcome.doubt(me.worker().inWords() + ": " + Reasons.of(e)));
      began = true; // as far as is known
    }
    if (stop.asked() && !over) {
      String why = stop.reason().orElse("stopped");
      say(parts, PartOutcome.fact(me.worker().inWords() + " ended early: " + why));
    }
    see();
    clockDoubt.ifPresent(doubt -> say(parts, PartOutcome.doubt(doubt)));
    write(new ShareOutcome(me.worker().node(), order.generation(), late, !began, seen, parts));
    say(Member.Step.DONE);
  }

  private static void say(Map<String, PartOutcome> parts, PartOutcome outcome) {
    parts.merge(ShareOutcome.WHOLE, outcome, PartOutcome::and);
  }

  /**
   * Queries this host's clock offset. If ZooKeeper does not answer, the offset known so far stays;
   * it is queried again at the end.
   */
  private void see() throws InterruptedException {
    setup.stop().waitOut(setup.limits().markEach().multipliedBy(me.worker().slot()));
    if (!setup.nodes().connected()) {
      return;
    }
    try {
      clock = setup.nodes().clock(setup.clock(), CLOCK_TRIES);
    } catch (IOException e) {
      LOG.warn("the clock cannot be asked", e);
      return;
    }
    ClockOffset joined = me.clock();
    double moved = clock.epoch() == joined.epoch() ? Math.abs(clock.millis() - joined.millis()) : 0;
    ShareOutcome.ClockSeen now = new ShareOutcome.ClockSeen(Math.abs(clock.millis()), moved);
    seen = Optional.of(seen.map(now::worst).orElse(now));
    clock
        .beyond(setup.limits().clock(), me.host())
        .map(off -> me.worker().inWords() + ": the " + off + AT_ODDS)
        .ifPresent(doubt -> clockDoubt = Optional.of(doubt));
  }

  /** Waits until it is time to begin, and records how late this worker began. */
  private void begin(Order at, boolean lateComer) throws InterruptedException, IOException {
    if (at.epoch() != clock.epoch()) { // the order's time is by another leader's clock
      clock = setup.nodes().clock(setup.clock(), CLOCK_TRIES);
    }
    boolean unused = stop.await(Duration.ofNanos(Math.max(0, Math.round(-late(at) * 1e6))));
    double after = late(at);
    if (stop.asked()) {
      return;
    }
    began = true;
    if (!lateComer) {
      late = OptionalDouble.of(after);
    }
    journal.accept(
        new Event.WorkerBegan(
            setup.clock().millis(),
            ClientName.worker(me.worker().slot(), me.worker().attempt()),
            me.worker().node(),
            at.generation(),
            at.words(),
            after,
            lateComer));
  }

  /** How many milliseconds ago the ordered time to begin was. */
  private double late(Order at) {
    return clock.now(setup.clock()) - at.goAtMillis();
  }

  /**
   * Reports the worker's step, and then reads the order: either the coordinator has seen that this
   * worker is ready, or this worker sees that the phase has ended. While ZooKeeper is away, tries
   * again, until the limit for that is over or the worker has left the run.
   */
  private void say(Member.Step step) throws InterruptedException {
    long deadline = System.nanoTime() + setup.limits().coordinator().toNanos();
    String why = "its place is another session's";
    while (true) {
      try {
        if (setup.nodes().members().say(me.at(order.generation(), step))) {
          onOrder(setup.nodes().order());
          return;
        }
      } catch (IOException e) {
        why = Reasons.of(e);
      }
      if (left || System.nanoTime() - deadline > 0) {
        String words = "it cannot be said that the phase is " + step + ": " + why;
        setup.notes().accept(words);
        stop.ask(words);
        return;
      }
      setup.stop().waitOut(AGAIN);
    }
  }

  private void write(ShareOutcome outcome) {
    try {
      outcome.writeTo(setup.directory());
    } catch (IOException e) { // the coordinator finds none, which is a doubt
      LOG.error("the result of the share could not be written", e);
      setup.notes().accept("the result of the share could not be written: " + Reasons.of(e));
    }
  }

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
