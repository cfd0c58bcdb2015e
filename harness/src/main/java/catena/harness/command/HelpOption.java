package catena.harness.command;

import com.beust.jcommander.Parameter;

/** The option that every command has; a delegate for JCommander. */
public final class HelpOption {
  @Parameter(
      names = {"-h", "--help"},
      description = "print this",
      help = true)
  private boolean asked;

  /** Whether to print the help only. */
  public boolean asked() {
    return asked;
  }
}
