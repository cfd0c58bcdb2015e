package catena.report;

import catena.harness.command.Command;
import catena.harness.command.Terminal;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.Verdict;
import catena.harness.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import java.io.IOException;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** {@code bin/catena report RUN…}: what happened, on one page. */
@Parameters(commandDescription = "write the report of a run, or of several compared")
public final class ReportCommand implements Command {
  @Parameter(description = "RUN [RUN...]: run directories; each is compared with the first")
  private List<String> runs = new ArrayList<>();

  @Parameter(
      names = "--run-dir",
      description = "where the report goes; the run's own directory, or a new one for several runs")
  private String runDir;

  @Parameter(
      names = {"-h", "--help"},
      description = "print this",
      help = true)
  @SuppressWarnings("UnusedVariable") // the command line is asked for it before it is parsed
  private boolean help;

  private final Clock clock;

  /** The command. */
  public ReportCommand(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "report";
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    if (runs.isEmpty()) {
      throw new UsageException("Name the directory of a run: bin/catena report runs/...");
    }
    List<RunDirectory> opened = new ArrayList<>();
    try {
      runs.forEach(run -> opened.add(RunDirectory.open(run, new Configuration())));
      try (RunDirectory output = output()) {
        new Reports(clock, ZoneId.systemDefault()).write(opened, output);
        terminal.line(output.display(output.report("html")));
      }
    } finally {
      close(opened);
    }
    return Verdict.PASS;
  }

  private RunDirectory output() {
    if (runs.size() == 1 || runDir != null) {
      return RunDirectory.at(Optional.ofNullable(runDir).orElse(runs.get(0)), new Configuration());
    }
    return RunDirectory.create(
        "runs", "report", clock.instant(), ZoneId.systemDefault(), new Configuration());
  }

  private static void close(List<RunDirectory> directories) throws IOException {
    for (RunDirectory directory : directories) {
      directory.close();
    }
  }
}
