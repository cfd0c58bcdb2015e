package catena.harness.command;

import java.io.PrintStream;

/** Where a command speaks to a person: results on one stream, everything else on the other. */
public final class Terminal {
  private final PrintStream out;
  private final PrintStream err;

  /** A terminal over the two streams of a process. */
  public Terminal(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Prints a line that belongs to the command's result. */
  public void line(String text) {
    out.println(text);
    out.flush();
  }

  /** Prints a line that tells what goes on: progress, warnings, where things are. */
  public void note(String text) {
    err.println(text);
    err.flush();
  }
}
