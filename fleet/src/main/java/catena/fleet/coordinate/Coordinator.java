package catena.fleet.coordinate;

import catena.fleet.FleetSettings.Death;
import catena.fleet.agree.ClockOffset;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.OrdersTakenException;
import catena.fleet.agree.Step;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.WorkerEnd;
import catena.fleet.launch.Workers;
import catena.harness.accumulo.Holder;
import catena.harness.client.StopSignal;
import catena.harness.client.Threads;
import catena.harness.fleet.FleetProgress;
import catena.harness.instance.ZooKeepers;
import catena.harness.journal.ClientName;
import catena.harness.journal.Event;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.PartOutcome;
import catena.harness.words.Amounts;
import catena.harness.words.Reasons;
import catena.harness.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Coordinates the workers of one run. A thread of its own looks at them twice a second, whatever
 * else goes on; {@link #perform} is called by whoever goes through the phases.
 */
public final class Coordinator implements Closeable {
  private static final Logger LOG = LogManager.getLogger(Coordinator.class);
  private static final int CLOCK_TRIES = 4;

  /** How long a dead coordinator's session may hold the right to coordinate. */
  private static final Duration HOLD_LIMIT = ZooKeepers.SESSION.plusSeconds(10);

  /** How long after an answer of ZooKeeper nobody else can have the right to coordinate. */
  private static final Duration SURE = ZooKeepers.SESSION.multipliedBy(2).dividedBy(3);

  private static final Duration ENDLESS = Duration.ofMillis(Long.MAX_VALUE / 2_000_000);

  /** Whose events these are: the run's own. */
  private static final String CLIENT = "run";

  /** Within which changes are looked at together: a thousand marks come within seconds. */
  private static final Duration TOGETHER = Duration.ofMillis(50);

  /** How many names a sentence lists. */
  private static final int MOST_NAMES = 5;

  private final FleetNodes nodes;
  private final FleetTerms terms;
  private final ScheduledExecutorService looker =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("fleet"));

  /** An engine may take minutes to answer, and the workers are looked at meanwhile. */
  private final ScheduledExecutorService asker =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("fleet-engine"));

  /** What the engine has told, until the next look. */
  private final Queue<WorkerEnd> ended = new ConcurrentLinkedQueue<>();

  private final ShareResults results;
  private boolean engineMissed;

  /** Asked by one thread, told to start by the looking one; {@link #close} waits for both. */
  private Optional<Workers> engine = Optional.empty();

  private final List<WorkerEnd> unjudged = new ArrayList<>();

  /** What of the roll's changes has not been carried through yet; taken by the looking thread. */
  private final Queue<Roll.Change> untaken = new ConcurrentLinkedQueue<>();

  /** Asks the parts that this process does itself to end, when it may not act any more. */
  private final ScheduledExecutorService guard =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("fleet-guard"));

  /** Whether a look at what was pushed is due. */
  private final AtomicBoolean news = new AtomicBoolean();

  /** Whether somebody waits for a look that begins from now on. */
  private volatile boolean awaited;

  private volatile boolean reconnected;

  /** When ZooKeeper last answered in a session that has the right to coordinate. */
  private volatile long answeredNanos = System.nanoTime();

  /** The ends of what this process does itself now. */
  private final Set<StopSignal> own = ConcurrentHashMap.newKeySet();

  private boolean workersEnded;

  /** Whether another process has taken the run over, so that nothing of it may be touched. */
  private volatile boolean ousted;

  private boolean told;

  // guarded by this
  private final Roll roll;
  private final List<String> doubts = new ArrayList<>();
  private NavigableMap<WorkerId, Member> seen = new TreeMap<>();
  private NavigableSet<WorkerId> ready = new TreeSet<>();
  private NavigableSet<WorkerId> done = new TreeSet<>();
  private List<String> ends = new ArrayList<>();

  /** How many of these ends have no successor. */
  private int endedForGood;

  /** When the last one was lost. */
  private long lostNanos;

  private Order order;
  private boolean adopting;

  /** How many looks have begun, and the number of the last one that saw the workers. */
  private long looksBegun;

  private long lookSeen;
  private boolean closing;

  private ClockOffset clock;

  private Coordinator(FleetNodes nodes, FleetTerms terms, Order order, ClockOffset clock) {
    this.nodes = nodes;
    this.terms = terms;
    this.order = order;
    this.clock = clock;
    this.roll = new Roll(terms.limits().sight());
    this.results = new ShareResults(terms.directory(), terms.faults());
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
    Coordinator coordinator = new Coordinator(nodes, terms, before, clock(nodes, terms));
    coordinator.takeOver(before);
    return coordinator;
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
    Optional<Order> taken = nodes.coordinate(me, HOLD_LIMIT);
    if (taken.isEmpty()) {
      throw new UsageException(
          "The run %s is coordinated by %s: stop that one first"
              .formatted(run, nodes.coordinator().map(Holder::inWords).orElse("another process")));
    }
    return taken.get();
  }

  private synchronized void takeOver(Order before) throws IOException {
    adopting = before.state() != Order.State.WAIT && !before.isLast();
    closing = before.state() == Order.State.OVER;
    roll.lostBefore(nodes.givenUp());
    nodes.onConnection(
        state -> {
          if (state.isConnected()) {
            reconnected = true;
          }
        });
  }

  /**
   * Begins to look.
   *
   * @param workers those that an engine started; empty where they are started by hand
   * @throws UsageException if ZooKeeper does not push what changes
   */
  public void watch(Optional<Workers> workers) throws IOException, InterruptedException {
    engine = workers;
    nodes.watch(this::pushed, HOLD_LIMIT);
    long millis = terms.limits().look().toMillis();
    var unused =
        looker.scheduleWithFixedDelay(looking(() -> look(false)), 0, millis, TimeUnit.MILLISECONDS);
    Runnable guarding =
        Threads.repeated(
            "fleet-guard", "nobody sees whether it may still act", this::guard, this::cannotLook);
    var unusedGuard = guard.scheduleWithFixedDelay(guarding, 0, millis, TimeUnit.MILLISECONDS);
    if (workers.isPresent()) {
      left();
      Runnable asking =
          Threads.repeated(
              "fleet-engine", "nobody asks what became of processes", this::ask, this::cannotLook);
      var unusedToo = asker.scheduleWithFixedDelay(asking, 0, millis, TimeUnit.MILLISECONDS);
    }
    terms.stop().onAsked(this::wake);
  }

  /** Until it answers again, who dies is missed in ZooKeeper alone. */
  private void ask() {
    try {
      ended.addAll(engine.orElseThrow().ended());
      engineMissed = false;
    } catch (IOException e) {
      LOG.warn("the engine cannot be asked", e);
      if (!engineMissed) {
        engineMissed = true;
        terms.notes().accept("what starts the workers cannot be asked now: " + Reasons.of(e));
      }
    }
  }

  /** Whether the workers were let go, by this coordinator or by one before it. */
  public synchronized boolean isReleased() {
    return order.state() == Order.State.OVER;
  }

  private void cannotLook(String why) {
    doubt(why);
    terms.stop().ask(why);
  }

  /** Takes note of what makes the run doubtful, for its verdict and for the next coordinator. */
  public void doubt(String why) {
    synchronized (this) {
      if (doubts.contains(why)) {
        return;
      }
      doubts.add(why);
    }
    left();
  }

  /** Writes down what the next coordinator has to know. */
  private void left() {
    if (!maySpeak()) {
      return;
    }
    try {
      new FleetProgress.Left(engine.map(Workers::handle).orElse(""), doubts())
          .writeTo(terms.directory(), term());
    } catch (IOException e) {
      LOG.error("nothing can be left to the next coordinator", e);
      terms.notes().accept("the run could not be taken over rightly: " + Reasons.of(e));
    }
  }

  /** Counts those who coordinated the run, this one included. */
  public synchronized int term() {
    return order.term();
  }

  /**
   * Whether this process may act for the run: nobody has taken it over, and nobody can have done so
   * unnoticed, since ZooKeeper answered within two thirds of a session.
   */
  public boolean maySpeak() {
    return !ousted && System.nanoTime() - answeredNanos < SURE.toNanos();
  }

  /**
   * Does a part that is this process's own; it is asked to end, too, when this process may not act
   * any more.
   *
   * @param stop asks for its end
   */
  public <T> T own(StopSignal stop, Own<T> part) throws Exception {
    StopSignal signal = stop.child();
    own.add(signal);
    try {
      return part.perform(signal);
    } finally {
      own.remove(signal);
    }
  }

  /** What this process does itself. */
  @FunctionalInterface
  public interface Own<T> {
    /** Does it, until it is done or asked to end. */
    T perform(StopSignal stop) throws Exception;
  }

  private void guard() {
    if (maySpeak()) {
      return;
    }
    String why =
        ousted
            ? "the run was taken over"
            : "ZooKeeper has not answered for %s: another process may coordinate the run now"
                .formatted(Amounts.span(SURE));
    for (StopSignal signal : own) {
      if (!signal.asked()) {
        doubt("what the coordinator did itself was stopped: " + why);
        signal.ask(why);
      }
    }
  }

  private synchronized void wake() {
    notifyAll();
  }

  /** How many workers take part. */
  public synchronized int present() {
    return roll.alive().size();
  }

  /** What makes a run doubtful, beside what its parts came to; a sentence each. */
  public synchronized List<String> doubts() {
    return List.copyOf(doubts);
  }

  /** How many requests of ZooKeeper were made, for those who measure. */
  public long requests() {
    return nodes.requests();
  }

  // --- looking ---------------------------------------------------------------------------------

  private Runnable looking(Runnable look) {
    return Threads.repeated("fleet", "nobody looks after the workers", look, this::cannotLook);
  }

  /** Many changes that come at once are looked at once. */
  private void pushed() {
    if (news.compareAndSet(false, true)) {
      lookAfter(
          TOGETHER,
          () -> {
            news.set(false);
            look(true);
          });
    }
  }

  private void lookAfter(Duration time, Runnable look) {
    try {
      var unused = looker.schedule(looking(look), time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("this coordinator ends", e);
    }
  }

  private void look(boolean pushed) {
    long number;
    synchronized (this) {
      number = pushed ? looksBegun : ++looksBegun;
    }
    long asked = System.nanoTime();
    try {
      if (reconnected) {
        reconnected = false;
        holdAgain();
      }
      for (WorkerEnd end = ended.poll(); end != null; end = ended.poll()) {
        unjudged.add(end);
      }
      lookAt(pushed);
      told = false;
      if (!pushed && !reconnected) {
        answered(asked);
      }
      synchronized (this) {
        lookSeen = pushed ? lookSeen : number;
      }
      wake();
    } catch (IOException e) {
      LOG.warn("the workers cannot be looked after", e);
      synchronized (this) {
        roll.blind();
      }
      if (!told) {
        told = true;
        terms.notes().accept("the workers cannot be seen now: " + Reasons.of(e));
      }
    }
  }

  private void answered(long askedNanos) {
    boolean unsaid = !maySpeak() && !ousted;
    answeredNanos = askedNanos;
    if (unsaid) {
      left();
    }
  }

  /**
   * A session that was lost took the right to coordinate with it; while there was none, another one
   * may have taken it, and even have come to an end.
   */
  private void holdAgain() throws IOException {
    Optional<Holder> other = nodes.coordinator().filter(holder -> !holder.equals(terms.me()));
    if (ousted || other.isPresent()) {
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

  private void oust(String why) {
    if (!ousted) {
      ousted = true;
      end(why);
    }
  }

  /** Whether another process has taken the run over: its files are that one's now. */
  public boolean isOusted() {
    return ousted;
  }

  /**
   * Looks at what was pushed. A look that nothing has pushed asks ZooKeeper who coordinates: its
   * answer is the proof that this process may act. If somebody waits for it, it asks for the marks,
   * too, so that none that was made before it is missed.
   */
  private void lookAt(boolean pushed) throws IOException {
    int generation;
    synchronized (this) {
      generation = order.generation();
    }
    FleetNodes.Seen now = nodes.seen(generation);
    if (!pushed && nodes.coordinator().filter(holder -> !holder.equals(terms.me())).isPresent()) {
      holdAgain();
    }
    if (!pushed && awaited) {
      now.ready().addAll(marked(Step.READY, generation));
      now.done().addAll(marked(Step.DONE, generation));
    }
    List<Roll.Change> changes;
    synchronized (this) {
      changes = roll.look(now.members().navigableKeySet(), unjudged, System.nanoTime());
      unjudged.clear();
      seen = now.members();
      if (generation == order.generation()) { // what is pushed may come later than what was asked
        ready.addAll(now.ready());
        done.addAll(now.done());
      }
    }
    untaken.addAll(changes);
    for (Roll.Change next = untaken.peek(); next != null; next = untaken.peek()) {
      take(next); // again at the next look, if ZooKeeper cannot be asked
      Roll.Change unused = untaken.remove();
    }
  }

  private NavigableSet<WorkerId> marked(Step step, int generation) throws IOException {
    return generation == 0 ? new TreeSet<>() : nodes.marked(step, generation);
  }

  private void take(Roll.Change change) throws IOException {
    long now = terms.clock().millis();
    String worker = change.worker().node();
    switch (change.kind()) {
      case JOINED -> joined(change.worker());
      case UNSEEN -> terms.journal().accept(new Event.WorkerUnseen(now, CLIENT, worker));
      case SEEN -> {
        terms
            .journal()
            .accept(new Event.WorkerSeen(now, CLIENT, worker, change.after().toMillis() / 1e3));
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

  private void joined(WorkerId worker) {
    Member each = seen.get(worker);
    if (each != null) {
      terms
          .journal()
          .accept(
              new Event.WorkerJoined(
                  terms.clock().millis(),
                  CLIENT,
                  worker.node(),
                  each.host(),
                  each.pid(),
                  each.clock().millis(),
                  each.clock().roundTripMillis(),
                  each.clock().epoch()));
    }
  }

  private void lost(Roll.Change change) throws IOException {
    synchronized (this) {
      if (closing || ousted) {
        return;
      }
    }
    nodes.giveUp(change.worker()); // may have to be done again; what follows is done once
    synchronized (this) {
      ends.add(change.worker().inWords() + ": " + change.reason());
      lostNanos = System.nanoTime();
      if (then(change) != Death.REPLACE) {
        endedForGood++;
      }
    }
    Death then = then(change);
    terms
        .journal()
        .accept(
            new Event.WorkerLost(
                terms.clock().millis(),
                CLIENT,
                change.worker().node(),
                change.reason(),
                then.word()));
    String words =
        "%s is lost: %s (%s)".formatted(change.worker().inWords(), change.reason(), then.word());
    terms.notes().accept(words);
    note(words);
    int left = present();
    boolean gathered;
    synchronized (this) {
      gathered = order.generation() > 0;
    }
    if (then == Death.STOP) {
      end(change.worker().inWords() + " is lost: " + change.reason() + " (worker.death=stop)");
    } else if (then == Death.REPLACE) {
      replace(change.worker());
    } else if (gathered && left < terms.leastToGoOn()) {
      end(
          "%s is lost: %s; %d of %d workers are left, and %d are needed (min.workers)"
              .formatted(
                  change.worker().inWords(),
                  change.reason(),
                  left,
                  terms.run().workers(),
                  terms.leastToGoOn()));
    }
  }

  private Death then(Roll.Change change) {
    boolean replaceable = change.worker().attempt() < terms.attempts() && !change.refused();
    return terms.death() == Death.REPLACE && !replaceable ? Death.GO_ON : terms.death();
  }

  private void end(String why) {
    doubt(why);
    terms.stop().ask(why);
  }

  private void replace(WorkerId lost) {
    if (engine.isEmpty() || engine.get().replacesByItself()) {
      return; // it is for whoever started it
    }
    try {
      engine.get().start(lost.slot(), lost.attempt() + 1);
      left();
    } catch (IOException e) {
      LOG.error("no successor", e);
      terms
          .notes()
          .accept("no successor of " + lost.inWords() + " could be started: " + Reasons.of(e));
    }
  }

  // --- waiting ---------------------------------------------------------------------------------

  /** Waits for something that a look may bring about; whether it came. */
  private synchronized boolean await(Duration limit, BooleanSupplier come)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!come.getAsBoolean()) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /**
   * Waits for the workers.
   *
   * @throws UsageException if fewer than are needed come within the limit
   * @throws IOException if it cannot be found out whom another coordinator had
   */
  public void gather() throws IOException, InterruptedException {
    // Those that another coordinator had are there, or about to come back, or dead.
    Duration limit = isTakenOver() ? terms.limits().sight() : terms.limits().join();
    int all = terms.run().workers();
    boolean came =
        await(limit, () -> terms.stop().asked() || present() >= all || present() + due() < least());
    int there = present();
    if (terms.stop().asked() || there >= all) {
      return;
    }
    if (isTakenOver()) {
      lose(vanished(), "it was gone when the run was taken over");
    }
    if (there < least()) {
      throw new UsageException(
          "%d of %d workers came%s, and %d are needed (min.workers)%s"
              .formatted(
                  there,
                  all,
                  came ? "" : " within " + Amounts.span(limit),
                  least(),
                  ended() + shortage()));
    }
    terms.notes().accept("%d of %d workers came; the run begins with those".formatted(there, all));
  }

  /** Who took part, as far as marks and journals tell, and is not there; one of each slot. */
  private List<WorkerId> vanished() throws IOException {
    NavigableSet<WorkerId> known = nodes.givenUp();
    NavigableSet<WorkerId> living;
    synchronized (this) {
      known.addAll(marked(Step.READY, order.generation()));
      living = roll.alive();
    }
    List<WorkerId> vanished = new ArrayList<>();
    for (int slot = 0; slot < terms.run().workers(); slot++) {
      WorkerId first = new WorkerId(slot, 1);
      WorkerId last = known.floor(new WorkerId(slot, Integer.MAX_VALUE));
      if (living.subSet(first, true, new WorkerId(slot, Integer.MAX_VALUE), true).isEmpty()) {
        if (last != null && last.slot() == slot) {
          vanished.add(last);
        } else if (hasJournal(first)) {
          vanished.add(first);
        }
      }
    }
    return vanished;
  }

  private boolean hasJournal(WorkerId worker) throws IOException {
    RunDirectory directory = terms.directory();
    return directory
        .fileSystem()
        .exists(directory.events(ClientName.worker(worker.slot(), worker.attempt())));
  }

  private String shortage() {
    String why = engine.map(Workers::shortage).orElse("");
    return why.isEmpty() ? "" : "; " + why;
  }

  private synchronized boolean isTakenOver() {
    return adopting;
  }

  private int least() {
    return isTakenOver() ? terms.leastToGoOn() : terms.leastToBegin();
  }

  /** How many may still come: all but those that are there, and those that ended for good. */
  private synchronized int due() {
    return terms.run().workers() - present() - (engine.isEmpty() ? 0 : endedForGood);
  }

  private synchronized String ended() {
    List<String> some = ends.subList(0, Math.min(ends.size(), MOST_NAMES));
    return some.isEmpty() ? "" : ": " + String.join("; ", some);
  }

  // --- phases ----------------------------------------------------------------------------------

  /** Whether a phase goes on that another coordinator has begun. */
  private synchronized boolean isUnderWay(PhaseCall call) {
    return adopting && order.phase() == call.index() && order.state() != Order.State.WAIT;
  }

  /**
   * Has the workers do a phase, from getting ready to the end of the last one.
   *
   * @param phaseStop asks for its end
   * @throws IOException if ZooKeeper cannot be asked for longer than the workers wait
   */
  public PhaseResult perform(PhaseCall call, StopSignal phaseStop)
      throws IOException, InterruptedException {
    phaseStop.onAsked(this::wake);
    if (!isUnderWay(call)) {
      Order next;
      synchronized (this) {
        next = order.prepare(call.index(), call.words());
      }
      give(next);
      // Not sooner: who takes a phase over that has come to its end reads its marks again.
      forget(next.generation() - 1);
    }
    NavigableSet<WorkerId> began = began(call, phaseStop);
    NavigableSet<WorkerId> took = end(call, began, phaseStop);
    NavigableSet<WorkerId> all = new TreeSet<>(began);
    int generation;
    synchronized (this) {
      adopting = false;
      generation = order.generation();
      all.addAll(ready); // successors, too, of which one may be lost in its turn
    }
    PhaseResult result = results.of(generation, call, all, took);
    if (result.skew().workers() > 0) {
      note(call.words() + ": " + result.skew().inWords());
    }
    return result;
  }

  /** For the report, which shows notes with their times. */
  private void note(String text) {
    terms.journal().accept(new Event.Note(terms.clock().millis(), CLIENT, text));
  }

  private void forget(int generation) {
    try {
      nodes.forget(generation);
    } catch (IOException e) { // they go with the run
      LOG.warn("the marks of a phase could not be removed", e);
    }
  }

  /**
   * Orders something, however often it takes.
   *
   * @throws IOException if ZooKeeper does not take it, or the orders are another process's now
   */
  private void give(Order next) throws IOException, InterruptedException {
    if (ousted) {
      throw new IOException("the run was taken over, and its workers follow another process");
    }
    synchronized (this) {
      if (next.generation() != order.generation()) {
        ready = new TreeSet<>();
        done = new TreeSet<>();
      }
      order = next;
    }
    long deadline = System.nanoTime() + terms.limits().coordinator().toNanos();
    while (true) {
      try {
        long asked = System.nanoTime();
        long unused = nodes.order(next);
        if (!reconnected) {
          answered(asked);
        }
        if (next.state() == Order.State.PREPARE) {
          askClock();
        }
        return;
      } catch (OrdersTakenException e) { // while this process stood still
        oust("the run was taken over by another process");
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
    return nodes.clock("coordinator-" + System.nanoTime(), terms.clock(), CLOCK_TRIES);
  }

  /** In each phase, as workers do: it names the time, and what is agitated has its clock. */
  private void askClock() throws IOException {
    clock = clock(nodes, terms);
    if (clock.isBeyond(terms.limits().clock())) {
      doubt(
          "the clock of %s, which coordinates, is %s, more than %s (fleet.clock.limit)"
              .formatted(terms.me().host(), clock.inWords(), Amounts.span(terms.limits().clock())));
    }
  }

  private synchronized boolean allAre(NavigableSet<WorkerId> marked) {
    return marked.containsAll(roll.alive());
  }

  /** Waits until all are ready, and names the time. */
  private NavigableSet<WorkerId> began(PhaseCall call, StopSignal phaseStop)
      throws IOException, InterruptedException {
    Order now;
    synchronized (this) {
      now = order;
    }
    if (now.state() != Order.State.PREPARE) {
      synchronized (this) {
        ready = nodes.marked(Step.READY, now.generation());
        return new TreeSet<>(ready);
      }
    }
    Duration limit =
        terms.limits().ready().plus(terms.limits().markEach().multipliedBy(terms.run().workers()));
    boolean came = await(limit, () -> allAre(ready) || phaseStop.asked());
    if (!came) {
      lose(
          missing(ready),
          "it was not ready within " + Amounts.span(limit) + " (fleet.ready.limit)");
    }
    NavigableSet<WorkerId> began;
    synchronized (this) {
      began = new TreeSet<>(ready);
    }
    if (!phaseStop.asked() && !began.isEmpty()) {
      long at = now() + terms.limits().lead().toMillis();
      give(now.go(at, call.lasts(), clock.epoch()));
    }
    return began;
  }

  /** The clock of ZooKeeper's leader. */
  private long now() {
    return Math.round(clock.toLeader((double) terms.clock().millis()));
  }

  /** How long a phase goes on already that another coordinator has begun; else zero. */
  public Duration since(int phase) {
    synchronized (this) {
      boolean underWay = adopting && order.phase() == phase && order.goAtMillis() > 0;
      return Duration.ofMillis(underWay ? Math.max(0, now() - order.goAtMillis()) : 0);
    }
  }

  private synchronized NavigableSet<WorkerId> missing(NavigableSet<WorkerId> marked) {
    NavigableSet<WorkerId> missing = new TreeSet<>(roll.alive());
    missing.removeAll(marked);
    return missing;
  }

  /** Gives workers up; what follows from that has been done when this returns. */
  private void lose(Collection<WorkerId> workers, String reason) throws InterruptedException {
    synchronized (this) {
      for (WorkerId each : workers) {
        roll.giveUp(each, reason).ifPresent(untaken::add);
      }
    }
    if (!workers.isEmpty()) {
      awaitLook();
    }
  }

  /** Waits until all that are ready are done, those that would go on for ever having been told. */
  private NavigableSet<WorkerId> end(
      PhaseCall call, NavigableSet<WorkerId> began, StopSignal phaseStop)
      throws IOException, InterruptedException {
    Order now;
    synchronized (this) {
      now = order;
    }
    boolean unused =
        await(
            now.endAtMillis() > 0 ? Duration.ofMillis(now.endAtMillis() - now()) : ENDLESS,
            () ->
                phaseStop.asked() || (isOver() && !isSuccessorDue()) || isBoundedOver(call, began));
    give(now.in(Order.State.END, phaseStop.reason().orElse("the phase is over")));
    awaitLook();
    Duration limit =
        terms.limits().end().plus(terms.limits().markEach().multipliedBy(terms.run().workers()));
    if (!await(limit, this::isOver)) {
      lose(atWork(), "it did not end within " + Amounts.span(limit) + " (fleet.end.limit)");
    }
    synchronized (this) {
      return new TreeSet<>(done);
    }
  }

  /**
   * Waits for a look that begins from now on. It sees every successor that was ready before the end
   * was ordered; one that is ready later sees that order, and does nothing.
   */
  private void awaitLook() throws InterruptedException {
    awaited = true; // first, so that each look with a higher number asks for the marks
    long seenBefore;
    synchronized (this) {
      seenBefore = looksBegun;
    }
    lookAfter(Duration.ZERO, () -> look(false));
    if (!await(terms.limits().coordinator(), () -> lookSeen > seenBefore)) {
      doubt("who took part in the phase is not known: the workers cannot be seen");
    }
    awaited = false;
  }

  /** Who is ready and not done, and lives. */
  private synchronized NavigableSet<WorkerId> atWork() {
    NavigableSet<WorkerId> atWork = new TreeSet<>(ready);
    atWork.retainAll(roll.alive());
    atWork.removeAll(done);
    return atWork;
  }

  private synchronized boolean isOver() {
    return atWork().isEmpty();
  }

  /** Whether all workers died in the phase, and some are replaced: those come to its end. */
  private synchronized boolean isSuccessorDue() {
    return done.isEmpty() && isDue();
  }

  /**
   * Whether all that has an end of its own is over: of those that began in time, or, where none of
   * them is left, of their successors.
   */
  private synchronized boolean isBoundedOver(PhaseCall call, NavigableSet<WorkerId> began) {
    NavigableSet<WorkerId> bounded = new TreeSet<>(ready);
    bounded.removeIf(each -> !call.bounded().test(each.slot()));
    NavigableSet<WorkerId> first = new TreeSet<>(bounded);
    first.retainAll(began);
    NavigableSet<WorkerId> living = new TreeSet<>(roll.alive());
    living.addAll(done);
    boolean anyFirst = first.stream().anyMatch(living::contains);
    NavigableSet<WorkerId> judged = anyFirst ? first : bounded;
    judged.retainAll(living);
    NavigableSet<WorkerId> atWork = atWork();
    if (judged.isEmpty()) { // they are gone: whoever has no end would go on for ever
      return IntStream.range(0, terms.run().workers()).anyMatch(call.bounded()) && !isDue();
    }
    return judged.stream().noneMatch(atWork::contains);
  }

  /**
   * Whether a successor of a lost one may still come: they have as long as workers have to join.
   */
  private synchronized boolean isDue() {
    return terms.death() == Death.REPLACE
        && engine.isPresent()
        && endedForGood < terms.run().workers()
        && System.nanoTime() - lostNanos < terms.limits().join().toNanos();
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
    Order now;
    synchronized (this) {
      now = closing ? order : order.in(state, reason);
      closing = true;
    }
    give(now);
    if (!await(terms.limits().end(), () -> seen.isEmpty())) {
      terms.notes().accept(present() + " workers have not ended yet");
    }
  }

  /** Takes note that one phase more is over, as this term's file says. */
  public void phaseIsOver() throws IOException, InterruptedException {
    Order next;
    synchronized (this) {
      next = order.overBy();
    }
    give(next);
  }

  /**
   * Takes note that the run has the verdict of this term's file; no other term concludes it.
   *
   * @throws IOException if that is not this process's to say
   */
  public void conclude() throws IOException, InterruptedException {
    Order next;
    synchronized (this) {
      next = order.in(Order.State.CONCLUDED, "");
    }
    give(next);
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
    asker.shutdown();
    try {
      holdAgain(); // while this process stood still nobody told it of anything
    } catch (IOException e) {
      LOG.warn("whether the run was taken over cannot be asked", e);
    }
    if (ousted) {
      return;
    }
    try {
      letGo(Order.State.STOP, terms.stop().reason().orElse("the coordinator ends"));
      if (!asker.awaitTermination(HOLD_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
        looker.shutdown();
        guard.shutdown();
      }
      boolean unused = looker.awaitTermination(HOLD_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      if (!ousted) {
        nodes.confirm();
        nodes.remove();
      }
    } catch (OrdersTakenException e) {
      oust("the run was taken over by another process");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
