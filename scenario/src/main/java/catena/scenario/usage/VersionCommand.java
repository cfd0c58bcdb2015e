package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.HelpOption;
import catena.harness.command.Manual;
import catena.harness.command.Terminal;
import catena.records.run.Versions;
import catena.records.verdict.Verdict;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;

/** Prints the versions of all that is at work here. */
@Parameters(commandDescription = "print the versions of Catena, its client libraries and Java")
public final class VersionCommand implements Command {
  @ParametersDelegate
  @SuppressWarnings("UnusedVariable") // the command line is asked for it before it is parsed
  private final HelpOption help = new HelpOption();

  /** The command. */
  public VersionCommand() {}

  @Override
  public String name() {
    return "version";
  }

  @Override
  public Manual manual() {
    return Manual.of(Manual.DONE, "bin/catena version", "bin/catena --version");
  }

  @Override
  public Verdict run(Terminal terminal) {
    String commit = Versions.commit().map(hash -> " (commit " + hash + ")").orElse("");
    terminal.line("Catena " + Versions.catena() + commit);
    terminal.line("Accumulo client " + Versions.accumuloClient());
    terminal.line("Hadoop client " + Versions.hadoopClient());
    terminal.line("ZooKeeper client " + Versions.zookeeperClient());
    terminal.line("Java " + Versions.java());
    return Verdict.PASS;
  }
}
