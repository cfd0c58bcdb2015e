package catena.verify;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/** Counts, and the entries of writers without a ledger by writer; for one thread. */
final class Tally {
  private final Map<Count, long[]> counts = new EnumMap<>(Count.class);
  private final Map<Integer, Long> unpromised = new TreeMap<>();

  Tally() {
    for (Count count : Count.values()) {
      counts.put(count, new long[1]);
    }
  }

  void add(Count what, long n) {
    counts.get(what)[0] += n;
  }

  void one(Count what) {
    add(what, 1);
  }

  long get(Count what) {
    return counts.get(what)[0];
  }

  /** Counts entries of a writer without a ledger. */
  void unpromised(int writer, long entries) {
    unpromised.merge(writer, entries, Long::sum);
  }

  Map<Integer, Long> unpromised() {
    return unpromised;
  }

  /** Hands out what was counted since the last time, and begins again at nothing. */
  void drain(ObjLongConsumer<Count> to) {
    counts.forEach(
        (count, n) -> {
          if (n[0] != 0) {
            to.accept(count, n[0]);
            n[0] = 0;
          }
        });
  }
}
