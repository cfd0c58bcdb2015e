package catena.harness.command;

import catena.harness.settings.Layer;
import catena.harness.words.Problems;
import catena.harness.words.UsageException;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.converters.IParameterSplitter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The options that all commands have; a delegate for JCommander. */
public final class CommonOptions {
  /** The key of the setting that {@code --on-finding} sets. */
  public static final String FINDING_COMMAND = "finding.command";

  /** Keeps a value with commas whole. */
  public static final class Whole implements IParameterSplitter {
    @Override
    public List<String> split(String value) {
      return List.of(value);
    }
  }

  @Parameter(
      names = {"-c", "--client-props"},
      description = "Accumulo's client properties file")
  private String clientProps;

  @Parameter(
      names = {"-p", "--properties"},
      description = "a file of settings; may be repeated, the last one wins",
      splitter = Whole.class)
  private List<String> properties = new ArrayList<>();

  @Parameter(
      names = "-o",
      description = "one setting, key=value; may be repeated",
      splitter = Whole.class)
  private List<String> assignments = new ArrayList<>();

  @Parameter(
      names = "--run-dir",
      description = "the run directory: a path or the URI of any Hadoop file system")
  private String runDir;

  @Parameter(
      names = "--on-finding",
      description = "run this shell command at each finding; sets finding.command")
  private String onFinding;

  @Parameter(names = "--seed", description = "the seed of everything random")
  private Long seed;

  @Parameter(names = "--dry-run", description = "check everything, say what would be done, stop")
  private boolean dryRun;

  @Parameter(
      names = {"-h", "--help"},
      description = "print this",
      help = true)
  private boolean help;

  /** Accumulo's client properties file, if given. */
  public Optional<Path> clientProps() {
    return Optional.ofNullable(clientProps).map(Path::of);
  }

  /**
   * Accumulo's client properties file.
   *
   * @throws UsageException if the option is missing
   */
  public Path requireClientProps() {
    return clientProps()
        .orElseThrow(
            () ->
                new UsageException(
                    "Name the cluster's client properties file with -c FILE"
                        + " (bin/catena cluster start prints where its own is)"));
  }

  /**
   * The layers of settings that the options give, the weaker first.
   *
   * @param between what stands above the files and below {@code -o}: a scenario's own
   * @throws UsageException if a file cannot be read or an assignment has no {@code =}; all problems
   *     at once
   */
  public List<Layer> layers(List<Layer> between) {
    Problems problems = new Problems();
    List<Layer> layers = new ArrayList<>();
    for (String file : properties) {
      problems.check(() -> layers.add(Layer.ofProperties(Path.of(file))));
    }
    layers.addAll(between);
    problems.check(() -> layers.add(Layer.ofAssignments("-o", assignments)));
    if (onFinding != null) {
      layers.add(Layer.of("--on-finding", Map.of(FINDING_COMMAND, onFinding)));
    }
    clientProps()
        .ifPresent(
            file ->
                problems.unless(
                    Files.isReadable(file),
                    "-c " + file + ": there is no such file, or it cannot be read"));
    problems.throwIfAny();
    return layers;
  }

  /** The run directory, if given. */
  public Optional<String> runDir() {
    return Optional.ofNullable(runDir);
  }

  /** The seed, if given. */
  public OptionalLong seed() {
    return seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
  }

  /** Whether to stop after the checks. */
  public boolean dryRun() {
    return dryRun;
  }

  /** Whether to print the options only. */
  public boolean help() {
    return help;
  }
}
