package catena.walker;

import catena.harness.command.CommandContext;
import catena.harness.reader.ReadCommand;
import com.beust.jcommander.Parameters;

/** {@code bin/catena walk [RUN…]}: follows references from row to row. */
@Parameters(commandDescription = "follow references from row to row and check each row")
public final class WalkCommand extends ReadCommand {
  /** The command. */
  public WalkCommand(CommandContext context) {
    super(new Walk(), context);
  }
}
