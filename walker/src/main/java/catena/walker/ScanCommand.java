package catena.walker;

import catena.harness.command.CommandContext;
import catena.harness.reader.ReadCommand;
import com.beust.jcommander.Parameters;

/** {@code bin/catena scan [RUN…]}: scans random ranges. */
@Parameters(commandDescription = "scan random ranges of rows and check all that is in them")
public final class ScanCommand extends ReadCommand {
  /** The command. */
  public ScanCommand(CommandContext context) {
    super(new Scan(), context);
  }
}
