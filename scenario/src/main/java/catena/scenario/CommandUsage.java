package catena.scenario;

import catena.harness.command.Command;
import com.beust.jcommander.DefaultUsageFormatter;
import com.beust.jcommander.JCommander;
import java.util.List;
import java.util.Optional;

/** The usage of commands, some of which say themselves what they do. */
final class CommandUsage extends DefaultUsageFormatter {
  private final List<Command> commands;

  CommandUsage(JCommander parser, List<Command> commands) {
    super(parser);
    this.commands = commands;
  }

  @Override
  public String getCommandDescription(String name) {
    return commands.stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .flatMap(Command::about)
        .or(() -> Optional.ofNullable(super.getCommandDescription(name)))
        .orElse("");
  }
}
