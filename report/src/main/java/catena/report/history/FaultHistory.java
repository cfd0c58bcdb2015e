package catena.report.history;

import catena.harness.journal.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts the events of each fault together, in whatever order they come. */
final class FaultHistory {
  private record Key(String client, int id) {}

  private static final class Draft {
    private Event.FaultStarted started;
    private OptionalLong provenAt = OptionalLong.empty();
    private Optional<String> evidence = Optional.empty();
    private OptionalLong healedAt = OptionalLong.empty();
    private Optional<String> outcome = Optional.empty();
    private OptionalLong recoveredAt = OptionalLong.empty();
    private SortedMap<String, Double> measures = new TreeMap<>();
    private final List<String> doubts = new ArrayList<>();

    private Fault fault() {
      return new Fault(
          started.id(),
          started.fault(),
          started.targets(),
          started.intendedAt(),
          started.at(),
          provenAt,
          evidence,
          healedAt,
          outcome,
          recoveredAt,
          measures,
          List.copyOf(doubts));
    }
  }

  private final Map<Key, Draft> drafts = new LinkedHashMap<>();

  void started(Event.FaultStarted event) {
    draft(event.client(), event.id()).started = event;
  }

  void proven(Event.FaultProven event) {
    Draft draft = draft(event.client(), event.id());
    draft.provenAt = OptionalLong.of(event.at());
    draft.evidence = Optional.ofNullable(event.evidence());
  }

  void healed(Event.FaultHealed event) {
    Draft draft = draft(event.client(), event.id());
    draft.healedAt = OptionalLong.of(event.at());
    draft.outcome = Optional.ofNullable(event.outcome());
  }

  void recovered(Event.FaultRecovered event) {
    Draft draft = draft(event.client(), event.id());
    draft.recoveredAt = OptionalLong.of(event.at());
    draft.measures = event.measures() == null ? new TreeMap<>() : event.measures();
  }

  void doubted(Event.FaultDoubted event) {
    draft(event.client(), event.id()).doubts.add(event.step() + ": " + event.reason());
  }

  private Draft draft(String client, int id) {
    return drafts.computeIfAbsent(new Key(client, id), key -> new Draft());
  }

  /** Every fault whose begin is known, in the order of time. */
  List<Fault> faults() {
    return drafts.values().stream()
        .filter(draft -> draft.started != null)
        .map(Draft::fault)
        .sorted(Comparator.comparingLong(Fault::startedAt).thenComparingInt(Fault::id))
        .toList();
  }

  /** Faults of which something is told and not their begin: the journal has a hole. */
  int headless() {
    return (int) drafts.values().stream().filter(draft -> draft.started == null).count();
  }
}
