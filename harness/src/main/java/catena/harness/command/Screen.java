// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The foot of a terminal: lines that are drawn over, one for each part that is at work, with all
 * else printed above them; for any thread.
 *
 * <p>Drawn by hand: a library of progress bars (me.tongfei.progressbar was used) redraws on
 * progress, has one line, and does not know of what others print, while here the line must go on
 * where nothing does, several parts have one each, and what is printed goes above them. Three
 * control sequences of ECMA-48 are all that this takes.
 */
final class Screen {
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final String UP = "\u001b[1A";

  private final PrintStream foot;

  /** By whose they are, in the order in which they were first drawn. */
  private final Map<Object, String> lines = new LinkedHashMap<>();

  private int drawn;

  /**
   * A screen without a foot.
   *
   * @param foot takes the lines that are drawn over
   */
  Screen(PrintStream foot) {
    this.foot = foot;
  }

  /** Draws the line of somebody anew; it must fit into the width of the terminal. */
  synchronized void show(Object whose, String text) {
    erase();
    lines.put(whose, text);
    draw();
  }

  /** Takes the line of somebody away. */
  synchronized void end(Object whose) {
    erase();
    lines.remove(whose);
    draw();
  }

  /** Prints a line above the foot. */
  synchronized void print(PrintStream to, String text) {
    erase();
    to.println(text);
    to.flush();
    draw();
  }

  private void erase() {
    if (drawn == 0) {
      return;
    }
    StringBuilder control = new StringBuilder(ERASE_LINE);
    for (int i = 1; i < drawn; i++) {
      control.append(UP).append(ERASE_LINE);
    }
    foot.print(control);
    foot.flush();
    drawn = 0;
  }

  private void draw() {
    if (!lines.isEmpty()) {
      foot.print(String.join("\n", lines.values()));
      foot.flush();
      drawn = lines.size();
    }
  }
}
