// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Collects what is wrong with a request, so that all of it is reported at once. */
public final class Problems {
  private final Set<String> found = new LinkedHashSet<>();

  /** Notes a problem, once: a sentence that says what is wrong and how to mend it. */
  public void add(String problem) {
    found.add(problem);
  }

  /** Notes a problem unless a condition holds. */
  public void unless(boolean holds, String problem) {
    if (!holds) {
      add(problem);
    }
  }

  /** Runs a check that may throw {@link UsageException} and keeps its problems. */
  public void check(Runnable check) {
    try {
      check.run();
    } catch (UsageException e) {
      found.addAll(e.problems());
    }
  }

  /** The same for a call whose result is not needed. */
  public void call(Supplier<?> call) {
    check(
        () -> {
          Object unused = call.get();
        });
  }

  /** What was found so far. */
  public List<String> found() {
    return List.copyOf(found);
  }

  /**
   * Ends the collection.
   *
   * @throws UsageException with all problems, if there are any
   */
  public void throwIfAny() {
    if (!found.isEmpty()) {
      throw new UsageException(found());
    }
  }
}
