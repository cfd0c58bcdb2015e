// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.records.verdict.Verdict;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command prints for the user: results on one stream, everything else on the other; for any
 * thread.
 */
public final class Terminal {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private static final String PLAIN = "\u001b[0m";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean interactive;
  private final boolean coloured;
  private final ZoneId zone;
  private final Screen screen;
  private volatile Optional<Situation> situation = Optional.empty();

  /** A terminal over the two streams of a process. */
  public Terminal(PrintStream out, PrintStream err) {
    this(out, err, false, false, ZoneId.systemDefault());
  }

  /**
   * A terminal over two streams.
   *
   * @param interactive whether a person watches, so that a line may be drawn over
   * @param coloured whether a verdict is printed in its colour
   * @param zone in which times are printed
   */
  public Terminal(
      PrintStream out, PrintStream err, boolean interactive, boolean coloured, ZoneId zone) {
    this.out = out;
    this.err = err;
    this.interactive = interactive;
    this.coloured = coloured;
    this.zone = zone;
    this.screen = new Screen(err);
  }

  /**
   * The terminal of this process.
   *
   * <p>From JDK 22 on, {@code -Djdk.console=java.base} keeps the console absent where no user
   * watches.
   */
  @SuppressWarnings("SystemConsoleNull") // see above
  public static Terminal ofProcess() {
    boolean canErase = !"dumb".equals(System.getenv("TERM"));
    boolean interactive = System.console() != null && canErase;
    return new Terminal(
        System.out,
        System.err,
        interactive,
        interactive && coloursWanted(System.getenv()),
        ZoneId.systemDefault());
  }

  /** Whether the user has not asked for none with {@code NO_COLOR} (no-color.org). */
  static boolean coloursWanted(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** Whether a person watches, so that a line may be drawn over. */
  public boolean interactive() {
    return interactive;
  }

  /** The foot, whose lines are drawn over. */
  Screen screen() {
    return screen;
  }

  /** Prints a line that belongs to the command's result. */
  public void line(String text) {
    screen.print(out, text);
  }

  /**
   * Prints the line that a command ends with, the verdict in its colour where a person watches.
   *
   * @param before what stands before the verdict, or nothing
   */
  public void verdict(String before, Verdict verdict) {
    line(before + (coloured ? colour(verdict) + verdict + PLAIN : verdict));
  }

  /** Bold green, red or yellow (ECMA-48). */
  private static String colour(Verdict verdict) {
    return switch (verdict) {
      case PASS -> "\u001b[1;32m";
      case FAIL -> "\u001b[1;31m";
      case UNKNOWN, BUDGET -> "\u001b[1;33m";
    };
  }

  /** Prints a line that says what goes on: warnings, where things are. */
  public void note(String text) {
    screen.print(err, text);
  }

  /**
   * Prints a line that says what happened, with its time of day.
   *
   * @param at milliseconds since 1970
   */
  public void event(long at, String text) {
    note(timed(at, text));
  }

  /**
   * Prints a line that belongs to the command's result and has a time.
   *
   * @param at milliseconds since 1970
   */
  public void line(long at, String text) {
    line(timed(at, text));
  }

  private String timed(long at, String text) {
    return TIME.withZone(zone).format(Instant.ofEpochMilli(at)) + " " + text;
  }

  /** From now on progress lines show this; called by the watcher of the run. */
  public void situation(Situation now) {
    situation = Optional.of(now);
  }

  /** What goes on in the run; empty where it has no watcher. */
  Optional<Situation> situation() {
    return situation;
  }
}
