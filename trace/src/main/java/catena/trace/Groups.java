package catena.trace;

import catena.trace.Group.Cause;
import catena.trace.Group.Deleted;
import catena.trace.Group.Struck;
import catena.trace.Group.Unexplained;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts findings together that share their likeliest cause and their server; pure. */
final class Groups {
  private static final Comparator<Group> MOST_SUSPECT_FIRST =
      Comparator.comparingInt((Group group) -> group.cause().weight())
          .thenComparingInt(group -> group.losses().size())
          .reversed()
          .thenComparingLong(Group::firstWritten);

  /** Findings of one group; the bond and the weight may differ a little between them. */
  private record Key(Class<?> cause, Optional<Suspect.What> what, Optional<String> server) {}

  private final Suspects suspects;

  Groups(Suspects suspects) {
    this.suspects = suspects;
  }

  /** The groups, the most suspect first; what nothing explains comes last. */
  List<Group> of(List<Loss> losses) {
    Map<Key, List<Loss>> together = new LinkedHashMap<>();
    Map<Loss, List<Suspect>> touched = new HashMap<>();
    losses.stream()
        .sorted(Comparator.comparingLong(Loss::written))
        .forEach(
            loss -> {
              List<Suspect> all = suspects.of(loss);
              touched.put(loss, all);
              together.computeIfAbsent(key(loss, all), key -> new ArrayList<>()).add(loss);
            });
    return together.entrySet().stream()
        .map(each -> group(each.getKey(), each.getValue(), touched))
        .sorted(MOST_SUSPECT_FIRST)
        .toList();
  }

  private static Key key(Loss loss, List<Suspect> all) {
    Cause cause = cause(loss, all);
    Optional<Suspect.What> what =
        cause instanceof Struck struck ? Optional.of(struck.suspect().what()) : Optional.empty();
    return new Key(cause.getClass(), what, loss.server());
  }

  /** A delete marker was written by somebody: a fault takes entries and adds none. */
  private static Cause cause(Loss loss, List<Suspect> all) {
    if (loss.remains().map(remains -> !remains.deletes().isEmpty()).orElse(false)
        && loss.kind() != catena.graph.FindingKind.RESURRECTED) {
      return new Deleted();
    }
    return all.isEmpty() ? new Unexplained() : new Struck(all.get(0));
  }

  private static Group group(Key key, List<Loss> losses, Map<Loss, List<Suspect>> touched) {
    Cause strongest = null;
    Map<Suspect.What, Suspect> others = new LinkedHashMap<>();
    Map<Suspect.What, Long> counts = new HashMap<>();
    for (Loss loss : losses) {
      List<Suspect> all = touched.get(loss);
      Cause cause = cause(loss, all);
      strongest = strongest == null || cause.weight() > strongest.weight() ? cause : strongest;
      for (Suspect each : all) {
        others.merge(each.what(), each, (a, b) -> a.weight() >= b.weight() ? a : b);
        counts.merge(each.what(), 1L, Long::sum);
      }
    }
    key.what.ifPresent(others::remove);
    Map<Suspect, Long> counted = new LinkedHashMap<>();
    others.values().stream()
        .sorted(Comparator.comparingInt(Suspect::weight).reversed())
        .forEach(suspect -> counted.put(suspect, counts.get(suspect.what())));
    return new Group(strongest, key.server, List.copyOf(losses), counted);
  }
}
