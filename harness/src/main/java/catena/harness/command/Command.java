// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.util.List;

/**
 * One of the words after {@code bin/catena}.
 *
 * <p>An implementation declares its options with JCommander's {@code @Parameter}s; the composition
 * root parses, calls {@link #run} once and exits with the verdict's status.
 */
public interface Command {
  /** What is said of it. */
  CommandDescription description();

  /** The word on the command line, lower case. */
  default String name() {
    return description().name();
  }

  /**
   * The words behind its name as they are to be parsed: what stands behind {@code --} are
   * arguments.
   */
  default List<String> words(List<String> typed) {
    return typed;
  }

  /**
   * Does the work and says how it went.
   *
   * @throws UsageException if what was asked cannot be done as asked; nothing was started then
   * @throws Exception if the work could not be completed, which the caller reports as {@link
   *     Verdict#UNKNOWN} with the message
   */
  Verdict run(Terminal terminal) throws Exception;
}
