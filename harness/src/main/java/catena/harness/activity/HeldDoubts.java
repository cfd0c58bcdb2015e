// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.verdict.PartOutcome;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Doubts that arise outside the parts of a run, a sentence each; for any thread. They are handed
 * over as they arise, so that they outlive the process where another one may go on with the run.
 */
public final class HeldDoubts {
  private final Queue<String> all = new ConcurrentLinkedQueue<>();
  private volatile Consumer<String> held = why -> {};

  /** Adds one. */
  public void add(String why) {
    all.add(why);
    held.accept(why);
  }

  /** Hands over those until now, and from now on each at once. */
  public void holdBy(Consumer<String> each) {
    held = each;
    all.forEach(each);
  }

  /** Those until now. */
  public List<String> sentences() {
    return List.copyOf(all);
  }

  /** UNKNOWN for these reasons; nothing if there are none. */
  public PartOutcome outcome() {
    return all.stream().map(PartOutcome::doubt).reduce(PartOutcome.NOTHING, PartOutcome::and);
  }
}
