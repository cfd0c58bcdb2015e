// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import catena.graph.Entry;
import catena.graph.judge.FindingKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A fault of a table: which entries stand there instead of which, and what is to be found of it
 * where.
 *
 * @param kind its name as a finding
 * @param name of what was done, in a few words
 * @param right the entries that belong there, and are not there while it is planted
 * @param wrong the entries that are there instead
 * @param whole found by a reader with all authorizations, by row
 * @param narrow found by a reader with only {@link Faults#narrow}, by row; without what is hidden
 * @param references found by a check of references only, by row
 */
public record Fault(
    FindingKind kind,
    String name,
    List<Entry> right,
    List<Entry> wrong,
    Map<String, FindingKind> whole,
    Map<String, FindingKind> narrow,
    Map<String, Set<FindingKind>> references) {
  /** Copies the collections. */
  public Fault {
    right = List.copyOf(right);
    wrong = List.copyOf(wrong);
    whole = Map.copyOf(whole);
    narrow = Map.copyOf(narrow);
    references = Map.copyOf(references);
  }

  /** This one and another at other rows, with this one's kind and name. */
  Fault with(Fault other) {
    return new Fault(
        kind,
        name,
        Stream.concat(right.stream(), other.right.stream()).toList(),
        Stream.concat(wrong.stream(), other.wrong.stream()).toList(),
        both(whole, other.whole),
        both(narrow, other.narrow),
        both(references, other.references));
  }

  private static <V> Map<String, V> both(Map<String, V> one, Map<String, V> other) {
    Map<String, V> both = new TreeMap<>(one);
    both.putAll(other);
    return both;
  }

  /** Whether only a reader that lacks an authorization sees it under its name. */
  public boolean isOfLabels() {
    return !whole.containsValue(kind);
  }
}
