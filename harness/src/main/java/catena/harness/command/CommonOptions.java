// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.harness.accumulo.Connection;
import catena.harness.instance.HadoopConf;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.words.Problems;
import com.beust.jcommander.Parameter;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;

/** The options of all commands that are runs; a delegate for JCommander. */
public final class CommonOptions extends TargetOptions {
  /** The key of the setting that {@code --on-finding} sets. */
  public static final String FINDING_COMMAND = "finding.command";

  /** The directory in which runs are created where none is named. */
  public static final String RUNS = "runs";

  /** For a connection to the cluster. */
  public static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  @Parameter(
      names = "--on-finding",
      description = "run this shell command at each finding; sets finding.command")
  private String onFinding;

  @Parameter(names = "--seed", description = "the seed of everything random")
  private Long seed;

  private final List<Layer> further = new ArrayList<>();

  /** No options yet. */
  public CommonOptions() {}

  /** Adds what an option of one command sets, above all other layers. */
  public void add(Layer layer) {
    further.add(layer);
  }

  /**
   * Whether any but the client properties is given.
   *
   * @throws catena.records.words.UsageException if one cannot be read
   */
  public boolean isAsked() {
    Problems problems = new Problems();
    List<Layer> layers = layers(List.of(), problems);
    problems.throwIfAny();
    return dryRun()
        || runDir().isPresent()
        || seed != null
        || layers.stream().anyMatch(layer -> !layer.entries().isEmpty());
  }

  @Override
  protected List<Layer> above() {
    List<Layer> layers = new ArrayList<>(further);
    if (onFinding != null) {
      layers.add(0, Layer.of("--on-finding", Map.of(FINDING_COMMAND, onFinding)));
    }
    return layers;
  }

  /**
   * Opens the run directory that is named, for writing, or makes one below {@link #RUNS}.
   *
   * @param name of what is run, for the name of a new one
   * @throws catena.records.words.UsageException if it cannot be written to
   */
  public RunDirectory directory(Optional<String> named, String name, Clock clock) {
    return named
        .map(its -> RunDirectory.at(its, hadoop()))
        .orElseGet(
            () ->
                RunDirectory.create(RUNS, name, clock.instant(), ZoneId.systemDefault(), hadoop()));
  }

  /** Hadoop's configuration, by which the run directory is found: also that of a local cluster. */
  Configuration hadoop() {
    return new HadoopConf(
            clientProps()
                .map(file -> file.toAbsolutePath().resolveSibling("conf/hadoop"))
                .filter(Files::isDirectory))
        .configuration();
  }

  /**
   * Connects to the cluster of {@link #requireClientProps}.
   *
   * @return to be closed by the caller
   * @throws catena.records.words.UsageException if there is none, or it does not accept the user
   */
  public Connection connect() {
    return Connection.open(requireClientProps(), CONNECT_LIMIT);
  }

  /** The seed; where none was given one is drawn, which is as if it had been given. */
  public long seed(LongSupplier seeds) {
    seed = seed == null ? Long.valueOf(seeds.getAsLong()) : seed;
    return seed;
  }

  /** The seed, if given. */
  public OptionalLong seed() {
    return seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
  }
}
