// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.read.reader.StartRows.WalkedRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What came back of one batch, as a multiset, next to what was asked: nothing that was returned is
 * dropped, and nothing that was asked for is forgotten.
 */
final class BatchAnswer {
  private final Map<String, AskedRow> asked;
  private final Map<String, List<Entry>> extra = new LinkedHashMap<>();
  private final Predicate<Entry> isExact;
  private final List<Entry> entries = new ArrayList<>();

  /** One row that was asked for. */
  static final class AskedRow {
    /** As ISO-8859-1 text. */
    final String name;

    /** The walks that stand there, at least one. */
    List<WalkedRow> walks = List.of();

    /** All that came back of it, in the order in which it did; repeated keys included. */
    List<Entry> seen = List.of();

    private boolean exact;

    private AskedRow(String name) {
      this.name = name;
    }

    /** Whether all that came back of it is the one entry that must be there. */
    boolean isExact() {
      return exact && seen.size() == 1;
    }
  }

  /**
   * Nothing has come back yet.
   *
   * @param batch the walks; several may stand at one row, which is asked for once
   * @param isExact asked of each entry when it comes, while others are still on their way
   */
  BatchAnswer(Collection<WalkedRow> batch, Predicate<Entry> isExact) {
    this.isExact = isExact;
    asked = new LinkedHashMap<>(2 * batch.size());
    for (WalkedRow walk : batch) {
      AskedRow row = asked.computeIfAbsent(walk.row(), AskedRow::new);
      row.walks = with(row.walks, walk);
    }
  }

  /** Adds an entry that came back. */
  void add(Entry entry) {
    String name = NodeCodec.rowText(entry.row());
    entries.add(entry);
    AskedRow row = asked.get(name);
    if (row == null) {
      extra.computeIfAbsent(name, any -> new ArrayList<>()).add(entry);
    } else {
      row.exact = row.seen.isEmpty() && isExact.test(entry);
      row.seen = with(row.seen, entry);
    }
  }

  private static <T> List<T> with(List<T> some, T one) {
    if (some.isEmpty()) {
      return List.of(one);
    }
    List<T> all = new ArrayList<>(some);
    all.add(one);
    return all;
  }

  /** Whether nothing has come back yet. */
  boolean isUntouched() {
    return entries.isEmpty();
  }

  /** The rows that were asked for. */
  Collection<AskedRow> asked() {
    return Collections.unmodifiableCollection(asked.values());
  }

  /** The rows that were not asked for. */
  Map<String, List<Entry>> extra() {
    return Collections.unmodifiableMap(extra);
  }

  /** How many of the rows that were asked for came back. */
  long rows() {
    return asked.values().stream().filter(row -> !row.seen.isEmpty()).count();
  }

  /** All that came back. */
  List<Entry> entries() {
    return Collections.unmodifiableList(entries);
  }
}
