package catena.batchwalker;

import catena.harness.command.CommandContext;
import catena.harness.reader.ReadCommand;
import com.beust.jcommander.Parameters;

/** {@code bin/catena batchwalk [RUN…]}. */
@Parameters(commandDescription = "walk the graph along many paths at once, checking every entry")
public final class BatchWalkCommand extends ReadCommand {
  /** The command. */
  public BatchWalkCommand(CommandContext context) {
    super(new BatchWalk(), context);
  }
}
