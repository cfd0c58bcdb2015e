// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.harness.accumulo.Holder;
import catena.records.fleet.FleetProgress;
import catena.records.journal.Event;
import catena.records.threads.StopSignal;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * This process as coordinator of the run: its right, its orders, its doubts about the run, and its
 * verdict. The thread of its loop owns all of this and calls these methods unless they say
 * something else; other threads read what it publishes.
 */
public final class Leadership implements PendingVerdict.Fence {
  private static final Logger LOG = LogManager.getLogger(Leadership.class);

  /** The client of these events: the run itself. */
  static final String CLIENT = "run";

  private static final int CLOCK_TRIES = 4;

  final EventLoop loop = new EventLoop("fleet", "workers are no longer watched", this::end);

  private final FleetNodes nodes;
  private final FleetTerms terms;

  /** Any thread may add to them. */
  private final CopyOnWriteArrayList<String> doubts = new CopyOnWriteArrayList<>();

  /** The handle by which the next coordinator finds the workers. */
  private String handle = "";

  /** Whether what the next coordinator has to know has not been written yet. */
  private boolean owing;

  /** Why it could not be written the last time; empty if it could. */
  private String whyOwing = "";

  /** Whether ZooKeeper has taken {@link #order}. */
  private boolean taken = true;

  /** How long after an answer no other process can have the right: two thirds of a session. */
  private final Duration sure;

  /** When the last query that ZooKeeper answered was sent, in a session that has the right. */
  private volatile long askedNanos = System.nanoTime();

  /** Whether another process has the right, for ever. */
  private volatile boolean ousted;

  /** The order that this process wants; ZooKeeper has it once {@link #taken} is true. */
  private volatile Order order;

  /**
   * Of a right that was just taken.
   *
   * @param order the current order at that time
   */
  Leadership(FleetNodes nodes, FleetTerms terms, Order order) {
    this.nodes = nodes;
    this.terms = terms;
    this.order = order;
    this.sure = nodes.session().multipliedBy(2).dividedBy(3);
  }

  /** The order that this process wants; for any thread. */
  Order order() {
    return order;
  }

  /** The number of the coordinators that the run has had, this one included; for any thread. */
  public int term() {
    return order.term();
  }

  /** How far this host's clock is from that of ZooKeeper's leader; for any thread. */
  ClockOffset clock() throws IOException {
    return nodes.clock(terms.clock(), CLOCK_TRIES);
  }

  // --- what is held against the run --------------------------------------------------------------

  /**
   * Records what makes the run doubtful, in addition to the outcomes of its parts, and writes it
   * down for the next coordinator as far as this process may; waits for that, so the loop must
   * never call it.
   */
  public void doubt(String why) {
    hold(why);
    try {
      boolean unused = loop.ask(() -> true); // after what has been posted
    } catch (IOException e) {
      LOG.debug("this coordinator has ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The same without waiting; for any thread. */
  public void hold(String why) {
    if (doubts.addIfAbsent(why)) {
      loop.post(() -> leave(handle));
    }
  }

  /** Records why the run cannot go on, and has it end; for any thread. */
  void end(String why) {
    hold(why);
    terms.stop().ask(why);
  }

  /** The doubts, a sentence each; for any thread. */
  public List<String> doubts() {
    return List.copyOf(doubts);
  }

  /** Writes down what the next coordinator has to know, now or once this process may. */
  void leave(String howToFindWorkers) {
    handle = howToFindWorkers;
    owing = true;
    leaveWhatIsOwed();
  }

  private void leaveWhatIsOwed() {
    if (!owing || !mayWrite()) {
      return;
    }
    try {
      new FleetProgress.Left(handle, doubts()).writeTo(terms.directory(), order.term());
      owing = false;
      whyOwing = "";
    } catch (IOException e) { // the next check tries again
      LOG.error("nothing can be left to the next coordinator", e);
      String why = Reasons.of(e);
      if (!why.equals(whyOwing)) {
        terms.notes().accept("the run could not be taken over rightly: " + why);
      }
      whyOwing = why;
    }
  }

  /**
   * Writes down what the next coordinator has to know.
   *
   * @throws IOException if it cannot be written, or this process does not know whether it may
   */
  void settle() throws IOException {
    askForTheRight();
    if (owing && !ousted) {
      throw new IOException("what the next coordinator has to know is not written: " + whyOwing);
    }
  }

  /** Journals a note, which the report shows with its time; for any thread. */
  void note(String text) {
    journal(now -> new Event.Note(now, CLIENT, text));
  }

  /** Journals an event with the time; for any thread. */
  void journal(LongFunction<Event> event) {
    terms.journal().accept(event.apply(terms.clock().millis()));
  }

  // --- the right -------------------------------------------------------------------------------

  /** Whether another process has taken the run over, and with it its files; for any thread. */
  public boolean isOusted() {
    return ousted;
  }

  /**
   * Whether this process may act for the run: no process has taken it over, and none can have done
   * so unnoticed. For any thread.
   */
  @Override
  public boolean mayWrite() {
    return !ousted && System.nanoTime() - askedNanos < sure.toNanos();
  }

  /**
   * Does a part of this process itself, until it is done or asked to end. It is asked to end also
   * when this process may not act any more. For any thread but the loop's.
   *
   * @param stop asks for its end
   */
  public <T> T own(StopSignal stop, FailableFunction<StopSignal, T, Exception> part)
      throws Exception {
    StopSignal signal = stop.child();
    String owed = "it is no longer watched whether this process may act";
    try (EventLoop guard = new EventLoop("fleet-guard", owed, this::hold)) {
      guard.repeat(terms.limits().checkEach(), () -> endUnlessSure(signal)); // it never waits
      return part.apply(signal);
    }
  }

  private void endUnlessSure(StopSignal part) {
    if (mayWrite() || part.asked()) {
      return;
    }
    String why =
        ousted
            ? "the run was taken over"
            : "ZooKeeper has not answered for %s: another process may coordinate the run now"
                .formatted(Amounts.span(sure));
    hold("what the coordinator did itself was stopped: " + why);
    part.ask(why);
  }

  /**
   * Asks ZooKeeper who coordinates: its answer proves that this process may act. With a session
   * that was lost the right was lost, too; before there was a new session, another process may have
   * taken it, and may even have ended.
   */
  void askForTheRight() throws IOException {
    if (ousted) {
      return;
    }
    long asked = System.nanoTime();
    try {
      if (nodes.stillCoordinates()) {
        askedNanos = asked;
        leaveWhatIsOwed();
      }
    } catch (OrdersTakenException e) {
      oust();
    }
  }

  /** Records that another process has taken the run over. */
  private void oust() {
    if (!ousted) {
      ousted = true;
      end("the run was taken over by " + successor());
    }
  }

  private String successor() {
    try {
      return nodes
          .coordinator()
          .filter(holder -> !holder.equals(terms.me()))
          .map(Holder::inWords)
          .orElse("another process, which has ended since");
    } catch (IOException e) {
      LOG.debug("who it was cannot be asked", e);
      return "another process";
    }
  }

  /**
   * Gives the right back and removes the run's nodes from ZooKeeper, unless another process has the
   * right.
   */
  void giveBack() throws IOException {
    try {
      nodes.confirm();
      nodes.remove();
    } catch (OrdersTakenException e) {
      oust();
    }
  }

  // --- orders ----------------------------------------------------------------------------------

  /** Changes the wanted order; {@link #send} writes it to ZooKeeper. */
  void decide(UnaryOperator<Order> change) {
    order = change.apply(order);
    taken = false;
  }

  /**
   * Changes the order, with as many tries as it takes; for any thread but the loop's.
   *
   * @throws IOException if ZooKeeper does not take it, or another process gives the orders now
   */
  void give(UnaryOperator<Order> change) throws IOException, InterruptedException {
    loop.post(() -> decide(change));
    insist(
        () -> {
          send();
          askForTheRight();
        });
  }

  /**
   * Writes the verdict into this term's file, and orders that the run has it: no other term
   * concludes the run, and another process finds the verdict by that order. For any thread but the
   * loop's.
   */
  @Override
  public void concluding(VerdictFile last) throws IOException {
    last.writeTo(terms.directory(), terms.directory().verdict(term()));
    try {
      give(its -> its.in(Order.State.CONCLUDED, ""));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before the verdict was published", e);
    }
  }

  /**
   * Runs an event that needs ZooKeeper, with retries while ZooKeeper is away, for as long as
   * workers wait; for any thread but the loop's.
   *
   * @throws IOException if it is away for longer, or another process has the run now
   */
  void insist(FailableRunnable<IOException> event) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + terms.limits().coordinator().toNanos();
    while (true) {
      try {
        boolean unused =
            loop.ask(
                () -> {
                  event.run();
                  return true;
                });
        return;
      } catch (OrdersTakenException e) {
        throw e;
      } catch (IOException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        terms.stop().waitOut(terms.limits().checkEach());
      }
    }
  }

  /**
   * Writes the wanted order, if ZooKeeper has not taken it yet.
   *
   * @throws OrdersTakenException if another process gives the orders now
   * @throws IOException if ZooKeeper does not take it now
   */
  void send() throws IOException {
    if (ousted) {
      throw new OrdersTakenException();
    }
    if (!taken) {
      try {
        nodes.order(order);
        taken = true;
      } catch (OrdersTakenException e) { // while this process was paused
        oust();
        throw e;
      }
    }
  }
}
