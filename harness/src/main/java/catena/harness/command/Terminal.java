package catena.harness.command;

import java.io.PrintStream;

/** Where a command speaks to a person: results on one stream, everything else on the other. */
public final class Terminal {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean interactive;

  /** A terminal over the two streams of a process. */
  public Terminal(PrintStream out, PrintStream err) {
    this(out, err, false);
  }

  /**
   * A terminal over two streams.
   *
   * @param interactive whether a person watches, so that a line may be drawn over
   */
  public Terminal(PrintStream out, PrintStream err, boolean interactive) {
    this.out = out;
    this.err = err;
    this.interactive = interactive;
  }

  /**
   * The terminal of this process.
   *
   * <p>From JDK 22 on, {@code -Djdk.console=java.base} keeps the console absent where nobody
   * watches.
   */
  @SuppressWarnings("SystemConsoleNull") // see above
  public static Terminal ofProcess() {
    return new Terminal(System.out, System.err, System.console() != null);
  }

  /**
   * The same streams where no line is drawn over, for work of which several kinds report at once.
   */
  public Terminal plain() {
    return new Terminal(out, err, false);
  }

  /** Whether a person watches, so that a line may be drawn over. */
  public boolean interactive() {
    return interactive;
  }

  /** The stream of {@link #note}, for what draws itself. */
  PrintStream notes() {
    return err;
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
