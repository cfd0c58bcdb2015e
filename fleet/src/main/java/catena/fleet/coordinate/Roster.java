// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.Member;
import catena.fleet.agree.Order;
import catena.fleet.agree.WorkerId;
import catena.fleet.launch.WorkerEnd;
import catena.records.words.Amounts;
import com.google.common.collect.Sets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Who takes part, who is out of sight, who is lost, and how far those who take part are with the
 * phase. A session that is over is no lost worker: it may come back within a limit. A process of
 * which the engine says that it ended is lost at once.
 */
final class Roster {
  /** What changed of a worker. */
  enum Kind {
    JOINED,
    UNSEEN,
    SEEN,
    LOST
  }

  /**
   * A change.
   *
   * @param reason of a loss, in words
   * @param after how long it was out of sight
   * @param refused whether a successor would end as it did
   */
  record Change(Kind kind, WorkerId worker, String reason, Duration after, boolean refused) {
    Change(Kind kind, WorkerId worker, Duration after) {
      this(kind, worker, "", after, false);
    }
  }

  private final Duration sight;
  private final NavigableSet<WorkerId> alive = new TreeSet<>();

  /** Since when, in nanoseconds, those of them that cannot be seen now. */
  private final Map<WorkerId, Long> unseenSince = new HashMap<>();

  private final Set<WorkerId> lost = new HashSet<>();

  /** Which says who was lost before. */
  private final Order first;

  private final NavigableSet<WorkerId> ready = new TreeSet<>();
  private final NavigableSet<WorkerId> done = new TreeSet<>();
  private int generation;
  private boolean blind;

  /**
   * A roll without names.
   *
   * @param sight how long a worker may be out of sight
   * @param first what is ordered when it begins
   */
  Roster(Duration sight, Order first) {
    this.sight = sight;
    this.first = first;
    this.generation = first.generation();
  }

  private boolean isLost(WorkerId worker) {
    return first.isGone(worker) || lost.contains(worker);
  }

  /** Nobody can be seen now, which says nothing about anybody. */
  void blind() {
    blind = true;
  }

  /**
   * Takes note of a look.
   *
   * @param members who has a session
   * @param ended processes that ended since the last look
   */
  List<Change> look(Collection<Member> members, Collection<WorkerEnd> ended, long nanos) {
    List<Change> changes = new ArrayList<>();
    NavigableSet<WorkerId> there = new TreeSet<>();
    for (Member member : members) {
      there.add(member.worker());
      seen(member.worker(), nanos).ifPresent(changes::add);
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
      lose(worker, reason + end.words(), end.refused()).ifPresent(changes::add);
    }
    for (WorkerId worker : Sets.difference(alive(), there)) {
      missed(worker, nanos, changes);
    }
    blind = false;
    return changes;
  }

  private Optional<Change> seen(WorkerId worker, long nanos) {
    Long since = unseenSince.remove(worker);
    if (since != null) {
      return Optional.of(new Change(Kind.SEEN, worker, Duration.ofNanos(nanos - since)));
    }
    return !isLost(worker) && alive.add(worker)
        ? Optional.of(new Change(Kind.JOINED, worker, Duration.ZERO))
        : Optional.empty();
  }

  private void missed(WorkerId worker, long nanos, List<Change> changes) {
    Long before = unseenSince.putIfAbsent(worker, nanos);
    if (before == null) {
      changes.add(new Change(Kind.UNSEEN, worker, Duration.ZERO));
    } else if (blind) {
      unseenSince.put(worker, nanos); // it may have had no way to come back
    }
    if (nanos - unseenSince.get(worker) >= sight.toNanos()) {
      String reason = "its session is over, and it did not come back within ";
      lose(worker, reason + Amounts.span(sight), false).ifPresent(changes::add);
    }
  }

  private Optional<Change> lose(WorkerId worker, String reason, boolean refused) {
    alive.remove(worker);
    unseenSince.remove(worker);
    return !first.isGone(worker) && lost.add(worker)
        ? Optional.of(new Change(Kind.LOST, worker, reason, Duration.ZERO, refused))
        : Optional.empty();
  }

  /** Gives a worker up for a reason of the coordinator's own; empty if it was lost before. */
  Optional<Change> giveUp(WorkerId worker, String reason) {
    return lose(worker, reason, false);
  }

  /** Who takes part: all that joined and are not lost, whether they can be seen now or not. */
  NavigableSet<WorkerId> alive() {
    return new TreeSet<>(alive);
  }

  // --- the phase -------------------------------------------------------------------------------

  /** Another phase begins, of which nobody has said anything. */
  void nextPhase(int itsGeneration) {
    generation = itsGeneration;
    ready.clear();
    done.clear();
  }

  /** Takes note of who has left a share of the phase, whoever has seen it do so. */
  void haveShares(Collection<WorkerId> workers) {
    ready.addAll(workers);
    done.addAll(workers);
  }

  /** Who was ready, lost ones among them. */
  NavigableSet<WorkerId> ready() {
    return new TreeSet<>(ready);
  }

  /** Who is done, lost ones among them. */
  NavigableSet<WorkerId> done() {
    return new TreeSet<>(done);
  }

  /** Whether one is done. */
  boolean isDone(WorkerId worker) {
    return done.contains(worker);
  }

  /** Who lives and is not ready. */
  NavigableSet<WorkerId> unready() {
    NavigableSet<WorkerId> unready = alive();
    unready.removeAll(ready);
    return unready;
  }

  /** Who lives, is not done, and is ready, or may have been when it was out of sight. */
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
   * Whether all that has an end of its own is over: of those that began in time, or, where none of
   * them is left, of their successors.
   *
   * @param bounded whether a slot's share has such an end
   * @param began in time
   * @param otherwise whether it is where nobody is left who had one: whoever has none would go on
   *     for ever
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
