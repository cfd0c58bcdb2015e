package catena.scenario;

import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.harness.settings.Setting;
import catena.harness.verdict.Verdict;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import java.util.List;

/** Prints every setting in the form of a properties file. */
@Parameters(commandDescription = "print every setting with its default and what it means")
final class SettingsCommand implements Command {
  @Parameter(
      names = {"-h", "--help"},
      description = "print this",
      help = true)
  @SuppressWarnings("UnusedVariable") // the command line is asked for it before it is parsed
  private boolean help;

  private final List<Setting<?>> settings;

  SettingsCommand(List<Setting<?>> settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "settings";
  }

  @Override
  public Verdict run(Terminal terminal) {
    for (Setting<?> setting : settings) {
      terminal.line("# " + setting.description());
      terminal.line("# " + setting.allowed());
      if (setting.isPrefix()) {
        terminal.line("#" + setting.key() + "KEY=");
      } else {
        terminal.line(setting.key() + "=" + setting.defaultText());
      }
      terminal.line("");
    }
    return Verdict.PASS;
  }
}
