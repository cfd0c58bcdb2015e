package catena.fleet.worker;

import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.Step;
import catena.harness.client.StopSignal;
import catena.harness.client.Threads;
import catena.harness.fleet.ShareOutcome;
import catena.harness.journal.ClientName;
import catena.harness.journal.Event;
import catena.harness.verdict.PartOutcome;
import catena.harness.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One phase of a worker, on a thread of its own: get ready, say so, begin at the time, say what
 * came of it. Whoever reads the orders tells it of the time and of the end.
 */
final class Turn {
  private static final Logger LOG = LogManager.getLogger(Turn.class);

  /** Under a part's name: what is to be said of the share as a whole. */
  static final String WHOLE = "";

  private static final Duration AGAIN = Duration.ofMillis(500);

  private final Order order;
  private final Member me;
  private final WorkerSetup setup;
  private final Shares shares;
  private final Consumer<Event> journal;

  /** Asks for the end of what it does; its reason may be that the phase is over. */
  private final StopSignal stop;

  private final CountDownLatch ordered = new CountDownLatch(1);
  private final Thread thread;
  private volatile Order go = Order.NONE;

  /** Whether it was the coordinator who ended the phase. */
  private volatile boolean over;

  private OptionalDouble late = OptionalDouble.empty();

  Turn(
      Order order,
      Member me,
      WorkerSetup setup,
      Shares shares,
      Consumer<Event> journal,
      Runnable over) {
    this.order = order;
    this.me = me;
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

  int generation() {
    return order.generation();
  }

  boolean isOver() {
    return !thread.isAlive();
  }

  void join() throws InterruptedException {
    thread.join();
  }

  /** Tells what is ordered of this phase now. */
  void tell(Order now) {
    if (now.state() == Order.State.GO) {
      go = now;
      ordered.countDown();
    } else if (now.state() != Order.State.PREPARE) {
      over(now.reason().isEmpty() ? "the phase is over" : now.reason());
    }
  }

  /** The coordinator waits no longer for what it does. */
  void over(String reason) {
    over = true;
    end(reason);
  }

  /** Ends what it does for a reason of this worker's own. */
  void end(String reason) {
    stop.ask(reason);
  }

  private void perform() throws InterruptedException {
    boolean lateComer = order.state() == Order.State.GO;
    Map<String, PartOutcome> parts = new LinkedHashMap<>();
    try (Shares.Share share = shares.prepare(order, me.worker())) {
      mark(Step.READY);
      if (lateComer) {
        endIfLate();
      }
      ordered.await();
      if (go.goAtMillis() > 0 && !stop.asked()) {
        begin(go, lateComer);
        parts.putAll(share.perform(stop));
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) { // an Error, too: what is not done is a doubt of the run
      LOG.error("{} of {} failed", order.words(), me.worker().inWords(), e);
      setup.notes().accept(order.words() + " failed: " + Reasons.of(e));
      parts.merge(
          WHOLE, PartOutcome.doubt(me.worker().inWords() + ": " + Reasons.of(e)), PartOutcome::and);
      mark(Step.READY); // else nobody would begin
    }
    if (stop.asked() && !over) {
      parts.merge(WHOLE, PartOutcome.fact(early()), PartOutcome::and);
    }
    write(new ShareOutcome(me.worker().node(), order.generation(), late, parts));
    mark(Step.DONE);
  }

  private String early() {
    return "%s ended early: %s".formatted(me.worker().inWords(), stop.reason().orElse("stopped"));
  }

  /** Either the coordinator has seen that this worker is ready, or this sees that it has ended. */
  private void endIfLate() {
    try {
      Order now = setup.nodes().order();
      if (now.generation() != order.generation() || now.state() != Order.State.GO) {
        over("the phase is over");
      }
    } catch (IOException e) {
      end("whether the phase goes on cannot be asked: " + Reasons.of(e));
    }
  }

  /** Waits until it is time, and takes note of how late that was. */
  private void begin(Order at, boolean lateComer) throws InterruptedException, IOException {
    Member now = me;
    if (at.epoch() != me.clock().epoch()) {
      now = remeasured();
    }
    boolean unused = stop.await(until(at, now));
    double after = now.clock().toLeader(millis()) - at.goAtMillis();
    if (stop.asked()) {
      return;
    }
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

  /** The time that was named is of another leader's clock than the one that is known. */
  private Member remeasured() throws IOException {
    FleetNodes nodes = setup.nodes();
    String name = "%s-%d".formatted(me.worker().node(), System.nanoTime());
    return new Member(
        me.worker(),
        me.host(),
        me.pid(),
        me.version(),
        me.sha256(),
        nodes.clock(name, setup.clock(), 2),
        me.joinedMillis());
  }

  private double millis() {
    return (double) setup.clock().millis();
  }

  private Duration until(Order at, Member now) {
    double millis = now.clock().toHere((double) at.goAtMillis()) - millis();
    return Duration.ofNanos(Math.max(0, Math.round(millis * 1e6)));
  }

  /** Says how far it is, however long ZooKeeper is away: until nobody wants to know any more. */
  private void mark(Step step) throws InterruptedException {
    setup.stop().waitOut(setup.limits().markEach().multipliedBy(me.worker().slot()));
    long deadline = System.nanoTime() + setup.limits().coordinator().toNanos();
    while (true) {
      try {
        setup.nodes().mark(step, order.generation(), me.worker());
        return;
      } catch (IOException e) {
        if (System.nanoTime() - deadline > 0) {
          setup
              .notes()
              .accept("nobody can be told that the phase is " + step + ": " + Reasons.of(e));
          return;
        }
        setup.stop().waitOut(AGAIN);
      }
    }
  }

  private void write(ShareOutcome outcome) {
    try {
      outcome.writeTo(setup.directory());
    } catch (IOException e) { // the coordinator finds none, which is a doubt
      LOG.error("what the share came to could not be written", e);
      setup.notes().accept("what the share came to could not be written: " + Reasons.of(e));
    }
  }
}
