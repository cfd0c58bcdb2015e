// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import java.util.BitSet;
import java.util.function.IntPredicate;

/** Which nodes of a window, as text: {@code 3,5-9}, in order, each once. */
public final class Indices {
  private Indices() {}

  /** The numbers of the bits that are set. */
  public static String text(BitSet set) {
    StringBuilder text = new StringBuilder();
    int from = set.nextSetBit(0);
    while (from >= 0) {
      int end = set.nextClearBit(from);
      text.append(text.isEmpty() ? "" : ",").append(from);
      if (end - from > 1) {
        text.append('-').append(end - 1);
      }
      from = set.nextSetBit(end);
    }
    return text.toString();
  }

  /**
   * Hands them over in order.
   *
   * @param more takes one, and says whether it takes another
   * @throws IllegalArgumentException if the text is none of {@link #text}
   */
  public static void each(String text, IntPredicate more) {
    for (String word : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int dash = word.indexOf('-');
      int from = Integer.parseInt(dash < 0 ? word : word.substring(0, dash));
      int last = dash < 0 ? from : Integer.parseInt(word.substring(dash + 1));
      for (int index = from; index <= last; index++) {
        if (!more.test(index)) {
          return;
        }
      }
    }
  }
}
