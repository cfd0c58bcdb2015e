// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.Members.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.words.Amounts;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Sets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Which workers take part, which are out of sight, which are lost, and how far the members are with
 * the phase. A worker whose session is over is not lost yet: it may come back within a limit. A
 * worker whose process has ended, by the engine's report, is lost at once.
 */
final class Roster {
  /** What changed about a worker. */
  enum Kind {
    JOINED,
    UNSEEN,
    SEEN,
    LOST
  }

  /**
   * A change of a worker.
   *
   * @param reason of a loss, in words
   * @param after how long the worker was out of sight
   * @param refused whether a successor would end in the same way
   */
  record Change(Kind kind, WorkerId worker, String reason, Duration after, boolean refused) {}

  private final Duration sight;
  private final NavigableSet<WorkerId> alive = new TreeSet<>();

  /** Those of them that are out of sight now, and since when, in nanoseconds. */
  private final Map<WorkerId, Long> unseenSince = new HashMap<>();

  private final NavigableSet<WorkerId> lost = new TreeSet<>();

  /** The order at the beginning, with the workers given up before. */
  private final Order first;

  private final NavigableSet<WorkerId> ready = new TreeSet<>();
  private final NavigableSet<WorkerId> done = new TreeSet<>();

  /** Processes that ended since the last check. */
  private final List<WorkerEnd> ended = new ArrayList<>();

  private List<Change> changes = new ArrayList<>();
  private int generation;
  private boolean blind;

  /**
   * An empty roster.
   *
   * @param sight how long a worker may be out of sight
   * @param first the current order when it begins
   */
  Roster(Duration sight, Order first) {
    this.sight = sight;
    this.first = first;
    this.generation = first.generation();
  }

  private boolean isLost(WorkerId worker) {
    return first.isGone(worker) || lost.contains(worker);
  }

  /** Records that no member can be seen now, which says nothing about any of them. */
  void blind() {
    blind = true;
  }

  /** Records processes that ended, for the next {@link #update}. */
  void haveEnded(Collection<WorkerEnd> processes) {
    ended.addAll(processes);
  }

  /**
   * Records the result of a check.
   *
   * @param members those that have a session
   */
  void update(Collection<Member> members, long nanos) {
    NavigableSet<WorkerId> there = new TreeSet<>();
    for (Member member : members) {
      there.add(member.worker());
      seen(member.worker(), nanos);
      if (member.has(Member.Step.READY, generation)) {
        ready.add(member.worker());
      }
      if (member.has(Member.Step.DONE, generation)) {
        done.add(member.worker());
      }
    }
    for (WorkerEnd end : ended) {
      WorkerId worker = new WorkerId(end.slot(), end.attempt());
      boolean joined = alive.contains(worker) || isLost(worker);
      String reason = "its process ended" + (joined ? "" : " before it joined") + ": ";
      lose(worker, reason + end.words(), end.refused());
    }
    ended.clear();
    Sets.difference(alive(), there).forEach(worker -> missed(worker, nanos));
    blind = false;
  }

  private void seen(WorkerId worker, long nanos) {
    Long since = unseenSince.remove(worker);
    if (since != null) {
      changed(Kind.SEEN, worker, Duration.ofNanos(nanos - since));
    } else if (!isLost(worker) && alive.add(worker)) {
      changed(Kind.JOINED, worker, Duration.ZERO);
    }
  }

  private void missed(WorkerId worker, long nanos) {
    Long before = unseenSince.putIfAbsent(worker, nanos);
    if (before == null) {
      changed(Kind.UNSEEN, worker, Duration.ZERO);
    } else if (blind) {
      unseenSince.put(worker, nanos); // it may have been unable to come back
    }
    if (nanos - unseenSince.get(worker) >= sight.toNanos()) {
      giveUp(worker, "its session is over, and it did not come back within " + Amounts.span(sight));
    }
  }

  private void changed(Kind kind, WorkerId worker, Duration after) {
    changes.add(new Change(kind, worker, "", after, false));
  }

  private void lose(WorkerId worker, String reason, boolean refused) {
    alive.remove(worker);
    unseenSince.remove(worker);
    if (!first.isGone(worker) && lost.add(worker)) {
      changes.add(new Change(Kind.LOST, worker, reason, Duration.ZERO, refused));
    }
  }

  /** Gives a worker up for a reason, once. */
  void giveUp(WorkerId worker, String reason) {
    lose(worker, reason, false);
  }

  /** The changes since the last call, in their order. */
  List<Change> changes() {
    List<Change> all = changes;
    changes = new ArrayList<>();
    return all;
  }

  /** The members: all that joined and are not lost, whether they can be seen now or not. */
  NavigableSet<WorkerId> alive() {
    return new TreeSet<>(alive);
  }

  /** The workers lost since the beginning. */
  NavigableSet<WorkerId> lost() {
    return ImmutableSortedSet.copyOf(lost);
  }

  // --- the phase -------------------------------------------------------------------------------

  /** Sets the phase's generation; if it is a new one, no worker has reported anything yet. */
  void inPhase(int itsGeneration) {
    if (itsGeneration != generation) {
      generation = itsGeneration;
      ready.clear();
      done.clear();
    }
  }

  /** Records workers whose shares of the phase are in the run directory. */
  void haveShares(Collection<WorkerId> workers) {
    ready.addAll(workers);
    done.addAll(workers);
  }

  /** The workers that were ready, including lost ones. */
  NavigableSet<WorkerId> ready() {
    return new TreeSet<>(ready);
  }

  /** The workers that are done, including lost ones. */
  NavigableSet<WorkerId> done() {
    return new TreeSet<>(done);
  }

  /** The live workers that are not ready. */
  NavigableSet<WorkerId> unready() {
    return new TreeSet<>(Sets.difference(alive, ready));
  }

  /** The live workers that are not done, and are ready or may be, being out of sight. */
  NavigableSet<WorkerId> atWork() {
    NavigableSet<WorkerId> atWork = alive();
    atWork.removeIf(each -> !ready.contains(each) && !unseenSince.containsKey(each));
    atWork.removeAll(done);
    return atWork;
  }

  boolean isOver() {
    return atWork().isEmpty();
  }

  /**
   * Whether all shares with their own end are over: of the workers that began in time, or, if none
   * of them is left, of their successors.
   *
   * @param bounded whether a slot's share has such an end
   * @param began the workers that began in time
   * @param otherwise the answer if no worker with such a share is left: the others would go on for
   *     ever
   */
  boolean isBoundedOver(
      IntPredicate bounded, NavigableSet<WorkerId> began, BooleanSupplier otherwise) {
    NavigableSet<WorkerId> left = alive();
    left.addAll(done);
    left.retainAll(ready);
    left.removeIf(each -> !bounded.test(each.slot()));
    if (left.isEmpty()) {
      return otherwise.getAsBoolean();
    }
    NavigableSet<WorkerId> first = new TreeSet<>(left);
    first.retainAll(began);
    return Collections.disjoint(first.isEmpty() ? left : first, atWork());
  }
}
