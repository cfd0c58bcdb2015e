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
 * What the coordinator wants of all workers now.
 *
 * @param generation counts what was ordered; how far a member is with a phase is of its generation
 * @param phase index of the scenario's phase, from 0; of the last one where there is none
 * @param words the phase in a word or a few
 * @param state what is to be done about it
 * @param goAtMillis when the phase begins, in the clock of ZooKeeper's leader, milliseconds since
 *     1970; 0 before that is known
 * @param endAtMillis when it is over by the same clock, done or not; 0 if something else than time
 *     ends it
 * @param epoch of the leader whose clock that is
 * @param reason why it ends, where it does before it is done
 * @param term counts those who coordinated the run; nothing of a lower one counts any more
 * @param over of each phase that is over, whose term's file has its outcome
 * @param gone of each slot of which one was given up, its last attempt that was: a worker that an
 *     order gives up takes part no more
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
  /** What is to be done. */
  public enum State {
    /** Nothing yet. */
    WAIT,
    /** Find out whether it can be done, and say so. */
    PREPARE,
    /** Begin at the time. */
    GO,
    /** End what would go on; what has its own end is over. */
    END,
    /** There is nothing more to do. */
    OVER,
    /** End all of it, as soon as may be. */
    STOP,
    /** The run has its verdict: that of this term's file. */
    CONCLUDED
  }

  /** Before the first phase. */
  public static final Order NONE = after(0, -1, List.of());

  /** What an older process did not say is empty. */
  public Order {
    words = words == null ? "" : words;
    state = state == null ? State.WAIT : state;
    reason = reason == null ? "" : reason;
    over = over == null ? List.of() : List.copyOf(over);
    gone = gone == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(gone));
  }

  /**
   * The first one of a run of which only its directory is left.
   *
   * @param lastGeneration of the shares there
   * @param lastTerm of the phases there
   * @param phasesOver by which term's file each phase is over
   */
  public static Order after(int lastGeneration, int lastTerm, List<Integer> phasesOver) {
    return new Order(
        lastGeneration, 0, "", State.WAIT, 0, 0, 0, "", lastTerm + 1, phasesOver, Map.of());
  }

  /** The next phase is to be prepared. */
  public Order prepare(int next, String inWords) {
    return new Order(generation + 1, next, inWords, State.PREPARE, 0, 0, 0, "", term, over, gone);
  }

  /**
   * The phase begins then.
   *
   * @param lasts how long it goes on, if time ends it
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

  /** The same by the next one who coordinates; a verdict stays that of the term that has it. */
  Order taken() {
    return of(state, reason, state == State.CONCLUDED ? term : term + 1, over, gone);
  }

  /** The same where one phase more is over, as this term's file says. */
  public Order overBy() {
    List<Integer> all = new ArrayList<>(over);
    all.add(term);
    return of(state, reason, term, all, gone);
  }

  /** The same where some are given up. */
  public Order without(Collection<WorkerId> lost) {
    Map<Integer, Integer> all = new TreeMap<>(gone);
    lost.forEach(each -> all.merge(each.slot(), each.attempt(), Math::max));
    return of(state, reason, term, over, all);
  }

  /** Whether one was given up. */
  public boolean isGone(WorkerId worker) {
    return worker.attempt() <= gone.getOrDefault(worker.slot(), 0);
  }

  /** Whether nothing comes after it. */
  public boolean isLast() {
    return state == State.OVER || state == State.STOP || state == State.CONCLUDED;
  }
}
