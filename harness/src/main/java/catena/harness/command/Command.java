package catena.harness.command;

import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Optional;

/**
 * One of the words after {@code bin/catena}.
 *
 * <p>An implementation is annotated with JCommander's {@code @Parameters} (its description) and
 * {@code @Parameter}s (its options); the composition root parses, calls {@link #run} once and exits
 * with the verdict's status.
 */
public interface Command {
  /** The word on the command line, lower case. */
  String name();

  /** What it does, in a line; empty where an annotation says so. */
  default Optional<String> about() {
    return Optional.empty();
  }

  /** What its help tells beside this and its options. */
  Manual manual();

  /** Words that may be its arguments, for completion; empty where these are names of files. */
  default List<String> argumentWords() {
    return List.of();
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
