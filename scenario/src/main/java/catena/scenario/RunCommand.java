// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.fleet.launch.SshLauncher;
import catena.harness.command.CommandContext;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.text.WordUtils;

/** Runs a scenario from its first phase to a verdict. */
final class RunCommand extends ScenarioCommand {
  /** The word on the command line. */
  static final String NAME = "run";

  /** The width of the list of scenarios. */
  private static final int WIDTH = 80;

  /** The column at which the descriptions begin. */
  private static final int COLUMN = 23;

  @Parameter(description = "[SCENARIO]: a file, or one of conf/scenarios by its name (quick)")
  private List<String> scenarios = new ArrayList<>();

  @Parameter(
      names = "--list",
      description = "list the scenarios that are shipped, with what they do and how long they take")
  private boolean list;

  @Parameter(
      names = "--workers",
      description =
          "this many worker processes do what clients do (docs/fleet.md); this one coordinates"
              + " them and does the rest")
  private Integer workers;

  @Parameter(
      names = "--launch",
      description =
          "what starts the workers: local (processes of this machine), ssh (with --hosts), yarn"
              + " (tasks of a MapReduce job), kubernetes (pods of a Job), or none (you do)")
  private String launch;

  @Parameter(
      names = "--hosts",
      description = "with --launch ssh: a file of hosts, a line for each worker")
  private String hosts;

  @Parameter(
      names = "--resume",
      description = "take over this run with workers, whose coordinator died")
  private String resume;

  @Parameter(
      names = "--lost",
      description =
          "with --resume: ZooKeeper has lost what it knew of the run, or YARN what it knew of the"
              + " workers, and no process coordinates it")
  private boolean lost;

  RunCommand(Activities activities, CommandContext context) {
    super(activities, context);
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            NAME,
            "run a scenario to a verdict, on its own cluster or that of -c",
            CommandDescription.VERDICTS,
            "bin/catena run quick",
            "bin/catena run paper/6-3 --set scale=0.002",
            "bin/catena run agitated -c client.properties -o ingest.clients=8",
            "bin/catena run mixed --workers 3")
        .reading(context.known())
        .withArguments(ScenarioFile::shippedNames)
        .in(CommandDescription.START);
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    if (list) {
      shipped().forEach(terminal::line);
      return Verdict.PASS;
    }
    if (resume != null) {
      return takeOver(terminal);
    }
    if (lost) {
      throw new UsageException("--lost is for --resume RUN");
    }
    if (scenarios.size() > 1) {
      throw new UsageException("One scenario at a time, not " + scenarios);
    }
    return run(
        ScenarioFile.find(scenarios.isEmpty() ? "quick" : scenarios.get(0)), terminal, workforce());
  }

  /** A few lines for each, none longer than 80 columns: what it does and how long it takes. */
  private List<String> shipped() {
    List<String> lines = new ArrayList<>();
    for (String name : ScenarioFile.shippedNames()) {
      List<ScenarioFile.Planned> rows =
          ScenarioFile.read(activities, ScenarioFile.find(name), List.of(), () -> 0);
      String time = PlannedRun.time(rows, context.known());
      String about = "%s (%s)".formatted(rows.get(0).scenario().about(), time);
      List<String> parts = WordUtils.wrap(about, WIDTH - COLUMN, "\n", true).lines().toList();
      for (int i = 0; i < parts.size(); i++) {
        lines.add(("%-" + COLUMN + "s%s").formatted(i == 0 ? name : "", parts.get(i)));
      }
    }
    return lines;
  }

  private Optional<Workforce> workforce() {
    if (hosts != null && (workers == null || !SshLauncher.NAME.equals(launch))) {
      throw new UsageException("--hosts FILE is for --workers N --launch ssh");
    }
    if (workers == null && launch != null) {
      throw new UsageException("--launch is for --workers N");
    }
    if (workers == null) {
      return Optional.empty();
    }
    if (workers < 1) {
      throw new UsageException("--workers is a number from 1");
    }
    String engine = launch == null ? "local" : launch;
    var unused = Launchers.of(engine);
    if (engine.equals(SshLauncher.NAME)) {
      var unusedToo = SshLauncher.hosts(hosts == null ? "" : hosts, workers); // before all else
      String file = Path.of(hosts).toAbsolutePath().toString();
      options.add(Layer.of("--hosts", Map.of(SshLauncher.HOSTS.key(), file)));
    }
    return Optional.of(new Workforce(workers, engine));
  }

  private Verdict takeOver(Terminal terminal) throws Exception {
    boolean other = workers != null || launch != null || hosts != null || isAsked();
    if (!scenarios.isEmpty() || other) {
      throw new UsageException(
          "--resume takes over the run that it names, as it was begun: leave all out but RUN, -c and"
              + " --lost");
    }
    RunDirectory.open(resume).close(); // it is not to be made here
    try (RunDirectory directory = RunDirectory.at(resume)) {
      return new TakeOver(activities, options, context, terminal, directory, lost).perform();
    }
  }
}
