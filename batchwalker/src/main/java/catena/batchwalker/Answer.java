package catena.batchwalker;

import catena.graph.Entry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What came back of one batch, as a multiset, beside what was asked: nothing that was returned is
 * dropped, and nothing that was asked for is forgotten.
 */
final class Answer {
  private final Map<String, List<Entry>> asked;
  private final Map<String, List<Entry>> extra = new LinkedHashMap<>();
  private final Set<Entry> exact = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Predicate<Entry> isExact;
  private final List<Entry> entries = new ArrayList<>();

  /**
   * Nothing has come back of these rows yet.
   *
   * @param isExact asked of each entry when it comes, while others are still on their way
   */
  Answer(Collection<String> rows, Predicate<Entry> isExact) {
    this.isExact = isExact;
    asked = new HashMap<>(2 * rows.size());
    rows.forEach(row -> asked.put(row, List.of()));
  }

  /** Adds an entry that came back. */
  void add(Entry entry) {
    String row = Walks.text(entry.row());
    entries.add(entry);
    List<Entry> before = asked.get(row);
    if (before != null && before.isEmpty() && isExact.test(entry)) {
      exact.add(entry);
    }
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

  /** Whether all that came back of a row is the one entry that must be there. */
  boolean isExact(List<Entry> ofRow) {
    return ofRow.size() == 1 && exact.contains(ofRow.get(0));
  }

  /** The rows that nobody had asked for. */
  Map<String, List<Entry>> extra() {
    return Collections.unmodifiableMap(extra);
  }

  /** How many of the rows that were asked for came back. */
  long rows() {
    return asked.values().stream().filter(seen -> !seen.isEmpty()).count();
  }

  /** All that came back. */
  List<Entry> entries() {
    return Collections.unmodifiableList(entries);
  }
}
