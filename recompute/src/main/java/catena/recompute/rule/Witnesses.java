package catena.recompute.rule;

import java.util.ArrayList;
import java.util.Comparator;
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
  private final SortedMap<String, SortedSet<Long>> stops = new TreeMap<>();

  void began(String client, long at) {
    begins.computeIfAbsent(client, c -> new TreeSet<>()).add(at);
  }

  void stopped(String client, long at) {
    stops.computeIfAbsent(client, c -> new TreeSet<>()).add(at);
  }

  /**
   * For how many seconds any of the clients was at work: from each begin to when the client said
   * that it stopped, or else to its last word.
   */
  double secondsAtWork() {
    List<Stretch> all = new ArrayList<>();
    SortedSet<String> clients = new TreeSet<>(begins.keySet());
    clients.addAll(told.keySet());
    for (String client : clients) {
      List<Stretch> own = lives(client);
      for (int i = 0; i < own.size(); i++) {
        long from = own.get(i).from();
        long next = i + 1 < own.size() ? own.get(i + 1).from() : Long.MAX_VALUE;
        SortedSet<Long> ends = stops.getOrDefault(client, new TreeSet<>()).tailSet(from);
        SortedSet<Long> ended = ends.headSet(next);
        all.add(new Stretch(from, ended.isEmpty() ? own.get(i).to() : ended.last()));
      }
    }
    all.sort(Comparator.comparingLong(Stretch::from));
    double millis = 0;
    long covered = Long.MIN_VALUE;
    for (Stretch each : all) {
      millis += Math.max(0, each.to() - Math.max(covered, each.from()));
      covered = Math.max(covered, each.to());
    }
    return millis / 1000;
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
      lives.addAll(lives(client));
    }
    return lives;
  }

  /** In the order of their begins. */
  private List<Stretch> lives(String client) {
    SortedSet<Long> starts = begins.getOrDefault(client, new TreeSet<>());
    SortedMap<Long, Stretch> own = new TreeMap<>();
    starts.forEach(at -> own.put(at, new Stretch(at, at)));
    for (Stretch word : told.getOrDefault(client, List.of())) {
      SortedSet<Long> before = starts.headSet(word.to() + 1);
      if (before.isEmpty()) { // nobody said when it began
        own.merge(Long.MIN_VALUE, word, Witnesses::both);
      } else {
        own.computeIfPresent(
            before.last(), (at, life) -> new Stretch(life.from(), Math.max(life.to(), word.to())));
      }
    }
    return List.copyOf(own.values());
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
