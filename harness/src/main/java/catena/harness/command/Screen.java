// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

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
  private final List<FootLine> lines = new ArrayList<>();
  private int drawn;

  /**
   * A screen without a foot.
   *
   * @param foot takes the lines that are drawn over
   */
  Screen(PrintStream foot) {
    this.foot = foot;
  }

  /** A line at the foot. */
  final class FootLine {
    private String text = "";

    /** Draws it anew; it must fit into the width of the terminal. */
    void show(String now) {
      synchronized (Screen.this) {
        erase();
        text = now;
        draw();
      }
    }

    /** Takes it away. */
    void end() {
      synchronized (Screen.this) {
        erase();
        lines.remove(this);
        draw();
      }
    }
  }

  /** A new line, the last one; nothing is drawn until it is given something to show. */
  synchronized FootLine line() {
    FootLine line = new FootLine();
    lines.add(line);
    return line;
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
    List<String> shown =
        lines.stream().map(line -> line.text).filter(text -> !text.isEmpty()).toList();
    if (!shown.isEmpty()) {
      foot.print(String.join("\n", shown));
      foot.flush();
      drawn = shown.size();
    }
  }
}
