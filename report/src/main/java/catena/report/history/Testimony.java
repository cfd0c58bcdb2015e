package catena.report.history;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Of which times the clients of a group have told; wall clock in milliseconds.
 *
 * <p>A client that was told of nothing in a time within its testimony did nothing then; after its
 * last word nobody knows.
 */
final class Testimony {
  /** By client, the begin and the end of each of its lives. */
  private final Map<String, TreeMap<Long, Long>> lives = new HashMap<>();

  /** A client began its work; it may have begun, and broken off, before. */
  void began(String client, long at) {
    lives.computeIfAbsent(client, c -> new TreeMap<>()).putIfAbsent(at, at);
  }

  /** A client told what it did between two times. */
  void told(String client, long from, long to) {
    TreeMap<Long, Long> own = lives.computeIfAbsent(client, c -> new TreeMap<>());
    Map.Entry<Long, Long> life = own.floorEntry(to);
    if (life == null) {
      own.put(from, to);
    } else {
      own.merge(life.getKey(), to, Math::max);
    }
  }

  /**
   * How many clients have told of the whole of each second of some.
   *
   * @param first since 1970
   * @param count how many
   */
  int[] witnesses(long first, int count) {
    int[] witnesses = new int[count];
    for (TreeMap<Long, Long> own : lives.values()) {
      own.forEach(
          (from, to) -> {
            long begin = Math.max(first, -Math.floorDiv(-from, 1000));
            long end = Math.min(first + count, Math.floorDiv(to, 1000));
            for (long second = begin; second < end; second++) {
              witnesses[(int) (second - first)]++;
            }
          });
    }
    return witnesses;
  }

  /** Up to when within a span somebody has told; empty if nobody has. */
  OptionalLong lastWord(long from, long to) {
    return lives.values().stream()
        .flatMap(own -> own.entrySet().stream())
        .filter(life -> life.getKey() < to && life.getValue() > from)
        .mapToLong(life -> Math.min(to, life.getValue()))
        .max();
  }

  /** From when on within a span somebody has told; empty if nobody has. */
  OptionalLong firstWord(long from, long to) {
    return lives.values().stream()
        .flatMap(own -> own.entrySet().stream())
        .filter(life -> life.getKey() < to && life.getValue() > from)
        .mapToLong(life -> Math.max(from, life.getKey()))
        .min();
  }
}
