// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.journal.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  private final List<Event.OfFault> events = new ArrayList<>();

  /** Takes an event if it concerns a fault; returns whether it does. */
  public boolean accept(Event event) {
    return event instanceof Event.OfFault ofFault && (isOfNone(event) || events.add(ofFault));
  }

  private static boolean isOfNone(Event event) {
    return event instanceof Event.FaultDoubted doubted && doubted.id() == Event.OfFault.NONE;
  }

  /** Every fault whose begin is known, in the order of time. */
  public List<FaultRecord> faults() {
    return folded(headless -> {}).stream()
        .map(Draft::fault)
        .sorted(Comparator.comparingLong(FaultRecord::startedAt).thenComparingInt(FaultRecord::id))
        .toList();
  }

  /** Faults that have events of what followed, but no begin: a journal has a hole. */
  public int headless() {
    Set<Map.Entry<String, Integer>> found = new HashSet<>();
    List<Draft> unused =
        folded(
            event -> { // what was planned and not done is a doubt alone
              if (!(event instanceof Event.FaultDoubted)) {
                found.add(Map.entry(event.client(), event.id()));
              }
            });
    return found.size();
  }

  /**
   * All faults, with what happened to each in the order of time.
   *
   * @param headless takes the events of faults that never began
   */
  private List<Draft> folded(Consumer<Event.OfFault> headless) {
    List<Event.OfFault> inOrder = events.stream().sorted(BY_TIME).toList();
    List<Draft> begun = new ArrayList<>();
    for (Event.OfFault event : inOrder) {
      if (event instanceof Event.FaultStarted started) {
        begun.add(new Draft(started, new ArrayList<>()));
      }
    }
    Map<Integer, List<Draft>> numbered =
        begun.stream().collect(Collectors.groupingBy(draft -> draft.started.id()));
    for (Event.OfFault event : inOrder) {
      Optional<Draft> draft = draftOf(event, numbered.getOrDefault(event.id(), List.of()));
      draft.ifPresentOrElse(of -> of.events.add(event), () -> headless.accept(event));
    }
    return begun;
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

  private record Draft(Event.FaultStarted started, List<Event.OfFault> events) {
    private FaultRecord fault() {
      List<Event.FaultDoubted> doubts = all(Event.FaultDoubted.class).toList();
      Optional<Event.FaultProven> proven = last(Event.FaultProven.class);
      Optional<Event.FaultHealed> healed = last(Event.FaultHealed.class);
      boolean took =
          proven.isPresent()
              || last(Event.FaultDone.class).isPresent()
              || doubts.stream().noneMatch(each -> PROVE.equals(each.step()));
      Optional<Event.FaultRecovered> recovered =
          last(Event.FaultRecovered.class).filter(any -> took);
      return new FaultRecord(
          started.id(),
          started.fault(),
          started.targets(),
          started.intendedAt(),
          started.at(),
          time(proven),
          proven.map(Event.FaultProven::evidence),
          time(healed),
          healed.map(Event.FaultHealed::outcome),
          time(recovered),
          recovered.map(Event.FaultRecovered::measures).orElseGet(TreeMap::new),
          doubts.stream().map(each -> each.step() + ": " + each.reason()).toList());
    }

    private <E> Stream<E> all(Class<E> type) {
      return events.stream().filter(type::isInstance).map(type::cast);
    }

    private <E> Optional<E> last(Class<E> type) {
      return all(type).reduce((a, b) -> b);
    }

    private static OptionalLong time(Optional<? extends Event> event) {
      return event.map(at -> OptionalLong.of(at.at())).orElse(OptionalLong.empty());
    }
  }
}
