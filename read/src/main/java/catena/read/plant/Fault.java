// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import catena.graph.judge.FindingKind;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * A fault of a table: how it is planted and healed, and what is to be found of it where.
 *
 * @param kind its name as a finding
 * @param name of what was done, in a few words
 * @param whole found by a reader with all authorizations, by row
 * @param narrow found by a reader with only {@link Faults#narrow}, by row; without what is hidden
 * @param references found by a check of references only, by row
 * @param plant changes the table, and waits until that is acknowledged
 * @param heal changes it back, in the same way
 */
public record Fault(
    FindingKind kind,
    String name,
    Map<String, FindingKind> whole,
    Map<String, FindingKind> narrow,
    Map<String, Set<FindingKind>> references,
    FailableRunnable<Exception> plant,
    FailableRunnable<Exception> heal) {
  /** Copies the maps. */
  public Fault {
    whole = Map.copyOf(whole);
    narrow = Map.copyOf(narrow);
    references = Map.copyOf(references);
  }

  /** This one and another at other rows, with this one's kind and name. */
  Fault with(Fault other) {
    return new Fault(
        kind,
        name,
        both(whole, other.whole),
        both(narrow, other.narrow),
        both(references, other.references),
        () -> {
          plant.run();
          other.plant.run();
        },
        () -> {
          other.heal.run();
          heal.run();
        });
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
