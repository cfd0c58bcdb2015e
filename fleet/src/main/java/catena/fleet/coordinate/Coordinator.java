// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.Workers;
import catena.harness.accumulo.Holder;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Coordinates the workers of one run. What is known of them, and what was ordered, is owned by one
 * thread: ZooKeeper, the engine and signals post to it what there is, and whoever goes through the
 * phases ({@link #perform}) asks it and waits.
 */
public final class Coordinator implements Closeable {
  private static final Logger LOG = LogManager.getLogger(Coordinator.class);
  private static final int CLOCK_TRIES = 4;
  private static final Duration ENDLESS = Duration.ofMillis(Long.MAX_VALUE / 2_000_000);

  private final FleetNodes nodes;
  private final FleetTerms terms;
  private final ShareResults results;
  private final CoordinationRight right;
  private final EventLoop loop;
  private final Roster roll;
  private final Supervisor supervisor;

  /** Whether a phase may go on that another coordinator has begun. */
  private volatile boolean adopting;

  /** Who had been given up before the phase was ordered, and so has no part in it. */
  private Order before = Order.NONE;

  private volatile ClockOffset clock;
  private boolean workersEnded;

  private Coordinator(FleetNodes nodes, FleetTerms terms, Order order) throws IOException {
    this.nodes = nodes;
    this.terms = terms;
    this.clock = clock(nodes, terms);
    this.right = new CoordinationRight(nodes.session(), terms.limits().look());
    this.results = new ShareResults(terms.directory(), terms.faults());
    this.adopting = order.state() != Order.State.WAIT && !order.isLast();
    this.supervisor = new Supervisor(nodes, terms, right, order);
    this.loop = supervisor.loop;
    this.roll = supervisor.roll;
    roll.haveShares(results.shares(order.generation()));
  }

  /**
   * Takes the right to coordinate a run, and says in ZooKeeper which run it is.
   *
   * @param nodes closed with this
   * @throws UsageException if another one has it, naming it
   */
  public static Coordinator open(FleetNodes nodes, FleetTerms terms) throws IOException {
    Order before = claim(nodes, terms.me(), terms.run().run(), terms.notes());
    nodes.specify(terms.run());
    return new Coordinator(nodes, terms, before);
  }

  /**
   * Takes the right to coordinate and to order, and nothing else: whoever takes a run over does
   * this before it reads a file of it. To be called again by the same process does no harm.
   *
   * @return what is ordered now
   * @throws UsageException if another one has it, naming it
   * @throws catena.fleet.agree.OrdersTakenException if this process had it, and another one has
   *     taken it since
   */
  public static Order claim(FleetNodes nodes, Holder me, String run, Consumer<String> notes)
      throws IOException {
    nodes
        .coordinator()
        .filter(holder -> !holder.equals(me))
        .ifPresent(
            holder ->
                notes.accept("coordinated by " + holder.inWords() + " now; waiting for its end"));
    Optional<Order> taken = nodes.coordinate(me, nodes.untilGone());
    if (taken.isEmpty()) {
      throw new UsageException(
          "The run %s is coordinated by %s: stop that one first"
              .formatted(run, nodes.coordinator().map(Holder::inWords).orElse("another process")));
    }
    return taken.get();
  }

  /**
   * Begins to look.
   *
   * @param workers those that an engine started; empty where they are started by hand
   * @throws UsageException if ZooKeeper does not push what changes
   */
  public void watch(Optional<Workers> workers) throws IOException, InterruptedException {
    supervisor.watch(workers);
  }

  /**
   * Takes note of what makes the run doubtful, for its verdict and for the next coordinator, for
   * whom it is written down when this returns, as far as this process may write.
   */
  public void doubt(String why) {
    supervisor.doubt(why);
  }

  /** Whether the workers were let go, by this coordinator or by one before it. */
  public boolean isReleased() {
    return supervisor.order().state() == Order.State.OVER;
  }

  /** Counts those who coordinated the run, this one included. */
  public int term() {
    return supervisor.order().term();
  }

  /**
   * Whether this process may act for the run: nobody has taken it over, and nobody can have done so
   * unnoticed, since ZooKeeper answered within two thirds of a session.
   */
  public boolean maySpeak() {
    return right.isSure();
  }

  /**
   * Does a part that is this process's own, until it is done or asked to end; it is asked to, too,
   * when this process may not act any more.
   *
   * @param stop asks for its end
   */
  public <T> T own(StopSignal stop, FailableFunction<StopSignal, T, Exception> part)
      throws Exception {
    return right.perform(stop, part, supervisor::hold);
  }

  /** How many workers take part. */
  public int present() {
    return supervisor.present();
  }

  /** What makes a run doubtful, beside what its parts came to; a sentence each. */
  public List<String> doubts() {
    return supervisor.doubts();
  }

  /** Whether another process has taken the run over: its files are that one's now. */
  public boolean isOusted() {
    return right.isLost();
  }

  // --- waiting ---------------------------------------------------------------------------------

  /**
   * Waits for the workers.
   *
   * @throws UsageException if fewer than are needed come within the limit
   * @throws IOException if it cannot be found out whom another coordinator had
   */
  public void gather() throws IOException, InterruptedException {
    // Those that another coordinator had are there, or about to come back, or dead.
    Duration limit = adopting ? terms.limits().sight() : terms.limits().join();
    int all = terms.run().workers();
    int least = terms.least(adopting ? 1 : all);
    boolean came =
        loop.await(
            limit,
            () -> terms.stop().asked() || present() >= all || present() + supervisor.due() < least);
    int there = present();
    if (terms.stop().asked() || there >= all) {
      return;
    }
    if (adopting) {
      List<WorkerId> vanished = vanished();
      lose(() -> vanished, "it was gone when the run was taken over");
    }
    if (there < least) {
      throw new UsageException(
          "%d of %d workers came%s, and %d are needed (min.workers)%s"
              .formatted(
                  there,
                  all,
                  came ? "" : " within " + Amounts.span(limit),
                  least,
                  loop.ask(supervisor::ended)));
    }
    terms.notes().accept("%d of %d workers came; the run begins with those".formatted(there, all));
  }

  /** Who took part, as journals tell, and is not there: the last process of each slot. */
  private List<WorkerId> vanished() throws IOException, InterruptedException {
    Map<Integer, WorkerId> last = new TreeMap<>();
    WorkerId.known(terms.directory()).forEach(each -> last.put(each.slot(), each));
    loop.ask(roll::alive).forEach(each -> last.remove(each.slot()));
    return List.copyOf(last.values());
  }

  // --- phases ----------------------------------------------------------------------------------

  /** Whether a phase goes on that another coordinator has begun. */
  private boolean isUnderWay(int phase) {
    return adopting
        && supervisor.order().phase() == phase
        && supervisor.order().state() != Order.State.WAIT;
  }

  /**
   * Has the workers do a phase, from getting ready to the end of the last one.
   *
   * @param phaseStop asks for its end
   * @throws IOException if ZooKeeper cannot be asked for longer than the workers wait
   */
  public PhaseResult perform(PhaseCall call, StopSignal phaseStop)
      throws IOException, InterruptedException {
    phaseStop.onAsked(supervisor::wake);
    if (!isUnderWay(call.index())) {
      before = supervisor.order();
      give(order -> order.prepare(call.index(), call.words()));
    }
    NavigableSet<WorkerId> began = began(call, phaseStop);
    end(call, began, phaseStop);
    adopting = false;
    NavigableSet<WorkerId> took = loop.ask(roll::done);
    NavigableSet<WorkerId> all = loop.ask(roll::ready); // successors, too, that were lost in turn
    PhaseResult result = results.of(supervisor.order().generation(), call, all, took, unheard(all));
    if (result.skew().workers() > 0) {
      supervisor.note(call.words() + ": " + result.skew().inWords());
    }
    return result;
  }

  /** Who may have begun, and lost its session before anybody heard that it was ready. */
  private NavigableSet<WorkerId> unheard(NavigableSet<WorkerId> heard)
      throws IOException, InterruptedException {
    NavigableSet<WorkerId> unheard = WorkerId.known(terms.directory());
    unheard.removeAll(heard);
    unheard.removeAll(loop.ask(roll::alive)); // who could be seen when all were to end
    unheard.removeIf(before::isGone);
    return unheard;
  }

  /**
   * Orders something, however often it takes.
   *
   * @throws IOException if ZooKeeper does not take it, or the orders are another process's now
   */
  private void give(UnaryOperator<Order> change) throws IOException, InterruptedException {
    if (right.isLost()) {
      throw new IOException("the run was taken over, and its workers follow another process");
    }
    loop.post(() -> supervisor.decide(change));
    insist(
        () -> {
          supervisor.send();
          if (supervisor.order().state() == Order.State.PREPARE) {
            askClock();
          }
          return change;
        });
  }

  /** Has something done that needs ZooKeeper, which may be away for as long as workers wait. */
  private void insist(Callable<?> event) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + terms.limits().coordinator().toNanos();
    while (true) {
      try {
        Object unused = loop.ask(event);
        return;
      } catch (OrdersTakenException e) {
        throw e;
      } catch (IOException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        terms.stop().waitOut(terms.limits().look());
      }
    }
  }

  private static ClockOffset clock(FleetNodes nodes, FleetTerms terms) throws IOException {
    return nodes.clock(terms.clock(), CLOCK_TRIES);
  }

  /** In each phase, as workers do: it names the time, and what is agitated has its clock. */
  private void askClock() throws IOException {
    clock = clock(nodes, terms);
    if (clock.isBeyond(terms.limits().clock())) {
      supervisor.hold(
          "the clock of %s, which coordinates, is %s, more than %s (fleet.clock.limit)"
              .formatted(terms.me().host(), clock.inWords(), Amounts.span(terms.limits().clock())));
    }
  }

  /** Waits until all are ready, and names the time. */
  private NavigableSet<WorkerId> began(PhaseCall call, StopSignal phaseStop)
      throws IOException, InterruptedException {
    if (supervisor.order().state() != Order.State.PREPARE) { // by the coordinator before
      seeAll(() -> {});
      return loop.ask(roll::ready);
    }
    Duration limit = forAll(terms.limits().ready());
    if (!loop.await(limit, () -> roll.unready().isEmpty() || phaseStop.asked())) {
      lose(
          roll::unready, "it was not ready within " + Amounts.span(limit) + " (fleet.ready.limit)");
    }
    NavigableSet<WorkerId> began = loop.ask(roll::ready);
    if (!phaseStop.asked() && !began.isEmpty()) {
      long at = now() + terms.limits().lead().toMillis();
      give(order -> order.go(at, call.lasts(), clock.epoch()));
    }
    return began;
  }

  /** A limit for what each worker does, with the time by which what they say is spread. */
  private Duration forAll(Duration limit) {
    return limit.plus(terms.limits().markEach().multipliedBy(terms.run().workers()));
  }

  /** The clock of ZooKeeper's leader. */
  private long now() {
    return Math.round(clock.toLeader((double) terms.clock().millis()));
  }

  /** How long a phase goes on already that another coordinator has begun; else zero. */
  public Duration since(int phase) {
    Order begun = supervisor.order();
    boolean underWay = adopting && begun.phase() == phase && begun.goAtMillis() > 0;
    return Duration.ofMillis(underWay ? Math.max(0, now() - begun.goAtMillis()) : 0);
  }

  /** Gives workers up; what follows from that has been done when this returns. */
  private void lose(Supplier<? extends Iterable<WorkerId>> workers, String reason)
      throws InterruptedException {
    seeAll(() -> workers.get().forEach(each -> supervisor.giveUp(each, reason)));
  }

  /**
   * Does something and looks at all members: every successor is seen that was ready before the end
   * was ordered; one that is ready later sees that order, and does nothing.
   */
  private void seeAll(Runnable first) throws InterruptedException {
    try {
      insist(
          () -> {
            first.run();
            supervisor.look(false, true);
            return first;
          });
    } catch (IOException e) {
      doubt("who took part in the phase is not known: the workers cannot be seen");
    }
  }

  /** Waits until all that are ready are done, those that would go on for ever having been told. */
  private void end(PhaseCall call, NavigableSet<WorkerId> began, StopSignal phaseStop)
      throws IOException, InterruptedException {
    boolean ends = IntStream.range(0, terms.run().workers()).anyMatch(call.bounded());
    boolean unused =
        loop.await(
            supervisor.order().endAtMillis() > 0
                ? Duration.ofMillis(supervisor.order().endAtMillis() - now())
                : ENDLESS,
            () ->
                phaseStop.asked()
                    || (roll.isOver() && !isSuccessorDue())
                    || roll.isBoundedOver(
                        call.bounded(), began, () -> ends && !supervisor.isDue()));
    String why = phaseStop.reason().orElse("the phase is over");
    give(order -> order.in(Order.State.END, why));
    seeAll(() -> {});
    Duration limit = forAll(terms.limits().end());
    if (!loop.await(limit, roll::isOver)) {
      lose(roll::atWork, "it did not end within " + Amounts.span(limit) + " (fleet.end.limit)");
    }
  }

  /** Whether all workers died in the phase, and some are replaced: those come to its end. */
  private boolean isSuccessorDue() {
    return roll.done().isEmpty() && supervisor.isDue();
  }

  /**
   * What was found late of phases that are judged: to be asked when the workers have ended, before
   * the verdict.
   */
  public PartOutcome late() {
    return results.late();
  }

  // --- the end ---------------------------------------------------------------------------------

  /** Lets the workers go: there is nothing more to do for them. They end by themselves. */
  public void release() throws IOException, InterruptedException {
    letGo(Order.State.OVER, "");
  }

  /** Orders what ends the workers, or again what has; that is the proof of the right to do so. */
  private void letGo(Order.State state, String reason) throws IOException, InterruptedException {
    boolean again = loop.ask(supervisor::letGo);
    give(order -> again ? order : order.in(state, reason));
    if (!loop.await(terms.limits().end(), supervisor::isEmpty)) {
      terms.notes().accept(present() + " workers have not ended yet");
    }
  }

  /** Takes note that one phase more is over, as this term's file says. */
  public void phaseIsOver() throws IOException, InterruptedException {
    give(Order::overBy);
  }

  /**
   * Takes note that the run has the verdict of this term's file; no other term concludes it.
   *
   * @throws IOException if that is not this process's to say
   */
  public void conclude() throws IOException, InterruptedException {
    give(order -> order.in(Order.State.CONCLUDED, ""));
  }

  /**
   * Ends what still goes on; nothing of that if this process has not the right to do so, or cannot
   * find out: then workers end by themselves, or another process coordinates them.
   *
   * @throws IOException if something may be left
   */
  public void end() throws IOException {
    if (workersEnded) {
      return;
    }
    workersEnded = true;
    supervisor.askNoMore();
    try {
      if (right.isSure()) {
        seeWhoCoordinates();
      }
      if (right.isLost()) {
        return;
      }
      letGo(Order.State.STOP, terms.stop().reason().orElse("the coordinator ends"));
      supervisor.endWorkers();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * While this process stood still nobody told it of anything. Where ZooKeeper does not answer the
   * next order tells it, if that is taken or refused.
   */
  private void seeWhoCoordinates() throws InterruptedException {
    try {
      loop.ask(
          () -> {
            supervisor.holdAgain();
            return right;
          });
    } catch (IOException e) {
      LOG.warn("whether the run was taken over cannot be asked", e);
    }
  }

  /**
   * Ends what still goes on, removes what the run has in ZooKeeper, and gives the right to
   * coordinate back; nothing of that if it is another process's.
   *
   * @throws IOException if something may be left
   */
  @Override
  public void close() throws IOException {
    try (nodes) {
      try {
        end();
      } finally {
        // Who cannot ask ZooKeeper may write nothing, and need not wait for an answer.
        boolean unused = loop.end(maySpeak() ? nodes.untilGone() : Duration.ZERO);
      }
      if (!right.isLost()) {
        nodes.confirm();
        nodes.remove();
      }
    } catch (OrdersTakenException e) {
      supervisor.oust("the run was taken over by another process");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
