// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.words.Amounts;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a reader expected in a run directory and did not find, in words. */
public final class Missing {
  /** What a sentence says of a file of which an unknown part was not read. */
  public static final String UNREAD = " cannot be read to its end: ";

  private final Set<String> sentences = new LinkedHashSet<>();

  /** Notes something. */
  public void add(String sentence) {
    sentences.add(sentence);
  }

  /** Notes all that another reader of the run missed. */
  public void addAll(Missing other) {
    sentences.addAll(other.sentences);
  }

  /** Notes lines that could not be read; none is no news. */
  public void lines(String file, long unreadable) {
    if (unreadable > 0) {
      add(
          file
              + ": "
              + (unreadable == 1 ? "one line is" : Amounts.grouped(unreadable) + " lines are")
              + " cut off or unreadable");
    }
  }

  /** All of it, one sentence each. */
  public List<String> sentences() {
    return List.copyOf(sentences);
  }
}
