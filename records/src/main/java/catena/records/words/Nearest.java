// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Which of the words that exist a user may have meant by one that does not. */
public final class Nearest {
  private Nearest() {}

  /**
   * The word with the fewest letters to change; of several the first in alphabetical order.
   *
   * @return empty if there is no word at all
   */
  public static Optional<String> to(String typed, Collection<String> words) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return words.stream()
        .min(
            Comparator.comparingInt((String word) -> distance.apply(word, typed))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * The same as the end of a sentence: {@code "; the nearest is run"}; nothing where more than half
   * of the letters would have to change.
   */
  public static String hint(String typed, Collection<String> words) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    int letters = typed.replaceFirst("^-+", "").length();
    return to(typed, words)
        .filter(word -> 2 * distance.apply(word, typed) <= letters + 1)
        .map(word -> "; the nearest is " + word)
        .orElse("");
  }
}
