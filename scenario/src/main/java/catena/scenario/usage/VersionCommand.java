package catena.scenario.usage;

import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.run.Versions;
import catena.records.verdict.Verdict;

/** Prints the versions of all that is at work here. */
public final class VersionCommand implements Command {
  /** The command. */
  public VersionCommand() {}

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
        "version",
        "print the versions of Catena, its client libraries and Java",
        CommandDescription.DONE,
        "bin/catena version",
        "bin/catena --version");
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
