package catena.batchwalker;

import catena.graph.Entry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came back of one batch, as a multiset, beside what was asked: nothing that was returned is
 * dropped, and nothing that was asked for is forgotten.
 */
final class Answer {
  private final Map<String, List<Entry>> asked;
  private final Map<String, List<Entry>> extra = new LinkedHashMap<>();
  private long entries;
  private long bytes;

  /** Nothing has come back of these rows yet. */
  Answer(Collection<String> rows) {
    asked = new HashMap<>(2 * rows.size());
    rows.forEach(row -> asked.put(row, List.of()));
  }

  /** Adds an entry that came back. */
  void add(Entry entry) {
    String row = Walks.text(entry.row());
    entries++;
    bytes +=
        (long) entry.row().length
            + entry.family().length
            + entry.qualifier().length
            + entry.visibility().length
            + entry.value().length;
    List<Entry> before = asked.get(row);
    if (before == null) {
      extra.computeIfAbsent(row, any -> new ArrayList<>()).add(entry);
    } else if (before.isEmpty()) {
      asked.put(row, List.of(entry));
    } else {
      List<Entry> all = new ArrayList<>(before);
      all.add(entry);
      asked.put(row, all);
    }
  }

  /** All that came back of a row, in the order in which it did; repeated keys included. */
  List<Entry> of(String row) {
    return asked.getOrDefault(row, List.of());
  }

  /** The rows that nobody had asked for. */
  Map<String, List<Entry>> extra() {
    return Collections.unmodifiableMap(extra);
  }

  /** How many of the rows that were asked for came back. */
  long rows() {
    return asked.values().stream().filter(seen -> !seen.isEmpty()).count();
  }

  /** How many entries came back. */
  long entries() {
    return entries;
  }

  /** The bytes of their keys and values. */
  long bytes() {
    return bytes;
  }
}
