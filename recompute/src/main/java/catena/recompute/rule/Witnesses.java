package catena.recompute.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Of which times the clients of a group have told: each from a begin to its last word before its
 * next begin.
 */
final class Witnesses {
  private final SortedMap<String, SortedSet<Long>> begins = new TreeMap<>();
  private final SortedMap<String, List<Stretch>> told = new TreeMap<>();

  void began(String client, long at) {
    begins.computeIfAbsent(client, c -> new TreeSet<>()).add(at);
  }

  void told(String client, long from, long to) {
    told.computeIfAbsent(client, c -> new ArrayList<>()).add(new Stretch(from, to));
  }

  /** From each begin to the last word. */
  List<Stretch> lives() {
    List<Stretch> lives = new ArrayList<>();
    SortedSet<String> clients = new TreeSet<>(begins.keySet());
    clients.addAll(told.keySet());
    for (String client : clients) {
      SortedSet<Long> starts = begins.getOrDefault(client, new TreeSet<>());
      SortedMap<Long, Stretch> own = new TreeMap<>();
      starts.forEach(at -> own.put(at, new Stretch(at, at)));
      for (Stretch word : told.getOrDefault(client, List.of())) {
        SortedSet<Long> before = starts.headSet(word.to() + 1);
        if (before.isEmpty()) { // nobody said when it began
          own.merge(Long.MIN_VALUE, word, Witnesses::both);
        } else {
          own.computeIfPresent(
              before.last(),
              (at, life) -> new Stretch(life.from(), Math.max(life.to(), word.to())));
        }
      }
      lives.addAll(own.values());
    }
    return lives;
  }

  private static Stretch both(Stretch one, Stretch other) {
    return new Stretch(Math.min(one.from(), other.from()), Math.max(one.to(), other.to()));
  }

  private List<Stretch> within(Stretch time) {
    return lives().stream()
        .filter(life -> life.from() < time.to() && life.to() > time.from())
        .map(life -> life.cutTo(time))
        .toList();
  }

  /** The first moment of some time of which anybody has told. */
  OptionalLong first(Stretch time) {
    return within(time).stream().mapToLong(Stretch::from).min();
  }

  /** The last moment of some time of which anybody has told. */
  OptionalLong last(Stretch time) {
    return within(time).stream().mapToLong(Stretch::to).max();
  }
}
