package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.HelpOption;
import catena.harness.command.Manual;
import catena.harness.command.Terminal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Prints the help of everything, or of a command. */
@Parameters(commandDescription = "print the commands, or the help of one")
public final class HelpCommand implements Command {
  @Parameter(description = "[COMMAND]: the one whose options, settings and examples are printed")
  private List<String> asked = new ArrayList<>();

  @ParametersDelegate
  @SuppressWarnings("UnusedVariable") // the command line is asked for it before it is parsed
  private final HelpOption help = new HelpOption();

  private final Supplier<HelpPages> pages;

  /**
   * The command.
   *
   * @param pages of all the commands, of which this is one
   */
  public HelpCommand(Supplier<HelpPages> pages) {
    this.pages = pages;
  }

  @Override
  public String name() {
    return "help";
  }

  @Override
  public Manual manual() {
    return Manual.of(Manual.DONE, "bin/catena help", "bin/catena help ingest");
  }

  @Override
  public List<String> argumentWords() {
    return pages.get().names();
  }

  @Override
  public Verdict run(Terminal terminal) {
    if (asked.size() > 1) {
      throw new UsageException("One command at a time, not " + String.join(" ", asked));
    }
    (asked.isEmpty() ? pages.get().all() : pages.get().of(asked.get(0))).forEach(terminal::line);
    return Verdict.PASS;
  }
}
