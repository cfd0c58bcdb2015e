package catena.verify;

import catena.harness.accumulo.Connection;
import catena.harness.client.StopSignal;
import catena.harness.command.Command;
import catena.harness.command.CommonOptions;
import catena.harness.command.Terminal;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Layer;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.harness.verdict.Verdict;
import catena.verify.job.VerifySettings;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** {@code bin/catena verify [RUN…]}: says whether a table holds what was promised. */
@Parameters(commandDescription = "verify a table against the ledgers of runs, or by its references")
public final class VerifyCommand implements Command {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  @ParametersDelegate private final CommonOptions options = new CommonOptions();

  @Parameter(description = "run directories whose ledgers say what the table must hold")
  private List<String> runs = new ArrayList<>();

  @Parameter(names = "--on", description = "local or yarn: where the job runs (verify.on)")
  private String on;

  private final Collection<? extends Setting<?>> known;
  private final StopSignal stop;
  private final Clock clock;

  /**
   * The command.
   *
   * @param known every setting of every command, so that a shared file may hold them
   * @param stop ends the verification early
   */
  public VerifyCommand(Collection<? extends Setting<?>> known, StopSignal stop, Clock clock) {
    this.known = List.copyOf(known);
    this.stop = stop;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "verify";
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    Settings settings = settings();
    List<String> named = new ArrayList<>(runs);
    named.addAll(settings.get(VerifySettings.RUNS));
    List<RunDirectory> opened = new ArrayList<>();
    try (Connection connection = Connection.open(options.requireClientProps(), CONNECT_LIMIT)) {
      named.forEach(run -> opened.add(RunDirectory.open(run, hadoop())));
      if (options.dryRun()) {
        settings.effective().forEach((key, value) -> terminal.line(key + "=" + value));
        return Verdict.PASS;
      }
      try (RunDirectory output = output(named)) {
        return Verifier.verify(
                new Verifier.Request(
                    connection,
                    settings,
                    opened,
                    output,
                    terminal,
                    stop,
                    clock,
                    options.seed().orElseGet(clock::millis)))
            .verdict();
      }
    } finally {
      close(opened);
    }
  }

  private Settings settings() {
    List<Layer> layers = new ArrayList<>(options.layers(List.of()));
    if (on != null) {
      layers.add(Layer.of("--on", Map.of(VerifySettings.ON.key(), on)));
    }
    return Settings.resolve(VerifySettings.all(), known, layers);
  }

  /** Where {@code --run-dir} says, else into the first run, else into a run of its own. */
  private RunDirectory output(List<String> named) {
    if (options.runDir().isPresent()) {
      return RunDirectory.at(options.runDir().get(), hadoop());
    }
    return named.isEmpty()
        ? RunDirectory.create("runs", "verify", clock.instant(), ZoneId.systemDefault(), hadoop())
        : RunDirectory.at(named.get(0), hadoop());
  }

  private static Configuration hadoop() {
    return new Configuration();
  }

  private static void close(List<RunDirectory> directories) throws IOException {
    for (RunDirectory directory : directories) {
      directory.close();
    }
  }
}
