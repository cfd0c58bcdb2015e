// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
import catena.fleet.launch.Workers;
import catena.harness.accumulo.Holder;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Coordinates the workers of one run. One thread owns what is known of them and what was ordered:
 * ZooKeeper, the engine and signals post their news to it, and the thread that goes through the
 * phases ({@link #perform}) asks it and waits.
 */
public final class Coordinator implements Closeable {
  private final FleetNodes nodes;
  private final FleetTerms terms;
  private final ShareResults results;
  private final Leadership lead;
  private final EventLoop loop;
  private final Supervisor supervisor;

  // What follows belongs to the thread that goes through the phases, one after the other.

  /** Whether a phase that another coordinator has begun may still go on. */
  private boolean adopting;

  /** The clock offset when this process began to coordinate. */
  private final ClockOffset clock;

  private boolean workersEnded;

  private Coordinator(FleetNodes nodes, FleetTerms terms, Order order) throws IOException {
    this.nodes = nodes;
    this.terms = terms;
    this.results = new ShareResults(terms.directory(), terms.faults());
    this.adopting = order.state() != Order.State.WAIT && !order.isLast();
    this.lead = new Leadership(nodes, terms, order);
    this.clock = lead.clock();
    this.loop = lead.loop;
    this.supervisor = new Supervisor(nodes, terms, lead);
    supervisor.roster.haveShares(results.shares(order.generation()));
  }

  /**
   * Takes the right to coordinate a run, and writes the run's specification to ZooKeeper.
   *
   * @param nodes closed when this is closed
   * @throws UsageException if another one has it, naming it
   */
  public static Coordinator open(FleetNodes nodes, FleetTerms terms) throws IOException {
    Order before = claim(nodes, terms.me(), terms.run().run(), terms.notes());
    nodes.specify(terms.run());
    return new Coordinator(nodes, terms, before);
  }

  /**
   * Takes the right to coordinate and to order, and nothing else: a process that takes a run over
   * does this before it reads the run's files. The same process may call it again.
   *
   * @return the current order
   * @throws UsageException if another one has it, naming it
   * @throws catena.fleet.agree.OrdersTakenException if this process had the right, and another one
   *     has taken it since
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
   * Begins to watch the workers.
   *
   * @param workers those that an engine started; empty if they are started by hand
   * @throws UsageException if ZooKeeper does not push what changes
   */
  public void watch(Optional<Workers> workers) throws IOException, InterruptedException {
    supervisor.watch(workers);
    wakeBy(terms.stop());
  }

  /** Makes waiting threads check their conditions again when an end is requested. */
  private void wakeBy(StopSignal stop) {
    stop.onAsked(() -> loop.post(() -> {}));
  }

  /** This process's right to coordinate, its orders, its doubts about the run. */
  public Leadership lead() {
    return lead;
  }

  // --- workers ---------------------------------------------------------------------------------

  /** How many workers take part. */
  public int present() {
    return supervisor.present();
  }

  /**
   * Waits for the workers.
   *
   * @throws UsageException if fewer than are needed come within the limit
   * @throws IOException if it cannot find out which workers another coordinator had
   */
  public void gather() throws IOException, InterruptedException {
    // The workers of another coordinator are there, or about to come back, or dead.
    Duration limit = adopting ? terms.limits().sight() : terms.limits().join();
    int all = terms.run().workers();
    int least = terms.least(adopting ? 1 : all);
    supervisor.gathering = true;
    boolean came =
        loop.await(
            limit,
            () -> terms.stop().asked() || present() >= all || present() + supervisor.due() < least);
    if (adopting && !terms.stop().asked() && present() < all) {
      List<WorkerId> vanished = vanished();
      supervisor.lose(() -> vanished, "it was gone when the run was taken over");
      // Where the phase is done by some, successors come too late for it.
      boolean late = !loop.ask(supervisor.roster::done).isEmpty();
      limit = terms.limits().join();
      came =
          loop.await(
              limit,
              () ->
                  terms.stop().asked()
                      || present() >= all
                      || (present() >= least && (late || !supervisor.isDue()))
                      || present() + supervisor.due() < least);
    }
    supervisor.gathering = false;
    int there = present();
    if (terms.stop().asked() || there >= all) {
      return;
    }
    if (there < least) {
      throw new UsageException(
          "%d of %d workers came%s, and %d are needed (worker.min)%s"
              .formatted(
                  there,
                  all,
                  came ? "" : " within " + Amounts.span(limit),
                  least,
                  loop.ask(supervisor::ended)));
    }
    terms.notes().accept("%d of %d workers came; the run begins with those".formatted(there, all));
  }

  /** The last process of each slot that took part, by the journals, and is not there now. */
  private List<WorkerId> vanished() throws IOException, InterruptedException {
    Map<Integer, WorkerId> last = new TreeMap<>();
    WorkerId.known(terms.directory()).forEach(each -> last.put(each.slot(), each));
    loop.ask(supervisor.roster::alive).forEach(each -> last.remove(each.slot()));
    return List.copyOf(last.values());
  }

  // --- phases ----------------------------------------------------------------------------------

  /** Whether a phase is one that another coordinator has begun and that still goes on. */
  private boolean isUnderWay(int phase) {
    return adopting && lead.order().phase() == phase;
  }

  /** How long a phase that another coordinator has begun has been going on; else zero. */
  public Duration since(int phase) {
    long began = lead.order().goAtMillis();
    long now = Math.round(clock.now(terms.clock()));
    return Duration.ofMillis(isUnderWay(phase) && began > 0 ? Math.max(0, now - began) : 0);
  }

  /**
   * Has the workers do a phase, until the last worker has ended it.
   *
   * @param stop asks for its end
   * @throws IOException if ZooKeeper cannot be reached for longer than the workers wait
   */
  public PhaseResult perform(PhaseCall call, StopSignal stop)
      throws IOException, InterruptedException {
    wakeBy(stop);
    PhaseRun phase = new PhaseRun(terms, supervisor, call, stop);
    PhaseResult result = phase.perform(isUnderWay(call.index()), results);
    adopting = false;
    return result;
  }

  /**
   * Records that one more phase is over, by this term's file; not before what makes the run
   * doubtful is written down, which the next coordinator would not look for again.
   */
  public void phaseIsOver() throws IOException, InterruptedException {
    lead.insist(lead::settle);
    lead.give(Order::overBy);
  }

  // --- the end ---------------------------------------------------------------------------------

  /** Whether this coordinator or an earlier one has let the workers go, or had them end. */
  public boolean isReleased() {
    return lead.order().isLast();
  }

  /** Lets the workers go: there is nothing more to do for them. They end by themselves. */
  public void release() throws IOException, InterruptedException {
    letGo(Order.State.OVER, "");
  }

  /** Orders the workers to end, or repeats that order; this proves the right to do so. */
  private void letGo(Order.State state, String reason) throws IOException, InterruptedException {
    boolean again = loop.ask(supervisor::letGo);
    lead.give(order -> again ? order : order.in(state, reason));
    if (!loop.await(terms.limits().end(), supervisor::isEmpty)) {
      terms.notes().accept(present() + " workers have not ended yet");
    }
  }

  /**
   * What was found late about phases already judged; to be called when the workers have ended,
   * before the verdict.
   */
  public PartOutcome late() {
    return results.late();
  }

  /**
   * Ends what still goes on. Ends nothing if this process has not the right to do so, or cannot
   * find out: then workers end by themselves, or another process coordinates them.
   *
   * @throws IOException if something may be left
   */
  public void end() throws IOException {
    if (workersEnded) {
      return;
    }
    workersEnded = true;
    supervisor.asker.close();
    try {
      letGo(Order.State.STOP, terms.stop().reason().orElse("the coordinator ends"));
      supervisor.endWorkers();
    } catch (OrdersTakenException e) {
      // so another process has taken the run over
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends what still goes on, removes the run's nodes from ZooKeeper, and gives the right to
   * coordinate back. Does nothing of that if another process has the right. The nodes stay if the
   * verdict says that the run is not over: else no process could take it over.
   *
   * @throws IOException if something may be left
   */
  @Override
  public void close() throws IOException {
    try (nodes) {
      try {
        end();
      } finally {
        // A process that cannot reach ZooKeeper may write nothing, and need not wait for an answer.
        boolean unused = loop.end(lead.mayWrite() ? nodes.untilGone() : Duration.ZERO);
      }
      if (!lead.isOusted() && !PendingVerdict.isRunAtWork(terms.directory())) {
        lead.giveBack();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
