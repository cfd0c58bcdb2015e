// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.journal.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Puts the events of each fault together, in whatever order they come and of however many journals.
 *
 * <p>One rule: a fault begins with {@code FaultStarted}. Any other event belongs to the last fault
 * of its number that its own client had begun by then; without one, to that of another client,
 * since a fault may be healed by another process than the one that injected it. What belongs to no
 * fault so is {@link #headless}.
 *
 * <p>A fault that could not be done has no recovery, whatever an older journal says: one whose
 * proof is doubted, without an event that it was done or that it hit.
 */
public final class FaultHistory {
  private static final String PROVE = "prove";

  private static final Comparator<Event.OfFault> BY_TIME =
      Comparator.comparingLong(Event.OfFault::at)
          .thenComparing(event -> !(event instanceof Event.FaultStarted));

  private record Key(String client, int id) {}

  private final List<Event.OfFault> events = new ArrayList<>();

  /** Takes an event if it concerns a fault; returns whether it does. */
  public boolean accept(Event event) {
    return event instanceof Event.OfFault told && (isOfNone(event) || events.add(told));
  }

  private static boolean isOfNone(Event event) {
    return event instanceof Event.FaultDoubted doubted && doubted.id() == Event.OfFault.NONE;
  }

  /** Every fault whose begin is known, in the order of time. */
  public List<FaultRecord> faults() {
    return folded().begun.stream()
        .map(Draft::fault)
        .sorted(Comparator.comparingLong(FaultRecord::startedAt).thenComparingInt(FaultRecord::id))
        .toList();
  }

  /** Faults that have events but no begin: a journal has a hole. */
  public int headless() {
    return folded().headless.size();
  }

  /** All faults, with what happened to each in the order of time. */
  private record Folded(List<Draft> begun, Map<Key, Event> headless) {}

  private Folded folded() {
    List<Event.OfFault> inOrder = events.stream().sorted(BY_TIME).toList();
    Folded folded = new Folded(new ArrayList<>(), new LinkedHashMap<>());
    for (Event.OfFault event : inOrder) {
      if (event instanceof Event.FaultStarted started) {
        folded.begun.add(new Draft(started));
      }
    }
    Map<Integer, List<Draft>> numbered =
        folded.begun.stream().collect(Collectors.groupingBy(draft -> draft.started.id()));
    for (Event.OfFault event : inOrder) {
      Optional<Draft> draft = draftOf(event, numbered.getOrDefault(event.id(), List.of()));
      draft.ifPresent(of -> of.fold(event));
      if (draft.isEmpty()) {
        folded.headless.put(new Key(event.client(), event.id()), event);
      }
    }
    return folded;
  }

  private static Optional<Draft> draftOf(Event.OfFault event, List<Draft> numbered) {
    Predicate<Draft> own = draft -> draft.started.client().equals(event.client());
    return last(numbered, own.and(draft -> draft.started.at() <= event.at()))
        .or(() -> last(numbered, own))
        .or(() -> last(numbered, draft -> draft.started.at() <= event.at()));
  }

  private static Optional<Draft> last(List<Draft> drafts, Predicate<Draft> which) {
    return drafts.stream().filter(which).reduce((a, b) -> b);
  }

  private static final class Draft {
    private final Event.FaultStarted started;
    private OptionalLong provenAt = OptionalLong.empty();
    private Optional<String> evidence = Optional.empty();
    private OptionalLong healedAt = OptionalLong.empty();
    private Optional<String> outcome = Optional.empty();
    private OptionalLong recoveredAt = OptionalLong.empty();
    private SortedMap<String, Double> measures = new TreeMap<>();
    private final List<String> doubts = new ArrayList<>();
    private boolean done;
    private boolean undone;

    private Draft(Event.FaultStarted started) {
      this.started = started;
    }

    private void fold(Event.OfFault event) {
      if (event instanceof Event.FaultDone) {
        done = true;
      } else if (event instanceof Event.FaultProven proven) {
        provenAt = OptionalLong.of(proven.at());
        evidence = Optional.ofNullable(proven.evidence());
      } else if (event instanceof Event.FaultHealed healed) {
        healedAt = OptionalLong.of(healed.at());
        outcome = Optional.ofNullable(healed.outcome());
      } else if (event instanceof Event.FaultRecovered recovered) {
        recoveredAt = OptionalLong.of(recovered.at());
        measures = recovered.measures();
      } else if (event instanceof Event.FaultDoubted doubted) {
        undone |= PROVE.equals(doubted.step());
        doubts.add(doubted.step() + ": " + doubted.reason());
      }
    }

    private FaultRecord fault() {
      boolean took = done || provenAt.isPresent() || !undone;
      return new FaultRecord(
          started.id(),
          started.fault(),
          started.targets(),
          started.intendedAt(),
          started.at(),
          provenAt,
          evidence,
          healedAt,
          outcome,
          took ? recoveredAt : OptionalLong.empty(),
          took ? measures : new TreeMap<>(),
          List.copyOf(doubts));
    }
  }
}
