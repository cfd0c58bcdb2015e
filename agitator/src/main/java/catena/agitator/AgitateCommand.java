package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.plan.Plan;
import catena.agitator.plan.PlanFile;
import catena.cluster.control.ClusterControl;
import catena.cluster.local.LocalCluster;
import catena.harness.accumulo.Connection;
import catena.harness.command.Command;
import catena.harness.command.CommandContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerLocks;
import catena.harness.run.Environment;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Layer;
import catena.harness.settings.Settings;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.PendingVerdict;
import catena.harness.verdict.Verdict;
import catena.harness.verdict.VerdictFile;
import catena.harness.words.Problems;
import catena.harness.words.Reasons;
import catena.harness.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** {@code bin/catena agitate}: plans faults, does them, heals them, or heals what is left. */
@Parameters(
    commandDescription = "kill, pause, restart and cut off servers by a plan, and heal them")
public final class AgitateCommand implements Command {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  @ParametersDelegate private final CommonOptions options = new CommonOptions();

  @Parameter(
      names = "--plan",
      description = "a plan to replay exactly (agitate.plan); --dry-run prints one")
  private String plan;

  @Parameter(
      names = "--save-plan",
      description = "where to write the plan, too; in the run directory it is plan.yaml")
  private String savePlan;

  @Parameter(
      names = "--heal",
      description = "only heal what an agitator that was killed has left (of --run-dir or cluster)")
  private boolean heal;

  private final CommandContext context;

  /** The command. */
  public AgitateCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "agitate";
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    Settings settings = settings();
    Path clientProps = options.requireClientProps();
    Optional<LocalCluster> local = local(clientProps, terminal);
    if (heal) {
      return new Healing(settings, clientProps, local, terminal, context).heal(options.runDir());
    }
    long seed = options.seed().orElseGet(context.seeds());
    if (local.isPresent() && settings.get(AgitateSettings.CONTROL).isBlank()) {
      Plan planned = plan(settings, local.get(), seed);
      if (options.dryRun()) {
        return print(terminal, planned);
      }
    }
    try (Connection connection = Connection.open(clientProps, CONNECT_LIMIT)) {
      try (ServerLocks locks = AgitatePhase.locks(connection)) {
        // Before there is a run directory, let alone a fault.
        Plan planned = plan(settings, Controls.of(settings, local, locks), seed);
        AbandonedFaults.refuse(local.map(c -> c.clientProperties().getParent()).stream().toList());
        if (options.dryRun()) {
          return print(terminal, planned);
        }
      }
      try (RunDirectory directory = directory()) {
        return agitate(terminal, settings, connection, local, directory, seed);
      }
    }
  }

  private Settings settings() {
    Problems problems = new Problems();
    List<Layer> layers = new ArrayList<>();
    problems.check(() -> layers.addAll(options.layers(List.of())));
    problems.check(
        () -> {
          Path unused = options.requireClientProps();
        });
    if (plan != null) {
      layers.add(Layer.of("--plan", Map.of(AgitateSettings.PLAN.key(), plan)));
    }
    Settings settings = Settings.resolve(AgitateSettings.ALL, context.known(), layers, problems);
    problems.unless(
        !heal || (plan == null && savePlan == null && !options.dryRun()),
        "--heal heals what is open and plans nothing; leave the other options out");
    problems.unless(
        savePlan == null || writable(Path.of(savePlan).toAbsolutePath()),
        "--save-plan " + savePlan + " cannot be written; name a file in a directory that can");
    if (!heal) {
      AgitatePhase.check(settings, Optional.empty(), problems);
    }
    problems.throwIfAny();
    return settings;
  }

  private static boolean writable(Path file) {
    return Files.exists(file)
        ? Files.isRegularFile(file) && Files.isWritable(file)
        : Files.isDirectory(file.getParent()) && Files.isWritable(file.getParent());
  }

  /** A local cluster keeps its client properties in its own directory. */
  private static Optional<LocalCluster> local(Path clientProps, Terminal terminal)
      throws IOException {
    Path directory = clientProps.toAbsolutePath().getParent();
    return LocalCluster.exists(directory)
        ? Optional.of(LocalCluster.open(directory, terminal::note))
        : Optional.empty();
  }

  private static Plan plan(Settings settings, ClusterControl control, long seed)
      throws IOException {
    return PlanSource.of(settings).plan(settings, ClusterUnderTest.topology(control), seed);
  }

  private Verdict print(Terminal terminal, Plan planned) {
    String text = PlanFile.text(planned);
    save(text);
    text.lines().forEach(terminal::line);
    return Verdict.PASS;
  }

  private void save(String text) {
    if (savePlan == null) {
      return;
    }
    try {
      Files.writeString(Path.of(savePlan), text);
    } catch (IOException e) {
      throw new UsageException("--save-plan " + savePlan + " cannot be written: " + Reasons.of(e));
    }
  }

  private RunDirectory directory() {
    Configuration hadoop = new Configuration();
    return options
        .runDir()
        .map(named -> RunDirectory.at(named, hadoop))
        .orElseGet(
            () ->
                RunDirectory.create(
                    "runs", name(), context.clock().instant(), ZoneId.systemDefault(), hadoop));
  }

  private Verdict agitate(
      Terminal terminal,
      Settings settings,
      Connection connection,
      Optional<LocalCluster> local,
      RunDirectory directory,
      long seed)
      throws Exception {
    AgitatePhase phase =
        new AgitatePhase(
            new AgitatePhase.Request(
                name(),
                connection,
                local,
                settings,
                directory,
                terminal,
                context.clock(),
                seed,
                context.stop()),
            this::save);
    terminal.note("run directory " + directory.display());
    describe(directory, settings);
    PartOutcome outcome = alone(directory) ? concluded(phase, directory) : phase.run();
    outcome.facts().forEach(terminal::line);
    outcome.reasons().forEach(terminal::line);
    terminal.line("Run directory: " + directory.display());
    terminal.line(outcome.verdict().name());
    return outcome.verdict();
  }

  /** What another command has said of its run stays. */
  private void describe(RunDirectory directory, Settings settings) throws IOException {
    if (directory.read(directory.settings()).isEmpty()) {
      directory.writeSettings(settings.effective());
      Environment.here(context.clock(), context.words()).writeTo(directory);
    }
  }

  /** Whether nobody else's verdict belongs into this directory. */
  private static boolean alone(RunDirectory directory) throws IOException {
    return directory.ledgers().isEmpty() && directory.read(directory.scenario()).isEmpty();
  }

  private PartOutcome concluded(AgitatePhase phase, RunDirectory directory) throws Exception {
    PendingVerdict pending = PendingVerdict.begin(directory, context.clock(), name());
    try {
      PartOutcome end = phase.run();
      VerdictFile unused =
          pending.conclude(
              VerdictFile.of(end.verdict(), end.reasons(), end.tally(), end.findings()));
      return end;
    } catch (Exception e) {
      pending.abandon(Reasons.of(e));
      throw e;
    }
  }
}
