// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the coordinator wants all workers to do now.
 *
 * @param generation counts the phases that were ordered; the members' steps refer to it
 * @param phase index of the scenario's phase, from 0; of the last one if there is none now
 * @param words the phase in a word or a few
 * @param state what to do about the phase
 * @param goAtMillis when the phase begins by the clock of ZooKeeper's leader, milliseconds since
 *     1970; 0 before that is known
 * @param endAtMillis when all parts are over by the same clock by themselves; 0 if it does not end
 *     by time
 * @param epoch of the leader to whose clock these times belong
 * @param reason why the phase ends, if it ends before it is done
 * @param term the number of the run's coordinator; orders of a lower term no longer count
 * @param over for each phase that is over, the term whose file has its outcome
 * @param gone for each slot of which a worker was given up, the last attempt that was: a worker
 *     that an order gives up takes part no more
 */
public record Order(
    int generation,
    int phase,
    String words,
    State state,
    long goAtMillis,
    long endAtMillis,
    long epoch,
    String reason,
    int term,
    List<Integer> over,
    Map<Integer, Integer> gone) {
  /** What workers are to do. */
  public enum State {
    /** Nothing yet. */
    WAIT,
    /** Find out whether the phase can be done, and report that. */
    PREPARE,
    /** Begin at the ordered time. */
    GO,
    /** End the parts that have no end of their own; the others are over. */
    END,
    /** There is nothing more to do. */
    OVER,
    /** End everything as soon as possible. */
    STOP,
    /** The run has its verdict, in this term's file. */
    CONCLUDED
  }

  /** Before the first phase. */
  public static final Order NONE = after(0, -1, List.of());

  /** Where an older process wrote no state, there is nothing to do yet. */
  public Order {
    state = state == null ? State.WAIT : state;
    over = List.copyOf(over);
    gone = Collections.unmodifiableMap(new TreeMap<>(gone));
  }

  /**
   * The first order of a resumed run, of which only the directory is left.
   *
   * @param lastGeneration the last one of the shares in the directory
   * @param lastTerm the last one of the phases there
   * @param phasesOver for each phase that is over, the term whose file says so
   */
  public static Order after(int lastGeneration, int lastTerm, List<Integer> phasesOver) {
    return new Order(
        lastGeneration, 0, "", State.WAIT, 0, 0, 0, "", lastTerm + 1, phasesOver, Map.of());
  }

  /** The order to prepare the next phase. */
  public Order prepare(int next, String inWords) {
    return new Order(generation + 1, next, inWords, State.PREPARE, 0, 0, 0, "", term, over, gone);
  }

  /**
   * The order to begin the phase at a time.
   *
   * @param lasts how long the phase goes on, if it ends by time
   */
  public Order go(long atMillis, Optional<Duration> lasts, long ofEpoch) {
    long endAt = lasts.map(span -> atMillis + span.toMillis()).orElse(0L);
    return new Order(
        generation, phase, words, State.GO, atMillis, endAt, ofEpoch, "", term, over, gone);
  }

  /** The same phase in another state. */
  public Order in(State other, String why) {
    return of(other, why, term, over, gone);
  }

  private Order of(
      State other, String why, int byTerm, List<Integer> allOver, Map<Integer, Integer> allGone) {
    return new Order(
        generation,
        phase,
        words,
        other,
        goAtMillis,
        endAtMillis,
        epoch,
        why,
        byTerm,
        allOver,
        allGone);
  }

  /** The same order by the next coordinator; a verdict stays in the term that reached it. */
  Order taken() {
    return of(state, reason, state == State.CONCLUDED ? term : term + 1, over, gone);
  }

  /** The same order with one more phase that is over, by this term's file. */
  public Order overBy() {
    List<Integer> all = new ArrayList<>(over);
    all.add(term);
    return of(state, reason, term, all, gone);
  }

  /** The same order with more workers given up. */
  public Order without(Collection<WorkerId> lost) {
    Map<Integer, Integer> all = new TreeMap<>(gone);
    lost.forEach(each -> all.merge(each.slot(), each.attempt(), Math::max));
    return of(state, reason, term, over, all);
  }

  /** Whether a worker was given up. */
  public boolean isGone(WorkerId worker) {
    return worker.attempt() <= gone.getOrDefault(worker.slot(), 0);
  }

  /** Whether workers have nothing more to do after this order. */
  public boolean isLast() {
    return state == State.OVER || state == State.STOP || state == State.CONCLUDED;
  }
}
