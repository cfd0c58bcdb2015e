// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.verdict.PartOutcome;
import java.util.List;
import java.util.Map;

/** An activity that can be done as asked, and waits for its run directory; performed once. */
@FunctionalInterface
public interface Work {
  /**
   * Does it, until it is done or a stop is asked for.
   *
   * @throws catena.records.words.UsageException if it cannot be done as asked after all; nothing
   *     was begun then
   * @throws Exception if it could not be completed
   */
  PartOutcome perform(RunContext run) throws Exception;

  /** What it would do, in lines for a person. */
  default List<String> wouldDo() {
    return List.of();
  }

  /** Whether these lines are a whole file for a program, so that nothing else may be printed. */
  default boolean isFile() {
    return false;
  }

  /**
   * Whether it does not check the table that the runs named as arguments wrote: as a command it
   * then has its own directory, unless one is named.
   */
  default boolean isApart() {
    return false;
  }

  /** Settings that are known only now, by key: the seed that was drawn. */
  default Map<String, String> settled() {
    return Map.of();
  }
}
