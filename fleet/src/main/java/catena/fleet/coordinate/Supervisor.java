// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import static catena.fleet.coordinate.Leadership.CLIENT;

import catena.fleet.FleetSettings;
import catena.fleet.FleetSettings.Death;
import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Members.Member;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.Workers;
import catena.fleet.launch.Workers.WorkerEnd;
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
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Supervises the workers of a run for its coordinator: receives what ZooKeeper pushes and what the
 * engine reports, and acts on it. The thread of the loop calls these methods unless they say
 * something else.
 */
final class Supervisor {
  private static final Logger LOG = LogManager.getLogger(Supervisor.class);

  /** Changes within this time are handled together: a thousand members write within seconds. */
  private static final Duration TOGETHER = Duration.ofMillis(50);

  /** How many names a sentence lists. */
  private static final int MOST_NAMES = 5;

  private final FleetNodes nodes;
  private final FleetTerms terms;
  final Leadership lead;
  final Roster roster;

  /** Calls the engine, which may take minutes to answer, while the loop checks the workers. */
  final EventLoop asker;

  /**
   * Called by the thread of {@link #asker}, and by {@link #endWorkers} behind it; asked for a
   * shortage by the loop.
   */
  private Optional<Workers> engine = Optional.empty();

  private boolean engineMissed;

  /** Whether something was pushed and is not handled yet. */
  private final AtomicBoolean news = new AtomicBoolean();

  private final List<String> ends = new ArrayList<>();

  /** How many of these workers get no successor. */
  private int endedForGood;

  /** When the last worker was lost; empty if none was. */
  private OptionalLong lostNanos = OptionalLong.empty();

  private Collection<Member> seen = List.of();
  private volatile int present;

  /** Whether workers are awaited, so that too few are not the end of the run. */
  volatile boolean gathering;

  private boolean reported;
  private boolean closing;

  Supervisor(FleetNodes nodes, FleetTerms terms, Leadership lead) {
    this.nodes = nodes;
    this.terms = terms;
    this.lead = lead;
    this.roster = new Roster(terms.limits().sight(), lead.order());
    this.closing = lead.order().isLast();
    String owed = "the ends of processes are no longer asked for";
    this.asker = new EventLoop("fleet-engine", owed, lead::end);
  }

  /**
   * Begins to watch; for any thread, once.
   *
   * @param workers those that an engine started; empty if they are started by hand
   * @throws catena.records.words.UsageException if ZooKeeper does not push what changes
   */
  void watch(Optional<Workers> workers) throws IOException, InterruptedException {
    engine = workers;
    nodes.members().watch(() -> news.set(true), nodes.untilGone());
    Duration checkEach = terms.limits().checkEach();
    lead.loop.repeat(checkEach, () -> tryToCheck(false));
    lead.loop.repeat(
        TOGETHER,
        () -> {
          if (news.getAndSet(false)) {
            tryToCheck(true);
          }
        });
    if (workers.isPresent()) {
      lead.loop.post(() -> lead.leave(workers.get().handle()));
      Duration each = workers.get().askEach();
      asker.repeat(checkEach.compareTo(each) > 0 ? checkEach : each, () -> ask(workers.get()));
    }
  }

  /** Until it answers again, deaths are noticed only by ZooKeeper. */
  private void ask(Workers workers) {
    try {
      List<WorkerEnd> ended = workers.ended();
      lead.loop.post(() -> roster.haveEnded(ended));
      engineMissed = false;
    } catch (IOException e) {
      LOG.warn("the engine cannot be asked", e);
      if (!engineMissed) {
        engineMissed = true;
        terms.notes().accept("what starts the workers cannot be asked now: " + Reasons.of(e));
      }
    }
  }

  // --- checking --------------------------------------------------------------------------------

  private void tryToCheck(boolean pushed) {
    try {
      check(pushed, false);
    } catch (IOException e) {
      LOG.warn("the workers cannot be looked after", e);
    }
  }

  /**
   * Reads what was pushed, and, if nothing was, checks whether this process has the right to
   * coordinate.
   *
   * @param all reads all members, so that nothing written before the call is missed
   * @throws IOException if ZooKeeper cannot be reached, which says nothing about the workers
   */
  void check(boolean pushed, boolean all) throws IOException {
    try {
      if (!pushed) {
        lead.askForTheRight();
      }
      seen = all ? nodes.members().asked().values() : nodes.members().pushed();
      roster.update(seen, System.nanoTime());
      // A successor may be there before its predecessor, whose session is over, is lost.
      present = (int) roster.alive().stream().map(WorkerId::slot).distinct().count();
      giveUpLost();
      roster.changes().forEach(this::take);
      reported = false;
    } catch (IOException e) {
      roster.blind();
      if (!reported) {
        reported = true;
        terms.notes().accept("the workers cannot be seen now: " + Reasons.of(e));
      }
      throw e;
    }
  }

  /**
   * Reads all members, and so sees every successor that was ready before the end was ordered; one
   * that is ready later sees that order, and does nothing. For any thread but the loop's.
   */
  void seeAll() throws InterruptedException {
    lose(List::of, "");
  }

  /**
   * Gives workers up, and reads all members; the consequences are done when this returns. For any
   * thread but the loop's.
   */
  void lose(Supplier<? extends Collection<WorkerId>> workers, String reason)
      throws InterruptedException {
    try {
      lead.insist(
          () -> {
            workers.get().forEach(each -> roster.giveUp(each, reason));
            check(false, true);
          });
    } catch (IOException e) {
      lead.doubt("who took part in the phase is not known: the workers cannot be seen");
    }
  }

  /** Gives lost workers up by an order, before all else: such a worker may live, and must end. */
  private void giveUpLost() throws IOException {
    if (noneIsLost()) {
      return;
    }
    List<WorkerId> lost =
        roster.lost().stream().filter(each -> !lead.order().isGone(each)).toList();
    if (!lost.isEmpty()) {
      lead.decide(now -> now.without(lost));
    }
    lead.send();
  }

  /** Whether all workers may go, or another process has them. */
  private boolean noneIsLost() {
    return closing || lead.isOusted();
  }

  /** Lets all workers go from now on; returns whether that was so before. */
  boolean letGo() {
    boolean before = closing;
    closing = true;
    return before;
  }

  /** How many workers take part; for any thread. */
  int present() {
    return present;
  }

  /** Whether no worker has a session. */
  boolean isEmpty() {
    return seen.isEmpty();
  }

  // --- what follows ----------------------------------------------------------------------------

  private void take(Roster.Change change) {
    String worker = change.worker().node();
    switch (change.kind()) {
      case JOINED ->
          seen.stream()
              .filter(each -> each.worker().equals(change.worker()))
              .forEach(this::journalJoined);
      case UNSEEN -> {
        lead.journal(now -> new Event.WorkerUnseen(now, CLIENT, worker));
        seeShare(change.worker());
      }
      case SEEN -> {
        double seconds = change.after().toMillis() / 1e3;
        lead.journal(now -> new Event.WorkerSeen(now, CLIENT, worker, seconds));
        terms
            .notes()
            .accept(
                change.worker().inWords()
                    + " is there again, its session had been over for "
                    + Amounts.span(change.after()));
      }
      case LOST -> {
        seeShare(change.worker());
        if (!noneIsLost()) {
          lost(change);
        }
      }
    }
  }

  /**
   * A worker that leaves with its share in the run directory is done, even if that was not seen.
   */
  private void seeShare(WorkerId worker) {
    int generation = lead.order().generation();
    try {
      if (ShareOutcome.read(terms.directory(), generation, worker.node()).isPresent()) {
        roster.haveShares(List.of(worker));
      }
    } catch (IOException e) { // read again when the phase is judged
      LOG.warn("whether {} is done cannot be seen", worker.inWords(), e);
    }
  }

  private void journalJoined(Member member) {
    lead.journal(
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
    WorkerId worker = change.worker();
    Death then = then(change);
    ends.add(worker.inWords() + ": " + change.reason());
    lostNanos = OptionalLong.of(System.nanoTime());
    if (then != Death.REPLACE) {
      endedForGood++;
    }
    lead.journal(
        now -> new Event.WorkerLost(now, CLIENT, worker.node(), change.reason(), then.word()));
    String words = worker.inWords() + " is lost: " + change.reason();
    String all = "%s (%s)".formatted(words, then.word());
    terms.notes().accept(all);
    lead.note(all);
    if (then == Death.STOP) {
      lead.end(words + " (worker.death=stop)");
    } else if (then == Death.REPLACE) {
      replace(worker);
    } else if (!gathering && lead.order().generation() > 0 && present < terms.least(1)) {
      lead.end(
          "%s; %d of %d workers are left, and %d are needed (worker.min)"
              .formatted(words, present, terms.run().workers(), terms.least(1)));
    }
  }

  private Death then(Roster.Change change) {
    int attempts = terms.settings().get(FleetSettings.ATTEMPTS);
    boolean replaceable = change.worker().attempt() < attempts && !change.refused();
    return terms.death() == Death.REPLACE && !replaceable ? Death.GO_ON : terms.death();
  }

  /** Has the engine start a successor; without one the user who started the lost one has to. */
  private void replace(WorkerId lost) {
    engine.ifPresent(workers -> asker.post(() -> replace(workers, lost)));
  }

  private void replace(Workers workers, WorkerId lost) {
    try {
      if (workers.start(lost.slot(), lost.attempt() + 1)) {
        String handle = workers.handle();
        lead.loop.post(() -> lead.leave(handle));
      }
    } catch (IOException e) {
      LOG.error("no successor", e);
      terms
          .notes()
          .accept("no successor of " + lost.inWords() + " could be started: " + Reasons.of(e));
    }
  }

  /** How many workers may still come: all but those present and those that ended for good. */
  int due() {
    return terms.run().workers() - present - (engine.isEmpty() ? 0 : endedForGood);
  }

  /**
   * Whether a successor of a lost worker may still come: it has as long as workers have to join.
   */
  boolean isDue() {
    return terms.death() == Death.REPLACE
        && engine.isPresent()
        && endedForGood < terms.run().workers()
        && lostNanos.isPresent()
        && System.nanoTime() - lostNanos.getAsLong() < terms.limits().join().toNanos();
  }

  /** Why workers ended, for the end of a sentence. */
  String ended() {
    List<String> some = ends.subList(0, Math.min(ends.size(), MOST_NAMES));
    String why = engine.map(Workers::shortage).orElse("");
    return (some.isEmpty() ? "" : ": " + String.join("; ", some))
        + (why.isEmpty() ? "" : "; " + why);
  }

  // --- the end ---------------------------------------------------------------------------------

  /**
   * Ends the workers that have not ended by themselves; for any thread, after {@link #asker} was
   * closed.
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
