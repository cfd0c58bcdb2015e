// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.FleetSettings;
import catena.fleet.FleetSettings.Death;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.WorkerEnd;
import catena.fleet.launch.Workers;
import catena.harness.accumulo.Holder;
import catena.records.fleet.FleetProgress;
import catena.records.fleet.ShareOutcome;
import catena.records.journal.Event;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Looks after the workers of a run and after the right to coordinate it, for its coordinator: takes
 * what ZooKeeper pushes and what the engine tells, and does what follows from it. All of that is
 * done by the thread of a loop, which owns what is known here; others read what is volatile.
 */
final class Supervisor {
  private static final Logger LOG = LogManager.getLogger(Supervisor.class);

  /** Whose events these are: the run's own. */
  private static final String CLIENT = "run";

  /** Within which changes are looked at together: a thousand members say something in seconds. */
  private static final Duration TOGETHER = Duration.ofMillis(50);

  /** How many names a sentence lists. */
  private static final int MOST_NAMES = 5;

  private final FleetNodes nodes;
  private final FleetTerms terms;
  private final CoordinationRight right;
  final Roster roll;

  /** Its thread does what this class does, where nothing else is said. */
  final EventLoop loop = new EventLoop("fleet", "workers are no longer watched", this::end);

  /** An engine may take minutes to answer, and the workers are looked at meanwhile. */
  private final EventLoop asker =
      new EventLoop("fleet-engine", "the ends of processes are no longer asked for", this::end);

  /** Asked by one thread, told to start by the loop; {@link #endWorkers} waits for both. */
  private Optional<Workers> engine = Optional.empty();

  private boolean engineMissed;

  /** Added to by any thread. */
  private final CopyOnWriteArrayList<String> doubts = new CopyOnWriteArrayList<>();

  /** Whether a look at what was pushed is due. */
  private final AtomicBoolean news = new AtomicBoolean();

  /** Set by a thread of Curator's as soon as that is known. */
  private volatile boolean reconnected;

  /** What the engine has told since the last look. */
  private final List<WorkerEnd> unjudged = new ArrayList<>();

  /** What of the roll's changes has not been carried through yet. */
  private final List<Roster.Change> untaken = new ArrayList<>();

  private final List<String> ends = new ArrayList<>();

  /** How many of these ends have no successor. */
  private int endedForGood;

  /** When the last one was lost. */
  private long lostNanos;

  private Collection<Member> seen = List.of();
  private boolean told;
  private boolean closing;
  private volatile int present;

  /** What this process wants; ZooKeeper has it once it is {@link #taken}. */
  private volatile Order order;

  private boolean taken = true;

  /**
   * That of a coordinator.
   *
   * @param order that was the last when it took the right to order
   */
  Supervisor(FleetNodes nodes, FleetTerms terms, CoordinationRight right, Order order) {
    this.nodes = nodes;
    this.terms = terms;
    this.right = right;
    this.roll = new Roster(terms.limits().sight(), order);
    this.order = order;
    this.closing = order.state() == Order.State.OVER;
    nodes.onConnected(() -> reconnected = true);
  }

  /**
   * Begins to look; for any thread, once.
   *
   * @param workers those that an engine started; empty where they are started by hand
   * @throws catena.records.words.UsageException if ZooKeeper does not push what changes
   */
  void watch(Optional<Workers> workers) throws IOException, InterruptedException {
    engine = workers;
    nodes.watch(this::pushed, nodes.untilGone());
    Duration look = terms.limits().look();
    loop.repeat(look, () -> tryToLook(false));
    if (workers.isPresent()) {
      loop.post(this::leave);
      Duration each = workers.get().askEach();
      asker.repeat(look.compareTo(each) > 0 ? look : each, this::ask);
    }
    terms.stop().onAsked(this::wake);
  }

  /** Until it answers again, who dies is missed in ZooKeeper alone. */
  private void ask() {
    try {
      List<WorkerEnd> ended = engine.orElseThrow().ended();
      loop.post(() -> unjudged.addAll(ended));
      engineMissed = false;
    } catch (IOException e) {
      LOG.warn("the engine cannot be asked", e);
      if (!engineMissed) {
        engineMissed = true;
        terms.notes().accept("what starts the workers cannot be asked now: " + Reasons.of(e));
      }
    }
  }

  /**
   * Takes note of what makes the run doubtful, and writes it down for the next coordinator as far
   * as this process may; it waits for that, and is never called by the loop.
   */
  void doubt(String why) {
    hold(why);
    try {
      boolean unused = loop.ask(() -> true); // behind what has been posted
    } catch (IOException e) {
      LOG.debug("this coordinator has ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The same for any thread; it does not wait. */
  void hold(String why) {
    if (doubts.addIfAbsent(why)) {
      loop.post(this::leave);
    }
  }

  /** Writes down what the next coordinator has to know. */
  private void leave() {
    if (!right.isSure()) {
      return;
    }
    try {
      new FleetProgress.Left(engine.map(Workers::handle).orElse(""), doubts())
          .writeTo(terms.directory(), order.term());
    } catch (IOException e) {
      LOG.error("nothing can be left to the next coordinator", e);
      terms.notes().accept("the run could not be taken over rightly: " + Reasons.of(e));
    }
  }

  /** A sentence each; for any thread. */
  List<String> doubts() {
    return List.copyOf(doubts);
  }

  /** How many take part; for any thread. */
  int present() {
    return present;
  }

  /** The last one; for any thread. */
  Order order() {
    return order;
  }

  /** Whoever waits looks at what it waits for; for any thread. */
  void wake() {
    loop.post(() -> {});
  }

  // --- looking ---------------------------------------------------------------------------------

  /** Many changes that come at once are looked at once. */
  private void pushed() {
    if (news.compareAndSet(false, true)) {
      loop.postAfter(
          TOGETHER,
          () -> {
            news.set(false);
            tryToLook(true);
          });
    }
  }

  private void tryToLook(boolean pushed) {
    try {
      look(pushed, false);
    } catch (IOException e) {
      LOG.warn("the workers cannot be looked after", e);
    }
  }

  /**
   * Looks at what was pushed. A look that nothing has pushed asks ZooKeeper who coordinates: its
   * answer is the proof that this process may act.
   *
   * @param all asks for all members, so that nothing is missed that was said before it
   * @throws IOException if ZooKeeper cannot be asked, which says nothing about the workers
   */
  void look(boolean pushed, boolean all) throws IOException {
    long asked = System.nanoTime();
    try {
      if (reconnected) {
        reconnected = false;
        holdAgain();
      }
      seen = all ? nodes.members().values() : nodes.seen();
      if (!pushed && other().isPresent()) {
        holdAgain();
      }
      untaken.addAll(roll.look(seen, unjudged, System.nanoTime()));
      unjudged.clear();
      present = roll.alive().size();
      giveUpLost();
      untaken.forEach(this::take);
      untaken.clear();
      told = false;
      if (!pushed && !reconnected) {
        answered(asked);
      }
    } catch (IOException e) {
      roll.blind();
      if (!told) {
        told = true;
        terms.notes().accept("the workers cannot be seen now: " + Reasons.of(e));
      }
      throw e;
    }
  }

  private void answered(long askedNanos) {
    if (right.answered(askedNanos)) {
      leave(); // what could not be written meanwhile
    }
  }

  private Optional<Holder> other() throws IOException {
    return nodes.coordinator().filter(holder -> !holder.equals(terms.me()));
  }

  /**
   * A session that was lost took the right to coordinate with it; while there was none, another one
   * may have taken it, and even have come to an end.
   */
  void holdAgain() throws IOException {
    Optional<Holder> other = other();
    if (right.isLost() || other.isPresent()) {
      oust("the run was taken over by " + other.map(Holder::inWords).orElse("another process"));
      return;
    }
    try {
      if (nodes.coordinate(terms.me(), Duration.ZERO).isEmpty()) {
        reconnected = true; // the node of the session before goes, and then it is tried again
      }
    } catch (OrdersTakenException e) {
      oust("the run was taken over by another process, which has ended since");
    }
  }

  /** Another process has taken the run over. */
  void oust(String why) {
    if (right.lose()) {
      end(why);
    }
  }

  // --- ordering --------------------------------------------------------------------------------

  /** Makes up what is to be ordered next; {@link #send} orders it. */
  void decide(UnaryOperator<Order> change) {
    Order next = change.apply(order);
    if (next.generation() != order.generation()) {
      roll.nextPhase(next.generation());
    }
    order = next;
    taken = false;
  }

  /**
   * Orders what was decided, if that has not been taken.
   *
   * @throws OrdersTakenException if the orders are another process's now
   * @throws IOException if ZooKeeper does not take it now
   */
  void send() throws IOException {
    if (taken) {
      return;
    }
    long asked = System.nanoTime();
    try {
      long unused = nodes.order(order);
    } catch (OrdersTakenException e) { // while this process stood still
      oust("the run was taken over by another process");
      throw e;
    }
    taken = true;
    if (!reconnected) {
      answered(asked);
    }
  }

  /** Gives one up for a reason of the coordinator's; what follows is done with the next look. */
  void giveUp(WorkerId worker, String reason) {
    roll.giveUp(worker, reason).ifPresent(untaken::add);
  }

  /** By an order, before anything follows from it: who is lost may live, and is to end. */
  private void giveUpLost() throws IOException {
    List<WorkerId> lost =
        untaken.stream()
            .filter(change -> change.kind() == Roster.Kind.LOST)
            .map(Roster.Change::worker)
            .filter(worker -> !order.isGone(worker))
            .toList();
    if (closing || right.isLost()) {
      return;
    }
    if (!lost.isEmpty()) {
      decide(now -> now.without(lost));
    }
    send();
  }

  // --- what follows ----------------------------------------------------------------------------

  private void take(Roster.Change change) {
    String worker = change.worker().node();
    switch (change.kind()) {
      case JOINED ->
          seen.stream()
              .filter(each -> each.worker().equals(change.worker()))
              .forEach(this::tellJoined);
      case UNSEEN -> {
        tell(now -> new Event.WorkerUnseen(now, CLIENT, worker));
        seeShare(change.worker());
      }
      case SEEN -> {
        double seconds = change.after().toMillis() / 1e3;
        tell(now -> new Event.WorkerSeen(now, CLIENT, worker, seconds));
        terms
            .notes()
            .accept(
                change.worker().inWords()
                    + " is there again, its session had been over for "
                    + Amounts.span(change.after()));
      }
      case LOST -> lost(change);
    }
  }

  /** Who goes with its share in the run directory has come to the end, whoever has heard it. */
  private void seeShare(WorkerId worker) {
    try {
      if (!roll.isDone(worker)
          && ShareOutcome.read(terms.directory(), order.generation(), worker.node()).isPresent()) {
        roll.haveShares(List.of(worker));
      }
    } catch (IOException e) { // it is read again when the phase is judged
      LOG.warn("whether {} is done cannot be seen", worker.inWords(), e);
    }
  }

  private void tellJoined(Member member) {
    tell(
        now ->
            new Event.WorkerJoined(
                now,
                CLIENT,
                member.worker().node(),
                member.host(),
                member.pid(),
                member.clock().millis(),
                member.clock().roundTripMillis(),
                member.clock().epoch()));
  }

  private void lost(Roster.Change change) {
    seeShare(change.worker());
    if (closing || right.isLost()) {
      return;
    }
    Death then = then(change);
    ends.add(change.worker().inWords() + ": " + change.reason());
    lostNanos = System.nanoTime();
    if (then != Death.REPLACE) {
      endedForGood++;
    }
    String worker = change.worker().node();
    tell(now -> new Event.WorkerLost(now, CLIENT, worker, change.reason(), then.word()));
    String words = change.worker().inWords() + " is lost: " + change.reason();
    String all = "%s (%s)".formatted(words, then.word());
    terms.notes().accept(all);
    note(all);
    if (then == Death.STOP) {
      end(words + " (worker.death=stop)");
    } else if (then == Death.REPLACE) {
      replace(change.worker());
    } else if (order.generation() > 0 && present < terms.least(1)) {
      end(
          "%s; %d of %d workers are left, and %d are needed (min.workers)"
              .formatted(words, present, terms.run().workers(), terms.least(1)));
    }
  }

  private Death then(Roster.Change change) {
    int attempts = terms.settings().get(FleetSettings.ATTEMPTS);
    boolean replaceable = change.worker().attempt() < attempts && !change.refused();
    return terms.death() == Death.REPLACE && !replaceable ? Death.GO_ON : terms.death();
  }

  /** Takes note of why the run cannot go on, and has it end; for any thread. */
  void end(String why) {
    hold(why);
    terms.stop().ask(why);
  }

  private void replace(WorkerId lost) {
    try {
      if (engine.isPresent() && engine.get().start(lost.slot(), lost.attempt() + 1)) {
        leave();
      } // else it is for whoever started it
    } catch (IOException e) {
      LOG.error("no successor", e);
      terms
          .notes()
          .accept("no successor of " + lost.inWords() + " could be started: " + Reasons.of(e));
    }
  }

  /** For the report, which shows notes with their times; for any thread. */
  void note(String text) {
    tell(now -> new Event.Note(now, CLIENT, text));
  }

  private void tell(LongFunction<Event> event) {
    terms.journal().accept(event.apply(terms.clock().millis()));
  }

  /** How many may still come: all but those that are there, and those that ended for good. */
  int due() {
    return terms.run().workers() - present - (engine.isEmpty() ? 0 : endedForGood);
  }

  /** Why workers ended, for the end of a sentence. */
  String ended() {
    List<String> some = ends.subList(0, Math.min(ends.size(), MOST_NAMES));
    String why = engine.map(Workers::shortage).orElse("");
    return (some.isEmpty() ? "" : ": " + String.join("; ", some))
        + (why.isEmpty() ? "" : "; " + why);
  }

  /**
   * Whether a successor of a lost one may still come: they have as long as workers have to join.
   */
  boolean isDue() {
    return terms.death() == Death.REPLACE
        && engine.isPresent()
        && endedForGood < terms.run().workers()
        && System.nanoTime() - lostNanos < terms.limits().join().toNanos();
  }

  /** From now on nobody is lost, since all may go; whether that was so before. */
  boolean letGo() {
    boolean before = closing;
    closing = true;
    return before;
  }

  /** Whether nobody has a session. */
  boolean isEmpty() {
    return seen.isEmpty();
  }

  /** Asks the engine no more; for any thread. */
  void askNoMore() {
    asker.close();
  }

  /**
   * Ends those that have not ended by themselves; for any thread, after {@link #askNoMore}.
   *
   * @throws IOException if something may be left
   */
  void endWorkers() throws IOException, InterruptedException {
    if (!asker.end(nodes.untilGone())) {
      LOG.warn("the engine has not answered");
    }
    if (engine.isPresent()) {
      try (Workers all = engine.get()) {
        int killed = all.stop(terms.limits().end());
        if (killed > 0) {
          terms.notes().accept(killed + " workers did not end and were killed");
        }
      }
    }
  }
}
