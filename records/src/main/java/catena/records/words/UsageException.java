// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import java.util.List;

/**
 * What the user asked for cannot be done as asked: exit status 64, nothing started.
 *
 * <p>Each problem is one sentence that says what is wrong and how to mend it; all problems are
 * reported at once, without a stack trace.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /** An error with one problem. */
  public UsageException(String problem) {
    this(List.of(problem));
  }

  /** An error with all the problems that were found. */
  public UsageException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, at least one, in the order in which a person would mend them. */
  public List<String> problems() {
    return problems;
  }
}
