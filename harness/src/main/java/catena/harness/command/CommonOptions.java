package catena.harness.command;

import catena.harness.instance.HadoopConf;
import catena.records.settings.Layer;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/** The options of all commands that are runs; a delegate for JCommander. */
public final class CommonOptions {
  /** The key of the setting that {@code --on-finding} sets. */
  public static final String FINDING_COMMAND = "finding.command";

  @ParametersDelegate private final TargetOptions target = new TargetOptions();

  @Parameter(
      names = "--on-finding",
      description = "run this shell command at each finding; sets finding.command")
  private String onFinding;

  @Parameter(names = "--seed", description = "the seed of everything random")
  private Long seed;

  private final List<Layer> further = new ArrayList<>();

  /** Adds what an option of one command sets, above all other layers. */
  public void add(Layer layer) {
    further.add(layer);
  }

  /** Accumulo's client properties file, if given. */
  public Optional<Path> clientProps() {
    return target.clientProps();
  }

  /**
   * Accumulo's client properties file.
   *
   * @throws UsageException if the option is missing
   */
  public Path requireClientProps() {
    return target.requireClientProps();
  }

  /**
   * The layers of settings that the options give, the weaker first.
   *
   * @param between what stands above the files and below {@code -o}: a scenario's own
   * @throws UsageException if a file cannot be read or an assignment has no {@code =}; all problems
   *     at once
   */
  public List<Layer> layers(List<Layer> between) {
    List<Layer> layers = new ArrayList<>(target.layers(between));
    if (onFinding != null) {
      layers.add(Layer.of("--on-finding", Map.of(FINDING_COMMAND, onFinding)));
    }
    layers.addAll(further);
    return layers;
  }

  /** The run directory, if given. */
  public Optional<String> runDir() {
    return target.runDir();
  }

  /** Hadoop's configuration, by which the run directory is found: also that of a local cluster. */
  public Configuration hadoop() {
    return new HadoopConf(
            clientProps()
                .map(file -> file.toAbsolutePath().resolveSibling("conf/hadoop"))
                .filter(Files::isDirectory))
        .configuration();
  }

  /** The seed, if given. */
  public OptionalLong seed() {
    return seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
  }

  /** Whether to stop after the checks. */
  public boolean dryRun() {
    return target.dryRun();
  }

  /** Whether to print the options only. */
  public boolean help() {
    return target.help();
  }
}
